import GLSL

/// The limits that every OpenGL ES 2.0 device supports (OpenGL ES 2.0.25, tables 6.18 to 6.20).
enum Minimum {
  static let attributes = 8
  static let varyings = 8
  static let vertexUniforms = 128
  static let fragmentUniforms = 16
  static let fragmentSamplers = 8
  static let combinedSamplers = 8
}

extension ShaderFacts {
  /// Returns the globals with this storage that the shader uses; unused ones take no space.
  fileprivate func used(_ storage: Declarations.Storage) -> [Declarations.Variable] {
    declarations.variables.filter { $0.storage == storage && $0.isUsed }
  }
}

extension FileRule {
  /// Attributes take one vector each, a matrix one for each column.
  static let attributeCount = FileRule.single { facts in
    guard facts.stage == .vertex else { return nil }
    func vectors(_ attribute: Declarations.Variable) -> Int {
      attribute.type.basic.columns * max(1, attribute.type.array ?? 1)
    }
    let attributes = facts.used(.attribute)
    var count = 0
    let first = attributes.first { attribute in
      count += vectors(attribute)
      return count > Minimum.attributes
    }
    guard let first else { return nil }
    let total = attributes.reduce(0) { $0 + vectors($1) }
    return Diagnostic(
      .tooManyAttributes,
      "\(total) attribute vectors; OpenGL ES 2.0 guarantees \(Minimum.attributes)",
      at: facts.assembly.location(of: first.site),
      hint: "'\(first.name)' is the first one that may not fit")
  }

  /// Uniforms are packed into vectors.
  static let uniformCount = FileRule.single { facts in
    let limit = facts.stage == .vertex ? Minimum.vertexUniforms : Minimum.fragmentUniforms
    let rule: Rule.ID = facts.stage == .vertex ? .tooManyVertexUniforms : .tooManyFragmentUniforms
    return overflow(
      facts.used(.uniform), limit, rule, "uniform vectors in the \(facts.stage.rawValue) shader",
      facts)
  }

  /// Returns a finding at the first of `variables` that does not fit into `limit` vectors.
  fileprivate static func overflow(
    _ variables: [Declarations.Variable], _ limit: Int, _ rule: Rule.ID, _ what: String,
    _ facts: ShaderFacts
  ) -> Diagnostic? {
    // Usually everything fits without sharing rows.
    guard variables.reduce(0, { $0 + $1.type.unsharedRows }) > limit else { return nil }
    var items: [Packing.Item] = []
    var first: Declarations.Variable?
    for variable in variables where items.count <= 4 * Packing.rowLimit {
      items += variable.type.packingItems
      if first == nil && !Packing.fits(items, into: limit) { first = variable }
    }
    guard let first else { return nil }
    let rows = Packing.rows(items).map { "\($0)" } ?? "more than \(Packing.rowLimit)"
    return Diagnostic(
      rule, "\(rows) \(what); OpenGL ES 2.0 guarantees \(limit)",
      at: facts.assembly.location(of: first.site),
      hint: "'\(first.name)' is the first one that may not fit")
  }

  /// Eight samplers are guaranteed in a fragment shader, none in a vertex shader.
  static let samplerCount = FileRule.single { facts in
    let samplers = facts.used(.uniform).filter { $0.type.samplerCount > 0 }
    guard let first = samplers.first else { return nil }
    if facts.stage == .vertex {
      return Diagnostic(
        .vertexTexture,
        "sampler '\(first.name)' in a vertex shader; OpenGL ES 2.0 guarantees none there",
        at: facts.assembly.location(of: first.site))
    }
    let count = samplers.reduce(0) { $0 + $1.type.samplerCount }
    guard count > Minimum.fragmentSamplers, let last = samplers.last else { return nil }
    return Diagnostic(
      .tooManySamplers,
      "\(count) samplers; OpenGL ES 2.0 guarantees \(Minimum.fragmentSamplers)",
      at: facts.assembly.location(of: last.site))
  }
}

extension ProgramRule {
  /// The varyings that the fragment shader reads are packed into vectors.
  static let varyingCount = ProgramRule.single { vertex, fragment in
    let read = fragment.used(.varying).filter { vertex.declarations.variable($0.name) != nil }
    return FileRule.overflow(read, Minimum.varyings, .tooManyVaryings, "varying vectors", fragment)
  }

  /// The samplers of both stages count together; one that both use counts twice.
  static let programSamplers = ProgramRule.single { vertex, fragment in
    let counts = [vertex, fragment].map { facts in
      facts.used(.uniform).reduce(0) { $0 + $1.type.samplerCount }
    }
    // samplerCount reports more than eight in the fragment shader alone.
    guard counts[0] > 0, counts[1] <= Minimum.fragmentSamplers,
      counts[0] + counts[1] > Minimum.combinedSamplers,
      let last = fragment.used(.uniform).last(where: { $0.type.samplerCount > 0 })
    else { return nil }
    return Diagnostic(
      .tooManySamplers,
      "\(counts[0] + counts[1]) samplers in both stages; "
        + "OpenGL ES 2.0 guarantees \(Minimum.combinedSamplers)",
      at: fragment.assembly.location(of: last.site))
  }
}
