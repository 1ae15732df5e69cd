import GLESKitSupport
import Imaging

/// The chunk list of a PNG, read without decoding.
///
/// It tells before memory is allocated whether the file is complete and whether its compressed data
/// can hold the declared size.
struct PNGStructure {
  var size: PixelSize
  var bitDepth: Int
  var hasAlpha: Bool
  var orientation: Orientation {
    get { exifOrientation ?? textOrientation ?? xmpOrientation ?? .upright }
    set { exifOrientation = newValue }
  }
  /// The size of the compressed pixels in bytes.
  var compressedBytes = 0
  /// The ranges of the signature and of the chunks that affect the pixels (critical chunks and
  /// `tRNS`), in order, without texts, profiles and other chunks.
  var parts = [0..<Signature.png.count]
  /// The range of the chunk with the color profile (`iCCP`).
  private(set) var profileChunk: Range<Int>?
  /// Whether the file contains all chunks up to `IEND`.
  var isComplete = false

  /// What the file says about its colors without a profile.
  private(set) var colors = PNGColors()

  private var exifOrientation: Orientation?
  private var textOrientation: Orientation?
  private var xmpOrientation: Orientation?
  private var colorType: UInt8
  private var isInterlaced: Bool

  /// Reads the chunk list of `bytes`, which start with the PNG signature. Does not throw for a
  /// truncated file that has its header; see ``isComplete``.
  init(_ bytes: [UInt8], name: String) throws(ImageError) {
    let header = Signature.png.count
    guard bytes.count >= header + 12 + Self.headerLength else {
      throw .truncated(name: name, format: .png)
    }
    if Self.chunkType(bytes, at: header) == Self.type("CgBI") {
      throw .unsupportedKind(name: name, format: .png, kind: "PNG for iPhones (CgBI)")
    }
    guard Self.chunkType(bytes, at: header) == Self.type("IHDR"),
      Self.value32(bytes, at: header) == Self.headerLength
    else { throw .corrupt(name: name, format: .png, reason: "its first chunk is not a header") }
    let fields = header + 8
    size = PixelSize(Self.value32(bytes, at: fields), Self.value32(bytes, at: fields + 4))
    bitDepth = Int(bytes[fields + 8])
    colorType = bytes[fields + 9]
    hasAlpha = colorType & 4 != 0
    isInterlaced = bytes[fields + 12] != 0

    var start = header
    while start + 8 <= bytes.count {
      let length = Self.value32(bytes, at: start)
      let type = Self.chunkType(bytes, at: start)
      let data = start + 8
      // The checksum takes four bytes after the data.
      guard length <= bytes.count - data - 4 else { return }
      let next = data + length + 4
      let isCritical = bytes[start + 4] & 0x20 == 0
      if isCritical || type == Self.type("tRNS") { addPart(start..<next) }
      switch type {
      case Self.type("IDAT"): compressedBytes += length
      case Self.type("tRNS"): hasAlpha = true
      case Self.type("iCCP"): profileChunk = profileChunk ?? start..<next
      case Self.type("eXIf"):
        exifOrientation = EXIF.orientation(inTIFF: bytes[data..<data + length])
      case Self.type("tEXt"):
        textOrientation = textOrientation ?? EXIF.orientation(inText: bytes[data..<data + length])
      case Self.type("iTXt") where bytes[data..<data + length].starts(with: XMP.keyword):
        xmpOrientation = XMP.orientation(in: bytes[data..<data + length])
      case Self.type("IEND"):
        isComplete = true
        return
      default:
        if compressedBytes == 0 {
          colors.read(bytes[start + 4..<data], bytes[data..<data + length])
        }
      }
      start = next
    }
  }

  /// The ranges from which the codec reads the color profile alone: the header, the profile, and
  /// what else affects the pixels.
  var partsWithProfile: [Range<Int>]? {
    guard let profileChunk, let first = parts.first else { return nil }
    let header = Signature.png.count + 12 + Self.headerLength
    return [0..<header, profileChunk, header..<first.upperBound] + parts.dropFirst()
  }

  /// Whether it has gray levels instead of colors.
  var isGray: Bool { colorType & 3 == 0 }

  /// Whether the compressed data can hold the whole image, to reject a small file that declares a
  /// huge image before allocating memory. Deflate expands one byte to at most 1,032 (zlib's
  /// documentation).
  var couldHoldAllPixels: Bool {
    let bits = size.width.multipliedReportingOverflow(by: bitDepth * channels)
    let total = bits.partialValue.multipliedReportingOverflow(by: size.height)
    return !bits.overflow && !total.overflow && total.partialValue / 8 / 1032 <= compressedBytes
  }

  /// The numbers of the passes that have pixels (PNG, 3rd edition, 8.1); 0 if it is not interlaced.
  var passes: [Int32] {
    guard isInterlaced else { return [0] }
    let firstPixels = [(0, 0), (4, 0), (0, 4), (2, 0), (0, 2), (1, 0), (0, 1)]
    return (0..<7).filter {
      let (x, y) = firstPixels[Int($0)]
      return x < size.width && y < size.height
    }
  }

  /// The bytes of a pixel in a row from libspng, which has four channels.
  var bytesPerDecodedPixel: Int { bitDepth == 16 ? 8 : 4 }

  /// The bytes that decoding takes beside the result: each decoder keeps two stored rows and, of an
  /// interlaced image, a decoded one.
  func workingBytes(isScaled: Bool) -> Int {
    let stored = (size.width * bitDepth * channels + 7) / 8
    let decoded = size.width * bytesPerDecodedPixel
    let codecs = isInterlaced ? 7 * (2 * stored + decoded) : 2 * stored
    let scaler = isScaled ? size.width * (4 + RowScaler.bytesPerColumn) : 0
    return codecs + (bitDepth == 16 ? decoded : 0) + scaler
  }

  private var channels: Int {
    switch colorType {
    case 2: 3
    case 4: 2
    case 6: 4
    default: 1
    }
  }

  private mutating func addPart(_ part: Range<Int>) {
    if let last = parts.last, last.upperBound == part.lowerBound {
      parts[parts.count - 1] = last.lowerBound..<part.upperBound
    } else {
      parts.append(part)
    }
  }

  private static let headerLength = 13

  private static func type(_ name: StaticString) -> UInt32 {
    name.withUTF8Buffer { UInt32($0.bigEndianNumber) }
  }

  private static func chunkType(_ bytes: [UInt8], at chunk: Int) -> UInt32 {
    UInt32(value32(bytes, at: chunk + 4))
  }

  private static func value32(_ bytes: [UInt8], at offset: Int) -> Int {
    bytes[offset..<offset + 4].bigEndianNumber
  }
}
