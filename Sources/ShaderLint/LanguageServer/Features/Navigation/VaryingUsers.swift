import CompilerLogs
import GLESKitSupport
import GLSL

/// Shaders of other files that may be linked with those that declare a varying.
///
/// Names tell the pairs of some shaders, and files those of others: a varying that both stages of
/// a file or a pair declare needs no other shader. One that only one stage declares, such as that
/// of a filter without a vertex shader, may be linked with any shader of the other stage.
struct VaryingUsers {
  private typealias User = (shader: ShaderInput, isOpen: Bool)

  /// The shaders of other files.
  private(set) var connected: [ShaderInput] = []

  init(_ name: String, _ known: [CheckedUnit], _ workspace: Workspace) {
    var answers: [String: Bool] = [:]
    func declares(_ shader: ShaderInput) -> Bool {
      if let known = answers[shader.name] { return known }
      let answer = workspace.declaresVarying(name, shader)
      answers[shader.name] = answer
      return answer
    }
    func user(_ shader: ShaderInput) -> User {
      let isPaired = workspace.related(to: shader).contains {
        $0.stage != shader.stage && declares($0)
      }
      return (shader, !isPaired)
    }
    let word = Array(name.utf8)
    let names = Set(known.map(\.input.name))
    var rest: [User] = []
    for path in workspace.shaderFiles {
      guard let text = workspace.text(path), text.bytes.contains(word: word) else { continue }
      for shader in workspace.shaders(in: path).shaders
      where !names.contains(shader.name) && declares(shader) {
        rest.append(user(shader))
      }
    }
    var reached = known.filter { $0.declaresVarying(name) }.map { unit in
      var shader = unit.input
      // That of a file that others include may be guessed.
      shader.stage = unit.facts.stage
      return user(shader)
    }
    while let (shader, isOpen) = reached.popLast() {
      let related = Set(workspace.related(to: shader).map(\.name))
      rest.removeAll { other in
        let isOther = other.shader.stage != shader.stage
        guard related.contains(other.shader.name) || isOther && (isOpen || other.isOpen) else {
          return false
        }
        connected.append(other.shader)
        reached.append(other)
        return true
      }
    }
  }
}

extension CheckedUnit {
  fileprivate func declaresVarying(_ name: String) -> Bool {
    checked.tree.symbols.contains { $0.isVarying && $0.name == name }
  }
}

extension Symbol {
  /// Whether it is declared as a varying.
  var isVarying: Bool { isGlobal && storage == .varying && item >= 0 }
}

extension Workspace {
  /// The files of the open folders that may hold shaders, and the open documents.
  var shaderFiles: [String] {
    indexIncludes(.max)
    // Other projects on which one depends are not changed with it.
    let files = graph.programs.union(graph.paths).filter {
      !$0.contains("/node_modules/") && !configuration(for: $0).excludes($0)
    }
    return files.union(documents.keys).sorted()
  }

  /// Returns the shaders that a shader may be linked with: in a program, all others of the file.
  fileprivate func related(to shader: ShaderInput) -> [ShaderInput] {
    let found = shaders(in: shader.path)
    return found.isProgram
      ? found.shaders.filter { $0.part != shader.part } : partners(of: shader)
  }

  /// Whether a shader declares a varying. The words of a text tell it, unless directives or macros
  /// choose among them or add others; then the shader is checked, which takes much longer.
  fileprivate func declaresVarying(_ name: String, _ shader: ShaderInput) -> Bool {
    var added = assemblyOptions(for: shader.path)
    added.includeFolders = []
    added.includeSuffixes = []
    let permutations = options.permutations + configuration(for: shader.path).permutations
    guard added == AssemblyOptions(), shader.definitions.isEmpty,
      options.assembly.definitions.isEmpty, permutations.isEmpty,
      let scan = (shader.bytes ?? text(shader.path)?.bytes).map({ Scan($0) }),
      scan.hashes.allSatisfy({ hash in
        hash + 1 < scan.tokens.count && Self.settings.contains(scan.tokens[hash + 1].tag)
      })
    else { return variants(of: shader).first?.declaresVarying(name) ?? false }
    let word = Word(name)
    var isVarying = false
    for token in scan.tokens {
      if token.is(";") || token.is("}") || token.is("{") { isVarying = false }
      if token.is(Self.varying) { isVarying = true }
      if isVarying, token.is(word) { return true }
    }
    return false
  }

  private static let varying = Word("varying")
  /// The directives that leave the words of a text as they are.
  private static let settings = Set(["version", "extension", "pragma"].map { Word($0).tag })
}
