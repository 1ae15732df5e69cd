/// The quality of a frame.
public enum CurlQuality: String, Hashable, Sendable, CaseIterable {
  /// One sample per pixel, hard edges, no shadow.
  case draft
  /// Edges and silhouettes anti-aliased by their exact coverage, text filtered along the curl.
  case standard
  /// As `standard`, with more samples where the paper is foreshortened.
  case best
}

/// The appearance of a curl, except its shape.
public struct CurlLook: Hashable, Sendable {
  /// The light; `nil` draws all paper in its own color.
  public var light: CurlLight? = CurlLight()
  /// Shading by a matcap, which replaces ``light``; `nil` uses the light.
  public var shading: CurlShading?
  /// The shadow that the sheet casts; `nil` casts none.
  public var shadow: CurlShadow? = CurlShadow()
  /// Whether the sheet's front is drawn. Default: `true`.
  public var drawsFront = true
  /// Whether the sheet's back is drawn. Default: `true`.
  public var drawsBack = true
  /// The factor of the front's color; red, green and blue, each 0…1.
  public var frontTint = SIMD3<Double>(repeating: 1)
  /// The factor of the back's color; red, green and blue, each 0…1.
  public var backTint = SIMD3<Double>(repeating: 1)
  /// The paper's color on a back without an image; each component 0…1.
  public var paperColor = SIMD3<Double>(245, 242, 235) / 255
  /// How much of the front shows through raised paper, 0…1: on a back without an image the fraction
  /// of its color, on a back with an image the fraction of the light on the front that passes the
  /// paper. Covers' boards, paper without a ``light``, drafts, and pages that bend like paper in a
  /// ``CurlMesh`` show nothing on a back with an image. Default: 0.1.
  public var showThrough = 0.1
  /// How the image on the back is flipped; `nil` follows the direction of travel. Set it for a curl
  /// whose angle changes during the turn.
  public var backFlip: BackFlip?
  /// The board of a cover that a leaf which bends like paper is; `nil` is a page.
  package var board: CoverBoard?
  /// How far a leaf that bends like paper bends down to the spine while it lies flat, its front and
  /// its back: 0 (not at all, the default) … 1. ``BookBodyProgram`` shades the pages that rest.
  package var gutter = SIMD2<Double>.zero
  /// The color of the cloth of a hard cover, which is seen where the ends of pages bend down to the
  /// spine; `nil` is a book without one.
  package var cloth: SIMD3<Double>?
  /// The unit vector from a book's spine to the fore-edge of a page that lies flat in it. All that
  /// meets at the spine ends between the same two pixels: where edges covered pixels in part, what
  /// lies below would be seen as a line. `nil` is a loose page.
  package var spine: SIMD2<Double>?
  /// The quality. Default: `standard`.
  public var quality = CurlQuality.standard

  /// Makes the default look.
  public init() {}

  /// Returns how the image on the back is flipped.
  func flip(of shape: CurlShape) -> BackFlip { backFlip ?? shape.flip }

  /// The shadow that is drawn; drafts have none.
  var cast: CurlShadow? { quality == .draft ? nil : shadow }

  /// The fraction of the light on the front that passes the paper to a back with an image, 0…1.
  var lightThrough: Double {
    let isThin = light != nil && shading == nil && board == nil && quality != .draft
    return isThin ? min(max(showThrough, 0), 1) : 0
  }

  /// Returns the effect of the shading or the light on paper whose visible side has the unit normal
  /// `normal`; see ``CurlLight/effect(normal:)``.
  func effect(normal: SIMD3<Double>) -> SIMD4<Float> {
    shading?.effect(normal: normal) ?? light?.effect(normal: normal) ?? SIMD4(1, 1, 1, 0)
  }
}
