import GLESKitCommandLine
import Recording

extension TurnOptions {
  /// Options for the sound of videos and web pages.
  static let soundGroup = OptionGroup<TurnOptions>(
    "Sound",
    [
      .flag(
        \.hasSound, "sound",
        help: """
          Add the sound of the turning pages to a video or a web page, synthesized from their \
          motion.
          """
      ).essential("Add the sound of the pages to a video or web page."),
      .optional(
        \.soundFile, "sound-only", .path("FILE", completion: .files(["wav"])),
        help: "Write only the sound of the turning pages, as a WAV file. Nothing is drawn."),
      .optional(
        \.audio, "audio", .path("FILE"),
        help: "Add the sound of this file to a video, from its start, faded at both ends. It is "
          + "not repeated."
      ).essential("Add music to a video, faded at both ends."),
      .flag(
        \.mutesClips, "mute",
        help: "Omit the sound of video pages."),
    ])

  /// What is said of music that ends before its video; `nil` if it is long enough.
  func note(onMusic seconds: Double, in video: Double) -> String? {
    guard let audio, seconds < video - 0.5 else { return nil }
    return
      "'\(audio)' ends after \(DryRun.rounded(seconds)) s, but the video lasts "
      + "\(DryRun.rounded(video)) s; the rest has no music"
  }

  /// Checks that sound goes into a video in one file, a web page, or a WAV file.
  ///
  /// - Throws: ``UsageError``.
  func checkSound() throws(UsageError) {
    if let soundFile, !soundFile.lowercased().hasSuffix(".wav") {
      throw UsageError(
        "--sound-only '\(soundFile)' is not a WAV file; use a name that ends in .wav")
    }
    let isForVideo = hasSound && !isWebPage
    guard isForVideo || audio != nil else { return }
    let option = isForVideo ? "--sound" : "--audio"
    guard videoFormat?.hasKeyFrames == true, time == nil, output != "-" else {
      throw UsageError(
        isForVideo
          ? "--sound needs a video or a web page; set --output to an .mp4, .mov, .mkv, .webm or "
            + ".html file"
          : "--audio needs a video; set --output to an .mp4, .mov, .mkv or .webm file")
    }
    if shard != nil { throw UsageError("\(option) needs the whole video; omit it or --shard") }
  }
}
