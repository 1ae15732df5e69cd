import CompilerLogs
import GLESKitCommandLine
import GLESKitSupport
import Profiling
import ShaderLint

/// One run of `shaderlint FILE…`: collects, checks and prints, repeatedly with `--watch`.
struct LintSession {
  private let values: LintArguments
  private let options: LintOptions
  private let profiler: Profiler

  init(_ values: LintArguments) {
    self.values = values
    options = values.options
    profiler = Profiler(isOn: values.showsStatistics || values.trace != nil)
  }

  func run() throws -> ExitStatus {
    if values.describesDriver { return try describe() }
    try values.checkCombinations()
    try values.checkOutputs()
    guard !values.paths.isEmpty || !values.programLists.isEmpty || !values.projects.isEmpty else {
      throw UsageError("FILE is missing: list shaders or folders, or - for standard input")
    }
    guard let trace = values.trace else { return try perform() }
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
    for failure in failures { complain(failure) }
    // What could not be written still has its findings.
    try print(failures.isEmpty ? report : check().0, statistics: nil)
    if !values.isQuiet && fixed.count > 0 && failures.isEmpty {
      let files = counted(fixed.changes.count, "file")
      let later = fixed.count - fixed.announced
      let number =
        later < 0
        ? "\(fixed.count) of \(counted(fixed.announced, "finding"))"
        : counted(fixed.count, "finding")
      let note = later > 0 ? ", \(later) of them found after other fixes" : ""
      StandardError.write("fixed \(number) in \(files)\(note)\n")
    }
    return failures.isEmpty ? report.status(values) : .usage
  }

  /// Writes the findings to a file for `--baseline`.
  private func writeBaseline(_ path: String) throws -> ExitStatus {
    let (report, _) = try check()
    guard !report.hasUnreadableFiles else {
      try print(report, statistics: nil)
      return .usage
    }
    let baseline = Baseline(report, path: path)
    try AtomicFile.write(Array(baseline.text.utf8), to: path)
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
      if values.listsFiles { return (try list(inputs), false) }
      noteUnusedStage(inputs)
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

  /// Prints the files that a check reads and doesn't skip, and reports those that it can't read.
  /// Returns the report.
  private func list(_ inputs: LintInputs) throws -> LintReport {
    var options = options
    options.engines = [.own]
    let report = try Linter(options).run(inputs)
    let problems = report.diagnostics.filter(\.isUnreadable)
    let unchecked = report.skipped.union(problems.compactMap(\.location?.file))
    try StandardOutput.write(inputs.listing(without: unchecked))
    for problem in problems {
      let place = problem.location.map { "\($0.file): " } ?? ""
      complain(place + problem.message + (problem.hint.map { "; \($0)" } ?? ""))
    }
    var unreadable = LintReport()
    unreadable.general = problems
    return unreadable
  }

  /// Prints a message that may contain the names and texts of files.
  private func complain(_ message: String) {
    StandardError.write("shaderlint: \(LintReport.withoutCommands(oneLine(message)))\n")
  }

  /// Says that --stage applies to no file, if the names of the files contradict it.
  private func noteUnusedStage(_ inputs: LintInputs) {
    guard let stage = options.stage, !values.isQuiet else { return }
    let stages = inputs.shaders.map {
      $0.path == "-" ? nil : $0.stage ?? ShaderStage(path: $0.path)
    }
    guard !stages.contains(nil), stages.contains(where: { $0 != stage }) else { return }
    StandardError.write("shaderlint: --stage is ignored: the file names indicate the stages\n")
  }

  /// Returns the report without findings that the options hide.
  private func filtered(_ report: LintReport) throws -> LintReport {
    report.filtered(
      changed: try values.diffBase.map { try ChangedLines(since: $0) },
      baseline: try values.baseline.map { try Baseline(file: $0) })
  }

  private func print(_ report: LintReport, statistics: Double?) throws {
    try report.print(as: values.format, isQuiet: values.isQuiet)
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
    for description in try reporting({ try Linter(options).describeEngines() }) {
      try StandardOutput.write(description.page)
    }
    return .done
  }
}

extension LintArguments {
  /// Refuses options that contradict each other, and a command that doesn't exist.
  ///
  /// - Throws: `UsageError`.
  fileprivate func checkCombinations() throws(UsageError) {
    func refuse(_ isGiven: Bool, _ option: String, _ others: [(String, Bool)]) throws(UsageError) {
      guard isGiven, let other = others.first(where: \.1)?.0 else { return }
      throw UsageError("\(option) can't be combined with \(other)")
    }
    try refuse(pairsInTurn, "--pair", [("--no-pair", pairsNothing)])
    try refuse(
      given.configuration != nil, "--config", [("--no-config", given.ignoresConfiguration)])
    try refuse(trace != nil, "--trace", [("--watch", watches), ("--list-files", listsFiles)])
    let baselines = [
      ("--diff-base", diffBase != nil), ("--baseline", baseline != nil),
      ("--watch", watches), ("--list-files", listsFiles),
    ]
    try refuse(newBaseline != nil, "--write-baseline", baselines)
    for (option, isGiven) in [("--fix", fixes), ("--diff", showsDiff)] {
      try refuse(isGiven, option, baselines + [("--write-baseline", newBaseline != nil)])
    }
    if fixes && !showsDiff && paths.contains("-") {
      throw UsageError("--fix can't change standard input; use --diff")
    }
    if watches && (paths + programLists).contains("-") {
      throw UsageError("--watch can't watch standard input; name files or folders")
    }
    if let first = paths.first, !first.contains(where: { "-./*?[".contains($0) }),
      Files.kind(of: first) == nil
    {
      throw UsageError(
        "'\(first)' is neither a command nor a file; to check shaders, name only files and folders")
    }
  }

  /// Refuses outputs that can't be written, before the work.
  fileprivate func checkOutputs() throws(FileError) {
    // Opening a pipe would wait for its reader.
    for path in [trace, newBaseline].compactMap(\.self)
    where path != "-" && Files.kind(of: path) != .special {
      _ = try AtomicFile(path)
    }
  }

  /// Refuses to overwrite a file that is read, or one output with the other.
  ///
  /// - Throws: `UsageError`.
  fileprivate func checkOutputs(against inputs: LintInputs, also others: [String] = []) throws {
    let outputs = [("--write-baseline", newBaseline), ("--trace", trace)]
    guard outputs.contains(where: { $0.1 != nil }) else { return }
    let read =
      inputs.shaders.map(\.path) + inputs.skipped.map(\.path) + programLists + projects
      + [baseline, given.assembly.prelude, given.configuration].compactMap(\.self) + others
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
  fileprivate func status(_ values: LintArguments) -> ExitStatus {
    if hasUnreadableFiles { return .usage }
    let counts = counts
    if counts.errors > 0 { return .failed }
    return counts.warnings > (values.maxWarnings ?? 0) ? .failed : .done
  }
}

extension ToolFailure {
  /// An engine that is not available.
  init(_ error: EngineUnavailable) {
    self.init(
      error.description + (error.attempts.isEmpty ? "" : "; tried:"), details: error.attempts,
      status: .noDriver)
  }
}

/// Runs the worker with the arguments of this process, in its place.
func runWorker() throws -> Never { try reporting { try WorkerProgram.replaceProcess() } }

/// Runs `body`, and turns its errors into those of the tool.
func reporting<Result>(_ body: () throws -> Result) throws -> Result {
  do {
    return try body()
  } catch let error as ConfigurationError {
    throw ToolFailure(LintReport.withoutCommands(error.description), status: .usage)
  } catch let error as EngineUnavailable {
    throw ToolFailure(error)
  }
}

extension LintReport {
  /// Prints the report as wide as the terminal, in colors where it has them.
  func print(as format: ReportFormat, isQuiet: Bool) throws(FileError) {
    let terminal = Terminal.standardOutput
    let style = HumanStyle(
      hasColors: terminal.hasColors, width: terminal.width, isQuiet: isQuiet)
    try StandardOutput.write(text(as: format, style: style))
  }
}
