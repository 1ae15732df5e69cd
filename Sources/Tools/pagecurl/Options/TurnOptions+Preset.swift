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

  /// A value of `--quality`: the encoder's number, or a word of `--antialias`, as it once was.
  enum Quality: Hashable, Sendable {
    case encoder(Int)
    case antialias(CurlQuality)
  }

  /// What `--quality` sets.
  var qualityOrAntialias: Quality? {
    get { quality.map { .encoder($0) } }
    set {
      switch newValue {
      case .encoder(let number): quality = number
      case .antialias(let level): (antialias, namesAntialias) = (level, true)
      case nil: quality = nil
      }
    }
  }

  static let quality: ValueKind<Quality> = {
    let number = ValueKind<Int>.integer("NUMBER", in: 1...100)
    let words = CurlQuality.allCases.map(\.rawValue)
    return ValueKind(
      number.placeholder, expectation: number.expectation, constraint: number.constraint,
      schema: ["anyOf": [number.schema, ["enum": .array(words.map { .string($0) })]]],
      read: { text throws(ValueError) in
        if let level = CurlQuality(rawValue: text) { return .antialias(level) }
        return .encoder(try number.read(text))
      },
      write: { quality in
        switch quality {
        case .encoder(let value): number.write(value)
        case .antialias(let level): level.rawValue
        }
      })
  }()
}
