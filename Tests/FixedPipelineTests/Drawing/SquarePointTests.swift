import FixedPipeline
import GLES
import GLMath
import Imaging
import Offscreen
import TestSupport
import Testing

/// Points without smoothing cover whole pixels (ES 1.1, 3.3): an odd size lies about the pixel that
/// holds the point, an even one about the nearest corner of pixels.
@Suite struct SquarePointTests {
  @Test(arguments: 1...6) func coverWholePixels(size: Int) throws {
    let side = 16
    let stage = try Stage()
    var state = FixedState()
    state.points.size = Float(size)
    state.projection.load(
      .ortho(left: 0, right: Float(side), bottom: 0, top: Float(side), near: -1, far: 1))
    var random = SeededGenerator(seed: UInt64(size))
    // Not at the borders and middles of pixels, which rounding may move to either side.
    let fractions = (1..<256).filter { $0 != 128 }.map { Double($0) / 256 }
    for _ in 0..<12 {
      let place = SIMD2(
        8 + fractions.randomElement(using: &random)!, 8 + fractions.randomElement(using: &random)!)
      let low =
        size % 2 == 1
        ? place.rounded(.down) - Double(size / 2)
        : (place + 0.5).rounded(.down) - Double(size / 2)
      stage.gl.clear(color: .zero)
      let mesh = try Mesh(
        stage.gl, positions: VertexData([Float(place.x), Float(place.y)], components: 2))
      try stage.pipeline.draw(.points, mesh, with: state)
      let image = try stage.target.readImage()
      for y in 0..<side {
        for x in 0..<side {
          let offset = SIMD2(Double(x), Double(y)) - low
          let isInside = offset.min() >= 0 && offset.max() < Double(size)
          // Images have their top row first.
          let isCovered = image[x, side - 1 - y].w > 0
          #expect(isCovered == isInside, "size \(size) at \(place), pixel (\(x), \(y))")
        }
      }
    }
  }
}
