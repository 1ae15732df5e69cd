import GLESKitSupport
import Imaging

/// Writes coded frames as an MP4 file without sound (ISO/IEC 14496-12), from which `ffmpeg` makes
/// the output. Its index follows its data.
struct MovieWriter: ~Copyable {
  private let file: AtomicFile
  private var lengths: [Int] = []
  /// The places of the frames among those that are shown.
  private var numbers: [Int] = []
  /// The frames at which decoding can start, counted from 1.
  private var keys: [Int] = []

  /// The start of the data: its length, which is not known before the end, has 64 bits.
  private static let head = box("ftyp", Array("isom".utf8), words(512), Array("isomavc1".utf8))
  private static let dataHead = 16

  init() throws(FileError) {
    let file = try Spool.open()
    try file.write(Self.head + [UInt8](repeating: 0, count: Self.dataHead))
    self.file = file
  }

  /// The number of frames.
  var count: Int { lengths.count }

  /// Adds the frame that is decoded next.
  mutating func append(
    _ bytes: [UInt8], number: Int, isKey: Bool
  ) throws(FileError) {
    try file.write(bytes)
    lengths.append(bytes.count)
    numbers.append(number)
    if isKey { keys.append(count) }
  }

  /// Completes the file, which has at least one frame.
  consuming func finish(
    _ configuration: AVCConfiguration, size: PixelSize, rate: FrameRate
  ) throws(FileError) -> AtomicFile {
    let data = Self.dataHead + lengths.reduce(0, +)
    try file.write(index(configuration, size, rate))
    let head = Self.words(1) + Array("mdat".utf8) + Self.long(data)
    try file.write(head, at: Self.head.count)
    return file
  }

  /// The index: one track, all of whose data is one chunk.
  private func index(
    _ configuration: AVCConfiguration, _ size: PixelSize, _ rate: FrameRate
  ) -> [UInt8] {
    let (scale, step) = (rate.numerator, rate.denominator)
    let duration = Self.long(count * step)
    let times = [UInt8](repeating: 0, count: 16)
    let matrix = Self.words(1 << 16, 0, 0, 0, 1 << 16, 0, 0, 0, 1 << 30)
    // A negative offset shows a frame before it is decoded: ffmpeg decodes all frames earlier then.
    let offsets = numbers.enumerated().flatMap { Self.words(1, ($1 - $0) * step) }
    let description = Self.box(
      "avc1", Self.zeros(6), Self.half(1), Self.zeros(16), Self.half(size.width),
      Self.half(size.height), Self.words(72 << 16, 72 << 16, 0), Self.half(1), Self.zeros(32),
      Self.half(24), Self.half(0xFFFF), Self.box("avcC", configuration.bytes))
    let table = Self.box(
      "stbl", Self.box("stsd", Self.words(0, 1), description),
      Self.box("stts", Self.words(0, 1, count, step)),
      Self.box("ctts", Self.words(1 << 24, count), offsets),
      Self.box("stss", Self.words(0, keys.count), keys.flatMap { Self.words($0) }),
      Self.box("stsc", Self.words(0, 1, 1, count, 1)),
      Self.box("stsz", Self.words(0, 0, count), lengths.flatMap { Self.words($0) }),
      Self.box("co64", Self.words(0, 1), Self.long(Self.head.count + Self.dataHead)))
    let reference = Self.box("dref", Self.words(0, 1), Self.box("url ", Self.words(1)))
    let media = Self.box(
      "mdia",
      Self.box(
        "mdhd", Self.words(1 << 24), times, Self.words(scale), duration, Self.words(0x55C4_0000)),
      Self.box("hdlr", Self.words(0, 0), Array("vide".utf8), Self.zeros(13)),
      Self.box("minf", Self.box("vmhd", Self.words(1, 0, 0)), Self.box("dinf", reference), table))
    let track = Self.box(
      "trak",
      Self.box(
        "tkhd", Self.words(1 << 24 | 3), times, Self.words(1, 0), duration, Self.zeros(16), matrix,
        Self.words(size.width << 16, size.height << 16)),
      media)
    let movie = Self.box(
      "mvhd", Self.words(1 << 24), times, Self.words(scale), duration, Self.words(1 << 16, 1 << 24),
      Self.zeros(8), matrix, Self.zeros(24), Self.words(2))
    return Self.box("moov", movie, track)
  }

  private static func box(_ name: String, _ parts: [UInt8]...) -> [UInt8] {
    var bytes: [UInt8] = []
    Box(name, Array(parts.joined())).append(to: &bytes)
    return bytes
  }

  private static func half(_ number: Int) -> [UInt8] { number.bigEndianBytes(2) }
  private static func words(_ numbers: Int...) -> [UInt8] {
    numbers.flatMap { $0.bigEndianBytes(4) }
  }
  private static func long(_ number: Int) -> [UInt8] { number.bigEndianBytes(8) }
  private static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }
}
