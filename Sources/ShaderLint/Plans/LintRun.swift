import CompilerLogs
import GLESKitSupport
import GLSL
import Profiling

/// A run of the linter: what is known about each shader and program, and the report under
/// construction.
final class LintRun {
  private let options: LintOptions
  private let profiler: Profiler
  private var inputs: LintInputs
  private let plans: Plans
  private var units: [LintReport.Unit]
  private var report = LintReport()
  private let reader: ShaderReader
  private var filesSeen: Set<String> = []
  /// The files that turned out to be in another language, and the units of their shaders.
  private var skips: Set<LintInputs.Skip> = []
  private var skippedUnits: Set<Int> = []
  /// The shaders that were found in folders, by unit.
  private var found = CompletedShaders<Int>()

  private lazy var storesVaryings = inputs.storesVaryings

  /// What was said about the shaders of unfinished jobs; `nil` for those that can't be read.
  private var shaders: [Int: Verdicts?] = [:]
  /// What was said about the programs of unfinished jobs, by job.
  private var programs: [Int: Verdicts] = [:]
  /// The rulings on shaders since the last verdict about them.
  private var rulings: [Int: Arbitration.Ruling] = [:]
  private var finished: Set<Int> = []
  /// The number of unfinished jobs with each shader.
  private var uses: [Int]
  /// The current engine, and the number of engines that are not done.
  private var engine = KnownEngine.own
  private var enginesLeft: Int

  init(
    _ inputs: LintInputs, _ options: LintOptions, profiler: Profiler
  ) throws(ConfigurationError) {
    self.profiler = profiler
    self.inputs = inputs
    self.options = options
    let reader = ShaderReader(inputs, options, profiler)
    self.reader = reader
    let finder = ConfigurationFinder(inputs.files)
    plans = try Plans(inputs, options) { input throws(ConfigurationError) in
      if let fixed = inputs.configuration { return fixed }
      if let path = options.configuration { return try finder.configuration(file: path) }
      if options.ignoresConfiguration { return Configuration() }
      return try finder.configuration(forFolder: Paths.folder(of: input.path))
    } named: { macros, shader in
      (try? reader.assembly(of: shader))?.named(macros) ?? []
    }
    units = plans.units
    uses = [Int](repeating: 0, count: plans.shaders.count)
    for shader in plans.jobs.flatMap(\.shaders) { uses[shader] += 1 }
    enginesLeft = options.choices.count
    report.general = inputs.problems
  }

  /// The number of jobs.
  var jobCount: Int { plans.jobs.count }

  // MARK: Before the engine

  /// Notes the engine that produces the next outcomes.
  func begin(_ choice: EngineChoice, description: String) {
    engine = KnownEngine(choice, description: description)
    enginesLeft -= 1
    if choice.engine == .driver { report.driver = report.driver ?? description }
  }

  /// Returns the work of a job; `nil` if a file can't be read.
  func work(of job: Int) -> WorkerMessage.Request.Work? {
    // Read both shaders of a program, so that each unreadable file is reported.
    let facts = plans.jobs[job].shaders.compactMap { verdicts(on: $0)?.shaders[0] }
    judgeProgram(job)
    let texts = facts.map { engine.renaming.text(of: $0.assembly) }
    guard let first = texts.first else { return nil }
    return texts.count == 2
      ? .program(vertex: first, fragment: texts[1]) : .shader(facts[0].stage, first)
  }

  /// Returns what is said about a shader, which is read and checked the first time.
  private func verdicts(on index: Int) -> Verdicts? {
    if let known = shaders[index] { return known }
    let found = read(index).map { facts in
      profiler.measure("rules") {
        Verdicts(facts, hasOwnEngine: options.usesOwnEngine, allowsES3: options.es3)
      }
    }
    shaders[index] = .some(found)
    return found
  }

  private func read(_ index: Int) -> ShaderFacts? {
    let shader = plans.shaders[index]
    let input = inputs.shaders[shader.input]
    func fail(_ problem: String, at place: Location, hint: String? = nil) {
      add([Diagnostic(.unreadableFile, problem, at: place, hint: hint)], to: index)
    }
    let assembly: Assembly
    do throws(FileError) {
      assembly = try reader.assembly(of: shader)
    } catch {
      fail(error.cause, at: Location(file: input.path), hint: error.advice)
      return nil
    }
    let name = ShaderName(input.path)
    let knownStage = input.stage ?? name.certainStage
    guard
      let stage =
        knownStage ?? ShaderNames.stage(of: name, option: options.stage, assembly.scan)
        ?? name.stage
    else {
      fail(
        "the stage of this shader is unknown", at: Location(file: input.path),
        hint: "name it .vert or .frag, add '#pragma shaderlint fragment' to it, or use --stage")
      return nil
    }
    let text = assembly.text
    if let loss = OwnEngine.loss(stage, text, options.isolation, profiler) {
      add([LossReport.diagnostic(loss, "checking", input.path)], to: index)
      return nil
    }
    var facts = profiler.measure("check language") {
      ShaderFacts(
        stage: stage, assembly: assembly,
        profile: shader.configuration.profile(ofFile: input.path))
    }
    if input.isFound, let reason = SkipReason.reason(for: facts, in: input.path, options) {
      // Other shaders of a program may be checked.
      skips.insert(LintInputs.Skip(path: input.name, reason: reason))
      skippedUnits.insert(shader.unit)
      found.skip(shader.unit, facts)
      if reason == SkipReason.noMain {
        inputs.partNames.formUnion(
          HostCode.globalNames(in: input.bytes ?? assembly.files[0].bytes))
      }
      return nil
    }
    facts.standsAlone = !shader.isLinked
    if input.isFound { found.add(shader.unit, facts) }
    units[shader.unit].files = assembly.files.map(\.path)
    for file in assembly.files where filesSeen.insert(file.path).inserted {
      report.readFiles.append(file.path)
    }
    return facts
  }

  // MARK: The engines

  /// Notes what shaderlint itself says about the program of a job, if it is one.
  private func judgeProgram(_ job: Int) {
    guard plans.jobs[job].isProgram, programs[job] == nil else { return }
    let facts = plans.jobs[job].shaders.compactMap { verdicts(on: $0)?.shaders[0] }
    guard facts.count == 2 else { return }
    programs[job] = profiler.measure("rules") {
      Verdicts(vertex: facts[0], fragment: facts[1], hasOwnEngine: options.usesOwnEngine)
    }
  }

  /// Notes that there is no driver, so only the front end judges.
  func noteMissingDriver(_ error: EngineUnavailable) {
    report.general.append(
      Diagnostic(
        .noDriver, "checked by shaderlint's own front end only: \(error)", at: nil,
        hint: error.attempts.isEmpty ? nil : "'shaderlint doctor' shows why"))
  }

  /// Notes what the engine says about the shaders and the program of a job.
  func take(_ outcome: JobOutcome, of job: Int) {
    profiler.start("judge")
    for shader in plans.jobs[job].shaders { takeShader(shader, outcome) }
    takeProgram(job, outcome)
    profiler.stop("judge")
    if enginesLeft == 0 { finish(job) }
  }

  private func takeShader(_ index: Int, _ outcome: JobOutcome) {
    // Of a shader in several programs, the first outcome counts.
    guard let known = shaders[index] ?? nil, known[engine.choice] == nil else { return }
    let facts = known.shaders[0]
    let phase: WorkerMessage.Phase = facts.stage == .vertex ? .vertex : .fragment
    // For a single shader, the loss is at the first step, whatever the stage.
    if let loss = outcome.loss, outcome.isSingleShader || loss.step == phase {
      let path = facts.assembly.files[0].path
      let finding = LossReport.diagnostic(loss.cause, "compiling", path)
      shaders[index]??.add(Verdict(engine: engine, accepts: false, findings: [finding]))
    } else if let response = outcome.step(phase) {
      shaders[index]??.add(LogTranslator(engine: engine, facts: facts).verdict(response))
    }
    rulings[index] = nil
  }

  private func takeProgram(_ job: Int, _ outcome: JobOutcome) {
    guard let facts = programs[job]?.shaders else { return }
    let translator = LinkTranslator(engine: engine, shaders: facts)
    var verdict = Verdict(engine: engine)
    if let loss = outcome.loss {
      verdict.accepts = false
      if loss.step == .link || loss.step == .validate {
        verdict.findings.append(
          LossReport.diagnostic(
            loss.cause, loss.step == .link ? "linking" : "validating",
            units[plans.jobs[job].unit].name, at: facts[1].assembly.files[0].path))
      }
    }
    if let response = outcome.step(.link) {
      verdict.findings += translator.findings(response, phase: .link)
      verdict.accepts = verdict.accepts ?? true && response.accepted
    }
    if let response = outcome.step(.validate), !response.accepted {
      verdict.findings += translator.findings(response, phase: .validate)
    }
    programs[job]?.add(verdict)
  }

  // MARK: The report

  /// Decides about a job of which all engines have had their say, and frees what no other needs.
  func finish(_ job: Int) {
    guard finished.insert(job).inserted else { return }
    let plan = plans.jobs[job]
    for shader in plan.shaders { _ = verdicts(on: shader) }
    judgeProgram(job)
    if let verdicts = programs.removeValue(forKey: job) {
      addProgram(
        Arbitration.ruling(verdicts, stages: plan.shaders.compactMap { ruling(on: $0) }), verdicts,
        plan)
    }
    for shader in plan.shaders {
      uses[shader] -= 1
      guard uses[shader] == 0 else { continue }
      if let ruling = ruling(on: shader), let verdicts = shaders[shader] ?? nil {
        addShader(ruling, verdicts.shaders[0], shader)
      }
      shaders[shader] = .some(nil)
      rulings[shader] = nil
    }
  }

  private func ruling(on shader: Int) -> Arbitration.Ruling? {
    guard let verdicts = shaders[shader] ?? nil else { return nil }
    let ruling = rulings[shader] ?? Arbitration.ruling(verdicts)
    rulings[shader] = ruling
    return ruling
  }

  private func addShader(_ ruling: Arbitration.Ruling, _ facts: ShaderFacts, _ index: Int) {
    let plan = plans.shaders[index]
    let input = inputs.shaders[plan.input]
    let found = (ruling.findings + facts.suppressions.diagnostics).filter {
      !facts.suppressions.cover($0) && !input.isUncertain($0, in: facts.assembly)
        && !isCompleted($0, input, facts)
    }
    add(found, to: index)
    units[plan.unit].verdicts = ruling.verdicts
    keepSources(of: units[plan.unit].diagnostics, facts)
  }

  /// Whether a shader without an output is in a string, to which programs add, or may be for
  /// transform feedback; or a program asks for samplers in vertex shaders that it has in strings.
  private func isCompleted(
    _ finding: Diagnostic, _ input: ShaderInput, _ facts: ShaderFacts
  ) -> Bool {
    if finding.rule == .vertexTexture, let program = input.original {
      return HostCode.find("MAX_VERTEX_TEXTURE_IMAGE_UNITS", in: program[...])
    }
    guard finding.rule == .noOutput else { return false }
    return HostCode.isHost(input.path)
      || facts.stage == .vertex && storesVaryings
        && facts.declarations.variables.contains { $0.storage == .varying && $0.isUsed }
  }

  private func addProgram(_ ruling: Arbitration.Ruling, _ verdicts: Verdicts, _ job: Plans.Job) {
    let found = ruling.findings.filter { finding in
      !verdicts.shaders.contains { $0.suppressions.cover(finding, isLinked: true) }
    }
    units[job.unit].diagnostics = leveled(found, job.shaders[1])
    units[job.unit].verdicts = ruling.verdicts
    for facts in verdicts.shaders { keepSources(of: units[job.unit].diagnostics, facts) }
  }

  private func add(_ found: [Diagnostic], to shader: Int) {
    units[plans.shaders[shader].unit].diagnostics += leveled(found, shader)
  }

  private func leveled(_ found: [Diagnostic], _ shader: Int) -> [Diagnostic] {
    found.compactMap { diagnostic in
      guard var moved = plans.shaders[shader].configuration.applied(to: diagnostic) else {
        return nil
      }
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
    for job in plans.jobs.indices { finish(job) }
    let counts = units.map(\.diagnostics.count)
    let programs = plans.jobs.filter(\.isProgram).map { job in
      (unit: job.unit, stages: job.shaders.map { plans.shaders[$0].unit })
    }
    report.general += found.removeGiven(from: &units, of: programs, by: inputs)
    report.general += found.bundleNotes(units)
    found.markMissing(in: &units, parts: inputs.partNames)
    // What an engine rejects may be what a program gives.
    var excused = Set(units.indices.filter { units[$0].diagnostics.count < counts[$0] })
    for (unit, stages) in programs {
      units[unit].hasBrokenStage = stages.contains { units[$0].fails }
      if !excused.isDisjoint(with: stages) { excused.insert(unit) }
    }
    for index in units.indices {
      if units[index].fails || !excused.contains(index) { noteDisagreement(in: index) }
      units[index].diagnostics = Self.sorted(units[index].diagnostics, first: units[index].file)
    }
    for job in plans.jobs
    where job.shaders.contains(where: { skippedUnits.contains(plans.shaders[$0].unit) }) {
      skippedUnits.insert(job.unit)
    }
    report.units = units.indices.filter { !skippedUnits.contains($0) }.map { units[$0] }
    report.configurations = Set(plans.shaders.compactMap(\.configuration.path)).sorted()
    report.skipped = Set(skips.map(\.path))
    var inputs = inputs
    inputs.skipped += skips.sorted { $0.path < $1.path }
    report.general += inputs.skipNotes(read: Set(report.readFiles))
    for path in options.assembly.includeFolders where Files.kind(of: path) != .folder {
      report.general.append(
        Diagnostic(.unusedPattern, "no folder '\(path)', of --include", at: nil))
    }
    for macro in options.permutations where !plans.usesMacro(macro.name) {
      report.general.append(
        Diagnostic(.unusedPattern, "no shader names '\(macro.name)', of --permute", at: nil))
    }
    return report
  }

  /// Adds a finding if the verdicts of the engines differ.
  private func noteDisagreement(in index: Int) {
    let unit = units[index]
    guard Set(unit.verdicts.map(\.accepts)).count > 1, !Self.rejectsForOthers(unit) else { return }
    let words = unit.verdicts.map { "\($0.engine) \($0.accepts ? "accepts" : "rejects")" }
    units[index].diagnostics.append(
      Diagnostic(
        .enginesDisagree, "\(words.joined(separator: ", ")) this \(unit.kind.rawValue)",
        at: Location(file: unit.file, line: 1)))
  }

  /// Whether the own engine rejects only what other devices or browsers do, of which a driver does
  /// not know.
  private static func rejectsForOthers(_ unit: LintReport.Unit) -> Bool {
    let errors = unit.diagnostics.filter { $0.severity == .error }
    return !errors.isEmpty && errors.allSatisfy(\.rule.rule.isMinimum)
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
