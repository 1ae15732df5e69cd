import GLESKitSupport
import ImageCoding
import Imaging

/// A JPEG 2000 picture. OpenJPEG's program decodes it: ffmpeg 5.1 shows sYCC, CMYK, subsampled
/// components, palettes and high-throughput files (ISO 15444-15) in wrong colors or sizes.
struct JPEG2000Picture {
  private let path: String
  let size: PixelSize

  /// More than any file has before its pixels. A hostile one has millions.
  private static let mostBoxes = 256

  /// Reads the size from the header.
  ///
  /// - Throws: ``RecordingError/image(_:)``, ``RecordingError/file(_:)``.
  init(_ path: String) throws(RecordingError) {
    self.path = path
    guard let size = try Self.size(path), size.width > 0, size.height > 0 else {
      throw .clip(
        "'\(path)' is a damaged or incomplete JPEG 2000 picture; copy or download the file again")
    }
    try size.checkLimit(of: path)
    self.size = size
  }

  /// The size by the marker SIZ, which begins each codestream (ISO 15444-1, A.5.1).
  private static func size(_ path: String) throws(RecordingError) -> PixelSize? {
    func part(at place: Int, _ count: Int) throws(RecordingError) -> [UInt8] {
      try filing { () throws(FileError) in try Files.part(of: path, at: place, count: count) }
    }
    var place = 0
    for _ in 0..<mostBoxes {
      let head = try part(at: place, 24)
      guard head.count == 24 else { return nil }
      if head.starts(with: [0xFF, 0x4F, 0xFF, 0x51]) {
        // The far corner of the picture, and the near one.
        let numbers = stride(from: 8, to: 24, by: 4).map { head[$0..<$0 + 4].bigEndianNumber }
        return PixelSize(numbers[0] - numbers[2], numbers[1] - numbers[3])
      }
      // A box has its length, or 1 and a long length, or 0 up to the end (I.4).
      let (short, name) = Box.head(head)
      let start = short == 1 ? 16 : 8
      if name == "jp2c" {
        place += start
        continue
      }
      let length = short == 1 ? head[8..<16].bigEndianNumber : short
      guard length >= start, length < 1 << 40 else { return nil }
      place += length
    }
    return nil
  }

  /// Decodes it. The program converts its colors to sRGB.
  func image(_ options: DecodingOptions) throws(RecordingError) -> Image {
    let bytes = try PictureProgram.openJPEG.conversion(of: path, to: "png") {
      ["-quiet", "-upsample", "-i", $0, "-o", $1]
    }
    return try imaging { () throws(ImageError) in
      try ImageFile.decode(bytes, name: path, options: options)
    }
  }
}
