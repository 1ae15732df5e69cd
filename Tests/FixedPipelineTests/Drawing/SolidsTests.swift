import FixedPipeline
import GLMath
import Imaging
import Offscreen
import Testing

/// The shapes are what they are called: closed, of the right volume, turned outwards.
@Suite struct SolidsTests {
  struct Solid: CustomTestStringConvertible {
    let testDescription: String
    let shape: Shape
    /// Corners − edges + triangles: 2 for a sphere, 0 for a ring.
    let characteristic: Int
    let volume: Float
    /// How much the volume may fall short, as flat triangles lie inside round surfaces.
    var shortfall: Float = 0
  }

  static let closed = [
    Solid(
      testDescription: "box", shape: .box(size: [1, 2, 3]), characteristic: 2, volume: 6),
    Solid(
      testDescription: "sphere", shape: .sphere(radius: 2, columns: 64, rows: 32),
      characteristic: 2, volume: 4 / 3 * .pi * 8, shortfall: 0.006),
    Solid(
      testDescription: "cylinder", shape: .cylinder(radius: 2, height: 3, segments: 64),
      characteristic: 2, volume: .pi * 4 * 3, shortfall: 0.002),
    Solid(
      testDescription: "torus", shape: .torus(radius: 3, tube: 1, columns: 96, rows: 48),
      characteristic: 0, volume: 2 * .pi * .pi * 3, shortfall: 0.005),
  ]

  static let all =
    closed.map(\.shape) + [
      .plane(width: 2, depth: 3, columns: 4, rows: 5), .teapot(), .teapot(segments: 1),
    ]

  /// The corners of the triangles, with vertices at the same place counted once.
  private func corners(_ shape: Shape) -> [[Int]] {
    var places: [SIMD3<Int>: Int] = [:]
    let numbers = shape.positions.map { position in
      let key = SIMD3<Int>((position * 10_000).rounded(.toNearestOrEven))
      let number = places[key] ?? places.count
      places[key] = number
      return number
    }
    return stride(from: 0, to: shape.indices.count, by: 3)
      .map { first in (0..<3).map { numbers[Int(shape.indices[first + $0])] } }
      // At a pole, a triangle is a line.
      .filter { Set($0).count == 3 }
  }

  @Test(arguments: closed)
  func surfacesAreClosed(solid: Solid) {
    let triangles = corners(solid.shape)
    var edges: [SIMD2<Int>: Int] = [:]
    for triangle in triangles {
      for (a, b) in [(0, 1), (1, 2), (2, 0)] {
        edges[SIMD2(triangle[a], triangle[b]), default: 0] += 1
      }
    }
    // Each edge belongs to two triangles, which run along it in opposite directions.
    for (edge, count) in edges {
      #expect(count == 1 && edges[SIMD2(edge.y, edge.x)] == 1)
    }
    let vertices = Set(triangles.joined()).count
    #expect(vertices - edges.count / 2 + triangles.count == solid.characteristic)
  }

  @Test(arguments: closed)
  func volumesFollowTheFormulas(solid: Solid) {
    let shape = solid.shape
    var volume: Float = 0
    for first in stride(from: 0, to: shape.indices.count, by: 3) {
      let (a, b, c) = (
        shape.positions[Int(shape.indices[first])], shape.positions[Int(shape.indices[first + 1])],
        shape.positions[Int(shape.indices[first + 2])]
      )
      volume += a.dot(b.cross(c)) / 6
    }
    #expect(volume <= solid.volume * 1.00001)
    #expect(volume >= solid.volume * (0.99999 - solid.shortfall))
  }

  @Test(arguments: all.indices)
  func normalsPointOutAndTangentsAreAtRightAngles(index: Int) {
    let shape = Self.all[index]
    #expect(ShapeTests.isTurnedOut(shape))
    let tangents = shape.tangents
    #expect(tangents.count == shape.positions.count)
    #expect(shape.normals.count == tangents.count && shape.coordinates.count == tangents.count)
    for (normal, tangent) in zip(shape.normals, tangents) {
      #expect(abs(normal.length - 1) < 1e-4)
      #expect(abs(tangent.xyz.length - 1) < 1e-4)
      #expect(abs(normal.dot(tangent.xyz)) < 1e-4)
      #expect(abs(tangent.w) == 1)
    }
  }

  @Test func tangentsFollowTheTexture() {
    let plane = Shape.plane(columns: 3, rows: 2)
    #expect(plane.tangents.allSatisfy { $0.xyz.distance(to: [1, 0, 0]) < 1e-5 && $0.w == 1 })
    let mirrored = plane.transformed(by: .scale(x: -1, y: 1, z: 1))
    #expect(mirrored.tangents.allSatisfy { $0.xyz.distance(to: [-1, 0, 0]) < 1e-5 && $0.w == -1 })
    // Round a sphere, away from its poles, s grows to the east.
    let sphere = Shape.sphere(columns: 64, rows: 32)
    for (position, tangent) in zip(sphere.positions, sphere.tangents) where abs(position.y) < 0.9 {
      let east = SIMD3(position.z, 0, -position.x).normalized
      #expect(tangent.xyz.dot(east) > 0.99 && tangent.w == 1)
    }
  }

  @Test func boundsHoldAllVertices() {
    let box = Shape.box(size: [1, 2, 3]).bounds
    #expect(box.minimum == [-0.5, -1, -1.5] && box.maximum == [0.5, 1, 1.5])
    let pot = Shape.teapot().bounds
    #expect(pot.minimum.y == 0 && abs(pot.maximum.y - 3.15) < 1e-5)
    #expect(abs(pot.minimum.x + 3) < 0.02 && abs(pot.maximum.x - 3.43) < 0.02)
    #expect(abs(pot.minimum.z + 2) < 1e-3 && abs(pot.maximum.z - 2) < 1e-3)
    #expect(Shape().bounds.minimum == .zero)
  }

  /// From every side, the outline of the sphere is a disc, and no back face is drawn.
  @Test func aShapeIsDrawnByAProgramOfOnesOwn() throws {
    let offscreen = try OffscreenContext()
    let gl = offscreen.gl
    let target = try Framebuffer(gl, width: 64, height: 64, depth: true)
    let program = try Program(
      gl,
      vertex: """
        attribute vec3 a_position;
        attribute vec3 a_normal;
        attribute vec2 a_coordinate;
        attribute vec4 a_tangent;
        uniform mat4 u_matrix;
        varying vec3 v_color;
        void main() {
          v_color = a_normal * 0.5 + 0.5 + 0.0 * (a_coordinate.xyx + a_tangent.xyz);
          gl_Position = u_matrix * vec4(a_position, 1.0);
        }
        """,
      fragment: """
        precision mediump float;
        varying vec3 v_color;
        void main() { gl_FragColor = vec4(v_color, 1.0); }
        """)
    let shape = Shape.sphere()
    let sphere = try VertexInput(program, shape)
    let indices = try IndexBuffer(gl, shape.indices)
    let camera = OrbitCamera(showing: shape.bounds.minimum, shape.bounds.maximum)
    try program.set("u_matrix", to: camera.projection(aspectRatio: 1) * camera.view)
    var state = RenderState()
    state.culledFace = .back
    gl.apply(state)
    target.bind()
    gl.clear(color: .zero)
    try sphere.draw(.triangles, indices: indices)
    let image = try target.readImage()
    // The camera's direction, as the color of the normal in the middle.
    let toward = (camera.position - camera.target).normalized
    let middle = SIMD3<Float>(SIMD3(image[32, 32].x, image[32, 32].y, image[32, 32].z)) / 127.5 - 1
    #expect(middle.distance(to: toward) < 0.1)
    // The box's sphere fills the view's height to 1/√3 of its radius: the ball fits into the view.
    let covered = stride(from: 3, to: image.pixels.count, by: 4).count { image.pixels[$0] == 255 }
    #expect((700...1500).contains(covered))
    #expect(image[0, 0].w == 0 && image[63, 32].w == 0)
  }

  @Test func aProgramWithOtherAttributesIsAnError() throws {
    let offscreen = try OffscreenContext()
    let program = try Program(
      offscreen.gl,
      vertex: "attribute vec4 a_other; void main() { gl_Position = a_other; }",
      fragment: "void main() { gl_FragColor = vec4(1.0); }")
    #expect(throws: GLESError.self) { try VertexInput(program, .box()) }
  }
}
