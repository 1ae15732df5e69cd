/// What a file's name says about the shader in it.
///
/// The extension of `a.vert` and `a.vert.glsl` tells the stage. A word for the stage before
/// `.glsl`, as in `a_vs.glsl`, `aFrag.glsl` and `vertex_shader.glsl`, suggests one: `blurVert.glsl`
/// may blur vertically, and `fogFrag.glsl` may be text that others include. A single `v` or `f`, as
/// in `a_v.glsl`, only tells which files belong together.
package struct ShaderName: Hashable, Sendable {
  /// The stage; `nil` if the name does not tell it.
  package private(set) var stage: ShaderStage?
  /// Whether the text decides if the file is a shader or a part of others, and of which stage.
  package private(set) var needsText = false
  /// The path up to what tells the stage.
  private var stem: Substring

  /// The endings of texts of either stage.
  private static let containers = ["glsl", "glsles"]
  /// The endings that belong to shaders only after one for a stage, as in `a.vert.shader`.
  private static let suffixes = ["shader", "fx"]
  /// The endings of files that may be shaders.
  package static let endings = ShaderStage.allCases.flatMap(\.words) + containers

  /// Reads a path.
  package init(_ path: String) {
    // Paths are split at bytes, which takes a fifth of the time that characters take.
    stem = path[...]
    guard let (ending, before) = Self.ending(of: stem[Self.nameStart(stem)...]) else { return }
    if let stage = ShaderStage(word: ending) {
      take(stage, before, path)
      return
    }
    let isContainer = Self.containers.contains(ending)
    guard isContainer || Self.suffixes.contains(ending) else { return }
    if let (inner, rest) = Self.ending(of: before), let stage = ShaderStage(word: inner) {
      take(stage, rest, path)
      return
    }
    guard isContainer else { return }
    needsText = true
    stem = path[..<before.endIndex]
    let word = Self.strip("shader", from: before) ?? before
    for stage in ShaderStage.allCases {
      if let rest = stage.words.lazy.compactMap({ Self.strip($0, from: word) }).first {
        take(stage, rest, path)
      }
    }
  }

  private mutating func take(_ stage: ShaderStage, _ rest: Substring, _ path: String) {
    self.stage = stage
    stem = path[..<rest.endIndex]
  }

  /// The stage, if it is certain.
  package var certainStage: ShaderStage? { needsText ? nil : stage }

  /// Whether a file of this name may be a shader.
  package var isShader: Bool { needsText || stage != nil }

  /// Returns what the path has in common with those of a shader's partners.
  package func stem(as stage: ShaderStage) -> Substring {
    guard self.stage == nil, needsText else { return stem }
    let rest = Self.strip(stage.initial, from: stem[Self.nameStart(stem)...])
    return rest.map { stem[..<$0.endIndex] } ?? stem
  }

  private static func nameStart(_ path: Substring) -> Substring.Index {
    path.utf8.lastIndex(of: slash).map(path.utf8.index(after:)) ?? path.startIndex
  }

  private static let slash = UInt8(ascii: "/")
  private static let point = UInt8(ascii: ".")
  private static let separators = Set("._-".utf8)

  /// Returns the text after the last point, in lower case, and the text before it.
  private static func ending(of name: Substring) -> (String, Substring)? {
    guard let last = name.utf8.lastIndex(where: { $0 != Self.point }) else { return nil }
    let name = name.utf8[...last]
    guard let point = name.lastIndex(of: Self.point) else { return nil }
    return (Substring(name[name.index(after: point)...]).lowercased(), Substring(name[..<point]))
  }

  /// Removes a word at the end of a name: all of it, `_vs` and `-vs`, `VS` or `Vert`.
  private static func strip(_ word: String, from name: Substring) -> Substring? {
    guard name.utf8.count >= word.utf8.count,
      name.suffix(word.utf8.count).lowercased() == word
    else { return nil }
    let rest = name.dropLast(word.utf8.count)
    guard let last = rest.utf8.last else { return rest }
    if separators.contains(last) { return rest.dropLast() }
    let tail = name[rest.endIndex...]
    let isCapital =
      tail == word.uppercased() || tail == word.prefix(1).uppercased() + word.dropFirst()
    let isUpper = UInt8(ascii: "A")...UInt8(ascii: "Z") ~= last
    return isCapital && !isUpper && word.utf8.count > 1 ? rest : nil
  }
}
