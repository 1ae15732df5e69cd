import CompilerLogs
import GLSL

extension Configuration.FileKind {
  /// Returns what a file in a folder is by its text, where no configuration says it: a program that
  /// may hold shaders, both shaders of a program, or a shader in a file of another kind. `nil` for
  /// other files, and for shaders that are found by their names.
  ///
  /// - Parameter unread: Why a file without the name of a shader is not read otherwise.
  static func told(byTextOf path: String, _ unread: String?, _ files: ProjectFiles) -> Self? {
    let name = ShaderName(path)
    if name.isShader {
      guard name.certainStage == nil, let bytes = try? files.read(path, limit: Assembler.sizeLimit)
      else { return nil }
      return Self(bothIn: bytes)
    }
    switch unread {
    case SkipReason.program: return .host
    case SkipReason.unknownKind:
      guard let bytes = try? files.read(path, limit: Assembler.sizeLimit) else { return nil }
      if let both = Self(bothIn: bytes) { return both }
      let scan = Scan(bytes)
      return HostCode.Evidence(bytes[...]).isShader && ShaderNames.startsLikeShader(scan)
        && ShaderNames.stage(of: name, scan) != nil ? Self() : nil
    case nil where HostCode.isHost(path):
      let bytes = (try? files.read(path, limit: HostCode.sizeLimit)) ?? []
      return HostCode.mayHoldShader(bytes[...]) ? .host : nil
    default: return nil
    }
  }

  /// Makes the kind of a text with both shaders of a program; `nil` for other texts.
  private init?(bothIn bytes: [UInt8]) {
    self.init()
    if !FileParts.stageMacros(bytes).isDisjoint(with: ["VERTEX", "VERTEX_SHADER"]),
      ShaderNames.hasMain(Scan(bytes))
    {
      content = .both
    } else if !FileParts.sections("", bytes).isEmpty {
      content = .sections
    } else {
      return nil
    }
  }
}
