import GLES
import GLMath

/// A program that was generated for a key, with its uniforms as last set.
final class GeneratedProgram {
  let key: PipelineKey
  let program: Program
  /// A number that no other program of the pipeline has.
  let serial: Int
  private var slots: [Slot]

  /// A uniform of the type that the program declares, found once.
  private enum Handle {
    case float(Uniform<Float>)
    case vec2(Uniform<SIMD2<Float>>)
    case vec3(Uniform<SIMD3<Float>>)
    case vec4(Uniform<SIMD4<Float>>)
    case mat3(Uniform<Matrix3>)
    case mat4(Uniform<Matrix4>)
    case sampler(Uniform<Int32>)

    init?(_ name: String, in program: Program) throws(GLESError) {
      switch program.uniforms[name]?.type {
      case .float: self = .float(try program.uniform(name))
      case .vec2: self = .vec2(try program.uniform(name))
      case .vec3: self = .vec3(try program.uniform(name))
      case .vec4: self = .vec4(try program.uniform(name))
      case .mat3: self = .mat3(try program.uniform(name))
      case .mat4: self = .mat4(try program.uniform(name))
      case .sampler2D, .samplerCube: self = .sampler(try program.uniform(name))
      // A stage of the user's own may declare the name with another type; it is then theirs to set.
      default: return nil
      }
    }

    func set(_ value: Matrix4) {
      let first = value.column0
      switch self {
      case .float(let uniform): uniform.set(first.x)
      case .vec2(let uniform): uniform.set(SIMD2(first.x, first.y))
      case .vec3(let uniform): uniform.set(first.xyz)
      case .vec4(let uniform): uniform.set(first)
      case .mat3(let uniform): uniform.set(value.upperLeft)
      case .mat4(let uniform): uniform.set(value)
      case .sampler(let uniform): uniform.set(Int32(first.x))
      }
    }
  }

  private struct Slot {
    let uniform: FixedUniform
    let handle: Handle
    var value: Matrix4?
  }

  init(_ key: PipelineKey, in context: Context, serial: Int) throws(FixedPipelineError) {
    self.key = key
    self.serial = serial
    let (vertex, attributes) = VertexText.generate(key)
    let fragment = FragmentText.generate(key)
    try Self.check(vertex, fragment, attributes.count, key, context.limits)
    var slots: [Slot] = []
    do {
      program = try Program(
        context, vertex: key.replacement?.vertex ?? vertex.text,
        fragment: key.replacement?.fragment ?? fragment.text, label: "fixed pipeline")
      for uniform in FixedUniform.all {
        guard let handle = try Handle(uniform.name, in: program) else { continue }
        slots.append(Slot(uniform: uniform, handle: handle))
      }
    } catch {
      throw .gl(error)
    }
    self.slots = slots
  }

  /// Sets the uniforms whose values differ from those set before.
  func setUniforms(_ state: FixedState, viewport: PixelRegion) {
    for index in slots.indices {
      let value = slots[index].uniform.value(in: state, key: key, viewport: viewport)
      if slots[index].value == value { continue }
      slots[index].value = value
      slots[index].handle.set(value)
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

  /// Rows of four components after the packing that GLSL ES 1.00, appendix A.7, guarantees: a vec3
  /// leaves room for a float, two vec2 share a row.
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
