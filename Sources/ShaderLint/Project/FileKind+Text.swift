import CompilerLogs
import GLSL

extension Configuration.FileKind {
  /// Returns what a file in a folder is by its text, where no configuration says it: a program that
  /// may hold shaders, both shaders of a program, or a shader in a file of another kind. `nil` for
  /// other files, and for shaders that are found by their names.
  ///
  /// - Parameters:
  ///   - unread: Why a file without the name of a shader is not read otherwise.
  ///   - text: The text; `nil` if it can't be read.
  static func told(
    byTextOf path: String, _ unread: SkipReason.Unread?, _ text: @autoclosure () -> [UInt8]?
  ) -> Self? {
    let name = ShaderName(path)
    if name.isShader {
      guard name.certainStage == nil, let bytes = text() else { return nil }
      return Self(bothIn: bytes)
    }
    switch unread {
    case .program: return .host
    case .otherKind:
      guard let bytes = text() else { return nil }
      if let both = Self(bothIn: bytes) { return both }
      let scan = Scan(bytes)
      return HostCode.Evidence(bytes[...]).isShader && ShaderNames.startsLikeShader(scan)
        && ShaderNames.stage(of: name, scan) != nil ? Self() : nil
    case nil where HostCode.isHost(path):
      return HostCode.mayHoldShader((text() ?? [])[...]) ? .host : nil
    case .cocos, nil: return nil
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

extension Configuration {
  /// Returns what a file is that is named or open: what this says of it, else a program, or both
  /// shaders of one. `nil` for others, whose stage is found in other ways.
  ///
  /// - Parameters:
  ///   - stage: The stage that the user gives to files whose names tell none.
  ///   - text: The text; `nil` if it can't be read.
  func kind(
    ofNamed path: String, _ stage: ShaderStage?, _ text: @autoclosure () -> [UInt8]?
  ) -> FileKind? {
    if let kind = kind(ofFile: path) ?? (HostCode.isHost(path) ? .host : nil) { return kind }
    guard stage == nil, files.isEmpty else { return nil }
    lazy var text = text()
    let unread = ShaderName(path).isShader ? nil : SkipReason.unread(path, text)
    let kind = FileKind.told(byTextOf: path, unread, text)
    return kind?.content == nil ? nil : kind
  }
}
