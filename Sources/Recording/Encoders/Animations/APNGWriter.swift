import GLESKitFrameKernels
import GLESKitSupport
import ImageCoding
import Imaging

/// Assembles PNG files of one size and color type into an animated PNG.
final class APNGWriter {
  private var file: AtomicFile?
  private let settings: VideoSettings
  /// The offset of the number of pictures, once the header is written.
  private var controlOffset: Int?
  private var end = 0
  private var pictures = 0
  /// The sequence number of the next animation chunk.
  private var sequence = 0

  /// - Parameter file: A seekable file.
  init(into file: consuming AtomicFile, _ settings: VideoSettings) {
    self.file = consume file
    self.settings = settings
  }

  /// An encoder for PNG files of one color type: with alpha unless all are known to be opaque.
  static func encoder(_ settings: VideoSettings) -> FrameEncoder {
    PictureSink.encoder(.png, settings.compression, keepsAlpha: !settings.isOpaque)
  }

  /// Adds a picture.
  ///
  /// - Parameter png: A picture that ``encoder(_:)`` encoded.
  func append(_ png: [UInt8], for frames: Range<Int>) throws(FileError) {
    // A delay is a fraction of two 16-bit numbers: a minute fits in milliseconds.
    for piece in settings.rate.pieces(of: frames, seconds: 60) { try append(png, seen: piece) }
  }

  private func append(_ png: [UInt8], seen frames: Range<Int>) throws(FileError) {
    let chunks = PNGChunks(png)
    if controlOffset == nil {
      try write(Array(png[..<chunks.headerEnd]))
      controlOffset = end
      try write(animationControl)
    }
    try write(frameControl(frames))
    for data in chunks.data {
      try write(
        pictures == 0
          ? PNGChunks.chunk("IDAT", png[data]) : PNGChunks.chunk("fdAT", number() + png[data]))
    }
    pictures += 1
  }

  /// Completes the file and returns it; `nil` after ``cancel()``.
  func finish() throws(FileError) -> AtomicFile? {
    try write(PNGChunks.chunk("IEND", []))
    guard let file = file.take() else { return nil }
    if let controlOffset { try file.write(animationControl, at: controlOffset) }
    return file
  }

  /// Discards the file.
  func cancel() { file = nil }

  private func write(_ bytes: [UInt8]) throws(FileError) {
    try file?.write(bytes)
    end += bytes.count
  }

  private func number() -> [UInt8] {
    defer { sequence += 1 }
    return sequence.bigEndianBytes(4)
  }

  private var animationControl: [UInt8] {
    PNGChunks.chunk("acTL", pictures.bigEndianBytes(4) + settings.plays.bigEndianBytes(4))
  }

  private func frameControl(_ frames: Range<Int>) -> [UInt8] {
    let (delay, unit) = delay(of: frames)
    // Replaces the whole canvas.
    return PNGChunks.chunk(
      "fcTL",
      number() + settings.size.width.bigEndianBytes(4) + settings.size.height.bigEndianBytes(4)
        + [UInt8](repeating: 0, count: 8) + delay.bigEndianBytes(2) + unit.bigEndianBytes(2)
        + [0, 0])
  }

  /// The delay of a picture: the exact fraction of a second if it fits, otherwise milliseconds.
  private func delay(of frames: Range<Int>) -> (Int, Int) {
    var (seconds, unit) = (frames.count * settings.rate.denominator, settings.rate.numerator)
    var (a, b) = (seconds, unit)
    while b > 0 { (a, b) = (b, a % b) }
    (seconds, unit) = (seconds / a, unit / a)
    if seconds <= UInt16.max && unit <= UInt16.max { return (seconds, unit) }
    return (FrameClock(rate: settings.rate, unitsPerSecond: 1000).duration(of: frames), 1000)
  }
}

/// The chunks of a PNG file that ``PictureSink`` encoded.
struct PNGChunks {
  /// The offset of the first `IDAT` chunk.
  private(set) var headerEnd: Int
  /// The data of the `IDAT` chunks.
  private(set) var data: [Range<Int>] = []

  init(_ png: [UInt8]) {
    let signature = 8
    headerEnd = png.count
    var start = signature
    while start + 12 <= png.count {
      let length = png[start..<start + 4].bigEndianNumber
      if png[start + 4..<start + 8].elementsEqual("IDAT".utf8) {
        if data.isEmpty { headerEnd = start }
        data.append(start + 8..<start + 8 + length)
      }
      start += length + 12
    }
  }

  /// A chunk with its length and checksum.
  static func chunk(_ type: String, _ content: some Collection<UInt8>) -> [UInt8] {
    var chunk = [UInt8](repeating: 0, count: content.count + 12)
    chunk.replaceSubrange(8..<8 + content.count, with: content)
    chunk.withUnsafeMutableBufferPointer {
      _ = frame_kernels_png_chunk($0.baseAddress, type, content.count)
    }
    return chunk
  }
}
