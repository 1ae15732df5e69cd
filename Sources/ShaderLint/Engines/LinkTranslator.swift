import CompilerLogs

/// Converts link and validation logs into findings at the declarations they refer to.
struct LinkTranslator {
  let choice: EngineChoice
  /// The compiler; `nil` if the driver's is not known.
  let vendor: Vendor?
  let vertex: ShaderFacts
  let fragment: ShaderFacts

  private var origin: Diagnostic.Origin { .engine(choice.name) }

  /// Returns the findings of a link or validation step.
  ///
  /// - Parameter known: The findings of shaderlint's own rules, which have better places. A message
  ///   about the same name and rule is not repeated, but may raise the severity.
  func judge(
    _ response: WorkerMessage.Response, phase: MessageClassifier.Phase, known: inout [Diagnostic]
  ) -> [Diagnostic] {
    var found: [Diagnostic] = []
    for message in DriverLog.parse(response.log, as: vendor, failed: !response.accepted) {
      let rule = MessageClassifier.rule(for: message, in: phase)
      let name = message.quotedName ?? lastWord(of: message)
      if let name, let index = known.firstIndex(where: { Self.covers($0, rule, name) }) {
        // This driver treats the problem as an error.
        if !response.accepted && message.severity == .error { known[index].severity = .error }
        continue
      }
      found.append(diagnostic(message, rule, name))
    }
    let hasErrors = (found + known).contains { $0.severity == .error }
    if !response.accepted && !hasErrors && phase == .link {
      found.append(
        Diagnostic(
          .silentFailure, "the \(choice.name) engine does not link the program and gives no reason",
          at: Location(file: fragment.assembly.files[0].path, line: 1), origin: origin))
    }
    return found
  }

  private static func covers(_ known: Diagnostic, _ rule: Rule.ID, _ name: String) -> Bool {
    let alike: Set<Rule.ID> = [
      .uniformTypeMismatch, .uniformPrecisionMismatch, .varyingTypeMismatch, .varyingNotWritten,
      .invarianceMismatch,
    ]
    guard alike.contains(known.rule) else { return false }
    return LogMessage.quotedName(in: known.message) == name
      && (known.rule == rule || alike.contains(rule) || rule == .linkError)
  }

  /// Returns the last word of a message that a stage declares: glslang ends its link messages with
  /// the name.
  private func lastWord(of message: LogMessage) -> String? {
    let words = message.text.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init)
    return words.last { word in
      vertex.declarations.variable(word) != nil || fragment.declarations.variable(word) != nil
    }
  }

  private func diagnostic(_ message: LogMessage, _ rule: Rule.ID, _ name: String?) -> Diagnostic {
    let places = name.map(declarations) ?? []
    let whole = Location(file: fragment.assembly.files[0].path, line: 1)
    return Diagnostic(
      rule, severity: message.severity, message.text, at: places.first?.location ?? whole,
      related: Array(places.dropFirst()), origin: origin)
  }

  /// Returns the declarations of `name`, the fragment shader's first.
  private func declarations(of name: String) -> [RelatedLocation] {
    let bare = String(name.prefix { $0 != "[" && $0 != "." && $0 != "(" })
    return [(fragment, "fragment"), (vertex, "vertex")].flatMap {
      facts, stage -> [RelatedLocation] in
      if let variable = facts.declarations.variable(bare) {
        return [
          RelatedLocation(
            facts.assembly.location(of: variable.site),
            "\(variable.type.text) in the \(stage) shader")
        ]
      }
      return facts.declarations.functions.filter { $0.name == bare }.prefix(1).map {
        RelatedLocation(facts.assembly.location(of: $0.site), "declared in the \(stage) shader")
      }
    }
  }
}
