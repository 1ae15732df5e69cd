import GLESKitSupport
import Glibc

/// Adds something to a video that is otherwise complete: sound, or how often it plays.
protocol VideoFinisher: Sendable {
  /// Copies a video and adds to it.
  ///
  /// - Parameter video: The whole video, which has no name yet.
  /// - Returns: The finished video, which has no name yet either.
  /// - Throws: ``RecordingError/file(_:)``, ``RecordingError/program(_:)``.
  func finish(_ video: borrowing AtomicFile) throws(RecordingError) -> AtomicFile
}

/// The sound of a book's video: of its turns, of its video pages, and of a file.
struct Soundtrack: VideoFinisher {
  /// The path of the video, for errors.
  let path: String
  let format: VideoFormat
  /// The duration of the video in seconds.
  let duration: Double
  /// Writes the sound of the turns as a WAV file; `nil` is none.
  let turns: Writer?
  let clips: [Clip]
  /// A file and its duration in seconds; `nil` is none.
  let music: (path: String, seconds: Double)?

  /// Writes a file.
  typealias Writer = @Sendable (borrowing AtomicFile) throws(FileError) -> Void

  /// The sound of a video page.
  struct Clip: Hashable, Sendable {
    var path: String
    /// When it starts and ends, in seconds from the start of the video.
    var (start, end): (Double, Double)
  }

  /// The filter for music that starts with a video and fades at both ends.
  ///
  /// - Parameters:
  ///   - seconds: The duration of the music.
  ///   - duration: The duration of the video in seconds.
  static func filter(music seconds: Double, to duration: Double) -> String {
    let end = min(duration, seconds)
    let fade = min(1, end / 2)
    return "atrim=0:\(end),afade=t=in:d=\(fade),afade=t=out:st=\(end - fade):d=\(fade),apad,"
      + "atrim=0:\(duration)"
  }

  func finish(_ video: borrowing AtomicFile) throws(RecordingError) -> AtomicFile {
    let scratch = try filing { () throws(FileError) in try Spool.open() }
    do { try turns?(scratch) } catch { throw .file(error) }
    let target = try filing { () throws(FileError) in try AtomicFile(path) }
    var (inputs, filters, tracks): ([String], [String], [String]) = ([], [], [])
    if turns != nil {
      inputs += ["-f", "wav", "-i", "/proc/self/fd/4"]
      tracks.append("[1:a]")
    }
    func add(_ file: String, _ filter: String) {
      inputs += ["-i", "file:\(file)"]
      let number = tracks.count + 1
      filters.append("[\(number):a:0]\(filter)[track\(number)]")
      tracks.append("[track\(number)]")
    }
    for clip in clips {
      let delay = Int((clip.start * 1000).rounded())
      add(
        clip.path,
        "aresample=48000:async=1:first_pts=0,aformat=channel_layouts=stereo,"
          + "atrim=0:\(clip.end - clip.start),adelay=\(delay):all=1,apad,atrim=0:\(duration)")
    }
    if let (file, seconds) = music {
      add(file, Self.filter(music: seconds, to: duration))
    }
    filters.append(
      tracks.joined()
        + (tracks.count > 1 ? "amix=inputs=\(tracks.count):duration=longest:normalize=0," : "")
        + "aresample=48000,aformat=channel_layouts=stereo[sound]")
    let command =
      FFmpeg.command + ["-i", "/proc/self/fd/5"]
      + inputs + [
        "-filter_complex", filters.joined(separator: ";"), "-map", "0:v:0", "-map", "[sound]",
        "-c:v", "copy", "-flags:a", "+bitexact",
      ] + format.soundCodec + format.container(canSeek: target.isSeekable)
    let (_, ending) = try FFmpeg.output(
      of: command, failing: "cannot write '\(path)'",
      passing: [target.descriptor, scratch.descriptor, video.descriptor], limit: 1 << 20,
      patience: VideoSink.patience)
    guard ending.status == 0 else { throw FFmpeg.failure(writing: path, ending) }
    return target
  }
}
