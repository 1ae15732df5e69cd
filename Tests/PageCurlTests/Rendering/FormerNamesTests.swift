import GLES
import Imaging
import PageCurl
import TestSupport
import Testing

/// Names of version 0.1 compile for one more version, and do what they did.
@Suite struct FormerNamesTests {
  private let stage: Stage
  private let pages: CurlPages
  private let curl: CurlGeometry
  private let eye = SIMD3(45.0, 30, 300)

  init() throws {
    stage = try Stage()
    pages = CurlPages(
      front: try stage.page(Stage.noise(90, 60, seed: 1)),
      below: try stage.page(Stage.noise(90, 60, seed: 2)))
    curl = try CurlGeometry(width: 90, height: 60, time: 0.4, angle: 2.9, radius: 9)
  }

  private func picture(_ draw: (Framebuffer) throws -> Void) throws -> Image {
    let target = try Framebuffer(stage.gl, width: 90, height: 60, depth: true)
    target.bind()
    stage.gl.apply(RenderState())
    stage.gl.clear(color: .zero, depth: 1)
    try draw(target)
    return try target.readImage()
  }

  @available(*, deprecated)
  @Test func renderersDrawAsBefore() throws {
    let leaf = CurlLeaf(.fold(curl), pages: pages)
    let former: PageCurlRenderer = try PageCurlRenderer(stage.gl)
    let above = try picture { try stage.renderer.draw([leaf], into: $0) }
    #expect(try picture { try former.draw(curl, pages: pages, into: $0) } == above)
    let tilted = try picture { try stage.renderer.draw([leaf], eye: eye, into: $0) }
    let scene = CurlScene(former)
    let rolled = CurlLeaf(.cylinder(curl), pages: pages)
    #expect(try picture { try scene.draw([rolled], eye: eye, into: $0) } == tilted)
    #expect(tilted != above)
  }

  @available(*, deprecated)
  @Test func meshesWithCellsDrawAsWithout() throws {
    let matrix = try CurlView().matrix(eye: eye, width: 90, height: 60)
    func drawn(_ mesh: CurlMesh) throws -> Image {
      try picture { _ in try mesh.draw(.fold(curl), pages: pages, matrix: matrix) }
    }
    let mesh = try drawn(CurlMesh(stage.gl, width: 90, height: 60))
    #expect(
      try drawn(CurlMesh(stage.gl, width: 90, height: 60, columns: 4, rows: 8)) == mesh)
    #expect(try drawn(CurlMesh(stage.gl, width: 90, height: 60, rows: 8)) == mesh)
  }
}
