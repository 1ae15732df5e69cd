import Files
import Glibc
import Imaging
import Pixels

/// Frames as numbered picture files in a folder.
///
/// Each file appears under its name only when it is whole. ``cancel()`` takes away what was added, and
/// nothing that was there before.
final class SequenceSink: FrameSink {
  let encoder: @Sendable (Image, inout [UInt8]) throws(RecordingError) -> Void
  private let folder: String
  private let name: FrameName
  private let createdFolders: [String]
  private var number = 0
  private var added: [String] = []

  /// Makes the folder, and those above it, where they are not there.
  ///
  /// - Throws: ``RecordingError/file(_:)``, or ``RecordingError/image(_:)`` for a name whose ending is
  ///   that of no picture.
  init(folder: String, name: FrameName) throws(RecordingError) {
    guard let format = ImageFormat(extensionOf: name.description) else {
      throw .image(.unknownExtension(path: name.description))
    }
    self.folder = folder.last == "/" ? folder : "\(folder)/"
    self.name = name
    encoder = PictureSink.encoder(ImageEncoding(format))
    do { createdFolders = try Files.createFolders(folder) } catch { throw .file(error) }
  }

  func append(_ bytes: [UInt8], count: Int) throws(RecordingError) {
    for _ in 0..<count {
      let path = folder + name.name(of: number)
      let wasThere = Files.kind(of: path) != nil
      do { try AtomicFile.write(bytes, to: path) } catch { throw .file(error) }
      if !wasThere { added.append(path) }
      number += 1
    }
  }

  func finish() {}

  func cancel() {
    for path in added { unlink(path) }
    Files.removeEmptyFolders(createdFolders)
  }
}

/// One frame as a picture file.
final class PictureSink: FrameSink {
  let encoder: @Sendable (Image, inout [UInt8]) throws(RecordingError) -> Void
  private let path: String

  /// - Throws: ``RecordingError/image(_:)`` for a name whose ending is that of no picture.
  init(path: String) throws(RecordingError) {
    guard let format = ImageFormat(extensionOf: path) else {
      throw .image(.unknownExtension(path: path))
    }
    self.path = path
    encoder = Self.encoder(ImageEncoding(format))
  }

  func append(_ bytes: [UInt8], count: Int) throws(RecordingError) {
    do { try AtomicFile.write(bytes, to: path) } catch { throw .file(error) }
  }

  func finish() {}
  func cancel() {}

  /// Encodes pictures as files of `encoding`.
  static func encoder(
    _ encoding: ImageEncoding
  ) -> @Sendable (Image, inout [UInt8]) throws(RecordingError) -> Void {
    { image, bytes throws(RecordingError) in
      try imaging { () throws(ImageError) in
        try ImageFile.encode(image, as: encoding, into: &bytes)
      }
    }
  }
}
