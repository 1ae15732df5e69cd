import GLESKitSupport
import Glibc
import ImageCoding
import Imaging

/// Frames as numbered picture files in a folder.
///
/// Each file appears under its name only when it is whole. ``cancel()`` takes away what was added, and
/// nothing that was there before.
final class SequenceSink: FrameSink {
  let encoder: FrameEncoder
  let takesReferences: Bool
  var isEmpty: Bool { added.isEmpty }
  private let folder: String
  private let name: FrameName
  private let createdFolders: [String]
  private let record: JobRecord?
  private var added: [String] = []

  /// Makes the folder, and those above it, where they are not there.
  ///
  /// - Parameter record: Begins or continues the record of the job, once the folder is there; `nil` where
  ///   the job cannot go on after an interruption.
  /// - Throws: ``RecordingError/file(_:)``, or ``RecordingError/image(_:)`` for a name whose ending is
  ///   that of no picture, and what `record` throws.
  init(
    folder: String, name: FrameName, compression: Compression,
    record: (() throws(RecordingError) -> JobRecord)? = nil
  ) throws(RecordingError) {
    guard let format = ImageFormat(extensionOf: name.description) else {
      throw .image(.unknownExtension(path: name.description))
    }
    self.folder = folder.last == "/" ? folder : "\(folder)/"
    self.name = name
    encoder = PictureSink.encoder(format, compression)
    takesReferences = PictureSink.isFast(format, compression)
    let created: [String]
    do { created = try Files.createFolders(folder) } catch { throw .file(error) }
    createdFolders = created
    do throws(RecordingError) {
      self.record = try record?()
    } catch {
      Files.removeEmptyFolders(created)
      throw error
    }
  }

  /// Whether an earlier run of the same job has written all of these frames, and they are as long as they
  /// were then.
  func has(_ frames: Range<Int>) -> Bool {
    frames.allSatisfy { frame in
      record?.done[frame].map { $0 == Files.length(of: path(of: frame)) } ?? false
    }
  }

  func begin(drawnBy driver: String) throws(RecordingError) { try record?.note(maker: driver) }

  func append(_ bytes: [UInt8], for frames: Range<Int>) throws(RecordingError) {
    for frame in frames {
      let path = path(of: frame)
      let wasThere = Files.kind(of: path) != nil
      do { try AtomicFile.write(bytes, to: path) } catch { throw .file(error) }
      if !wasThere { added.append(path) }
      try record?.add(frame, length: bytes.count)
    }
  }

  func finish() throws(RecordingError) { try record?.finish() }

  /// The whole frames stay, and the record of them, so that the job can go on.
  func interrupt() {}

  func cancel() {
    for path in added { unlink(path) }
    if let record, !record.isContinued { record.remove() }
    Files.removeEmptyFolders(createdFolders)
  }

  /// Frames that are whole are worth keeping where only writing failed, as on a full disk: with more room
  /// the job can go on. After any other failure it would be another job.
  func fail(_ error: RecordingError) -> RecordingError {
    guard case .file(let error) = error, let record, !isEmpty || record.isContinued else {
      cancel()
      return error
    }
    return .unfinished(error, folder: String(folder.dropLast()))
  }

  private func path(of frame: Int) -> String { folder + name.name(of: frame) }
}
