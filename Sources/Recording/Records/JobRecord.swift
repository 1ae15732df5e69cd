import GLESKitSupport
import Glibc

/// A hidden file beside the frames of a job that is not finished: which job it is, and which of its frames
/// are there. It lets an interrupted job go on where it stopped, and is gone when the job is done; that
/// of a part stays until all parts are there.
///
/// The first line is the job's ``Title``; `by` begins one that says what drew and encoded; each further one is the
/// number of a frame that has been written and its file's length in bytes. While a run writes, it holds a lock
/// (`flock`) on the file.
final class JobRecord {
  /// What a job is known by.
  struct Title: Hashable {
    /// A hash of all that decides the bytes of its frames.
    var hash: UInt64
    /// How many frames it has, all parts together.
    var frames: Int
  }

  /// Which record it is.
  let name: RecordName
  private let folder: String
  private let path: String
  /// What messages name in place of this file, which nobody asked for.
  private let output: String
  /// The frames that earlier runs of this job wrote, and the lengths of their files in bytes.
  private(set) var done: [Int: Int] = [:]
  /// What made them, in words.
  private var maker: String?
  /// Whether an earlier run is continued.
  let isContinued: Bool
  private let descriptor: Int32

  /// Begins a record, or goes on with the one that is there.
  ///
  /// - Parameters:
  ///   - name: Which record of the folder.
  ///   - folder: Where it is.
  ///   - output: What messages name; `nil` is the folder.
  ///   - title: The job.
  ///   - resumes: Whether to go on with a record that is there; else it is begun anew.
  /// - Throws: ``RecordingError/resume(_:)`` for the record of another job, ``RecordingError/busy(_:)``
  ///   while another run writes the same frames, ``RecordingError/file(_:)``.
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
      guard error.code != EWOULDBLOCK else { throw .busy(writing: output) }
      throw .file(FileError(error.operation, output, code: error.code))
    }
    var earlier: Contents?
    do throws(RecordingError) {
      for other in try RecordName.all(in: folder)
      where other.frames == name.frames && other != name {
        // Parts of one job work side by side; any other two would overwrite each other's frames.
        let path = other.path(in: folder)
        let isPart = other.shard?.count == name.shard?.count
        let theirs = isPart ? try Contents(path)?.title : nil
        if theirs != title && Self.isLocked(path) { throw .busy(writing: output) }
      }
      if resumes { earlier = try Contents(path) }
      if let earlier, earlier.title != title {
        throw .resume(
          "'\(output)' holds frames of another job: pages or options have changed; leave --resume out "
            + "to begin anew")
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
      // The lock is not to outlive a job that never began. An empty record is nobody's.
      var status = stat()
      if fstat(descriptor, &status) == 0 && status.st_size == 0 { unlink(path) }
      close(descriptor)
      throw error
    }
  }

  deinit { close(descriptor) }

  /// Notes what makes the frames: the tool, the driver and, of a video, the encoder.
  ///
  /// - Throws: ``RecordingError/resume(_:)`` where something else made those that are there, since the result would
  ///   not be that of one run; ``RecordingError/file(_:)``.
  func note(maker: String) throws(RecordingError) {
    // As it is read again: drivers' names may have several spaces in a row.
    let maker = maker.split(separator: " ").joined(separator: " ")
    guard maker != self.maker else { return }
    guard done.isEmpty else {
      throw .resume(
        "'\(output)' holds frames made by \(self.maker ?? "another version"), but this is \(maker): they would "
          + "not be alike; leave --resume out to begin anew")
    }
    self.maker = maker
    try append("by \(maker)\n")
  }

  /// Notes that a frame is there.
  func add(_ frame: Int, length: Int) throws(RecordingError) { try append("\(frame) \(length)\n") }

  /// Takes the file away.
  func remove() { unlink(path) }

  /// The frames are complete: the file is taken away. The record of a part stays, as ``JoinJob`` asks for
  /// it, until the others are complete in the same folder, too.
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

  /// Takes away what a run that was killed has left of `frames`, which nobody else is writing now.
  private func removeLeftovers(of frames: Range<Int>) throws(RecordingError) {
    let files: [String]
    do { files = try Files.list(folder) } catch { throw .file(error) }
    let leftovers = files.filter { AtomicFile.owner(ofTemporary: $0) != nil }
    guard !leftovers.isEmpty else { return }
    let names = try FrameName(name.frames)
    let ours = Set(frames.map(names.name(of:)))
    for file in leftovers where AtomicFile.owner(ofTemporary: file).map(ours.contains) == true {
      unlink("\(folder)/\(file)")
    }
  }

  /// Opens a file that nobody else has locked, and locks it.
  private static func openLocked(_ path: String) throws(FileError) -> Int32 {
    while true {
      let descriptor = open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0o666)
      guard descriptor >= 0 else { throw FileError(.write, path, code: errno) }
      // Where a file system has no locks, we work without.
      if FileLock.take(descriptor) == EWOULDBLOCK {
        close(descriptor)
        throw FileError(.write, path, code: EWOULDBLOCK)
      }
      // Whoever had the lock may have taken the file away in the meantime: then try again.
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
  /// What a record says.
  struct Contents {
    var title: Title
    /// The frames that are there, and the lengths of their files in bytes.
    var done: [Int: Int] = [:]
    /// What made them.
    var maker: String?

    /// Reads a record; `nil` where there is none, or none that anybody has begun.
    ///
    /// A file that is no record of ours is one of an unknown job, of which nothing is there.
    init?(_ path: String) throws(RecordingError) {
      guard Files.kind(of: path) == .regular else { return nil }
      let bytes: [UInt8]
      do { bytes = try Files.read(path) } catch { throw .file(error) }
      // What follows the last line's end was not written to its end.
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
        guard line.count == 2, let frame = Int(line[0]), let length = Int(line[1]) else { continue }
        done[frame] = length
      }
    }
  }
}

/// The name of a job's record, which says whose it is: `.frame-%04d.png.job`, or
/// `.frame-%04d.png.2-of-8.job` for a part.
struct RecordName: Hashable {
  /// The pattern of the frames' names.
  var frames: String
  var shard: Shard?

  init(_ frames: FrameName, _ shard: Shard?) {
    self.frames = frames.description
    self.shard = shard
  }

  /// Reads a file's name; `nil` for the name of anything else.
  init?(file: String) {
    guard file.hasPrefix("."), file.hasSuffix(".job"), file.utf8.count > 5 else { return nil }
    frames = String(file.dropFirst().dropLast(4))
    guard let dot = frames.lastIndex(of: ".") else { return }
    let tail = frames[frames.index(after: dot)...].split(separator: "-")
    if tail.count == 3, tail[1] == "of", let shard = Shard("\(tail[0])/\(tail[2])") {
      self.shard = shard
      frames = String(frames[..<dot])
    }
  }

  /// Where the record is.
  func path(in folder: String) -> String {
    let part = shard.map { ".\($0.number)-of-\($0.count)" } ?? ""
    return "\(folder.last == "/" ? folder : "\(folder)/").\(frames)\(part).job"
  }

  /// All records of a folder.
  static func all(in folder: String) throws(RecordingError) -> [RecordName] {
    do { return try Files.list(folder).compactMap { RecordName(file: $0) } } catch {
      throw .file(error)
    }
  }
}
