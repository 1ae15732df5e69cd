import Files
import Glibc

/// A hidden file beside the frames of a job that is not finished: which job it is, and which of its frames
/// are there. It lets an interrupted job go on where it stopped, and is gone when the job is done.
///
/// The first line is the job's hash, each further one the number of a frame that has been written.
final class JobRecord {
  private let path: String
  private let folder: String
  /// The frames that earlier runs of this job wrote.
  private(set) var done: Set<Int> = []
  /// Whether an earlier run is continued.
  let isContinued: Bool
  private let descriptor: Int32

  /// Begins a record, or goes on with the one that is there.
  ///
  /// - Parameters:
  ///   - name: Its name.
  ///   - folder: Where it is, which messages name.
  ///   - hash: Of all that decides the frames' bytes.
  ///   - resumes: Whether to go on with a record that is there; else it is replaced.
  /// - Throws: ``RecordingError/resume(_:)`` for the record of another job,
  ///   ``RecordingError/file(_:)``.
  init(_ name: String, in folder: String, hash: UInt64, resumes: Bool) throws(RecordingError) {
    path = folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
    self.folder = folder
    let title = "pagecurl \(String(hash, radix: 16))"
    do throws(FileError) {
      if resumes, Files.kind(of: path) == .regular {
        let text = String(decoding: try Files.read(path), as: UTF8.self)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        guard lines.first.map(String.init) == title else { throw FileError(.read, path, code: 0) }
        // What follows the last line's end was not written to its end.
        done = Set(lines.dropFirst().dropLast().compactMap { Int($0) })
        isContinued = true
      } else {
        try AtomicFile.write(Array("\(title)\n".utf8), to: path)
        isContinued = false
      }
    } catch {
      // The folder is named in place of the hidden file, which nobody asked for.
      throw error.code == 0
        ? .resume(
          "'\(folder)' holds frames of another job: pages or options have changed; leave --resume out "
            + "to begin anew")
        : .file(FileError(error.operation, folder, code: error.code))
    }
    descriptor = open(path, O_WRONLY | O_APPEND | O_CLOEXEC)
    guard descriptor >= 0 else { throw .file(FileError(.write, folder, code: errno)) }
  }

  deinit { close(descriptor) }

  /// Notes that a frame is there.
  func add(_ frame: Int) throws(RecordingError) {
    var line = "\(frame)\n"
    let (count, code) = line.withUTF8 { (write(descriptor, $0.baseAddress, $0.count), errno) }
    guard count == line.utf8.count else {
      throw .file(FileError(.write, folder, code: count < 0 ? code : ENOSPC))
    }
  }

  /// Takes the file away.
  func remove() { unlink(path) }
}

/// FNV-1a with 64 bits (draft-eastlake-fnv), by which one job is told from another.
struct JobHash {
  private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  mutating func add(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
  }

  /// Everything that decides the bytes of a plan's frames: the settings and the pages' own bytes.
  static func of(_ plan: BookPlan, name: FrameName) throws(RecordingError) -> UInt64 {
    var hash = JobHash()
    let settings = (
      plan.stage, plan.pictures, plan.turns, plan.job.compression, name.description
    )
    hash.add("\(settings)".utf8)
    var files: Set<String> = []
    for page in plan.pages {
      switch page {
      case .picture(let path): try hash.add(file: path)
      case .bytes(let bytes, _): hash.add(bytes)
      case .pdf(let file, let number):
        hash.add("\(number)".utf8)
        if files.insert(file.path).inserted { try hash.add(file: file.path) }
      }
    }
    return hash.value
  }

  private mutating func add(file path: String) throws(RecordingError) {
    do { add(try Files.read(path)) } catch { throw .file(error) }
  }
}
