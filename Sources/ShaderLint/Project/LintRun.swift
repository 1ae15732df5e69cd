import GLES
import GLESKitSupport
import GLSL

/// One run of the linter: which jobs there are, what is known of each shader, and the report as it
/// grows.
final class LintRun {
  /// A shader under one set of definitions, or a program of two such.
  enum Job: Hashable {
    case shader(Int)
    case program(Int, vertex: Int, fragment: Int)
  }

  private let options: LintOptions
  private let inputs: LintInputs
  private let plans: [Plan]
  let jobs: [Job]
  private var units: [LintReport.Unit]
  private var report = LintReport()
  private var assemblers: [Configuration?: Assembler] = [:]
  private var contents: [Int: Result<[UInt8], FileError>] = [:]
  private var facts: [Int: ShaderFacts] = [:]
  private var missing: Set<Int> = []
  /// The texts that were given, by path.
  private let texts: [String: [UInt8]]
  private var filesSeen: Set<String> = []
  /// How many jobs still need a plan's facts, of the engine that runs and those after it.
  private var uses: [Int]
  private var reported: Set<Seen> = []
  /// The engine whose answers come in, and what is known of it.
  private var choice = EngineChoice(engine: .driver)
  private var quirks: [Quirk] = []
  private var renaming = Renaming()

  /// What is reported once, however many programs a shader is in and engines are asked.
  private enum Seen: Hashable {
    /// What our rules and the assembly find in a plan's shader.
    case rules(plan: Int)
    /// Comments to us in it that cannot be understood.
    case comments(plan: Int)
    /// What an engine says of it.
    case compile(plan: Int, engine: String)
    /// What our rules find in a program.
    case program(unit: Int)
  }

  /// One shader under one set of definitions.
  struct Plan {
    var input: Int
    var configuration: Configuration
    var definitions: [AssemblyOptions.Definition]
    /// Shown after the path; empty without permutations.
    var label: String
    /// It is part of a program, so that being without `main` shows when it is linked.
    var isLinked: Bool
    var unit: Int
  }

  init(_ inputs: LintInputs, _ options: LintOptions) throws(ConfigurationError) {
    let planner = try JobPlanner(inputs, options)
    self.inputs = inputs
    texts = Dictionary(
      inputs.shaders.compactMap { input in input.bytes.map { (input.path, $0) } },
      uniquingKeysWith: { first, _ in first })
    self.options = options
    plans = planner.plans
    jobs = planner.jobs
    units = planner.units
    uses = [Int](repeating: 0, count: planner.plans.count)
    for job in jobs {
      for plan in Self.plans(of: job) { uses[plan] += options.choices.count }
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

  /// Takes note of the engine whose answers come next.
  func begin(_ choice: EngineChoice, description: String) {
    self.choice = choice
    quirks = Quirk.applying(to: choice.engine, description: description)
    renaming = Renaming(quirks)
    if choice.engine == .driver { report.driver = report.driver ?? description }
  }

  /// What the engine is to do for a job; `nil` when a file of it cannot be read.
  func work(of job: Int) -> WorkerMessage.Request.Work? {
    switch jobs[job] {
    case .shader(let plan):
      guard let facts = prepare(plan) else { return nil }
      return .shader(facts.stage, text(facts))
    case .program(_, let vertex, let fragment):
      // Both are prepared, so that both are reported when one cannot be read.
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
    switch content(of: plan.input) {
    case .success(let content): bytes = content
    case .failure(let error):
      missing.insert(index)
      add(
        [Diagnostic(.unreadableFile, error.description, at: Location(file: input.path))], to: index,
        nil)
      return nil
    }
    let assembly = assembler(for: plan).assemble(path: input.path, bytes: bytes)
    guard
      let stage = input.stage ?? ShaderStage(path: input.path)
        ?? ShaderFiles.stage(inPragmasOf: assembly.scan) ?? options.stage
    else {
      missing.insert(index)
      let problem = Diagnostic(
        .unreadableFile, "the stage of '\(input.path)' is not known",
        at: Location(file: input.path),
        hint: "name it .vert or .frag, write '#pragma shaderlint fragment' into it, or give --stage"
      )
      add([problem], to: index, nil)
      return nil
    }
    var found = ShaderFacts(stage: stage, assembly: assembly)
    found.standsAlone = !plan.isLinked
    facts[index] = found
    for file in assembly.files where filesSeen.insert(file.path).inserted {
      report.readFiles.append(file.path)
    }
    if reported.insert(.rules(plan: index)).inserted {
      add(assembly.diagnostics + FileRule.all.flatMap { $0.check(found) }, to: index, found)
    }
    return found
  }

  /// Reads a file for an include: an editor's text of it goes before what is on disk.
  private func read(_ path: String) throws(FileError) -> [UInt8] {
    if let bytes = texts[path] { return bytes }
    return try Files.read(path, limit: 64 << 20)
  }

  private func content(of input: Int) -> Result<[UInt8], FileError> {
    if let bytes = inputs.shaders[input].bytes { return .success(bytes) }
    if let known = contents[input] { return known }
    let result: Result<[UInt8], FileError>
    do {
      result = .success(try Files.read(inputs.shaders[input].path, limit: 64 << 20))
    } catch {
      result = .failure(error)
    }
    // Kept only where permutations will ask again.
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

  // MARK: After the engine

  /// Takes in what became of a job.
  func take(_ outcome: JobOutcome, of job: Int) {
    let plans = Self.plans(of: jobs[job])
    switch jobs[job] {
    case .shader(let plan):
      judgeShader(plan, outcome)
    case .program(let unit, let vertex, let fragment):
      let first = judgeShader(vertex, outcome)
      let second = judgeShader(fragment, outcome)
      judgeProgram(unit, (vertex, fragment), (first, second), outcome)
    }
    for plan in plans {
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
    // A single shader's worker names the first step, whatever the stage is.
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
      choice: choice, quirks: quirks, renaming: renaming, facts: facts, webgl: webgl(plan)
    ).judge(response)
    if isNew {
      // That nothing is there was said already, in better words than "unexpected end of file".
      let isEmpty = facts.preprocessed.items.isEmpty && facts.preprocessed.complete
      let news =
        isEmpty ? judgement.diagnostics.filter { $0.rule != .syntaxError } : judgement.diagnostics
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
    let translator = LinkTranslator(choice: choice, vertex: vertex, fragment: fragment)
    var known =
      reported.insert(.program(unit: unit)).inserted
      ? ProgramRule.all.flatMap { $0.check(vertex, fragment) } : []
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
      found += translator.judge(response, phase: .link, known: &known)
      accepts = accepts && response.accepted
    } else if judged.vertex?.isOverruled == true || judged.fragment?.isOverruled == true {
      found.append(
        Diagnostic(
          .driverQuirk, "not linked: the \(choice.name) engine refuses a shader that is legal",
          at: Location(file: fragment.assembly.files[0].path, line: 1)))
    }
    if let response = outcome.step(.validate) {
      // Validation depends on the state at draw time, of which there is none here: samplers all stand
      // at unit 0, so that its complaints about them mean nothing.
      if !response.accepted { found += validation(response, translator) }
    }
    let suppressions = [Suppressions(vertex.assembly), Suppressions(fragment.assembly)]
    units[unit].diagnostics += levelled(known + found, plan.fragment).filter { diagnostic in
      !suppressions.contains { $0.cover(diagnostic) }
    }
    // Shaders that are fine by themselves have not been kept yet.
    for facts in [vertex, fragment] { keepSources(of: units[unit].diagnostics, facts) }
    addVerdict(accepts, to: unit)
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

  private func addVerdict(_ accepts: Bool, to unit: Int) {
    units[unit].verdicts.append(LintReport.Unit.Verdict(engine: choice.name, accepts: accepts))
  }

  /// Adds findings to the unit of a plan, less those that are switched off or said already.
  private func add(_ found: [Diagnostic], to plan: Int, _ facts: ShaderFacts?) {
    guard !found.isEmpty || facts?.assembly.scan.directives.isEmpty == false else { return }
    var found = found
    if let facts {
      let suppressions = Suppressions(facts.assembly)
      if reported.insert(.comments(plan: plan)).inserted {
        found += suppressions.diagnostics
      }
      found = found.filter { !suppressions.cover($0) }
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

  /// Keeps the texts that findings point at, for the lines that reports show.
  private func keepSources(of found: [Diagnostic], _ facts: ShaderFacts) {
    guard !found.isEmpty else { return }
    for file in facts.assembly.files where report.sources[file.path] == nil {
      report.sources[file.path] = file
    }
  }

  /// Compares the engines' verdicts and returns the finished report.
  func finish() -> LintReport {
    for index in units.indices {
      let verdicts = units[index].verdicts
      if Set(verdicts.map(\.accepts)).count > 1 {
        let words = verdicts.map { "\($0.engine) \($0.accepts ? "accepts" : "refuses")" }
        units[index].diagnostics.append(
          Diagnostic(
            .enginesDisagree, "\(words.joined(separator: ", ")) this \(units[index].kind.rawValue)",
            at: Location(file: units[index].file, line: 1)))
      }
      units[index].diagnostics = Self.sorted(units[index].diagnostics, first: units[index].file)
    }
    report.units = units
    return report
  }

  /// By file, the unit's own first, then by position; findings at one place keep their order.
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
