import CompilerLogs

/// Converts link and validation logs into findings at the declarations they refer to.
struct LinkTranslator {
  let engine: KnownEngine
  /// The vertex and the fragment shader.
  let shaders: [ShaderFacts]

  private var whole: Location { Location(file: shaders[1].assembly.files[0].path, line: 1) }

  /// Returns the findings of a link or validation step.
  func findings(
    _ response: WorkerMessage.Response, phase: MessageClassifier.Phase
  ) -> [Diagnostic] {
    var found = DriverLog.parse(response.log, as: engine.vendor, failed: !response.accepted).map {
      diagnostic($0, MessageClassifier.rule(for: $0, in: phase))
    }
    let hasErrors = found.contains { $0.severity == .error }
    if !response.accepted && !hasErrors && phase == .link {
      found.append(
        Diagnostic(
          .silentFailure,
          "the \(engine.choice.name) engine does not link the program and gives no reason",
          at: whole, origin: engine.origin))
    }
    return found
  }

  /// Returns the name that a message is about: the quoted one, or the last word that a shader
  /// declares, because glslang ends its link messages with the name.
  static func name(in message: String, _ shaders: [ShaderFacts]) -> String? {
    if let name = LogMessage.quotedName(in: message) { return name }
    let words = message.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init)
    return words.last { word in shaders.contains { $0.declarations.variable(word) != nil } }
  }

  private func diagnostic(_ message: LogMessage, _ rule: Rule.ID) -> Diagnostic {
    let places = Self.name(in: message.text, shaders).map(declarations) ?? []
    return Diagnostic(
      rule, severity: message.severity, message.text, at: places.first?.location ?? whole,
      related: Array(places.dropFirst()), origin: engine.origin)
  }

  /// Returns the declarations of `name`, the fragment shader's first.
  private func declarations(of name: String) -> [RelatedLocation] {
    let bare = String(name.prefix { $0 != "[" && $0 != "." && $0 != "(" })
    return shaders.reversed().flatMap { facts -> [RelatedLocation] in
      let stage = facts.stage.rawValue
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
