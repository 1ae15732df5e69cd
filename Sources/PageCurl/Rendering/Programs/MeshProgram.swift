import GLES
import GLESKitShaders
import GLMath

/// The vertex shaders that deform paper, one for each kind of shape, drawing the same points.
struct MeshPrograms {
  private let curl: MeshProgram
  private let cone: MeshProgram

  init(_ context: Context, points: Buffer) throws(GLESError) {
    curl = try MeshProgram(context, vertex: Shaders.curlVertex, label: "curl", points: points)
    cone = try MeshProgram(context, vertex: Shaders.coneVertex, label: "cone", points: points)
  }

  /// The program for a shape, ready to draw it.
  func program(for shape: CurlShape) throws(GLESError) -> MeshProgram {
    switch shape {
    case .cylinder(let geometry):
      try curl.set("u_size", SIMD2(Float(geometry.width), Float(geometry.height)))
      try curl.set("u_radius", Float(geometry.radius))
      try curl.set("u_angle", Float(geometry.angle))
      try curl.set("u_time", Float(geometry.travelled))
      return curl
    case .cone(let geometry):
      let frame = geometry.frame
      try cone.set("u_end", SIMD2<Float>(frame.origin))
      try cone.set(
        "u_axes", SIMD4<Float>(SIMD4(frame.away.x, frame.away.y, frame.along.x, frame.along.y)))
      try cone.set(
        "u_cone",
        SIMD3(Float(geometry.halfAngle), Float(-geometry.apexDepth), Float(geometry.swing)))
      return cone
    }
  }
}

/// What a mesh program draws.
enum MeshFigure {
  /// All triangles of an index buffer.
  case triangles(IndexBuffer)
  /// So many points as one strip.
  case strip(count: Int)
}

/// One of the vertex shaders that deform a mesh, with `paper.frag`.
struct MeshProgram {
  private let program: Program
  private let array: VertexInput

  init(_ context: Context, vertex: String, label: String, points: Buffer) throws(GLESError) {
    program = try Program(
      context, vertex: vertex, fragment: Shaders.paperFragment, label: label)
    array = try VertexInput(program, [VertexAttribute("a_paper", in: points, count: 2)])
  }

  func set<Value: UniformValue>(_ name: String, _ value: Value) throws(GLESError) {
    try program.set(name, to: value)
  }

  func draw(
    _ surface: PaperSurface, side: PaperSide, look: CurlLook, matrix: Matrix4,
    _ figure: MeshFigure
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
    let length = light.direction.length
    let toLight = length > 0 ? light.direction / length : SIMD3(0, 0, 1)
    try set("u_light", SIMD3<Float>(toLight))
    try set(
      "u_matter",
      SIMD4<Float>(
        Float(light.ambient), Float(light.highlight), Float(light.shininess),
        look.light == nil ? 0 : 1))
    switch figure {
    case .triangles(let indices): try array.draw(.triangles, indices: indices)
    case .strip(let count): try array.draw(.triangleStrip, first: 0, count: count)
    }
  }
}
