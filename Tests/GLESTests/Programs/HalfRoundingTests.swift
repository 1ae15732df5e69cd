import GLES
import GLSL
import Offscreen
import TestSupport
import Testing

/// The rounding of `PrecisionEmulation`, computed by the driver.
@Suite struct HalfRoundingTests {
  /// `half_` rounds as `Float16` does, but for subnormals, which become 0 unless they are kept.
  @Test(arguments: [false, true])
  func emulationRoundsAsHardwareDoes(keepsSubnormals: Bool) throws {
    var values: [Float] = [0, -0.0, .infinity, -.infinity, .nan, 65_504, 65_519.996, 65_520, 1e38]
    // Each half that is normal, subnormal ones if they are kept, and what lies a quarter, half and
    // three quarters of the way to the next one.
    let first: UInt16 = keepsSubnormals ? 1 : 0x03FF
    for bits in stride(from: first, to: 0x7C00, by: Sweep.isFull ? 1 : 7) {
      let (low, high) = (Float(Float16(bitPattern: bits)), Float(Float16(bitPattern: bits + 1)))
      let step = high.isFinite ? high - low : low - Float(Float16(bitPattern: bits - 1))
      for part in [0, 0.25, 0.5, 0.75, 0.4999, 0.5001] as [Float] {
        values += [low + part * step, -low - part * step]
      }
    }
    var pairs = values.map { value -> SIMD2<Float> in
      let half = Float16(value)
      return [value, half.isSubnormal && !keepsSubnormals ? 0 : Float(half)]
    }
    while pairs.count % 64 != 0 { pairs.append(.zero) }
    let offscreen = try OffscreenContext()
    let gl = offscreen.gl
    let target = try Framebuffer(gl, width: 64, height: pairs.count / 64)
    let program = try Program(
      gl,
      vertex: HalfFunctions.text(.half, keepsSubnormals: keepsSubnormals)
        + """
        attribute vec2 a_place;
        attribute vec2 a_pair;
        varying vec4 v_is;
        void main() {
          gl_Position = vec4(a_place, 0.0, 1.0);
          gl_PointSize = 1.0;
          float one = half_(a_pair.x);
          // Its components are rounded as floats are.
          vec4 all = half_(vec4(a_pair.x, 0.5 * a_pair.x, 1.0, a_pair.x));
          bool isNaN = !(one < 0.0 || one >= 0.0) && !(all.x < 0.0 || all.x >= 0.0);
          bool isSame = one == a_pair.y && all.x == a_pair.y && all.w == a_pair.y;
          v_is = vec4(isSame, isNaN, all.y == half_(0.5 * a_pair.x), 1.0);
        }
        """.replacing("half =", with: "result =").replacing("half ", with: "result ")
        .replacing("(half", with: "(result"),
      fragment: "varying lowp vec4 v_is; void main() { gl_FragColor = v_is; }")
    let places = pairs.indices.map { index -> SIMD2<Float> in
      let (x, y) = (Float(index % 64) + 0.5, Float(index / 64) + 0.5)
      return [x / 32 - 1, y * 128 / Float(pairs.count) - 1]
    }
    let input = try VertexInput(
      program,
      [
        VertexAttribute("a_place", in: Buffer(gl, places), components: 2),
        VertexAttribute("a_pair", in: Buffer(gl, pairs), components: 2),
      ])
    try input.draw(.points, count: pairs.count)
    let image = try target.readImage()
    let wrong = pairs.indices.filter { index in
      let pair = pairs[index]
      let pixel = image[index % 64, image.height - 1 - index / 64]
      return pair.x.isNaN ? pixel[1] != 255 : pixel[0] != 255 || pixel[2] != 255
    }
    #expect(wrong.isEmpty, "\(wrong.prefix(5).map { pairs[$0] }) are not values and halves")
  }
}
