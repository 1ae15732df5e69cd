import GLESKitSupport
import Imaging

/// The coded frames that a transition takes from its first and last clip as they are. Only those
/// in between are encoded.
///
/// The parts have parameter sets of different numbers, so the file has one sample description, as
/// players expect, and each frame refers to its own set. The clips' frames keep their quality.
struct CopiedFrames: Sendable {
  /// The first frames of the first clip, and the last ones of the last.
  private(set) var (first, second): (CodedVideo.Part?, CodedVideo.Part?)
  /// Why frames of a clip are not copied.
  private(set) var refusals: [CodedVideo.Refusal] = []
  private let sets: ParameterSets?

  /// Finds what can be copied.
  ///
  /// - Parameters:
  ///   - model: The clip whose size and colors the output has.
  ///   - count: The number of frames of a turn.
  ///   - start: The frame at which the first turn starts; `nil` is at the end of the clip.
  /// - Throws: ``RecordingError``.
  init(
    from: Clip, to: Clip, like model: Clip, size: PixelSize, rate: FrameRate, turn count: Int,
    start: Int?
  ) throws {
    func part(
      of clip: Clip, _ choose: (CodedVideo) -> ArraySlice<CodedVideo.Frame>
    ) throws -> (CodedVideo.Part?, [CodedVideo.Refusal]) {
      // A still has no frames to copy.
      guard clip.rate != nil else { return (nil, []) }
      func refuse(_ reason: String) -> CodedVideo.Refusal {
        CodedVideo.Refusal(description: "'\(clip.path)' \(reason)")
      }
      do {
        guard clip.hasCoded(size, model) else {
          throw refuse("is not H.264 in an MP4 file with the size and colors of the output")
        }
        let video = try CodedVideo(clip.path, stream: clip.stream, rate: rate)
        let frames = choose(video)
        guard !frames.isEmpty else {
          throw refuse("has no closed group of pictures outside the turn")
        }
        let part = try video.part(frames)
        guard Self.profiles[part.sets.profile] != nil, part.sets.freeNumber != nil,
          Self.levels.contains(part.sets.level)
        else { throw refuse("has an unusual profile or level") }
        return (part, [])
      } catch let error as CodedVideo.Refusal {
        return (nil, [error])
      }
    }
    let parts = (
      try part(of: from) { $0.start(atMost: min(start ?? .max, $0.frames.count - count)) },
      try part(of: to) { $0.end(without: count) }
    )
    (first, second, refusals) = (parts.0.0, parts.1.0, parts.0.1 + parts.1.1)
    var sets = first?.sets ?? second?.sets
    if let one = first, let two = second {
      sets = ParameterSets(one.sets.units + two.sets.units)
      if sets?.freeNumber == nil {
        // Those of the longer part are kept.
        let isShorter = one.frames.count < two.frames.count
        refusals.append(
          CodedVideo.Refusal(
            description: "'\((isShorter ? from : to).path)' has other parameter sets than "
              + "'\((isShorter ? to : from).path)'"))
        sets = (isShorter ? two : one).sets
        if isShorter { first = nil } else { second = nil }
      }
    }
    self.sets = sets
  }

  /// Whether there are any.
  var isEmpty: Bool { sets == nil }

  /// The levels that x264 knows, such as 40 for 4.0.
  private static let levels: Set<UInt8> = [
    9, 10, 11, 12, 13, 20, 21, 22, 30, 31, 32, 40, 41, 42, 50, 51, 52, 60, 61, 62,
  ]
  private static let profiles: [UInt8: String] = [66: "baseline", 77: "main", 100: "high"]

  /// The arguments of `ffmpeg` that make libx264 encode what can stand between the copied frames.
  /// The same number of frames in the decoder's memory lets it go on without a restart.
  var encoderOptions: [String] {
    guard let sets, let profile = Self.profiles[sets.profile], let number = sets.freeNumber else {
      return []
    }
    let references = max(first?.video.references ?? 1, second?.video.references ?? 1)
    return [
      "-profile:v", profile, "-x264-params",
      "sps-id=\(number):dpb-size=\(references):level=\(sets.level)",
    ]
  }

  /// Joins the copied frames with those that were encoded.
  struct Joining: VideoFinisher {
    let copies: CopiedFrames
    /// The number of frames that were encoded.
    let count: Int
    let rate: FrameRate
    /// Adds the sound.
    let sound: ClipSound

    func finish(_ video: borrowing AtomicFile) throws(RecordingError) -> AtomicFile {
      do {
        let middle = try CodedVideo(Spool.path(of: video), stream: 0, rate: rate)
        let parts = [copies.first, try middle.part(middle.frames[...]), copies.second]
          .compactMap(\.self)
        guard middle.frames.count == count, let sets = ParameterSets(parts.flatMap(\.sets.units))
        else { throw CodedVideo.Refusal(description: "the encoded frames don't fit the clips'") }
        let list = try Spool.open()
        let movie = try Spool.open()
        try list.write(Array(script(parts, sets).utf8))
        let (scale, step) = (rate.numerator, rate.denominator)
        let delay = parts.map(\.delay).max() ?? 0
        let command =
          FFmpeg.command + ["-f", "concat", "-safe", "0", "-i", "/proc/self/fd/4", "-c", "copy"] + [
            "-bsf:v",
            "setts=time_base=1/\(scale):pts=round(PTS/\(step))*\(step):"
              + "dts=(N-\(delay))*\(step):duration=\(step)",
            "-video_track_timescale", "\(scale)", "-f", "mp4", "/proc/self/fd/3",
          ]
        // The parts hold files open that are passed as numbers.
        let (_, ending) = try withExtendedLifetime(parts) {
          try FFmpeg.output(
            of: command, failing: "cannot write '\(sound.path)'",
            passing: [movie.descriptor, list.descriptor] + parts.map(\.file.descriptor),
            limit: 1 << 16, patience: VideoSink.patience)
        }
        // If a part can't be read, ffmpeg leaves it out, and exits with 0.
        guard ending.status == 0, ending.complaint.isEmpty else {
          throw FFmpeg.failure(writing: sound.path, ending)
        }
        let joined = try CodedVideo(Spool.path(of: movie), stream: 0, rate: rate)
        guard joined.frames.count == parts.map(\.frames.count).reduce(0, +) else {
          throw CodedVideo.Refusal(description: "ffmpeg has left out frames")
        }
        return try sound.finish(movie)
      } catch let error as FileError {
        throw .file(error)
      } catch let error as RecordingError {
        throw error
      } catch {
        throw .program("cannot write '\(sound.path)': \(error)")
      }
    }

    /// A list of the parts for `ffmpeg`, which finds them open as descriptors 5, 6 and so on. It
    /// has the parameter sets of all parts; the header of the first part has only its own.
    private func script(_ parts: [CodedVideo.Part], _ sets: ParameterSets) -> String {
      let bytes = sets.units.flatMap { [0, 0, 0, 1] + $0 as [UInt8] }
      let digits = bytes.map { String(256 + Int($0), radix: 16).dropFirst() }.joined()
      return "ffconcat version 1.0\nstream\nstream_codec h264\nstream_extradata \(digits)\n"
        + parts.enumerated().map { index, part in
          "file 'file:/proc/self/fd/\(5 + index)'\n"
            + "duration \(Double(part.frames.count) / rate.value)\n"
        }.joined()
    }
  }
}
