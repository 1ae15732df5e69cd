import GLES
import GLMath
import Imaging
import TestSupport
import Testing

@testable import PageCurl

/// Pages that lie flat.
@Suite(.serialized) struct FlatPageTests {
  private static let size = SIMD2(36, 52)

  private static func page(landedOver binding: Binding? = nil) throws -> FlatPage {
    try FlatPage(width: Double(size.x), height: Double(size.y), landedOver: binding)
  }

  /// Where a point of the page lies once it has turned over an edge.
  private static func landed(_ point: SIMD2<Double>, over binding: Binding) -> SIMD2<Double> {
    switch binding {
    case .left: SIMD2(-point.x, point.y)
    case .right: SIMD2(2 * Double(size.x) - point.x, point.y)
    case .top: SIMD2(point.x, 2 * Double(size.y) - point.y)
    case .bottom: SIMD2(point.x, -point.y)
    }
  }

  @Test(arguments: [nil] + Binding.allCases.map(Optional.some)) func itIsMirroredAtItsSpine(
    binding: Binding?
  ) throws {
    let shape = CurlShape.flat(try Self.page(landedOver: binding))
    var random = SeededGenerator(seed: 12)
    for _ in 0..<50 {
      let point = SIMD2(
        Double.random(in: 0...Double(Self.size.x), using: &random),
        .random(in: 0...Double(Self.size.y), using: &random))
      let place = binding.map { Self.landed(point, over: $0) } ?? point
      #expect((shape.position(of: point) - SIMD3(place, 0)).length < 1e-9)
      #expect(shape.normal(at: point).z == (binding == nil ? 1 : -1))
      // It lies in the page plane, so that an eye sees it where it is seen from above.
      for eye in [nil, SIMD3(10.0, -30, 90)] {
        let seen = try shape.intersections(at: place, from: eye)
        #expect(seen.map(\.side) == [binding == nil ? .front : .back])
        #expect(seen.allSatisfy { ($0.paper - point).length < 1e-9 })
      }
    }
    #expect(shape.highest == 0 && shape.lowestEye == 0)
  }

  /// Its pixels are those of its picture, from above and in perspective, by a renderer and by a
  /// mesh.
  @Test(arguments: [nil] + Binding.allCases.map(Optional.some)) func itShowsItsPicture(
    binding: Binding?
  ) throws {
    let stage = try Stage()
    let size = Self.size
    let (front, back) = (Stage.noise(size.x, size.y, seed: 1), Stage.noise(size.x, size.y, seed: 2))
    let pages = CurlPages(front: try stage.page(front), back: try stage.page(back))
    let flat = CurlShape.flat(try Self.page(landedOver: binding))
    // The part of page space in which it lies.
    let corner = binding.map {
      Self.landed(SIMD2<Double>(size) / 2, over: $0) - SIMD2<Double>(size) / 2
    }
    let view = CurlView(origin: corner ?? .zero)
    let eye = SIMD3(18.0, 20, 300)
    let matrix = try view.matrix(eye: eye, width: size.x, height: size.y)
    let mesh = try CurlMesh(stage.gl, width: Double(size.x), height: Double(size.y))
    let draws: [(Framebuffer) throws -> Void] = [
      { try stage.renderer.draw([CurlLeaf(flat, pages: pages)], view: view, into: $0) },
      { try stage.renderer.draw([CurlLeaf(flat, pages: pages)], eye: eye, view: view, into: $0) },
      { _ in try mesh.draw(flat, pages: pages, matrix: matrix) },
    ]
    for (index, draw) in draws.enumerated() {
      let target = try Framebuffer(stage.gl, width: size.x, height: size.y, depth: true)
      target.bind()
      stage.gl.apply(RenderState())
      stage.gl.clear(color: .zero, depth: 1)
      try draw(target)
      let picture = try target.readImage()
      // Texels lie exactly on pixels, but for a mesh, whose matrix divides.
      let wrong = zip(picture.pixels, (binding == nil ? front : back).pixels).map {
        abs(Int($0) - Int($1))
      }
      #expect(wrong.max()! <= (index == 2 ? 2 : 0), "draw \(index)")
    }
  }

  /// Each of its edges covers a part of a pixel where the page lies between pixels.
  @Test(arguments: [nil] + Binding.allCases.map(Optional.some)) func itsEdgesAreExact(
    binding: Binding?
  ) throws {
    let stage = try Stage()
    let size = Self.size
    let white = Image(width: size.x, height: size.y, filledWith: [255, 255, 255, 255])
    let pages = CurlPages(front: try stage.page(white), back: try stage.page(white))
    let half = SIMD2<Double>(size) / 2
    let middle = binding.map { Self.landed(half, over: $0) } ?? half
    let target = try Framebuffer(stage.gl, width: size.x + 4, height: size.y + 4)
    target.bind()
    stage.gl.apply(RenderState())
    stage.gl.clear(color: .zero)
    // 1.3 and 2.4 pixels lie beside and below it.
    try stage.renderer.draw(
      [CurlLeaf(.flat(try Self.page(landedOver: binding)), pages: pages)],
      view: CurlView(origin: middle - half - SIMD2(1.3, 2.4)), into: target)
    let picture = try target.readImage()
    let (row, column) = (picture.height / 2, picture.width / 2)
    let edges = [
      (picture[1, row], 0.7), (picture[size.x + 1, row], 0.3),
      (picture[column, picture.height - 3], 0.6),
      (picture[column, picture.height - size.y - 3], 0.4),
    ]
    for (pixel, covered) in edges {
      #expect(abs(Double(pixel.w) - 255 * covered) < 2, "\(covered): \(pixel)")
    }
  }

  /// A landed page belongs to the ground: a page that bends over it hides it.
  @Test func aBentPageLiesOverALandedOne() throws {
    let stage = try Stage()
    let size = SIMD2<Double>(Self.size)
    let white = Image(width: Self.size.x, height: Self.size.y, filledWith: [255, 255, 255, 255])
    let black = Image(width: Self.size.x, height: Self.size.y, filledWith: [0, 0, 0, 255])
    let leaf = try PaperTurn(width: size.x, height: size.y).geometry(at: 0.8)
    let leaves = [
      CurlLeaf(
        .flat(try Self.page(landedOver: .left)),
        pages: CurlPages(front: try stage.page(white), back: try stage.page(white))),
      CurlLeaf(
        .paper(leaf),
        pages: CurlPages(front: try stage.page(black), back: try stage.page(black))),
    ]
    func picture(_ draws: [[CurlLeaf]]) throws -> Image {
      let target = try Framebuffer(stage.gl, width: 2 * Self.size.x, height: Self.size.y)
      target.bind()
      stage.gl.apply(RenderState())
      stage.gl.clear(color: .zero)
      for leaves in draws {
        try stage.renderer.draw(
          leaves, eye: SIMD3(0, size.y / 2, 200), view: CurlView(origin: SIMD2(-size.x, 0)),
          into: target)
      }
      return try target.readImage()
    }
    let together = try picture([leaves])
    #expect(together == (try picture([[leaves[0]], [leaves[1]]])))
    #expect(together != (try picture([[leaves[0]]])))
  }

  @Test func aSizeIsChecked() {
    for (width, height) in [(0.0, 4.0), (4, -1), (.nan, 4), (4, .infinity)] {
      #expect(throws: PageCurlError.self) { try FlatPage(width: width, height: height) }
    }
  }
}
