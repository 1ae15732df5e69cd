import FixedPipeline
import GLMath
import Glibc
import Offscreen
import Testing

@Suite struct ShapeTests {
  /// Every triangle's own normal points to the side that its corners' normals point to.
  static func isTurnedOut(_ shape: Shape) -> Bool {
    stride(from: 0, to: shape.indices.count, by: 3).allSatisfy { first in
      let corners = (0..<3).map { Int(shape.indices[first + $0]) }
      let (a, b, c) = (
        shape.positions[corners[0]], shape.positions[corners[1]], shape.positions[corners[2]]
      )
      let face = (b - a).cross(c - a)
      // At a pole a triangle is a line.
      return face.length < 1e-6 || corners.allSatisfy { face.dot(shape.normals[$0]) > 0 }
    }
  }

  @Test func aSphereIsRound() {
    let sphere = Shape.sphere(radius: 2)
    #expect(sphere.positions.count == 33 * 17 && sphere.indices.count == 32 * 16 * 6)
    for (position, normal) in zip(sphere.positions, sphere.normals) {
      #expect(abs(position.length - 2) < 1e-5)
      #expect(normal.distance(to: position / 2) < 0.01)
    }
    #expect(Self.isTurnedOut(sphere))
  }

  @Test func numbersOfCellsThatAreNoneAreTheLeastOnes() {
    for none in [0, -3, .min] {
      #expect(Shape.sphere(columns: none, rows: none) == Shape.sphere(columns: 1, rows: 1))
      let profile: [SIMD2<Float>] = [[1, 0], [1, 1]]
      #expect(
        Shape.revolution(of: profile, segments: none) == .revolution(of: profile, segments: 3))
    }
  }

  @Test func aConeHasItsSlopeAndItsEdge() {
    // Half angle 45°, the top at a height of 1, and its base from within the profile's turn.
    let cone = Shape.revolution(of: [[0, 0], [1, 0], [0, 1]], segments: 12)
    #expect(Self.isTurnedOut(cone))
    let rim = zip(cone.positions, cone.normals).filter { $0.0.y == 0 && $0.0.length > 0.9 }
    // The rim is there twice: of the base, which looks down, and of the side.
    #expect(rim.filter { $0.1.distance(to: [0, -1, 0]) < 1e-6 }.count == 13)
    let slope = Float(0.5).squareRoot()
    let side = rim.filter { abs($0.1.y - slope) < 1e-6 }
    #expect(side.count == 13)
    #expect(side.allSatisfy { abs($0.1.dot($0.0) - slope) < 1e-5 })
    #expect(cone.coordinates.allSatisfy { $0.x >= 0 && $0.x <= 1 && $0.y >= 0 && $0.y <= 1 })
  }

  @Test func aBluntBendIsRound() {
    let barrel = Shape.revolution(of: [[1, 0], [1.1, 1], [1, 2]], segments: 8)
    let middle = zip(barrel.positions, barrel.normals).filter { $0.0.y == 1 }
    #expect(middle.allSatisfy { abs($0.1.y) < 1e-6 && abs($0.1.length - 1) < 1e-6 })
    #expect(Self.isTurnedOut(barrel))
  }

  @Test func aTubeKeepsItsRadius() {
    let ring = Shape.tube(columns: 12, rows: 24, side: [0, 1, 0]) { t in
      ([2 * cos(2 * .pi * t), 0, 2 * sin(2 * .pi * t)], 0.5)
    }
    #expect(Self.isTurnedOut(ring))
    for (position, normal) in zip(ring.positions, ring.normals) {
      let center = SIMD3(position.x, 0, position.z).normalized * 2
      #expect(abs(position.distance(to: center) - 0.5) < 1e-3)
      #expect(normal.distance(to: (position - center) / 0.5) < 0.02)
    }
  }

  @Test func transformedShapesStayTurnedOut() {
    let sphere = Shape.sphere()
    let squashed = sphere.transformed(by: .scale([1, -0.2, 3]))
    #expect(Self.isTurnedOut(squashed))
    #expect(squashed.normals.allSatisfy { abs($0.length - 1) < 1e-5 })
    // The gradient of an ellipsoid.
    for (position, normal) in zip(squashed.positions, squashed.normals) {
      let gradient = position / SIMD3(1, 0.04, 9)
      #expect(normal.distance(to: gradient.normalized) < 0.02)
    }
    let both = sphere + squashed.transformed(by: .translation([5, 0, 0]))
    #expect(Self.isTurnedOut(both) && both.indices.count == 2 * sphere.indices.count)
    #expect(both.indices.max() == UInt32(both.positions.count - 1))
  }

  @Test func aLitBallIsBrightInTheMiddle() throws {
    let stage = try Stage()
    let ball = try Mesh(stage.gl, .sphere(columns: 48, rows: 24))
    var state = FixedState()
    state.isLightingEnabled = true
    state.lights[0].isEnabled = true
    state.render.culledFace = .back
    // Eye space as clip space, with the near side toward the eye.
    state.projection.load(.ortho(left: -1, right: 1, bottom: -1, top: 1, near: -2, far: 2))
    try stage.pipeline.draw(.triangles, ball, with: state)
    let image = try stage.target.readImage()
    #expect(image[0, 0] == SIMD4(0, 0, 0, 255), "beside the ball")
    #expect(image[8, 8].x > 200)
    // Lambert's law: at half of the radius the cosine is √¾, and ambient light adds 0.04.
    let expected = (0.04 + 0.8 * (1 - pow(4.5 / 8, 2)).squareRoot()) * 255
    #expect(abs(Double(image[12, 8].x) - expected) < 6)
  }

  /// 32-bit indices exist with an extension; without it, the error says so.
  @Test func aFineSphereNeedsLargeIndices() throws {
    let sphere = Shape.sphere(columns: 400, rows: 300)
    #expect(sphere.positions.count == 401 * 301)
    let plain = try OffscreenContext(ignoresExtensions: true)
    let error = try #require(throws: FixedPipelineError.self) { try Mesh(plain.gl, sphere) }
    #expect(
      "\(error)".contains(
        "no 32-bit indices (GL_OES_element_index_uint or "
          + "OpenGL ES 3.0); split the mesh"))
    let stage = try Stage()
    guard stage.gl.extensions.contains("GL_OES_element_index_uint") else { return }
    var state = FixedState()
    state.render.culledFace = .back
    state.projection.load(.ortho(left: -1, right: 1, bottom: -1, top: 1, near: -2, far: 2))
    try stage.pipeline.draw(.triangles, try Mesh(stage.gl, sphere), with: state)
    // The last triangles are those at the top.
    #expect(try stage.target.readImage()[8, 1] == SIMD4(255, 255, 255, 255))
  }

  @Test func aFlatTextureIsNoSky() throws {
    let stage = try Stage()
    let flat = try Texture(stage.gl, width: 1, height: 1)
    let error = try #require(throws: FixedPipelineError.self) {
      try stage.pipeline.draw(Skybox(flat), with: FixedState())
    }
    #expect("\(error)" == "uniform 'u_sky' is a samplerCube, not a flat texture")
  }
}
