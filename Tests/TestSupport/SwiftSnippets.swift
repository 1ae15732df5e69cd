import GLESKitSupport
import Glibc

/// Swift text that a test hands to the compiler, such as the examples of a document.
public enum SwiftSnippets {
  /// What the compiler says of `source` with this build's modules at hand; empty where all is well.
  ///
  /// Warnings are left out: examples ignore results and never change variables.
  public static func errors(in source: String) throws -> [String] {
    let folder = try TemporaryFolder()
    let file = "\(folder.path)/snippet.swift"
    try AtomicFile.write(Array(source.utf8), to: file)
    var path = [CChar](repeating: 0, count: 4096)
    let length = readlink("/proc/self/exe", &path, path.count - 1)
    let program = String(
      decoding: path[..<max(length, 0)].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    let products = program[..<(program.lastIndex(of: "/") ?? program.startIndex)]
    let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    let system = try Files.list("/\(root)/Sources/CLibraries").flatMap {
      ["-I", "/\(root)/Sources/CLibraries/\($0)"]
    }
    // Modules of C targets, which the library's modules import.
    let maps = try Files.list(String(products)).map { "\(products)/\($0)/module.modulemap" }
      .filter { $0.hasSuffix(".build/module.modulemap") && Files.kind(of: $0) == .regular }
      .flatMap { ["-Xcc", "-fmodule-map-file=\($0)"] }
    let command =
      ["swiftc", "-typecheck", "-swift-version", "6", "-I", "\(products)/Modules"] + system + maps
      + ["Matrices", "Pixels"].flatMap { ["-I", "/\(root)/Sources/CKernels/\($0)"] } + [file]
    let quoted = command.map { "'\($0)'" }.joined(separator: " ")
    let text = try Subprocess(["sh", "-c", "\(quoted) 2>&1"]).text
    return text.split(separator: "\n").map(String.init).filter { $0.contains("error: ") }
  }

  /// The cells of a Markdown table's rows that begin with `` | `prefix``, without the back-quotes.
  public static func rows(of document: String, prefix: String) throws -> [[String]] {
    let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    let bytes = try Files.read("/\(root)/Documentation/\(document)")
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n")
      .filter { $0.hasPrefix("| `\(prefix)") && $0.hasSuffix("` |") }
      .map { row in
        row.dropFirst(3).dropLast(3).split(separator: "` | `", omittingEmptySubsequences: false)
          .map(String.init)
      }
  }

  /// The Swift listings of a document in `Documentation/`.
  public static func listings(of document: String) throws -> [String] {
    swiftBlocks(
      in: try self.document(document).split(separator: "\n", omittingEmptySubsequences: false))
  }

  /// The Swift examples in the doc comments of a module, with the names of their files.
  public static func docCommentExamples(
    inSourcesOf module: String
  ) throws -> [(file: String, code: String)] {
    let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    let files = try Subprocess(["find", "/\(root)/Sources/\(module)", "-name", "*.swift"]).text
      .split(separator: "\n").map(String.init).sorted()
    return try files.flatMap { file in
      let lines = String(decoding: try Files.read(file), as: UTF8.self)
        .split(separator: "\n", omittingEmptySubsequences: false)
        .map { line in
          let text = line.drop { $0 == " " }
          return text.hasPrefix("/// ") ? text.dropFirst(4) : ""
        }
      return swiftBlocks(in: lines).map { (file, $0) }
    }
  }

  /// The lines between "```swift" and "```".
  private static func swiftBlocks(in lines: [Substring]) -> [String] {
    var blocks: [String] = []
    var block: [Substring]?
    for line in lines {
      if let lines = block {
        if line == "```" {
          blocks.append(lines.joined(separator: "\n"))
          block = nil
        } else {
          block = lines + [line]
        }
      } else if line == "```swift" {
        block = []
      }
    }
    return blocks
  }

  /// The whole of a document in `Documentation/`.
  public static func document(_ name: String) throws -> String {
    let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    return String(decoding: try Files.read("/\(root)/Documentation/\(name)"), as: UTF8.self)
  }
}
