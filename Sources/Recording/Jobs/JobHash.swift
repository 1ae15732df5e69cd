import GLESKitFrameKernels
import GLESKitSupport

/// A checksum of 64 bits, by which one job is told from another.
struct JobHash {
  private(set) var value: UInt64 = 0

  mutating func add(_ text: String) {
    var text = text
    text.withUTF8 { add(UnsafeRawBufferPointer($0)) }
  }

  private mutating func add(_ bytes: UnsafeRawBufferPointer) {
    guard let start = bytes.baseAddress else { return }
    value = frame_kernels_crc64(
      value, start.assumingMemoryBound(to: UInt8.self), bytes.count)
  }

  /// Everything that decides the bytes of a plan's frames: the settings and the pages' own bytes. It is
  /// the same for all parts of a job.
  static func of(_ plan: BookPlan, name: String) throws(RecordingError) -> UInt64 {
    var hash = JobHash()
    let settings = (
      plan.stage, plan.allPictures, plan.turns, plan.job.compression, name
    )
    hash.add("\(settings)")
    var files: Set<String> = []
    for page in plan.pages {
      switch page {
      case .picture(let path): try hash.add(file: path)
      case .bytes(let bytes, _): bytes.withUnsafeBytes { hash.add($0) }
      // What was wrong decides no frame.
      case .blank, .unreadable: hash.add("blank")
      case .pdf(let file, let number):
        hash.add("\(number)")
        if files.insert(file.path).inserted { try hash.add(file: file.path) }
      }
    }
    return hash.value
  }

  private mutating func add(file path: String) throws(RecordingError) {
    // A book's scan may be larger than the memory.
    do throws(FileError) {
      try Files.read(path) { add($0) }
    } catch {
      throw .file(error)
    }
  }
}
