import GLES
import Glibc
import ImageCoding
import Imaging
import TestSupport
import Testing

@testable import PageCurl

/// The figure of Documentation/page-curl.md: a turning leaf seen along its spine. Draw it anew with
///
///     GLESKIT_WRITE_GOLDENS=1 swift test --filter PaperFigureTests
@Suite(.serialized) struct PaperFigureTests {
  private static let size = PixelSize(960, 420)
  /// Samples per pixel in each direction.
  private static let samples = 3
  private static let path = repositoryFile("Documentation/page-turn.png")

  @Test(.long) func theFigureShowsTheTurn() throws {
    let figure = try draw()
    if getenv("GLESKIT_WRITE_GOLDENS") != nil {
      try ImageFile.write(figure, to: Self.path)
    }
    let committed = try ImageFile.read(Self.path)
    #expect(committed.width == figure.width && committed.height == figure.height)
    let different = zip(committed.pixels, figure.pixels).count { abs(Int($0) - Int($1)) > 8 }
    #expect(different < figure.pixels.count / 200, "\(different)")
  }

  private func draw() throws -> Image {
    let stage = try Stage()
    let target = try Framebuffer(
      stage.gl, width: Self.size.width * Self.samples, height: Self.size.height * Self.samples)
    target.bind()
    stage.gl.apply(RenderState())
    stage.gl.clear(color: SIMD4(1, 1, 1, 1))
    let program = try Program(
      stage.gl,
      vertex: """
        attribute vec2 a_place;
        void main() { gl_Position = vec4(a_place, 0.0, 1.0); }
        """,
      fragment: """
        precision mediump float;
        uniform vec3 u_color;
        void main() { gl_FragColor = vec4(u_color, 1.0); }
        """)
    func line(_ points: [SIMD2<Double>], width: Double, _ color: SIMD3<Double>) throws {
      // Clip coordinates of a spine at the middle, with the ground near the lower edge.
      let scale = SIMD2(0.96, 0.96 * Double(Self.size.width) / Double(Self.size.height))
      let places = points.indices.flatMap { index -> [SIMD2<Float>] in
        let way = points[min(index + 1, points.count - 1)] - points[max(index - 1, 0)]
        let across = SIMD2(-way.y, way.x) * (width / 2 / (way * way).sum().squareRoot())
        return [points[index] + across, points[index] - across].map {
          SIMD2<Float>($0 * scale + SIMD2(0, -0.86))
        }
      }
      try program.set("u_color", to: SIMD3<Float>(color))
      try VertexInput(
        program, [VertexAttribute("a_place", in: Buffer(stage.gl, places), components: 2)]
      ).draw(.triangleStrip, first: 0, count: places.count)
    }
    try line([SIMD2(-1.02, -0.008), SIMD2(1.02, -0.008)], width: 0.008, SIMD3(0.75, 0.73, 0.7))
    let table = TurnMotion(.office)
    let times = stride(from: 0.0, through: 1, by: 0.1)
    for time in times {
      let profile = table.profile(at: time)
      let points = (0...96).map { step in
        let point = profile.point(at: Double(step) / 96)
        return SIMD2(point.x, point.z)
      }
      // From blue, where the turn begins, to red, where it ends.
      try line(points, width: 0.007, SIMD3(0.15 + 0.65 * time, 0.35, 0.75 - 0.55 * time))
    }
    return try target.readImage().resized(to: Self.size)
  }
}
