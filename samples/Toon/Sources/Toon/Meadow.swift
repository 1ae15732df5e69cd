import FixedPipeline
import GLES
import GLMath
import Glibc

/// Toadstools on a meadow, with flat shading, ink outlines, a painted sky, and reflecting bubbles.
final class Meadow {
  private let gl: Context
  private let pipeline: FixedPipeline
  private let sky: Texture
  private let bubble: Mesh
  private var parts: [(mesh: Mesh, color: SIMD4<Float>)] = []

  init(_ gl: Context) throws {
    self.gl = gl
    pipeline = FixedPipeline(gl)
    sky = try Sky.texture(gl, size: 1024, sun: SIMD3<Float>(0.62, 0.42, -1).normalized)
    bubble = try Mesh(gl, Shape.sphere(columns: 48, rows: 24))
    for (color, shape) in Self.shapes { parts.append((try Mesh(gl, shape), SIMD4(color, w: 1))) }
  }

  /// The fragment stage that replaces the generated one.
  private var toon = StageReplacement(fragment: Shaders.text(PackageResources.toon_frag))
  private static let outline = StageReplacement(
    vertex: Shaders.text(PackageResources.outline_vert),
    fragment: Shaders.text(PackageResources.ink_frag))

  private func state(_ aspectRatio: Float) -> FixedState {
    var state = FixedState()
    state.projection.load(
      .perspective(verticalFieldOfView: 0.72, aspectRatio: aspectRatio, near: 0.5, far: 80))
    state.modelview.load(
      .lookAt(eye: [0.3, 1.5, 6.2], center: [0.1, 1.45, 0], up: [0, 1, 0]))
    state.isLightingEnabled = true
    state.lightingStage = .fragment
    state.isColorMaterialEnabled = true
    state.setLight(
      Light(diffuse: [1, 1, 1, 1], position: SIMD4(-0.55, 0.75, 0.6, 0)), at: 0)
    state.lights[0].isEnabled = true
    state.render.depthTest = .less
    return state
  }

  private func toonState(_ aspectRatio: Float) -> FixedState {
    var state = state(aspectRatio)
    state.replacement = toon
    state.render.culledFace = .back
    return state
  }

  private func outlineState(_ aspectRatio: Float) -> FixedState {
    var state = state(aspectRatio)
    state.replacement = Self.outline
    state.render.culledFace = .front
    return state
  }

  /// The two programs with replaced stages.
  func programs() throws -> [Program] {
    try [toonState(1), outlineState(1)].map {
      try pipeline.program(for: .triangles, parts[0].mesh, with: $0)
    }
  }

  /// Replaces the fragment stage that shades. If it doesn't compile, the one before stays.
  ///
  /// - Returns: The new program.
  func shade(with fragment: String) throws -> Program {
    let before = toon
    toon = StageReplacement(fragment: fragment)
    do {
      return try programs()[0]
    } catch {
      toon = before
      // ProgramWatcher adds the file and line to the library's own errors.
      if case .gl(let cause)? = error as? FixedPipelineError { throw cause }
      throw error
    }
  }

  /// Draws the scene.
  func draw(aspectRatio: Float) throws {
    let toon = toonState(aspectRatio)
    gl.apply(toon.render)
    gl.clear(color: [0, 0, 0, 1], depth: 1)
    for var state in [toon, outlineState(aspectRatio)] {
      for (mesh, color) in parts {
        state.color = color
        try pipeline.draw(.triangles, mesh, with: state)
      }
    }
    // The sky fills what is not covered; the bubbles are transparent and come last.
    let plain = state(aspectRatio)
    try pipeline.draw(Skybox(sky), with: plain)
    try drawBubbles(plain)
  }

  private func drawBubbles(_ state: FixedState) throws {
    var state = state
    state.isLightingEnabled = false
    state.color = [1, 1, 1, 0.62]
    // From eye space to the space of the sky, which does not move with the camera.
    let view = state.modelview.top.upperLeft
    state.reflection = ReflectionMap(sky, matrix: view.transpose)
    state.render.blending = Blending(.sourceAlpha, .oneMinusSourceAlpha)
    state.render.culledFace = .back
    state.render.writesDepth = false
    let view4 = state.modelview.top
    for (place, radius) in [
      (SIMD3<Float>(-1.75, 2.75, 0), Float(0.2)), (SIMD3(-1.2, 3.05, -1), 0.13),
      (SIMD3(1.95, 1.75, 1), 0.26),
    ] {
      state.modelview.load(view4.translated(by: place).scaled(by: SIMD3(repeating: radius)))
      try pipeline.draw(.triangles, bubble, with: state)
    }
  }

  // MARK: Objects

  private static var shapes: [(SIMD3<Float>, Shape)] {
    let red = SIMD3<Float>(0.9, 0.2, 0.17)
    let orange = SIMD3<Float>(0.97, 0.58, 0.2)
    let places: [(SIMD3<Float>, Float, Float, SIMD3<Float>)] = [
      ([0, 0, 0], 1, 0, red), ([-1.5, 0, -0.6], 0.62, 0.12, orange),
      ([1.35, 0, 0.5], 0.5, -0.1, red), ([2.1, 0, -1.4], 0.72, -0.06, orange),
      ([-2.5, 0, -2.2], 0.8, 0.05, red), ([-0.75, 0, 1.3], 0.24, 0.1, red),
    ]
    var shapes: [(SIMD3<Float>, Shape)] = []
    let meadow = Shape.surface(columns: 60, rows: 60) { s, t in
      let (x, z) = (s * 40 - 20, 8 - t * 40)
      return [x, height(x, z), z]
    }
    shapes.append(([0.5, 0.78, 0.33], meadow))
    for (place, size, lean, color) in places {
      let ground = SIMD3(place.x, height(place.x, place.z) - 0.03, place.z)
      let matrix = Matrix4.translation(ground).rotated(by: lean, about: [0, 0, 1])
        .scaled(by: SIMD3(repeating: size))
      shapes.append(([0.97, 0.92, 0.8], stem.transformed(by: matrix)))
      shapes.append(([0.93, 0.8, 0.66], gills.transformed(by: matrix)))
      shapes.append((color, cap.transformed(by: matrix)))
      shapes.append(([1, 0.97, 0.93], dots.transformed(by: matrix)))
    }
    shapes += plants
    return shapes
  }

  private static func height(_ x: Float, _ z: Float) -> Float {
    let hill = 0.35 * sin(0.5 * x + 0.4) * cos(0.4 * z) - 0.1
    return hill - 0.012 * x * x - 0.01 * max(0, -z) * max(0, -z)
  }

  private static let stem = Shape.revolution(
    of: (0...16).map { step in
      let t = Float(step) / 16
      return [0.2 + 0.16 * pow(1 - t, 2.2) + 0.03 * t * t, 1.5 * t]
    }, segments: 40)

  private static let gills = Shape.revolution(
    of: [[0.1, 1.42], [0.6, 1.3], [1.02, 1.34]], segments: 48, crease: 1)

  private static let cap = Shape.revolution(of: capProfile, segments: 64, crease: 1)

  /// A rounded rim and a dome.
  private static let capProfile: [SIMD2<Float>] = (0...32).map { step in
    let angle = -0.55 + Float(step) / 32 * (0.55 + .pi / 2)
    return [
      1.05 * pow(max(cos(angle), 0), 0.85), 1.42 + (angle < 0 ? 0.22 : 0.86) * sin(angle),
    ]
  }

  /// Flat spots on the cap.
  private static var dots: Shape {
    var dots = Shape()
    let places: [(around: Float, up: Float, size: Float)] = [
      (0.25, 0.42, 0.17), (1.15, 0.7, 0.14), (1.75, 0.3, 0.15), (2.7, 0.55, 0.17),
      (3.6, 0.3, 0.16), (4.3, 0.65, 0.15), (5.1, 0.3, 0.17), (5.65, 0.8, 0.13), (0.75, 0.12, 0.1),
      (6.0, 0.12, 0.09), (0.4, 1.15, 0.15), (4.75, 0.08, 0.1), (3.4, 1.1, 0.14),
    ]
    for (around, up, size) in places {
      let radius = 1.05 * pow(cos(up), 0.85)
      let place = SIMD3(radius * sin(around), 1.42 + 0.86 * sin(up), radius * cos(around))
      let out = SIMD3(cos(up) * 0.86 * sin(around), sin(up) * 1.05, cos(up) * 0.86 * cos(around))
        .normalized
      let right = SIMD3(0, 1, 0).cross(out).normalized
      let turn = Matrix3(columns: right, out.cross(right), out)
      dots += Shape.sphere(columns: 20, rows: 10).transformed(
        by: Matrix4.translation(place) * Matrix4(turn) * .scale([size, size, 0.05]))
    }
    return dots
  }

  /// Tufts of grass, flowers and stones at pseudo-random positions.
  private static var plants: [(SIMD3<Float>, Shape)] {
    var (grass, petals, hearts, stones) = (Shape(), Shape(), Shape(), Shape())
    let blade = Shape.tube(columns: 6, rows: 6, side: [0, 0, 1]) { t in
      ([0.14 * t * t, 0.42 * t, 0], 0.032 * (1 - t) + 0.001)
    }
    func scatter(_ number: Int, _ salt: Float) -> Float {
      let value = sin(Float(number) * 12.9898 + salt) * 43758.547
      return value - value.rounded(.down)
    }
    for number in 0..<46 {
      let x = scatter(number, 1) * 9 - 4.5
      let z = 3.4 - scatter(number, 2) * 7
      let place = Matrix4.translation([x, height(x, z) - 0.02, z])
      for leaf in 0..<4 {
        let turn = scatter(number * 4 + leaf, 3) * 6.28
        let size = 0.5 + 0.6 * scatter(number * 4 + leaf, 4)
        grass += blade.transformed(
          by: place.rotated(by: turn, about: [0, 1, 0]).scaled(by: SIMD3(repeating: size)))
      }
    }
    for number in 0..<12 {
      let x = scatter(number, 5) * 8 - 4
      let z = 3.2 - scatter(number, 6) * 5
      let middle = SIMD3(x, height(x, z) + 0.24, z)
      let ball = Shape.sphere(columns: 12, rows: 8)
      hearts += ball.transformed(
        by: .translation(middle) * .scale([0.045, 0.045, 0.04]))
      for petal in 0..<5 {
        let angle = Float(petal) * 2 * .pi / 5 + 0.3
        let aside = SIMD3(0.075 * cos(angle), 0.075 * sin(angle), -0.01)
        petals += ball.transformed(
          by: .translation(middle + aside) * .scale([0.05, 0.05, 0.02]))
      }
      grass += blade.transformed(
        by: .translation([x, height(x, z), z]) * .scale([0.1, 0.6, 0.6]))
    }
    for (x, z, size) in [
      (Float(0.75), Float(2.2), Float(0.16)), (1.05, 2.05, 0.1), (-2.1, 1.2, 0.2),
      (-1.8, 1.35, 0.11),
    ] {
      stones += Shape.sphere().transformed(
        by: .translation([x, height(x, z), z]) * .scale([size * 1.3, size * 0.8, size]))
    }
    return [
      ([0.36, 0.66, 0.25], grass), ([0.98, 0.98, 1], petals), ([1, 0.8, 0.2], hearts),
      ([0.66, 0.68, 0.74], stones),
    ]
  }
}
