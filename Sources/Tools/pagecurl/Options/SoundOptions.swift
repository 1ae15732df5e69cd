import GLESKitCommandLine
import Recording

extension BookArguments {
  static let soundGroup = OptionGroup<BookArguments>(
    "Sound",
    [
      .flag(
        \.job.hasSound, "sound",
        help: """
          Add the sound of the turning pages to a video or a web page, synthesized from their \
          motion.
          """
      ).essential("Add the sound of the pages to a video or web page.").means(hashed: false),
      .optional(
        \.output.sound, "sound-only", .path("FILE", completion: .files(["wav"])),
        help: "Write only the sound of the turning pages, as a WAV file. Nothing is drawn."
      ).means(hashed: false),
      .optional(
        \.job.audio, "audio", .path("FILE"),
        help: "Add the sound of this file to a video, from its start, faded at both ends. It is "
          + "not repeated."
      ).essential("Add music to a video, faded at both ends.").means(clips: .same, hashed: false),
      .flag(
        \.job.hasClipSound, "mute", sets: false,
        help: "Omit the sound of videos."
      ).means(clips: .same, hashed: false) { situation in
        if !situation.hasVideoPages { return ": no page is a video" }
        return situation.onThisOutput(situation.video?.hasKeyFrames == false)
      },
    ])

  /// What is said of music that ends before its video; `nil` if it is long enough.
  func note(onMusic seconds: Double, in video: Double) -> String? {
    guard let audio = job.audio, seconds < video - 0.5 else { return nil }
    return
      "'\(audio)' ends after \(DryRun.rounded(seconds)) s, but the video lasts "
      + "\(DryRun.rounded(video)) s; the rest has no music"
  }

  /// Checks that sound goes into a video in one file, a web page, or a WAV file.
  ///
  /// - Throws: ``UsageError``.
  func checkSound() throws(UsageError) {
    if let file = output.sound, !file.lowercased().hasSuffix(".wav") {
      throw UsageError(
        "--sound-only '\(file)' is not a WAV file; use a name that ends in .wav")
    }
    let isForVideo = job.hasSound && !isWebPage
    guard isForVideo || job.audio != nil else { return }
    let option = isForVideo ? "--sound" : "--audio"
    let videos = VideoFormat.extensions(where: \.hasKeyFrames)
    guard videoFormat?.hasKeyFrames == true, turn.time == nil, output.path != "-" else {
      throw UsageError(
        isForVideo
          ? "--sound needs a video or a web page; set --output to .html, \(videos)"
          : "--audio needs a video; set --output to \(videos)")
    }
    if job.shard != nil { throw UsageError("\(option) needs the whole video; omit it or --shard") }
  }
}
