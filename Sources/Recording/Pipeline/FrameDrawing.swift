/// What draws the frames of a run.
package struct FrameDrawing: Sendable {
  /// The driver's name and version.
  package var driver: String
  /// Whether it uses a GPU, so that one worker draws and the others encode; otherwise each worker
  /// does both.
  package var isHardware: Bool
  /// The number of workers.
  package var workers: Int
}
