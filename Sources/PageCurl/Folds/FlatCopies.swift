import GLES
import GLMath

/// Copies opaque flat paper from its page's texture to the target (`glCopyTexSubImage2D`).
///
/// The result is bit for bit that of drawing it. Drawn instead, 120 frames of draft PNG take 115 %
/// more processor time, of default PNG 75 %, of MP4 47 % (Benchmarks/RESULTS.md, llvmpipe).
struct FlatCopies {
  private let context: Context
  private var sources: [Framebuffer] = []

  init(_ context: Context) {
    self.context = context
  }

  /// The parts of a frame that can be copied.
  struct Plan {
    /// The uncovered part of the page below; `nil` if it cannot be copied.
    fileprivate var below: PixelRegion?
    /// The flat front, as rectangles.
    fileprivate var front: [PixelRegion] = []
    /// The `u` above which the flat front must be drawn.
    private(set) var frontFrom = -Double.infinity
    /// Whether the page below need not be drawn.
    private(set) var belowIsDone = true
    /// Whether all flat paper is copied, except the part of the front near the curl.
    private(set) var isComplete = false
    /// The number of slabs of rows that ``front`` is cut into.
    private(set) var slabs = 1

    /// Nothing is copied, and nothing lies flat.
    static let nothing: Plan = {
      var plan = Plan()
      plan.frontFrom = .infinity
      return plan
    }()

    private init() {}

    init(_ curl: CurlGeometry, _ pages: CurlPages, _ look: CurlLook, _ view: CurlView) {
      let copiesFront =
        !curl.isGone && look.drawsFront && look.frontTint == SIMD3(repeating: 1)
        && FlatCopies.canCopy(pages.front, of: curl, view: view)
      if let page = pages.below {
        belowIsDone = FlatCopies.canCopy(page, of: curl, view: view)
        let whole = PixelRegion(width: Int(curl.width), height: Int(curl.height))
        if belowIsDone { below = copiesFront ? FlatCopies.uncovered(curl) : whole }
      }
      isComplete = below != nil && (copiesFront || curl.isGone)
      guard copiesFront, belowIsDone else { return }
      (front, frontFrom) = FlatCopies.flatRegions(curl)
      if abs(curl.lift.x) >= abs(curl.lift.y), curl.lift.y != 0 { slabs = FlatCopies.slabs }
    }
  }

  /// Copies what was planned.
  ///
  /// - Parameter regions: The parts of the target to copy to; `nil` is all of it.
  mutating func make(
    _ plan: Plan, of pages: CurlPages, only regions: [PixelRegion]?, view: CurlView,
    into target: Framebuffer
  ) throws(GLESError) {
    keepOnly(pages)
    let wanted = regions ?? [target.bounds]
    for part in wanted {
      if let page = pages.below, let below = plan.below {
        try copy(page, below, within: part, view: view, into: target)
      }
    }
    for part in wanted {
      for region in plan.front {
        try copy(pages.front, region, within: part, view: view, into: target)
      }
    }
  }

  /// Releases pages that are no longer drawn.
  private mutating func keepOnly(_ pages: CurlPages) {
    let used = [pages.front.texture, pages.below?.texture]
    sources.removeAll { source in !used.contains { $0 === source.color } }
  }

  /// Returns whether a page's texels can be copied to the pixels that show them.
  static func canCopy(_ page: CurlPage, of curl: CurlGeometry, view: CurlView) -> Bool {
    let texture = page.texture
    return page.isOpaque && view.isExact && texture.format == .rgba8
      && Double(texture.width) == curl.width && Double(texture.height) == curl.height
  }

  /// Copies a rectangle of a page, clipped to a part of the target.
  ///
  /// - Parameter region: The rectangle in page pixels.
  private mutating func copy(
    _ page: CurlPage, _ region: PixelRegion, within part: PixelRegion, view: CurlView,
    into target: Framebuffer
  ) throws(GLESError) {
    let shift = (x: Int(-view.origin.x), y: Int(-view.origin.y))
    let left = max(region.x, part.x - shift.x)
    let bottom = max(region.y, part.y - shift.y)
    let right = min(region.x + region.width, part.x + part.width - shift.x)
    let top = min(region.y + region.height, part.y + part.height - shift.y)
    guard right > left, top > bottom else { return }
    try target.color.copy(
      from: try source(page.texture),
      region: PixelRegion(x: left, y: bottom, width: right - left, height: top - bottom),
      toX: left + shift.x, y: bottom + shift.y)
  }

  private mutating func source(_ texture: Texture) throws(GLESError) -> Framebuffer {
    if let known = sources.first(where: { $0.color === texture }) { return known }
    let made = try Framebuffer(context, color: texture)
    sources.append(made)
    return made
  }

  /// The number of slabs that the flat part is cut into if the contact line is oblique. Each is one
  /// copy; the steps between them, a sixteenth of the page, are drawn.
  fileprivate static let slabs = 16

  /// Returns rectangles of whole pixels of the page that are certainly flat, and the `u` above
  /// which the rest must be drawn.
  static func flatRegions(_ curl: CurlGeometry) -> (regions: [PixelRegion], rest: Double) {
    let (width, height) = (Int(curl.width), Int(curl.height))
    let n = curl.lift
    guard !curl.isFlat else { return ([PixelRegion(width: width, height: height)], .infinity) }
    // Slabs along the axis that is nearer to the lift.
    let alongX = abs(n.x) >= abs(n.y)
    let (length, breadth) = alongX ? (width, height) : (height, width)
    let (main, cross) = alongX ? (n.x, n.y) : (n.y, n.x)
    let count = cross == 0 ? 1 : min(slabs, breadth)
    var regions: [PixelRegion] = []
    var thickest = 0
    for slab in 0..<count {
      let low = breadth * slab / count
      let high = breadth * (slab + 1) / count
      thickest = max(thickest, high - low)
      // The corner of the slab that curls first is the limit.
      let worst = cross > 0 ? Double(high) : Double(low)
      let limit = (curl.contactOffset - cross * worst) / main
      let range =
        main > 0
        ? 0..<min(max(Int(limit.rounded(.down)), 0), length)
        : min(max(Int(limit.rounded(.up)), 0), length)..<length
      guard !range.isEmpty else { continue }
      regions.append(
        alongX
          ? PixelRegion(x: range.lowerBound, y: low, width: range.count, height: high - low)
          : PixelRegion(x: low, y: range.lowerBound, width: high - low, height: range.count))
    }
    let depth = abs(cross) * Double(thickest) + abs(main) + abs(cross) + 1
    return (regions, curl.contactOffset - depth)
  }

  /// Returns the smallest rectangle of whole pixels that contains all of the page that is not
  /// certainly flat.
  static func uncovered(_ curl: CurlGeometry) -> PixelRegion {
    guard !curl.isGone else {
      return PixelRegion(width: Int(curl.width), height: Int(curl.height))
    }
    let from = max(curl.contactOffset, curl.extent.lowerBound)
    let places = curl.ends(at: [from]).filter { curl.lift.dot($0) >= from - curl.slack }
    guard let part = PageRect(around: places) else { return PixelRegion(width: 0, height: 0) }
    let left = max(Int(part.low.x.rounded(.down)) - 1, 0)
    let bottom = max(Int(part.low.y.rounded(.down)) - 1, 0)
    let right = min(Int(part.high.x.rounded(.up)) + 1, Int(curl.width))
    let top = min(Int(part.high.y.rounded(.up)) + 1, Int(curl.height))
    return PixelRegion(x: left, y: bottom, width: right - left, height: top - bottom)
  }
}
