import CompilerLogs
import GLESKitSupport
import Profiling

/// Checks shaders and programs: assembles their texts, applies shaderlint's own rules, runs the
/// engines, and maps their messages to the source files.
///
/// ```swift
/// var inputs = LintInputs()
/// inputs.shaders = [ShaderInput(path: "a.vert"), ShaderInput(path: "a.frag")]
/// inputs.programs = [LintInputs.Pair(vertex: 0, fragment: 1)]
/// let report = try Linter(LintOptions()).run(inputs)
/// print(report.text(as: .human))
/// ```
package struct Linter {
  private let options: LintOptions
  private let profiler: Profiler

  /// Makes a linter.
  ///
  /// - Parameters:
  ///   - options: What to check, and how.
  ///   - profiler: Measures the stages of a run.
  package init(_ options: LintOptions, profiler: Profiler = Profiler(isOn: false)) {
    self.options = options
    self.profiler = profiler
  }

  /// Checks shaders and programs.
  ///
  /// - Parameters:
  ///   - inputs: The shaders and programs.
  ///   - progress: Called after each job with the number of finished jobs and of all jobs.
  /// - Returns: The report, in the order of the inputs.
  /// - Throws: ``EngineUnavailable`` if an engine can't be used, such as without a driver;
  ///   ``ConfigurationError`` for an invalid configuration file.
  package func run(
    _ inputs: LintInputs, progress: ((_ done: Int, _ count: Int) -> Void)? = nil
  ) throws -> LintReport {
    var pools: [WorkerPool] = []
    for choice in options.choices {
      var pool = WorkerPool(choice, options.isolation, profiler: profiler)
      // Start the first engine's workers while the files are read. `run` reports what fails.
      if pools.isEmpty && !inputs.shaders.isEmpty { try? pool.start(jobs: inputs.shaders.count) }
      pools.append(pool)
    }
    let run = try LintRun(inputs, options, profiler: profiler)
    let count = run.jobCount
    let all = count * max(1, pools.count)
    for (index, choice) in options.choices.enumerated() {
      do throws(EngineUnavailable) {
        try pools[index].run(count: count) { job in
          run.work(of: job)
        } begin: { description in
          run.begin(choice, description: description)
        } done: { job, outcome in
          run.take(outcome, of: job)
          progress?(index * count + job + 1, all)
        }
      } catch {
        guard choice.engine == .driver, options.usesOwnEngine, !options.needsDriver else {
          throw error
        }
        run.noteMissingDriver(error)
      }
    }
    for job in 0..<count {
      run.finish(job)
      if pools.isEmpty { progress?(job + 1, all) }
    }
    return run.finish()
  }

  /// Returns the descriptions of the engines, for `--driver-info`.
  ///
  /// - Returns: A description for each engine and device in the options.
  /// - Throws: ``EngineUnavailable``.
  package func describeEngines() throws(EngineUnavailable) -> [EngineDescription] {
    try options.choices.map { choice throws(EngineUnavailable) in
      var pool = WorkerPool(choice, options.isolation, profiler: profiler)
      var text = ""
      try pool.run(count: 1) { _ in
        .details
      } begin: { _ in
      } done: { _, outcome in
        text = String(decoding: outcome.step(.details)?.log ?? [], as: UTF8.self)
      }
      return EngineDescription(
        name: choice.name, text: text, quirks: Quirk.applying(to: choice.engine, description: text))
    }
  }
}
