import GLESKitCommandLine
import Glibc
import PageCurl

extension TurnOptions {
  /// Options for light, shadow and paper.
  static let lookGroup = OptionGroup<TurnOptions>(
    "Look",
    [
      .value(
        \.light, "light", lamp,
        help: "Direction of the light in degrees: azimuth counterclockwise from the right, and "
          + "elevation, where 90 is straight above, such as 130,50. off: no shading."
      ).key(),
      .value(
        \.ambient, "ambient", .number("FRACTION", in: 0...1),
        help: "Intensity of the ambient light."
      ).key(),
      .value(
        \.highlight, "highlight", .number("FRACTION", in: 0...1),
        help: "Strength of the highlight along the fold."
      ).key(),
      .value(
        \.shadow, "shadow", .number("FRACTION", in: 0...1, names: [Choice("off", 0)]),
        help: "Opacity of the shadow."),
      .value(
        \.shadowSize, "shadow-size", .number("SIZE", in: 0...2),
        help: "Softness of the shadow: 0.05 for a small lamp, 0.5 for a window."
      ).key(),
      .value(
        \.shadowColor, "shadow-color", opaque, help: "Color of the shadow."
      ).key(),
      .optional(
        \.hasStacks, "body", .choice("WHAT", [Choice("none", false), Choice("stacks", true)]),
        help:
          "What to draw around the pages of a spread. stacks: the edges of the sheets on either "
          + "side, the boards of a hard cover, and the shadow of the book. none: nothing. Default: "
          + "stacks with --profile paper."
      ).key(),
      .optional(
        \.gutter, "gutter", .number("FRACTION", in: 0...1, names: [Choice("off", 0)]),
        help: "Darkness of the pages of a spread near the spine, as if they curved into it. "
          + "Default: \(usualGutter) with --set body=stacks, else off."
      ).key(),
      .value(
        \.paperColor, "paper-color", opaque, help: "Color of backs without an image."
      ).key(),
      .value(
        \.showThrough, "show-through", .number("FRACTION", in: 0...1),
        help: "How much of the front shows through a back without an image."
      ).key(),
      .value(
        \.frontTint, "front-tint", opaque, help: "Tint of the fronts (multiplied)."
      ).key(),
      .value(
        \.backTint, "back-tint", opaque, help: "Tint of the backs (multiplied)."
      ).key(),
    ])

  /// The direction of the light.
  enum Lamp: Hashable, Sendable {
    /// The library's own light.
    case usual
    case off
    /// Toward the light, in page space.
    case direction(SIMD3<Double>)
  }

  private static let lamp = ValueKind<Lamp>(
    "AZIMUTH,ELEVATION", expectation: "two angles in degrees such as 130,50, or above or off",
    constraint: "angles, above or off", completion: .words(["above", "off"]),
    read: { text throws(ValueError) in
      switch text {
      case "off": return .off
      case "above": return .direction(SIMD3(0, 0, 1))
      default: break
      }
      let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
      guard numbers.count == 2, let around = numbers[0], let up = numbers[1], around.isFinite else {
        throw ValueError("is not a direction")
      }
      guard (1...90).contains(up) else { throw ValueError("has an elevation outside 1 to 90") }
      let (turn, rise) = (around * .pi / 180, up * .pi / 180)
      return .direction(SIMD3(cos(turn) * cos(rise), sin(turn) * cos(rise), sin(rise)))
    },
    write: { lamp in
      let direction: SIMD3<Double>
      switch lamp {
      case .off: return "off"
      case .usual: direction = CurlLight().direction
      case .direction(let given): direction = given
      }
      let flat = (direction.x * direction.x + direction.y * direction.y).squareRoot()
      let around = (atan2(direction.y, direction.x) * 180 / .pi).rounded()
      let up = (atan2(direction.z, flat) * 180 / .pi).rounded()
      return "\(Int(around)),\(Int(up))"
    })

  private static let opaque = ValueKind<SIMD4<UInt8>>.color(isOpaque: true)

  /// The look that the options describe.
  var look: CurlLook {
    var look = CurlLook()
    look.quality = antialias
    switch light {
    case .usual: break
    case .off: look.light = nil
    case .direction(let direction):
      look.light?.direction = direction
      look.shadow?.direction = direction
    }
    look.light?.ambient = ambient
    look.light?.highlight = highlight
    look.shadow?.strength = shadow
    look.shadow?.softness = shadowSize
    look.shadow?.color = Self.share(shadowColor)
    if antialias == .draft && !isWebPage || shadow == 0 { look.shadow = nil }
    look.paperColor = Self.share(paperColor)
    look.showThrough = showThrough
    look.frontTint = Self.share(frontTint)
    look.backTint = Self.share(backTint)
    return look
  }

  private static func share(_ color: SIMD4<UInt8>) -> SIMD3<Double> {
    SIMD3(Double(color.x), Double(color.y), Double(color.z)) / 255
  }
}
