import CompilerLogs
import GLESKitSupport
import GLSL

/// Looks at the files of a folder and proposes a configuration for its shaders.
package struct ProjectSurvey {
  /// What was found, a line each, and what the user has to say.
  package private(set) var findings: [String] = []
  /// The text of a configuration file; empty if there is none to propose.
  package private(set) var configuration = ""
  /// Whether a run finds shaders, with the configuration if there is one.
  package private(set) var hasShaders = false
  /// The path of the folder without `.`, `..` and repeated slashes.
  package let folder: String

  /// What a file is.
  private enum Kind: Hashable {
    /// A shader whose name or text tells the stage.
    case named, used
    /// A file whose text tells what it is, by ``Configuration/FileKind/told(byTextOf:_:_:)``.
    case told(Configuration.FileKind.Content?)
    /// A program with shaders, by its extension.
    case host(String)
    /// A program with parts of shaders only.
    case completed
    /// A shader whose stage nothing tells, and text without `main`.
    case unknown, part
  }

  /// Looks at a folder.
  package init(folder: String) {
    // The system follows a link before `..`.
    let leavesFolders = folder.split(separator: "/").contains("..")
    let folder = leavesFolders ? Paths.real(folder) : Paths.normalized(folder)
    self.folder = folder
    var found: [Kind: [String]] = [:]
    var hasParameters = false
    // Whether .glsl files have one stage.
    var hasPlain = false
    var files = ProjectFiles()
    files.addProjects(of: [folder])
    // The names in #include lines that no file has from the folder of the line.
    var missing: Set<String> = []
    let paths = InputCollector.Walk(folder, files).paths
    func noteIncludes(_ bytes: [UInt8], in path: String) {
      for name in AssemblyBuilder.includedNames(bytes)
      where Files.kind(of: Paths.join(Paths.folder(of: path), name)) == nil {
        missing.insert(name)
      }
    }
    for path in paths where !SkipReason.isPackage(path, below: folder) {
      let name = ShaderName(path)
      lazy var text = files.text(path)
      let unread = name.isShader ? nil : SkipReason.unread(path, text)
      let told = Configuration.FileKind.told(byTextOf: path, unread, text)
      guard told != nil || name.isShader else { continue }
      let bytes = text
      if let kind = told, let bytes {
        guard kind.content == .host else {
          found[.told(kind.content), default: []].append(path)
          if kind.content == nil { noteIncludes(bytes, in: path) }
          if kind.content == .both, Self.contains("#pragma parameter", bytes) {
            hasParameters = true
          }
          continue
        }
        guard !HostCode.isMinified(path, bytes), let code = HostCode(path, bytes),
          !code.shaders.isEmpty || !code.skipped.isEmpty
        else { continue }
        let kind = code.shaders.isEmpty ? Kind.completed : .host(Paths.ending(of: path))
        found[kind, default: []].append(path)
        for shader in code.shaders { noteIncludes(shader.bytes ?? [], in: path) }
      } else {
        if let bytes { noteIncludes(bytes, in: path) }
        guard let kind = Self.kind(name, bytes) else { continue }
        found[kind, default: []].append(path)
        hasPlain = hasPlain || kind != .part && name.certainStage == nil
      }
    }
    note(found[.named], "whose name tells the stage")
    note(found[.used], "whose text tells the stage")
    for kind in found.keys.sorted(by: { "\($0)" < "\($1)" }) {
      if case .host(let ending) = kind {
        note(found[kind], ".\(ending) with shaders in strings")
      }
    }
    note(found[.told(nil)], "of another kind whose text is a shader", lists: true)
    note(found[.told(.both)], "with both stages, which macros choose")
    note(found[.told(.sections)], "with both stages, after lines that name or divide them")
    if hasParameters, !hasPlain {
      findings.append("shaders of RetroArch")
      configuration = "preset = \"retroarch\"\n"
    }
    proposeFolders(of: missing, among: paths)
    note(found[.part], "without main, for #include")
    note(
      found[.completed], "of programs whose strings hold parts of shaders only, or other GLSL",
      lists: true)
    note(
      found[.unknown],
      "with main() whose stage nothing tells; add '#pragma shaderlint vertex' or 'fragment', or "
        + "[[files]] with match and stage", lists: true)
    hasShaders = found.keys.contains { ![.unknown, .part, .completed].contains($0) }
  }

  /// What a file with the name of a shader is; `nil` if that can't be read.
  private static func kind(_ name: ShaderName, _ bytes: [UInt8]?) -> Kind? {
    if name.certainStage != nil { return .named }
    guard let bytes else { return nil }
    let scan = Scan(bytes)
    guard ShaderNames.stage(of: name, scan) != nil else {
      return ShaderNames.hasMain(scan) ? .unknown : .part
    }
    return name.stage == nil ? .used : .named
  }

  /// Proposes the folders in which all names of `#include` lines are found that only one file has.
  private mutating func proposeFolders(of names: Set<String>, among paths: [String]) {
    let files = Dictionary(grouping: paths.map(relative), by: Paths.name)
    let bases = names.compactMap { name -> String? in
      let end = Array("/\(name)".utf8)
      let found = (files[Paths.name(of: name)] ?? []).filter { path in
        path == name || path.utf8.suffix(end.count).elementsEqual(end)
      }
      guard let path = found.first, found.count == 1 else { return nil }
      return path == name ? "." : String(decoding: path.utf8.dropLast(end.count), as: UTF8.self)
    }
    let folders = Set(bases).sorted()
    guard !folders.isEmpty else { return }
    let list = folders.map { JSON.string($0).text(isPretty: false) }.joined(separator: ", ")
    findings.append("#include finds files in \(folders.joined(separator: ", "))")
    configuration = "include = [\(list)]\n" + (configuration.isEmpty ? "" : "\n") + configuration
  }

  /// Returns a path as it is from the folder.
  private func relative(_ path: String) -> String {
    let start = folder == "/" ? folder : "\(folder)/"
    guard path.utf8.starts(with: start.utf8) else { return path }
    return String(decoding: path.utf8.dropFirst(start.utf8.count), as: UTF8.self)
  }

  private static func contains(_ word: StaticString, _ bytes: [UInt8]) -> Bool {
    HostCode.find(word, in: bytes[...])
  }

  private mutating func note(_ paths: [String]?, _ text: String, lists: Bool = false) {
    guard let paths else { return }
    findings.append("\(counted(paths.count, "file")) \(text)")
    if lists { findings += paths.map { "  \($0)" } }
  }
}
