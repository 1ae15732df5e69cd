import GLES
import GLMath
import Glibc
import ImageCoding
import Imaging
import PageCurl
import Testing

/// Small reference pictures of curls. Regenerate them with
///
///     GLESKIT_WRITE_GOLDENS=1 swift test --filter CurlGoldenTests
///
/// and review each before committing it.
@Suite(.serialized) struct CurlGoldenTests {
  enum Subject: String, CaseIterable {
    case cylinder, corner, cone, spread, rightToLeft, transparent, leaves, notepad
  }

  private static let size = PixelSize(210, 280)
  private let width = Double(size.width)
  private let height = Double(size.height)

  private func path(_ subject: Subject) -> String {
    let folder = #filePath.split(separator: "/").dropLast(2).joined(separator: "/")
    return "/\(folder)/Goldens/\(subject.rawValue).png"
  }

  /// The sample pages 1 to 5, read and scaled once.
  private static let images: Result<[Image], any Error> = Result {
    let root = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
    return try (1...5).map {
      try ImageFile.read("/\(root)/samples/pages/page-\($0).png").resized(to: size)
    }
  }

  private func page(_ stage: Stage, _ number: Int) throws -> CurlPage {
    try stage.page(try Self.images.get()[number - 1])
  }

  /// A page with transparent round corners.
  private func rounded(_ stage: Stage) throws -> CurlPage {
    var image = Image(
      width: Self.size.width, height: Self.size.height, filledWith: SIMD4(90, 150, 210, 255))
    for y in 0..<image.height {
      for x in 0..<image.width {
        let dx = max(30 - x, x - (image.width - 31), 0)
        let dy = max(30 - y, y - (image.height - 31), 0)
        if dx * dx + dy * dy > 900 { image[x, y] = .zero }
      }
    }
    return try stage.page(image, isOpaque: false)
  }

  private func target(_ stage: Stage, _ width: Int, _ height: Int) throws -> Framebuffer {
    let target = try Framebuffer(stage.gl, width: width, height: height, depth: true)
    target.bind()
    stage.gl.apply(RenderState())
    stage.gl.clear(color: SIMD4(0.55, 0.47, 0.38, 1), depth: 1)
    return target
  }

  private func picture(_ subject: Subject, _ stage: Stage) throws -> Image {
    let pages = CurlPages(
      front: try page(stage, 1), back: try page(stage, 2),
      below: try page(stage, 3))
    func sheet(_ time: Double, _ angle: Double, _ radius: Double) throws -> CurlGeometry {
      try CurlGeometry(
        width: width, height: height, time: time, angle: angle, radius: radius, fold: .cylinder)
    }
    switch subject {
    case .cylinder:
      return try stage.picture(try sheet(0.4, .pi, 24), pages)
    case .corner:
      return try stage.picture(try sheet(0.35, 2.4, 20), pages)
    case .transparent:
      let pages = CurlPages(front: try rounded(stage), back: try rounded(stage))
      return try stage.picture(
        try sheet(0.45, 2.7, 20), pages, view: CurlView(origin: SIMD2(-15, -15)),
        size: SIMD2(240, 310))
    case .spread, .rightToLeft, .leaves, .notepad:
      return try turn(subject, stage, pages)
    case .cone:
      let target = try target(stage, 460, 320)
      let mesh = try CurlMesh(stage.gl, width: width, height: height)
      let view = CurlView(origin: SIMD2(-230, -20))
      let matrix = try view.matrix(eye: SIMD3(0, 140, 1100), width: 460, height: 320)
      let cone = try ConeTurn(width: width, height: height, apexDepth: 200).geometry(at: 0.45)
      try mesh.draw(.cone(cone), pages: pages, matrix: matrix)
      return try target.readImage()
    }
  }

  /// Leaves over an open book.
  private func turn(_ subject: Subject, _ stage: Stage, _ pages: CurlPages) throws -> Image {
    let binding: Binding =
      switch subject {
      case .rightToLeft: .right
      case .notepad: .top
      default: .left
      }
    let isUpright = binding != .top
    let size = isUpright ? SIMD2(460, 320) : SIMD2(250, 600)
    let view = CurlView(
      origin: isUpright ? SIMD2(binding == .left ? -230 : -20, -20) : SIMD2(-20, -20))
    let target = try target(stage, size.x, size.y)
    var look = CurlLook()
    look.backFlip = isUpright ? .sideways : .upwards
    look.shadow?.bounds = PageRect(
      low: view.origin + SIMD2(20, 20),
      high: view.origin + SIMD2(Double(size.x) - 20, Double(size.y) - 20))
    let times = subject == .leaves ? [0.75, 0.5, 0.25] : [0.5]
    let tilt = subject == .spread ? 0.35 : 0.15
    let turn = try LeafTurn(
      width: width, height: height, binding: binding, radius: 28, tilt: tilt, fold: .cylinder)
    // The page that was turned before lies on the other side of the spine.
    let turned = CurlPages(front: pages.front, back: try page(stage, 4))
    try stage.renderer.draw(
      [CurlLeaf(.fold(try turn.geometry(at: 1)), pages: turned, look: look)], view: view,
      into: target)
    for (index, time) in times.enumerated() {
      var leaf = pages
      if index > 0 { leaf.below = nil }
      if index == 0 && subject == .leaves { leaf.front = try page(stage, 5) }
      try stage.renderer.draw(
        [CurlLeaf(.fold(try turn.geometry(at: time)), pages: leaf, look: look)], view: view,
        into: target)
    }
    return try target.readImage()
  }

  @Test(arguments: Subject.allCases)
  func itLooksAsItDid(subject: Subject) throws {
    let stage = try Stage()
    let picture = try picture(subject, stage)
    if getenv("GLESKIT_WRITE_GOLDENS") != nil {
      try ImageFile.write(picture, to: path(subject))
      return
    }
    let golden = try ImageFile.read(path(subject))
    // Other drivers round differently; a changed look differs by much more.
    #expect(psnr(picture, golden) > 40)
  }
}
