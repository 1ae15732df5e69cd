@_exported import CompilerLogs
import GLESKitSupport
import GLSL

/// A failed compilation, with the source and the log that show where and why it failed.
public struct CompilationFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// The stage that was compiled.
  public let stage: ShaderStage
  /// The file's path, or `vertex shader`.
  public let label: String
  /// The source as the compiler saw it.
  public let source: String
  /// The driver's log, unchanged; `nil` if the driver gave no reason.
  public let log: String?
  /// The compiler; `nil` if the driver's is not known.
  let vendor: Vendor?
  /// Where each line of the source comes from; `nil` if it is not from several files.
  private(set) var lines: [SourceLine]?

  init(stage: ShaderStage, label: String, source: String, log: String?, vendor: Vendor? = nil) {
    self.stage = stage
    self.label = label
    self.source = source
    self.log = log
    self.vendor = vendor
  }

  /// The failure of a source whose lines come from these.
  func located(in lines: [SourceLine]) -> CompilationFailure {
    var failure = self
    failure.lines = lines
    return failure
  }

  /// `page.frag does not compile:`, then each message with its source line and, for a name that
  /// nothing declares, the nearest declared one.
  ///
  /// ```
  /// page.frag does not compile:
  /// page.frag:3: error: `lihgt' undeclared; did you mean 'light'?
  ///   3 |   gl_FragColor = lihgt;
  ///     |                  ^~~~~
  /// ```
  ///
  /// A log in an unknown format follows unchanged.
  public var description: String {
    // A name that tells another stage, because the files were swapped.
    let isOther = ShaderName(label).certainStage.map { $0 != stage } ?? false
    let title = "\(label) does not compile" + (isOther ? " as a \(stage) shader" : "")
    guard let log else { return "\(title) (the driver gave no reason)" }
    let messages = writtenMessages
    guard messages.contains(where: { $0.line != nil }) else { return "\(title):\n\(log)" }
    let source = FailedSource(self)
    return (["\(title):"] + messages.map(source.explain)).joined(separator: "\n")
  }
}

/// The source of a failed compilation, for messages about it.
private struct FailedSource {
  private let label: String
  private let lines: [SourceLine]?
  private let text: SourceText
  private let scan: Scan
  private let names: Set<String>
  /// Whether `#line` directives give lines other numbers than their own.
  private let isRenumbered: Bool

  init(_ failure: CompilationFailure) {
    let bytes = Array(failure.source.utf8)
    let scan = Scan(bytes)
    let declared = Declarations(CheckedShader(bytes, scan, stage: failure.stage))
    label = failure.label
    lines = failure.lines
    text = SourceText(path: failure.label, bytes: bytes)
    self.scan = scan
    names = Set(
      declared.declaredNames + BuiltInNames.all(in: failure.stage)
        + BuiltInNames.called(in: failure.stage))
    isRenumbered = zip(scan.tokens, scan.tokens.dropFirst()).contains {
      $0.startsLine && $0.is("#") && $1.is(Word("line"))
    }
  }

  /// Returns a message, its suggestion and its source line.
  func explain(_ message: LogMessage) -> String {
    let line = message.line.flatMap { $0 > 0 ? origin(of: $0) : nil }
    let place = line.map { "\($0.path):\($0.number)" } ?? label
    let name = message.quotedName
    let suggestion = message.severity == .error ? name.flatMap(suggestion) : nil
    let text = message.isUnknown ? message.text : "\(message.severity.word): \(message.text)"
    return "\(place): \(oneLine(text))\(Spelling.question(suggestion))" + excerpt(message, name)
  }

  /// The file and line that a line of the source comes from.
  private func origin(of line: Int) -> SourceLine {
    guard let lines, lines.indices.contains(line - 1) else {
      return SourceLine(path: label, number: line)
    }
    return lines[line - 1]
  }

  /// The declared or built-in name nearest to `name`, which is neither.
  private func suggestion(for name: String) -> String? {
    let name = String(name.prefix { $0 != "(" })
    guard let first = name.first, first.isLetter || first == "_" else { return nil }
    return names.contains(name) ? nil : Spelling.closest(to: name, in: names.sorted())
  }

  /// The source line, and a caret below the name that the message quotes.
  ///
  /// The driver's column is not used: Mesa counts it in the preprocessed text.
  private func excerpt(_ message: LogMessage, _ name: String?) -> String {
    guard !isRenumbered, let line = message.line else { return "" }
    let tag = name.map { Word(String($0.prefix { $0 != "(" })).tag }
    let token = scan.tokens.first { Int($0.line) == line && $0.tag == tag }
    let column = token.map { scan.column(of: Int($0.start), line: line) } ?? 0
    let excerpt = SourceExcerpt(
      text, line: line, column: column, length: token.map { Int($0.length) } ?? 0, width: 100,
      number: origin(of: line).number)
    return excerpt.map { "\n" + $0.text().dropLast() } ?? ""
  }
}

/// A line of a file.
struct SourceLine: Hashable, Sendable {
  let path: String
  /// Counted from 1.
  let number: Int
}
