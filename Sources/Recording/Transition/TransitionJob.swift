import GLESKitSupport
import ImageCoding
import Imaging
import Offscreen
import PageCurl

/// A transition between two clips: the first is a page, which turns to reveal the second. Both play
/// while it turns.
///
/// Frames outside the turn are not converted: they pass from `ffmpeg` to `ffmpeg` as they are, and
/// so do the parts of the turn's frames that show a flat page.
package struct TransitionJob: Sendable {
  /// The clips, and the file to write.
  package var (first, second, output): (String, String, String)
  /// The format; `nil` is that of the output's extension.
  package var format: VideoFormat?
  /// The duration of the turn in seconds, during which the clips overlap.
  package var seconds = 1.0
  /// How the page bends and looks, and the easing.
  package var settings = TurnSettings()
  /// Whether the second clip is turned back over the first.
  package var isReversed = false
  /// Whether only the turn is written, without the rest of the clips.
  package var isAlone = false
  /// How long a still is shown, in seconds.
  package var stillSeconds = 3.0
  /// The size; `nil` is that of the first video.
  package var size: PixelSize?
  /// The frame rate; `nil` is that of the first video.
  package var rate: FrameRate?
  /// The encoder's settings.
  package var (compression, quality): (Compression, Int?) = (.balanced, nil)
  /// How often an animation plays; 0 is endless.
  package var plays = 0
  /// Whether the sound of the clips is left out.
  package var mutesClips = false
  /// Whether frames outside the turn are copied as they are coded where that is possible: from
  /// H.264 in an MP4 file to one, unless ``quality`` or ``compression`` asks for a smaller file.
  package var copiesFrames = true
  /// The number of frames that are drawn at the same time; `nil` is ``BookJob/defaultThreads``.
  package var threads: Int?
  /// Where frames are drawn.
  package var host = WorkerHost.threads
  /// A file whose sound is added from the start, faded at both ends; `nil` is none.
  package var audio: String?

  package init(from first: String, to second: String, output: String) {
    (self.first, self.second, self.output) = (first, second, output)
  }

  /// The frames of the turn that may wait in memory, in bytes.
  private static let mostMemory = 2 << 30

  /// What is known before the first frame.
  package struct Outline {
    /// The size of the frames.
    package let size: PixelSize
    /// Whether a clip is a still.
    package let hasStill: Bool
    /// The clips whose transparency is left out.
    package let transparent: [String]
    /// Why frames of the clips are not copied as they are coded.
    package let refusals: [String]
    /// The duration of the output in seconds, according to the durations of the clips.
    package let seconds: Double
    /// The duration of the music in seconds; `nil` is none.
    package let music: Double?
  }

  /// What the clips and the settings lead to.
  private struct Plan {
    let format: VideoFormat
    let clips: (from: Clip, to: Clip)
    /// The clip whose colors the output has.
    let model: Clip
    let size: PixelSize
    let rate: FrameRate
    /// The number of frames of the turn.
    let count: Int
    let hasClipSound: Bool
    let music: (path: String, seconds: Double)?
  }

  /// A clip has more or fewer frames than its file lists.
  private struct Miscounted: Error {}

  /// Writes the video.
  ///
  /// - Parameters:
  ///   - begin: Called before the first frame.
  ///   - progress: Called with the number of frames so far, and the number that the durations of
  ///     the clips promise. An error that it throws stops the job, and nothing is written.
  /// - Throws: ``RecordingError``, and what `progress` throws.
  package func run(
    begin: (Outline) -> Void = { _ in }, progress: (_ done: Int, _ total: Int) throws -> Void
  ) throws {
    let plan = try plan()
    let refusal = refusal(of: plan.format)
    let copies = refusal == nil ? try copiedFrames(plan) : nil
    begin(
      Outline(
        size: plan.size, hasStill: plan.clips.from.rate == nil || plan.clips.to.rate == nil,
        transparent: [plan.clips.from, plan.clips.to].filter(\.isTransparent).map(\.path),
        refusals: refusal.map { [$0] } ?? copies?.refusals.map(\.description) ?? [],
        seconds: Double(promisedFrames(plan)) / plan.rate.value, music: plan.music?.seconds))
    do {
      try write(plan, copies?.isEmpty == false ? copies : nil, progress)
    } catch is Miscounted {
      // Damaged frames are missing when they are decoded.
      try write(plan, nil, progress)
    }
  }

  private func plan() throws -> Plan {
    let format = try checkedFormat()
    let (from, to) = (try Clip(first), try Clip(second))
    // A still has no rate and no colors of its own to keep, and may have any shape.
    let model = from.rate == nil && to.rate != nil ? to : from
    let size = (self.size ?? model.size).even
    try format.check(size)
    var rate = self.rate ?? model.rate ?? FrameRate(30)
    if format == .gif, self.rate == nil, rate.value > 15 { rate = FrameRate(15) }
    let count = max(2, Int((seconds * rate.value).rounded()))
    guard count * size.width * size.height * 3 / 2 <= Self.mostMemory else {
      throw RecordingError.size(
        "a turn of \(count) frames of \(size) needs too much memory; make it shorter or smaller")
    }
    let music = try audio.map { file throws(RecordingError) in
      (path: file, seconds: try BookPlan.seconds(of: file))
    }
    let hasClipSound = format.hasKeyFrames && !mutesClips && (from.hasSound || to.hasSound)
    // Sound is added after the last frame, which is late to find that it can't be decoded.
    let audible = hasClipSound ? [from, to].filter(\.hasSound).map(\.path) : []
    for path in audible + [music?.path].compactMap(\.self) { try FFprobe.checkSound(of: path) }
    return Plan(
      format: format, clips: (from, to), model: model, size: size, rate: rate, count: count,
      hasClipSound: hasClipSound, music: music)
  }

  /// Why all frames are encoded whatever the clips are; `nil` if some may be copied.
  private func refusal(of format: VideoFormat) -> String? {
    guard format == .mp4, BookPlan.isFile(output) else { return "the output is not an MP4 file" }
    if isAlone { return "only the turn is written" }
    guard copiesFrames, quality == nil, compression != .small else {
      return "the settings of the encoder apply to all frames"
    }
    return nil
  }

  private func copiedFrames(_ plan: Plan) throws -> CopiedFrames {
    try CopiedFrames(
      from: plan.clips.from, to: plan.clips.to, like: plan.model, size: plan.size,
      rate: plan.rate, turn: plan.count)
  }

  private func write(
    _ plan: Plan, _ copies: CopiedFrames?, _ progress: (_ done: Int, _ total: Int) throws -> Void
  ) throws {
    let (from, to, size, rate, count) = (
      plan.clips.from, plan.clips.to, plan.size, plan.rate, plan.count
    )
    // The number of frames that are copied.
    let (copiedStart, copiedEnd) = (
      copies?.first?.frames.count ?? 0, copies?.second?.frames.count ?? 0
    )
    /// The number of frames that are left of the second clip.
    let rest = copies?.second.map { $0.video.frames.count - copiedEnd }
    var start =
      try copies?.first.map { try reader(from, $0.video, after: copiedStart, plan) }
      ?? reader(from, plan)
    var end =
      try copies?.second.map { try reader(to, $0.video, after: 0, plan) } ?? reader(to, plan)
    let pipeline = try TransitionPipeline(
      try TransitionPlan(
        settings, frames: count, size: size, rate: rate, isReversed: isReversed),
      workers: threads ?? BookJob.defaultThreads(), in: host)
    let hasSound = plan.hasClipSound || plan.music != nil
    var video = VideoSettings(
      size: size, rate: rate, compression: compression, plays: plays, isOpaque: true,
      quality: quality)
    video.clipTags = plan.model.tags
    video.encoderOptions = copies?.encoderOptions ?? []
    try refuseTerminal(output)
    // The frames decide how long the sound is.
    let silent =
      hasSound || copies != nil
      ? try VideoSink(path: output, format: plan.format, video, isScratch: true) : nil
    let sink = try silent ?? plan.format.sink(at: output, video)
    var frames = ClipFrameWriter(sink, size, isAnimation: plan.format.isAnimation)
    let total = promisedFrames(plan)
    var done = copiedStart
    func write(_ frame: [UInt8]) throws {
      try frames.append(frame, number: done)
      done += 1
      try progress(done, max(done, total))
    }
    do {
      // The end of the first clip is only known once it is there.
      var tail: [[UInt8]] = []
      /// The number of frames of the first clip before the turn.
      var before = copiedStart
      while let frame = try start.next() {
        tail.append(frame)
        if tail.count > count {
          let passed = tail.removeFirst()
          before += 1
          if !isAlone { try write(passed) }
          start.reuse(passed)
        }
      }
      if let coded = copies?.first?.video.frames.count, coded != before + tail.count {
        throw Miscounted()
      }
      guard tail.count == count else { throw tooShort(first, tail.count, rate) }
      for (index, frame) in tail.enumerated() {
        guard let other = try end.next() else { throw tooShort(second, index, rate) }
        for drawn in try pipeline.draw(from: frame, to: other) { try write(drawn) }
        end.reuse(other)
      }
      tail = []
      if !isAlone {
        var used = count
        while used != rest, let frame = try end.next() {
          try write(frame)
          end.reuse(frame)
          used += 1
        }
        if let rest, used != rest { throw Miscounted() }
      }
      try frames.finish()
      let encoded = done - copiedStart
      done += copiedEnd
      let sound = ClipSound(
        path: output, format: plan.format, clips: plan.clips, hasClips: plan.hasClipSound,
        music: plan.music, turn: Double(count) / rate.value,
        start: isAlone ? Double(before) / rate.value : 0,
        ends: (
          Double(before + count) / rate.value,
          Double(isAlone ? count : done - before) / rate.value
        ))
      silent?.finisher =
        copies.map {
          CopiedFrames.Joining(copies: $0, count: encoded, rate: rate, sound: sound)
        } ?? sound
      try sink.finish()
      if copiedEnd > 0 { try progress(done, max(done, total)) }
    } catch {
      sink.cancel()
      throw error
    }
  }

  /// The number of frames that the durations of the clips promise. Files need not last as long as
  /// they say.
  private func promisedFrames(_ plan: Plan) -> Int {
    func promised(_ clip: Clip) -> Int {
      Int(((clip.rate == nil ? stillSeconds : clip.seconds ?? 0) * plan.rate.value).rounded())
    }
    let (from, to) = (promised(plan.clips.from), promised(plan.clips.to))
    return isAlone ? plan.count : max(plan.count, from + to - plan.count)
  }

  private func checkedFormat() throws(RecordingError) -> VideoFormat {
    guard let format = self.format ?? VideoFormat(extensionOf: output),
      format.takesClips
    else {
      throw .format(
        "'\(output)': a transition is a video or an animation; use "
          + "\(VideoFormat.extensions(where: \.takesClips))")
    }
    guard audio == nil || format.hasKeyFrames && BookPlan.isFile(output) else {
      throw .format(
        "'\(output)' has no sound; use \(VideoFormat.extensions(where: \.hasKeyFrames))")
    }
    var check = OutputCheck()
    check.add(inputs: [first, second], as: "clip")
    check.add(inputs: [audio].compactMap(\.self), as: "sound")
    try check.add(output: output, as: "output")
    return format
  }

  private func reader(_ clip: Clip, _ plan: Plan) throws(RecordingError) -> ClipReader {
    let command = clip.decoding(
      to: plan.size, rate: plan.rate,
      matrix: plan.format.isAnimation ? "bt709" : plan.model.matrix,
      seconds: max(stillSeconds, seconds + 1 / plan.rate.value), isDrawn: plan.format.isAnimation)
    return try ClipReader(clip, decoding: command, length: Self.length(plan.size))
  }

  /// Reads the frames of a clip after the first ones.
  private func reader(
    _ clip: Clip, _ video: CodedVideo, after number: Int, _ plan: Plan
  ) throws(RecordingError) -> ClipReader {
    let command = clip.decoding(from: number > 0 ? video.start(of: number) : nil)
    return try ClipReader(clip, decoding: command, length: Self.length(plan.size))
  }

  /// The number of bytes of a frame.
  private static func length(_ size: PixelSize) -> Int { size.width * size.height * 3 / 2 }

  private func tooShort(_ path: String, _ frames: Int, _ rate: FrameRate) -> RecordingError {
    let seconds = (Double(frames) / rate.value * 100).rounded() / 100
    return .clip(
      "'\(path)' lasts \(seconds) s, less than the turn of \(self.seconds) s; shorten the turn")
  }
}

extension Clip {
  /// Whether it may be transparent. Many pictures have alpha but are opaque.
  fileprivate var isTransparent: Bool {
    guard hasAlpha, rate == nil, let picture = try? ImageFile.read(path) else { return hasAlpha }
    return !picture.isOpaque
  }
}
