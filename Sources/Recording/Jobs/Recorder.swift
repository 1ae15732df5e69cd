import GLESKitSupport
import ImageCoding
import Imaging

/// Records frames of your own: images of one size become a video, an animation, a stream, or
/// numbered image files.
///
/// ```swift
/// var recorder = try Recorder(to: "ball.mp4", size: PixelSize(640, 360), rate: FrameRate(30))
/// for number in 0..<90 {
///   try recorder.append(draw(number))
/// }
/// try recorder.finish()
/// ```
///
/// The file appears when ``finish(at:)`` returns; numbered files appear one by one, each complete.
/// ``cancel()`` removes what was added, and so does destroying the value without finishing it.
///
/// Images are encoded on the thread that calls ``append(_:for:)``. After an error the recording is
/// cancelled, and every further call throws the same error.
public struct Recorder: ~Copyable {
  /// How frames are written.
  public struct Options: Hashable, Sendable {
    /// The format of a file that holds all frames; `nil` is that of the path's extension.
    public var format: VideoFormat?
    /// Whether encoders favor speed or file size. Default: balanced.
    public var compression = Compression.balanced
    /// The quality of lossy encoders, 1 (smallest) … 100 (best); `nil` is the format's usual one.
    public var quality: Int?
    /// The RGB color behind transparent pixels if the format has no transparency, and of pixels
    /// that are added to make a side even. Default: white.
    public var background = SIMD3<UInt8>(repeating: 255)
    /// Whether MOV, MKV and WebM videos and AVIF keep transparency; if not, they show the
    /// background. Default: `false`.
    public var keepsAlpha = false
    /// How often an animation plays; 0 is endless. Default: 0.
    public var plays = 0

    /// The defaults above.
    public init() {}
  }

  /// The size of the images that are appended.
  public let size: PixelSize
  /// The size of a frame in the file. For 4:2:0 formats (MP4, WebM and Y4M) odd sides are made even
  /// by adding a pixel at the right or the bottom.
  public let frameSize: PixelSize
  /// The frame rate.
  public let rate: FrameRate
  /// The number of frames so far.
  public private(set) var frameCount = 0

  private let background: SIMD3<UInt8>
  private let hasAlpha: Bool
  private var sink: (any FrameSink)?
  /// The last picture, whose duration may still change, and the first frame that shows it.
  private var last: (bytes: [UInt8], first: Int)?
  private var failure: RecordingError?

  /// Starts a recording.
  ///
  /// - Parameters:
  ///   - path: A file with the extension of a format (``VideoFormat/init(extensionOf:)``); or a
  ///     pattern for image files such as `out/frame-%04d.png` (``FrameName``), whose folder is made
  ///     if needed; or `-` for standard output.
  ///   - size: The size of all images.
  ///   - rate: The frame rate.
  ///   - options: How frames are written.
  /// - Throws: ``RecordingError/format(_:)``, ``RecordingError/frameName(_:reason:)``,
  ///   ``RecordingError/size(_:)``, ``RecordingError/file(_:)``, and ``RecordingError/program(_:)``
  ///   if `ffmpeg` is needed and missing.
  public init(
    to path: String, size: PixelSize, rate: FrameRate, options: Options = Options()
  ) throws(RecordingError) {
    guard size.width > 0, size.height > 0 else {
      throw .size("a frame of \(size) is empty; use a size of at least 1x1")
    }
    // A pattern for numbered files.
    let last = path.split(separator: "/", omittingEmptySubsequences: false).last ?? ""
    let name = try? FrameName(String(last))
    let format = options.format ?? (name == nil ? VideoFormat(extensionOf: path) : nil)
    let frameSize = format?.hasEvenSides == true ? size.even : size
    let settings = VideoSettings(
      size: frameSize, rate: rate, compression: options.compression, plays: options.plays,
      isOpaque: (format?.hasKeyFrames == true || format == .avif) && !options.keepsAlpha,
      quality: options.quality)
    let sink: any FrameSink
    if let format {
      sink = try format.sink(at: path, settings)
    } else if let name {
      sink = try SequenceSink(
        folder: AtomicFile.folder(of: path), name: name, compression: options.compression,
        quality: options.quality)
    } else {
      throw .format(
        "'\(path)': unknown output type; use \(VideoFormat.extensions()), or a pattern such as "
          + "frame-%04d.png")
    }
    self.size = size
    self.frameSize = frameSize
    self.rate = rate
    background = options.background
    hasAlpha =
      format.map { $0.hasAlpha && !settings.isOpaque }
      ?? ImageFormat(extensionOf: path)?.hasAlpha ?? false
    self.sink = sink
  }

  deinit { sink?.cancel() }

  /// Adds a picture.
  ///
  /// - Parameters:
  ///   - image: An image of ``size``, top row first.
  ///   - frames: The number of frames that show it, at least 1.
  /// - Throws: ``RecordingError/size(_:)`` for an image of another size,
  ///   ``RecordingError/noFrames(_:)`` for a number of frames below 1, and errors of encoding and
  ///   writing.
  public mutating func append(_ image: Image, for frames: Int = 1) throws(RecordingError) {
    try attempt { recorder throws(RecordingError) in
      guard frames > 0 else { throw .noFrames(frames) }
      try recorder.add(image, at: recorder.frameCount, for: frames)
    }
  }

  /// Adds an image that is shown from a time until that of the next image. Times are rounded to the
  /// nearest frame. If several images fall on one frame, the last is kept.
  ///
  /// - Parameters:
  ///   - image: An image of ``size``, top row first.
  ///   - seconds: The time from the start of the recording, not before that of the last image.
  ///     The first image is shown from the start, regardless of its time.
  /// - Throws: ``RecordingError/unordered(seconds:)`` for a time before that of the last image,
  ///   ``RecordingError/outside(seconds:)``, and the errors of ``append(_:for:)``.
  public mutating func append(_ image: Image, at seconds: Double) throws(RecordingError) {
    try attempt { recorder throws(RecordingError) in
      let frame = try recorder.frame(at: seconds)
      try recorder.add(image, at: recorder.last == nil ? 0 : frame, for: 1)
    }
  }

  /// Completes the recording. The file exists when this returns.
  ///
  /// - Parameter seconds: The time at which the last image ends. With `nil` it keeps its number of
  ///   frames, which is one after ``append(_:at:)``.
  /// - Throws: ``RecordingError/emptyRecording`` if nothing was appended,
  ///   ``RecordingError/unordered(seconds:)`` for a time before that of the last image,
  ///   ``RecordingError/outside(seconds:)``, and errors of writing. There is no file then.
  public consuming func finish(at seconds: Double? = nil) throws(RecordingError) {
    if let seconds {
      try attempt { recorder throws(RecordingError) in
        recorder.frameCount = max(try recorder.frame(at: seconds), (recorder.last?.first ?? 0) + 1)
      }
    }
    try attempt { recorder throws(RecordingError) in
      guard recorder.last != nil else {
        throw .emptyRecording
      }
      try recorder.flush(until: recorder.frameCount)
      try recorder.sink?.finish()
      recorder.sink = nil
    }
  }

  /// Cancels the recording and removes what was added.
  public consuming func cancel() {}

  /// Calls `body`, and cancels the recording if it throws.
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
    // 30 years fit at any frame rate. NaN is outside the range, too.
    guard (0...1e9).contains(seconds) else {
      throw .outside(seconds: seconds)
    }
    let frame = Int((seconds * rate.value).rounded())
    guard frame >= last?.first ?? 0 else {
      throw .unordered(seconds: seconds)
    }
    return frame
  }

  private mutating func add(_ image: Image, at first: Int, for frames: Int) throws(RecordingError) {
    guard image.width == size.width, image.height == size.height else {
      throw .size(
        "an image of \(PixelSize(image.width, image.height)) doesn't fit a recording of \(size)")
    }
    var bytes = try flush(until: first)
    try sink?.encoder(prepared(image), &bytes)
    last = (bytes, first)
    frameCount = first + frames
  }

  /// Writes the last picture, which is shown until a frame. Returns its memory for reuse.
  @discardableResult
  private mutating func flush(until end: Int) throws(RecordingError) -> [UInt8] {
    guard let (bytes, first) = last else { return [] }
    last = nil
    if first < end { try sink?.append(bytes, for: first..<end) }
    return bytes
  }

  /// The picture in the form that the encoder needs.
  private func prepared(_ image: Image) -> Image {
    if frameSize == size { return hasAlpha ? image : image.flattened(on: background) }
    var frame = Image(
      width: frameSize.width, height: frameSize.height, filledWith: SIMD4(background, 255))
    frame.draw(image, left: 0, top: 0)
    return frame
  }
}

extension PixelSize {
  /// The size with odd sides made even by adding a pixel.
  var even: PixelSize { PixelSize(width + width % 2, height + height % 2) }
}
