import GLESKitSupport
import ImageCoding
import Imaging
import Offscreen
import PageCurl

/// A transition between clips: the first is a page, which turns to reveal the second, and so on.
/// Both play while it turns.
///
/// Frames outside the turn are not converted: they pass from `ffmpeg` to `ffmpeg` as they are, and
/// so do the parts of the turn's frames that show a flat page.
package struct TransitionJob: Sendable {
  /// The clips, at least two.
  package var clips: [String]
  /// The file to write.
  package var output: String
  /// The format, which ``VideoFormat/takesClips``, and ``VideoFormat/hasKeyFrames`` for music.
  package var format: VideoFormat
  /// The duration of each turn in seconds, during which two clips overlap.
  package var seconds = 1.0
  /// When the first turns start, in seconds of the output. Others end with their first clip.
  package var offsets: [Double] = []
  /// How the page bends and looks, and the easing.
  package var settings = TurnSettings()
  /// Whether each clip is turned back over the one before.
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
  /// A file whose sound is added from the start, faded at both ends; `nil` is none.
  package var audio: String?

  package init(_ clips: [String], output: String, format: VideoFormat) {
    (self.clips, self.output, self.format) = (clips, output, format)
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
    let clips: [Clip]
    /// The files of those that are stills.
    let stills: [DecodedStill]
    /// The clip whose colors the output has.
    let model: Clip
    let size: PixelSize
    let rate: FrameRate
    /// The number of frames of a turn.
    let count: Int
    /// The frames of the output at which the first turns start.
    let starts: [Int]
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
    let copies = refusal == nil ? try copiedFrames(plan) : nil
    begin(
      Outline(
        size: plan.size, hasStill: plan.clips.contains { $0.rate == nil },
        transparent: plan.clips.filter(\.isTransparent).map(\.path),
        refusals: refusal.map { [$0] } ?? copies?.refusals.map(\.description) ?? [],
        seconds: Double(promisedFrames(plan)) / plan.rate.value, music: plan.music?.seconds))
    try withExtendedLifetime(plan.stills) {
      do {
        try write(plan, copies?.isEmpty == false ? copies : nil, progress)
      } catch is Miscounted {
        // Damaged frames are missing when they are decoded.
        try write(plan, nil, progress)
      }
    }
  }

  private func plan() throws -> Plan {
    try checkOutput()
    var stills: [DecodedStill] = []
    let clips = try self.clips.map { path throws(RecordingError) in
      guard let still = try DecodedStill(path) else { return try Clip(path) }
      stills.append(still)
      return try Clip(path, readFrom: still.path)
    }
    // A still has no rate and no colors of its own to keep, and may have any shape.
    let model = clips.first { $0.rate != nil } ?? clips[0]
    let size = (self.size ?? model.size).even
    try format.check(size)
    var rate = self.rate ?? model.rate ?? FrameRate(30)
    if format == .gif, self.rate == nil, rate.value > 15 { rate = FrameRate(15) }
    let count = max(2, Int((seconds * rate.value).rounded()))
    guard count * size.width * size.height * 3 / 2 <= Self.mostMemory else {
      throw RecordingError.size(
        "a turn of \(count) frames of \(size) needs too much memory; make it shorter or smaller")
    }
    let starts = offsets.map { Int(($0 * rate.value).rounded()) }
    for index in starts.indices.dropFirst() where starts[index] - starts[index - 1] < count {
      throw RecordingError.clip(
        "the turn from '\(self.clips[index])' starts at \(offsets[index]) s, before the turn to it "
          + "has ended; start it later")
    }
    let music = try audio.map { file throws(RecordingError) in
      (path: file, seconds: try BookPlan.seconds(of: file))
    }
    let hasClipSound = format.hasKeyFrames && !mutesClips && clips.contains(where: \.hasSound)
    // Sound is added after the last frame, which is late to find that it can't be decoded.
    let audible = hasClipSound ? clips.filter(\.hasSound).map(\.path) : []
    for path in audible + [music?.path].compactMap(\.self) { try FFprobe.checkSound(of: path) }
    return Plan(
      clips: clips, stills: stills, model: model, size: size, rate: rate, count: count,
      starts: starts, hasClipSound: hasClipSound, music: music)
  }

  /// Why all frames are encoded whatever the clips are; `nil` if some may be copied.
  private var refusal: String? {
    guard format == .mp4, BookPlan.isFile(output) else { return "the output is not an MP4 file" }
    if isAlone { return "only the turn is written" }
    guard copiesFrames, quality == nil, compression != .small else {
      return "the settings of the encoder apply to all frames"
    }
    return nil
  }

  private func copiedFrames(_ plan: Plan) throws -> CopiedFrames {
    try CopiedFrames(
      from: plan.clips[0], to: plan.clips[plan.clips.count - 1], like: plan.model,
      size: plan.size, rate: plan.rate, turn: plan.count, start: plan.starts.first)
  }

  private func write(
    _ plan: Plan, _ copies: CopiedFrames?, _ progress: (_ done: Int, _ total: Int) throws -> Void
  ) throws {
    let (clips, size, rate, count) = (plan.clips, plan.size, plan.rate, plan.count)
    // The number of frames that are copied.
    let (copiedStart, copiedEnd) = (
      copies?.first?.frames.count ?? 0, copies?.second?.frames.count ?? 0
    )
    /// The number of frames that are left of the last clip.
    let rest = copies?.second.map { $0.video.frames.count - copiedEnd }
    var clip =
      try copies?.first.map { try reader(clips[0], $0.video, after: copiedStart, plan) }
      ?? reader(0, plan)
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
      ? try VideoSink(path: output, format: format, video, isScratch: true) : nil
    let sink = try silent ?? format.sink(at: output, video)
    var frames = ClipFrameWriter(sink, size, isAnimation: format.isAnimation)
    let total = promisedFrames(plan)
    var done = copiedStart
    func write(_ frame: [UInt8]) throws {
      try frames.append(frame, number: done)
      done += 1
      try progress(done, max(done, total))
    }
    do {
      /// The number of frames of the clip so far, and of the output before the clip.
      var (used, begun) = (copiedStart, 0)
      /// When the clips start to play and end, in frames of their own.
      var parts: [Range<Int>] = []
      for turn in 1..<clips.count {
        let last = turn - 1 < plan.starts.count ? plan.starts[turn - 1] - begun + count : nil
        // The end of a clip is only known once it is there.
        var tail: [[UInt8]] = []
        while last.map({ used + tail.count < $0 }) != false, let frame = try clip.next() {
          tail.append(frame)
          if tail.count > count {
            let passed = tail.removeFirst()
            used += 1
            if !isAlone { try write(passed) }
            clip.reuse(passed)
          }
        }
        let found = used + tail.count
        if turn == 1, last == nil, let coded = copies?.first?.video.frames.count, coded != found {
          throw Miscounted()
        }
        guard tail.count == count, last.map({ $0 == found }) != false else {
          throw tooShort(turn - 1, found, last, plan)
        }
        parts.append((isAlone ? used : 0)..<found)
        let isCopied = turn == clips.count - 1
        var next =
          try (isCopied ? copies?.second : nil).map {
            try reader(clips[turn], $0.video, after: 0, plan)
          } ?? reader(turn, plan)
        let pipeline = try TransitionPipeline(
          try TransitionPlan(
            settings, frames: count, size: size, rate: rate, isReversed: isReversed),
          workers: BookJob.defaultThreads())
        for (index, frame) in tail.enumerated() {
          guard let other = try next.next() else { throw tooShort(turn, index, nil, plan) }
          for drawn in try pipeline.draw(from: frame, to: other) { try write(drawn) }
          next.reuse(other)
        }
        begun += used
        used = count
        clip = next
      }
      while !isAlone, used != rest, let frame = try clip.next() {
        try write(frame)
        clip.reuse(frame)
        used += 1
      }
      if !isAlone, let rest, used != rest { throw Miscounted() }
      parts.append(0..<used + copiedEnd)
      try frames.finish()
      let encoded = done - copiedStart
      done += copiedEnd
      let sound = ClipSound(
        path: output, format: format, clips: plan.hasClipSound ? clips : [],
        music: plan.music, turn: Double(count) / rate.value, duration: Double(done) / rate.value,
        parts: parts.map {
          (Double($0.lowerBound) / rate.value, Double($0.upperBound) / rate.value)
        })
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
    func promised(_ index: Int) -> Int {
      let clip = plan.clips[index]
      return clip.rate == nil
        ? stillFrames(index, plan) : Int(((clip.seconds ?? 0) * plan.rate.value).rounded())
    }
    if isAlone { return plan.count }
    var begun = 0
    let last = plan.clips.count - 1
    for index in 0..<last {
      begun =
        index < plan.starts.count
        ? plan.starts[index] : begun + max(promised(index) - plan.count, 0)
    }
    return begun + max(promised(last), plan.count)
  }

  /// The number of frames for which a still is shown: at least those of its turns.
  private func stillFrames(_ index: Int, _ plan: Plan) -> Int {
    let isMiddle = index > 0 && index < plan.clips.count - 1
    let start = index < plan.starts.count ? plan.starts[index] : isMiddle ? plan.count : 0
    let begun = index > 0 && index < plan.starts.count ? plan.starts[index - 1] : 0
    return max(Int((stillSeconds * plan.rate.value).rounded()), start - begun + plan.count)
  }

  private func checkOutput() throws(RecordingError) {
    guard audio == nil || BookPlan.isFile(output) else {
      throw .format(
        "'\(output)' has no sound; use \(VideoFormat.extensions(where: \.hasKeyFrames))")
    }
    var check = OutputCheck()
    check.add(inputs: clips, as: "clip")
    check.add(inputs: [audio].compactMap(\.self), as: "sound")
    try check.add(output: output, as: "output")
  }

  private func reader(_ index: Int, _ plan: Plan) throws(RecordingError) -> ClipReader {
    let clip = plan.clips[index]
    let command = clip.decoding(
      to: plan.size, rate: plan.rate,
      matrix: format.isAnimation ? "bt709" : plan.model.matrix,
      frames: stillFrames(index, plan),
      isDrawn: format.isAnimation)
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

  /// The error for a clip of too few frames, which has to last until a frame.
  private func tooShort(
    _ index: Int, _ frames: Int, _ last: Int?, _ plan: Plan
  ) -> RecordingError {
    func text(_ frames: Int) -> String {
      "\((Double(frames) / plan.rate.value * 100).rounded() / 100) s"
    }
    let turns = index > 0 && index < clips.count - 1 ? "its two turns" : "the turn"
    let start = "'\(clips[index])' lasts \(text(frames)), less than "
    guard let last else {
      return .clip("\(start)\(turns) of \(seconds) s; " + .duration)
    }
    return .clip(
      "\(start)\(text(last)), the end of the turn that starts at \(offsets[index]) s; start it "
        + "earlier")
  }
}

extension Clip {
  /// Whether it may be transparent. Many pictures have alpha but are opaque.
  fileprivate var isTransparent: Bool {
    guard hasAlpha, rate == nil, let picture = try? ImageFile.read(file) else { return hasAlpha }
    return !picture.isOpaque
  }
}
