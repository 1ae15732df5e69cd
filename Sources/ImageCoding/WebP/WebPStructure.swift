import GLESKitCWebP
import GLESKitSupport
import Imaging

/// The chunks of a WebP, read without decoding (RFC 9649).
struct WebPStructure {
  /// The size as stored, before ``orientation``.
  let size: PixelSize
  private(set) var orientation = Orientation.upright
  /// The embedded color profile.
  private(set) var profile: ColorProfile?
  /// Whether the file has the length that its header declares.
  let isComplete: Bool

  /// Reads the chunks of `bytes`, which start with a WebP signature. Does not throw for a truncated
  /// file that has its header; see ``isComplete``.
  init(_ bytes: [UInt8], name: String) throws(ImageError) {
    var features = WebPBitstreamFeatures()
    let code = bytes.withUnsafeBufferPointer {
      WebPGetFeatures($0.baseAddress, $0.count, &features)
    }
    // The header's length does not include its first eight bytes.
    let end = Self.value32(bytes, at: 4) + 8
    isComplete = bytes.count >= end
    switch code {
    case VP8_STATUS_OK: break
    case VP8_STATUS_NOT_ENOUGH_DATA: throw .truncated(name: name, format: .webp)
    default:
      throw isComplete
        ? .corrupt(name: name, format: .webp, reason: "it has no valid header")
        : .truncated(name: name, format: .webp)
    }
    guard features.has_animation == 0 else {
      throw .unsupportedKind(name: name, format: .webp, kind: "animated WebP")
    }
    size = PixelSize(Int(features.width), Int(features.height))

    var start = Self.headerLength
    while start + 8 <= min(bytes.count, end) {
      let length = Self.value32(bytes, at: start + 4)
      let data = start + 8
      guard length <= bytes.count - data else { return }
      if bytes[start..<start + 4].elementsEqual("EXIF".utf8) {
        orientation = EXIF.orientation(inTIFF: bytes[data..<data + length]) ?? .upright
      }
      if bytes[start..<start + 4].elementsEqual("ICCP".utf8), length <= ColorProfile.maximumBytes {
        profile = ColorProfile(bytes[data..<data + length])
      }
      // Chunks start at even offsets.
      start = data + length + length % 2
    }
  }

  /// "RIFF", the length, "WEBP".
  private static let headerLength = 12

  private static func value32(_ bytes: [UInt8], at offset: Int) -> Int {
    bytes[offset..<offset + 4].littleEndianNumber
  }
}
