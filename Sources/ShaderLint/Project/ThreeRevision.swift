import CompilerLogs
import GLESKitSupport

/// What programs tell about the three.js that compiles their shaders.
///
/// From r118 on it uses WebGL 2 and compiles all shaders but those of a RawShaderMaterial as GLSL
/// ES 3.00, with macros for what that lacks.
enum ThreeRevision {
  /// Marks that are no names: a revision from r118 on, one before, and shaders that three.js does
  /// not complete.
  static let (later, earlier, raw) = ("three.js from r118", "three.js before r118", "raw shaders")
  /// The mark of a program that uses three.js of any revision.
  static let any = "three.js"

  /// Returns the marks of a program or of a `package.json`, and the name that three.js'
  /// GPUComputationRenderer defines in shaders.
  static func marks(in bytes: [UInt8]) -> Set<String> {
    var marks: Set<String> = []
    let quote = UInt8(ascii: "\"")
    for word in ["\"three\"", "three@", "three.js/", "REVISION"] as [StaticString] {
      var rest = bytes[...]
      while let start = rest.withUnsafeBufferPointer({ $0.find(word) }) {
        rest = rest.dropFirst(start + word.utf8CodeUnitCount)
        // As in `"three": "^0.144.0"`, `three@0.144`, `REVISION = '144'`. npm installs the newest
        // of a range such as `">= 0.102.0 < 0.131.0"`.
        let quoted = rest.prefix(60).drop { ": \"".utf8.contains($0) }.prefix { $0 != quote }
        let bound = quoted.lastIndex(of: UInt8(ascii: "<"))
        let isRange = rest.starts(with: [UInt8(ascii: ":")]) && bound != nil
        let number = (isRange ? quoted[(bound ?? 0)...] : rest.prefix(20))
          .drop { " :='\"^~<>rv0".utf8.contains($0) }
          .drop { $0 == UInt8(ascii: ".") }.prefix(while: \.isDigit)
        guard let revision = Int(String(decoding: number, as: UTF8.self)), number.count < 4 else {
          continue
        }
        if revision >= 40 { marks.insert(revision < 118 ? earlier : later) }
      }
    }
    func contains(_ words: StaticString...) -> Bool { HostCode.find(words, in: bytes) }
    let uses: [StaticString] = [
      "three.min.js", "from 'three'", "from \"three\"", "require('three')", "require(\"three\")",
    ]
    if !marks.isEmpty || HostCode.find(uses, in: bytes) { marks.insert(any) }
    if contains("GPUComputationRenderer") { marks.insert("resolution") }
    // three.js itself has both words, and its revision.
    if contains("RawShaderMaterial", "createShader"), !contains("REVISION") { marks.insert(raw) }
    return marks
  }
}
