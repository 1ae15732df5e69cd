import Files

/// FNV-1a with 64 bits (draft-eastlake-fnv), by which one job is told from another.
struct JobHash {
  private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  mutating func add(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
  }

  /// Everything that decides the bytes of a plan's frames: the settings and the pages' own bytes. It is
  /// the same for all parts of a job.
  static func of(_ plan: BookPlan, name: String) throws(RecordingError) -> UInt64 {
    var hash = JobHash()
    let settings = (
      plan.stage, plan.allPictures, plan.turns, plan.job.compression, name
    )
    hash.add("\(settings)".utf8)
    var files: Set<String> = []
    for page in plan.pages {
      switch page {
      case .picture(let path): try hash.add(file: path)
      case .bytes(let bytes, _): hash.add(bytes)
      // What was wrong decides no frame.
      case .blank, .unreadable: hash.add("blank".utf8)
      case .pdf(let file, let number):
        hash.add("\(number)".utf8)
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
