import GLESKitSupport

/// Plans the jobs of a run: each shader with each of its permutations, compiled alone or as part of
/// its programs.
struct JobPlanner {
  private(set) var plans: [LintRun.Plan] = []
  private(set) var jobs: [LintRun.Job] = []
  private(set) var units: [LintReport.Unit] = []

  init(_ inputs: LintInputs, _ options: LintOptions) throws(ConfigurationError) {
    let finder = ConfigurationFinder()
    let fixed: Configuration? =
      if let path = options.configuration { try Configuration(file: path) } else { nil }
    var linked = Set<Int>()
    var programsByLast: [Int: [LintInputs.Pair]] = [:]
    for pair in inputs.programs {
      linked.formUnion([pair.vertex, pair.fragment])
      programsByLast[max(pair.vertex, pair.fragment), default: []].append(pair)
    }
    /// The plans of each input, one for each permutation.
    var plansOf: [[Int]] = []
    for (index, input) in inputs.shaders.enumerated() {
      let configuration: Configuration
      if let fixed {
        configuration = fixed
      } else if options.ignoresConfiguration {
        configuration = Configuration()
      } else {
        configuration = try finder.configuration(forFolder: Paths.folder(of: input.path))
      }
      let applied = configuration.applied(toFile: input.path)
      let permutations = Self.combinations(configuration.permutations + options.permutations)
      try Self.check(permutations.count, of: input.name)
      var own: [Int] = []
      for permutation in permutations {
        let label = permutation.label
        let name = label.isEmpty ? input.name : "\(input.name) [\(label)]"
        own.append(plans.count)
        plans.append(
          LintRun.Plan(
            input: index, configuration: applied,
            definitions: AssemblyOptions.merged(
              applied.assembly.definitions, input.definitions, options.assembly.definitions,
              permutation.definitions),
            label: label, isLinked: linked.contains(index), unit: units.count))
        units.append(
          LintReport.Unit(
            name: name, kind: .shader, file: input.path, permutation: own.count - 1))
      }
      plansOf.append(own)
      if !linked.contains(index) { jobs += own.map { .shader($0) } }
      for pair in programsByLast[index] ?? [] {
        try addPrograms(plansOf[pair.vertex], plansOf[pair.fragment], inputs, pair)
      }
    }
  }

  /// Links the plans of two shaders that have the same permutation. If their permutations differ,
  /// it links each plan of one with each plan of the other.
  private mutating func addPrograms(
    _ vertices: [Int], _ fragments: [Int], _ inputs: LintInputs, _ pair: LintInputs.Pair
  ) throws(ConfigurationError) {
    let paths = "\(inputs.shaders[pair.vertex].name) + \(inputs.shaders[pair.fragment].name)"
    let alike = vertices.map { plans[$0].label } == fragments.map { plans[$0].label }
    if !alike { try Self.check(vertices.count * fragments.count, of: paths) }
    var permutation = 0
    for (index, vertex) in vertices.enumerated() {
      for fragment in alike ? fragments[index...index] : fragments[...] {
        let label = plans[fragment].label
        jobs.append(.program(units.count, vertex: vertex, fragment: fragment))
        units.append(
          LintReport.Unit(
            name: label.isEmpty ? paths : "\(paths) [\(label)]", kind: .program,
            file: inputs.shaders[pair.fragment].path, permutation: permutation))
        permutation += 1
      }
    }
  }

  /// The most combinations of permuted macros with which a shader or program is checked.
  private static let limit = 4096

  private static func check(_ count: Int, of name: String) throws(ConfigurationError) {
    guard count > limit else { return }
    throw ConfigurationError(
      path: name, line: 0,
      problem: "the permutations make more than \(limit) combinations; permute fewer macros")
  }

  /// Values of the permuted macros.
  struct Combination {
    var definitions: [AssemblyOptions.Definition] = []
    var label = ""
  }

  /// Returns all combinations of the values; one empty combination if there are none, and only some
  /// if there are more than ``limit``: with each macro they multiply.
  static func combinations(_ permutations: [Configuration.Permutation]) -> [Combination] {
    permutations.reduce([Combination()]) { combinations, permutation in
      let all = combinations.lazy.flatMap { combination in
        permutation.values.lazy.map { value -> Combination in
          var next = combination
          if let value {
            next.definitions.append(AssemblyOptions.Definition(permutation.name, value))
          }
          let word = value.map { "\(permutation.name)=\($0)" } ?? "no \(permutation.name)"
          next.label = next.label.isEmpty ? word : "\(next.label) \(word)"
          return next
        }
      }
      return Array(all.prefix(limit + 1))
    }
  }
}
