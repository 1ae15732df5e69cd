import GLES

/// The shadow that a curled sheet casts on the pages below it and on its own flat part.
///
/// It is that of an area light: dark and sharp where the paper is near, pale and wide where it is high.
public struct CurlShadow: Hashable, Sendable {
  /// Towards the middle of the light, in page space, z above 0; its length does not matter. Default:
  /// that of ``CurlLight``.
  public var direction: SIMD3<Double>
  /// The light's size: the standard deviation of its directions' slopes (sideways per upwards).
  /// A twentieth is a sharp lamp, a half a window. Default: 0.35.
  public var softness: Double
  /// How dark the shadow is where no light of the lamp gets to, 0 (none) … 1 (all of `color`).
  /// Default: 0.45.
  public var strength: Double
  /// The shadow's colour, each 0…1. Default: black.
  public var color: SIMD3<Double>
  /// The part of page space on which the shadow may fall, page pixels, as its lower left and upper right
  /// corner; `nil` is the page. A spread gives both its pages.
  public var bounds: PageRect?

  /// A shadow; the defaults suit paper on a desk by a window.
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

  /// The middle slope of the light, sideways per upwards.
  var slope: SIMD2<Double> {
    // A light at the horizon would cast a shadow without end.
    SIMD2(direction.x, direction.y) / max(direction.z, 0.05)
  }

  /// The light's size; a point would make the penumbra's edge infinitely steep.
  var spread: Double { max(softness, 0.01) }

  /// How strong the shadow of a curl is: it fades over the last seventh of the way, so that nothing is left
  /// of it when the sheet is gone.
  public func strength(for curl: CurlGeometry) -> Double {
    guard !curl.isGone else { return 0 }
    let range = curl.extent
    let way = range.upperBound - range.lowerBound + curl.radius
    let left = (curl.contact + curl.radius - range.lowerBound) / way
    let share = min(max(7 * left, 0), 1)
    return min(max(strength, 0), 1) * share * share * (3 - 2 * share)
  }

  /// As the public one; a leaf on a cone covers its own shadow as it lands.
  func strength(for shape: CurlShape) -> Double {
    switch shape {
    case .cylinder(let curl): strength(for: curl)
    case .cone: min(max(strength, 0), 1)
    }
  }

  /// How a shadow is drawn: it falls only on what is there, so the target's alpha stays and its colour is
  /// darkened in proportion to it.
  static func state(scissor: PixelRegion?) -> RenderState {
    state(Blending(.destinationAlpha, .oneMinusSourceAlpha), scissor)
  }

  /// How a black shadow is drawn as the share of the light that is left, which takes software drivers less time.
  static func blackState(scissor: PixelRegion?) -> RenderState {
    state(Blending(.zero, .sourceColor), scissor)
  }

  private static func state(_ blending: Blending, _ scissor: PixelRegion?) -> RenderState {
    var state = RenderState()
    state.dithers = false
    state.scissor = scissor
    state.blending = blending
    return state
  }
}
