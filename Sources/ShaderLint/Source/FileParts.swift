import CompilerLogs
import GLESKitSupport

/// Splits a file that holds several shaders.
///
/// In the text of each part, all other text is replaced by blanks, so that lines and columns are
/// those of the file.
enum FileParts {
  /// Returns the two shaders of a file in which `VERTEX` and `FRAGMENT` choose the stage.
  static func byDefinition(_ path: String, _ bytes: [UInt8]) -> [ShaderInput] {
    [(ShaderStage.vertex, "VERTEX"), (.fragment, "FRAGMENT")].map { stage, name in
      var input = ShaderInput(path: path, stage: stage, bytes: bytes)
      input.part = stage.rawValue
      input.definitions = [AssemblyOptions.Definition(name)]
      input.original = bytes
      return input
    }
  }

  /// Returns the shaders of a file with lines `[vertex]` and `[fragment]`, each of which starts the
  /// text of a stage, or with one line of marks, such as `$$`, between both.
  static func sections(_ path: String, _ bytes: [UInt8]) -> [ShaderInput] {
    var inputs: [ShaderInput] = []
    var current: (stage: ShaderStage, start: Int)?
    func add(_ stage: ShaderStage, _ range: Range<Int>) {
      var input = ShaderInput(path: path, stage: stage, bytes: blanked(bytes, except: range))
      input.part = stage.rawValue
      input.original = bytes
      input.range = range
      inputs.append(input)
    }
    func finish(_ end: Int) {
      guard let section = current else { return }
      add(section.stage, section.start..<end)
      current = nil
    }
    var divider: Range<Int>?
    var start = 0
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: .newline) ?? bytes.count
      let line = String(decoding: bytes[start..<end], as: UTF8.self)
        .split(whereSeparator: \.isWhitespace).joined()
      if line.hasPrefix("["), line.hasSuffix("]") {
        finish(start)
        if let stage = ShaderStage(rawValue: String(line.dropFirst().dropLast())) {
          current = (stage, min(end + 1, bytes.count))
        }
      } else if line.utf8.count > 1, Set(line).isSubset(of: "$@%=~-") {
        divider = start..<end
      }
      start = end + 1
    }
    finish(bytes.count)
    if inputs.isEmpty, let divider {
      let parts = [0..<divider.lowerBound, divider.upperBound..<bytes.count]
      let found = parts.map { HostCode.Evidence(bytes[$0]) }
      guard found.allSatisfy(\.hasMain), let first = found[0].stage, let second = found[1].stage,
        first != second
      else { return [] }
      add(first, parts[0])
      add(second, parts[1])
    }
    return inputs
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
