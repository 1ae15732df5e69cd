import GLESKitSupport

/// An error of reading, decoding or writing an image. Each description names the file and what to
/// do.
public enum ImageError: Error, Hashable, Sendable {
  /// The file could not be opened, read or written.
  case file(FileError)
  /// The file is empty.
  case empty(name: String)
  /// The first bytes belong to no known format.
  case notAnImage(name: String)
  /// The format is recognized but not supported, such as GIF.
  case unsupportedFormat(name: String, format: String)
  /// The codecs do not support this kind of image, such as a 12-bit JPEG.
  case unsupportedKind(name: String, format: ImageFormat, kind: String)
  /// The file ends before its end marker, such as after an interrupted download.
  case truncated(name: String, format: ImageFormat)
  /// The header declares a width or height of zero.
  case noPixels(name: String, format: ImageFormat, width: Int, height: Int)
  /// The header declares more pixels than ``DecodingOptions/maximumPixels``. No memory was
  /// allocated.
  case tooLarge(name: String, width: Int, height: Int, maximumPixels: Int)
  /// Decoding takes more memory, in bytes, than ``DecodingOptions/maximumMemory``. None was
  /// allocated.
  case tooMuchMemory(name: String, needed: Int, maximumMemory: Int)
  /// The file is damaged; `reason` is the codec's message or that of the structure check.
  case corrupt(name: String, format: ImageFormat, reason: String)
  /// The file name's extension is not that of a supported format.
  case unknownExtension(path: String)
  /// The encoder failed; `reason` is its message.
  case notEncodable(format: ImageFormat, width: Int, height: Int, reason: String)
}

extension ImageError: CustomStringConvertible {
  /// One line: `'a.gif' has the format GIF; convert it to PNG, JPEG or WebP`.
  public var description: String {
    switch self {
    case .file(let error):
      error.description
    case .empty(let name):
      "'\(name)' is empty; use a \(alternatives(ImageFormat.names)) file"
    case .notAnImage(let name):
      "'\(name)' is not an image; use a \(alternatives(ImageFormat.names)) file"
    case .unsupportedFormat(let name, let format):
      "'\(name)' has the format \(format); convert it to "
        + alternatives(ImageFormat.names)
    case .unsupportedKind(let name, let format, let kind):
      "'\(name)' is \(kind.hasPrefix("animated") ? "an" : "a") \(kind), which is not supported; "
        + "save it as an ordinary \(format.name)"
    case .truncated(let name, let format):
      "'\(name)' is an incomplete \(format.name); copy or download it again"
    case .noPixels(let name, let format, let width, let height):
      "'\(name)' is a \(format.name) of \(width)×\(height) pixels; use sides of at least 1 pixel"
    case .tooLarge(let name, let width, let height, let maximumPixels):
      "'\(name)' declares \(width)×\(height) pixels, more than the limit of \(maximumPixels); "
        + "scale it down first"
    case .tooMuchMemory(let name, let needed, let maximumMemory):
      "decoding '\(name)' takes \(needed >> 20) MiB of memory, more than the limit of "
        + "\(maximumMemory >> 20) MiB; scale it down first"
    case .corrupt(let name, let format, let reason):
      "'\(name)' is a damaged \(format.name): \(reason); export it again from its source"
    case .unknownExtension(let path):
      "'\(path)' does not have an image file extension; use \(ImageFormat.endings)"
    case .notEncodable(let format, let width, let height, let reason):
      "cannot encode \(width)×\(height) pixels as \(format.name): \(reason)"
    }
  }
}
