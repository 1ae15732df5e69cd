import CompilerLogs
import GLESKitSupport

/// Reads a log from another machine, such as a phone, and maps its messages to the source files.
package struct LogReport: Sendable {
  /// The dialect; `nil` to recognize it.
  package var dialect: Vendor?
  /// The shader of a compile log, or the two shaders of a link log; may be empty.
  package var sources: [ShaderInput] = []
  /// The text that was added to the shader before it was compiled.
  package var assembly = AssemblyOptions()
  /// The number of lines before the shader when it was compiled, such as an engine's prelude.
  package var lineOffset = 0

  /// Makes a reader without sources.
  package init() {}

  /// Returns the findings in a log.
  ///
  /// - Parameters:
  ///   - log: The text.
  ///   - name: Its name in reports, for messages without a source.
  /// - Throws: `FileError` when a source cannot be read.
  package func read(_ log: [UInt8], name: String) throws(FileError) -> LintReport {
    let found = FoundLog(log, as: dialect)
    var facts: [ShaderFacts] = []
    var files = ProjectFiles(assembly)
    files.addProjects(of: sources.map(\.path), within: ".")
    for source in sources { facts.append(try self.facts(of: source, files)) }
    let locators = facts.map { TokenLocator($0, countsOutput: found.vendor == .mesa) }
    var report = LintReport()
    var unit = LintReport.Unit(
      name: sources.isEmpty ? name : sources.map(\.path).joined(separator: " + "),
      kind: sources.isEmpty ? .log : sources.count == 1 ? .shader : .program,
      file: sources.first?.path ?? name)
    let origin = Diagnostic.Origin.engine(found.vendor?.name ?? "log")
    for var message in found.messages where !(message.isUnknown && found.isRecognized) {
      let isLink = message.line == nil && !message.isUnknown && message.code != "preprocessor"
      let rule = MessageClassifier.rule(for: message, in: isLink ? .link : .compile)
      let said = message.line.flatMap { $0 > 0 ? $0 : nil }
      // A line before the shader is none of it.
      message.line =
        said.map { $0 <= lineOffset } == true ? nil : message.line.map { $0 - lineOffset }
      let quoted = message.quotedName
      let bare = quoted.map { String($0.prefix { $0 != "(" && $0 != "[" }) }
      let index = Self.index(for: message, in: facts)
      var place = index.flatMap { locators[$0].location(of: message, name: bare) }
      var details = message.details
      if !facts.isEmpty, let said, (place?.line ?? 0) == 0 {
        details.append("the log names line \(said), which the shader doesn't have")
      }
      let related =
        place == nil ? facts.reversed().compactMap { bare.flatMap($0.declaration) } : []
      place = place ?? related.first?.location
      if place == nil, facts.isEmpty {
        place = Location(
          file: message.path ?? name, line: max(0, message.line ?? 0), column: message.column ?? 0)
      }
      // Both shaders of a program may have the same error.
      if facts.isEmpty, let stage = message.stage { details.append("in the \(stage) shader") }
      unit.diagnostics.append(
        Diagnostic(
          rule, severity: message.severity, message.text,
          at: place ?? Location(file: unit.file), related: Array(related.dropFirst()),
          hint: details.isEmpty ? nil : details.joined(separator: "; "), origin: origin))
    }
    let others = found.messages.filter(\.isUnknown)
    if found.isRecognized, let first = others.first {
      let count = others.count == 1 ? "1 line is" : "\(others.count) lines are"
      unit.diagnostics.append(
        Diagnostic(
          .unknownLogLine, severity: .note, "\(count) not from a compiler: \(first.text)",
          at: Location(file: unit.file), origin: origin))
    }
    report.units = [unit]
    for fact in facts {
      for file in fact.assembly.files { report.sources[file.path] = file }
    }
    return report
  }

  private func facts(
    of source: ShaderInput, _ files: ProjectFiles
  ) throws(FileError) -> ShaderFacts {
    func read(_ path: String) throws(FileError) -> [UInt8] {
      try files.read(path, limit: Assembler.sizeLimit)
    }
    let bytes = if let bytes = source.bytes { bytes } else { try read(source.path) }
    var text = Assembler(options: assembly, reader: read)
      .assemble(path: source.path, bytes: bytes)
    // The other machine compiled the shader without the #version line that shaderlint adds.
    text.prefix = []
    let stage = source.stage ?? ShaderStage(path: source.path) ?? .fragment
    return ShaderFacts(stage: stage, assembly: text)
  }

  /// Returns the index of the source of a message: that of the stage it names, else the first.
  private static func index(for message: LogMessage, in facts: [ShaderFacts]) -> Int? {
    if let stage = message.stage, let index = facts.firstIndex(where: { $0.stage == stage }) {
      return index
    }
    return message.line == nil ? nil : facts.indices.first
  }
}
