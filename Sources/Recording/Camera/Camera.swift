import Timeline

/// How a book is filmed: where the camera is, how much it enlarges, and from where it looks.
package enum Camera: Hashable, Sendable {
  /// Moves in the order in which they start.
  case moves([CameraMove])
  /// Moves that follow from the turns of the book.
  case style(CameraStyle)
}

/// One move of the camera, from wherever it is to a part of the book, where it stays.
///
/// A move that starts before the one before has ended takes over from it without a jerk.
package struct CameraMove: Hashable, Sendable {
  /// What the camera shows at the end of a move.
  package enum Target: Hashable, Sendable {
    /// The whole frame, as it is without a camera.
    case whole
    /// A part of a page, counted from 1. It is as large as possible; more is seen beside it if it
    /// doesn't have the frame's aspect ratio.
    case page(Int, PageArea)
  }

  /// A part of a page, in fractions of the page's width and height.
  package struct PageArea: Hashable, Sendable {
    /// The upper left corner, from that of the page; 0…1.
    package var (left, top): (Double, Double)
    /// The size; above 0, and at most what is left of the page.
    package var (width, height): (Double, Double)

    package init(left: Double, top: Double, width: Double, height: Double) {
      (self.left, self.top, self.width, self.height) = (left, top, width, height)
    }

    /// The whole page.
    package static let whole = PageArea(left: 0, top: 0, width: 1, height: 1)
  }

  /// When it starts, in seconds from the start of the film.
  package var time: Double
  /// Its duration in seconds; 0 is a cut.
  package var duration: Double
  package var target: Target
  /// From where the camera looks at the target at the end. Default: from straight above.
  package var pose = CameraPose()
  package var easing: Easing

  package init(time: Double, duration: Double, to target: Target, easing: Easing = .easeInOut) {
    (self.time, self.duration, self.target, self.easing) = (time, duration, target, easing)
  }
}

/// The moves of a camera through a book, one after the other.
struct CameraPath: Sendable {
  /// A move whose end is known in the frame.
  struct Leg: Sendable {
    /// In seconds from the start of the film.
    var start: Double
    /// In seconds; 0 is a cut.
    var duration: Double
    var view: CameraView
    var easing = Easing.easeInOut
  }

  /// The legs in the order in which they start.
  let legs: [Leg]

  /// Returns the view at a time in seconds from the start of the film. Before the first leg it is
  /// the whole frame.
  func view(at seconds: Double) -> CameraView {
    let last = legs.lastIndex { $0.start + $0.duration <= seconds }
    var view = last.map { legs[$0].view } ?? .whole
    for leg in legs[(last.map { $0 + 1 } ?? 0)...] {
      guard leg.start < seconds else { break }
      // Where the camera would be otherwise moves on, too, so that its speed doesn't jump.
      view = .interpolated(
        from: view, to: leg.view,
        fraction: leg.easing.value(at: (seconds - leg.start) / leg.duration))
    }
    return view
  }
}
