import GLESKitCommandLine
import Glibc
import PageCurl
import Recording

/// What the options of light, shadow and paper say, but for properties of the job.
struct LookValues: Sendable {
  /// The direction of the light.
  enum Lamp: Hashable, Sendable {
    /// The library's own light.
    case usual
    case off
    /// Toward the light, in page space.
    case direction(SIMD3<Double>)
  }

  var lamp = Lamp.usual
  var light = CurlLight()
  var shadow = CurlShadow()
  var showThrough: Double?
  var paperColor: SIMD3<Double>?
  /// Whether the pages are on coated paper, see ``BookLayout/kind(of:_:)``.
  var isCoated = false

  /// The default of the key `show-through` for coated paper of 150 g/m², whose opacity is 98 %.
  static let coatedShowThrough = 0.02
  /// The default of the key `paper-color` for coated paper, whose white has no tint.
  static let coatedColor = SIMD3(repeating: 250.0 / 255)
}

extension BookArguments {
  static let lookGroup = OptionGroup<BookArguments>(
    "Look",
    [
      .value(
        \.look.lamp, "light", lamp,
        help: "Direction of the light in degrees: azimuth counterclockwise from the right, and "
          + "elevation, where 90 is straight above, such as 130,50. off: no shading."
      ).key().means(clips: .same),
      .value(
        \.look.light.ambient, "ambient", .number("FRACTION", in: 0...1),
        help: "Intensity of the ambient light."
      ).key().means(clips: .same, idle: lit),
      .value(
        \.look.light.highlight, "highlight", .number("FRACTION", in: 0...1),
        help: "Strength of the highlight on bent paper."
      ).key().means(clips: .same, idle: lit),
      .value(
        \.look.light.shininess, "shininess", .number("EXPONENT", in: 0...128),
        help: "Specular exponent of the highlight; higher is narrower."
      ).key().means(clips: .same, idle: lit),
      .value(
        \.look.shadow.strength, "shadow",
        .number("FRACTION", in: 0...1, names: [Choice("off", 0)]), help: "Opacity of the shadow."
      ).means(clips: .same, idle: drawn),
      .value(
        \.look.shadow.softness, "shadow-size", .number("SIZE", in: 0...2),
        help: "Softness of the shadow: 0.05 for a small lamp, 0.5 for a window."
      ).key().means(clips: .same, idle: shadowed),
      .value(\.look.shadow.color, "shadow-color", tint, help: "Color of the shadow.").key().means(
        clips: .same, idle: shadowed),
      .optional(
        \.job.hasStacks, "body",
        .choice("WHAT", [Choice("none", false), Choice("stacks", true)]),
        help:
          "What to draw around the pages of a spread. stacks: the edges of the sheets on either "
          + "side, the boards of a hard cover, and the shadow of the book. none: nothing. "
          + "Default: stacks if any page turns with --profile paper, or in spreads with cone."
      ).key().means(web: .refused(), spread: true),
      .optional(
        \.job.gutter, "gutter", .number("FRACTION", in: 0...1, names: [Choice("off", 0)]),
        help: "Darkness of the pages of a spread near the spine, as if they curved into it. "
          + "Default: \(BookJob.usualGutter) with --set body=stacks if any page turns with "
          + "--profile paper, else off."
      ).key().means(spread: true),
      .optional(
        \.look.paperColor, "paper-color", tint,
        help: "Color of backs without an image. Default: #f5f2eb, and #fafafa for coated paper."
      ).key().means(clips: .same),
      .optional(
        \.look.showThrough, "show-through", .number("FRACTION", in: 0...1),
        help: "How much of the front shows through backs: those without an image, and printed ones "
          + "while the page is raised (not in drafts, on boards, or without light). Default: "
          + "\(CurlLook().showThrough); \(LookValues.coatedShowThrough) for slides and books of "
          + "pictures, as for coated paper."
      ).key().means(clips: .same),
      .value(
        \.job.style.look.frontTint, "front-tint", tint, help: "Tint of the fronts (multiplied)."
      ).key(),
      .value(
        \.job.style.look.backTint, "back-tint", tint, help: "Tint of the backs (multiplied)."
      ).key(),
      .value(
        \.job.style.look.quality, "antialias", .choice("LEVEL"),
        help: quality + " Web pages always have the standard quality."
      ).means(clips: .explained(quality), perTurn: true) { $0.onThisOutput($0.isWebPage) },
    ])

  private static let quality =
    "Rendering quality: anti-aliasing and shadows. draft has jagged edges and no shadow."

  /// Why what the light does has no effect.
  private static func lit(_ situation: Situation) -> String? {
    situation.arguments.look.lamp == .off ? ": --set light is off" : nil
  }

  /// Why the shadow has no effect, unless it is off.
  private static func drawn(_ situation: Situation) -> String? {
    let arguments = situation.arguments
    guard arguments.job.style.look.quality == .draft, arguments.look.shadow.strength > 0 else {
      return nil
    }
    return situation.isWebPage ? nil : ": drafts have no shadow"
  }

  /// Why the look of the shadow has no effect.
  private static func shadowed(_ situation: Situation) -> String? {
    situation.arguments.look.shadow.strength == 0 ? ": --shadow is off" : drawn(situation)
  }

  private static let lamp = ValueKind<LookValues.Lamp>(
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

  /// A color whose channels are 0…1.
  private static let tint: ValueKind<SIMD3<Double>> = {
    let color = ValueKind<SIMD4<UInt8>>.color(isOpaque: true)
    return ValueKind(
      color.placeholder, expectation: color.expectation, constraint: color.constraint,
      completion: color.completion, schema: color.schema,
      read: { text throws(ValueError) in
        let color = try color.read(text)
        return SIMD3(Double(color.x), Double(color.y), Double(color.z)) / 255
      },
      write: { tint in
        let bytes = (tint * 255).rounded(.toNearestOrAwayFromZero)
        return color.write(SIMD4(UInt8(bytes.x), UInt8(bytes.y), UInt8(bytes.z), 255))
      })
  }()

  /// The look of the pages.
  var curlLook: CurlLook {
    var curl = job.style.look
    (curl.light, curl.shadow) = (look.light, look.shadow)
    let usual = look.isCoated ? LookValues.coatedShowThrough : curl.showThrough
    curl.showThrough = look.showThrough ?? usual
    curl.paperColor = look.paperColor ?? (look.isCoated ? LookValues.coatedColor : curl.paperColor)
    switch look.lamp {
    case .usual: break
    case .off: curl.light = nil
    case .direction(let direction):
      curl.light?.direction = direction
      curl.shadow?.direction = direction
    }
    if curl.quality == .draft && !isWebPage || look.shadow.strength == 0 { curl.shadow = nil }
    return curl
  }
}
