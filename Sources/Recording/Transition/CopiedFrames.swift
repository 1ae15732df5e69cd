import GLESKitSupport
import Imaging

/// The coded frames that a transition takes from its clips as they are. Only those in between are
/// encoded.
///
/// The parts have parameter sets of different numbers, so the file has one sample description, as
/// players expect, and each frame refers to its own set. The clips' frames keep their quality.
struct CopiedFrames: Sendable {
  /// The first frames of the first clip, and the last ones of the second.
  private(set) var (first, second): (Part?, Part?)
  private let configuration: AVCConfiguration?
  /// The number of frames that a decoder keeps.
  private let references: Int

  /// Why frames of a clip are not copied.
  private(set) var refusals: [CodedVideo.Refusal] = []

  /// Some frames of a clip.
  struct Part {
    let video: CodedVideo
    let frames: ArraySlice<CodedVideo.Frame>

    /// - Parameters:
    ///   - model: The clip whose size and colors the output has.
    ///   - choose: Chooses frames of the clip.
    /// - Returns: `nil` for a still.
    /// - Throws: ``CodedVideo/Refusal``, ``RecordingError``.
    fileprivate init?(
      of clip: Clip, _ size: PixelSize, _ model: Clip, _ rate: FrameRate,
      _ choose: (CodedVideo) -> ArraySlice<CodedVideo.Frame>
    ) throws {
      guard clip.rate != nil else { return nil }
      func refuse(_ reason: String) -> CodedVideo.Refusal {
        CodedVideo.Refusal(description: "'\(clip.path)' \(reason)")
      }
      guard clip.hasCoded(size, model) else {
        throw refuse("is not H.264 in an MP4 file with the size and colors of the output")
      }
      video = try CodedVideo(clip.path, stream: clip.stream, rate: rate)
      guard CopiedFrames.profiles[video.configuration.profile] != nil,
        video.configuration.freeNumber != nil
      else { throw refuse("has an unusual profile") }
      frames = choose(video)
      guard !frames.isEmpty else {
        throw refuse("has no closed group of pictures outside the turn")
      }
      try video.check(frames)
    }
  }

  /// Finds what can be copied.
  ///
  /// - Parameters:
  ///   - model: The clip whose size and colors the output has.
  ///   - count: The number of frames of the turn.
  /// - Throws: ``RecordingError``.
  init(
    from: Clip, to: Clip, like model: Clip, size: PixelSize, rate: FrameRate, turn count: Int
  ) throws {
    func part(
      of clip: Clip, _ frames: (CodedVideo) -> ArraySlice<CodedVideo.Frame>
    ) throws -> (Part?, [CodedVideo.Refusal]) {
      do {
        return (try Part(of: clip, size, model, rate, frames), [])
      } catch let error as CodedVideo.Refusal {
        return (nil, [error])
      }
    }
    let parts = (
      try part(of: from) { $0.start(atMost: $0.frames.count - count) },
      try part(of: to) { $0.end(without: count) }
    )
    (first, second, refusals) = (parts.0.0, parts.1.0, parts.0.1 + parts.1.1)
    var configuration = first?.video.configuration ?? second?.video.configuration
    if let one = first, let two = second {
      configuration = one.video.configuration.joined(with: two.video.configuration)
      if configuration?.freeNumber == nil {
        // Those of the longer part are kept.
        let isShorter = one.frames.count < two.frames.count
        refusals.append(
          CodedVideo.Refusal(
            description: "'\((isShorter ? from : to).path)' has other parameter sets than "
              + "'\((isShorter ? to : from).path)'"))
        configuration = (isShorter ? two : one).video.configuration
        if isShorter { first = nil } else { second = nil }
      }
    }
    self.configuration = configuration
    references = max(first?.video.references ?? 1, second?.video.references ?? 1)
  }

  /// Whether there are any.
  var isEmpty: Bool { configuration == nil }

  private static let profiles: [UInt8: String] = [66: "baseline", 77: "main", 100: "high"]

  /// The arguments of `ffmpeg` that make libx264 encode what can stand between the copied frames.
  /// The same number of frames in the decoder's memory lets it go on without a restart.
  var encoderOptions: [String] {
    guard let configuration, let profile = Self.profiles[configuration.profile],
      let number = configuration.freeNumber
    else { return [] }
    return ["-profile:v", profile, "-x264-params", "sps-id=\(number):dpb-size=\(references)"]
  }

  /// Joins the copied frames with those that were encoded.
  struct Joining: VideoFinisher {
    let copies: CopiedFrames
    /// The number of frames that were encoded.
    let count: Int
    let size: PixelSize
    let rate: FrameRate
    /// Adds the sound.
    let sound: ClipSound

    func finish(_ video: borrowing AtomicFile) throws(RecordingError) -> AtomicFile {
      do {
        let middle = try CodedVideo(Spool.path(of: video), stream: 0, rate: rate)
        guard middle.frames.count == count,
          let configuration = copies.configuration?.joined(with: middle.configuration)
        else { throw CodedVideo.Refusal(description: "the encoded frames don't fit the clips'") }
        var movie = try MovieWriter()
        let parts = [
          copies.first.map { ($0.video, $0.frames) }, (middle, middle.frames[...]),
          copies.second.map { ($0.video, $0.frames) },
        ]
        for (video, frames) in parts.compactMap(\.self) {
          // Each part starts with its frame that is shown first.
          let shift = movie.count - (frames.first?.number ?? 0)
          try video.read(frames) { frame, bytes in
            try movie.append(bytes, number: frame.number + shift, isKey: frame.isKey)
          }
        }
        let joined = try movie.finish(configuration, size: size, rate: rate)
        return try sound.finish(joined)
      } catch let error as FileError {
        throw .file(error)
      } catch let error as RecordingError {
        throw error
      } catch {
        throw .program("cannot write '\(sound.path)': \(error)")
      }
    }
  }
}
