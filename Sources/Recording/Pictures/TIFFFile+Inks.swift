import GLESKitSupport
import ImageCoding
import Imaging

extension TIFFFile {
  /// Decodes a page of CMYK by its profile, which ffmpeg 5.1 ignores.
  ///
  /// - Parameter path: The page in one strip without compression.
  static func printed(
    _ path: String, shown: PixelSize, name: String, _ options: DecodingOptions
  ) throws(RecordingError) -> Image {
    try shown.checkLimit(of: name)
    let start = try part(of: path, at: 0, count: 8)
    let order = ByteOrder(isLittleEndian: start.first == 0x49)
    guard let directory = try Directory(path, at: order.number(start.suffix(4)), order),
      let width = directory.numbers(256).first, let height = directory.numbers(257).first,
      let samples = directory.numbers(277).first, let place = directory.numbers(273).first,
      let bits = directory.numbers(258).first
    else { throw damaged(name) }
    let size = PixelSize(width, height)
    try size.checkLimit(of: name)
    let (bytes, pixel) = (bits / 8, samples * bits / 8)
    let stored = try part(of: path, at: place, count: width * height * pixel)
    guard stored.count == width * height * pixel else { throw damaged(name) }
    // The most significant byte of each ink. What follows is no ink of these.
    let most = order.isLittleEndian ? bytes - 1 : 0
    let inks = [UInt8](unsafeUninitializedCapacity: width * height * 4) { inks, count in
      for index in 0..<width * height * 4 {
        inks[index] = stored[index / 4 * pixel + index % 4 * bytes + most]
      }
      count = width * height * 4
    }
    let profile = try directory.entries.first { $0.tag == 34_675 }?.value(of: path, order)
    return Image(cmyk: inks, size: size, profile: profile, shown: shown, options: options)
  }

  /// The error for a page that ends before it should.
  static func damaged(_ name: String) -> RecordingError {
    .pages("\(name) is damaged or incomplete; copy or download the file again")
  }
}
