import CompilerLogs
import GLESKitSupport

/// A line of a file that lists programs.
struct ListedProgram {
  /// The shaders.
  var program: Configuration.Program
  /// The path of the list; `-` for standard input.
  var list: String
  /// The line, from 1.
  var line: Int

  /// The most bytes of a list.
  private static let sizeLimit = 64 << 20

  /// Reads a list: on each line a vertex shader, a TAB and a fragment shader. Paths are relative to
  /// the folder of the list.
  static func list(_ path: String) throws(ConfigurationError) -> [ListedProgram] {
    let bytes: [UInt8]
    do {
      bytes =
        try path == "-"
        ? Files.readStandardInput(limit: sizeLimit) : Files.read(path, limit: sizeLimit)
    } catch {
      throw ConfigurationError(error)
    }
    let folder = path == "-" ? "." : Paths.folder(of: path)
    var programs: [ListedProgram] = []
    for (index, line) in bytes.split(separator: .newline, omittingEmptySubsequences: false)
      .enumerated()
    {
      guard var text = String(validating: line, as: UTF8.self) else {
        throw ConfigurationError(path: path, line: index + 1, problem: "is not UTF-8")
      }
      if text.hasSuffix("\r") { text.removeLast() }
      guard !text.isEmpty, !text.hasPrefix("#") else { continue }
      let parts = text.split(separator: "\t").map { Paths.join(folder, String($0)) }
      guard parts.count == 2 else {
        throw ConfigurationError(
          path: path, line: index + 1,
          problem: "expected a vertex shader, a TAB and a fragment shader")
      }
      programs.append(
        ListedProgram(
          program: .init(vertex: parts[0], fragment: parts[1]), list: path, line: index + 1))
    }
    return programs
  }
}
