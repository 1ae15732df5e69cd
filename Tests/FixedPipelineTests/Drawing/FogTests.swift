import FixedPipeline
import GLES
import GLMath
import TestSupport
import Testing

/// Fog depends on the distance of a fragment (ES 1.1, 3.8), not on how its vertices are written.
@Suite struct FogTests {
  /// The point (x, y, z) is also (wx, wy, wz, w). Between vertices of different w, z and w are
  /// linear on the triangle, and their quotient is not.
  @Test(arguments: [Fog.Mode.linear, .exponential, .exponentialSquared])
  func homogeneousPositionsAreTheSamePoints(mode: Fog.Mode) throws {
    let stage = try Stage()
    var state = FixedState()
    state.color = [1, 0.5, 0, 1]
    state.fog = Fog(mode: mode, density: 0.2, start: 1, end: 9, color: [0, 0, 1, 1])
    state.projection.load(
      .perspective(verticalFieldOfView: 1, aspectRatio: 1, near: 1, far: 20))
    let corners: [SIMD3<Float>] = [[-3, -1, -3], [5, -1, -8], [-3, 3, -5], [4, 4, -7]]
    func picture(_ factors: [Float]) throws -> [UInt8] {
      let positions = zip(corners, factors).flatMap { corner, w in
        [corner.x * w, corner.y * w, corner.z * w, w]
      }
      stage.gl.clear(color: .zero)
      let mesh = try Mesh(stage.gl, positions: VertexData(positions, components: 4))
      try stage.pipeline.draw(.triangleStrip, mesh, with: state)
      return try stage.target.readImage().pixels
    }
    let plain = try picture([1, 1, 1, 1])
    #expect(Set(stride(from: 0, to: plain.count, by: 4).map { plain[$0] }).count > 10)
    let written = try picture([2, 0.5, 1, 3])
    #expect(zip(plain, written).allSatisfy { abs(Int($0) - Int($1)) <= 1 })
  }
}
