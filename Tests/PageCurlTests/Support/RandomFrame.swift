import GLES
import Imaging
import PageCurl
import TestSupport

/// A random frame of a small page, determined by one number so that it can be drawn again: all
/// kinds of turns, directions, radii and qualities, and views that are one to one or not.
struct RandomFrame {
  /// The page's size in whole page pixels.
  var size: SIMD2<Int>
  var shape: CurlShape
  /// The page's binding; `nil` for a loose sheet.
  var binding: Binding?
  /// The viewer's place; `nil` is straight above.
  var eye: SIMD3<Double>?
  var look = CurlLook()
  var view = CurlView()
  var target: SIMD2<Int>
  /// Whether the pages are marked as opaque, so that they may be copied.
  var isOpaque: Bool
  /// The generator for a test's own random values.
  var random: SeededGenerator

  /// - Parameter number: The frame's number.
  init(_ number: Int) throws {
    var make = RandomCurls(seed: UInt64(number) &* 0x2545_F491_4F6C_DD1D)
    func pick(_ range: ClosedRange<Int>) -> Int { .random(in: range, using: &make.random) }
    size = SIMD2(pick(32...96), pick(24...72))
    let (width, height) = (Double(size.x), Double(size.y))
    // Sometimes the first and last frames.
    let time = pick(0...19) == 0 ? Double(pick(0...1)) : make.number(0...1)
    let radius =
      switch pick(0...9) {
      case 0: 0.0
      case 1: 1e-6
      case 2: make.number(0...2)
      case 3: make.number(width...(4 * width))
      case 4: Double(pick(2...40)) / 2
      default: make.number(2...(width / 2))
      }
    let angle = make.angle()
    binding = nil
    switch pick(0...9) {
    case 0...3:
      let binding = Binding.allCases[pick(0...3)]
      self.binding = binding
      shape = .fold(
        try LeafTurn(
          width: width, height: height, binding: binding, radius: radius,
          tilt: pick(0...1) == 0 ? 0 : make.number(-1.4...1.4), fold: .cylinder
        ).geometry(at: time))
    case 4:
      // Contact lines at whole and half pixels put seams on pixel centers.
      let flat = try CurlGeometry(
        width: width, height: height, time: 0, angle: angle, radius: radius, fold: .cylinder)
      let contact = (2 * make.number(flat.extent)).rounded() / 2
      shape = .fold(
        try CurlGeometry(
          width: width, height: height, contactOffset: contact, angle: angle, radius: radius,
          fold: make.fold()))
    default:
      shape = .fold(
        try CurlGeometry(
          width: width, height: height, time: time, angle: angle, radius: radius,
          fold: make.fold()))
    }
    look.quality = CurlQuality.allCases[pick(0...2)]
    isOpaque = pick(0...1) == 0
    target = size
    switch pick(0...3) {
    case 0:
      // Whole pixels of room around the page; negative room cuts it off.
      let low = SIMD2(pick(-8...24), pick(-8...24))
      target = size &+ low &+ SIMD2(pick(-8...24), pick(-8...24))
      view.origin = SIMD2(-Double(low.x), -Double(low.y))
    case 1:
      view.scale = make.number(0.5...2)
      view.origin = SIMD2(make.number(-20...5), make.number(-20...5))
      let reach = view.scale * (SIMD2(width, height) - view.origin + SIMD2(8, 8))
      target = SIMD2(Int(reach.x), Int(reach.y))
    default: break
    }
    // Scenes take longer to draw: one in forty.
    if pick(0...39) == 0 {
      if let binding, pick(0...1) == 0 {
        shape = .cone(
          try ConeTurn(
            width: width, height: height, apexDepth: make.number(20...200), binding: binding,
            end: pick(0...1) == 0 ? .first : .last
          ).geometry(at: time))
      }
      // The scene would raise a lower eye, and the reference needs one above the whole roll.
      eye = SIMD3(
        make.number(0...width), make.number(0...height),
        max(make.number(150...600), shape.lowestEye, 2.5 * radius))
    }
    random = make.random
  }

  /// How the back is laid unless the look sets it.
  var flip: BackFlip {
    if let flip = look.backFlip { return flip }
    switch shape {
    case .flat(let page): return BackFlip(for: page.curl)
    case .fold(let curl): return BackFlip(for: curl)
    case .cone(let cone): return BackFlip(for: cone.binding)
    case .paper(let leaf): return BackFlip(for: leaf.binding)
    }
  }

  /// The point of page space at the center of a pixel of the target; y counts from the top.
  func point(_ pixel: SIMD2<Int>) -> SIMD2<Double> {
    view.origin + SIMD2(Double(pixel.x) + 0.5, Double(target.y - pixel.y) - 0.5) / view.scale
  }

  /// Draws it on a transparent target.
  func picture(on stage: Stage, _ pages: CurlPages) throws -> Image {
    let target = try Framebuffer(stage.gl, width: target.x, height: target.y)
    target.bind()
    stage.gl.apply(RenderState())
    stage.gl.clear(color: .zero)
    try stage.renderer.draw(
      [CurlLeaf(shape, pages: pages, look: look)], eye: eye, view: view, into: target)
    return try target.readImage()
  }
}
