import FixedPipeline
import GLES
import GLESKitCGLES2
import GLMath
import Glibc
import Imaging
import Offscreen
import TestSupport
import Testing

/// Smooth points have alpha times coverage (ES 1.1, 3.3.1): the area of a pixel within the disc.
@Suite struct SmoothPointTests {
  private static let goodPlaces: ConditionTrait = .disabled("softpipe misplaces gl_PointCoord") {
    try OffscreenContext().gl.driver.renderer.hasPrefix("softpipe")
  }

  /// The area that a disc around the origin shares with the unit square around `offset`, by a sum
  /// over columns of a hundredth of a pixel: another way than the shader's closed form.
  private func coverage(_ offset: SIMD2<Double>, radius: Double) -> Double {
    let steps = 100
    return (0..<steps).reduce(0) { sum, step in
      let x = offset.x - 0.5 + (Double(step) + 0.5) / Double(steps)
      let height = max(radius * radius - x * x, 0).squareRoot()
      let low = max(offset.y - 0.5, -height)
      return sum + max(min(offset.y + 0.5, height) - low, 0) / Double(steps)
    }
  }

  @Test(goodPlaces, arguments: [0.25, 0.5, 1, 1.5, 2, 3, 4.5, 7, 11.3] as [Double])
  func alphaIsTheExactArea(size: Double) throws { try expectExactArea(size) }

  /// The same where the driver rounds point sizes down to multiples of 1/8 pixel.
  @Test(goodPlaces) func driversMayRoundSizes() throws {
    try expectExactArea(11.3) { explanation in
      let lines = explanation.vertex.map { line in
        line.code.replacing(/gl_PointSize = (.*);/) {
          "gl_PointSize = floor(\($0.1) * 8.0) / 8.0;"
        }
      }
      return StageReplacement(vertex: lines.joined(separator: "\n"))
    }
  }

  private func expectExactArea(
    _ size: Double, edit: ((Explanation) -> StageReplacement)? = nil
  ) throws {
    let side = 16
    let stage = try Stage()
    var state = FixedState()
    state.points.size = Float(size)
    state.points.isSmooth = true
    state.points.minimumSize = 0
    state.projection.load(
      .ortho(left: 0, right: Float(side), bottom: 0, top: Float(side), near: -1, far: 1))
    var random = SeededGenerator(seed: UInt64(size * 100))
    // Drivers round positions: llvmpipe to 1/256 pixel, SwiftShader to 1/16.
    var bits: GLint = 0
    glGetIntegerv(GLenum(GL_SUBPIXEL_BITS), &bits)
    let steps = 1 << Int(bits)
    // A pixel's corner, where a point of size 1 vanished, its middle, and places between.
    let places: [SIMD2<Double>] =
      [SIMD2(8, 8), SIMD2(8.5, 8.5), SIMD2(8, 8.5)]
      + (0..<13).map { _ in
        SIMD2(
          Double(Int.random(in: 0..<steps, using: &random)),
          Double(Int.random(in: 0..<steps, using: &random))) / Double(steps) + 8
      }
    for place in places {
      stage.gl.clear(color: .zero)
      let position = [Float(place.x), Float(place.y)]
      let mesh = try Mesh(stage.gl, positions: VertexData(position, components: 2))
      var drawn = state
      drawn.replacement = edit?(stage.pipeline.explain(.points, mesh, with: state))
      try stage.pipeline.draw(.points, mesh, with: drawn)
      let image = try stage.target.readImage()
      var sum = 0.0
      for y in 0..<side {
        for x in 0..<side {
          // Images have their top row first.
          let alpha = Double(image[x, side - 1 - y].w) / 255
          let expected = coverage(SIMD2(Double(x), Double(y)) + 0.5 - place, radius: size / 2)
          if abs(alpha - expected) > 2.0 / 255 {
            Issue.record(
              "size \(size) at \(place), pixel (\(x), \(y)): \(alpha), not \(expected)")
          }
          sum += alpha
        }
      }
      let area = Double.pi * size * size / 4
      #expect(abs(sum - area) < 0.01 + 0.01 * area, "size \(size) at \(place): \(sum)")
    }
  }
}
