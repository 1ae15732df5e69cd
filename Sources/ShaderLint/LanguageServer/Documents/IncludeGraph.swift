import GLESKitSupport
import GLSL

/// Which shaders of the workspace include a file.
struct IncludeGraph {
  /// The names in the `#include` lines of each file.
  private var names: [String: [String]] = [:]

  /// The files.
  var paths: [String] { names.keys.sorted() }

  /// Notes a file; `nil` for one that is gone.
  mutating func note(_ path: String, _ scan: Scan?, _ bytes: [UInt8]) {
    guard let scan else {
      names[path] = nil
      return
    }
    let tokens = scan.tokens
    var found: [String] = []
    for index in scan.hashes {
      guard index + 1 < tokens.count, tokens[index + 1].is(.include) else { continue }
      let start = tokens[index + 1].range.upperBound
      let end = bytes[start...].firstIndex(where: \.isLineEnd) ?? bytes.count
      if let (name, _) = AssemblyBuilder.includeName(bytes[start..<end]) { found.append(name) }
    }
    names[path] = found
  }

  /// Returns the files that include a file, directly or through others, in order.
  ///
  /// - Parameter options: Returns the options of a file, with the folders that its includes are
  ///   searched in.
  func includers(of path: String, options: (String) -> AssemblyOptions) -> [String] {
    var found: Set<String> = []
    var open = [path]
    while let wanted = open.popLast() {
      let name = Paths.name(of: wanted)
      for (file, included) in names where !found.contains(file) && file != path {
        // The last component decides most cases without looking for files.
        let isIncluded = included.contains { text in
          name.hasPrefix(Paths.name(of: text))
            && options(file).candidates(for: text, in: [Paths.folder(of: file)]).contains(wanted)
        }
        if isIncluded {
          found.insert(file)
          open.append(file)
        }
      }
    }
    return found.sorted()
  }
}
