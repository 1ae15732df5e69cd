import CompilerLogs
import GLES
import GLESKitCommandLine
import GLESKitEmulate
import GLESKitSupport
import GLMath
import ImageCoding
import Imaging
import Offscreen
import ShaderLint

/// `shaderlint emulate --render`: draws a fragment shader with `highp` and in half precision.
struct Emulation {
  private let arguments: EmulateArguments
  private let context: Context
  private let texture: Texture
  private let cube: Texture
  /// The uniforms that no option sets, with their values, for the report.
  private var defaults: [String: [Double]] = [:]

  /// Draws both, writes the picture, and prints what differs.
  static func run(_ arguments: EmulateArguments) throws -> ExitStatus {
    guard let path = arguments.picture else { return .usage }
    let shaders = try arguments.emulate()
    guard shaders.stage == .fragment else {
      throw ToolFailure("--render draws fragment shaders; this is a vertex shader", status: .failed)
    }
    do {
      let offscreen = try OffscreenContext()
      var emulation = try Emulation(arguments, offscreen.gl)
      let exact = try emulation.image(shaders.exact, shaders.varyings)
      let rounded = try emulation.image(shaders.rounded, shaders.varyings)
      let comparison = PictureComparison(exact, rounded)
      try AtomicFile.write(
        try ImageFile.encode(comparison.panels, as: .png(PNGOptions())), to: path)
      let values = emulation.defaults.sorted { $0.key < $1.key }.map { name, values in
        "\(name)=\(values.map { "\(Float($0))" }.joined(separator: ",")), by default\n"
      }
      let text = values.joined() + comparison.text + "\n"
      if path == "-" {
        // The picture is on standard output.
        StandardError.write(text)
      } else {
        try StandardOutput.write(text)
      }
      return .done
    } catch let error as GLESError {
      throw ToolFailure("the shader cannot be drawn: \(error)", status: .failed)
    } catch let error as ImageError {
      throw ToolFailure("\(error)", status: .failed)
    } catch let error as OffscreenError {
      throw ToolFailure("\(error)", status: .noDriver)
    }
  }

  private init(_ arguments: EmulateArguments, _ context: Context) throws(GLESError) {
    self.arguments = arguments
    self.context = context
    let sampling = Texture.Sampling(.linear, wrap: .repeat)
    texture = try Texture(context, Self.pattern, sampling: sampling)
    cube = try Texture(context, cube: [Image](repeating: Self.pattern, count: 6))
  }

  /// Gradients with squares on them: even and sharp parts.
  private static let pattern: Image = {
    var image = Image(width: 64, height: 64)
    for y in 0..<64 {
      for x in 0..<64 {
        let square: UInt8 = (x / 8 + y / 8) % 2 == 0 ? 255 : 64
        image[x, y] = SIMD4(UInt8(x * 4), UInt8(y * 4), square, 255)
      }
    }
    return image
  }()

  private mutating func image(
    _ fragment: [UInt8], _ varyings: [EmulatedShader.Varying]
  ) throws -> Image {
    let target = try Framebuffer(
      context, width: arguments.size.width, height: arguments.size.height)
    let program = try Program(
      context, vertex: Self.vertexShader(varyings),
      fragment: String(decoding: fragment, as: UTF8.self))
    for uniform in program.uniforms.values { try set(uniform, of: program) }
    for setting in arguments.uniforms where program.uniforms[setting.name] == nil {
      let names = program.uniforms.keys.sorted().joined(separator: ", ")
      throw ToolFailure(
        "--set \(setting.name): the shader uses no such uniform"
          + (names.isEmpty ? "" : "; it uses \(names)"), status: .usage)
    }
    let corners: [SIMD2<Float>] = [[0, 0], [1, 0], [0, 1], [1, 1]]
    let input = try VertexInput(
      program, [VertexAttribute("gleskit_place", in: try Buffer(context, corners), components: 2)])
    try input.draw(.triangleStrip, count: 4)
    return try target.readImage()
  }

  /// A vertex shader whose varyings go from 0 to 1.
  static func vertexShader(_ varyings: [EmulatedShader.Varying]) -> String {
    var declarations = "attribute vec2 gleskit_place;\n"
    var body = "gl_Position = vec4(gleskit_place * 2.0 - 1.0, 0.0, 1.0);\n"
    for varying in varyings {
      let value =
        switch varying.type {
        case "float": "gleskit_place.x"
        case "vec2": "gleskit_place"
        case "vec3": "vec3(gleskit_place, 1.0 - gleskit_place.x)"
        case "vec4": "vec4(gleskit_place, 1.0 - gleskit_place.x, 1.0)"
        default: "\(varying.type)(1.0)"
        }
      let size = varying.count.map { "[\($0)]" } ?? ""
      let qualifier = varying.isInvariant ? "invariant varying" : "varying"
      declarations += "\(qualifier) highp \(varying.type) \(varying.name)\(size);\n"
      for index in 0..<(varying.count ?? 1) {
        body += "\(varying.name)\(varying.count == nil ? "" : "[\(index)]") = \(value);\n"
      }
    }
    return "\(declarations)void main() {\n\(body)}\n"
  }

  // MARK: Uniforms

  private mutating func set(_ uniform: ActiveVariable, of program: Program) throws {
    switch uniform.type {
    case .sampler2D:
      // All elements of an array have the same texture.
      return try program.set(uniform.name, to: texture)
    case .samplerCube: return try program.set(uniform.name, to: cube)
    case .other:
      throw ToolFailure(
        "the uniform '\(uniform.name)' has a type of an extension, which --render can't set",
        status: .failed)
    default: break
    }
    let count = uniform.count * uniform.type.size
    let given = arguments.uniforms.last { $0.name == uniform.name }?.values
    if let given, given.count != count {
      throw ToolFailure(
        "--set \(uniform.name) has \(given.count) numbers, but \(uniform.type)"
          + (uniform.count > 1 ? "[\(uniform.count)]" : "") + " needs \(count)", status: .usage)
    }
    let values = given ?? defaultValues(of: uniform, count)
    if given == nil { defaults[uniform.name] = values }
    try Self.set(uniform, of: program, to: values.map(Float.init))
  }

  private func defaultValues(of uniform: ActiveVariable, _ count: Int) -> [Double] {
    let name = uniform.name.lowercased()
    let size = [Double(arguments.size.width), Double(arguments.size.height), 1, 1]
    let side = uniform.type.columns
    switch uniform.type {
    case .mat2, .mat3, .mat4: break
    case .int, .ivec2, .ivec3, .ivec4, .bool, .bvec2, .bvec3, .bvec4:
      return [Double](repeating: 1, count: count)
    default:
      return (0..<count).map { index in
        if name.contains("time") { return 100 }
        let isSize = name.contains("resolution") || name.contains("size")
        return isSize && uniform.count == 1 && count > 1 ? size[index % 4] : 0.5
      }
    }
    return (0..<count).map { $0 % (side * side) % (side + 1) == 0 ? 1 : 0 }
  }

  private static func set(
    _ uniform: ActiveVariable, of program: Program, to values: [Float]
  ) throws(GLESError) {
    let size = uniform.type.size
    let parts = stride(from: 0, to: values.count, by: size).map { Array(values[$0..<($0 + size)]) }
    // The greatest Float that is an Int32 as well.
    let integers = parts.map { $0.map { Int32(max(min($0, 2_147_483_520), -2_147_483_648)) } }
    let name = uniform.name
    switch uniform.type {
    case .vec2: try program.set(name, to: parts.map { SIMD2($0) })
    case .vec3: try program.set(name, to: parts.map { SIMD3($0) })
    case .vec4: try program.set(name, to: parts.map { SIMD4($0) })
    case .mat2:
      try program.set(
        name, to: parts.map { Matrix2(columns: SIMD2($0[..<2]), SIMD2($0[2...])) })
    case .mat3: try program.set(name, to: parts.map { Matrix3(elements: $0) })
    case .mat4: try program.set(name, to: parts.map { Matrix4(elements: $0) })
    case .ivec2, .bvec2: try program.set(name, to: integers.map { SIMD2($0) })
    case .ivec3, .bvec3: try program.set(name, to: integers.map { SIMD3($0) })
    case .ivec4, .bvec4: try program.set(name, to: integers.map { SIMD4($0) })
    case .float: try program.set(name, to: values)
    default: try program.set(name, to: integers.map { $0[0] })
    }
  }
}
