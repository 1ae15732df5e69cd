import GLES
import GLMath
import Shaders

/// One of the vertex shaders that deform a mesh, with `paper.frag`.
struct MeshProgram {
  private let program: Program
  private let array: VertexArray

  init(_ context: Context, vertex: String, label: String, points: Buffer) throws(GLESError) {
    program = try Program(
      context, vertex: vertex, fragment: Shaders.paperFragment, label: label)
    array = try VertexArray(program, [VertexAttribute("a_paper", in: points, count: 2)])
  }

  /// Sets a uniform of the deformation itself.
  func set<Value: UniformValue>(_ name: String, _ value: Value) throws(GLESError) {
    try program.set(name, to: value)
  }

  func draw(
    _ surface: PaperSurface, side: PaperSide, look: CurlLook, matrix: Matrix4,
    indices: IndexBuffer
  ) throws(GLESError) {
    let texture = surface.page.texture
    let sampling = Texture.Sampling(.linear)
    if texture.sampling != sampling { try texture.setSampling(sampling) }
    texture.bind(to: 0)
    try set("u_page", 0 as Int32)
    try set("u_sheet", surface.mapping)
    try set("u_ink", surface.ink)
    try set("u_wash", surface.wash)
    try set("u_matrix", matrix)
    try set("u_side", side == .front ? Float(1) : -1)
    let light = look.light ?? CurlLight()
    let length = (light.direction * light.direction).sum().squareRoot()
    let toLight = length > 0 ? light.direction / length : SIMD3(0, 0, 1)
    try set("u_light", SIMD3<Float>(toLight))
    try set(
      "u_matter",
      SIMD4<Float>(
        Float(light.ambient), Float(light.highlight), Float(light.shininess),
        look.light == nil ? 0 : 1))
    try array.draw(.triangles, indices: indices)
  }
}
