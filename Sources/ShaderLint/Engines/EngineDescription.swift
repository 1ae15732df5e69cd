/// An engine in its own words, and what is known of it.
package struct EngineDescription: Hashable, Sendable {
  /// The engine's name, with its device where one was chosen: `driver`, `driver:1`, `glslang`.
  package var name: String
  /// Lines of `name: value`.
  package var text: String
  /// The departures from the specification that are corrected or reported.
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
  /// What is done, in words.
  var sentence: String {
    switch self {
    case .renames: "such names are sent in another spelling"
    case .overrules(_, .webgl): "let pass with --webgl"
    case .overrules(_, .localHidesParameter): "the error is dropped where the scopes are different"
    case .corrected(let how): how
    case .reported(let rule): "reported as \(rule.text) \(rule.name)"
    }
  }
}
