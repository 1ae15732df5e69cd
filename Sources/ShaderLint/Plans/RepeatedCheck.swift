import CompilerLogs
import GLESKitSupport
import GLSL
import Profiling

/// A check that is repeated when files change, for `--watch`: only shaders and programs that depend
/// on a changed file are checked again.
package struct RepeatedCheck {
  /// The findings of all inputs.
  package private(set) var report: LintReport

  private let options: LintOptions
  private let profiler: Profiler
  private let inputs: LintInputs
  /// The names in the folders of the inputs. A file that appears or goes changes the inputs.
  private let names: [String: [String]]

  /// Checks all inputs.
  ///
  /// - Throws: As ``Linter/run(_:progress:)``.
  package init(_ inputs: LintInputs, _ options: LintOptions, profiler: Profiler) throws {
    self.inputs = inputs
    self.options = options
    self.profiler = profiler
    names = Self.names(in: inputs.folders)
    report = try Linter(options, profiler: profiler).run(inputs)
  }

  private static func names(in folders: [String]) -> [String: [String]] {
    Dictionary(folders.map { ($0, (try? Files.list($0)) ?? []) }, uniquingKeysWith: { $1 })
  }

  /// The files and folders whose changes matter.
  package var watched: [String] {
    inputs.folders + inputs.shaders.map(\.path) + report.readFiles + report.configurations
  }

  /// Checks again what depends on files that have changed, and updates ``report``.
  ///
  /// - Returns: The number of shaders that were checked; `nil` if the changes may affect which
  ///   shaders there are, so that the inputs have to be collected again.
  /// - Throws: As ``Linter/run(_:progress:)``.
  package mutating func update(_ changed: [String]) throws -> Int? {
    let files = changed.filter { names[$0] == nil }
    let folders = changed.filter { names[$0] != nil }
    guard Self.names(in: folders).allSatisfy({ names[$0.key] == $0.value }) else { return nil }
    guard files.allSatisfy(hasOnlyText) else { return nil }
    if files.isEmpty { return 0 }

    let changedFiles = Set(files)
    var affected = Set(
      report.units.filter { $0.kind == .shader && isAffected($0, by: changedFiles) }.map(\.file))
    // The other shader of a program is linked again.
    for program in inputs.programs {
      let paths = [inputs.shaders[program.vertex].path, inputs.shaders[program.fragment].path]
      if !affected.isDisjoint(with: paths) { affected.formUnion(paths) }
    }
    let part = inputs.part { affected.contains($0.path) }
    let update = try Linter(options, profiler: profiler).run(part)
    guard merge(update) else { return nil }
    return update.shaderCount
  }

  private func isAffected(_ unit: LintReport.Unit, by changed: Set<String>) -> Bool {
    changed.contains(unit.file) || !changed.isDisjoint(with: unit.files)
      // A file that was missing may be there now.
      || unit.diagnostics.contains { [.includeNotFound, .unreadableFile].contains($0.rule) }
  }

  /// Whether a change of a file changes nothing but the text of shaders.
  private func hasOnlyText(_ path: String) -> Bool {
    guard report.readFiles.contains(path), !report.configurations.contains(path) else {
      return false
    }
    if let input = inputs.shaders.first(where: { $0.path == path }) { return input.bytes == nil }
    // A file that others include may become a shader.
    let name = ShaderName(path)
    guard name.needsText, let bytes = try? inputs.files.read(path, limit: 1 << 20) else {
      return true
    }
    return ShaderNames.stage(of: name, Scan(bytes)) == nil
  }

  /// Takes the findings of a part of the inputs. Returns whether the same files were read, so that
  /// notes about files that no shader includes stay right, and the same permutations checked.
  private mutating func merge(_ update: LintReport) -> Bool {
    func key(_ unit: LintReport.Unit) -> String { "\(unit.kind.rawValue) \(unit.name)" }
    let new = Dictionary(update.units.map { (key($0), $0) }, uniquingKeysWith: { $1 })
    var before: Set<String> = []
    var count = 0
    for index in report.units.indices {
      let unit = report.units[index]
      guard let found = new[key(unit)] else { continue }
      before.formUnion(unit.files)
      count += 1
      report.units[index] = found
    }
    report.sources.merge(update.sources) { $1 }
    return before == Set(update.readFiles) && count == new.count
  }
}

extension LintInputs {
  /// Returns the shaders that fulfill a condition, and the programs of two of them.
  fileprivate func part(_ isWanted: (ShaderInput) -> Bool) -> LintInputs {
    var part = LintInputs()
    part.texts = texts
    part.files = files
    var indices: [Int: Int] = [:]
    for (index, shader) in shaders.enumerated() where isWanted(shader) {
      indices[index] = part.shaders.count
      part.shaders.append(shader)
    }
    part.programs = programs.compactMap { program in
      guard let vertex = indices[program.vertex], let fragment = indices[program.fragment] else {
        return nil
      }
      return Pair(vertex: vertex, fragment: fragment)
    }
    return part
  }
}
