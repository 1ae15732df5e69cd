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
    /// Both shaders, chosen by a macro or after `[vertex]` and `[fragment]`.
    case both, sections
    /// A shader in a file of another kind, whose text tells the stage.
    case other
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
    for path in paths {
      let name = ShaderName(path)
      if name.isShader {
        let bytes = try? files.read(path, limit: Assembler.sizeLimit)
        if let bytes { noteIncludes(bytes, in: path) }
        guard name.certainStage == nil else {
          found[.named, default: []].append(path)
          continue
        }
        guard let bytes else { continue }
        let kind = Self.kind(name, bytes)
        found[kind, default: []].append(path)
        hasPlain = hasPlain || kind == .named || kind == .used
        if kind == .both, Self.contains("#pragma parameter", bytes) { hasParameters = true }
      } else if HostCode.isHost(path), let bytes = try? files.read(path, limit: HostCode.sizeLimit),
        !HostCode.isMinified(path, bytes), let code = HostCode(path, bytes),
        !code.shaders.isEmpty || !code.skipped.isEmpty
      {
        let kind = code.shaders.isEmpty ? Kind.completed : .host(Paths.ending(of: path))
        found[kind, default: []].append(path)
        for shader in code.shaders { noteIncludes(shader.bytes ?? [], in: path) }
      } else if Self.mayBeShader(path, files),
        let bytes = try? files.read(path, limit: Assembler.sizeLimit)
      {
        if !FileParts.sections("", bytes).isEmpty {
          found[.sections, default: []].append(path)
        } else if HostCode.Evidence(bytes[...]).isShader, case let scan = Scan(bytes),
          ShaderNames.startsLikeShader(scan), ShaderNames.stage(of: name, scan) != nil
        {
          found[.other, default: []].append(path)
          noteIncludes(bytes, in: path)
        }
      }
    }
    note(found[.named], "whose name tells the stage")
    note(found[.used], "whose text tells the stage")
    for ending in found.keys.compactMap({ if case .host(let ending) = $0 { ending } else { nil } })
      .sorted()
    {
      propose(["*.\(ending)"], .host, found[.host(ending)])
    }
    if let others = found[.other] {
      propose(others.map(pattern), nil, others)
    }
    if hasParameters, !hasPlain {
      note(found[.both], "of RetroArch, with both stages")
      configuration = "preset = \"retroarch\"\n" + configuration
    } else {
      // One pattern for all only if all are alike.
      for kind in [Kind.both, .sections] {
        let groups = Dictionary(grouping: found[kind] ?? [], by: Paths.ending)
        let others = found[kind == .both ? .sections : .both, default: []].map(Paths.ending)
        for (ending, files) in groups.sorted(by: { $0.key < $1.key }) {
          let isOnly =
            ending == "glsl"
            ? !hasPlain && !others.contains(ending)
            : files.count == paths.count { Paths.ending(of: $0) == ending }
          propose(
            isOnly ? ["*.\(ending)"] : files.map(pattern), kind == .both ? .both : .sections, files)
        }
      }
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

  /// Whether a file of another kind may be a shader. Programs hold shaders, but for `a.frag.c`.
  private static func mayBeShader(_ path: String, _ files: ProjectFiles) -> Bool {
    switch SkipReason.unread(path, files) {
    case SkipReason.unknownKind: true
    case SkipReason.program:
      ShaderName(String(path.dropLast(Paths.ending(of: path).count + 1))).certainStage != nil
    default: false
    }
  }

  private static func kind(_ name: ShaderName, _ bytes: [UInt8]) -> Kind {
    if !FileParts.stageMacros(bytes).isDisjoint(with: ["VERTEX", "VERTEX_SHADER"]) { return .both }
    if !FileParts.sections("", bytes).isEmpty { return .sections }
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

  /// Returns a pattern that matches only a path.
  private func pattern(_ path: String) -> String { "./\(Pattern.escaped(relative(path)))" }

  private static func contains(_ word: StaticString, _ bytes: [UInt8]) -> Bool {
    HostCode.find(word, in: bytes[...])
  }

  private mutating func note(_ paths: [String]?, _ text: String, lists: Bool = false) {
    guard let paths else { return }
    findings.append("\(counted(paths.count, "file")) \(text)")
    if lists { findings += paths.map { "  \($0)" } }
  }

  private mutating func propose(
    _ patterns: [String], _ stage: Configuration.FileKind.Content?, _ paths: [String]?
  ) {
    let kind = stage?.rawValue ?? "shaders whose text tells the stage"
    note(paths, "\(patterns.joined(separator: ", ")): \(kind)")
    let match = patterns.map { JSON.string($0).text(isPretty: false) }.joined(separator: ", ")
    configuration += configuration.isEmpty ? "" : "\n"
    configuration += "[[files]]\nmatch = [\(match)]\n"
    if let stage { configuration += "stage = \"\(stage.rawValue)\"\n" }
  }
}
