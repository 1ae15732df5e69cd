import Imaging
import PageCurl

/// The geometry of one frame of a job: where the paper is, without drawing it.
package struct FrameGeometry: Sendable {
  /// The number of the first frame that shows it; 0 for a still.
  package let frame: Int
  /// The lower left corner of what the camera shows, in pixels of the frame without a camera, and
  /// how much it is enlarged.
  package let (origin, zoom): (SIMD2<Double>, Double)
  /// For a camera that looks from the side, the columns of the map from places in the frame, 0…1
  /// from its lower left corner, to places in what is shown, in homogeneous coordinates; otherwise
  /// `nil`.
  package let map: [SIMD3<Double>]?
  /// The pages in the air, in the order in which they started.
  package let leaves: [Leaf]

  /// A page in the air.
  package struct Leaf: Sendable {
    /// The number of the turn, from 1.
    package let turn: Int
    /// The progress of the turn: 0 (flat) … 1 (gone, or landed).
    package let time: Double
    /// Its shape, in page space.
    package let shape: CurlShape
    /// The lower left corner of the page, in pixels from the frame's, without a camera.
    package let corner: SIMD2<Double>
    /// The position of the eye in page space; `nil` is an orthographic view from above.
    package let eye: SIMD3<Double>?
  }
}

extension BookPlan {
  /// The geometry of each frame that differs from the one before.
  ///
  /// - Throws: ``RecordingError/curl(_:)`` for an impossible shape.
  package func geometry() throws(RecordingError) -> [FrameGeometry] {
    var result: [FrameGeometry] = []
    for picture in frames.pictures {
      var leaves: [FrameGeometry.Leaf] = []
      let corner = frames.placed(at: picture.moment).corner
      let moment = zip(picture.moment.turns, picture.moment.times)
      for ((turn, time), shape) in zip(moment, try frames.shapes(at: picture.moment)) {
        leaves.append(
          FrameGeometry.Leaf(
            turn: turn + 1, time: time, shape: shape, corner: corner,
            eye: picture.moment.view.lens.map { $0.eye - SIMD3(corner, 0) }
              ?? frames.placed[turn].eye))
      }
      let view = picture.moment.view
      result.append(
        FrameGeometry(
          frame: picture.first, origin: view.origin, zoom: view.zoom, map: view.lens?.columns,
          leaves: leaves))
    }
    return result
  }
}
