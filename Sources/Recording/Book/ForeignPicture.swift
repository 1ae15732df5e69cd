import GLESKitSupport
import ImageCoding
import Imaging

/// A picture in a format that `ImageCoding` doesn't read. `ffmpeg` decodes it in a process of its
/// own, as it does with videos, or libheif does.
enum ForeignPicture {
  case clip(Clip)
  case heif(HEIFPicture)

  /// The names of the formats in ``ImageError/unsupportedFormat(name:format:)``.
  private static let formats: Set = [
    "AVIF", "BMP", "DDS", "GIF", "HEIC", "JPEG 2000", "JPEG XL", "Netpbm", "Photoshop", "QOI",
    "TIFF",
  ]
  /// The extensions of files that are pages of a folder, though not all can be read.
  private static let extensions = [
    "avif", "bmp", "dds", "dib", "gif", "heic", "heif", "j2k", "jp2", "jxl", "pam", "pbm", "pgm",
    "pnm", "ppm", "psd", "qoi", "tif", "tiff",
  ]

  /// Whether a file is a picture by its extension.
  static func hasExtension(_ path: String) -> Bool {
    let name = path.lowercased()
    return extensions.contains { name.hasSuffix(".\($0)") }
  }

  /// Inspects a file that `ImageCoding` has refused.
  ///
  /// - Throws: What it was refused with, if `ffmpeg` doesn't read it or isn't asked,
  ///   ``RecordingError/pages(_:)`` for several pages, of which one would be shown,
  ///   ``RecordingError/program(_:)``.
  init(_ path: String, refused error: ImageError) throws(RecordingError) {
    guard case .unsupportedFormat(_, let format) = error, Self.formats.contains(format) else {
      throw .image(error)
    }
    if format == "TIFF", try Self.hasSeveralPages(path) {
      throw .pages(
        "'\(path)' is a TIFF of several pages; convert it to a PDF, such as with tiff2pdf")
    }
    if format == "HEIC" {
      self = .heif(try HEIFPicture(path))
      return
    }
    let clip: Clip
    do throws(RecordingError) {
      clip = try Clip(path)
    } catch {
      if case .program = error { throw error }
      throw .image(.unsupportedFormat(name: path, format: format))
    }
    // Of a picture in tiles, later versions of ffmpeg list each tile.
    guard clip.videoCount == 1 else {
      throw .image(.unsupportedFormat(name: path, format: format))
    }
    try clip.size.checkLimit(of: path)
    self = .clip(clip)
  }

  /// The size, upright and with square pixels.
  var size: PixelSize {
    switch self {
    case .clip(let clip): clip.size
    case .heif(let picture): picture.size
    }
  }

  /// Decodes it.
  func image(_ options: DecodingOptions) throws(RecordingError) -> Image {
    switch self {
    case .clip(let clip): try Self.image(clip, options)
    case .heif(let picture): try picture.image(options)
    }
  }

  private static func image(
    _ clip: Clip, _ options: DecodingOptions
  ) throws(RecordingError) -> Image {
    let size = clip.size
    let command =
      FFmpeg.command + FFprobe.formats + [
        "-i", "file:\(clip.path)", "-map", "0:\(clip.stream)", "-frames:v", "1",
        "-vf", "scale=\(size.width):\(size.height)", "-c:v", "png", "-compression_level", "1",
        "-f", "image2pipe", "pipe:1",
      ]
    let (bytes, ending) = try FFmpeg.output(
      of: command, failing: "cannot read '\(clip.path)'", limit: 1 << 30, patience: 120)
    guard ending.status == 0, !bytes.isEmpty else {
      throw .clip(
        "cannot decode '\(clip.path)': ffmpeg \(ending.sentence); convert it to PNG or JPEG")
    }
    return try imaging { () throws(ImageError) in
      try ImageFile.decode(bytes, name: clip.path, options: options)
    }
  }

  /// Whether a TIFF has a second page: a directory that is not of a smaller version of a picture.
  private static func hasSeveralPages(_ path: String) throws(RecordingError) -> Bool {
    try filing { () throws(FileError) -> Bool in
      let start = try Files.part(of: path, at: 0, count: 8)
      func number(_ bytes: some Collection<UInt8>) -> Int {
        start.first == 0x49 ? bytes.littleEndianNumber : bytes.bigEndianNumber
      }
      var (place, pages) = (number(start.dropFirst(4)), 0)
      // A damaged file may lead in a circle.
      for _ in 0..<100 where place > 0 && pages < 2 {
        let count = number(try Files.part(of: path, at: place, count: 2))
        let fields = try Files.part(of: path, at: place + 2, count: 12 * count + 4)
        guard fields.count == 12 * count + 4 else { break }
        let entries = (0..<count).map { fields[12 * $0..<12 * $0 + 12] }
        // NewSubfileType, whose lowest bit marks a thumbnail.
        let kind = entries.first { number($0.prefix(2)) == 254 }
        if kind.map({ number($0.suffix(4)) & 1 == 0 }) ?? true { pages += 1 }
        place = number(fields.suffix(4))
      }
      return pages > 1
    }
  }
}
