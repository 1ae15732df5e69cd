import GLES
import GLMath

/// The program generated for a key, with the last set values of its uniforms.
final class GeneratedProgram {
  let key: PipelineKey
  let program: Program
  /// The samplers of the texture units, and of the reflection as one more unit.
  private let samplers: [(unit: Int, sampler: Sampler)]
  private var slots: [Slot]
  /// The number of ``slots``, at the start, that depend on the modelview and projection only.
  private let matrixSlots: Int
  /// The inputs of the last set values.
  private var last: Inputs?

  private struct Inputs {
    var modelview: Matrix4
    var projection: Matrix4
    var rest: Revision
    var viewport: PixelRegion
  }

  private struct Slot {
    let uniform: FixedUniform
    /// The type that the program declares.
    let type: GLSLType
    let location: Int32
    /// The last set value.
    var value = Matrix4.zero

    /// Looks up a uniform and sets it to 0, its initial value in GL, so that ``Program`` does not
    /// warn that it was never set.
    init?(_ uniform: FixedUniform, in program: Program) throws(GLESError) {
      guard let type = program.uniforms[uniform.name]?.type else { return nil }
      self.uniform = uniform
      self.type = type
      func zero<Value: UniformValue>(_ value: Value) throws(GLESError) -> Int32 {
        let found = try program.uniform(uniform.name, as: Value.self)
        found.set(value)
        return found.location
      }
      switch type {
      case .float: location = try zero(Float(0))
      case .vec2: location = try zero(SIMD2<Float>.zero)
      case .vec3: location = try zero(SIMD3<Float>.zero)
      case .vec4: location = try zero(SIMD4<Float>.zero)
      case .mat3: location = try zero(Matrix4.zero.upperLeft)
      case .mat4: location = try zero(Matrix4.zero)
      // A replaced stage may declare the name with another type; the user then sets it.
      default: return nil
      }
    }

    /// Uploads ``value`` to the program in use.
    func upload() {
      let first = value.column0
      switch type {
      case .float: upload(first.x)
      case .vec2: upload(first.lowHalf)
      case .vec3: upload(first.xyz)
      case .vec4: upload(first)
      case .mat3: upload(value.upperLeft)
      case .mat4: upload(value)
      default: break
      }
    }

    private func upload<Value: UniformValue>(_ value: Value) {
      withUnsafePointer(to: value) {
        Value.upload(UnsafeBufferPointer(start: $0, count: 1), to: location)
      }
    }
  }

  init(_ key: PipelineKey, in context: Context, _ limits: Limits) throws(FixedPipelineError) {
    self.key = key
    let (vertex, attributes) = VertexText.generate(key)
    let fragment = FragmentText.generate(key)
    try Self.check(vertex, fragment, attributes.count, key, limits)
    var slots: [Slot] = []
    var samplers: [(Int, Sampler)] = []
    do {
      program = try Program(
        context, vertex: key.replacement?.vertex ?? vertex.text,
        fragment: key.replacement?.fragment ?? fragment.text, label: "fixed pipeline")
      for uniform in FixedUniform.all {
        if let slot = try Slot(uniform, in: program) { slots.append(slot) }
      }
      for unit in 0...FixedState.textureUnitCount {
        let name = unit == FixedState.textureUnitCount ? "u_reflection" : "u_texture\(unit)"
        guard program.uniforms[name]?.type.isSampler == true else { continue }
        samplers.append((unit, try program.sampler(name)))
      }
    } catch {
      throw .gl(error)
    }
    self.slots = slots
    self.samplers = samplers
    matrixSlots = slots.prefix { $0.uniform.isOfMatrices }.count
  }

  /// Sets the textures, which the program keeps.
  func setTextures(_ state: FixedState) throws(FixedPipelineError) {
    // By index, because iterating over pairs allocates memory in debug builds.
    for index in samplers.indices {
      let unit = samplers[index].unit
      guard let texture = Self.texture(unit, of: state) else { continue }
      do { try samplers[index].sampler.set(texture) } catch { throw .gl(error) }
    }
  }

  private static func texture(_ unit: Int, of state: FixedState) -> Texture? {
    if unit == FixedState.textureUnitCount { return state.reflection?.texture }
    return state.units[unit].texture
  }

  /// Sets the uniforms whose values changed.
  func setUniforms(_ state: FixedState, viewport: PixelRegion) {
    let inputs = Inputs(
      modelview: state.modelview.top, projection: state.projection.top, rest: state.revision,
      viewport: viewport)
    var count = slots.count
    if let last, last.rest == inputs.rest, last.viewport == viewport {
      if last.modelview == inputs.modelview && last.projection == inputs.projection { return }
      count = matrixSlots
    }
    last = inputs
    program.use()
    slots.withUnsafeMutableBufferPointer { slots in
      for index in 0..<count {
        let value = slots[index].uniform.value(in: state, key: key, viewport: viewport)
        if slots[index].value == value { continue }
        slots[index].value = value
        slots[index].upload()
        if program.context.onWarning != nil, slots[index].uniform.isOfMatrices {
          program.warn(of: value, in: slots[index].uniform.name)
        }
      }
    }
  }

  private static func check(
    _ vertex: StageText, _ fragment: StageText, _ attributes: Int, _ key: PipelineKey,
    _ limits: Limits
  ) throws(FixedPipelineError) {
    let samplers = FragmentText.units(key).count + (key.reflection == nil ? 0 : 1)
    let needs: [(String, Int, Int)] = [
      ("vertex uniform vectors", vertex.uniformVectors, limits.vertexUniformVectors),
      (
        "fragment uniform vectors", fragment.uniformVectors - samplers,
        limits.fragmentUniformVectors
      ),
      ("varying vectors", varyingVectors(key), limits.varyingVectors),
      ("vertex attributes", attributes, limits.vertexAttributes),
      ("texture units", samplers, limits.textureUnits),
    ]
    for (what, needed, available) in needs where needed > available {
      throw .exceedsLimit(what: what, needed: needed, available: available)
    }
  }

  /// The number of varying vectors after the packing of GLSL ES 1.00, appendix A.7: a vec3 leaves
  /// room for a float, and two vec2 share a row.
  static func varyingVectors(_ key: PipelineKey) -> Int {
    let types = FragmentText.varyings(key).map(\.type)
    func count(_ type: String) -> Int { types.filter { $0 == type }.count }
    let vec2 =
      count("vec2")
      + FragmentText.varyings(key).filter {
        $0.topic == .clipPlanes && $0.type == "float"
      }.count
    let floats = types.count - count("vec4") - count("vec3") - vec2
    let besideVec3 = min(floats, count("vec3"))
    let rest = floats - besideVec3 + (vec2 % 2) * 2
    return count("vec4") + count("vec3") + vec2 / 2 + (rest + 3) / 4
  }
}
