import GLESKitSupport
import Glibc

/// Concatenates videos with `ffmpeg`, without decoding them.
enum VideoSegments {
  /// Writes a video of the frames of several others.
  ///
  /// - Parameters:
  ///   - segments: Videos of one encoder, each with its duration in seconds.
  ///   - comment: A comment to store in the new video.
  ///   - soundtrack: The sound to add; `nil` is none.
  ///   - path: The file to write.
  /// - Throws: ``RecordingError/program(_:)``, ``RecordingError/file(_:)``.
  static func join(
    _ segments: [(path: String, duration: Double)], format: VideoFormat, comment: String?,
    with soundtrack: Soundtrack? = nil, to path: String
  ) throws(RecordingError) {
    var list = "ffconcat version 1.0\n"
    for segment in segments {
      guard Files.kind(of: segment.path) != nil else {
        throw .file(FileError(.read, segment.path, code: ENOENT))
      }
      let quoted = segment.path.replacing("'", with: "'\\''")
      // With its protocol, ffmpeg takes a path as it is: relative to the current folder.
      list += "file 'file:\(quoted)'\nduration \(segment.duration)\n"
    }
    let file = try filing { () throws(FileError) in try AtomicFile(path) }
    let container = format.container(canSeek: file.isSeekable)
    let note = comment.map { ["-metadata", "comment=\($0)"] } ?? []
    let command =
      FFmpeg.command + [
        "-f", "concat", "-safe", "0",
        "-protocol_whitelist", "file,pipe", "-i", "pipe:0", "-map", "0:v:0", "-c", "copy",
        // Of a stream, a tag says that a WebM video has alpha.
        format == .webm ? "-map_metadata:g" : "-map_metadata", "-1",
      ] + note + container
    let ending = try FFmpeg.ending(
      of: command, reading: Array(list.utf8), passing: [file.descriptor], writing: path,
      patience: VideoSink.patience)
    guard ending.status == 0, ending.complaint.isEmpty else {
      throw FFmpeg.failure(writing: path, ending)
    }
    try VideoFile.commit(file, with: soundtrack, as: path)
  }
}
