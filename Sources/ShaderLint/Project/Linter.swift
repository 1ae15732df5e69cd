import CompilerLogs
import GLES
import GLESKitSupport

/// Checks shaders and programs: assembles their texts, looks at them with rules of ours, asks the
/// engines, and leads what they say back to the files.
///
/// ```swift
/// var inputs = LintInputs()
/// inputs.shaders = [ShaderInput(path: "a.vert"), ShaderInput(path: "a.frag")]
/// inputs.programs = [LintInputs.Pair(vertex: 0, fragment: 1)]
/// let report = try Linter(LintOptions()).run(inputs)
/// print(report.text(as: .human))
/// ```
///
/// An executable that does so calls ``Worker/serveIfAsked(_:)`` before anything else, because the
/// linter starts it again as worker processes.
package struct Linter {
  private let options: LintOptions

  /// Makes a linter.
  package init(_ options: LintOptions) { self.options = options }

  /// Checks all of `inputs`.
  ///
  /// - Parameters:
  ///   - inputs: The shaders and programs.
  ///   - progress: Called after each job with the number of jobs done and of all.
  /// - Returns: What was found, in input order.
  /// - Throws: ``EngineUnavailable`` when an engine cannot work at all, such as without a driver;
  ///   ``ConfigurationError`` for a configuration file that cannot be used.
  package func run(
    _ inputs: LintInputs, progress: ((_ done: Int, _ count: Int) -> Void)? = nil
  ) throws -> LintReport {
    var pools: [WorkerPool] = []
    for choice in options.choices {
      var pool = WorkerPool(choice, options.isolation)
      // The first engine's workers get ready while the files are read.
      if pools.isEmpty && !inputs.shaders.isEmpty { try pool.start(jobs: inputs.shaders.count) }
      pools.append(pool)
    }
    let run = try LintRun(inputs, options)
    let count = run.jobs.count
    let all = count * pools.count
    for (index, choice) in options.choices.enumerated() {
      try pools[index].run(count: count) { job in
        run.work(of: job)
      } begin: { description in
        run.begin(choice, description: description)
      } done: { job, outcome in
        run.take(outcome, of: job)
        progress?(index * count + job + 1, all)
      }
    }
    return run.finish()
  }

  /// What an engine says of itself; see `--driver-info`.
  ///
  /// - Returns: One description for each engine of the options, and each device of theirs.
  /// - Throws: ``EngineUnavailable``.
  package func describeEngines() throws(EngineUnavailable) -> [EngineDescription] {
    var descriptions: [EngineDescription] = []
    for choice in options.choices {
      var pool = WorkerPool(choice, options.isolation)
      var text = ""
      try pool.run(count: 1) { _ in
        .details
      } begin: { _ in
      } done: { _, outcome in
        text = String(decoding: outcome.step(.details)?.log ?? [], as: UTF8.self)
      }
      descriptions.append(
        EngineDescription(
          name: choice.name, text: text,
          quirks: Quirk.applying(to: choice.engine, description: text)))
    }
    return descriptions
  }
}
