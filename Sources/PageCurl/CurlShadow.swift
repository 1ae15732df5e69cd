/// The shadow that a curled sheet casts on what lies below it, and on itself.
public struct CurlShadow: Hashable, Sendable {
  /// How dark the shadow is where no direct light gets to, 0 … 1. Default: 0.45.
  public var strength = 0.45

  /// The default shadow.
  public init() {}
}
