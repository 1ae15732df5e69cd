import GLES
import GLESKitShaders
import GLMath
import Imaging

/// The programs that deform a mesh of paper: a vertex shader for each kind of shape, with
/// `paper.frag` or `sphere.frag`.
struct MeshPrograms {
  private let context: Context
  private var programs: PaperPrograms
  /// The picture of the sphere that was last shaded with.
  private var sphere: (image: Image, texture: Texture)?

  /// - Parameter attributes: Those of the mesh: `a_paper`, and `a_shade` for shadows on it.
  init(_ context: Context, _ attributes: [VertexAttribute]) {
    self.context = context
    programs = PaperPrograms(context, attributes)
  }

  /// Draws a side of the paper.
  ///
  /// - Parameters:
  ///   - sample: The size of a sample in texels, for samples that may be smaller than a texel; not
  ///     for pages that bend like paper.
  ///   - isShaded: Whether the mesh has shadows on it; only on cones.
  ///   - triangles: Draws triangles of the points.
  mutating func draw(
    _ shape: CurlShape, _ look: CurlLook, _ surface: PaperSurface, _ side: PaperSide,
    matrix: Matrix4, sample: SIMD2<Float>? = nil, isShaded: Bool = false,
    _ triangles: (VertexInput) throws(GLESError) -> Void
  ) throws(GLESError) {
    let fragment = look.shading == nil ? Shaders.paperFragment : Shaders.sphereFragment
    let macros =
      (look.shading == nil ? [] : ["SPHERE"]) + (sample == nil ? [] : ["NARROW"])
      + (isShaded ? ["SHADED"] : []) + surface.macros
    let program: PaperProgram
    switch shape {
    case .fold(let curl):
      program = try programs.program(
        "curl", vertex: Shaders.curlVertex, fragment: fragment, macros + curl.fold.macros)
      try program.set(curl)
    case .cone(let cone):
      program = try programs.program(
        "cone", vertex: Shaders.coneVertex, fragment: fragment, macros)
      try program.set(cone)
    case .paper(let leaf):
      program = try programs.program(
        "profile", vertex: Shaders.profileVertex, fragment: fragment, macros)
      // Its light depends on the whole page and is computed once per frame.
      try program.set(leaf, PaperLight(leaf, look))
    }
    if let shading = look.shading {
      try program.set(shading, try texture(shading.sphere))
    } else if program.has("u_light") {
      try program.set(look.light)
    }
    try program.set(surface)
    try program.set("u_matrix", matrix)
    try program.set("u_side", side == .front ? Float(1) : -1)
    if let sample {
      try program.set("u_samples", SIMD4(lowHalf: surface.page.texels, highHalf: sample))
    }
    try triangles(program.array)
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

extension PaperProgram {
  fileprivate func set(_ curl: CurlGeometry) throws(GLESError) {
    try set("u_size", SIMD2(Float(curl.width), Float(curl.height)))
    try set("u_reach", Float(curl.reach))
    try set("u_angle", Float(curl.angle))
    try set("u_time", Float(curl.traveled))
  }

  fileprivate func set(_ cone: ConeGeometry) throws(GLESError) {
    let frame = cone.frame
    try set("u_end", SIMD2<Float>(frame.origin))
    try set(
      "u_axes",
      SIMD4<Float>(SIMD4(frame.away.x, frame.away.y, frame.along.x, frame.along.y)))
    try set("u_cone", SIMD3(Float(cone.halfAngle), Float(-cone.apexDepth), Float(cone.swing)))
  }

  fileprivate func set(_ leaf: PaperGeometry, _ light: PaperLight) throws(GLESError) {
    let breadth = leaf.frame.breadth
    let points = (0...TurnMotion.pieces).map { index in
      let point = leaf.profile.point(at: Double(index) / Double(TurnMotion.pieces))
      return SIMD4<Float>(
        SIMD4(point.x * breadth, point.z * breadth, point.angle, point.curvature / breadth))
    }
    try set("u_points", points)
    try set("u_lights", light.factors)
    try set("u_piece", Float(breadth / Double(TurnMotion.pieces)))
    let (origin, away) = (leaf.frame.origin, leaf.frame.away)
    try set("u_spine", SIMD4<Float>(SIMD4(origin.x, origin.y, away.x, away.y)))
  }

  fileprivate func set(_ light: CurlLight?) throws(GLESError) {
    let used = light ?? CurlLight()
    try set("u_light", SIMD3<Float>(used.unitDirection))
    try set(
      "u_matter",
      SIMD4<Float>(
        Float(used.ambient), Float(used.highlight), Float(used.shininess), light == nil ? 0 : 1))
  }

  fileprivate func set(_ shading: CurlShading, _ sphere: Texture) throws(GLESError) {
    let level = shading.level
    sphere.bind(to: 1)
    try set("u_sphere", 1 as Int32)
    try set(
      "u_gain",
      SIMD3<Float>(
        level.x > 0 ? 255 / level.x : 0, level.y > 0 ? 255 / level.y : 0,
        level.z > 0 ? 255 / level.z : 0))
  }
}
