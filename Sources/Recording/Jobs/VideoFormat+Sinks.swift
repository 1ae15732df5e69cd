extension VideoFormat {
  /// Opens a file for frames.
  ///
  /// - Parameters:
  ///   - path: The file; `-` is standard output.
  ///   - soundtrack: The sound of a video that `ffmpeg` encodes.
  /// - Throws: ``RecordingError/format(_:)`` for frames that the format cannot hold and for a
  ///   terminal, ``RecordingError/program(_:)`` if `ffmpeg` is needed and missing,
  ///   ``RecordingError/file(_:)``.
  func sink(
    at path: String, _ settings: VideoSettings, _ soundtrack: Soundtrack? = nil
  ) throws(RecordingError) -> any FrameSink {
    try refuseTerminal(path)
    return switch self {
    case .mp4, .mov, .mkv, .webm: try VideoSink(path: path, format: self, settings, soundtrack)
    case .gif: try GIFSink(path: path, settings)
    case .apng: try APNGSink(path: path, settings)
    case .webp: try WebPSink(path: path, settings)
    case .avif: try VideoSink(avif: path, settings)
    case .y4m, .raw: try StreamSink(path: path, format: self, settings)
    }
  }
}
