import Imaging
import PageCurl
import Timeline

/// How pages turn and look.
public struct TurnStyle: Hashable, Sendable {
  /// Whether pages are loose.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A page peels away altogether.
    case sheet
    /// A page is bound at one edge and lands on the other side of it.
    case leaf
  }

  /// What pages are rolled on.
  public enum Form: String, Hashable, Sendable, CaseIterable {
    /// A cylinder: it may travel in any direction.
    case cylinder
    /// A cone with its tip on the line of the spine, as the pages of a book.
    case cone
  }

  /// A corner of a page.
  public enum Corner: String, Hashable, Sendable, CaseIterable {
    /// Above, on the left.
    case topLeft = "top-left"
    /// Above, on the right.
    case topRight = "top-right"
    /// Below, on the left.
    case bottomLeft = "bottom-left"
    /// Below, on the right.
    case bottomRight = "bottom-right"

    /// Towards the corner from the page's middle, −1 or 1 each.
    var side: SIMD2<Double> {
      switch self {
      case .topLeft: SIMD2(-1, 1)
      case .topRight: SIMD2(1, 1)
      case .bottomLeft: SIMD2(-1, -1)
      case .bottomRight: SIMD2(1, -1)
      }
    }
  }

  /// What moves the curl.
  public enum Motion: Hashable, Sendable {
    /// It travels straight: over the spine, or as the book is read.
    case straight
    /// It travels in this direction, radians counter-clockwise from right. A leaf straightens until it
    /// lands.
    case angle(Double)
    /// It travels in these directions, by shares of the turn. A leaf straightens after the last.
    case angles(Keyframes<Double>)
    /// A corner is lifted first; the curl straightens on its way.
    case corner(Corner)
    /// A finger drags the first page along a path: points of the page, frame pixels from its upper
    /// left corner, y down. At the end it may let go.
    case drag([SIMD2<Double>], releases: Bool)
  }

  /// Whether pages are loose; `nil` is a leaf in a spread, on a cone and where a binding is given,
  /// otherwise a sheet.
  public var kind: Kind?
  /// Where leaves are bound; `nil` goes by the direction of reading.
  public var binding: Binding?
  /// What pages are rolled on. Default: a cylinder.
  public var form = Form.cylinder
  /// What moves the curl. Default: straight.
  public var motion = Motion.straight
  /// The curl's radius in frame pixels; `nil` is a tenth of the page's shorter side. A cone has none.
  public var radius: Double?
  /// How far the eye is from the page, above the middle of the frame, in page heights; `nil` is straight
  /// above every point, and on a cone 4.
  public var eye: Double?
  /// What lies behind the pages, not premultiplied. Default: transparent.
  public var background = SIMD4<UInt8>.zero
  /// Light, shadow, tints and quality.
  public var look = CurlLook()

  /// The defaults above.
  public init() {}

  /// Where pages are bound; `nil` for loose sheets.
  func spine(_ layout: BookLayout, _ direction: ReadingDirection) -> Binding? {
    let isLeaf = kind == .leaf || kind == nil && (binding != nil || form == .cone)
    guard isLeaf || layout == .spread else { return nil }
    return binding ?? (direction == .ltr ? .left : .right)
  }

  /// Why no page can turn like this: a sentence with the remedy; `nil` if it can.
  public func problem(layout: BookLayout, direction: ReadingDirection) -> String? {
    guard let spine = spine(layout, direction) else {
      if binding != nil {
        return "a loose sheet has no binding; turn a leaf, or leave the binding out"
      }
      return form == .cone
        ? "only a leaf turns on a cone; turn a leaf, or curl the sheet on a cylinder" : nil
    }
    if layout == .spread && kind == .sheet {
      return "the pages of a spread turn over their spine; turn leaves, or show single pages"
    }
    if form == .cone {
      if radius != nil { return "a cone has no radius; leave it out, or curl on a cylinder" }
      switch motion {
      case .straight, .corner: break
      case .angle, .angles:
        return "a cone turns straight over its spine; name a corner in place of an angle"
      case .drag: return "a finger drags pages that curl on a cylinder, not on a cone"
      }
    }
    switch motion {
    case .straight, .drag: return nil
    case .corner(let corner):
      return (corner.side * spine.away).sum() > 0
        ? nil : "the corner \(corner.rawValue) is at the spine; name one of the free edge"
    case .angle(let angle): return problem(angle, at: 0, spine)
    case .angles(let angles):
      return angles.frames.lazy.compactMap { problem($0.value, at: $0.time, spine) }.first
    }
  }

  /// Why a leaf cannot travel at `angle` when `time` of its turn is over.
  private func problem(_ angle: Double, at time: Double, _ spine: Binding) -> String? {
    let lean = abs((angle - spine.angle).remainder(dividingBy: 2 * .pi))
    let (here, straight) = (degrees(angle), degrees(spine.angle))
    if lean >= .pi / 2 - 1e-9 {
      return "an angle of \(here) does not turn a page over the spine; give one that is less than "
        + "90 degrees away from \(straight)"
    }
    return time == 1 && lean > 1e-9
      ? "a leaf that ends at \(here) degrees does not land; let it end at \(straight)" : nil
  }

  private func degrees(_ radians: Double) -> String {
    let degrees = radians * 180 / .pi
    let whole = degrees.rounded()
    return abs(degrees - whole) < 1e-6 ? String(Int(whole)) : String(degrees)
  }
}
