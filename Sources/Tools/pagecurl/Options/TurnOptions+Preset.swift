import GLESKitCommandLine
import Imaging
import PageCurl
import Recording

extension TurnOptions {
  /// A purpose, and the options that suit it.
  enum Preset: String, CaseIterable, Sendable {
    case film, social, story, loop, archive, draft

    /// Sets its options.
    func apply(to options: inout TurnOptions) {
      switch self {
      case .film:
        options.size = PixelSize(1920, 1080)
        (options.turnTime, options.hold) = (1.4, 1.5)
        (options.antialias, options.quality) = (.best, 85)
      case .social:
        options.size = PixelSize(1080, 1080)
        (options.turnTime, options.hold) = (0.9, 0.8)
      case .story:
        // Two pages side by side would be small in an upright frame, which one page fills. Beside a
        // margin, the pages that have turned would be seen as a strip.
        options.size = PixelSize(1080, 1920)
        options.background = .desk
        (options.layout, options.profile, options.margin) = (.pages, .paper, 0)
        (options.turnTime, options.hold) = (0.9, 0.8)
      case .loop:
        options.size = PixelSize(640, 400)
        options.givenRate = FrameRate(15)
        (options.turnTime, options.hold) = (0.8, 0.6)
        options.isEndless = true
      case .archive:
        options.size = PixelSize(3840, 2160)
        (options.antialias, options.quality, options.compression) = (.best, 95, .small)
      case .draft:
        options.size = PixelSize(640, 360)
        options.givenRate = FrameRate(15)
        (options.antialias, options.compression) = (.draft, .fast)
      }
    }
  }

  static let preset = ValueKind<Preset>.choice("PURPOSE")
}
