import Imaging
import PageCurl

/// How and when one page turns.
public struct TurnSettings: Hashable, Sendable {
  /// Where the page travels. In a spread it also decides which of the two pages turns.
  public var direction = ReadingDirection.leftToRight
  /// The number of frames of the turn and its easing. ``Timing/holdFrames`` is the rest before it;
  /// ``Timing/rate`` is ignored in favor of the job's.
  public var timing = Timing()
  /// How the page bends and looks. ``TurnStyle/background`` is ignored in favor of the job's.
  public var style = TurnStyle()
  /// Whether the turn is shown from its end to its start: a page that is turned back.
  public var isReversed = false

  /// The defaults above.
  public init() {}

  /// The edge at which the page is bound; `nil` for a loose sheet.
  func spine(in layout: BookLayout) -> Binding? { style.spine(layout, direction) }

  /// Returns how far a bound page is seen beyond its place while it is raised, by an eye above the
  /// middle of the spine.
  func overhang(of page: PixelSize, in layout: BookLayout) -> Overhang {
    let (width, height) = (Double(page.width), Double(page.height))
    guard let spine = spine(in: layout),
      let distance = style.distance(over: width, height, boundAt: spine)
    else { return Overhang() }
    let reach = spine.isLevel ? height : width
    // Office paper rises highest, to 0.79 widths; limp paper hangs. Boards, which hardly droop,
    // stand upright, and their edges are thick.
    let paper = style.paper.droop < 0.5 ? 1.2 : 0.8
    // The free corner of a cone swings past the end of the spine, by almost a tenth of the reach
    // before it is enlarged.
    let (rise, swing) =
      switch style.shape {
      case .fold: (2 * style.radius(of: width, height), 0.0)
      case .cone: (reach, 0.1 * reach / (spine.isLevel ? width : height))
      case .paper: (paper * reach, 0)
      }
    // An eye that is nearer than 1.5 times the height of the paper is an error of the turn.
    var overhang = Overhang(along: rise / max(distance * height - rise, rise / 2) / 2)
    overhang.along += swing * (1 + 2 * overhang.along)
    // All paper is nearly straight as it lands. An edge that turns in a circle is farthest out at
    // the sine reach / distance, and is thick. That of a curl rolls toward the spine as it
    // rises. Single pages leave the frame anyway.
    if layout == .spread, style.fold == nil {
      let sine = min(1.2 * reach / (distance * height), 0.7)
      overhang.beyond = 1 / (1 - sine * sine).squareRoot() - 1
    }
    return overhang
  }
}

/// How far raised paper is seen beyond the place of its page, or a board extends beyond it.
struct Overhang: Hashable, Sendable {
  /// Beyond each end of the spine, in spine lengths.
  var along = 0.0
  /// Beyond the free edge, in the page's lengths from the spine.
  var beyond = 0.0

  /// The room that two turns need.
  func union(_ other: Self) -> Self {
    Self(along: max(along, other.along), beyond: max(beyond, other.beyond))
  }

  /// The room for leaves that extend beyond the pages by `squares`.
  func beyond(_ squares: Self) -> Self {
    Self(
      along: squares.along + along * (1 + 2 * squares.along),
      beyond: squares.beyond + beyond * (1 + squares.beyond))
  }
}

/// The settings of turns, stored once for all turns that share them: a script may have a million.
final class SharedSettings: Hashable, Sendable {
  let value: TurnSettings

  init(_ value: TurnSettings) { self.value = value }

  static func == (first: SharedSettings, second: SharedSettings) -> Bool {
    first === second || first.value == second.value
  }

  func hash(into hasher: inout Hasher) { hasher.combine(value) }
}

/// A turn whose settings other turns may share.
protocol SharingSettings {
  var shared: SharedSettings { get set }
}

extension Array where Element: SharingSettings {
  /// Changes the settings of all turns. Turns that share settings still share the new ones.
  mutating func changeSettings(_ change: (inout TurnSettings) -> Void) {
    // Keeps the old settings, so that no new ones get their identifiers.
    var changed: [ObjectIdentifier: (old: SharedSettings, new: SharedSettings)] = [:]
    for index in indices {
      let old = self[index].shared
      if let known = changed[ObjectIdentifier(old)] {
        self[index].shared = known.new
      } else {
        var settings = old.value
        change(&settings)
        self[index].shared = SharedSettings(settings)
        changed[ObjectIdentifier(old)] = (old, self[index].shared)
      }
    }
  }
}
