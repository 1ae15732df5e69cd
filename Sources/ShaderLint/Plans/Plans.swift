import GLESKitSupport

/// What a run compiles with what: each shader with each combination of the permuted macros that it
/// names, alone or as part of its programs.
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

  /// The permuted macros that each input names, and the first of its plans.
  private var permuted: [(macros: [Configuration.Permutation], first: Int)] = []

  /// Plans a run.
  ///
  /// - Parameters:
  ///   - configuration: Returns the configuration for a shader.
  ///   - named: Returns those of some permuted macros that a shader's text names.
  /// - Throws: ``ConfigurationError`` if the permutations make too many combinations.
  init(
    _ inputs: LintInputs, _ options: LintOptions,
    configuration: (ShaderInput) throws(ConfigurationError) -> Configuration,
    named: ([Configuration.Permutation], Shader) -> [Configuration.Permutation]
  ) throws(ConfigurationError) {
    var linked = Set<Int>()
    var programsByLast: [Int: [LintInputs.Pair]] = [:]
    for pair in inputs.programs {
      linked.formUnion([pair.vertex, pair.fragment])
      programsByLast[max(pair.vertex, pair.fragment), default: []].append(pair)
    }
    for (index, input) in inputs.shaders.enumerated() {
      let configuration = try configuration(input)
      var applied = configuration.applied(toFile: input.path)
      applied.levels.merge(options.levels) { $1 }
      applied.minimum = applied.minimum || options.minimum
      if options.webgl { applied.webgl = true }
      var shader = Shader(
        input: index, configuration: applied,
        definitions: AssemblyOptions.merged(
          applied.assembly.definitions, input.definitions, options.assembly.definitions),
        label: "", isLinked: linked.contains(index), unit: 0)
      let all = configuration.permutations(options.permutations)
      let macros = all.isEmpty ? [] : named(all, shader)
      permuted.append((macros, shaders.count))
      let definitions = shader.definitions
      for (number, combination) in try Combination.all(of: macros, for: input.name).enumerated() {
        shader.definitions = AssemblyOptions.merged(definitions, combination.definitions)
        shader.label = combination.label
        shader.unit = units.count
        if !shader.isLinked { jobs.append(Job(unit: units.count, shaders: [shaders.count])) }
        shaders.append(shader)
        units.append(
          LintReport.Unit(
            name: Self.name(input.name, combination), kind: .shader, file: input.path,
            permutation: number))
      }
      for pair in programsByLast[index] ?? [] { try addPrograms(pair, inputs) }
    }
  }

  /// Links two shaders with each combination of the macros that either of them names.
  private mutating func addPrograms(
    _ pair: LintInputs.Pair, _ inputs: LintInputs
  ) throws(ConfigurationError) {
    let (vertex, fragment) = (permuted[pair.vertex], permuted[pair.fragment])
    let names = [pair.vertex, pair.fragment].map { inputs.shaders[$0].name }
    let paths = names.joined(separator: " + ")
    let macros = vertex.macros + fragment.macros.filter { !vertex.macros.contains($0) }
    for (number, combination) in try Combination.all(of: macros, for: paths).enumerated() {
      let plans = [vertex, fragment].map { $0.first + combination.index(among: $0.macros) }
      jobs.append(Job(unit: units.count, shaders: plans))
      units.append(
        LintReport.Unit(
          name: Self.name(paths, combination), kind: .program,
          file: inputs.shaders[pair.fragment].path, permutation: number))
    }
  }

  /// Whether a shader names a permuted macro.
  func usesMacro(_ name: String) -> Bool {
    permuted.contains { $0.macros.contains { $0.name == name } }
  }

  private static func name(_ name: String, _ combination: Combination) -> String {
    combination.label.isEmpty ? name : "\(name) [\(combination.label)]"
  }
}
