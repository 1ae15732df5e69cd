/// An engine's description of itself, and its known quirks.
package struct EngineDescription: Hashable, Sendable {
  /// The engine's name, with its device where one was chosen: `driver`, `driver:1`, `glslang`.
  package var name: String
  /// Lines of the form `name: value`.
  package var text: String
  /// The known deviations from the specification.
  package var quirks: [Quirk]
}

extension EngineDescription {
  /// The page that `--driver-info` prints.
  package var page: String {
    var page = "\(name)\n"
    for line in text.split(separator: "\n") { page += "  \(line)\n" }
    page += "  quirks\n"
    for quirk in quirks {
      page += "    \(quirk.name): \(quirk.evidence)\n      → \(quirk.treatment.sentence)\n"
    }
    return page
  }
}

extension Quirk.Treatment {
  /// The treatment, in words.
  var sentence: String {
    switch self {
    case .renames: "such names are renamed before they reach the compiler"
    case .overrules(_, .webgl): "accepted with --webgl"
    case .overrules(_, .lineDirective): "the error is dropped if the expression has a value"
    case .overrules(_, .localHidesParameter): "the error is dropped if the scopes differ"
    case .corrected(let how): how
    case .reported(let rule): "reported as \(rule.text) \(rule.name)"
    }
  }
}
