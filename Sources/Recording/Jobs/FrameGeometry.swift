import Imaging
import PageCurl

/// The geometry of one frame of a job, as numbers: where the paper is, without drawing it.
public struct FrameGeometry: Sendable {
  /// The number of the first frame that shows this; 0 for a single moment.
  public let frame: Int
  /// The pages in the air, the one that set out first at the front.
  public let leaves: [Leaf]

  /// A page in the air.
  public struct Leaf: Sendable {
    /// Which turn it is, from 1.
    public let turn: Int
    /// How much of it is done: 0 flat … 1 gone, or landed.
    public let time: Double
    /// Its shape, in page space.
    public let shape: CurlShape
    /// Where the page has its lower left corner, from the frame's, in pixels.
    public let corner: SIMD2<Int>
    /// Where the eye is, in page space; `nil` is straight above every point.
    public let eye: SIMD3<Double>?
  }
}

extension BookPlan {
  /// The geometry of every frame that differs from the one before.
  ///
  /// - Throws: ``RecordingError/curl(_:)`` for a shape that cannot be.
  public func geometry() throws(RecordingError) -> [FrameGeometry] {
    var frames: [FrameGeometry] = []
    for picture in pictures {
      var leaves: [FrameGeometry.Leaf] = []
      for (turn, time) in zip(picture.moment.turns, picture.moment.times) {
        let setting = settings[turn]
        leaves.append(
          FrameGeometry.Leaf(
            turn: turn + 1, time: time, shape: try setting.schedule.shape(at: time),
            corner: setting.corner, eye: setting.eye))
      }
      frames.append(FrameGeometry(frame: picture.first, leaves: leaves))
    }
    return frames
  }
}
