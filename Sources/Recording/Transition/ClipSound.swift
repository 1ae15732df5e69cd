import GLESKitSupport

/// The sound of a transition: that of the clips, cross-faded during the turns, and that of a file.
/// There may be none.
struct ClipSound: VideoFinisher {
  /// The path of the video, and its format.
  let (path, format): (String, VideoFormat)
  /// The clips that are heard.
  let clips: [Clip]
  /// A file and its duration in seconds; `nil` is none.
  let music: (path: String, seconds: Double)?
  /// The durations of a turn and of the video in seconds.
  let (turn, duration): (Double, Double)
  /// When each clip starts to play and ends, in seconds of its own time.
  let parts: [(start: Double, end: Double)]

  func finish(_ video: borrowing AtomicFile) throws(RecordingError) -> AtomicFile {
    let target = try filing { () throws(FileError) in try AtomicFile(path) }
    var inputs: [String] = []
    var filters: [String] = []
    for (index, (clip, part)) in zip(clips, parts).enumerated() {
      // A clip without sound is silent.
      inputs +=
        clip.hasSound
        ? ["-i", "file:\(clip.path)"] : ["-f", "lavfi", "-i", "anullsrc=r=48000:cl=stereo"]
      filters.append(
        "[\(index + 1):a:0]aresample=48000:async=1:first_pts=0,"
          + "aformat=channel_layouts=stereo,apad,atrim=\(part.start):\(part.end),"
          + "asetpts=PTS-STARTPTS[\(index == 0 ? "faded0" : "clip\(index)")]")
      // Equal power: with a linear fade, different sounds are 3 dB quieter in the middle.
      if index > 0 {
        filters.append(
          "[faded\(index - 1)][clip\(index)]acrossfade=d=\(turn):c1=qsin:c2=qsin[faded\(index)]")
      }
    }
    var sound = "[faded\(clips.count - 1)]"
    if let (file, seconds) = music {
      inputs += ["-i", "file:\(file)"]
      filters.append(
        "[\(clips.count + 1):a:0]aresample=48000,aformat=channel_layouts=stereo,"
          + Soundtrack.filter(music: seconds, to: duration) + "[music]")
      if !clips.isEmpty {
        filters.append("\(sound)[music]amix=inputs=2:normalize=0[mixed]")
      }
      sound = clips.isEmpty ? "[music]" : "[mixed]"
    }
    let command =
      FFmpeg.command + ["-i", "/proc/self/fd/4"]
      + inputs + ["-map", "0:v:0"]
      + (filters.isEmpty
        ? [] : ["-filter_complex", filters.joined(separator: ";"), "-map", sound])
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
    case .mp4: ["-c:a", "aac", "-b:a", "192k"]
    case .gif, .apng, .webp, .avif, .y4m, .raw: []
    }
  }
}
