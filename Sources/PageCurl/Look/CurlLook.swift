/// How the picture on the back of a page is laid, so that it reads unmirrored when the page has been turned.
public enum BackFlip: String, Hashable, Sendable, CaseIterable {
  /// As a leaf of a book: turned about its upright middle line.
  case sideways
  /// As a sheet of a notepad: turned about its level middle line.
  case upwards

  /// The way that suits a curl: the one whose turn is nearer to the direction of travel.
  public init(for geometry: CurlGeometry) {
    self = abs(geometry.lift.x) >= abs(geometry.lift.y) ? .sideways : .upwards
  }
}

/// How much trouble is taken over a frame.
public enum CurlQuality: String, Hashable, Sendable, CaseIterable {
  /// One sample a pixel, hard edges, no shadow.
  case draft
  /// Edges and silhouette anti-aliased by their exact coverage, text filtered along the curl.
  case standard
  /// As `standard`, with more samples where the paper is foreshortened.
  case best
}

/// Everything about a curl's looks that is not its shape.
public struct CurlLook: Hashable, Sendable {
  /// The light; `nil` draws all paper in its own colour.
  public var light: CurlLight? = CurlLight()
  /// Shading by a picture of a lit sphere, in place of ``light``; `nil` uses the light.
  public var shading: CurlShading?
  /// The shadow that the sheet casts; `nil` casts none.
  public var shadow: CurlShadow? = CurlShadow()
  /// Whether the sheet's front is drawn. Default: `true`.
  public var drawsFront = true
  /// Whether the sheet's back is drawn. Default: `true`.
  public var drawsBack = true
  /// What the front's colour is multiplied by, each 0…1.
  public var frontTint = SIMD3<Double>(repeating: 1)
  /// What the back's colour is multiplied by, each 0…1.
  public var backTint = SIMD3<Double>(repeating: 1)
  /// The paper's colour, on the back of a page that has no picture there, each 0…1.
  public var paperColor = SIMD3<Double>(245, 242, 235) / 255
  /// How much of the front shows through a back without a picture, 0 (none) … 1. Default: 0.1.
  public var showThrough = 0.1
  /// How the back's picture is laid; `nil` goes by the direction of travel. Say it for a curl whose angle
  /// changes on its way.
  public var backFlip: BackFlip?
  /// The trouble that is taken. Default: standard.
  public var quality = CurlQuality.standard

  /// The default looks.
  public init() {}

  /// What the light, or the shading, does to paper whose visible side has the unit normal `normal`; see
  /// ``CurlLight/effect(normal:)``.
  func effect(normal: SIMD3<Double>) -> SIMD4<Float> {
    shading?.effect(normal: normal) ?? light?.effect(normal: normal) ?? SIMD4(1, 1, 1, 0)
  }
}
