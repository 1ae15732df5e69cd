import GLESKitFrameKernels
import GLESKitSupport
import ImageCoding
import Imaging

/// Puts PNG files of one size and one kind together to an animated one.
final class APNGWriter {
  private var file: AtomicFile?
  private let settings: VideoSettings
  /// Where the number of pictures stands, once the file has a start.
  private var controlOffset: Int?
  private var end = 0
  private var pictures = 0
  /// The number of the next chunk that counts.
  private var sequence = 0

  /// - Parameter file: A file in which one can go back.
  init(into file: consuming AtomicFile, _ settings: VideoSettings) {
    self.file = consume file
    self.settings = settings
  }

  /// Encodes pictures as PNG files of one kind: with alpha unless all are known to be opaque.
  static func encoder(_ settings: VideoSettings) -> FrameEncoder {
    PictureSink.encoder(.png, settings.compression, keepsAlpha: !settings.isOpaque)
  }

  /// Adds a picture.
  ///
  /// - Parameter png: What ``encoder(_:)`` made of it.
  func append(_ png: [UInt8], for frames: Range<Int>) throws(FileError) {
    // The time that a picture is seen is a fraction of two 16-bit numbers: a minute fits in milliseconds.
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

  /// Writes the end; the file is whole then. `nil` for one that was given up.
  func finish() throws(FileError) -> AtomicFile? {
    try write(PNGChunks.chunk("IEND", []))
    guard let file = file.take() else { return nil }
    if let controlOffset { try file.write(animationControl, at: controlOffset) }
    return file
  }

  /// Gives the file up.
  func cancel() { file = nil }

  private func write(_ bytes: [UInt8]) throws(FileError) {
    try file?.write(bytes)
    end += bytes.count
  }

  private func number() -> [UInt8] {
    defer { sequence += 1 }
    return PNGChunks.value(sequence)
  }

  private var animationControl: [UInt8] {
    PNGChunks.chunk("acTL", PNGChunks.value(pictures) + PNGChunks.value(settings.plays))
  }

  private func frameControl(_ frames: Range<Int>) -> [UInt8] {
    let (delay, unit) = delay(of: frames)
    // Over the whole canvas, in place of what is there.
    return PNGChunks.chunk(
      "fcTL",
      number() + PNGChunks.value(settings.size.width) + PNGChunks.value(settings.size.height)
        + [UInt8](repeating: 0, count: 8) + PNGChunks.value16(delay) + PNGChunks.value16(unit)
        + [0, 0])
  }

  /// For how long a picture is seen: the exact fraction of a second where it fits, else milliseconds.
  private func delay(of frames: Range<Int>) -> (Int, Int) {
    var (seconds, unit) = (frames.count * settings.rate.seconds, settings.rate.frames)
    var (a, b) = (seconds, unit)
    while b > 0 { (a, b) = (b, a % b) }
    (seconds, unit) = (seconds / a, unit / a)
    if seconds <= UInt16.max && unit <= UInt16.max { return (seconds, unit) }
    return (FrameClock(rate: settings.rate, unitsPerSecond: 1000).duration(of: frames), 1000)
  }
}

/// The chunks of a PNG file that our encoders made.
struct PNGChunks {
  /// Where the first chunk of pixels begins.
  private(set) var headerEnd: Int
  /// Where the pixels' compressed bytes are, chunk by chunk.
  private(set) var data: [Range<Int>] = []

  init(_ png: [UInt8]) {
    let signature = 8
    headerEnd = png.count
    var start = signature
    while start + 12 <= png.count {
      let length = png[start..<start + 4].reduce(0) { $0 << 8 | Int($1) }
      if png[start + 4..<start + 8].elementsEqual("IDAT".utf8) {
        if data.isEmpty { headerEnd = start }
        data.append(start + 8..<start + 8 + length)
      }
      start += length + 12
    }
  }

  /// A chunk with its length and checksum.
  static func chunk(_ type: String, _ content: some Collection<UInt8>) -> [UInt8] {
    var chunk: [UInt8] = []
    chunk.reserveCapacity(content.count + 12)
    chunk += value(content.count)
    chunk += type.utf8
    chunk += content
    let checksum = chunk.withUnsafeBufferPointer {
      frame_kernels_crc32($0.baseAddress.map { $0 + 4 }, $0.count - 4)
    }
    return chunk + value(Int(checksum))
  }

  static func value(_ value: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }

  static func value16(_ value: Int) -> [UInt8] {
    [8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }
}
