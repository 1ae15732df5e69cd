import GLESKitSupport

/// Why a picture could not be read, decoded or written: one case a cause, each with a sentence that
/// names the file and the remedy.
public enum ImageError: Error, Hashable, Sendable {
  /// The file could not be opened, read or written; the system's reason is inside.
  case file(FileError)
  /// There are no bytes at all.
  case empty(name: String)
  /// The first bytes belong to no format that is known here.
  case notAnImage(name: String)
  /// The first bytes belong to a format that is recognised but not decoded, such as GIF.
  case unsupportedFormat(name: String, format: String)
  /// A picture of a kind that the codecs do not decode, such as a 12-bit JPEG.
  case unsupportedKind(name: String, format: ImageFormat, kind: String)
  /// The file stops before its end marker: a copy or download that was cut short.
  case truncated(name: String, format: ImageFormat)
  /// The header declares a width or height of zero.
  case noPixels(name: String, format: ImageFormat, width: Int, height: Int)
  /// The header declares more pixels than the caller's limit; nothing was allocated for them.
  case tooLarge(name: String, width: Int, height: Int, maximumPixels: Int)
  /// The file is damaged; `reason` is the codec's own sentence or that of the structure check.
  case corrupt(name: String, format: ImageFormat, reason: String)
  /// The file name's extension says no format that can be written.
  case unknownExtension(path: String)
  /// The encoder refused the picture; `reason` is its own sentence.
  case notEncodable(format: ImageFormat, width: Int, height: Int, reason: String)
}

extension ImageError: CustomStringConvertible {
  /// One line: `'a.gif' is a GIF file; convert it to PNG, JPEG or WebP`.
  public var description: String {
    switch self {
    case .file(let error):
      error.description
    case .empty(let name):
      "'\(name)' is empty; give a PNG, JPEG or WebP file"
    case .notAnImage(let name):
      "'\(name)' is not a picture; give a PNG, JPEG or WebP file"
    case .unsupportedFormat(let name, let format):
      "'\(name)' is a \(format) file; convert it to PNG, JPEG or WebP"
    case .unsupportedKind(let name, let format, let kind):
      "'\(name)' is a \(kind), which is not supported; save it as an ordinary \(format.name)"
    case .truncated(let name, let format):
      "'\(name)' is a \(format.name) that stops before its end; copy or download it again"
    case .noPixels(let name, let format, let width, let height):
      "'\(name)' is a \(format.name) of \(width)×\(height) pixels; give one that has pixels"
    case .tooLarge(let name, let width, let height, let maximumPixels):
      "'\(name)' declares \(width)×\(height) pixels, more than the limit of \(maximumPixels); "
        + "scale it down first"
    case .corrupt(let name, let format, let reason):
      "'\(name)' is damaged, its \(format.name) data cannot be decoded: \(reason); "
        + "export it again from its source"
    case .unknownExtension(let path):
      "cannot tell the format to write from '\(path)'; end the name in .png, .jpg, .jpeg or .webp"
    case .notEncodable(let format, let width, let height, let reason):
      "cannot encode \(width)×\(height) pixels as \(format.name): \(reason)"
    }
  }
}
