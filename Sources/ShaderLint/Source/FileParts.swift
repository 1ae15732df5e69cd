import CompilerLogs
import GLESKitSupport
import GLSL

/// Splits a file that holds several shaders.
///
/// In the text of each part, all other text is replaced by blanks, so that lines and columns are
/// those of the file.
enum FileParts {
  /// Returns the two shaders of a file in which `VERTEX` and `FRAGMENT` choose the stage, or
  /// `VERTEX_SHADER` and `FRAGMENT_SHADER`.
  static func byDefinition(_ path: String, _ bytes: [UInt8]) -> [ShaderInput] {
    let macros = stageMacros(bytes)
    let isShort = macros.isEmpty || !macros.isDisjoint(with: ["VERTEX", "FRAGMENT"])
    let suffix = isShort ? "" : "_SHADER"
    return [(ShaderStage.vertex, "VERTEX"), (.fragment, "FRAGMENT")].map { stage, name in
      var input = ShaderInput(path: path, stage: stage, bytes: bytes)
      input.part = stage.rawValue
      input.definitions = [AssemblyOptions.Definition(name + suffix)]
      input.original = bytes
      return input
    }
  }

  /// Returns the macros of conditions that choose a stage.
  static func stageMacros(_ bytes: [UInt8]) -> Set<String> {
    let names: Set = ["VERTEX", "FRAGMENT", "VERTEX_SHADER", "FRAGMENT_SHADER"]
    var found: Set<String> = []
    for line in bytes.split(whereSeparator: \.isLineEnd)
    where line.first(where: { !$0.isBlank }) == .hash && HostCode.find("if", in: line) {
      let words = String(decoding: line, as: UTF8.self)
        .split { !$0.isLetter && !$0.isNumber && $0 != "_" }
      found.formUnion(names.intersection(words.map(String.init)))
    }
    return found
  }

  /// Returns the shaders of a file in which a line starts the text of a stage, such as `[vertex]`,
  /// `---VERTEX SHADER---`, `#shader vertex` or `//@Begin_vertex`, or with one line of marks, such
  /// as `$$` or `__split__`, between both.
  static func sections(_ path: String, _ bytes: [UInt8]) -> [ShaderInput] {
    // The stages with the places of their lines, and lines such as `[other]`.
    var bracketed: [(stage: ShaderStage?, line: Range<Int>)] = []
    var named: [(stage: ShaderStage?, line: Range<Int>)] = []
    var dividers: [Range<Int>] = []
    let marks = Set("$@%=~-")
    var start = 0
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: .newline) ?? bytes.count
      let first = bytes[start..<end].first { !$0.isBlank }
      defer { start = end + 1 }
      // Most lines of large programs are not looked at.
      guard end - start < 100, let first, "[-#/@$%=~_".utf8.contains(first) else { continue }
      let text = String(decoding: bytes[start..<end], as: UTF8.self)
      let line = text.split(whereSeparator: \.isWhitespace).joined()
      if line.hasPrefix("["), line.hasSuffix("]") {
        bracketed.append((ShaderStage(rawValue: String(line.dropFirst().dropLast())), start..<end))
      } else if let stage = stage(ofLine: text) {
        named.append((stage, start..<end))
      } else if line.utf8.count > 1, !line.contains(";"),
        Set(line).isSubset(of: marks) || line.hasPrefix("__") && line.hasSuffix("__")
      {
        dividers.append(start..<end)
      }
    }
    func parts(_ lines: [(stage: ShaderStage?, line: Range<Int>)]) -> [ShaderInput] {
      let ends = lines.dropFirst().map(\.line.lowerBound) + [bytes.count]
      return zip(lines, ends).compactMap { first, end in
        first.stage.map { part(path, bytes, $0, min(first.line.upperBound + 1, end)..<end) }
      }
    }
    if bracketed.contains(where: { $0.stage != nil }) { return parts(bracketed) }
    // Comments can name stages, too.
    if let first = named.first, Set(named.map(\.stage)).count == named.count, named.count == 2,
      Scan(Array(bytes[..<first.line.lowerBound])).tokens.isEmpty
    {
      let found = parts(named)
      if found.allSatisfy({ HostCode.Evidence(bytes[$0.range ?? 0..<0]).hasMain }) { return found }
    }
    for divider in dividers {
      let ranges = [0..<divider.lowerBound, divider.upperBound..<bytes.count]
      let found = ranges.map { HostCode.Evidence(bytes[$0]) }
      guard found.allSatisfy(\.hasMain), let first = found[0].stage, let second = found[1].stage,
        first != second
      else { continue }
      return [part(path, bytes, first, ranges[0]), part(path, bytes, second, ranges[1])]
    }
    return []
  }

  private static func part(
    _ path: String, _ bytes: [UInt8], _ stage: ShaderStage, _ range: Range<Int>
  ) -> ShaderInput {
    var input = ShaderInput(path: path, stage: stage, bytes: blanked(bytes, except: range))
    input.part = stage.rawValue
    input.original = bytes
    input.range = range
    return input
  }

  /// Returns the stage that a line names without other words than such as `shader` and `begin`.
  private static func stage(ofLine line: String) -> ShaderStage? {
    guard !line.contains(where: { ";(){},".contains($0) }) else {
      return nil
    }
    let words = line.lowercased().split { !$0.isLetter }.map(String.init)
      .filter { !["begin", "start", "shader", "program", "type", "glsl"].contains($0) }
    switch words {
    case ["vertex"], ["vert"]: return .vertex
    case ["fragment"], ["frag"]: return .fragment
    default: return nil
    }
  }

  /// Returns the version in the first `#version` line if it is later than GLSL ES 1.00 and its
  /// desktop siblings 1.10 and 1.20; `nil` otherwise.
  static func laterVersion(_ bytes: [UInt8]) -> String? {
    for line in bytes.split(whereSeparator: \.isLineEnd) where line.contains(.hash) {
      let words = line.split(whereSeparator: \.isBlank).prefix(2)
        .map { String(decoding: $0, as: UTF8.self) }
      guard words.count == 2, words[0] == "#version" else { continue }
      return ["100", "110", "120"].contains(words[1]) ? nil : words[1]
    }
    return nil
  }

  /// Returns `bytes` with blanks outside `range`. Line ends stay.
  static func blanked(_ bytes: [UInt8], except range: Range<Int>) -> [UInt8] {
    var text = bytes
    for index in text.indices where !range.contains(index) && !text[index].isLineEnd {
      text[index] = .space
    }
    return text
  }
}
