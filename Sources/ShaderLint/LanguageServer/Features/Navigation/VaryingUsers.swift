import CompilerLogs
import GLESKitSupport
import GLSL

/// Shaders of other files that may be linked with those that declare a varying.
///
/// Names tell the pairs of some shaders, and files those of others: a varying that both stages of
/// a file or a pair declare needs no other shader. One that only one stage declares, such as that
/// of a filter without a vertex shader, may be linked with any shader of the other stage.
struct VaryingUsers {
  /// The shaders of other files.
  private(set) var connected: [CheckedUnit] = []

  init(_ name: String, _ known: [CheckedUnit], _ workspace: Workspace) {
    var rest: [(unit: CheckedUnit, isOpen: Bool)] = []
    func note(_ unit: CheckedUnit) -> (unit: CheckedUnit, isOpen: Bool) {
      let isPaired = workspace.related(to: unit).contains {
        $0.facts.stage != unit.facts.stage && $0.declaresVarying(name)
      }
      return (unit, !isPaired)
    }
    let word = Array(name.utf8)
    let keys = Set(known.map(\.key))
    for path in workspace.shaderFiles {
      guard let text = workspace.text(path), text.bytes.find(word, from: 0) != nil else { continue }
      for unit in workspace.variants(of: path)
      where !unit.isGuess && unit.key.variant == 0 && !keys.contains(unit.key)
        && unit.declaresVarying(name)
      {
        rest.append(note(unit))
      }
    }
    var reached = known.filter { $0.declaresVarying(name) }.map(note)
    while let (unit, isOpen) = reached.popLast() {
      let related = Set(workspace.related(to: unit).map(\.key))
      rest.removeAll { other in
        let isOther = other.unit.facts.stage != unit.facts.stage
        guard related.contains(other.unit.key) || isOther && (isOpen || other.isOpen) else {
          return false
        }
        connected.append(other.unit)
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
}
