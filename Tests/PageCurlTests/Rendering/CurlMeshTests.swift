import GLES
import GLMath
import Imaging
import TestSupport
import Testing

@testable import PageCurl

@Suite(.serialized) struct CurlMeshTests {
  private static let colors: (front: SIMD4<UInt8>, back: SIMD4<UInt8>, below: SIMD4<UInt8>) = (
    SIMD4(255, 0, 0, 255), SIMD4(0, 255, 0, 255), SIMD4(0, 0, 255, 255)
  )

  private func pages(_ stage: Stage, _ width: Int, _ height: Int) throws -> CurlPages {
    func page(_ color: SIMD4<UInt8>) throws -> CurlPage {
      try stage.page(Image(width: width, height: height, filledWith: color))
    }
    return CurlPages(
      front: try page(Self.colors.front), back: try page(Self.colors.back),
      below: try page(Self.colors.below))
  }

  /// Draws, and counts the pixels that do not show the expected side, except within a pixel of an
  /// edge.
  private func wrongPixels(
    _ stage: Stage, _ size: SIMD2<Int>, view: CurlView,
    draw: () throws -> Void, expected: (SIMD2<Double>) throws -> SIMD4<UInt8>
  ) throws -> Int {
    let target = try Framebuffer(stage.gl, width: size.x, height: size.y, depth: true)
    target.bind()
    stage.gl.apply(RenderState())
    stage.gl.clear(color: .zero, depth: 1)
    try draw()
    let picture = try target.readImage()
    var wrong = 0
    for y in 0..<size.y {
      for x in 0..<size.x {
        let point = view.origin + SIMD2(Double(x) + 0.5, Double(size.y - y) - 0.5)
        if picture[x, y] == (try expected(point)) { continue }
        let around = try [SIMD2(1.0, 0), SIMD2(-1, 0), SIMD2(0, 1), SIMD2(0, -1)]
          .map { try expected(point + $0) }
        if !around.contains(picture[x, y]) { wrong += 1 }
      }
    }
    return wrong
  }

  private func color(
    _ seen: PaperPoint?, _ point: SIMD2<Double>, _ width: Double, _ height: Double
  ) -> SIMD4<UInt8> {
    if let seen { return seen.side == .front ? Self.colors.front : Self.colors.back }
    let isPage = point.x >= 0 && point.x < width && point.y >= 0 && point.y < height
    return isPage ? Self.colors.below : .zero
  }

  @Test func aPerspectiveEyeSeesWhatTheReferenceSees() throws {
    let stage = try Stage()
    let (width, height) = (100, 70)
    let pages = try pages(stage, width, height)
    let mesh = try CurlMesh(stage.gl, width: Double(width), height: Double(height))
    let view = CurlView(origin: SIMD2(-20, -20))
    let size = SIMD2(width + 40, height + 40)
    var look = CurlLook()
    look.light = nil
    var random = SeededGenerator(seed: 71)
    for _ in 0..<12 {
      let curl = try CurlGeometry(
        width: Double(width), height: Double(height), time: .random(in: 0.05...0.9, using: &random),
        angle: .random(in: 0...6.28, using: &random), radius: .random(in: 4...20, using: &random),
        fold: .cylinder)
      let eye = SIMD3(
        Double.random(in: 0...100, using: &random), .random(in: 0...70, using: &random),
        .random(in: 150...500, using: &random))
      let matrix = try view.matrix(eye: eye, width: size.x, height: size.y)
      let wrong = try wrongPixels(stage, size, view: view) {
        try mesh.draw(.fold(curl), pages: pages, look: look, matrix: matrix)
      } expected: { point in
        color(try curl.intersections(at: point, from: eye).first, point, 100, 70)
      }
      #expect(wrong <= 4)
    }
    #expect(throws: PageCurlError.self) {
      try view.matrix(eye: SIMD3(0, 0, 0), width: 10, height: 10)
    }
  }

  @Test(.long, arguments: Binding.allCases) func aConeIsWhereTheReferencePutsIt(binding: Binding)
    throws
  {
    let stage = try Stage()
    let (width, height) = (80, 110)
    let pages = try pages(stage, width, height)
    let mesh = try CurlMesh(stage.gl, width: Double(width), height: Double(height))
    // The page, and room on all sides for it to land on.
    let view = CurlView(origin: SIMD2(-100, -130))
    let size = SIMD2(280, 370)
    var look = CurlLook()
    look.light = nil
    let eye = SIMD3(20.0, 55, 420)
    let matrix = try view.matrix(eye: eye, width: size.x, height: size.y)
    for step in Sweep.isFull ? Array(0...10) : [binding == .left ? 5 : 8] {
      let turn = try ConeTurn(
        width: Double(width), height: Double(height), apexDepth: 120, binding: binding,
        end: step % 2 == 0 ? .first : .last)
      let cone = try turn.geometry(at: Double(step) / 10)
      let wrong = try wrongPixels(stage, size, view: view) {
        try mesh.draw(.cone(cone), pages: pages, look: look, matrix: matrix)
      } expected: { point in
        color(try cone.intersections(at: point, from: eye).first, point, 80, 110)
      }
      #expect(wrong <= 6, "step \(step)")
    }
  }

  /// The curvature goes up and down from piece to piece, as steeply as the page stays in view. The
  /// red is a triangle wave of 8 levels per page pixel.
  @Test func paperBendsWithinAPiece() throws {
    func wave(_ place: Double) -> Double {
      255 * abs((place / 64).truncatingRemainder(dividingBy: 1) * 2 - 1)
    }
    let stage = try Stage()
    let (width, height) = (400, 12)
    let row = (0..<width).flatMap { column -> [UInt8] in
      [UInt8(wave(Double(column) + 0.5).rounded()), 0, 0, 255]
    }
    let waves = try stage.page(
      Image(width: width, height: height, pixels: (0..<height).flatMap { _ in row }))
    let steepest = 2.0 * Double(TurnMotion.pieces)
    let shape = CurlShape.paper(
      PaperGeometry(
        page: PageRect(low: .zero, high: SIMD2(Double(width), Double(height))), binding: .left,
        profile: CrossSection(
          length: 1, angle: -1,
          curvatures: (0...TurnMotion.pieces).map { [0, steepest, 0, -steepest][$0 % 4] })))
    var look = CurlLook()
    look.light = nil
    let target = try Framebuffer(stage.gl, width: width, height: height, depth: true)
    target.bind()
    stage.gl.apply(RenderState())
    stage.gl.clear(color: .zero, depth: 1)
    let matrix = try CurlView().matrix(
      eye: SIMD3(Double(width) / 2, 6, 1e6), width: width, height: height)
    try CurlMesh(stage.gl, width: Double(width), height: Double(height)).draw(
      shape, pages: CurlPages(front: waves), look: look, matrix: matrix)
    let picture = try target.readImage()
    var (worst, judged) = (Worst(), 0)
    for x in 0..<width {
      guard let seen = try shape.intersections(at: SIMD2(Double(x) + 0.5, 6.5), from: nil).first
      else { continue }
      let expected = wave(seen.paper.x)
      guard abs(expected - 127.5) < 100 else { continue }
      worst.include(abs(Double(picture[x, 5].x) - expected) / 8)
      judged += 1
    }
    #expect(judged > 150)
    #expect(worst.value < 1, "page pixels")
  }

  /// A lit sphere whose red grows to the right and whose green grows upwards.
  private static let sphere: Image = {
    var image = Image(width: 256, height: 256)
    for y in 0..<256 {
      for x in 0..<256 { image[x, y] = SIMD4(UInt8(x), UInt8(255 - y), 128, 255) }
    }
    return image
  }()

  @Test func impossibleMeshesAreRefused() throws {
    let stage = try Stage()
    #expect(throws: PageCurlError.pageSize(width: 0, height: 60)) {
      try CurlMesh(stage.gl, width: 0, height: 60)
    }
  }

  /// The picture would be wrong.
  @Test func aShapeOfAnotherSizeIsRefused() throws {
    let stage = try Stage()
    let mesh = try CurlMesh(stage.gl, width: 90, height: 60)
    let pages = try pages(stage, 90, 60)
    let paper = try PaperTurn(width: 90, height: 80).geometry(at: 0.4)
    let curl = try SheetTurn(width: 60, height: 60, radius: 9, angle: .pi).geometry(at: 0.4)
    for (shape, size) in [(CurlShape.fold(curl), "60.0×60.0"), (.paper(paper), "90.0×80.0")] {
      let error = #expect(throws: GLESError.self) {
        try mesh.draw(shape, pages: pages, matrix: .identity)
      }
      #expect(
        error?.description == "the shape is that of a page of \(size), but the mesh has 90.0×60.0; "
          + "make both for one size")
    }
  }

  @Test(arguments: [false, true]) func lightIsThatFromAbove(hasSphere: Bool) throws {
    let stage = try Stage()
    let gray = try stage.page(Image(width: 90, height: 60, filledWith: SIMD4(120, 120, 120, 255)))
    let pages = CurlPages(front: gray, back: gray, below: gray)
    let mesh = try CurlMesh(stage.gl, width: 90, height: 60)
    let curl = try CurlGeometry(
      width: 90, height: 60, time: 0.4, angle: 2.9, radius: 15, fold: .cylinder)
    var look = CurlLook()
    look.shadow = nil
    look.quality = .draft
    if hasSphere { look.shading = CurlShading(sphere: Self.sphere) }
    let flat = try stage.picture(curl, pages, look: look)
    let target = try Framebuffer(stage.gl, width: 90, height: 60, depth: true)
    target.bind()
    stage.gl.apply(RenderState())
    stage.gl.clear(color: .zero, depth: 1)
    // From so far away that perspective moves no point by a hundredth of a pixel.
    let matrix = try CurlView().matrix(eye: SIMD3(45, 30, 1e6), width: 90, height: 60)
    try mesh.draw(.fold(curl), pages: pages, look: look, matrix: matrix)
    let deep = try target.readImage()
    var far = 0
    for y in 0..<60 {
      for x in 0..<90
      where abs(Int(deep[x, y].x) - Int(flat[x, y].x)) > 3
        || abs(Int(deep[x, y].y) - Int(flat[x, y].y)) > 3
      { far += 1 }
    }
    // The silhouette itself may fall on either side of a pixel's center.
    #expect(far < 70)
  }

  /// As much of the front shines through a printed back as where the renderer draws it.
  @Test func theFrontShinesThroughTheBack() throws {
    let stage = try Stage()
    let pages = try pages(stage, 90, 60)
    let mesh = try CurlMesh(stage.gl, width: 90, height: 60)
    let curl = try CurlGeometry(width: 90, height: 60, time: 0.5, angle: .pi, radius: 12)
    let eye = SIMD3(45.0, 30, 400)
    let matrix = try CurlView().matrix(eye: eye, width: 90, height: 60)
    var look = CurlLook()
    look.shadow = nil
    var greens: [UInt8] = []
    for showThrough in [0, 0.5] {
      look.showThrough = showThrough
      let pictures = try [false, true].map { isMesh in
        let target = try Framebuffer(stage.gl, width: 90, height: 60, depth: true)
        target.bind()
        stage.gl.apply(RenderState())
        stage.gl.clear(color: .zero, depth: 1)
        let leaf = CurlLeaf(.fold(curl), pages: pages, look: look)
        if isMesh {
          try mesh.draw(leaf.shape, pages: pages, look: look, matrix: matrix)
        } else {
          try stage.renderer.draw([leaf], eye: eye, into: target)
        }
        return try target.readImage()
      }
      let back = curl.position(of: SIMD2(84, 30))
      let place = SIMD2(Int(back.x), 30)
      greens.append(pictures[1][place.x, place.y].y)
      #expect(abs(Int(greens.last ?? 0) - Int(pictures[0][place.x, place.y].y)) <= 1)
    }
    // Nothing of the front's red light passes the green print.
    #expect(greens[1] < greens[0] - 20, "\(greens)")
  }

  /// A page that is seen at an eighth of its size shows the mean of its rows if it has mipmaps, and
  /// single rows if not.
  @Test func mipmapsOfThePagesAreUsed() throws {
    let stage = try Stage()
    var rows = Image(width: 512, height: 512, filledWith: SIMD4(255, 255, 255, 255))
    for y in 0..<512 where y % 3 == 0 {
      for x in 0..<512 { rows[x, y] = SIMD4(0, 0, 0, 255) }
    }
    let mesh = try CurlMesh(stage.gl, width: 512, height: 512)
    let curl = try CurlGeometry(
      width: 512, height: 512, time: 0, angle: .pi, radius: 60, fold: .cylinder)
    func grays(_ sampling: Texture.Sampling) throws -> ClosedRange<UInt8> {
      let page = CurlPage(try Texture(stage.gl, rows, sampling: sampling), isOpaque: true)
      let target = try Framebuffer(stage.gl, width: 64, height: 64, depth: true)
      target.bind()
      stage.gl.apply(RenderState())
      stage.gl.clear(color: .zero, depth: 1)
      var look = CurlLook()
      look.light = nil
      look.shadow = nil
      try mesh.draw(
        .fold(curl), pages: CurlPages(front: page, back: page), look: look,
        matrix: .ortho(left: 0, right: 512, bottom: 0, top: 512, near: -999, far: 999))
      let picture = try target.readImage()
      let grays = (8..<56).map { picture[32, $0].x }
      return (grays.min() ?? 0)...(grays.max() ?? 0)
    }
    let torn = try grays(Texture.Sampling())
    #expect(torn.upperBound - torn.lowerBound > 100)
    let even = try grays(Texture.Sampling(mipmaps: .linear))
    #expect(even.upperBound - even.lowerBound < 40)
  }
}
