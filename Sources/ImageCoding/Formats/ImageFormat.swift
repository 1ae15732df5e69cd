import GLESKitSupport

/// The supported still image formats.
public enum ImageFormat: String, Hashable, Sendable, CaseIterable {
  /// Portable Network Graphics (ISO 15948), all color types and depths.
  case png
  /// JPEG (ITU-T T.81): 8 bits per channel, sequential or progressive.
  case jpeg
  /// WebP (RFC 9649), lossy or lossless, not animated.
  case webp

  /// The format's name for texts, such as `WebP`.
  public var name: String {
    switch self {
    case .png: "PNG"
    case .jpeg: "JPEG"
    case .webp: "WebP"
    }
  }

  /// The names of all formats, for messages.
  package static let names = allCases.map(\.name)

  /// The extensions of their files, for messages: `.png, .jpg, .jpeg or .webp`.
  package static let endings = alternatives(extensions.map { ".\($0.name)" })

  /// Whether the format has alpha.
  package var hasAlpha: Bool { self != .jpeg }

  /// The output format for a file name that ends in `.png`, `.jpg`, `.jpeg` or `.webp`, in upper or
  /// lower case; `nil` for other names. Reading ignores the name.
  public init?(extensionOf path: String) {
    guard let known = Self.extensions.first(where: { Files.hasExtension(path, [$0.name]) }) else {
      return nil
    }
    self = known.format
  }

  /// The extensions of the formats' files.
  package static let extensions: [(name: String, format: ImageFormat)] = [
    ("png", .png), ("jpg", .jpeg), ("jpeg", .jpeg), ("webp", .webp),
  ]
}

/// The format that a file's first bytes tell.
enum Signature: Equatable {
  case image(ImageFormat)
  /// A known format that is not supported, by name.
  case other(String)
  /// The incomplete signature of a format.
  case beginning(of: ImageFormat)
  case unknown

  init(of bytes: [UInt8]) {
    for (format, signature) in Self.decoded {
      let agrees = zip(bytes, signature).allSatisfy { $1 == nil || $0 == $1 }
      guard agrees else { continue }
      self = bytes.count < signature.count ? .beginning(of: format) : .image(format)
      return
    }
    let known = Self.recognized.first { bytes.dropFirst($0.offset).starts(with: $0.signature) }
    self = known.map { .other($0.name) } ?? .unknown
  }

  static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// `nil` matches any byte: a WebP's signature contains the file's length.
  private static let decoded: [(ImageFormat, [UInt8?])] = [
    (.png, png), (.jpeg, [0xFF, 0xD8, 0xFF]),
    (.webp, Array("RIFF".utf8) + [nil, nil, nil, nil] + Array("WEBP".utf8)),
  ]

  /// Formats that are likely to be passed to an image tool; the offset skips a size field.
  private static let recognized: [(name: String, offset: Int, signature: [UInt8])] =
    texts.map { ($0, $1, Array($2.utf8)) } + numbers.map { ($0, 0, $1) }

  private static let texts: [(String, Int, String)] =
    [
      ("GIF", 0, "GIF8"), ("PDF", 0, "%PDF"), ("BMP", 0, "BM"),
      ("AVIF", 4, "ftypavi"), ("HEIC", 4, "ftyphei"), ("HEIC", 4, "ftypmif1"),
      ("video (MP4)", 4, "ftyp"), ("Photoshop", 0, "8BPS"), ("QOI", 0, "qoif"),
      ("DjVu", 0, "AT&TFORM"), ("PostScript", 0, "%!PS"), ("SVG", 0, "<svg"), ("XML", 0, "<?xml"),
      ("DDS", 0, "DDS "),
      ("Radiance HDR", 0, "#?RADIANCE"), ("GIMP", 0, "gimp xcf"),
      // Books and documents that are ZIP archives: their first file tells.
      ("EPUB", 30, "mimetypeapplication/epub"),
      ("OpenDocument", 30, "mimetypeapplication/vnd.oasis"),
      ("Microsoft Office", 30, "[Content_Types].xml"),
      ("ZIP", 0, "PK\u{3}\u{4}"), ("RAR", 0, "Rar!"),
    ] + (1...7).flatMap { kind in [" ", "\n", "\r", "\t"].map { ("Netpbm", 0, "P\(kind)\($0)") } }

  private static let numbers: [(String, [UInt8])] = [
    ("TIFF", [0x49, 0x49, 0x2A, 0x00]), ("TIFF", [0x4D, 0x4D, 0x00, 0x2A]),
    ("BigTIFF", [0x49, 0x49, 0x2B, 0x00]), ("BigTIFF", [0x4D, 0x4D, 0x00, 0x2B]),
    ("JPEG XL", [0xFF, 0x0A]), ("JPEG XL", [0, 0, 0, 0x0C, 0x4A, 0x58, 0x4C, 0x20]),
    ("JPEG 2000", [0, 0, 0, 0x0C, 0x6A, 0x50, 0x20, 0x20]),
    ("JPEG 2000", [0xFF, 0x4F, 0xFF, 0x51]),
    ("Windows icon", [0, 0, 1, 0]), ("OpenEXR", [0x76, 0x2F, 0x31, 0x01]),
    ("MNG", [0x8A, 0x4D, 0x4E, 0x47]), ("JNG", [0x8B, 0x4A, 0x4E, 0x47]),
    ("gzip", [0x1F, 0x8B]), ("7-Zip", [0x37, 0x7A, 0xBC, 0xAF]),
  ]
}
