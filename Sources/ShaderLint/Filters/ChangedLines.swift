import GLESKitSupport
import GLSL
import Glibc

/// The lines that differ from a commit, in the git repository of the current folder.
package struct ChangedLines {
  /// The lines of each file by its real path; all lines of a file that git does not track.
  private var lines: [String: [Range<Int>]] = [:]

  /// The limit for the output of git.
  private static let limit = 1 << 30

  /// Asks git what differs.
  ///
  /// - Parameter commit: A commit, branch or tag.
  /// - Throws: ``ConfigurationError`` if git is missing or doesn't know the commit.
  package init(since commit: String) throws(ConfigurationError) {
    let root = String(decoding: try Self.git(["rev-parse", "--show-toplevel"]), as: UTF8.self)
      .trimmingSuffix { $0 == "\n" }
    // Options of the user's configuration would change the format.
    let diff = try Self.git([
      "-C", root, "-c", "core.quotePath=false", "diff", "--unified=0", "--no-color",
      "--no-ext-diff", "--no-textconv", "--src-prefix=a/", "--dst-prefix=b/", "--end-of-options",
      commit, "--",
    ])
    for (path, ranges) in Self.parse(diff) { lines["\(root)/\(path)"] = ranges }
    let others = try Self.git(["-C", root, "ls-files", "-z", "--others", "--exclude-standard"])
    for path in others.split(separator: 0) {
      lines["\(root)/\(String(decoding: path, as: UTF8.self))"] = [1..<Int.max]
    }
  }

  private static func git(_ arguments: [String]) throws(ConfigurationError) -> [UInt8] {
    do {
      let (output, ending) = try ChildProcess.output(of: ["git"] + arguments, limit: limit)
      guard ending.status == 0 else {
        throw ConfigurationError(path: "git", line: 0, problem: ending.sentence)
      }
      return output
    } catch let error as ConfigurationError {
      throw error
    } catch {
      throw ConfigurationError(path: "git", line: 0, problem: "\(error)")
    }
  }

  /// Returns the new lines of each file in a diff without context.
  static func parse(_ diff: [UInt8]) -> [String: [Range<Int>]] {
    var found: [String: [Range<Int>]] = [:]
    var path: String?
    // The lines of a hunk can look like headers.
    var left = 0
    for line in diff.split(separator: .newline) {
      if left > 0 {
        if line.first != .backslash { left -= 1 }
      } else if line.starts(with: "+++ ".utf8) {
        path = Self.path(inHeader: String(decoding: line.dropFirst(4), as: UTF8.self))
      } else if line.starts(with: "@@ -".utf8) {
        let words = line.split(separator: .space)
        guard words.count > 2 else { continue }
        let (old, new) = (range(words[1]), range(words[2]))
        left = old.count + new.count
        if let path, !new.isEmpty { found[path, default: []].append(new) }
      }
    }
    return found
  }

  /// Returns the lines of `+12,3`; one line if the count is missing.
  private static func range(_ word: ArraySlice<UInt8>) -> Range<Int> {
    let numbers = word.dropFirst().split(separator: UInt8(ascii: ","))
      .compactMap { Int(String(decoding: $0, as: UTF8.self)) }
    guard let first = numbers.first else { return 0..<0 }
    return first..<(first + (numbers.count > 1 ? max(0, numbers[1]) : 1))
  }

  /// Returns the path in `b/path`, which git quotes if it contains quotes or control characters.
  private static func path(inHeader text: String) -> String? {
    // A tab follows a name with blanks.
    var name = text.trimmingSuffix { $0 == "\t" }
    if name.hasPrefix("\""), let quoted = try? JSONDocument(name).value.string { name = quoted }
    return name.hasPrefix("b/") ? String(name.dropFirst(2)) : nil
  }

  /// Returns whether a finding, or a place that explains it, lies in a changed line.
  func contain(_ diagnostic: Diagnostic) -> Bool {
    let places = [diagnostic.location].compactMap { $0 } + diagnostic.related.map(\.location)
    return places.contains { place in
      lines[Paths.real(place.file)]?.contains { $0.contains(max(1, place.line)) } ?? false
    }
  }
}

extension String {
  fileprivate func trimmingSuffix(while isTrimmed: (Character) -> Bool) -> String {
    String(self[..<(lastIndex { !isTrimmed($0) }.map(index(after:)) ?? startIndex)])
  }
}

extension Paths {
  /// Returns the absolute path without links; `path` if there is no such file.
  static func real(_ path: String) -> String {
    guard let real = realpath(path, nil) else { return path }
    defer { free(real) }
    return String(validatingCString: real) ?? path
  }
}
