import GLESKitSupport
import Glibc

/// A hidden file beside the frames of an unfinished job: which job it is, and which frames exist.
///
/// It lets an interrupted job resume, and is removed when the job is done. The record of a part
/// stays until all parts exist.
///
/// The first line is the job's ``Title``. A line that starts with `by` says what drew and encoded
/// the frames. Each other line is the number of a frame that has been written, and its file's
/// length in bytes and checksum. A process that writes frames holds a lock (`flock`) on the file.
final class JobRecord {
  /// What identifies a job.
  struct Title: Hashable {
    /// A hash of everything that decides the bytes of its frames.
    var hash: UInt64
    /// The number of its frames, all parts together.
    var frames: Int
  }

  /// The name of the record.
  let name: RecordName
  private let folder: String
  private let path: String
  /// The path that messages name instead of this hidden file.
  private let output: String
  /// The frames that earlier runs of this job wrote.
  private(set) var done: [Int: FileStamp] = [:]
  /// The tool, driver and encoder that made them.
  private var maker: String?
  /// Whether an earlier run is resumed.
  let isContinued: Bool
  private let descriptor: Int32

  /// Starts a record, or continues an existing one.
  ///
  /// - Parameters:
  ///   - name: The name of the record.
  ///   - folder: The folder that holds it.
  ///   - output: The path that messages name; `nil` is the folder.
  ///   - title: The job.
  ///   - resumes: Whether to continue an existing record instead of replacing it.
  /// - Throws: ``RecordingError/otherJob(_:)`` for the record of another job,
  ///   ``RecordingError/busy(_:)`` while another process writes the same frames,
  ///   ``RecordingError/file(_:)``.
  init(
    _ name: RecordName, in folder: String, of output: String? = nil, title: Title, resumes: Bool
  ) throws(RecordingError) {
    self.name = name
    self.folder = folder
    let output = output ?? folder
    self.output = output
    path = name.path(in: folder)
    do throws(FileError) {
      descriptor = try Self.openLocked(path)
    } catch {
      switch error.code {
      case EWOULDBLOCK: throw .busy(output)
      case ELOOP, EISDIR, EINVAL, ENXIO: throw .inTheWay(path)
      default: throw .file(FileError(error.operation, output, code: error.code))
      }
    }
    var earlier: Contents?
    do throws(RecordingError) {
      for other in try RecordName.all(in: folder)
      where other.frames == name.frames && other != name {
        // Parts of one job may be written at the same time. Any other two jobs would overwrite each
        // other's frames.
        let path = other.path(in: folder)
        let isPart = other.shard?.count == name.shard?.count
        let theirs = isPart ? try Contents(path)?.title : nil
        if theirs != title && Self.isLocked(path) { throw .busy(output) }
      }
      if resumes { earlier = try Contents(path) }
      if let earlier, earlier.title != title {
        throw .otherJob(output)
      }
      isContinued = earlier != nil
      done = earlier?.done ?? [:]
      maker = earlier?.maker
      if earlier == nil {
        guard ftruncate(descriptor, 0) == 0 else {
          throw .file(FileError(.write, output, code: errno))
        }
        try append(title.line)
      }
      try removeLeftovers(of: name.shard?.range(of: title.frames) ?? 0..<title.frames)
    } catch {
      // Release the lock of a job that never started, and don't leave an empty record.
      var status = stat()
      if fstat(descriptor, &status) == 0 && status.st_size == 0 { unlink(path) }
      close(descriptor)
      throw error
    }
  }

  deinit { close(descriptor) }

  /// Notes what makes the frames: the tool, the driver and, for a video, the encoder.
  ///
  /// - Throws: ``RecordingError/otherMaker(_:maker:now:)`` if something else made the existing
  ///   frames, because the result would differ from that of one run; ``RecordingError/file(_:)``.
  func note(maker: String) throws(RecordingError) {
    // Normalized as it will be read: drivers' names may contain several spaces in a row.
    let maker = maker.split(separator: " ").joined(separator: " ")
    guard maker != self.maker else { return }
    guard done.isEmpty else {
      throw .otherMaker(output, maker: self.maker, now: maker)
    }
    self.maker = maker
    try append("by \(maker)\n")
  }

  /// Notes that a frame has been written.
  func add(_ frame: Int, _ stamp: FileStamp) throws(RecordingError) {
    try append("\(frame) \(stamp.length) \(String(stamp.checksum, radix: 16))\n")
  }

  /// Removes the record.
  func remove() { unlink(path) }

  /// Removes the record of a complete job. The record of a part stays, because joining needs it,
  /// until the other parts are complete in the same folder.
  func finish() throws(RecordingError) {
    guard name.shard != nil else { return remove() }
    let all = try SequencePart.all(in: folder)
    guard let own = all.first(where: { $0.name == name }) else { return }
    let parts = all.filter { $0.belongs(with: own) }
    guard parts.count > 1 else { return }
    if try SequencePart.areComplete(parts) { for part in parts { unlink(part.record) } }
  }

  private func append(_ line: String) throws(RecordingError) {
    var line = line
    let (count, code) = line.withUTF8 { (write(descriptor, $0.baseAddress, $0.count), errno) }
    guard count == line.utf8.count else {
      throw .file(FileError(.write, output, code: count < 0 ? code : ENOSPC))
    }
  }

  /// Removes temporary files of `frames` that a killed process left behind.
  private func removeLeftovers(of frames: Range<Int>) throws(RecordingError) {
    let files = try filing { () throws(FileError) in try Files.list(folder) }
    let leftovers = files.filter { AtomicFile.owner(ofTemporary: $0) != nil }
    guard !leftovers.isEmpty else { return }
    let names = try FrameName(name.frames)
    let ours = Set(frames.map(names.name(of:)))
    for file in leftovers where AtomicFile.owner(ofTemporary: file).map(ours.contains) == true {
      unlink("\(folder)/\(file)")
    }
  }

  /// Opens and locks a file. Nobody has named this hidden file, so a link isn't followed: the file
  /// at its other end would be overwritten.
  ///
  /// - Throws: `ELOOP` for a link, `EISDIR` for a folder, `ENXIO` or `EINVAL` for a special file.
  private static func openLocked(_ path: String) throws(FileError) -> Int32 {
    while true {
      let descriptor = open(
        path, O_RDWR | O_CREAT | O_APPEND | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0o666)
      guard descriptor >= 0 else { throw FileError(.write, path, code: errno) }
      var status = stat()
      guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
        close(descriptor)
        throw FileError(.write, path, code: EINVAL)
      }
      // Without file locks, work unprotected.
      if FileLock.take(descriptor) == EWOULDBLOCK {
        close(descriptor)
        throw FileError(.write, path, code: EWOULDBLOCK)
      }
      // Try again if the process that had the lock has removed the file since.
      if FileLock.holds(descriptor, path) { return descriptor }
      close(descriptor)
    }
  }

  private static func isLocked(_ path: String) -> Bool {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    return flock(descriptor, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK
  }
}

extension JobRecord.Title {
  fileprivate static let word = "pagecurl"
  fileprivate var line: String { "\(Self.word) \(String(hash, radix: 16)) \(frames)\n" }
}

extension JobRecord {
  /// The contents of a record.
  struct Contents {
    var title: Title
    /// The frames that exist.
    var done: [Int: FileStamp] = [:]
    /// The tool, driver and encoder that made them.
    var maker: String?

    /// Reads a record; `nil` if there is none, if it is empty, or if it begins with zeros, with
    /// which a power failure may fill a file.
    ///
    /// Any other file counts as the record of an unknown job without frames.
    init?(_ path: String) throws(RecordingError) {
      guard Files.kind(of: path) == .regular else { return nil }
      let bytes = try filing { () throws(FileError) in try Files.read(path) }
      guard bytes.first != 0 else { return nil }
      // A last line without a newline is incomplete.
      let lines = bytes.split(separator: 10, omittingEmptySubsequences: false).dropLast().map {
        $0.split(separator: 32).map { String(decoding: $0, as: UTF8.self) }
      }
      guard let first = lines.first else { return nil }
      title = Title(hash: 0, frames: 0)
      guard first.count == 3, first[0] == Title.word, let hash = UInt64(first[1], radix: 16),
        let frames = Int(first[2])
      else { return }
      title = Title(hash: hash, frames: frames)
      for line in lines.dropFirst() {
        if line.first == "by" {
          maker = line.dropFirst().joined(separator: " ")
          continue
        }
        guard line.count == 3, let frame = Int(line[0]), let length = Int(line[1]),
          let checksum = UInt64(line[2], radix: 16)
        else { continue }
        done[frame] = FileStamp(length: length, checksum: checksum)
      }
    }
  }
}
