import GLESKitSupport
import GLSL

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
    let root = String(
      decoding: try Self.git(
        ["rev-parse", "--show-toplevel"], since: commit, remedy: "run it in a git repository"),
      as: UTF8.self
    ).trimming { $0 == "\n" }
    // Options of the user's configuration would change the format.
    let diff = try Self.git(
      [
        "-C", root, "-c", "core.quotePath=false", "diff", "--unified=0", "--no-color",
        "--no-ext-diff", "--no-textconv", "--src-prefix=a/", "--dst-prefix=b/",
        "--end-of-options", commit, "--",
      ], since: commit, remedy: "use a commit, branch or tag that 'git log' knows")
    for (path, ranges) in Self.parse(diff) { lines["\(root)/\(path)"] = ranges }
    let others = try Self.git(
      ["-C", root, "ls-files", "-z", "--others", "--exclude-standard"], since: commit, remedy: nil)
    for path in others.split(separator: 0) {
      lines["\(root)/\(String(decoding: path, as: UTF8.self))"] = [1..<Int.max]
    }
  }

  /// Returns what git prints. An error names the option, and the remedy if git fails.
  private static func git(
    _ arguments: [String], since commit: String, remedy: String?
  ) throws(ConfigurationError) -> [UInt8] {
    let option = "--diff-base '\(commit)'"
    do {
      let (output, ending) = try ChildProcess.output(of: ["git"] + arguments, limit: limit)
      guard ending.status == 0 else {
        let sentence = "git \(ending.sentence)"
        throw ConfigurationError(
          path: option, line: 0, problem: remedy.map { "\(sentence); \($0)" } ?? sentence)
      }
      return output
    } catch let error as ConfigurationError {
      throw error
    } catch {
      throw ConfigurationError(path: option, line: 0, problem: "\(error)")
    }
  }

  /// Returns the new lines of each file in a diff.
  static func parse(_ diff: [UInt8]) -> [String: [Range<Int>]] {
    var found: [String: [Range<Int>]] = [:]
    var path: String?
    // The lines of a hunk that are left: they can look like headers.
    var (old, new) = (0..<0, 0..<0)
    // A line of the context, which GIT_DIFF_OPTS can ask for, may be empty.
    for line in diff.split(separator: .newline, omittingEmptySubsequences: false) {
      if !old.isEmpty || !new.isEmpty {
        switch line.first {
        case .backslash: continue
        case UInt8(ascii: "-"): old = old.dropFirst()
        case UInt8(ascii: "+"):
          if let path {
            let isNext = found[path]?.last?.upperBound == new.lowerBound
            let start = isNext ? found[path]?.removeLast().lowerBound : nil
            found[path, default: []].append((start ?? new.lowerBound)..<new.lowerBound + 1)
          }
          new = new.dropFirst()
        default: (old, new) = (old.dropFirst(), new.dropFirst())
        }
      } else if line.starts(with: "+++ ".utf8) {
        path = Self.path(inHeader: line.dropFirst(4))
      } else if line.starts(with: "@@ -".utf8) {
        let words = line.split(separator: .space)
        if words.count > 2 { (old, new) = (range(words[1]), range(words[2])) }
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

  /// Returns the path in `b/path`. Git quotes one with quotes or control characters as C does.
  private static func path(inHeader text: ArraySlice<UInt8>) -> String? {
    var name: [UInt8] = []
    if text.first == UInt8(ascii: "\"") {
      var rest = text.dropFirst()
      while let byte = rest.popFirst(), byte != UInt8(ascii: "\"") {
        guard byte == .backslash, let next = rest.popFirst() else {
          name.append(byte)
          continue
        }
        if let digit = octal(next) {
          // Three digits.
          let low = rest.prefix(2).reduce(digit) { $0 << 3 | (octal($1) ?? 0) }
          name.append(low)
          rest = rest.dropFirst(2)
        } else {
          name.append(letters[next] ?? next)
        }
      }
    } else {
      // A tab follows a name with blanks.
      name = Array(text.last == 0x09 ? text.dropLast() : text)
    }
    return name.starts(with: "b/".utf8) ? String(decoding: name.dropFirst(2), as: UTF8.self) : nil
  }

  private static func octal(_ byte: UInt8) -> UInt8? {
    (UInt8(ascii: "0")...UInt8(ascii: "7")).contains(byte) ? byte - UInt8(ascii: "0") : nil
  }

  /// The control characters that C has letters for.
  private static let letters: [UInt8: UInt8] = Dictionary(
    uniqueKeysWithValues: zip("abtnvfr".utf8, 7...13))

  /// Returns whether a finding, or a place that explains it, lies in a changed line.
  func contain(_ diagnostic: Diagnostic) -> Bool {
    let places = [diagnostic.location].compactMap { $0 } + diagnostic.related.map(\.location)
    return places.contains { place in
      lines[Paths.real(place.file)]?.contains { $0.contains(max(1, place.line)) } ?? false
    }
  }
}

extension Paths {
  /// Returns the absolute path without links; `path` if there is no such file.
  static func real(_ path: String) -> String {
    ProjectFiles.real(path).flatMap { String(validating: $0, as: UTF8.self) } ?? path
  }
}
