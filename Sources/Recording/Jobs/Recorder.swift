import GLESKitSupport
import ImageCoding
import Imaging

/// Records frames of your own: any pictures of one size become a video, an animation, a stream, or
/// numbered picture files.
///
/// ```swift
/// var recorder = try Recorder(to: "ball.mp4", size: PixelSize(640, 360), rate: FrameRate(30))
/// for number in 0..<90 {
///   try recorder.append(draw(number))
/// }
/// try recorder.finish()
/// ```
///
/// What ``finish(at:)`` has ended is there under its name; before that, nothing is, but for numbered files,
/// each of which is whole. ``cancel()`` takes away what was added, as does letting go of the value, and
/// as it cannot be copied, nobody can append to what has ended.
///
/// Pictures are encoded by whoever calls ``append(_:for:)``, one at a time. After an error the recording
/// cannot go on: the error is thrown again by all that follows, and nothing is left.
public struct Recorder: ~Copyable {
  /// How frames are written.
  public struct Options: Hashable, Sendable {
    /// The format of a file that holds all frames; `nil` goes by the path's ending.
    public var format: VideoFormat?
    /// How much trouble encoders take. Default: the mean.
    public var compression = Compression.normal
    /// Straight RGB that shows through transparent pixels where the format has no transparency, and where a
    /// side has to be even but is not. Default: white.
    public var background = SIMD3<UInt8>(repeating: 255)
    /// How often an animation is played, 0 for ever. Default: 0.
    public var plays = 0

    /// The defaults above.
    public init() {}
  }

  /// The size of the pictures that are appended.
  public let size: PixelSize
  /// The size of a frame in the file: one pixel more where a side has to be even (video and Y4M hold
  /// colour once for 2 × 2 pixels) but is not. The pixels more are at the right and at the bottom.
  public let frameSize: PixelSize
  /// Frames a second.
  public let rate: FrameRate
  /// How many frames there are so far.
  public private(set) var frameCount = 0

  private let background: SIMD3<UInt8>
  private let hasAlpha: Bool
  private var sink: (any FrameSink)?
  /// The last picture, whose end may still change, and the first frame that shows it.
  private var last: (bytes: [UInt8], first: Int)?
  private var failure: RecordingError?

  /// Begins a recording.
  ///
  /// - Parameters:
  ///   - path: A file, whose ending says the format (``VideoFormat/init(extensionOf:)``); or numbered
  ///     picture files, such as `out/frame-%04d.png` (``FrameName``), whose folder is made if needed; `-`
  ///     is standard output, a pipe is written to as it is read.
  ///   - size: The size of all pictures.
  ///   - rate: Frames a second.
  ///   - options: How frames are written.
  /// - Throws: ``RecordingError/format(_:)``, ``RecordingError/frameName(_:reason:)``,
  ///   ``RecordingError/size(_:)``, ``RecordingError/file(_:)``, and ``RecordingError/program(_:)`` where
  ///   `ffmpeg` is needed and missing.
  public init(
    to path: String, size: PixelSize, rate: FrameRate, options: Options = Options()
  ) throws(RecordingError) {
    guard size.width > 0, size.height > 0 else { throw .size("a frame of \(size) has no pixels") }
    let files = NumberedFiles(path)
    let format = options.format ?? (files == nil ? VideoFormat(extensionOf: path) : nil)
    let frameSize = format?.hasEvenSides == true ? size.even : size
    let settings = VideoSettings(
      size: frameSize, rate: rate, compression: options.compression, plays: options.plays)
    let sink: any FrameSink
    if let format {
      sink = try format.sink(at: path, settings)
    } else if let files {
      sink = try SequenceSink(
        folder: files.folder, name: files.name, compression: options.compression)
    } else {
      throw .format(
        "cannot tell the format to write from '\(path)'; end the name in .mp4, .webm, .gif, .apng, "
          + ".webp, .y4m or .rgba, or give files a number, such as frame-%04d.png")
    }
    self.size = size
    self.frameSize = frameSize
    self.rate = rate
    background = options.background
    hasAlpha = format?.hasAlpha ?? ImageFormat(extensionOf: path)?.hasAlpha ?? false
    self.sink = sink
  }

  deinit { sink?.cancel() }

  /// Adds a picture.
  ///
  /// - Parameters:
  ///   - image: A picture of ``size``, the top row first.
  ///   - frames: For how many frames it is seen, at least 1.
  /// - Throws: ``RecordingError/size(_:)`` for a picture of another size, ``RecordingError/timing(_:)``
  ///   for a count below 1, and what keeps it from being encoded or written.
  public mutating func append(_ image: Image, for frames: Int = 1) throws(RecordingError) {
    try attempt { recorder throws(RecordingError) in
      guard frames > 0 else { throw .timing("a picture is seen for at least one frame") }
      try recorder.add(image, at: recorder.frameCount, for: frames)
    }
  }

  /// Adds a picture that is seen from a moment on, until the next one's. Moments are rounded to the
  /// nearest frame; of pictures that fall on one frame the last is kept.
  ///
  /// - Parameters:
  ///   - image: A picture of ``size``, the top row first.
  ///   - seconds: The moment, from the start of the recording, not before the last picture's. The first
  ///     picture is seen from the start, whatever its moment.
  /// - Throws: ``RecordingError/timing(_:)`` for a moment before the last picture's, and as
  ///   ``append(_:for:)`` does.
  public mutating func append(_ image: Image, at seconds: Double) throws(RecordingError) {
    try attempt { recorder throws(RecordingError) in
      let frame = try recorder.frame(at: seconds)
      try recorder.add(image, at: recorder.last == nil ? 0 : frame, for: 1)
    }
  }

  /// Ends the recording: the file is there when this returns.
  ///
  /// - Parameter seconds: The moment at which the last picture is gone; `nil` leaves it as long as it was
  ///   appended for, one frame after ``append(_:at:)``.
  /// - Throws: ``RecordingError/timing(_:)`` where nothing was appended, and what keeps the file from
  ///   being whole; it is not there then.
  public consuming func finish(at seconds: Double? = nil) throws(RecordingError) {
    if let seconds {
      try attempt { recorder throws(RecordingError) in
        recorder.frameCount = max(try recorder.frame(at: seconds), (recorder.last?.first ?? 0) + 1)
      }
    }
    try attempt { recorder throws(RecordingError) in
      guard recorder.last != nil else { throw .timing("nothing was recorded; append a picture") }
      try recorder.flush(until: recorder.frameCount)
      try recorder.sink?.finish()
      recorder.sink = nil
    }
  }

  /// Gives the recording up; nothing of it is left.
  public consuming func cancel() {}

  /// Does something that ends the recording if it fails.
  private mutating func attempt(
    _ body: (inout Recorder) throws(RecordingError) -> Void
  ) throws(RecordingError) {
    if let failure { throw failure }
    do throws(RecordingError) {
      try body(&self)
    } catch {
      failure = error
      sink?.cancel()
      sink = nil
      throw error
    }
  }

  private func frame(at seconds: Double) throws(RecordingError) -> Int {
    // Up to years at any rate; what is no number is not in the range either.
    guard (0...1e9).contains(seconds) else {
      throw .timing("\(seconds) is no moment of a recording; give seconds from its start")
    }
    let frame = Int((seconds * rate.value).rounded())
    guard frame >= last?.first ?? 0 else {
      throw .timing("\(seconds) s is before the last picture; append pictures in their order")
    }
    return frame
  }

  private mutating func add(_ image: Image, at first: Int, for frames: Int) throws(RecordingError) {
    guard image.width == size.width, image.height == size.height else {
      throw .size(
        "a picture of \(PixelSize(image.width, image.height)) does not fit a recording of \(size)")
    }
    var bytes = try flush(until: first)
    try sink?.encoder(prepared(image), &bytes)
    last = (bytes, first)
    frameCount = first + frames
  }

  /// Writes the last picture, which is seen until a frame; returns its memory, to be used again.
  @discardableResult
  private mutating func flush(until end: Int) throws(RecordingError) -> [UInt8] {
    guard let (bytes, first) = last else { return [] }
    last = nil
    if first < end { try sink?.append(bytes, for: first..<end) }
    return bytes
  }

  /// The picture as the encoder takes it.
  private func prepared(_ image: Image) -> Image {
    if frameSize == size { return hasAlpha ? image : image.flattened(on: background) }
    var frame = Image(
      width: frameSize.width, height: frameSize.height, filledWith: SIMD4(background, 255))
    frame.draw(image, left: 0, top: 0)
    return frame
  }
}

/// A path that names numbered files.
private struct NumberedFiles {
  let folder: String
  let name: FrameName

  /// `nil` for a path without a number.
  init?(_ path: String) {
    let slash = path.lastIndex(of: "/")
    guard let name = try? FrameName(slash.map { String(path[path.index(after: $0)...]) } ?? path)
    else { return nil }
    self.name = name
    folder = slash.map { String(path[...$0]) } ?? "."
  }
}

extension PixelSize {
  /// The size with one pixel more where a side is odd.
  var even: PixelSize { PixelSize(width + width % 2, height + height % 2) }
}
