import FixedPipeline
import GLCallCounter
import GLES
import GLMath
import Imaging
import TestSupport
import Testing

/// The sky, judged by the OpenGL ES 2.0 specification's table of cube map faces.
@Suite struct SkyboxTests {
  static let side = 8

  /// Six faces on which every texel has a color of its own: face, column and row, top row first.
  static func color(_ face: Int, _ x: Int, _ y: Int) -> SIMD4<UInt8> {
    SIMD4(UInt8(face * 40 + 20), UInt8(x * 30 + 10), UInt8(y * 30 + 10), 255)
  }

  static func cube(_ gl: Context) throws -> Texture {
    let faces = (0..<6).map { face in
      var image = Image(width: side, height: side)
      for y in 0..<side { for x in 0..<side { image[x, y] = color(face, x, y) } }
      return image
    }
    return try Texture(gl, cube: faces, sampling: Texture.Sampling(.nearest))
  }

  /// Section 3.7.5: the face, and s and t on it, that a direction looks up.
  static func lookup(_ r: SIMD3<Double>) -> (face: Int, s: Double, t: Double) {
    let size = SIMD3(abs(r.x), abs(r.y), abs(r.z))
    let (face, sc, tc, ma): (Int, Double, Double, Double) =
      if size.x >= size.y && size.x >= size.z {
        r.x > 0 ? (0, -r.z, -r.y, size.x) : (1, r.z, -r.y, size.x)
      } else if size.y >= size.z {
        r.y > 0 ? (2, r.x, r.z, size.y) : (3, r.x, -r.z, size.y)
      } else {
        r.z > 0 ? (4, r.x, -r.y, size.z) : (5, -r.x, -r.y, size.z)
      }
    return (face, (sc / ma + 1) / 2, (tc / ma + 1) / 2)
  }

  /// A stage with a square view of 90° and a depth buffer.
  struct Sky {
    let stage: Stage
    let target: Framebuffer
    let texture: Texture
    var state = FixedState()
    var pipeline: FixedPipeline { stage.pipeline }

    init() throws {
      stage = try Stage()
      target = try Framebuffer(stage.gl, width: 64, height: 64, depth: true)
      texture = try SkyboxTests.cube(stage.gl)
      target.bind()
      clear()
      state.projection.load(
        .perspective(verticalFieldOfView: .pi / 2, aspectRatio: 1, near: 1, far: 2))
    }

    func clear() { pipeline.context.clear(color: .zero, depth: 1) }

    func draw(_ change: (inout Skybox) -> Void = { _ in }) throws -> Image {
      var skybox = Skybox(texture)
      change(&skybox)
      try pipeline.draw(skybox, with: state)
      return try target.readImage()
    }
  }

  /// How many pixels are not the texel that `direction` of their ray looks up; rays within a
  /// hundredth of a texel of a boundary may be either.
  static func wrong(_ image: Image, _ direction: (SIMD3<Double>) -> SIMD3<Double>) -> Int {
    var (wrong, judged) = (0, 0)
    for y in 0..<image.height {
      for x in 0..<image.width {
        let ray = SIMD3(
          (Double(x) + 0.5) / Double(image.width) * 2 - 1,
          1 - (Double(y) + 0.5) / Double(image.height) * 2, -1)
        let found = lookup(direction(ray))
        let (u, v) = (found.s * Double(side), found.t * Double(side))
        guard abs(u - u.rounded()) > 0.01 && abs(v - v.rounded()) > 0.01 else { continue }
        judged += 1
        if image[x, y] != color(found.face, Int(u), Int(v)) { wrong += 1 }
      }
    }
    #expect(judged > image.width * image.height / 2)
    return wrong
  }

  /// The rotation that carries eye space back to object space.
  static func back(_ view: Matrix4) throws -> (SIMD3<Double>) -> SIMD3<Double> {
    let inverse = try #require(view.upperLeft.inverse)
    return { ray in
      SIMD3<Double>(inverse.column0) * ray.x + SIMD3<Double>(inverse.column1) * ray.y
        + SIMD3<Double>(inverse.column2) * ray.z
    }
  }

  /// Written out by hand from the specification's table: where one looks, what is up, the face
  /// seen, and which of its corners (column, row) is then at the picture's top left. Seen from
  /// inside, the faces are mirrored.
  @Test(
    arguments: [
      (SIMD3<Float>(1, 0, 0), SIMD3<Float>(0, 1, 0), 0, 7, 0),
      (SIMD3(-1, 0, 0), SIMD3(0, 1, 0), 1, 7, 0),
      (SIMD3(0, 0, 1), SIMD3(0, 1, 0), 4, 7, 0),
      (SIMD3(0, 0, -1), SIMD3(0, 1, 0), 5, 7, 0),
      // The row at the top is that of the axis that points up in the picture.
      (SIMD3(0, 1, 0), SIMD3(0, 0, -1), 2, 7, 0),
      (SIMD3(0, -1, 0), SIMD3(0, 0, 1), 3, 7, 0),
    ] as [(SIMD3<Float>, SIMD3<Float>, Int, Int, Int)])
  func eachAxisShowsItsFace(
    _ forward: SIMD3<Float>, _ up: SIMD3<Float>, _ face: Int, _ column: Int, _ row: Int
  ) throws {
    var sky = try Sky()
    sky.state.modelview.load(.lookAt(eye: .zero, center: forward, up: up))
    let image = try sky.draw()
    // A view of 90° shows one whole face, 8×8 pixels a texel.
    #expect(image[4, 4] == Self.color(face, column, row))
    #expect(image[59, 4] == Self.color(face, 7 - column, row))
    #expect(image[4, 59] == Self.color(face, column, 7 - row))
  }

  /// Pictures as an eye sees them, in the order right, left, above, below, ahead, behind.
  @Test(
    arguments: [
      (SIMD3<Float>(1, 0, 0), SIMD3<Float>(0, 1, 0), 0), (SIMD3(-1, 0, 0), SIMD3(0, 1, 0), 1),
      (SIMD3(0, 1, 0), SIMD3(0, 0, 1), 2), (SIMD3(0, -1, 0), SIMD3(0, 0, -1), 3),
      (SIMD3(0, 0, -1), SIMD3(0, 1, 0), 4), (SIMD3(0, 0, 1), SIMD3(0, 1, 0), 5),
    ] as [(SIMD3<Float>, SIMD3<Float>, Int)])
  func picturesOfAnEyeStandUprightAndUnmirrored(
    _ forward: SIMD3<Float>, _ up: SIMD3<Float>, _ face: Int
  ) throws {
    var sky = try Sky()
    sky.state.modelview.load(.lookAt(eye: .zero, center: forward, up: up))
    let image = try sky.draw { $0.matrix = .scale([1, 1, -1]) }
    for y in 0..<8 {
      for x in 0..<8 { #expect(image[x * 8 + 4, y * 8 + 4] == Self.color(face, x, y)) }
    }
  }

  @Test func everyViewShowsWhatTheSpecificationSays() throws {
    var random = SeededGenerator(seed: 7)
    var sky = try Sky()
    for _ in 0..<20 {
      func number() -> Float { .random(in: -3...3, using: &random) }
      let turn = Matrix4.rotation(angle: number(), axis: [number(), number(), number()])
      // Around the eye the place does not count, nor does the size.
      sky.state.modelview.load(.translation(x: number(), y: number(), z: number()) * turn)
      let size = abs(number()) + 0.01
      let image = try sky.draw { $0.size = SIMD3(repeating: size) }
      #expect(Self.wrong(image, try Self.back(turn)) == 0)
    }
  }

  @Test func anUnequalBoxStretchesItsFaces() throws {
    let sky = try Sky()
    let image = try sky.draw { $0.size = [2, 4, 1] }
    #expect(Self.wrong(image) { $0 / SIMD3(2, 4, 1) } == 0)
  }

  @Test func aRoomStaysWhereItIs() throws {
    var sky = try Sky()
    let (eye, center, size) = (
      SIMD3<Double>(1, 0.5, 2), SIMD3<Double>(0.5, 0, 0), SIMD3<Double>(4, 4, 8)
    )
    sky.state.modelview.load(.translation(-SIMD3<Float>(eye)))
    let image = try sky.draw {
      $0.center = SIMD3<Float>(center)
      $0.size = SIMD3<Float>(size)
    }
    let wrong = Self.wrong(image) { ray in
      // Where the ray leaves the box, seen from its middle, in units of half its size.
      let walls = SIMD3<Double>(
        ray.x > 0 ? 1 : -1, ray.y > 0 ? 1 : -1, ray.z > 0 ? 1 : -1)
      let distances = (center + walls * size / 2 - eye) / ray
      return (eye + ray * distances.min() - center) / (size / 2)
    }
    #expect(wrong == 0)
  }

  @Test(arguments: [false, true]) func itFillsWhatNothingCovers(_ isReversed: Bool) throws {
    var sky = try Sky()
    let gl = sky.pipeline.context
    if isReversed {
      gl.clear(depth: 0)
      sky.state.projection.load(
        .reversedPerspective(verticalFieldOfView: .pi / 2, aspectRatio: 1, near: 1, far: 2))
    }
    // The left half, all but at the far plane.
    let wall = try Mesh(
      gl, positions: VertexData([-2, -2, 0, -2, 0, 2] as [Float], components: 2),
      indices: .bytes([0, 1, 2]))
    var state = sky.state
    state.modelview.translate(by: [0, 0, -1.999])
    state.color = [0, 0, 1, 1]
    state.render.depthTest = isReversed ? .greater : .less
    try sky.pipeline.draw(.triangles, wall, with: state)
    sky.state.render = state.render
    sky.state.render.culledFace = .back
    let image = try sky.draw()
    #expect(image[4, 60] == SIMD4(0, 0, 255, 255))
    #expect(image[60, 4] == Self.color(5, 0, 0))
    // It left no depth: the same wall can be drawn over it.
    state.modelview.translate(by: [0.5, 0, 0])
    try sky.pipeline.draw(.triangles, wall, with: state)
    #expect(try sky.target.readImage()[34, 62] == SIMD4(0, 0, 255, 255))
  }

  @Test func theSameSkyAgainCostsTheDrawAlone() throws {
    let sky = try Sky()
    sky.pipeline.context.checksDraws = false
    let skybox = Skybox(sky.texture)
    try sky.pipeline.draw(skybox, with: sky.state)
    gl_call_reset()
    try sky.pipeline.draw(skybox, with: sky.state)
    #expect(DrawingTests.calls == ["glDrawArrays"])
  }

  @Test func theReflectionInAMirrorIsTheSkyBehind() throws {
    var sky = try Sky()
    let gl = sky.pipeline.context
    var state = sky.state
    state.reflection = ReflectionMap(sky.texture, mode: .replace)
    state.modelview.translate(by: [0, 0, -1.5])
    let mirror = try Mesh(
      gl, positions: VertexData([-2, -2, 2, -2, -2, 2, 2, 2] as [Float], components: 2))
    try sky.pipeline.draw(.triangleStrip, mirror, with: state)
    let reflection = try sky.target.readImage()
    sky.state.modelview.load(.rotationY(.pi))
    let behind = try sky.draw()
    // A mirror shows left and right as they are, and what is behind it turned round.
    for (x, y) in [(4, 4), (20, 44), (60, 28)] {
      #expect(reflection[x, y] == behind[63 - x, y])
    }
  }
}
