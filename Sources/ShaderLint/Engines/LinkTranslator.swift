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
    let name = Self.name(in: message.text, shaders)
    let bare = name.map { String($0.prefix { $0 != "[" && $0 != "." && $0 != "(" }) }
    // The fragment shader's comes first.
    let places = shaders.reversed().compactMap { bare.flatMap($0.declaration) }
    return Diagnostic(
      rule, severity: message.severity, message.text, at: places.first?.location ?? whole,
      related: Array(places.dropFirst()), origin: engine.origin)
  }
}
