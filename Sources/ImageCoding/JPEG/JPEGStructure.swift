import GLESKitSupport
import Glibc
import Imaging

/// The markers of a JPEG, read without decoding (ITU-T T.81, annex B).
struct JPEGStructure {
  /// The size as stored, before ``orientation``.
  var size: PixelSize
  /// 1 for gray, 3 for color, 4 for CMYK or YCCK.
  var components: Int
  var orientation = Orientation.upright
  /// Whether there is an Adobe segment: Adobe's programs store CMYK inverted, with 255 for no ink.
  var hasAdobeMarker = false
  /// The embedded color profile, if all its segments are there.
  var profile: ColorProfile?
  /// Whether the data is Huffman coded, with at least one bit per code. The alternative, arithmetic
  /// coding, has no such minimum.
  var isHuffmanCoded: Bool
  /// Whether each scan refines the whole image, so that the codec keeps all coefficients.
  var isProgressive: Bool
  /// The offset behind the end marker; `nil` if the file is truncated.
  var end: Int?

  /// Reads the markers of `bytes`, which start with a JPEG signature. Does not throw for a
  /// truncated file that has its frame header; see ``end``.
  init(_ bytes: [UInt8], name: String) throws(ImageError) {
    var frame: (size: PixelSize, components: Int, marker: UInt8)?
    var profileParts: [UInt8: ArraySlice<UInt8>] = [:]
    var position = 2
    walk: while let (marker, data) = Self.nextMarker(in: bytes, from: position) {
      position = data
      switch marker {
      case 0xD9:
        end = data
        break walk
      case 0x01, 0xD0...0xD8: continue
      default: break
      }
      guard data + 2 <= bytes.count else { break }
      let length = bytes[data..<data + 2].bigEndianNumber
      guard length >= 2 else {
        throw .corrupt(
          name: name, format: .jpeg, reason: "a segment declares a length of \(length)")
      }
      guard data + length <= bytes.count else { break }
      position = data + length
      let payload = bytes[data + 2..<position]
      switch marker {
      case 0xC0...0xC3, 0xC5...0xC7, 0xC9...0xCB, 0xCD...0xCF:
        if frame == nil { frame = try Self.frame(payload, marker: marker, name: name) }
      case 0xE1 where payload.starts(with: EXIF.prefix) && frame == nil:
        orientation = EXIF.orientation(inTIFF: payload) ?? orientation
      case 0xE2 where payload.starts(with: Self.icc) && payload.count > Self.icc.count + 2:
        // The part's number from 1, the count of parts, and the part.
        let part = payload.dropFirst(Self.icc.count)
        profileParts[part[part.startIndex]] = part.dropFirst()
      case 0xEE where payload.starts(with: Self.adobe) && payload.count >= 12:
        hasAdobeMarker = true
      case 0xDA:
        guard frame != nil else {
          throw .corrupt(name: name, format: .jpeg, reason: "a scan comes before the frame header")
        }
      default: break
      }
    }
    guard let frame else {
      if end == nil { throw .truncated(name: name, format: .jpeg) }
      throw .corrupt(name: name, format: .jpeg, reason: "it has no frame header")
    }
    size = frame.size
    profile = Self.profile(profileParts)
    components = frame.components
    isHuffmanCoded = frame.marker < 0xC8
    isProgressive = [0xC2, 0xC6, 0xCA, 0xCE].contains(frame.marker)
  }

  /// Whether the file is long enough for its declared size, to reject a small file that declares a
  /// huge image before allocating memory. The largest unit of a scan has 32×32 pixels (T.81, A.2.3:
  /// four blocks in each direction) and at least one bit.
  func couldHoldAllPixels(inBytes count: Int) -> Bool {
    !isHuffmanCoded || size.width * size.height / (32 * 32 * 8) <= count
  }

  private static let adobe = Array("Adobe".utf8)
  private static let icc = Array("ICC_PROFILE\0".utf8)

  /// Joins the parts of a profile (ICC.1, annex B.4). Each begins with the count of parts.
  private static func profile(_ parts: [UInt8: ArraySlice<UInt8>]) -> ColorProfile? {
    guard let count = parts[1]?.first, count > 0 else { return nil }
    let ordered = (1...count).compactMap { parts[$0]?.dropFirst() }
    return ordered.count == Int(count) ? ColorProfile(ordered.joined()) : nil
  }

  private static func frame(
    _ payload: ArraySlice<UInt8>, marker: UInt8, name: String
  ) throws(ImageError) -> (size: PixelSize, components: Int, marker: UInt8) {
    let start = payload.startIndex
    guard payload.count >= 6 else {
      throw .corrupt(name: name, format: .jpeg, reason: "its frame header is too short")
    }
    let (precision, components) = (payload[start], Int(payload[start + 5]))
    let kind: String? =
      switch marker {
      case 0xC3, 0xC7, 0xCB, 0xCF: "lossless JPEG"
      case 0xC5, 0xC6, 0xCD, 0xCE: "hierarchical JPEG"
      case _ where precision != 8: "JPEG with \(precision) bits per channel"
      case _ where ![1, 3, 4].contains(components): "JPEG with \(components) channels"
      default: nil
      }
    if let kind { throw .unsupportedKind(name: name, format: .jpeg, kind: kind) }
    let size = PixelSize(
      payload[start + 3...start + 4].bigEndianNumber, payload[start + 1...start + 2].bigEndianNumber
    )
    return (size, components, marker)
  }

  /// Returns the next marker and the offset of its data. Skips bytes outside segments, as the codec
  /// does, and a scan's compressed data, in which a byte FF is followed by 00 or another FF.
  private static func nextMarker(in bytes: [UInt8], from start: Int) -> (UInt8, Int)? {
    bytes.withUnsafeBytes { raw in
      guard let base = raw.baseAddress else { return nil }
      var position = start
      while let found = memchr(base + position, 0xFF, raw.count - position) {
        position = base.distance(to: UnsafeRawPointer(found)) + 1
        guard position < raw.count else { break }
        if raw[position] != 0, raw[position] != 0xFF { return (raw[position], position + 1) }
      }
      return nil
    }
  }
}
