import Offscreen

extension RecordingError {
  /// The number by which a worker process says what kind of error it has; the text says the rest.
  var kind: Int {
    switch self {
    case .offscreen: 2
    case .program: 3
    case .clip: 4
    default: 1
    }
  }

  /// The error of a worker process.
  init(kind: Int, _ text: String) {
    self =
      switch kind {
      case 2: Self.noContext(text)
      case 3: .program("\(text)")
      case 4: .clip("\(text)")
      default: .pages("\(text)")
      }
  }

  /// Asking again in this process gives all attempts, rather than a text.
  private static func noContext(_ text: String) -> RecordingError {
    do throws(OffscreenError) { _ = try OffscreenContext() } catch { return .offscreen(error) }
    return .program("\(text)")
  }
}
