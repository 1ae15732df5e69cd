import GLESKitSupport

/// The shaders in a file, and why other parts of it are not checked.
struct ShadersInFile {
  var shaders: [ShaderInput] = []
  var skipped: [SkippedPart] = []
  /// Whether the text around the shaders is in another language, as in a program.
  var isProgram = false

  /// Makes the list of a file that is one shader, or of one that holds none.
  init(_ shaders: [ShaderInput] = []) { self.shaders = shaders }

  /// Returns why a file is not checked whose `#version` line the kind ignores: it is in a later
  /// version of the language. `nil` for other files.
  static func later(_ bytes: [UInt8], _ kind: Configuration.FileKind) -> ShadersInFile? {
    guard kind.assembly.ignoresVersion, FileParts.laterVersion(bytes) != nil else { return nil }
    var found = ShadersInFile()
    found.skipped = [SkippedPart(reason: "a #version line later than 1.20")]
    found.isProgram = true
    return found
  }

  /// Finds the shaders of a file whose kind is `both`, `sections` or `host`.
  init(_ path: String, _ bytes: [UInt8], _ kind: Configuration.FileKind) {
    if let later = Self.later(bytes, kind) {
      self = later
      return
    }
    switch kind.content {
    case .both: shaders = FileParts.byDefinition(path, bytes)
    case .sections:
      shaders = FileParts.sections(path, bytes)
      if shaders.isEmpty {
        skipped = [
          SkippedPart(
            reason: "no section [vertex] or [fragment], and no line such as $$ between two shaders")
        ]
      }
    default:
      isProgram = true
      guard let code = HostCode(path, StandIn.apply(kind.assembly.standIns, to: bytes)) else {
        skipped = [
          SkippedPart(reason: "a program in a language whose strings shaderlint cannot read")
        ]
        return
      }
      shaders = code.shaders.map { shader in
        var shader = shader
        shader.original = bytes
        return shader
      }
      skipped = code.skipped
    }
  }

  /// Leaves out shaders on lines that a tool made of many.
  mutating func leaveOutMinified() {
    for shader in shaders where Self.isMinified(shader) {
      skipped.append(SkippedPart(line: shader.firstLine, reason: SkipReason.minified))
    }
    shaders.removeAll(where: Self.isMinified)
  }

  /// The most bytes of a script around a shader on the same lines.
  private static let longestLine = 10_000

  private static func isMinified(_ shader: ShaderInput) -> Bool {
    guard HostCode.isWeb(shader.path), let bytes = shader.original, let range = shader.range else {
      return false
    }
    let before = bytes[..<range.lowerBound].suffix(longestLine).reversed()
    let after = bytes[range.upperBound...].prefix(longestLine)
    let lengths = [before.prefix { $0 != .newline }.count, after.prefix { $0 != .newline }.count]
    return lengths[0] + lengths[1] >= longestLine
  }
}
