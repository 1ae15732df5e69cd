import CompilerLogs
import GLESKitSupport
import GLSL

/// Converts the log of one shader into findings at places in its files.
struct LogTranslator {
  let engine: KnownEngine
  let facts: ShaderFacts

  private var file: Location { Location(file: facts.assembly.files[0].path, line: 1) }

  /// Returns what the engine says in its response to a shader.
  func verdict(_ response: WorkerMessage.Response) -> Verdict {
    let messages = DriverLog.parse(response.log, as: engine.vendor, failed: !response.accepted)
    let locator = TokenLocator(facts, countsOutput: engine.vendor == .mesa)
    var found: [Diagnostic] = []
    var roots: [LogMessage] = []
    for message in messages {
      if isEcho(message, of: roots) { continue }
      if message.severity == .error { roots.append(message) }
      found.append(
        diagnostic(message, MessageClassifier.rule(for: message, in: .compile), locator))
    }
    if response.logLength > response.log.count {
      found = [runaway(found, length: response.logLength)]
    } else if !response.accepted {
      let errors = found.filter { $0.severity == .error }
      found.removeAll { followsFromError($0, errors) }
      if errors.isEmpty {
        found.append(
          Diagnostic(
            .silentFailure,
            "the \(engine.choice.name) engine rejects the shader and gives no reason", at: file,
            origin: engine.origin))
      }
    }
    return Verdict(engine: engine, accepts: response.accepted, findings: found)
  }

  private func runaway(_ found: [Diagnostic], length: Int) -> Diagnostic {
    let first = found.first { $0.severity == .error } ?? found.first
    return Diagnostic(
      .runawayLog,
      "the log is \(length / 1024) KiB long; its first message: \(first?.message ?? "unreadable")",
      at: first?.location ?? file, origin: engine.origin)
  }

  private func diagnostic(
    _ message: LogMessage, _ rule: Rule.ID, _ locator: TokenLocator
  ) -> Diagnostic {
    let text = engine.renaming.restored(message.text)
    let quoted = LogMessage.quotedName(in: text)
    let name = quoted.map { String($0.prefix { $0 != "(" }) }
    let place = locator.location(of: message, name: name) ?? file
    var hint = rule == .undeclaredIdentifier ? name.flatMap(facts.suggestion) : nil
    if !message.details.isEmpty {
      hint = "candidates: " + message.details.prefix(6).joined(separator: "; ")
    }
    return Diagnostic(
      rule, severity: message.severity, text, at: place, hint: hint, origin: engine.origin)
  }

  /// Returns whether `message` only follows from an earlier one in the same expression. Mesa gives
  /// an invalid expression the type "error", and then rejects what contains it.
  private func isEcho(_ message: LogMessage, of roots: [LogMessage]) -> Bool {
    guard message.severity == .error, let column = message.column, !roots.isEmpty else {
      return false
    }
    let isFollowing = Self.echoes.contains { message.text.contains($0) }
    guard isFollowing else { return false }
    return roots.contains { $0.line == message.line && $0.column ?? 0 >= column }
  }

  /// Returns whether a variable is uninitialized only because its initializer was rejected.
  private func followsFromError(_ diagnostic: Diagnostic, _ errors: [Diagnostic]) -> Bool {
    guard diagnostic.rule == .uninitialized,
      let name = LogMessage.quotedName(in: diagnostic.message)
    else { return false }
    let items = facts.preprocessed.items
    let tag = Word(name).tag
    return items.indices.dropFirst().contains { index in
      guard items[index].token.tag == tag, BasicType.byTag[items[index - 1].token.tag] != nil
      else { return false }
      let place = facts.assembly.location(of: items[index].site)
      return errors.contains { $0.location?.file == place.file && $0.location?.line == place.line }
    }
  }

  private static let echoes = [
    "(error", ", error", "type error", "convert error", "type mismatch",
    "operators must be numeric", "must be scalar and numeric", "must be scalar boolean",
    "second and third operands of ?:", "from a non-numeric data type", "unsized array declarations",
  ]
}
