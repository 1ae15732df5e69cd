import GLESKitCommandLine
import ImageCoding
import Recording

/// What an option or key means for each kind of output.
///
/// Errors about web pages, notes about options without effect, the options of transitions and those
/// of a turn in a script follow from it.
struct Meaning: Sendable {
  /// What an option means for a web page.
  enum WebPages: Sendable {
    /// The same as for frames.
    case same
    /// Only web pages have it.
    case only
    /// Readers turn the pages of web pages, so they don't have it, or not its `value`.
    case refused(_ value: String = "", if: @Sendable (BookArguments) -> Bool = { _ in true })
  }

  /// What an option means for a transition.
  enum Clips: Sendable {
    /// It is an error.
    case none
    /// The same as for books.
    case same
    /// The same, but help says other things than for books.
    case explained(_ help: String, brief: String? = nil)
  }

  fileprivate(set) var web = WebPages.same
  fileprivate(set) var clips = Clips.none
  /// Whether a turn of a script may set the option.
  fileprivate(set) var isPerTurn = false
  /// Whether it suits a spread, or a frame that may have the shape of one, so that slides become a
  /// book.
  fileprivate(set) var suitsSpreads = false
  /// Whether it can change the bytes of frames, so that other values give a job another hash.
  fileprivate(set) var isHashed = true
  /// Why it has no effect, to follow "has no effect"; `nil` if it has one.
  fileprivate(set) var idle: @Sendable (Situation) -> String? = { _ in nil }
}

extension Option<BookArguments> {
  /// What the option means; if not declared, the same for all books, and nothing for transitions.
  var meaning: Meaning { annotation as? Meaning ?? Meaning() }

  /// The option with its ``Meaning``, whose properties the parameters are.
  func means(
    web: Meaning.WebPages = .same, clips: Meaning.Clips = .none, perTurn: Bool = false,
    spread: Bool = false, hashed: Bool = true,
    idle: @escaping @Sendable (Situation) -> String? = { _ in nil }
  ) -> Option {
    var option = self
    option.annotation = Meaning(
      web: web, clips: clips, isPerTurn: perTurn, suitsSpreads: spread, isHashed: hashed, idle: idle
    )
    return option
  }
}

/// What decides whether an option has an effect.
struct Situation {
  let arguments: BookArguments
  /// The layout of the job, whichever option decided about it.
  var layout = BookLayout.sheets
  var hasPDFPages = false
  var hasVideoPages = true

  var isStill: Bool { arguments.isStill }
  var isWebPage: Bool { arguments.isWebPage }
  /// The format of all frames in one file; `nil` for other outputs.
  var video: VideoFormat? { isStill || isWebPage ? nil : arguments.videoFormat }

  /// Whether nothing moves. A dragged page depends on the duration of its turn, and a camera is
  /// where it is at that time of the film.
  var isTimeless: Bool { isStill && arguments.turn.drag == nil && !arguments.hasCamera }

  /// Whether the encoder of the output has a quality.
  var hasQuality: Bool {
    isWebPage || video?.hasQuality ?? ((arguments.imageFormat ?? .png) != .png)
  }

  /// The options that were given and have no effect, with the reasons.
  var idleOptions: [String] {
    BookArguments.options.compactMap { option in
      guard arguments.isGiven(option) else { return nil }
      return option.meaning.idle(self).map { "\(option.description.name) has no effect\($0)" }
    }
  }

  /// The reason of options that other outputs have, if `isIdle`.
  func onThisOutput(_ isIdle: Bool?) -> String? { isIdle == true ? " on this output" : nil }
}
