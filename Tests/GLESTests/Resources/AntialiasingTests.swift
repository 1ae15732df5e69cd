import GLESKitCGLES2
import GLMath
import Glibc
import Imaging
import Offscreen
import Testing

@testable import GLES

@Suite struct AntialiasingTests {
  private static let side = 48

  private func triangle(at angle: Float) -> [SIMD2<Float>] {
    (0..<3).map { corner in
      let turned = angle + Float(corner) * 2 * .pi / 3
      return SIMD2(0.05, -0.02) + 0.8 * SIMD2(cos(turned), sin(turned))
    }
  }

  /// The part of each pixel inside a triangle, bottom row first: the pixel's square, clipped at the
  /// triangle's three edges.
  private func areas(of corners: [SIMD2<Float>]) -> [Double] {
    let size = Double(Self.side)
    let corners = corners.map { (SIMD2<Double>($0) + 1) / 2 * size }
    return (0..<Self.side * Self.side).map { index in
      let (x, y) = (Double(index % Self.side), Double(index / Self.side))
      var polygon = [SIMD2(x, y), SIMD2(x + 1, y), SIMD2(x + 1, y + 1), SIMD2(x, y + 1)]
      for edge in 0..<3 {
        let (a, b) = (corners[edge], corners[(edge + 1) % 3])
        func side(_ p: SIMD2<Double>) -> Double {
          (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x)
        }
        var clipped: [SIMD2<Double>] = []
        for (index, p) in polygon.enumerated() {
          let q = polygon[(index + 1) % polygon.count]
          let (s, t) = (side(p), side(q))
          if s >= 0 { clipped.append(p) }
          if s * t < 0 { clipped.append(p + (q - p) * (s / (s - t))) }
        }
        polygon = clipped
        if polygon.isEmpty { return 0 }
      }
      var area = 0.0
      for (index, p) in polygon.enumerated() {
        let q = polygon[(index + 1) % polygon.count]
        area += (p.x * q.y - q.x * p.y) / 2
      }
      return area
    }
  }

  private func fill(_ gl: Context) throws -> (Program, String) {
    let program = try Program(
      gl, vertex: "attribute vec2 a_p; void main() { gl_Position = vec4(a_p, 0.0, 1.0); }",
      fragment: "void main() { gl_FragColor = vec4(1.0); }")
    return (program, "a_p")
  }

  /// The root mean square of the differences from the exact area, of all pixels that an edge
  /// crosses, at twenty angles; and the largest difference.
  private func error(
    _ target: Framebuffer, _ gl: Context
  ) throws -> (mean: Double, largest: Double) {
    let (program, name) = try fill(gl)
    var (largest, squares, count) = (0.0, 0.0, 0.0)
    for step in 0..<20 {
      let corners = triangle(at: Float(step) / 20 * 2 * .pi / 3)
      let input = try VertexInput(
        program, [VertexAttribute(name, in: Buffer(gl, corners), components: 2)])
      target.bind()
      gl.clear(color: .zero)
      try input.draw(.triangles, count: 3)
      let image = try target.readImage()
      for (index, area) in areas(of: corners).enumerated() {
        let (x, y) = (index % Self.side, index / Self.side)
        let difference = abs(Double(image[x, Self.side - 1 - y].w) / 255 - area)
        largest = max(largest, difference)
        guard area > 1e-6 && area < 1 - 1e-6 else { continue }
        squares += difference * difference
        count += 1
      }
    }
    return ((squares / count).squareRoot(), largest)
  }

  @Test func withoutSamplesEdgesAreJagged() throws {
    let offscreen = try OffscreenContext()
    let target = try Framebuffer(offscreen.gl, width: Self.side, height: Self.side)
    #expect(target.samples == 1)
    #expect(try error(target, offscreen.gl).mean > 0.2)
  }

  /// ES 3.0 demands four samples, and softpipe has none. A context of ES 2.0 draws more pixels.
  private static let hasFourSamples: ConditionTrait = .enabled("the driver has four samples") {
    let offscreen = try OffscreenContext()
    return withExtendedLifetime(offscreen) {
      !offscreen.gl.supports(.multisampling)
        || Context.integer(GL_MAX_SAMPLES_EXT) >= 4
    }
  }

  @Test(hasFourSamples) func fourSamplesAreWithinAnEighth() throws {
    let offscreen = try OffscreenContext()
    let target = try Framebuffer(
      offscreen.gl, width: Self.side, height: Self.side, depth: true, samples: 4)
    #expect(target.samples == 4)
    let error = try error(target, offscreen.gl)
    #expect(error.mean <= 1 / 8, "\(error)")
  }

  @Test(arguments: [(4, 4, 1.0 / 8), (9, 16, 1.0 / 16), (64, 64, 1.0 / 32)])
  func supersamplingFollowsTheExactArea(asked: Int, samples: Int, limit: Double) throws {
    let plain = try OffscreenContext(ignoresExtensions: true)
    let target = try Framebuffer(
      plain.gl, width: Self.side, height: Self.side, stencil: true, samples: asked)
    #expect(target.samples == samples)
    let error = try error(target, plain.gl)
    #expect(error.mean <= limit && error.largest <= 3 * limit, "\(error)")
  }

  @Test(arguments: [false, true])
  func resolvedColorsAreATexture(supersamples: Bool) throws {
    let offscreen = try OffscreenContext()
    let gl = offscreen.gl
    let target = try Framebuffer(
      gl, width: 6, height: 4, depth: true, stencil: true, samples: 4, supersamples: supersamples)
    var state = RenderState()
    state.scissor = PixelRegion(width: 2, height: 2)
    state.colorMask = .all
    gl.clear(color: [0, 0, 1, 1])
    try target.resolve()
    // A scissor of the application's limits its drawing, not the resolve, and it stays.
    gl.apply(state)
    gl.clear(color: [1, 0, 0, 1])
    try target.resolve()
    #expect(gl.appliedState == state)
    gl.apply(RenderState())
    let other = try Framebuffer(gl, color: target.color)
    let image = try other.readImage()
    // Of a larger image, as contexts of ES 2.0 always have it, the scissor ends at one pixel.
    let corner = supersamples || !gl.supports(.multisampling) ? 1 : 2
    #expect(image[corner - 1, 3] == [255, 0, 0, 255] && image[corner, 3] == [0, 0, 255, 255])
    #expect(image[5, 0] == [0, 0, 255, 255])
    #expect(try target.readImage() == image)
    let copy = try Texture(gl, width: 6, height: 4)
    try copy.copy(from: target, region: target.bounds, toX: 0, y: 0)
    #expect(try Framebuffer(gl, color: copy).readImage() == image)
    try gl.checkErrors(after: "all")
  }

  @Test func depthIsTestedPerSample() throws {
    for supersamples in [false, true] {
      let offscreen = try OffscreenContext()
      let gl = offscreen.gl
      let target = try Framebuffer(
        gl, width: 8, height: 8, depth: true, samples: 4, supersamples: supersamples)
      let program = try Program(
        gl,
        vertex: """
          attribute vec2 a_p;
          uniform float u_depth;
          void main() { gl_Position = vec4(a_p, u_depth, 1.0); }
          """,
        fragment:
          "precision lowp float; uniform vec4 u_color; void main() { gl_FragColor = u_color; }")
      let corners: [SIMD2<Float>] = [[-1, -1], [1, -1], [-1, 1], [1, 1]]
      let square = try VertexInput(
        program, [VertexAttribute("a_p", in: Buffer(gl, corners), components: 2)])
      var state = RenderState()
      state.depthTest = .less
      gl.apply(state)
      target.bind()
      gl.clear(color: .zero, depth: 1)
      for (depth, color) in [(Float(-0.5), SIMD4<Float>(0, 1, 0, 1)), (0.5, SIMD4(1, 0, 0, 1))] {
        try program.set("u_depth", to: depth)
        try program.set("u_color", to: color)
        try square.draw(.triangleStrip, count: 4)
      }
      #expect(try target.readImage()[4, 4] == [0, 255, 0, 255])
      // The same vertices once more, after the resolve has used others.
      target.bind()
      gl.clear(color: .zero, depth: 1)
      try square.draw(.triangleStrip, count: 4)
      #expect(try target.readImage()[4, 4] == [255, 0, 0, 255])
    }
  }
}
