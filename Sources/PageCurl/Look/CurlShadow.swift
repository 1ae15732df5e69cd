/// The shadow that a curled sheet casts on the pages below it and on its own flat part.
///
/// It is the shadow of an area light: dark and sharp where the paper is near, pale and wide where
/// it is high.
public struct CurlShadow: Hashable, Sendable {
  /// The direction toward the middle of the light, in page space, z above 0. Its length does not
  /// matter. Default: that of ``CurlLight``.
  public var direction: SIMD3<Double>
  /// The light's size: the standard deviation of the slopes of its directions (horizontal per
  /// vertical). 0.05 is a sharp lamp, 0.5 a window. Default: 0.35.
  public var softness: Double
  /// How dark the shadow is where all light is hidden: 0 is no shadow, 1 is `color`.
  /// Default: 0.45.
  public var strength: Double
  /// The shadow's color, each component 0…1. Default: black.
  public var color: SIMD3<Double>
  /// The part of page space on which the shadow may fall; `nil` is the page. For a spread, use both
  /// of its pages, or all that the target shows: the shadow then also covers the target where it is
  /// transparent.
  public var bounds: PageRect?

  /// Makes a shadow. The defaults suit paper on a desk by a window.
  public init(
    direction: SIMD3<Double> = CurlLight().direction, softness: Double = 0.35,
    strength: Double = 0.45, color: SIMD3<Double> = .zero, bounds: PageRect? = nil
  ) {
    self.direction = direction
    self.softness = softness
    self.strength = strength
    self.color = color
    self.bounds = bounds
  }

  /// The slope of the light's middle, sideways per upwards.
  package var slope: SIMD2<Double> {
    // A light at the horizon would cast an infinite shadow. 0.05 is a slope of 20.
    SIMD2(direction.x, direction.y) / max(direction.z, 0.05)
  }

  /// The light's size. The penumbra of a point light would be infinitely steep; with 0.01, paper 50
  /// pixels high has a penumbra of about a pixel.
  package var spread: Double { max(softness, 0.01) }

  /// Returns the strength of a curl's shadow. It fades over the last seventh of the way, so that no
  /// shadow is left when the sheet is gone.
  package func strength(for curl: CurlGeometry) -> Double {
    guard !curl.isGone else { return 0 }
    let share = min(max(7 * (1 - curl.traveled), 0), 1)
    return min(max(strength, 0), 1) * share * share * (3 - 2 * share)
  }

  /// Returns the strength of a shape's shadow. It need not fade for leaves that cover their own
  /// shadow as they land.
  package func strength(for shape: CurlShape) -> Double {
    switch shape {
    case .flat: 0
    case .fold(let curl): strength(for: curl)
    case .cone, .paper: min(max(strength, 0), 1)
    }
  }
}
