import GLESKitSupport

extension VideoSink {
  /// An animated AVIF, encoded by `ffmpeg` into a temporary file, because its muxer needs a file in
  /// which it can seek, and that of version 5.1 can't note how often the animation plays.
  ///
  /// - Throws: ``RecordingError/program(_:)`` if `ffmpeg` is missing or can't write AVIF,
  ///   ``RecordingError/file(_:)``.
  convenience init(avif path: String, _ settings: VideoSettings) throws(RecordingError) {
    try Self.checkAVIF(path)
    // Find out whether the output is writable before anything is drawn.
    if path != "-" && Files.kind(of: path) != .special {
      do { _ = try AtomicFile(path) } catch { throw .file(error) }
    }
    try self.init(
      path: path, format: .avif, settings, AVIFRepetition(path: path, plays: settings.plays),
      isScratch: true)
  }

  /// Checks that `ffmpeg` has what AVIF needs. It would only say so after the first frame.
  private static func checkAVIF(_ path: String) throws(RecordingError) {
    for (kind, name) in [("muxer", "avif"), ("encoder", "libaom-av1")] {
      let (help, _) = try FFmpeg.output(
        of: [FFmpeg.program, "-hide_banner", "-h", "\(kind)=\(name)"],
        failing: "cannot write '\(path)'", limit: 1 << 20, patience: patience)
      // For an unknown name, ffmpeg also exits with 0.
      guard String(decoding: help, as: UTF8.self).lowercased().hasPrefix("\(kind) \(name) ") else {
        throw .program(
          "cannot write '\(path)': \(FFmpeg.version) has no \(kind) \(name); use ffmpeg "
            + "5.1 or later with libaom, or write .webp")
      }
    }
  }
}
