import GLES
import GLMath
import Imaging

/// The cube map of the sky. A shader draws each face.
enum Sky {
  /// The directions right, up and ahead of each face, in GL's order. OpenGL ES defines the faces of
  /// a cube map as seen from outside, so right is the left of a viewer inside.
  private static let faces: [Matrix3] = [
    Matrix3(columns: [0, 0, -1], [0, 1, 0], [1, 0, 0]),
    Matrix3(columns: [0, 0, 1], [0, 1, 0], [-1, 0, 0]),
    Matrix3(columns: [1, 0, 0], [0, 0, -1], [0, 1, 0]),
    Matrix3(columns: [1, 0, 0], [0, 0, 1], [0, -1, 0]),
    Matrix3(columns: [1, 0, 0], [0, 1, 0], [0, 0, 1]),
    Matrix3(columns: [-1, 0, 0], [0, 1, 0], [0, 0, -1]),
  ]

  static func texture(_ gl: Context, size: Int, sun: SIMD3<Float>) throws -> Texture {
    let program = try Program(
      gl, vertex: Shaders.text(PackageResources.sky_vert),
      fragment: Shaders.text(PackageResources.sky_frag), label: "sky")
    try program.set("u_sun", to: sun)
    let corners: [SIMD2<Float>] = [[-1, -1], [1, -1], [-1, 1], [1, 1]]
    let square = try VertexInput(
      program, [VertexAttribute("a_corner", in: Buffer(gl, corners), components: 2)])
    let target = try Framebuffer(gl, width: size, height: size)
    gl.apply(RenderState())
    let pictures = try faces.map { face in
      try program.set("u_face", to: face)
      target.bind()
      try square.draw(.triangleStrip, count: 4)
      return try target.readImage()
    }
    return try Texture(gl, cube: pictures)
  }
}

/// The files of `shaders/`, embedded in the program.
enum Shaders {
  static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
}
