import FixedPipeline
import GLES
import GLMath
import Glibc

/// A street at night: a lantern swings in the fog, and moths circle it. The scene uses the state of
/// OpenGL ES 1.1; README.md lists the calls that each line replaces.
final class Street {
  private let gl: Context
  private let pipeline: FixedPipeline
  private let pixelScale: Float
  private let meshes: Meshes
  private let textures: Textures

  /// The end of the lamp's arm, and the distance of the flame below it.
  private static let hook = SIMD3<Float>(0.15, 3.32, -2)
  private static let night = SIMD4<Float>(0.035, 0.05, 0.085, 1)

  private static let fogDensity: Float = 0.066

  init(_ gl: Context, pixelScale: Float) throws {
    self.gl = gl
    self.pixelScale = pixelScale
    pipeline = FixedPipeline(gl)
    meshes = try Meshes(gl)
    textures = try Textures(gl)
  }

  /// Draws the street at `time`, 0…1, of one full swing.
  func draw(at time: Float, aspectRatio: Float) throws {
    let turn = 2 * Float.pi * time
    var state = FixedState()
    state.projection.load(
      .perspective(verticalFieldOfView: 0.84, aspectRatio: aspectRatio, near: 0.5, far: 60))
    state.modelview.load(
      .lookAt(eye: [-1.6, 1.65, 3.6], center: [0.1, 1.85, -2], up: [0, 1, 0]))
    state.render.depthTest = .lessOrEqual
    gl.apply(state.render)
    gl.clear(color: Self.night, depth: 1)

    state.isLightingEnabled = true
    state.lightModel.ambient = [0.1, 0.12, 0.18, 1]
    let moon = Light(diffuse: [0.1, 0.13, 0.2, 1], position: [-2, 3, 2, 0])
    state.setLight(moon, at: 1)
    state.lights[1].isEnabled = true
    state.fog = Fog(mode: .exponentialSquared, density: Self.fogDensity, color: Self.night)

    // setLight transforms the position to eye space, so the light moves with the lantern.
    let flicker = 1 + 0.04 * sin(5 * turn) + 0.03 * sin(11 * turn)
    let flame = Light(
      diffuse: [0.95 * flicker, 0.62 * flicker, 0.3 * flicker, 1],
      specular: [0.5, 0.34, 0.16, 1], position: [0, 0, 0, 1], attenuation: [0.2, 0.02, 0.055])
    try state.modelview.push()
    state.modelview.translate(by: Self.hook)
    state.modelview.rotate(by: .degrees(14 * sin(turn)), about: [0.25, 0, 1])
    state.modelview.translate(by: [0, -0.62, 0])
    state.setLight(flame, at: 0)
    state.lights[0].isEnabled = true
    let lantern = state.modelview.top
    try state.modelview.pop()

    try drawStreet(state)
    // Distant lamps, dimmed by the fog. Their light does not reach the street.
    for place in [SIMD3<Float>(13.4, 0, -15.5), [10.6, 0, -10]] {
      try state.modelview.push()
      state.modelview.translate(by: place - SIMD3(1, 0, -2))
      try drawPost(state)
      state.modelview.translate(by: Self.hook - SIMD3(0, 0.62, 0))
      try drawLantern(state, at: state.modelview.top)
      try drawHalo(state, around: state.modelview.top.transform(point: .zero))
      try state.modelview.pop()
    }
    try drawLantern(state, at: lantern)
    try drawHalo(state, around: lantern.transform(point: .zero))
    try drawMoths(state, around: lantern.transform(point: .zero), turn)
  }

  private func drawStreet(_ state: FixedState) throws {
    var state = state
    state.units[0].isEnabled = true
    for (mesh, texture, light, shine) in [
      (meshes.ground, textures.cobbles, Float(0.6), Float(0.5)),
      (meshes.house, textures.bricks, 0.85, 0.05), (meshes.barrels, textures.planks, 0.9, 0.15),
    ] {
      state.units[0].texture = texture
      state.material = Material(
        ambient: [0.9, 0.9, 0.9, 1], diffuse: SIMD4(SIMD3(repeating: light), w: 1),
        specular: SIMD4(SIMD3(repeating: shine), w: 1), shininess: 24)
      try pipeline.draw(.triangles, mesh, with: state)
    }
    // The window emits light.
    state.units[0].texture = textures.window
    state.material = Material(ambient: .zero, diffuse: [0, 0, 0, 1], emission: [1, 1, 1, 1])
    try pipeline.draw(.triangles, meshes.window, with: state)
    state.units[0].isEnabled = false
    try drawPost(state)
  }

  private func drawPost(_ state: FixedState) throws {
    var state = state
    state.material = Material(
      ambient: [0.25, 0.3, 0.3, 1], diffuse: [0.22, 0.27, 0.26, 1],
      specular: [0.7, 0.7, 0.7, 1], shininess: 30)
    try pipeline.draw(.triangles, meshes.post, with: state)
  }

  private func drawLantern(_ state: FixedState, at place: Matrix4) throws {
    var state = state
    state.modelview.load(place)
    state.lightModel.isTwoSided = true
    state.material = Material(
      ambient: [0.3, 0.25, 0.2, 1], diffuse: [0.3, 0.26, 0.2, 1], specular: [0.6, 0.6, 0.5, 1],
      shininess: 20)
    try pipeline.draw(.triangles, meshes.frame, with: state)
    // The flame, seen through half-transparent panes.
    state.material = Material(diffuse: [0, 0, 0, 1], emission: [1, 0.85, 0.5, 1])
    try pipeline.draw(.triangles, meshes.flame, with: state)
    state.material = Material(
      ambient: .zero, diffuse: [0.5, 0.4, 0.2, 0.42], emission: [0.75, 0.5, 0.2, 1])
    state.render.blending = Blending(.sourceAlpha, .oneMinusSourceAlpha)
    state.render.writesDepth = false
    try pipeline.draw(.triangles, meshes.panes, with: state)
  }

  /// The fog that the flame lights up, blended additively.
  private func drawHalo(_ state: FixedState, around center: SIMD3<Float>) throws {
    var state = glow(state)
    state.modelview.load(.translation(center))
    // With additive blending, black fog dims the light.
    state.fog = Fog(mode: .exponentialSquared, density: Self.fogDensity, color: .zero)
    state.color = [0.75, 0.46, 0.19, 1]
    try pipeline.draw(.triangles, meshes.halo, with: state)
  }

  private func glow(_ state: FixedState) -> FixedState {
    var state = state
    state.isLightingEnabled = false
    state.fog = nil
    state.render.blending = .additive
    state.render.writesDepth = false
    state.units[0].isEnabled = true
    state.units[0].texture = textures.glow
    return state
  }

  /// Point sprites around the flame, each with its own size.
  private func drawMoths(
    _ state: FixedState, around center: SIMD3<Float>, _ turn: Float
  ) throws {
    var state = glow(state)
    state.modelview.loadIdentity()
    state.points.isSprite = true
    state.units[0].replacesPointCoordinate = true
    var (points, sizes, colors): ([SIMD3<Float>], [Float], [Float]) = ([], [], [])
    for moth in 0..<9 {
      let number = Float(moth)
      let angle = turn * (moth % 2 == 0 ? 1 : -2) + number * 2.4
      let radius = 0.32 + 0.05 * number + 0.06 * sin(3 * turn + number)
      points.append(
        center
          + SIMD3(radius * cos(angle), 0.35 * sin(2 * angle + number), radius * sin(angle)))
      sizes.append(7 * pixelScale)
      colors += [0.8, 0.7, 0.5, 1]
    }
    let mesh = try Mesh(
      gl, positions: .positions(points), colors: VertexData(colors, components: 4),
      pointSizes: VertexData(sizes, components: 1))
    try pipeline.draw(.points, mesh, with: state)
  }
}
