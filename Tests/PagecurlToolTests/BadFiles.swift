import GLESKitSupport
import ImageCoding
import Imaging
import Testing

/// A file that is not a page.
struct BadFile: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let bytes: [UInt8]

  init(_ description: String, _ bytes: [UInt8]) {
    testDescription = description
    self.bytes = bytes
  }

  /// The same in text, or in bytes that are letters for the most part.
  init(_ description: String, text: String, then bytes: [UInt8] = []) {
    self.init(description, Array(text.utf8) + bytes)
  }

  static let all = truncated + otherFormats + damaged

  /// Both formats, cut at every eighth.
  static let truncated: [BadFile] = ["page-1.png", "cover.jpg"].flatMap { name in
    let bytes = (try? Files.read(Pagecurl.page(name))) ?? []
    return (0..<8).map {
      BadFile("\(name) cut to \($0)/8", Array(bytes.prefix(bytes.count * $0 / 8)))
    }
  }

  static let otherFormats = [
    BadFile("a text", text: "Alice was beginning to get very tired\n"),
    BadFile("a shader", text: "precision mediump float;\nvoid main() {}\n"),
    BadFile("GIF", text: "GIF89a", then: [1, 0, 1, 0, 0, 0, 0, 0x3B]),
    BadFile("WebP", text: "RIFF\u{1A}\0\0\0WEBPVP8L"),
    BadFile("PDF", text: "%PDF-1.7\n1 0 obj\n"),
    BadFile("BMP", text: "BM", then: [UInt8](repeating: 0, count: 64)),
    BadFile("a program", [0x7F] + Array("ELF".utf8) + [UInt8](repeating: 1, count: 4096)),
    BadFile("zeros", [UInt8](repeating: 0, count: 70_000)),
  ]

  static let damaged: [BadFile] = [
    BadFile("a PNG of 0×0", png(width: 0, height: 0)),
    BadFile("a PNG of 10×0", png(width: 10, height: 0)),
    BadFile("a PNG of 2147483647×2147483647", png(width: 0x7FFF_FFFF, height: 0x7FFF_FFFF)),
    BadFile("a PNG of 4294967295×1", png(width: 0xFFFF_FFFF, height: 1)),
    BadFile("a PNG of 60000×60000 without data", png(width: 60_000, height: 60_000)),
    BadFile("a PNG of 3 bits a channel", png(width: 1, height: 1, depth: 3)),
    BadFile("a PNG of color type 5", png(width: 1, height: 1, type: 5)),
    BadFile("a PNG without data", png(width: 1, height: 1)),
    BadFile("a PNG with a wrong checksum", png(width: 1, height: 1, damage: 1)),
    BadFile("a PNG's signature", signature),
    BadFile("a PNG turned to text", text: "\u{89}PNG\n\u{1A}\n"),
    BadFile("a JPEG of 0×0", jpeg(width: 0, height: 0)),
    BadFile("a JPEG of 65535×65535 without data", jpeg(width: 65_535, height: 65_535)),
    BadFile("a JPEG of markers only", [0xFF, 0xD8] + [UInt8](repeating: 0xFF, count: 5000)),
    BadFile("a JPEG that ends at once", [0xFF, 0xD8, 0xFF, 0xD9]),
  ]

  private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// A PNG of a header and an end.
  private static func png(
    width: UInt32, height: UInt32, depth: UInt8 = 8, type: UInt8 = 6, damage: UInt32 = 0
  ) -> [UInt8] {
    signature
      + chunk("IHDR", big(width) + big(height) + [depth, type, 0, 0, 0], damage: damage)
      + chunk("IEND", [])
  }

  private static func chunk(_ type: String, _ data: [UInt8], damage: UInt32 = 0) -> [UInt8] {
    let body = Array(type.utf8) + data
    var sum = UInt32.max
    for byte in body {
      sum ^= UInt32(byte)
      for _ in 0..<8 { sum = sum & 1 == 1 ? sum >> 1 ^ 0xEDB8_8320 : sum >> 1 }
    }
    return big(UInt32(data.count)) + body + big(~sum ^ damage)
  }

  private static func big(_ value: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
  }

  /// A JPEG of a frame header and an end.
  private static func jpeg(width: UInt32, height: UInt32) -> [UInt8] {
    [0xFF, 0xD8, 0xFF, 0xC0, 0, 11, 8] + big(height).suffix(2) + big(width).suffix(2)
      + [1, 1, 0x11, 0, 0xFF, 0xD9]
  }
}

/// Pictures that are in order, but that no frame can be made of.
enum HugePage: CaseIterable {
  case wide, tall

  var bytes: [UInt8] {
    get throws {
      let size = self == .wide ? (100_000, 1) : (1, 100_000)
      return try ImageFile.encode(Image(width: size.0, height: size.1), as: .png(PNGOptions()))
    }
  }
}
