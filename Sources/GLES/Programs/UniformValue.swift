import GLESKitCGLES2

/// A Swift type that a uniform can be set to.
///
/// | GLSL | Swift |
/// |---|---|
/// | `float`, `vec2`, `vec3`, `vec4` | `Float`, `SIMD2<Float>`, `SIMD3<Float>`, `SIMD4<Float>` |
/// | `int`, `ivec2`, `ivec3`, `ivec4` | `Int32`, `SIMD2<Int32>`, `SIMD3<Int32>`, `SIMD4<Int32>` |
/// | `bool`, `bvec2` … | `Bool` for `bool`; the `int` types for all of them |
/// | `sampler2D`, `samplerCube` | `Int32`, the texture unit |
/// | `mat2`, `mat3`, `mat4` | `Matrix2`, `Matrix3`, `Matrix4` |
///
/// `Double` and its vectors are converted to `Float`. `Program.set(_:to:)` also takes `Int`.
public protocol UniformValue {
  /// Returns whether a uniform of this GLSL type accepts such values.
  static func fits(_ type: GLSLType) -> Bool
  /// Uploads values to the program in use. The corresponding C functions are `glUniform*v`.
  ///
  /// - Parameters:
  ///   - values: One value per array element, starting at `location`.
  ///   - location: The first element's location; its type satisfies ``fits(_:)``.
  static func upload(
    _ values: UnsafeBufferPointer<Self>, to location: Int32)
}

extension Float: UniformValue {
  /// `float`.
  public static func fits(_ type: GLSLType) -> Bool { type == .float }
  /// The corresponding C function is `glUniform1fv`.
  public static func upload(_ values: UnsafeBufferPointer<Float>, to location: Int32) {
    glUniform1fv(location, GLsizei(values.count), values.baseAddress)
  }
}

extension SIMD2: UniformValue where Scalar: UniformScalar {
  /// `vec2`, or `ivec2` and `bvec2`.
  public static func fits(_ type: GLSLType) -> Bool { Scalar.vectors[0].contains(type) }
  /// The corresponding C functions are `glUniform2fv` and `glUniform2iv`.
  public static func upload(_ values: UnsafeBufferPointer<SIMD2>, to location: Int32) {
    Scalar.upload(
      UnsafeRawBufferPointer(values).bindMemory(to: Scalar.self), to: location,
      width: 2)
  }
}

extension SIMD3: UniformValue where Scalar: UniformScalar {
  /// `vec3`, or `ivec3` and `bvec3`.
  public static func fits(_ type: GLSLType) -> Bool { Scalar.vectors[1].contains(type) }
  /// Packed from Swift's stride of 16 bytes to GL's 12.
  /// The corresponding C functions are `glUniform3fv` and `glUniform3iv`.
  public static func upload(_ values: UnsafeBufferPointer<SIMD3>, to location: Int32) {
    if values.count == 1 {
      let scalars = UnsafeRawBufferPointer(values).bindMemory(to: Scalar.self)
      Scalar.upload(
        UnsafeBufferPointer(rebasing: scalars.prefix(3)), to: location, width: 3)
    } else {
      values.flatMap { [$0.x, $0.y, $0.z] }.withUnsafeBufferPointer {
        Scalar.upload($0, to: location, width: 3)
      }
    }
  }
}

extension SIMD4: UniformValue where Scalar: UniformScalar {
  /// `vec4`, or `ivec4` and `bvec4`.
  public static func fits(_ type: GLSLType) -> Bool { Scalar.vectors[2].contains(type) }
  /// The corresponding C functions are `glUniform4fv` and `glUniform4iv`.
  public static func upload(_ values: UnsafeBufferPointer<SIMD4>, to location: Int32) {
    Scalar.upload(
      UnsafeRawBufferPointer(values).bindMemory(to: Scalar.self), to: location,
      width: 4)
  }
}

/// The scalar types of uniform vectors: `Float`, `Double` and `Int32`.
public protocol UniformScalar: SIMDScalar, Codable, Hashable {
  /// The GLSL types that vectors of 2, 3 and 4 such scalars fit.
  static var vectors: [Set<GLSLType>] { get }
  /// Uploads packed vectors of `width` scalars to the program in use.
  static func upload(
    _ scalars: UnsafeBufferPointer<Self>, to location: Int32, width: Int)
}

extension Float: UniformScalar {
  /// `vec2`; `vec3`; `vec4`.
  public static var vectors: [Set<GLSLType>] { [[.vec2], [.vec3], [.vec4]] }
  /// The corresponding C functions are `glUniform{2,3,4}fv`.
  public static func upload(_ scalars: UnsafeBufferPointer<Float>, to location: Int32, width: Int) {
    let count = GLsizei(scalars.count / width)
    let start = scalars.baseAddress
    switch width {
    case 2: glUniform2fv(location, count, start)
    case 3: glUniform3fv(location, count, start)
    default: glUniform4fv(location, count, start)
    }
  }
}

extension Double: UniformValue, UniformScalar {
  /// `float`.
  public static func fits(_ type: GLSLType) -> Bool { type == .float }
  /// Converted to `Float`. The corresponding C function is `glUniform1fv`.
  public static func upload(_ values: UnsafeBufferPointer<Double>, to location: Int32) {
    values.map { Float($0) }.withUnsafeBufferPointer { Float.upload($0, to: location) }
  }
  /// `vec2`; `vec3`; `vec4`.
  public static var vectors: [Set<GLSLType>] { Float.vectors }
  /// Converted to `Float`. The corresponding C functions are `glUniform{2,3,4}fv`.
  public static func upload(
    _ scalars: UnsafeBufferPointer<Double>, to location: Int32, width: Int
  ) {
    scalars.map { Float($0) }.withUnsafeBufferPointer {
      Float.upload($0, to: location, width: width)
    }
  }
}

extension Int32: UniformValue, UniformScalar {
  /// `int`, `bool` and both samplers.
  public static func fits(_ type: GLSLType) -> Bool {
    switch type {
    case .int, .bool, .sampler2D, .samplerCube, .other: true
    default: false
    }
  }
  /// The corresponding C function is `glUniform1iv`.
  public static func upload(_ values: UnsafeBufferPointer<Int32>, to location: Int32) {
    glUniform1iv(location, GLsizei(values.count), values.baseAddress)
  }
  /// `ivec` and `bvec` of 2, 3 and 4.
  public static var vectors: [Set<GLSLType>] {
    [[.ivec2, .bvec2], [.ivec3, .bvec3], [.ivec4, .bvec4]]
  }
  /// The corresponding C functions are `glUniform{2,3,4}iv`.
  public static func upload(_ scalars: UnsafeBufferPointer<Int32>, to location: Int32, width: Int) {
    let count = GLsizei(scalars.count / width)
    let start = scalars.baseAddress
    switch width {
    case 2: glUniform2iv(location, count, start)
    case 3: glUniform3iv(location, count, start)
    default: glUniform4iv(location, count, start)
    }
  }
}

extension Bool: UniformValue {
  /// `bool`.
  public static func fits(_ type: GLSLType) -> Bool { type == .bool }
  /// The corresponding C function is `glUniform1iv`.
  public static func upload(_ values: UnsafeBufferPointer<Bool>, to location: Int32) {
    glUniform1iv(location, GLsizei(values.count), values.map { $0 ? 1 : 0 })
  }
}
