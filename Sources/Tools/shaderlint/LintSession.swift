import GLESKitCommandLine
import GLESKitSupport
import Profiling
import ShaderLint

/// One run of `shaderlint FILE…`: collects, checks and prints, repeatedly with `--watch`.
struct LintSession {
  private let values: LintValues
  private let options: LintOptions
  private let profiler: Profiler

  init(_ values: LintValues) {
    self.values = values
    options = values.options
    profiler = Profiler(isOn: values.showsStatistics || values.trace != nil)
  }

  func run() throws -> ExitStatus {
    if values.describesDriver { return try describe() }
    guard !values.paths.isEmpty || !values.programLists.isEmpty || !values.projects.isEmpty else {
      throw UsageError("FILE is missing: list shaders or folders, or - for standard input")
    }
    guard let trace = values.trace else { return try perform() }
    guard !values.watches, !values.listsFiles else {
      throw UsageError("--trace can't be combined with --watch or --list-files")
    }
    let status = try perform()
    try profiler.writeTrace(to: trace)
    return status
  }

  private func perform() throws -> ExitStatus {
    if values.fixes || values.showsDiff { return try fix() }
    if let path = values.newBaseline { return try writeBaseline(path) }
    if values.watches { return try watch() }
    let start = Stopwatch()
    let (report, shown) = try profiler.measure("check") { try check() }
    guard shown else { return report.status(values) }
    let seconds = start.seconds
    try profiler.measure("report") {
      try print(report, statistics: values.showsStatistics ? seconds : nil)
    }
    return report.status(values)
  }

  /// Checks again when files change, until it is interrupted.
  private func watch() throws -> ExitStatus {
    Interruption.watch()
    var isFirst = true
    while true {
      if !isFirst { try StandardOutput.write("\n") }
      isFirst = false
      var watcher = FileWatcher()
      var repeated: RepeatedCheck?
      let (first, _) = try check { inputs in
        let named = values.paths + values.programLists + values.projects
        watcher.note(named + inputs.folders + inputs.shaders.map(\.path))
      } lint: { inputs, _ in
        let check = try RepeatedCheck(inputs, options, profiler: profiler)
        repeated = check
        return check.report
      }
      try print(first, statistics: nil)
      while true {
        let changed = try watcher.wait(for: repeated?.watched ?? []) { try Interruption.check() }
        let start = Stopwatch()
        var count = 0
        let (report, isDone) = try reporting {
          guard let updated = try repeated?.update(changed) else { return (first, false) }
          count = updated
          return (try filtered(repeated?.report ?? first), true)
        }
        // Which shaders there are may have changed.
        guard isDone else { break }
        // A folder changes while an editor saves, even if its files are the same afterward.
        guard count > 0 else { continue }
        let milliseconds = Int(start.seconds * 1000)
        try StandardOutput.write("\n")
        try print(report, statistics: nil)
        if !values.isQuiet {
          StandardError.write(
            "checked \(count) of \(report.shaderCount) shaders in \(milliseconds) ms\n")
        }
      }
    }
  }

  /// Fixes what can be fixed, or shows how.
  private func fix() throws -> ExitStatus {
    guard !values.watches, !values.listsFiles else {
      throw UsageError("--fix and --diff can't be combined with --watch or --list-files")
    }
    guard values.diffBase == nil, values.baseline == nil, values.newBaseline == nil else {
      throw UsageError("--fix and --diff can't be combined with --diff-base or a baseline")
    }
    if values.fixes && !values.showsDiff && values.paths.contains("-") {
      throw UsageError("--fix can't change standard input; use --diff")
    }
    var fixed = FixedFiles()
    let (report, _) = try check { _ in
    } lint: { inputs, progress in
      let (report, files) = try Linter(options, profiler: profiler).fix(inputs, progress: progress)
      fixed = files
      return report
    }
    if values.showsDiff {
      try StandardOutput.write(fixed.diff)
      return report.hasUnreadableFiles ? .usage : fixed.changes.isEmpty ? .done : .failed
    }
    let failures = fixed.write()
    for failure in failures { StandardError.write("shaderlint: \(failure)\n") }
    try print(report, statistics: nil)
    if !values.isQuiet && fixed.count > 0 && failures.isEmpty {
      let files = counted(fixed.changes.count, "file")
      StandardError.write("fixed \(counted(fixed.count, "finding")) in \(files)\n")
    }
    return failures.isEmpty ? report.status(values) : .usage
  }

  /// Writes the findings to a file of known ones.
  private func writeBaseline(_ path: String) throws -> ExitStatus {
    guard !values.watches, !values.listsFiles, values.diffBase == nil, values.baseline == nil else {
      throw UsageError(
        "--write-baseline can't be combined with --watch, --list-files, --diff-base or --baseline")
    }
    let (report, _) = try check()
    guard !report.hasUnreadableFiles else {
      try print(report, statistics: nil)
      return .usage
    }
    let baseline = Baseline(report, path: path)
    do {
      try AtomicFile.write(Array(baseline.text.utf8), to: path)
    } catch {
      throw ToolFailure("\(error)", status: .usage)
    }
    if !values.isQuiet {
      StandardError.write("wrote \(counted(baseline.count, "finding")) to \(path)\n")
    }
    return .done
  }

  /// Checks everything once; `false` if the files were only listed.
  ///
  /// - Parameters:
  ///   - prepare: Called before the inputs are read.
  ///   - lint: Checks the inputs; by default a plain run of the linter.
  private func check(
    _ prepare: (LintInputs) -> Void = { _ in },
    lint: ((LintInputs, @escaping (Int, Int) -> Void) throws -> LintReport)? = nil
  ) throws -> (LintReport, Bool) {
    try reporting {
      // A mistake in these is known before the work.
      let changed = try values.diffBase.map { try ChangedLines(since: $0) }
      let baseline = try values.baseline.map { try Baseline(file: $0) }
      let inputs = try profiler.measure("collect") {
        try InputCollector.collect(
          values.paths, programLists: values.programLists, projects: values.projects,
          options: options)
      }
      try values.checkOutputs(against: inputs)
      prepare(inputs)
      if values.listsFiles {
        try StandardOutput.write(inputs.listing)
        var report = LintReport()
        report.general = inputs.problems
        for problem in inputs.problems { StandardError.write("shaderlint: \(problem.message)\n") }
        return (report, false)
      }
      let isShown = !values.isQuiet && !values.watches && inputs.shaders.count >= 50
      var bar = Progress(
        total: max(1, inputs.shaders.count), unit: "shaders",
        style: isShown ? .bar : .none)
      let progress = { (done: Int, count: Int) in
        bar.update(done * inputs.shaders.count / max(1, count))
      }
      let report =
        try lint?(inputs, progress)
        ?? Linter(options, profiler: profiler).run(inputs, progress: progress)
      // Included files are known only now.
      try values.checkOutputs(against: inputs, also: report.readFiles + report.configurations)
      return (report.filtered(changed: changed, baseline: baseline), true)
    }
  }

  /// Returns the report without findings that the options hide.
  private func filtered(_ report: LintReport) throws -> LintReport {
    report.filtered(
      changed: try values.diffBase.map { try ChangedLines(since: $0) },
      baseline: try values.baseline.map { try Baseline(file: $0) })
  }

  /// Runs `body`, and turns its errors into those of the tool.
  private func reporting<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as ConfigurationError {
      throw ToolFailure(error.description, status: .usage)
    } catch let error as EngineUnavailable {
      throw ToolFailure(error)
    }
  }

  private func print(_ report: LintReport, statistics: Double?) throws {
    let terminal = Terminal.standardOutput
    let style = HumanStyle(
      hasColors: terminal.hasColors, width: terminal.width, isQuiet: values.isQuiet)
    try StandardOutput.write(report.text(as: values.format, style: style))
    if let statistics {
      let text = report.statistics(seconds: statistics) + profiler.report().description
      // Keeps the report on standard output readable for programs.
      if values.format == .human {
        try StandardOutput.write(text)
      } else {
        StandardError.write(text)
      }
    }
  }

  private func describe() throws -> ExitStatus {
    do {
      for description in try Linter(options).describeEngines() {
        try StandardOutput.write(description.page)
      }
      return .done
    } catch let error as EngineUnavailable {
      throw ToolFailure(error)
    }
  }
}

extension LintValues {
  /// Refuses to overwrite a file that is read, or one output with the other.
  ///
  /// - Throws: `UsageError`.
  fileprivate func checkOutputs(
    against inputs: LintInputs, also others: [String] = []
  ) throws {
    let outputs = [("--write-baseline", newBaseline), ("--trace", trace)]
    guard outputs.contains(where: { $0.1 != nil }) else { return }
    let read =
      inputs.shaders.map(\.path) + inputs.skipped.map(\.path) + programLists + projects
      + [baseline, prelude, configuration].compactMap(\.self) + others
    var taken = Set(read.compactMap(FileIdentity.init(ofInput:)))
    for (option, path) in outputs {
      guard let path, let file = FileIdentity(ofOutput: path) else { continue }
      guard taken.insert(file).inserted else {
        throw UsageError(
          "\(option) '\(path)' would overwrite a file of this run; choose another name")
      }
    }
  }
}

extension LintReport {
  /// The exit status for the findings and the options.
  fileprivate func status(_ values: LintValues) -> ExitStatus {
    if hasUnreadableFiles { return .usage }
    let counts = counts
    if counts.errors > 0 { return .failed }
    return counts.warnings > (values.maxWarnings ?? 0) ? .failed : .done
  }
}

extension ToolFailure {
  /// An engine that is not available: the first line is the message, the others are details.
  init(_ error: EngineUnavailable) {
    let lines = error.description.split(separator: "\n").map(String.init)
    self.init(
      lines.first ?? "", details: lines.dropFirst().map { String($0.drop { $0 == " " }) },
      status: .noDriver)
  }
}
