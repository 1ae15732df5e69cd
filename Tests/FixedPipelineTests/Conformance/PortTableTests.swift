import ES1
import FixedPipeline
import Imaging
import Offscreen
import Testing

/// Rows of the guide's table for ports: the ES 1.1 calls in a real ES 1.1 context, and ours.
@Suite(.serialized) struct PortTableTests {
  private static let size = 8

  private func ours(_ row: PortRow) throws -> [UInt8] {
    let offscreen = try OffscreenContext()
    let target = try Framebuffer(offscreen.gl, width: Self.size, height: Self.size)
    offscreen.gl.clear(color: .zero)
    var state = FixedState()
    state.isLightingEnabled = true
    state.lights[0].isEnabled = true
    switch row {
    case .lightPosition: state.setLight(position: [0, 4, 0, 1], at: 0)
    case .scaled: state.modelview.scale(by: [2, 2, 2])
    case .normalized:
      state.modelview.scale(by: [2, 2, 2])
      state.normalScaling = .normalize
    case .rescaled:
      state.modelview.scale(by: [2, 2, 2])
      state.normalScaling = .rescale
    }
    let mesh = try Mesh(
      offscreen.gl, positions: VertexData(RealContext.portSquare, count: 3))
    try FixedPipeline(offscreen.gl).draw(.triangleStrip, mesh, with: state)
    let image = try target.readImage()
    return (0..<Self.size).reversed().flatMap { y in
      (0..<Self.size).flatMap { x in (0..<4).map { image[x, y][$0] } }
    }
  }

  @Test(arguments: PortRow.allCases)
  func looksLikeRealES1(_ row: PortRow) throws {
    let real = try #require(RealContext(size: Self.size)).draw(row)
    let ours = try ours(row)
    #expect(real.contains { $0 > 12 && $0 < 255 }, "the square is lit")
    #expect(zip(real, ours).allSatisfy { abs(Int($0) - Int($1)) <= 2 })
  }
}
