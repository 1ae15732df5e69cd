import Imaging
import PageCurl
import Timeline

/// How pages bend and look while they turn.
public struct TurnStyle: Hashable, Sendable {
  /// Whether pages are loose or bound.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// A loose page that peels away.
    case sheet
    /// A page that is bound at one edge and lands on the other side of it.
    case leaf
  }

  /// How pages bend.
  public enum Profile: String, Hashable, Sendable, CaseIterable {
    /// The fold of a springy sheet, which may travel in any direction; see `CurlFold`.
    case elastica
    /// A cylinder, which may travel in any direction.
    case cylinder
    /// A cone with its apex on the line of the spine, like the pages of a book.
    case cone
    /// The shape of an elastic sheet with weight, which a hand lifts over the spine and lets go.
    case paper

    /// The shapes among which profiles choose.
    enum Shape: Sendable {
      case fold(CurlFold)
      case cone
      case paper
    }

    /// The shape of a page with this profile.
    var shape: Shape {
      switch self {
      case .elastica: .fold(.elastica)
      case .cylinder: .fold(.cylinder)
      case .cone: .cone
      case .paper: .paper
      }
    }
  }

  /// The former name of ``Profile``.
  @available(*, deprecated, renamed: "Profile")
  public typealias Form = Profile

  /// A corner of a page.
  public enum Corner: String, Hashable, Sendable, CaseIterable {
    /// The top left.
    case topLeft = "top-left"
    /// The top right.
    case topRight = "top-right"
    /// The bottom left.
    case bottomLeft = "bottom-left"
    /// The bottom right.
    case bottomRight = "bottom-right"

    /// The direction of the corner from the page's middle, −1 or 1 along each axis.
    var side: SIMD2<Double> {
      switch self {
      case .topLeft: SIMD2(-1, 1)
      case .topRight: SIMD2(1, 1)
      case .bottomLeft: SIMD2(-1, -1)
      case .bottomRight: SIMD2(1, -1)
      }
    }
  }

  /// How the curl moves.
  public enum Motion: Hashable, Sendable {
    /// It travels straight: over the spine, or in the reading direction.
    case straight
    /// It travels in this direction, in radians counterclockwise from right. A leaf straightens
    /// until it lands.
    case angle(Double)
    /// It travels in directions that change during the turn. A leaf straightens after the last.
    case angles(Keyframes<Double>)
    /// It lifts this corner first and straightens on its way.
    case corner(Corner)
    /// A finger drags the first page along a path of points, in frame pixels from the page's upper
    /// left corner, y down. It may release the page after three fifths of the turn.
    case drag([SIMD2<Double>], releases: Bool)
  }

  /// Whether pages are loose or bound. The default `nil` is a leaf in a spread, on a cone, or with
  /// a binding, or like paper, and otherwise a sheet.
  public var kind: Kind?
  /// The edge at which leaves are bound. The default `nil` follows the reading direction.
  public var binding: Binding?
  /// How pages bend. The default `nil` is paper for the leaves of a spread that turn straight or by
  /// a corner and have no ``radius``, and otherwise the fold of a springy sheet.
  public var profile: Profile?
  /// The former name of ``profile``.
  @available(*, deprecated, renamed: "profile")
  public var form: Profile {
    get { profile ?? .elastica }
    set { profile = newValue }
  }
  /// The paper of a page that bends like paper. Default: office paper.
  public var paper = PaperMaterial.office
  /// How the curl moves. Default: straight.
  public var motion = Motion.straight
  /// Half the height of the curl, a cylinder's radius, in frame pixels. The default `nil` is 0.1
  /// of the page's shorter side for a cylinder, and 0.075 of it for a springy sheet. Cones and
  /// paper have none.
  public var radius: Double?
  /// The distance of the eye above the middle of the frame, in page heights. The default `nil` is
  /// an orthographic view from straight above, 4 for cones, and 5 for paper.
  public var eye: Double?
  /// The color behind the pages, not premultiplied. Default: transparent.
  public var background = SIMD4<UInt8>.zero
  /// Light, shadow, tints and quality.
  public var look = CurlLook()

  /// The defaults above.
  public init() {}

  /// Returns the style with the default profile, which depends on the job.
  ///
  /// - Parameters:
  ///   - layout: How the pages are arranged.
  ///   - isWebPage: Whether the output is a web page.
  ///   - isLab: Whether that has the controls of the lab.
  package func settled(in layout: BookLayout, isWebPage: Bool, isLab: Bool) -> TurnStyle {
    var style = self
    let mayBend =
      switch motion {
      case .straight: !(isWebPage && isLab)
      case .corner: !isWebPage
      case .angle, .angles, .drag: false
      }
    let isPaper = mayBend && layout == .spread && kind != .sheet && radius == nil
    style.profile = profile ?? (isPaper ? .paper : .elastica)
    return style
  }

  /// The shape of a page.
  var shape: Profile.Shape { (profile ?? .elastica).shape }

  /// The cross-section of a page that curls; `nil` for cones and paper.
  package var fold: CurlFold? { if case .fold(let fold) = shape { fold } else { nil } }

  /// The edge at which pages are bound; `nil` for loose sheets.
  package func spine(_ layout: BookLayout, _ direction: ReadingDirection) -> Binding? {
    let isLeaf = kind == .leaf || kind == nil && (binding != nil || fold == nil)
    guard isLeaf || layout == .spread else { return nil }
    return binding ?? (direction == .leftToRight ? .left : .right)
  }

  /// Returns half the height of the curl of a page.
  func radius(of width: Double, _ height: Double) -> Double {
    // Both folds then take up about as much paper.
    radius ?? min(width, height) * (profile == .cylinder ? 0.1 : 0.075)
  }

  /// The distance of the eye in page heights; `nil` is an orthographic view. By default, pages that
  /// are much wider than high are seen from farther away, so that they don't reach the eye.
  func distance(over width: Double, _ height: Double, boundAt spine: Binding?) -> Double? {
    let reach = spine?.isLevel == true ? height : width
    // Common viewing distances for a book.
    let usual: Double? =
      switch shape {
      case .fold: nil
      case .cone: 4
      case .paper: 5
      }
    return eye ?? usual.map { max($0, 2 * reach / height) }
  }

  /// Why no page can turn like this, with the remedy; `nil` if pages can.
  package func problem(layout: BookLayout, direction: ReadingDirection) -> String? {
    guard let spine = spine(layout, direction) else {
      if binding != nil {
        return "a sheet has no binding; turn a leaf, or remove the binding"
      }
      switch shape {
      case .fold: return nil
      case .cone: return "only a leaf can curl on a cone; turn a leaf, or use another profile"
      case .paper: return "only a leaf can bend like paper; turn a leaf, or use another profile"
      }
    }
    if layout == .spread && kind == .sheet {
      return "a spread has leaves, not sheets; turn leaves, or use another layout"
    }
    switch shape {
    case .fold: break
    case .paper:
      if radius != nil { return "paper has no radius; remove the radius, or use another profile" }
      if case .angles = motion {
        return
          "a leaf that bends like paper straightens by itself; use one angle, or another profile"
      }
    case .cone:
      if radius != nil { return "a cone has no radius; remove the radius, or use another profile" }
      switch motion {
      case .straight, .corner: break
      case .angle, .angles:
        return "a curl on a cone has no angle; lift a corner instead, or use another profile"
      case .drag: return "a page on a cone cannot be dragged; use another profile"
      }
    }
    switch motion {
    case .straight, .drag: return nil
    case .corner(let corner):
      return (corner.side * spine.away).sum() > 0
        ? nil : "the corner \(corner.rawValue) is at the spine; use one at the free edge"
    case .angle(let angle): return problem(angle, at: 0, spine)
    case .angles(let angles):
      return angles.frames.lazy.compactMap { problem($0.value, at: $0.time, spine) }.first
    }
  }

  /// Why a leaf cannot travel at `angle` at this time of the turn, 0…1.
  private func problem(_ angle: Double, at time: Double, _ spine: Binding) -> String? {
    let lean = abs((angle - spine.angle).remainder(dividingBy: 2 * .pi))
    let (here, straight) = (degrees(angle), degrees(spine.angle))
    if lean >= .pi / 2 - 1e-9 {
      return
        "an angle of \(here) degrees doesn't turn a page over the spine; use one that is less "
        + "than 90 degrees from \(straight)"
    }
    return time == 1 && lean > 1e-9
      ? "a leaf that ends at \(here) degrees doesn't land; end at \(straight) degrees" : nil
  }

  private func degrees(_ radians: Double) -> String {
    let degrees = radians * 180 / .pi
    let whole = degrees.rounded()
    return abs(degrees - whole) < 1e-6 ? String(Int(whole)) : String(degrees)
  }
}
