import Profiling

/// A stage of the pipeline. The raw value is the name of its spans in a ``Profiler``.
package enum Stage: String, CaseIterable {
  /// Opening a context and compiling programs, once per worker.
  case open
  /// Decoding a page and scaling it to its size in the frame.
  case decode
  /// Uploading a page as a texture.
  case upload
  /// Rendering a frame.
  case render
  /// Reading a frame back from the driver.
  case readback
  /// Compressing a frame, or converting its colors for a video encoder.
  case encode
  /// A worker waits for a task: for a page, or until earlier frames are written.
  case waitForTask = "wait for task"
  /// The writer waits for the next frame.
  case waitForFrame = "wait for frame"
  /// Writing a frame to its file, or to the video encoder.
  case write
  /// Completing the file: the video encoder finishes.
  case finish

  /// Its place among all cases.
  var number: Int { Self.allCases.firstIndex(of: self) ?? 0 }
}

extension Profiler? {
  /// Measures `work` unless there is nothing to measure with.
  func measure<Result, Failure>(
    _ stage: Stage, _ work: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard let profiler = self else { return try work() }
    return try profiler.measure(stage.rawValue, work)
  }
}
