import GLESKitCommandLine
import GLESKitSupport
import Glibc

/// A report on what a tool needs besides a driver: programs, fonts, free space, limits.
struct SystemReport {
  private let programs: [ProgramCheck.Result]
  /// The number of font files; `nil` if the tool needs none.
  private let fonts: Int?
  private let processors = sysconf(Int32(_SC_NPROCESSORS_ONLN))
  /// Bytes.
  private let memory = sysconf(Int32(_SC_PHYS_PAGES)) * sysconf(Int32(_SC_PAGESIZE))
  /// Free bytes by folder.
  private let space: [(folder: String, bytes: Int)]

  init(programs: [ProgramCheck], needsFonts: Bool) {
    self.programs = programs.map { $0.run() }
    fonts = needsFonts ? Self.countFonts() : nil
    space = [".", Files.temporaryFolder].map { ($0, Files.freeSpace(in: $0)) }
  }

  var problems: [Problem] {
    var problems = programs.flatMap(\.problems)
    if fonts == 0 {
      problems.append(
        Problem(
          what: "fonts", sentence: "none, so PDFs whose fonts are not embedded have no text",
          remedy: "apt-get install fonts-urw-base35"))
    }
    if fonts != nil, Files.kind(of: "/usr/share/poppler/cMap") != .folder {
      problems.append(
        Problem(
          what: "poppler-data",
          sentence: "missing, so PDFs in Chinese, Japanese and Korean may have no text",
          remedy: "apt-get install poppler-data"))
    }
    for (folder, bytes) in space where bytes < 100 << 20 {
      problems.append(
        Problem(
          what: "free space", sentence: "\(bytes >> 20) MiB in '\(folder)'",
          remedy: folder == "." ? "free some, or write elsewhere" : "free some, or set TMPDIR"))
    }
    if let files = ResourceLimit.openFiles.value, files < 256 {
      problems.append(
        Problem(
          what: "open files", sentence: "limited to \(files)",
          remedy: "\(ResourceLimit.openFiles.remedy) 1024"))
    }
    return problems
  }

  /// The report as text.
  var text: String {
    var rows: [(String, String)] = programs.map { result in
      (
        result.check.name,
        ([result.version ?? "missing"] + result.encoders).joined(separator: ", ")
      )
    }
    if let fonts { rows.append(("fonts", "\(fonts) files")) }
    rows.append(("processors", "\(processors)"))
    rows.append(("memory", "\(memory >> 20) MiB"))
    rows += space.map { ("free space", "\($0.bytes >> 20) MiB in '\(oneLine($0.folder))'") }
    rows += ResourceLimit.allCases.map { ($0.rawValue, Self.text($0)) }
    return "System\n" + table(rows).map { "\($0)\n" }.joined()
  }

  /// The report as members of a JSON object.
  var members: [JSON.Member] {
    let programs = programs.map { result in
      JSON.Member(
        result.check.name,
        [
          "version": result.version.map(JSON.string) ?? .null,
          "encoders": .array(result.encoders.map(JSON.string)),
        ])
    }
    let limits = ResourceLimit.allCases.map { limit in
      JSON.Member(limit.rawValue, limit.value.map(JSON.integer) ?? .null)
    }
    let report: JSON = [
      "programs": .object(programs), "fonts": fonts.map(JSON.integer) ?? .null,
      "system": [
        "processors": .integer(processors), "memory": .integer(memory),
        "freeSpace": .array(
          space.map { ["folder": .string($0.folder), "bytes": .integer($0.bytes)] }),
        "limits": .object(limits),
      ],
    ]
    return report.members
  }

  private static func text(_ limit: ResourceLimit) -> String {
    guard let value = limit.value else { return "no limit" }
    return limit == .openFiles ? "at most \(value)" : "at most \(value >> 20) MiB"
  }

  /// The number of font files where poppler's fontconfig looks by default.
  private static func countFonts() -> Int {
    let home = getenv("HOME").map { String(cString: $0) } ?? "/nonexistent"
    let folders = [
      "/usr/share/fonts", "/usr/local/share/fonts", "\(home)/.fonts", "\(home)/.local/share/fonts",
    ]
    return folders.reduce(0) { $0 + countFonts(in: $1, depth: 0) }
  }

  private static func countFonts(in folder: String, depth: Int) -> Int {
    guard depth < 6, let names = try? Files.list(folder) else { return 0 }
    return names.reduce(0) { count, name in
      let ending = name.split(separator: ".").last?.lowercased() ?? ""
      if ["ttf", "otf", "ttc", "pfb", "t1"].contains(ending) { return count + 1 }
      let path = "\(folder)/\(name)"
      return Files.kind(of: path) == .folder
        ? count + countFonts(in: path, depth: depth + 1) : count
    }
  }
}

/// Rows of two columns, indented by two spaces.
func table(_ rows: [(name: String, value: String)]) -> [String] {
  let width = rows.map(\.name.count).max() ?? 0
  return rows.map { name, value in
    "  \(name)\(String(repeating: " ", count: width - name.count))  \(value)"
  }
}
