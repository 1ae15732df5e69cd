import GLESKitSupport
import Glibc

/// Asks `ffprobe` about a video, an image or a sound.
enum FFprobe {
  /// Returns what it prints, and how it ended.
  ///
  /// - Throws: ``RecordingError/program(_:)`` if it does not start or prints more than 4 MiB.
  static func run(
    on path: String, _ options: [String]
  ) throws(RecordingError) -> (output: String, ending: ChildProcess.Ending) {
    do throws(CError) {
      let (bytes, ending) = try ChildProcess.output(
        of: ["ffprobe", "-v", "error"] + options + ["file:\(path)"], limit: 1 << 22, patience: 120)
      return (String(decoding: bytes, as: UTF8.self), ending)
    } catch {
      throw .program(
        error.code == ENOENT
          ? "cannot read '\(path)': ffprobe is not installed (apt-get install ffmpeg)"
          : "cannot read '\(path)' with ffprobe: \(error.reason)")
    }
  }
}
