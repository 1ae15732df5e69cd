import CompilerLogs
import GLESKitSupport
import GLSL

/// Looks at the files of a folder and proposes a configuration for its shaders.
package struct ProjectSurvey {
  /// What was found, a line each.
  package private(set) var findings: [String] = []
  /// The text of a configuration file; empty if the folder needs none.
  package private(set) var configuration = ""

  /// The names that engines give to shaders, other than those that need no configuration.
  private static let patterns: [(match: String, stage: Configuration.FileKind.Content)] =
    ["Vert", "-vert", "_vert", ".vertex", "-vs", "_vs", "VS", "-vertex", "_vertex"].map {
      ("*\($0).glsl", .vertex)
    }
    + ["Frag", "-frag", "_frag", ".fragment", "-fs", "_fs", "FS", "-fragment", "_fragment"].map {
      ("*\($0).glsl", .fragment)
    }
    + [
      ("*.vertex.fx", .vertex), ("*.fragment.fx", .fragment), ("*.vertex", .vertex),
      ("*.fragment", .fragment),
    ]

  /// Looks at a folder.
  package init(folder: String) {
    var counts: [String: Int] = [:]
    var named = 0
    var both = 0
    var sections = 0
    var parameters = 0
    var rest = 0
    var used = 0
    var files = ProjectFiles()
    files.addProjects(of: [folder])
    for path in InputCollector.Walk(folder, files).paths {
      let name = Paths.name(of: path)
      if let pattern = Self.patterns.first(where: { Pattern.matches($0.match, name) }) {
        counts[pattern.match, default: 0] += 1
      } else if ShaderNames.isShader(name), Paths.ending(of: name) != "glsl" {
        named += 1
      } else if Paths.ending(of: name) == "glsl" {
        guard let bytes = try? files.read(path, limit: 1 << 20) else { continue }
        func contains(_ word: StaticString) -> Bool {
          bytes.withUnsafeBufferPointer { $0.find(word) != nil }
        }
        if contains("defined(VERTEX)") || contains("ifdef VERTEX") {
          both += 1
          if contains("#pragma parameter") { parameters += 1 }
        } else if !FileParts.sections(path, bytes).isEmpty {
          sections += 1
        } else if ShaderNames.stage(of: Scan(bytes)) != nil {
          used += 1
        } else {
          rest += 1
        }
      } else if HostCode.isHost(name), let bytes = try? files.read(path, limit: 4 << 20),
        let code = HostCode(path, bytes), !code.shaders.isEmpty
      {
        counts["*.\(Paths.ending(of: name))", default: 0] += 1
      }
    }
    if named > 0 {
      findings.append("\(counted(named, "file")) whose extension indicates the stage")
    }
    if used > 0 { findings.append("\(counted(used, "file")) whose text indicates the stage") }
    for (match, stage) in Self.patterns {
      if let number = counts[match] { propose(match, stage, number) }
    }
    for (match, number) in counts.sorted(by: { $0.key < $1.key })
    where !Self.patterns.contains(where: { $0.match == match }) {
      propose(match, .host, number)
    }
    if parameters > 0 {
      findings.append("\(counted(both, "file")) of RetroArch, with both stages")
      configuration = "preset = \"retroarch\"\n" + configuration
    } else if both > 0 {
      propose("*.glsl", .both, both)
    } else if sections > 0 {
      propose("*.glsl", .sections, sections)
    }
    if rest > 0 { findings.append("\(counted(rest, "file")) without a stage, for #include") }
  }

  private mutating func propose(
    _ match: String, _ stage: Configuration.FileKind.Content, _ number: Int
  ) {
    findings.append("\(counted(number, "file")) \(match): \(stage.rawValue)")
    configuration += configuration.isEmpty ? "" : "\n"
    configuration += "[[files]]\nmatch = \"\(match)\"\nstage = \"\(stage.rawValue)\"\n"
  }
}
