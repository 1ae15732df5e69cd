import CompilerLogs

// Programs that print compilers' messages in a form of their own.

extension Vendor {
  /// The compilers, and the programs that rewrite what they say.
  package static let found: [Vendor] = all + [love, listing, unity]
  /// Those whose forms differ: ANGLE, PowerVR, Apple and Intel write glslang's.
  static let readers = found.filter { ![angle, powerVR, apple, intel].contains($0) }

  /// A form of an error or warning without a place.
  typealias Sentence = (form: LogForm, severity: Severity, vendor: Vendor)
  /// The forms of whole lines.
  typealias Headlines = [(form: LogForm, line: LogLine)]

  /// The errors and warnings without a place of all of them.
  static let sentences: [Sentence] = found.flatMap { vendor in
    vendor.errors.map { ($0, .error, vendor) } + vendor.warnings.map { ($0, .warning, vendor) }
  }
  /// The whole lines of all of them.
  static let headlines = found.flatMap(\.headlines)
  /// The words by which they are recognized.
  static let marks = found.flatMap { vendor in
    vendor.marks.map { (text: Array($0.utf8), vendor: vendor) }
  }

  /// `Line 15: ERROR: text` (LÖVE), `on line 15: text` (VisPy).
  static let love = Vendor(
    "love", marks: [" shader code:"]
  ) { line in
    let bare = bareForm.read(line).flatMap { $0.text.hasPrefix("'") ? $0 : nil }
    guard let message = loveForm.read(line) ?? bare else { return nil }
    return message.text.hasSuffix("' : compilation terminated") ? .heading : .message(message)
  }

  private static let loveForm: LogForm = "[on ]line {line}: {severity}[ {code}]: [{code}: ]{text}"
  private static let bareForm: LogForm = "[on ]line {line}: {text}"

  /// Blender, luma.gl, regl and moderngl, which print messages below lines of the source; see
  /// ``ListedSource``.
  static let listing = Vendor("listing", marks: ["| Error: ", " | Error: ", " | ^^^"]) { _ in nil }

  /// `Shader error in 'Name': text at line 34 (on gles)`, with `at path(34)` for an include.
  static let unity = Vendor(
    "unity",
    headings: [
      "compiling {any} program", "platform defines: {any}", "disabled keywords: {any}",
      "(filename:{any}",
    ],
    marks: ["Shader error in '"]
  ) { line in
    // People who quote a line omit its first word.
    if var message = unityForm.read(line) {
      placeAtEnd(&message)
      return .message(message)
    }
    guard line.suffix(6).contains(where: { $0 == 41 || $0.isDigit }) else { return nil }
    var message = LogMessage(.error, LogCursor(line).rest)
    let isCertain = placeAtEnd(&message)
    let starts = ["undeclared identifier '", "unrecognized identifier '"]
    return message.line != nil && !message.text.contains("rror in '")
      && (isCertain || starts.contains(where: message.text.hasPrefix)) ? .message(message) : nil
  }

  private static let unityForm: LogForm = "[Shader] {severity} in '{any}': {text}"
  private static let placeForms: [LogForm] = ["line {line}", "{path}({line})"]

  /// Moves the place at the end of the text, `text at line 34 (on gles)`, to the message; returns
  /// whether the name of a graphics interface follows.
  @discardableResult private static func placeAtEnd(_ message: inout LogMessage) -> Bool {
    let text = Array(message.text.utf8)
    let at = text.indices.last { text[$0] == .space && text[$0...].starts(with: " at ".utf8) }
    guard let at else { return false }
    let end = text[(at + 4)...]
    guard let form = placeForms.first(where: { $0.end(in: end) != nil }),
      let place = form.read(end), let index = form.end(in: end)
    else { return false }
    message.text = String(decoding: text[..<at], as: UTF8.self)
    message.path = place.path
    message.line = place.line
    let names = ["d3d", "gles", "glcore", "metal", "vulkan", "opengl", "webgpu"]
    let rest = LogCursor(end[index...]).rest
    return names.contains { rest.hasPrefix("(on \($0)") }
  }
}

/// A line of a listing that shows the source, with the messages below it.
enum ListedSource {
  /// A line of the source, `15 | float x = a;`, ` 15: float x = a;` (luma.gl) or
  /// `  0015      float x = a;` (moderngl).
  case line(Int)
  /// `     | Error: text` (Blender), `^^^ ERROR: text` (luma.gl).
  case message(LogMessage)
  /// The mark below the wrong part, of which regl writes three carets, and GCC one and tildes; the
  /// bar before an empty line.
  case mark(isRegl: Bool)
  /// What follows the bar: regl writes the reason below the mark.
  case bar(String)

  private static let form: LogForm = "{severity}[ {code}]: [{code}: ]{text}"

  init?(_ line: ArraySlice<UInt8>, isBelowLine: Bool) {
    var cursor = LogCursor(line)
    cursor.skipBlanks()
    let start = cursor.position
    if let number = cursor.takeNumber() {
      let digits = cursor.position - start
      let isBar = cursor.take(" |") || cursor.take("|")
      // "12:34:56" is a time, and the number in "1234: ERROR: text" is an app's.
      let isColon = !isBar && cursor.take(":")
      guard isBar || (isColon || digits == 4) && (cursor.isAtEnd || cursor.startsBlank) else {
        return nil
      }
      cursor.skipBlanks()
      if isColon, cursor.takeSeverity() != nil, cursor.take(":") { return nil }
      self = .line(number)
      return
    }
    let hasMark = cursor.take("|") || cursor.take("^^^")
    cursor.skipBlanks()
    let rest = cursor.rest
    if hasMark, rest.allSatisfy({ $0 == "^" || $0 == "~" || $0 == " " }) {
      self = .mark(isRegl: rest == "^^^")
    } else if let message = Self.form.read(Array(rest.utf8)[...]),
      // luma.gl 9 writes no mark.
      hasMark || isBelowLine && message.text.first == "'"
    {
      self = .message(message)
    } else if hasMark {
      self = .bar(rest)
    } else {
      return nil
    }
  }
}
