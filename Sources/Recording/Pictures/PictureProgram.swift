import GLESKitSupport

/// A program that converts pictures of which `ffmpeg` 5.1 makes wrong ones or none. It runs in a
/// process of its own, which gets at most 2 GiB of memory.
struct PictureProgram {
  private let name: String
  private let package: String

  static let heifInfo = Self(name: "heif-info", package: "libheif-examples")
  static let heifConvert = Self(name: "heif-convert", package: "libheif-examples")
  static let openJPEG = Self(name: "opj_decompress", package: "libopenjp2-tools")
  static let tiffCopy = Self(name: "tiffcp", package: "libtiff-tools")
  static let tiffToRGBA = Self(name: "tiff2rgba", package: "libtiff-tools")

  /// Runs it, and returns what it prints.
  ///
  /// - Parameters:
  ///   - path: The file that it reads.
  ///   - name: What errors call that file. Default: its path.
  ///   - arguments: Its arguments, given the file's name.
  /// - Throws: ``RecordingError/program(_:)`` if it is not installed, ``RecordingError/clip(_:)``
  ///   if it fails.
  @discardableResult
  func output(
    reading path: String, named name: String? = nil, _ arguments: (_ file: String) -> [String]
  ) throws(RecordingError) -> [UInt8] {
    let name = name ?? "'\(path)'"
    // Otherwise a name that begins with a hyphen would be an option.
    let file = path.hasPrefix("/") ? path : "./\(path)"
    let (output, ending) = try FFmpeg.output(
      of: [self.name] + arguments(file), failing: "cannot read \(name)", limit: 1 << 20,
      memory: 2 << 30, patience: 120, package: package)
    guard ending.status == 0 else {
      throw .clip(
        "cannot decode \(name): \(self.name) \(ending.sentence); convert it to PNG or JPEG")
    }
    return output
  }

  /// Converts a file to another format, and returns the bytes of the result.
  ///
  /// - Parameters:
  ///   - format: The extension of the result, by which programs choose a format.
  ///   - arguments: Its arguments, given the names of the file and of the result.
  /// - Throws: As ``output(reading:named:_:)``, and ``RecordingError/file(_:)``.
  func conversion(
    of path: String, named name: String? = nil, to format: String,
    _ arguments: (_ file: String, _ result: String) -> [String]
  ) throws(RecordingError) -> [UInt8] {
    let result = try TemporaryPicture(named: "picture.\(format)")
    try output(reading: path, named: name) { arguments($0, result.path) }
    return try filing { () throws(FileError) in try Files.read(result.path, limit: 1 << 30) }
  }
}
