import GLESKitSupport
import Glibc
import ImageCoding
import Imaging

/// Frames as numbered image files in a folder.
///
/// Each file appears under its name only when it is complete. ``cancel()`` removes the files that
/// were added, but no file that existed before.
final class SequenceSink: FrameSink {
  let encoder: FrameEncoder
  let takesReferences: Bool
  private(set) var isEmpty = true
  private let folder: String
  private let name: FrameName
  private let createdFolders: [String]
  private let record: JobRecord?
  /// The files that did not exist before.
  private var added: [String] = []
  /// The frames of this run, and those of an earlier one, which may not be on the disk either.
  private var complete: Set<Int> = []

  /// Makes the folder and its parents if needed.
  ///
  /// - Parameter record: Starts or continues the record of the job once the folder exists; `nil` if
  ///   the job cannot be resumed.
  /// - Throws: ``RecordingError/file(_:)``; ``RecordingError/image(_:)`` for a name without the
  ///   extension of an image format; what `record` throws.
  init(
    folder: String, name: FrameName, compression: Compression, quality: Int?,
    record: (() throws(RecordingError) -> JobRecord)? = nil
  ) throws(RecordingError) {
    guard let format = ImageFormat(extensionOf: name.description) else {
      throw .image(.unknownExtension(path: name.description))
    }
    self.folder = folder.count > 1 && folder.last == "/" ? String(folder.dropLast()) : folder
    self.name = name
    encoder = PictureSink.encoder(format, compression, quality: quality)
    takesReferences = PictureSink.isFast(format, compression)
    let created = try filing { () throws(FileError) in try Files.createFolders(folder) }
    createdFolders = created
    do throws(RecordingError) {
      self.record = try record?()
    } catch {
      Files.removeEmptyFolders(created)
      throw error
    }
  }

  /// Whether an earlier run of the same job has written all of these frames, and their files
  /// haven't changed since.
  func has(_ frames: Range<Int>) -> Bool {
    let has = frames.allSatisfy { frame in
      record?.done[frame]?.matches(path(of: frame)) ?? false
    }
    if has { complete.formUnion(frames) }
    return has
  }

  func begin(drawnBy driver: String) throws(RecordingError) { try record?.note(maker: driver) }

  func append(_ bytes: UnsafeRawBufferPointer, for frames: Range<Int>) throws(RecordingError) {
    for frame in frames {
      let path = path(of: frame)
      let wasThere = Files.kind(of: path) != nil
      do { try AtomicFile.write(bytes, to: path, as: .member) } catch { throw .file(error) }
      if !wasThere { added.append(path) }
      complete.insert(frame)
      isEmpty = false
      try record?.add(frame, FileStamp(bytes))
    }
  }

  /// Waits until the frames are on the disk before it removes their record.
  func finish() throws(RecordingError) {
    try filing { () throws(FileError) in
      try Files.synchronize(complete.lazy.map(path(of:)))
      try Files.synchronizeFolder(folder, for: folder)
    }
    try record?.finish()
  }

  /// Complete frames and their record stay, so that the job can be resumed.
  func interrupt(playable: Bool) {}

  func cancel() {
    for path in added { unlink(path) }
    if let record, !record.isContinued { record.remove() }
    Files.removeEmptyFolders(createdFolders)
  }

  /// If only writing failed, for example on a full disk, or the driver crashed, complete frames are
  /// kept so that the job can be resumed. Any other error has to be corrected, which makes it
  /// another job.
  func fail(_ error: RecordingError) -> RecordingError {
    if let record, !isEmpty || record.isContinued {
      switch error {
      case .file, .crash: return .unfinished(error, folder: folder)
      default: break
      }
    }
    cancel()
    return error
  }

  private func path(of frame: Int) -> String { name.path(of: frame, in: folder) }
}
