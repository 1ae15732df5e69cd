import CompilerLogs

/// The files in a folder, by what their names have in common with those of their partners.
struct ShaderFolder {
  private struct Key: Hashable {
    var stem: Substring
    var stage: ShaderStage
  }

  private var paths: [Key: [String]] = [:]

  init(_ files: [String]) {
    for path in files {
      let name = ShaderName(path)
      guard name.isShader else { continue }
      for stage in ShaderStage.allCases where name.certainStage ?? stage == stage {
        paths[Key(stem: name.stem(as: stage), stage: stage), default: []].append(path)
      }
    }
  }

  /// Returns the files with a stem that may be shaders of a stage.
  func files(_ stem: Substring, _ stage: ShaderStage) -> [String] {
    paths[Key(stem: stem, stage: stage)] ?? []
  }
}
