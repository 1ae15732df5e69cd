import GLESKitSupport
import Glibc

/// Checks saved shaders with the driver, on a thread: its workers keep crashes away from the
/// server, and a slow driver does not delay answers.
struct DriverCheck {
  /// What to check.
  struct Job: Hashable {
    /// The file that was saved.
    var path: String
    /// A shader, or the two shaders of a program: vertex, fragment.
    var shaders: [String]
  }

  private let options: LintOptions
  private var waiting: [Job] = []
  private var running: (path: String, found: Monitor<[Diagnostic]>)?
  /// A pipe that ends when the running job is done; -1 without a job.
  private(set) var descriptor: Int32 = -1

  init(_ options: LintOptions) { self.options = options }

  /// Checks shaders after those that are being checked.
  mutating func add(_ job: Job) {
    waiting.removeAll { $0 == job }
    waiting.append(job)
    if running == nil { start() }
  }

  private mutating func start() {
    guard !waiting.isEmpty, let ends = try? Pipes.make() else { return }
    let job = waiting.removeFirst()
    let found = Monitor<[Diagnostic]>([])
    do {
      try WorkerThread { [options] in
        let findings = (try? Self.check(job, options)).map(Self.findings) ?? []
        found.update { $0 = findings }
        close(ends.writing)
      }.detach()
      running = (job.path, found)
      descriptor = ends.reading
    } catch {
      close(ends.reading)
      close(ends.writing)
    }
  }

  private static func check(_ job: Job, _ options: LintOptions) throws -> LintReport {
    var options = options
    options.pairing = job.shaders.count == 2 ? .inTurn : .automatic
    return try Linter(options).run(InputCollector.collect(job.shaders, options: options))
  }

  /// Takes the findings of the job that is done, and starts the next one.
  mutating func take() -> (path: String, found: [Diagnostic])? {
    guard let (path, found) = running else { return nil }
    close(descriptor)
    descriptor = -1
    running = nil
    start()
    return (path, found.update { $0 })
  }

  /// Returns the findings of the driver, and about it. The own engine reports the others while the
  /// user types.
  static func findings(_ report: LintReport) -> [Diagnostic] {
    report.diagnostics.filter { finding in
      let isAboutTheDriver =
        finding.rule.number >= Rule.ID.compilerCrashed.number && finding.rule != .noDriver
      return finding.location != nil
        && (finding.origin.word.hasPrefix("driver") || isAboutTheDriver)
    }
  }
}
