import GLESKitSupport
import ImageCoding
import Imaging

/// A picture in a format that `ImageCoding` doesn't read. `ffmpeg` decodes it in a process of its
/// own, as it does with videos, or libheif or OpenJPEG does.
struct ForeignPicture {
  /// The size, upright and with square pixels.
  let size: PixelSize
  /// Decodes it.
  let image: (DecodingOptions) throws(RecordingError) -> Image

  /// The names of the formats in ``ImageError/unsupportedFormat(name:format:)``.
  private static let formats: Set = [
    "AVIF", "BMP", "DDS", "GIF", "HEIC", "JPEG 2000", "JPEG XL", "Netpbm", "Photoshop", "QOI",
    "TIFF",
  ]
  /// The extensions of files that are pages of a folder, though not all can be read.
  static let extensions = [
    "apng", "avif", "bmp", "dds", "dib", "gif", "heic", "heif", "j2c", "j2k", "jp2", "jpf", "jph",
    "jpx", "jxl", "pam", "pbm", "pgm", "pnm", "ppm", "psd", "qoi", "tif", "tiff",
  ]

  /// Inspects a file that `ImageCoding` has refused.
  ///
  /// - Throws: What it was refused with, if `ffmpeg` doesn't read it or isn't asked,
  ///   ``RecordingError/pages(_:)`` for several HEIC pictures, of which one would be shown,
  ///   ``RecordingError/program(_:)``.
  init(_ path: String, refused error: ImageError) throws(RecordingError) {
    guard case .unsupportedFormat(_, let format) = error, Self.formats.contains(format) else {
      throw .image(error)
    }
    if format == "HEIC" || format == "AVIF" {
      let picture = try HEIFPicture(path, format: format)
      guard picture.isWide, format == "AVIF" else {
        (size, image) = (picture.size, picture.image)
        return
      }
    }
    if format == "JPEG 2000" {
      let picture = try JPEG2000Picture(path)
      (size, image) = (picture.size, picture.image)
      return
    }
    if let (reason, remedy) = Self.damage(path) {
      throw .clip("'\(path)' \(reason), which is not supported; \(remedy)")
    }
    let clip: Clip
    do throws(RecordingError) {
      clip = try Clip(path)
    } catch {
      if case .program = error { throw error }
      if format == "TIFF" {
        throw .clip(
          "'\(path)' is damaged, or a TIFF that ffmpeg does not read; convert it to PNG, or copy "
            + "it again")
      }
      throw .image(.unsupportedFormat(name: path, format: format))
    }
    // Of a picture in tiles, later versions of ffmpeg list each tile.
    guard clip.videoCount == 1 else {
      throw .image(.unsupportedFormat(name: path, format: format))
    }
    try clip.size.checkLimit(of: path)
    size = clip.size
    image = { options throws(RecordingError) in
      try Self.decoded(
        path, stream: clip.stream, size: clip.size, name: "'\(path)'", options,
        isOpaque: Self.isOpaqueBitmap(path))
    }
  }

  /// What makes `ffmpeg` 5.1 show a wrong picture, and what to do; `nil` for other files.
  private static func damage(_ path: String) -> (reason: String, remedy: String)? {
    guard let header = try? Files.part(of: path, at: 0, count: 148), header.count >= 54 else {
      return nil
    }
    func number(_ place: Int, _ count: Int = 4) -> Int {
      header[place..<place + count].littleEndianNumber
    }
    // After BITMAPINFOHEADER, the palette: the number of colors, or all of these bits.
    if header.starts(with: "BM".utf8), number(14) == 40, (1...8).contains(number(28, 2)) {
      let colors = number(46) == 0 ? 1 << number(28, 2) : number(46)
      if number(10) < 54 + 4 * colors {
        return ("is a BMP whose pixels overlap its palette", "export it again as BMP or PNG")
      }
    }
    // DXGI_FORMAT_R8G8B8A8 is read as B8G8R8A8.
    if header.starts(with: "DDS ".utf8), header.count == 148,
      header[84..<88].elementsEqual("DX10".utf8), (27...32).contains(number(128))
    {
      return ("is a DDS of the format R8G8B8A8", "convert it to PNG or JPEG")
    }
    return nil
  }

  /// Whether a file is a BMP of 32 bits per pixel without masks, whose fourth byte has no meaning.
  /// ffmpeg takes it for transparency unless it is 0 everywhere.
  private static func isOpaqueBitmap(_ path: String) -> Bool {
    guard let header = try? Files.part(of: path, at: 0, count: 34), header.count == 34,
      header.starts(with: "BM".utf8)
    else { return false }
    return header[28..<30].littleEndianNumber == 32 && header[30..<34].littleEndianNumber == 0
  }

  /// Decodes a file with `ffmpeg`.
  ///
  /// - Parameters:
  ///   - size: The size with square pixels.
  ///   - name: What errors call it.
  ///   - isOpaque: Whether to ignore its transparency.
  ///   - isPremultiplied: Whether its colors are multiplied by alpha, which ffmpeg doesn't notice.
  static func decoded(
    _ path: String, stream: Int = 0, size: PixelSize, name: String, _ options: DecodingOptions,
    isOpaque: Bool = false, isPremultiplied: Bool = false
  ) throws(RecordingError) -> Image {
    try size.checkLimit(of: name)
    let straight = isPremultiplied ? ",format=gbrap16le,unpremultiply=inplace=1" : ""
    let colors = isOpaque ? ",format=rgb24" : straight
    let command =
      FFmpeg.command + FFprobe.formats + [
        "-i", "file:\(path)", "-map", "0:\(stream)", "-frames:v", "1",
        "-vf", "scale=\(size.width):\(size.height)\(colors)",
        "-c:v", "png", "-compression_level", "1",
        "-f", "image2pipe", "pipe:1",
      ]
    let (bytes, ending) = try FFmpeg.output(
      of: command, failing: "cannot read \(name)", limit: 1 << 30, patience: 120)
    guard ending.status == 0, !bytes.isEmpty else {
      throw .clip(
        "cannot decode \(name): ffmpeg \(ending.sentence); convert it to PNG or JPEG")
    }
    return try imaging { () throws(ImageError) in
      try ImageFile.decode(bytes, name: name, options: options)
    }
  }
}
