/// A line of a log, as a compiler's reader returns it.
package enum LogLine: Hashable, Sendable {
  case message(LogMessage)
  /// A detail of the previous message.
  case detail(String)
  /// A line that only says that something failed, such as `Compile failed.`
  case failure
  /// A line without information: a title, `No errors`.
  case heading
}

/// A shader compiler: the form of its log, and what is known of its words.
package final class Vendor: Sendable, Hashable {
  /// The name, as `--dialect` accepts it.
  package let name: String
  /// Words in GL_VENDOR, GL_RENDERER or GL_VERSION that only its drivers have.
  let drivers: [String]
  /// Reads a line that gives a place or a code, or belongs to such a line; `nil` for any other.
  package let read: @Sendable (ArraySlice<UInt8>) -> LogLine?
  /// Its errors without a place: those of the linker, and some of the compiler.
  package let errors: [LogForm]
  /// Its warnings without a place.
  package let warnings: [LogForm]
  /// Whole lines that say that something failed, and nothing else, and those without information.
  package let headlines: [(form: LogForm, line: LogLine)]
  /// Text by which its log differs from those of other compilers of the same form.
  package let marks: [String]
  /// The names of shaderlint's rules for its codes, where a code is clearer than the text.
  package let codes: [String: String]

  /// Makes a compiler.
  ///
  /// - Parameters:
  ///   - forms: Those of lines with a place, which are tried before `read`.
  ///   - codes: The codes of each rule, separated by blanks.
  package init(
    _ name: String, drivers: [String] = [], errors: [LogForm] = [],
    warnings: [LogForm] = [], failures: [LogForm] = [], headings: [LogForm] = [],
    marks: [String] = [], codes: [String: String] = [:], forms: [LogForm] = [],
    read: @escaping @Sendable (ArraySlice<UInt8>) -> LogLine? = { _ in nil }
  ) {
    self.name = name
    self.drivers = drivers
    self.read = { line in
      forms.firstResult { $0.read(line) }.map(LogLine.message) ?? read(line)
    }
    self.errors = errors
    self.warnings = warnings
    headlines = failures.map { ($0, .failure) } + headings.map { ($0, .heading) }
    self.marks = marks
    self.codes = codes.reduce(into: [:]) { rules, row in
      for code in row.value.split(separator: " ") { rules[String(code)] = row.key }
    }
  }

  package static func == (a: Vendor, b: Vendor) -> Bool { a.name == b.name }
  package func hash(into hasher: inout Hasher) { hasher.combine(name) }

  /// All compilers. Of two whose words occur in a driver's description, the first one is meant:
  /// ANGLE's names the driver below it, and Mesa's the GPU.
  package static let all: [Vendor] = [
    angle, mesa, glslang, nvidia, amd, mali, adreno, powerVR, apple, videoCore, vivante, intel,
    shaderc, skia, direct3D,
  ]

  /// Returns the compiler of a driver; `nil` if it is not known.
  ///
  /// - Parameter description: Its GL_VENDOR, GL_RENDERER and GL_VERSION.
  package static func of(driver description: String) -> Vendor? {
    all.first { $0.drivers.contains(where: description.contains) }
  }

  /// Returns what a whole line without a place says of the log; `nil` if it is none of the known
  /// lines.
  package func heading(_ line: ArraySlice<UInt8>) -> LogLine? {
    Self.heading(line, among: headlines)
  }

  /// Returns what a whole line says if it is one of these headlines.
  package static func heading(
    _ line: ArraySlice<UInt8>, among headlines: [(form: LogForm, line: LogLine)]
  ) -> LogLine? {
    let end = line.lastIndex { !" \t.!:-".utf8.contains($0) } ?? line.startIndex - 1
    let text = line[...end].drop { " \t-".utf8.contains($0) }
    // A rule below a title.
    if text.isEmpty { return .heading }
    return headlines.first { $0.form.end(in: text) == text.endIndex }?.line
  }

  /// Reads a count: `ERROR: 2 compilation errors.  No code generated.`, Intel's without the number,
  /// AMD's with a code, PowerVR's `1 compilation warnings.`
  package static func count(_ line: ArraySlice<UInt8>) -> LogLine? {
    let text = line.drop(while: \.isBlank)
    return counts.firstResult { $0.read(text) }
      .map { $0.line == 0 || $0.severity == .warning ? .heading : .failure }
  }

  private static let counts: [LogForm] = [
    "[ERROR:] [error(# {n})] {line} compilation {severity}", "ERROR: compilation errors.",
  ]
}
