import Files
import Glibc
import Imaging
import Pixels

/// Frames as numbered picture files in a folder.
///
/// Each file appears under its name only when it is whole. A job that fails calls ``cancel()``, which
/// takes away what it added, and nothing that was there before.
public final class FrameSequence {
  /// Where the files go.
  public let folder: String
  /// How they are named.
  public let name: FrameName
  /// The files written so far, in order.
  public private(set) var paths: [String] = []

  private let encoding: ImageEncoding
  private let createdFolders: [String]
  private var added: [String] = []
  private var bytes: [UInt8] = []

  /// Makes the folder, and those above it, where they are not there.
  ///
  /// - Parameters:
  ///   - folder: Where the files go.
  ///   - name: How they are named; its ending, `.png` or `.jpg`, says how they are encoded.
  /// - Throws: ``RecordingError/file(_:)``, or ``RecordingError/image(_:)`` for another ending.
  public init(folder: String, name: FrameName) throws(RecordingError) {
    guard let format = ImageFormat(extensionOf: name.description) else {
      throw .image(.unknownExtension(path: name.description))
    }
    self.folder = folder
    self.name = name
    encoding = ImageEncoding(format)
    do { createdFolders = try Files.createFolders(folder) } catch { throw .file(error) }
  }

  /// Writes the next frame; the first is number 0.
  public func append(_ frame: Image) throws(RecordingError) {
    let path = "\(folder.last == "/" ? folder : "\(folder)/")\(name.name(of: paths.count))"
    do throws(ImageError) {
      try ImageFile.encode(frame, as: encoding, into: &bytes)
    } catch {
      throw .image(error)
    }
    let wasThere = Files.kind(of: path) != nil
    do throws(FileError) {
      try AtomicFile.write(bytes, to: path)
    } catch {
      throw .file(error)
    }
    paths.append(path)
    if !wasThere { added.append(path) }
  }

  /// Removes the files that were added and the folders that were made for them; files that were
  /// replaced stay as they are now.
  public func cancel() {
    for path in added { unlink(path) }
    added = []
    paths = []
    Files.removeEmptyFolders(createdFolders)
  }
}
