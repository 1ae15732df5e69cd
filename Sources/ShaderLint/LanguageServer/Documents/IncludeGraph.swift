import GLESKitSupport
import GLSL

/// Which shaders of the workspace include a file.
///
/// The files of folders are noted one after the other, while an editor asks for nothing.
struct IncludeGraph {
  /// The names in the `#include` lines of each file.
  private var names: [String: [String]] = [:]
  /// The files with such a name, by its last component.
  private var files: [String: [String]] = [:]
  /// The programs of the folders, whose strings may hold shaders or name their variables.
  private(set) var programs: Set<String> = []
  /// The files that are to be noted.
  private var walk: InputCollector.Walk

  init(_ folders: [String] = [], _ scope: ProjectFiles = ProjectFiles(followsLinks: true)) {
    walk = InputCollector.Walk(through: folders, scope)
  }

  /// Whether all files of the folders were returned by ``next()``.
  var isComplete: Bool { walk.isComplete }

  /// Returns a file of the folders that is to be noted; `nil` after the last.
  mutating func next() -> String? { walk.next() }

  /// Forgets what is below a folder, whose files are to be noted again.
  mutating func refresh(_ folder: String) {
    func remains(_ path: String) -> Bool { !path.hasPrefix("\(folder)/") }
    names = names.filter { remains($0.key) }
    files = files.mapValues { $0.filter(remains) }
    programs = programs.filter(remains)
    if Files.kind(of: folder) == .folder { walk.add(folder) }
  }

  /// Notes a program, or that it is gone.
  mutating func noteProgram(_ path: String, exists: @autoclosure () -> Bool) {
    guard HostCode.isHost(path) else { return }
    if exists() { programs.insert(path) } else { programs.remove(path) }
  }

  /// Notes the text of a file; `nil` for one that is gone.
  mutating func note(_ path: String, _ bytes: [UInt8]?) {
    let found = bytes.map(AssemblyBuilder.includedNames)
    guard names[path] != found else { return }
    for name in names[path] ?? [] { files[Paths.name(of: name)]?.removeAll { $0 == path } }
    for name in found ?? [] { files[Paths.name(of: name), default: []].append(path) }
    names[path] = found
  }

  /// The names in the `#include` lines of a file; `nil` for one that is not noted.
  func includes(of path: String) -> [String]? { names[path] }

  /// The files that are noted.
  var paths: [String] { Array(names.keys) }

  /// Whether a file is noted.
  func contains(_ path: String) -> Bool { names[path] != nil }

  /// Visits the files that include a file, directly or through others, the nearest first.
  ///
  /// - Parameters:
  ///   - options: Returns the options of a file, with the folders that its includes are searched
  ///     in.
  ///   - visit: Returns whether to go on: thousands of files may include one.
  func visitIncluders(
    of path: String, options: (String) -> AssemblyOptions, _ visit: (String) -> Bool
  ) {
    var found: Set<String> = [path]
    var open = [path][...]
    while let wanted = open.popFirst() {
      let name = Paths.name(of: wanted)
      // An `#include` may leave out the end of the name.
      for end in name.indices {
        for file in files[String(name[...end])] ?? [] where !found.contains(file) {
          let isIncluded = names[file, default: []].contains {
            options(file).candidates(for: $0, in: [Paths.folder(of: file)]).contains(wanted)
          }
          guard isIncluded else { continue }
          guard visit(file) else { return }
          found.insert(file)
          open.append(file)
        }
      }
    }
  }
}
