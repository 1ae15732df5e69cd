import GLESKitSupport

/// What a run compiles with what: each shader with each of its permutations, alone or as part of
/// its programs.
struct Plans {
  /// A shader with one set of definitions.
  struct Shader {
    var input: Int
    var configuration: Configuration
    var definitions: [AssemblyOptions.Definition]
    /// The permutation, which reports show after the path; empty for none.
    var label: String
    /// Whether it is part of a program, so that linking detects a missing `main`.
    var isLinked: Bool
    var unit: Int
  }

  /// A shader to compile, or a program to compile and link.
  struct Job {
    var unit: Int
    /// The shader, or the vertex and the fragment shader, as indices of ``Plans/shaders``.
    var shaders: [Int]

    var isProgram: Bool { shaders.count == 2 }
  }

  private(set) var shaders: [Shader] = []
  private(set) var jobs: [Job] = []
  /// The units of the report, without findings.
  private(set) var units: [LintReport.Unit] = []

  /// Plans a run.
  ///
  /// - Parameter configuration: Returns the configuration for a shader.
  /// - Throws: ``ConfigurationError`` if the permutations make too many combinations.
  init(
    _ inputs: LintInputs, _ options: LintOptions,
    configuration: (ShaderInput) throws(ConfigurationError) -> Configuration
  ) throws(ConfigurationError) {
    var linked = Set<Int>()
    var programsByLast: [Int: [LintInputs.Pair]] = [:]
    for pair in inputs.programs {
      linked.formUnion([pair.vertex, pair.fragment])
      programsByLast[max(pair.vertex, pair.fragment), default: []].append(pair)
    }
    /// The plans of each input, one for each permutation.
    var plansOf: [[Int]] = []
    for (index, input) in inputs.shaders.enumerated() {
      let configuration = try configuration(input)
      var applied = configuration.applied(toFile: input.path)
      applied.levels.merge(options.levels) { $1 }
      applied.minimum = applied.minimum || options.minimum
      applied.webgl = applied.webgl || options.webgl
      let permutations = Self.combinations(configuration.permutations + options.permutations)
      try Self.check(permutations.count, of: input.name)
      var own: [Int] = []
      for permutation in permutations {
        let label = permutation.label
        let name = label.isEmpty ? input.name : "\(input.name) [\(label)]"
        own.append(shaders.count)
        shaders.append(
          Shader(
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
      if !linked.contains(index) {
        jobs += own.map { Job(unit: shaders[$0].unit, shaders: [$0]) }
      }
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
    let alike = vertices.map { shaders[$0].label } == fragments.map { shaders[$0].label }
    if !alike { try Self.check(vertices.count * fragments.count, of: paths) }
    var permutation = 0
    for (index, vertex) in vertices.enumerated() {
      for fragment in alike ? fragments[index...index] : fragments[...] {
        let label = shaders[fragment].label
        jobs.append(Job(unit: units.count, shaders: [vertex, fragment]))
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
