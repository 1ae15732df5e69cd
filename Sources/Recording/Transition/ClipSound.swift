import GLESKitSupport

/// The sound of a transition: that of both clips, cross-faded during the turn, and that of a file.
/// There may be none.
struct ClipSound: VideoFinisher {
  /// The path of the video, and its format.
  let (path, format): (String, VideoFormat)
  let clips: (Clip, Clip)
  /// Whether the clips are heard.
  let hasClips: Bool
  /// A file and its duration in seconds; `nil` is none.
  let music: (path: String, seconds: Double)?
  /// The duration of the turn in seconds.
  let turn: Double
  /// When the first clip starts to play, in seconds of its own time.
  let start: Double
  /// When each clip ends, in seconds of its own time.
  let ends: (Double, Double)

  func finish(_ video: borrowing AtomicFile) throws(RecordingError) -> AtomicFile {
    let target = try filing { () throws(FileError) in try AtomicFile(path) }
    let sides = [(clips.0, start, ends.0, "a"), (clips.1, 0, ends.1, "b")]
    var inputs: [String] = []
    var filters: [String] = []
    for (clip, start, end, name) in sides where hasClips {
      // A clip without sound is silent.
      inputs +=
        clip.hasSound
        ? ["-i", "file:\(clip.path)"] : ["-f", "lavfi", "-i", "anullsrc=r=48000:cl=stereo"]
      let number = filters.count + 1
      filters.append(
        "[\(number):a:0]aresample=48000:async=1:first_pts=0,aformat=channel_layouts=stereo,apad,"
          + "atrim=\(start):\(end),asetpts=PTS-STARTPTS[\(name)]")
    }
    // Equal power: with a linear fade, different sounds are 3 dB quieter in the middle.
    if hasClips {
      let name = music == nil ? "sound" : "both"
      filters.append("[a][b]acrossfade=d=\(turn):c1=qsin:c2=qsin[\(name)]")
    }
    if let (file, seconds) = music {
      let number = hasClips ? 3 : 1
      inputs += ["-i", "file:\(file)"]
      let duration = ends.0 - start + ends.1 - turn
      filters.append(
        "[\(number):a:0]aresample=48000,aformat=channel_layouts=stereo,"
          + Soundtrack.filter(music: seconds, to: duration)
          + (hasClips ? "[music];[both][music]amix=inputs=2:normalize=0[sound]" : "[sound]"))
    }
    let command =
      FFmpeg.command + ["-i", "/proc/self/fd/4"]
      + inputs + ["-map", "0:v:0"]
      + (filters.isEmpty
        ? [] : ["-filter_complex", filters.joined(separator: ";"), "-map", "[sound]"])
      + ["-c:v", "copy", "-map_metadata", "-1", "-flags:a", "+bitexact"]
      + format.soundCodec + format.container(canSeek: target.isSeekable)
    let (_, ending) = try FFmpeg.output(
      of: command, failing: "cannot write '\(path)'",
      passing: [target.descriptor, video.descriptor], limit: 1 << 20, patience: VideoSink.patience)
    guard ending.status == 0 else { throw FFmpeg.failure(writing: path, ending) }
    return target
  }
}

extension VideoFormat {
  /// The arguments of `ffmpeg` for sound in a video of this format.
  var soundCodec: [String] {
    switch self {
    case .webm: ["-c:a", "libopus", "-b:a", "160k"]
    case .mkv: ["-c:a", "flac"]
    case .mov: ["-c:a", "pcm_s16le"]
    default: ["-c:a", "aac", "-b:a", "192k"]
    }
  }
}
