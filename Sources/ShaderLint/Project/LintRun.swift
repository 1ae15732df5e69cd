// Long because: the steps before, in and after the engines share the private state of a run.

import CompilerLogs
import GLESKitSupport
import GLSL
import Profiling

/// A run of the linter: its jobs, the facts about each shader, and the report under construction.
final class LintRun {
  /// A shader with one set of definitions, or a program of two such shaders.
  enum Job: Hashable {
    case shader(Int)
    case program(Int, vertex: Int, fragment: Int)
  }

  private let options: LintOptions
  private let profiler: Profiler
  private let inputs: LintInputs
  private let plans: [Plan]
  let jobs: [Job]
  private var units: [LintReport.Unit]
  private var report = LintReport()
  private var assemblers: [Configuration?: Assembler] = [:]
  private var contents: [Int: Result<[UInt8], FileError>] = [:]
  private var facts: [Int: ShaderFacts] = [:]
  private var missing: Set<Int> = []
  /// The texts of inputs that are not read from files, by path.
  private let texts: [String: [UInt8]]
  private var filesSeen: Set<String> = []
  /// The number of jobs that still need the facts of each plan, for all engines.
  private var uses: [Int]
  private var reported: Set<Seen> = []
  /// The current engine and its quirks.
  private var choice = EngineChoice(engine: .driver)
  private var vendor: Vendor?
  private var quirks: [Quirk] = []
  private var renaming = Renaming()

  /// The jobs that the own engine has judged, and its verdicts on shaders by plan.
  private var ownJobs: Set<Int> = []
  private var ownVerdicts: [Int: Bool] = [:]
  /// Whether no other engine runs.
  private var isAlone: Bool
  /// The units of shaders in GLSL ES 3.00 that another engine may judge.
  private var es3Units: Set<Int> = []
  /// Findings about programs, by unit, until an engine's link log is compared with them.
  private var programFindings: [Int: [Diagnostic]] = [:]

  /// Findings to report once, for any number of programs and engines.
  private enum Seen: Hashable {
    /// Findings of the assembly and shaderlint's own rules in a shader.
    case rules(plan: Int)
    /// Malformed suppression comments in a shader.
    case comments(plan: Int)
    /// Findings of an engine in a shader.
    case compile(plan: Int, engine: String)
    /// Findings of shaderlint's own rules in a program.
    case program(unit: Int)
  }

  /// A shader with one set of definitions.
  struct Plan {
    var input: Int
    var configuration: Configuration
    var definitions: [AssemblyOptions.Definition]
    /// The permutation, which reports show after the path; empty for none.
    var label: String
    /// Whether it is part of a program, so that linking detects a missing `main`.
    var isLinked: Bool
    var unit: Int
  }

  init(
    _ inputs: LintInputs, _ options: LintOptions, profiler: Profiler
  ) throws(ConfigurationError) {
    self.profiler = profiler
    let planner = try JobPlanner(inputs, options)
    self.inputs = inputs
    texts = inputs.texts.merging(
      inputs.shaders.compactMap { input in
        (input.original ?? input.bytes).map { (input.path, $0) }
      },
      uniquingKeysWith: { first, _ in first })
    self.options = options
    plans = planner.plans.map { plan in
      var plan = plan
      plan.configuration.levels.merge(options.levels) { $1 }
      plan.configuration.minimum = plan.configuration.minimum || options.minimum
      return plan
    }
    jobs = planner.jobs
    units = planner.units
    isAlone = options.choices.isEmpty
    uses = [Int](repeating: 0, count: planner.plans.count)
    for job in jobs {
      for plan in Self.plans(of: job) { uses[plan] += max(1, options.choices.count) }
    }
    report.general = inputs.problems
  }

  private static func plans(of job: Job) -> [Int] {
    switch job {
    case .shader(let plan): [plan]
    case .program(_, let vertex, let fragment): [vertex, fragment]
    }
  }

  // MARK: Before the engine

  /// Notes the engine that produces the next outcomes.
  func begin(_ choice: EngineChoice, description: String) {
    self.choice = choice
    vendor = Vendor.of(driver: description)
    quirks = Quirk.applying(to: choice.engine, description: description)
    renaming = Renaming(quirks)
    if choice.engine == .driver { report.driver = report.driver ?? description }
  }

  /// Returns the work of a job; `nil` if a file can't be read.
  func work(of job: Int) -> WorkerMessage.Request.Work? {
    judgeWithOwnEngine(job)
    switch jobs[job] {
    case .shader(let plan):
      guard let facts = prepare(plan) else { return nil }
      return .shader(facts.stage, text(facts))
    case .program(_, let vertex, let fragment):
      // Prepare both shaders, so that each unreadable file is reported.
      let first = prepare(vertex)
      let second = prepare(fragment)
      guard let first, let second else {
        if let only = first ?? second { return .shader(only.stage, text(only)) }
        return nil
      }
      return .program(vertex: text(first), fragment: text(second))
    }
  }

  private func text(_ facts: ShaderFacts) -> [UInt8] { renaming.text(of: facts.assembly) }

  private func prepare(_ index: Int) -> ShaderFacts? {
    if let known = facts[index] { return known }
    if missing.contains(index) { return nil }
    let plan = plans[index]
    let input = inputs.shaders[plan.input]
    let bytes: [UInt8]
    switch profiler.measure("read", { content(of: plan.input) }) {
    case .success(let content): bytes = content
    case .failure(let error):
      missing.insert(index)
      add(
        [Diagnostic(.unreadableFile, error.cause, at: Location(file: input.path))], to: index,
        nil)
      return nil
    }
    let knownStage = input.stage ?? ShaderStage(path: input.path)
    let assembly = profiler.measure("assemble") {
      assembler(for: plan).assemble(
        path: input.path, bytes: bytes, stage: knownStage, original: input.original,
        firstLine: input.firstLine)
    }
    guard
      let stage = knownStage ?? ShaderFiles.stage(inPragmasOf: assembly.scan) ?? options.stage
    else {
      missing.insert(index)
      let problem = Diagnostic(
        .unreadableFile, "the stage of this shader is unknown",
        at: Location(file: input.path),
        hint: "name it .vert or .frag, add '#pragma shaderlint fragment' to it, or use --stage"
      )
      add([problem], to: index, nil)
      return nil
    }
    var found = profiler.measure("check language") {
      ShaderFacts(stage: stage, assembly: assembly, profile: webgl(index) ? .webgl1 : .es2)
    }
    found.standsAlone = !plan.isLinked
    if options.es3 && found.preprocessed.version == 300_000 { es3Units.insert(plan.unit) }
    facts[index] = found
    units[plan.unit].files = assembly.files.map(\.path)
    for file in assembly.files where filesSeen.insert(file.path).inserted {
      report.readFiles.append(file.path)
    }
    if reported.insert(.rules(plan: index)).inserted {
      let problems = profiler.measure("rules") { FileRule.all.flatMap { $0.check(found) } }
      add(found.textFindings + problems, to: index, found)
    }
    return found
  }

  /// Reads an included file; the text of an input, such as an editor's buffer, comes first.
  private func read(_ path: String) throws(FileError) -> [UInt8] {
    if let bytes = texts[path] { return bytes }
    return try Files.read(path, limit: Assembler.sizeLimit)
  }

  private func content(of input: Int) -> Result<[UInt8], FileError> {
    // The texts hold whole files.
    if inputs.shaders[input].original != nil, let part = inputs.shaders[input].bytes {
      return .success(part)
    }
    if let bytes = texts[inputs.shaders[input].path] { return .success(bytes) }
    if let known = contents[input] { return known }
    let result: Result<[UInt8], FileError>
    do {
      result = .success(try Files.read(inputs.shaders[input].path, limit: Assembler.sizeLimit))
    } catch {
      result = .failure(error)
    }
    // Only permutations read a file again.
    if plans.count > inputs.shaders.count { contents[input] = result }
    return result
  }

  private func assembler(for plan: Plan) -> Assembler {
    var key = plan.configuration
    key.assembly.definitions = plan.definitions
    if let known = assemblers[key] { return known }
    var assembly = plan.configuration.assembly
    assembly.includeFolders = options.assembly.includeFolders + assembly.includeFolders
    assembly.prelude = options.assembly.prelude ?? assembly.prelude
    assembly.definitions = plan.definitions
    let made = Assembler(options: assembly, reader: read)
    assemblers[key] = made
    return made
  }

  // MARK: The own engine

  /// Judges a job with the own engine, if it runs and has not judged the job yet.
  func judgeWithOwnEngine(_ job: Int) {
    guard options.usesOwnEngine, ownJobs.insert(job).inserted else {
      return
    }
    switch jobs[job] {
    case .shader(let plan):
      _ = judgeWithOwnEngine(plan: plan)
    case .program(let unit, let vertex, let fragment):
      let first = judgeWithOwnEngine(plan: vertex)
      let second = judgeWithOwnEngine(plan: fragment)
      if let vertex = facts[vertex], let fragment = facts[fragment], let first, let second {
        var found = profiler.measure("rules") { ProgramRule.findings(vertex, fragment) }
        if first && second { found += OwnEngine.linkDiagnostics(vertex, fragment) }
        programFindings[unit] = found
        let accepts = first && second && !found.contains { $0.severity == .error }
        addVerdict(accepts, to: unit, OwnEngine.choice)
      }
    }
    guard isAlone else { return }
    if case .program(let unit, let first, let second) = jobs[job],
      let vertex = facts[first], let fragment = facts[second]
    {
      let found = takeProgramFindings(unit, vertex, fragment)
      addProgram(found, unit, plan: second, vertex, fragment)
    }
    release(job)
  }

  /// Returns whether the own engine accepts a shader; `nil` if it does not judge it.
  private func judgeWithOwnEngine(plan: Int) -> Bool? {
    guard let facts = prepare(plan) else { return nil }
    if reported.insert(.compile(plan: plan, engine: OwnEngine.choice.name)).inserted {
      add(OwnEngine.diagnostics(facts), to: plan, facts)
      if facts.isJudged {
        ownVerdicts[plan] = facts.isValid
        addVerdict(facts.isValid, to: plans[plan].unit, OwnEngine.choice)
      }
    }
    return ownVerdicts[plan]
  }

  /// Notes that there is no driver, so only the front end judges.
  func noteMissingDriver(_ error: EngineUnavailable) {
    // The description goes on with a line for each display that was tried.
    let lines = error.description.split(separator: "\n")
    let reason = lines.first.map { $0.split(separator: "; tried:")[0] } ?? ""
    isAlone = true
    report.general.append(
      Diagnostic(
        .noDriver, "checked by shaderlint's own front end only: \(reason)", at: nil,
        hint: lines.count > 1 ? "'shaderlint doctor' shows why" : nil))
  }

  // MARK: After the engine

  /// Handles the outcome of a job.
  func take(_ outcome: JobOutcome, of job: Int) {
    profiler.start("judge")
    defer { profiler.stop("judge") }
    switch jobs[job] {
    case .shader(let plan):
      judgeShader(plan, outcome)
    case .program(let unit, let vertex, let fragment):
      let first = judgeShader(vertex, outcome)
      let second = judgeShader(fragment, outcome)
      judgeProgram(unit, (vertex, fragment), (first, second), outcome)
    }
    release(job)
  }

  /// Frees the facts of shaders that no other job needs.
  private func release(_ job: Int) {
    for plan in Self.plans(of: jobs[job]) {
      uses[plan] -= 1
      if uses[plan] == 0 { facts[plan] = nil }
    }
  }

  @discardableResult
  private func judgeShader(
    _ plan: Int, _ outcome: JobOutcome
  ) -> LogTranslator.Judgement? {
    guard let facts = facts[plan] else { return nil }
    let phase: WorkerMessage.Phase = facts.stage == .vertex ? .vertex : .fragment
    let isNew = reported.insert(.compile(plan: plan, engine: choice.name)).inserted
    // For a single shader, the loss is at the first step, whatever the stage.
    if let loss = outcome.loss, outcome.isSingleShader || loss.step == phase {
      if isNew {
        add(
          [LossReport.diagnostic(loss.cause, "compiling", facts.assembly.files[0].path)], to: plan,
          facts)
        addVerdict(false, to: plans[plan].unit)
      }
      return nil
    }
    guard let response = outcome.step(phase) else { return nil }
    let judgement = LogTranslator(
      choice: choice, vendor: vendor, quirks: quirks, renaming: renaming, facts: facts,
      webgl: webgl(plan)
    ).judge(response)
    if isNew {
      // The rule empty-file reports this better than "unexpected end of file".
      let isEmpty = facts.preprocessed.items.isEmpty && facts.preprocessed.complete
      var news =
        isEmpty ? judgement.diagnostics.filter { $0.rule != .syntaxError } : judgement.diagnostics
      // The own engine reports all errors of a shader, each once and with its place.
      if ownVerdicts[plan] == false && !judgement.accepts { news = [] }
      // Mesa looks at one function at a time, and most of its warnings are wrong.
      if facts.isJudged && facts.isValid { news.removeAll { $0.rule == .uninitialized } }
      add(news, to: plan, facts)
      addVerdict(judgement.accepts, to: plans[plan].unit)
    }
    return judgement
  }

  private func webgl(_ plan: Int) -> Bool { options.webgl || plans[plan].configuration.webgl }

  private func judgeProgram(
    _ unit: Int, _ plan: (vertex: Int, fragment: Int),
    _ judged: (vertex: LogTranslator.Judgement?, fragment: LogTranslator.Judgement?),
    _ outcome: JobOutcome
  ) {
    guard let vertex = facts[plan.vertex], let fragment = facts[plan.fragment] else { return }
    let translator = LinkTranslator(
      choice: choice, vendor: vendor, vertex: vertex, fragment: fragment)
    var known = takeProgramFindings(unit, vertex, fragment)
    let ownRejects = options.usesOwnEngine && known.contains { $0.severity == .error }
    var found: [Diagnostic] = []
    var accepts = judged.vertex?.accepts ?? false && judged.fragment?.accepts ?? false
    if let loss = outcome.loss, loss.step == .link || loss.step == .validate {
      found.append(
        LossReport.diagnostic(
          loss.cause, loss.step == .link ? "linking" : "validating", units[unit].name,
          at: fragment.assembly.files[0].path))
      accepts = false
    }
    if let response = outcome.step(.link) {
      let answer = translator.judge(response, phase: .link, known: &known)
      // As for shaders: the own engine has named what is wrong.
      found += answer.filter { !ownRejects || $0.severity != .error }
      accepts = accepts && response.accepted
    } else if judged.vertex?.isOverruled == true || judged.fragment?.isOverruled == true {
      found.append(
        Diagnostic(
          .driverQuirk, "not linked: the \(choice.name) engine rejects a legal shader",
          at: Location(file: fragment.assembly.files[0].path, line: 1)))
    }
    if let response = outcome.step(.validate) {
      // Validation depends on the state at draw time. Here all samplers use unit 0, so messages
      // about them are meaningless.
      if !response.accepted { found += validation(response, translator) }
    }
    addProgram(known + found, unit, plan: plan.fragment, vertex, fragment)
    addVerdict(accepts, to: unit)
  }

  /// Returns the findings about a program that need no engine, the first time.
  private func takeProgramFindings(
    _ unit: Int, _ vertex: ShaderFacts, _ fragment: ShaderFacts
  ) -> [Diagnostic] {
    guard reported.insert(.program(unit: unit)).inserted else { return [] }
    return programFindings.removeValue(forKey: unit)
      ?? profiler.measure("rules") { ProgramRule.findings(vertex, fragment) }
  }

  private func addProgram(
    _ found: [Diagnostic], _ unit: Int, plan: Int, _ vertex: ShaderFacts, _ fragment: ShaderFacts
  ) {
    let suppressions = [vertex.suppressions, fragment.suppressions]
    units[unit].diagnostics += levelled(found, plan).filter { diagnostic in
      !suppressions.contains { $0.cover(diagnostic, isLinked: true) }
    }
    // Sources of shaders without findings of their own are not kept yet.
    for facts in [vertex, fragment] { keepSources(of: units[unit].diagnostics, facts) }
  }

  private func validation(
    _ response: WorkerMessage.Response, _ translator: LinkTranslator
  ) -> [Diagnostic] {
    var none: [Diagnostic] = []
    return translator.judge(response, phase: .validate, known: &none).filter {
      !$0.message.lowercased().contains("sampler")
        && !$0.message.lowercased().contains("texture unit")
    }
  }

  // MARK: The report

  private func addVerdict(_ accepts: Bool, to unit: Int, _ choice: EngineChoice? = nil) {
    let name = (choice ?? self.choice).name
    units[unit].verdicts.append(LintReport.Unit.Verdict(engine: name, accepts: accepts))
  }

  /// Adds findings to the unit of a plan, except suppressed and duplicate ones.
  private func add(_ found: [Diagnostic], to plan: Int, _ facts: ShaderFacts?) {
    guard !found.isEmpty || facts?.assembly.scan.directives.isEmpty == false else { return }
    var found = found
    if let facts {
      if reported.insert(.comments(plan: plan)).inserted {
        found += facts.suppressions.diagnostics
      }
      found = found.filter { !facts.suppressions.cover($0) }
      let input = inputs.shaders[plans[plan].input]
      found.removeAll { input.isUncertain($0, in: facts.assembly) }
    }
    let unit = plans[plan].unit
    for diagnostic in levelled(found, plan) {
      let isKnown = units[unit].diagnostics.contains {
        $0.rule == diagnostic.rule && $0.location?.file == diagnostic.location?.file
          && $0.location?.line == diagnostic.location?.line && $0.origin != diagnostic.origin
      }
      if !isKnown { units[unit].diagnostics.append(diagnostic) }
    }
    if let facts { keepSources(of: units[unit].diagnostics, facts) }
  }

  private func levelled(_ found: [Diagnostic], _ plan: Int) -> [Diagnostic] {
    found.compactMap { diagnostic in
      guard var moved = plans[plan].configuration.applied(to: diagnostic) else { return nil }
      if options.warningsAreErrors && moved.severity == .warning { moved.severity = .error }
      return moved
    }
  }

  /// Keeps the sources of findings, for the lines in reports.
  private func keepSources(of found: [Diagnostic], _ facts: ShaderFacts) {
    guard !found.isEmpty else { return }
    for file in facts.assembly.files where report.sources[file.path] == nil {
      report.sources[file.path] = file
    }
  }

  /// Compares the verdicts of the engines and returns the complete report.
  func finish() -> LintReport {
    for index in es3Units {
      let isJudged = units[index].verdicts.contains { $0.engine != OwnEngine.choice.name }
      if isJudged { units[index].diagnostics.removeAll { $0.rule == .wrongVersion } }
    }
    for index in units.indices {
      let verdicts = units[index].verdicts
      if Set(verdicts.map(\.accepts)).count > 1 {
        let words = verdicts.map { "\($0.engine) \($0.accepts ? "accepts" : "rejects")" }
        units[index].diagnostics.append(
          Diagnostic(
            .enginesDisagree, "\(words.joined(separator: ", ")) this \(units[index].kind.rawValue)",
            at: Location(file: units[index].file, line: 1)))
      }
      units[index].diagnostics = Self.sorted(units[index].diagnostics, first: units[index].file)
    }
    for case .program(let unit, let vertex, let fragment) in jobs {
      units[unit].hasBrokenStage = [vertex, fragment].contains { units[plans[$0].unit].fails }
    }
    report.units = units
    report.configurations = Set(plans.compactMap(\.configuration.path)).sorted()
    report.general += inputs.skipNotes(read: Set(report.readFiles))
    return report
  }

  /// Sorts by file, the unit's own first, then by position. The sort is stable.
  private static func sorted(_ found: [Diagnostic], first: String) -> [Diagnostic] {
    guard found.count > 1 else { return found }
    func key(_ diagnostic: Diagnostic) -> (Int, String, Int, Int) {
      let place = diagnostic.location ?? Location(file: "")
      return (place.file == first ? 0 : 1, place.file, place.line, place.column)
    }
    return found.enumerated().sorted {
      let (a, b) = (key($0.element), key($1.element))
      return a == b ? $0.offset < $1.offset : a < b
    }.map(\.element)
  }
}
