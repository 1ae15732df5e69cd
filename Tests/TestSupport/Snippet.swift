import GLESKitSupport

/// A small shader with what is expected of it.
///
/// In a file of snippets, one begins with `=== vert|frag|both title`; its text follows. A line
/// `  ^~~ rule` below a line of text says that the rule is broken in the columns, in bytes, from
/// `^` to the last `~`, or to the end of the line; `warning` or `error` before the rule says that
/// its severity is not the usual one. After a line `---` comes the text as it is when all fixes are
/// applied. `+` instead of `both` puts a precision and the text into a fragment shader's `main`.
public struct Snippet: Sendable {
  /// Where a rule is broken.
  public struct Mark: Hashable, Sendable, CustomStringConvertible {
    /// The line and the column, from 1, and the number of columns.
    public var line, column, length: Int
    /// The rule's name.
    public var rule: String
    /// `nil` for the usual severity of the rule.
    public var severity: String?

    /// Makes the mark of a finding.
    public init(line: Int, column: Int, length: Int, rule: String, severity: String? = nil) {
      (self.line, self.column, self.length) = (line, column, length)
      (self.rule, self.severity) = (rule, severity)
    }

    /// The place and the rule: `3:5-9 type-mismatch`.
    public var description: String { "\(line):\(column)-\(column + length - 1) \(rule)" }
  }

  /// The name of the file, without its ending.
  public let file: String
  /// The file's name and the title.
  public let name: String
  /// `vert`, `frag` or both.
  public let stages: [String]
  /// The text without marks.
  public let text: String
  /// What is found in it, in order.
  public let marks: [Mark]
  /// The text when all fixes are applied; `nil` if the snippet does not say.
  public let fixed: String?

  /// The snippets in all files of a folder of the repository.
  public static func all(in folder: String) -> [Snippet] {
    let path = repositoryFile(folder)
    return ((try? Files.list(path)) ?? []).flatMap { name -> [Snippet] in
      let bytes = (try? Files.read("\(path)/\(name)")) ?? []
      return "\n\(String(decoding: bytes.dropLast(), as: UTF8.self))".split(separator: "\n=== ")
        .compactMap { Snippet(file: String(name.dropLast(4)), $0) }
    }
  }

  private init?(file: String, _ part: Substring) {
    var lines = part.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let title = lines.removeFirst().split(separator: " ", maxSplits: 1).map(String.init)
    guard title.count == 2 else { return nil }
    self.file = file
    name = "\(file): \(title[1])"
    let isBody = title[0] == "+"
    stages = isBody ? ["frag"] : title[0] == "both" ? ["vert", "frag"] : [title[0]]
    let end = lines.firstIndex(of: "---")
    fixed = end.map { lines[($0 + 1)...].joined(separator: "\n") + "\n" }
    var source = isBody ? ["precision mediump float;", "void main() {"] : []
    var marks: [Mark] = []
    for line in lines[..<(end ?? lines.count)] {
      let body = line.drop { $0 == " " }
      guard body.hasPrefix("^") else {
        source.append(line)
        continue
      }
      let length = body.prefix { $0 == "^" || $0 == "~" }.count
      let words = body.dropFirst(length).split(separator: " ").map(String.init)
      marks.append(
        Mark(
          line: source.count, column: line.count - body.count + 1, length: length,
          rule: words.last ?? "", severity: words.count > 1 ? words[0] : nil))
    }
    if isBody { source.append("}") }
    text = source.joined(separator: "\n") + "\n"
    self.marks = marks
  }
}
