import GLES
import GLESKitShaders
import GLMath
import Imaging

/// The programs that deform a mesh of paper, one for each kind of shape and of shading.
struct MeshPrograms {
  private let context: Context
  private let points: Buffer
  private var programs = VariantCache<Key, MeshProgram>()
  /// The picture of the sphere that was last shaded with.
  private var sphere: (image: Image, texture: Texture)?

  private struct Key: Hashable {
    var form: MeshForm
    var hasSphere: Bool
    var isNarrow: Bool
    var isThrough: Bool
    var fold: CurlFold?

    var macros: [String] {
      (hasSphere ? ["SPHERE"] : []) + (isNarrow ? ["NARROW"] : []) + (isThrough ? ["THROUGH"] : [])
        + (fold?.macros ?? [])
    }
  }

  init(_ context: Context, points: Buffer) {
    self.context = context
    self.points = points
  }

  /// Returns the program for a shape and a look, ready to draw it.
  ///
  /// - Parameters:
  ///   - isNarrow: Whether samples may be smaller than a texel; not for bent paper.
  ///   - isThrough: Whether the print on the other side shines through.
  mutating func program(
    for shape: CurlShape, _ look: CurlLook, isNarrow: Bool = false, isThrough: Bool = false
  ) throws(GLESError) -> MeshProgram {
    let key: Key
    switch shape {
    case .fold(let curl):
      key = Key(
        form: .curl, hasSphere: look.shading != nil, isNarrow: isNarrow,
        isThrough: isThrough, fold: curl.fold)
    case .cone:
      key = Key(
        form: .cone, hasSphere: look.shading != nil, isNarrow: isNarrow, isThrough: isThrough)
    case .paper:
      key = Key(
        form: .profile, hasSphere: look.shading != nil, isNarrow: false, isThrough: false)
    }
    let program = try programs.value(for: key) { [context, points] () throws(GLESError) in
      try MeshProgram(
        context, vertex: key.form.vertex,
        fragment: key.hasSphere ? Shaders.sphereFragment : Shaders.paperFragment,
        macros: key.macros, label: key.form.rawValue, points: points)
    }
    try program.set(shape)
    if case .paper(let leaf) = shape {
      // Its light depends on the whole page and is computed once per frame.
      try program.set(leaf, PaperLight(leaf, look))
    }
    if let shading = look.shading {
      try program.set(shading, try texture(shading.sphere))
    } else if key.form != .profile {
      try program.set(look.light)
    }
    return program
  }

  private mutating func texture(_ image: Image) throws(GLESError) -> Texture {
    if let sphere, sphere.image == image { return sphere.texture }
    let texture = try Texture(context, image)
    // As CurlShading looks it up on the CPU.
    try texture.setSampling(Texture.Sampling(.nearest))
    sphere = (image, texture)
    return texture
  }
}

/// The surfaces that mesh programs draw, each with a vertex shader.
private enum MeshForm: String {
  case curl
  case cone
  case profile

  var vertex: String {
    switch self {
    case .curl: Shaders.curlVertex
    case .cone: Shaders.coneVertex
    case .profile: Shaders.profileVertex
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

/// A vertex shader that deforms a mesh, with `paper.frag` or `sphere.frag`.
struct MeshProgram {
  private let program: Program
  private let array: VertexInput
  private let other: OtherSideUniforms?

  init(
    _ context: Context, vertex: String, fragment: String, macros: [String], label: String,
    points: Buffer
  ) throws(GLESError) {
    program = try Program(
      context, vertex: vertex, fragment: fragment, macros: macros, label: label)
    array = try VertexInput(program, [VertexAttribute("a_paper", in: points, components: 2)])
    other = macros.contains("THROUGH") ? try OtherSideUniforms(program) : nil
  }

  /// Draws a side of the paper.
  ///
  /// - Parameter sample: The size of a sample in texels, for narrow samples.
  func draw(
    _ surface: PaperSurface, side: PaperSide, matrix: Matrix4, _ figure: MeshFigure,
    sample: SIMD2<Float>? = nil
  ) throws(GLESError) {
    try other?.set(surface)
    try surface.page.texture.bind(filter: .linear)
    try program.set("u_page", to: 0 as Int32)
    try program.set("u_sheet", to: surface.mapping)
    try program.set("u_ink", to: surface.ink)
    try program.set("u_wash", to: surface.wash)
    try program.set("u_matrix", to: matrix)
    try program.set("u_side", to: side == .front ? Float(1) : -1)
    if let sample {
      try program.set("u_samples", to: SIMD4(lowHalf: surface.page.texels, highHalf: sample))
    }
    switch figure {
    case .triangles(let indices): try array.draw(.triangles, indices: indices)
    case .strip(let count): try array.draw(.triangleStrip, first: 0, count: count)
    }
  }

  fileprivate func set(_ shape: CurlShape) throws(GLESError) {
    switch shape {
    case .fold(let curl):
      try program.set("u_size", to: SIMD2(Float(curl.width), Float(curl.height)))
      try program.set("u_reach", to: Float(curl.reach))
      try program.set("u_angle", to: Float(curl.angle))
      try program.set("u_time", to: Float(curl.traveled))
    case .cone(let cone):
      let frame = cone.frame
      try program.set("u_end", to: SIMD2<Float>(frame.origin))
      try program.set(
        "u_axes",
        to: SIMD4<Float>(SIMD4(frame.away.x, frame.away.y, frame.along.x, frame.along.y)))
      try program.set(
        "u_cone",
        to: SIMD3(Float(cone.halfAngle), Float(-cone.apexDepth), Float(cone.swing)))
    case .paper: break
    }
  }

  fileprivate func set(
    _ leaf: PaperGeometry, _ light: PaperLight
  ) throws(GLESError) {
    let breadth = leaf.frame.breadth
    let points = (0...TurnMotion.pieces).map { index in
      let point = leaf.profile.point(at: Double(index) / Double(TurnMotion.pieces))
      return SIMD4<Float>(
        SIMD4(point.x * breadth, point.z * breadth, point.angle, point.curvature / breadth))
    }
    let (places, lights): (Uniform<SIMD4<Float>>, Uniform<SIMD4<Float>>) = (
      try program.uniform("u_points"), try program.uniform("u_lights")
    )
    try places.set(points)
    try lights.set(light.factors)
    try program.set("u_piece", to: Float(breadth / Double(TurnMotion.pieces)))
    let (origin, away) = (leaf.frame.origin, leaf.frame.away)
    try program.set(
      "u_spine", to: SIMD4<Float>(SIMD4(origin.x, origin.y, away.x, away.y)))
  }

  fileprivate func set(_ light: CurlLight?) throws(GLESError) {
    let used = light ?? CurlLight()
    try program.set("u_light", to: SIMD3<Float>(used.unitDirection))
    try program.set(
      "u_matter",
      to: SIMD4<Float>(
        Float(used.ambient), Float(used.highlight), Float(used.shininess),
        light == nil ? 0 : 1))
  }

  fileprivate func set(_ shading: CurlShading, _ sphere: Texture) throws(GLESError) {
    let level = shading.level
    sphere.bind(to: 1)
    try program.set("u_sphere", to: 1 as Int32)
    try program.set(
      "u_gain",
      to: SIMD3<Float>(
        level.x > 0 ? 255 / level.x : 0, level.y > 0 ? 255 / level.y : 0,
        level.z > 0 ? 255 / level.z : 0))
  }
}
