import GLESKitSupport

/// The shaders in a file, and why other parts of it are not checked.
struct FileShaders {
  /// A part of a file that is not checked.
  struct Skip: Hashable {
    /// The line at which the part begins; 0 for the whole file.
    var line = 0
    var reason: String
  }

  var shaders: [ShaderInput] = []
  var skipped: [Skip] = []
  /// Whether the file is a program, so that the text around its shaders is in another language.
  var isProgram = false

  /// Makes the list of a file that is one shader, or of one that holds none.
  init(_ shaders: [ShaderInput] = []) { self.shaders = shaders }

  /// Finds the shaders of a file whose kind is `both`, `sections` or `host`.
  init(_ path: String, _ bytes: [UInt8], _ kind: Configuration.FileKind) {
    if kind.ignoresVersion, FileParts.laterVersion(bytes) != nil {
      skipped = [Skip(reason: "a #version line later than 1.20")]
      return
    }
    switch kind.content {
    case .both: shaders = FileParts.byDefinition(path, bytes)
    case .sections:
      shaders = FileParts.sections(path, bytes)
      if shaders.isEmpty { skipped = [Skip(reason: "no section [vertex] or [fragment]")] }
    default:
      isProgram = true
      guard let code = HostCode(path, bytes) else {
        skipped = [Skip(reason: "a program in a language whose strings shaderlint cannot read")]
        return
      }
      shaders = code.shaders
      skipped = code.skipped
    }
  }
}
