import CompilerLogs
import GLESKitSupport
import Glibc

/// Checks saved shaders with the driver: a process of this tool, so that neither a crash nor a slow
/// driver disturbs the server.
struct DriverCheck {
  /// What to check.
  struct Job: Hashable {
    /// The file that was saved.
    var path: String
    /// A shader, or the two shaders of a program: vertex, fragment.
    var shaders: [String]
  }

  private let options: LintOptions
  /// The tool, and arguments that come before those of a job.
  private let tool: [String]
  private var process: SpawnedProcess?
  private var job: Job?
  private var output: [UInt8] = []
  /// The reading end of the process's output; -1 without a process.
  private(set) var descriptor: Int32 = -1
  private var waiting: [Job] = []

  /// A report is not larger.
  private static let limit = 16 << 20

  init(_ options: LintOptions, tool: [String] = ["/proc/self/exe"]) {
    self.options = options
    self.tool = tool
  }

  /// Checks shaders after those that are being checked.
  mutating func add(_ job: Job) {
    waiting.removeAll { $0 == job }
    waiting.append(job)
    if process == nil { start() }
  }

  private mutating func start() {
    guard !waiting.isEmpty else { return }
    let job = waiting.removeFirst()
    guard let ends = try? Pipes.make() else { return }
    defer { close(ends.writing) }
    do {
      process = try SpawnedProcess(
        tool + arguments(job), descriptors: [nil, ends.writing, nil])
      self.job = job
      output = []
      descriptor = ends.reading
    } catch {
      close(ends.reading)
    }
  }

  private func arguments(_ job: Job) -> [String] {
    var arguments = ["--format", "json", "--engine", "auto"]
    arguments += options.assembly.includeFolders.flatMap { ["--include", $0] }
    arguments += options.assembly.definitions.flatMap { ["--define", "\($0.name)=\($0.value)"] }
    if options.webgl { arguments.append("--webgl") }
    if let configuration = options.configuration { arguments += ["--config", configuration] }
    return arguments + (job.shaders.count == 2 ? ["--pair"] : []) + ["--"] + job.shaders
  }

  /// Reads what the process has written.
  ///
  /// - Returns: The file and what the driver found, if the process is done.
  mutating func read() -> (path: String, found: [Diagnostic])? {
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    let count = Glibc.read(descriptor, &chunk, chunk.count)
    if count < 0 && errno == EINTR { return nil }
    if count > 0, output.count < Self.limit {
      output += chunk[..<count]
      return nil
    }
    close(descriptor)
    descriptor = -1
    process?.end()
    process = nil
    let path = job?.path ?? ""
    let found = Self.diagnostics(String(decoding: output, as: UTF8.self))
    start()
    return (path, found)
  }

  /// Returns the findings of the driver, and about it, in a JSON report.
  static func diagnostics(_ report: String) -> [Diagnostic] {
    guard let report = try? JSONDocument(report).value else { return [] }
    return report["diagnostics"].elements.compactMap { json in
      guard let rule = json["id"].string.flatMap({ Rule.ID(text: $0) }),
        let severity = json["severity"].string.flatMap({ Severity(word: $0) }),
        let origin = json["origin"].string, let message = json["message"].string,
        let file = json["location"]["file"].string
      else { return nil }
      // The own engine has reported the others.
      let isAboutTheDriver = rule.number >= Rule.ID.compilerCrashed.number && rule != .noDriver
      guard origin.hasPrefix("driver") || isAboutTheDriver else { return nil }
      let location = json["location"]
      return Diagnostic(
        rule, severity: severity, message,
        at: Location(
          file: file, line: location["line"].integer ?? 0, column: location["column"].integer ?? 0,
          length: location["length"].integer ?? 0),
        hint: json["hint"].string, origin: .engine("driver"))
    }
  }
}
