import Files

/// A part of a job's frames in a folder, as its record tells of it.
struct SequencePart {
  let folder: String
  let name: RecordName
  let shard: Shard
  let contents: JobRecord.Contents

  /// The frames that belong to it.
  var range: Range<Int> { shard.range(of: contents.title.frames) }
  /// Where its record is.
  var record: String { name.path(in: folder) }

  /// The parts whose records are in a folder.
  static func all(in folder: String) throws(RecordingError) -> [SequencePart] {
    var parts: [SequencePart] = []
    for name in try RecordName.all(in: folder) {
      guard let shard = name.shard, let contents = try JobRecord.Contents(name.path(in: folder))
      else { continue }
      parts.append(SequencePart(folder: folder, name: name, shard: shard, contents: contents))
    }
    return parts
  }

  /// Whether both are parts of the same whole.
  func belongs(with other: SequencePart) -> Bool {
    name.frames == other.name.frames && shard.count == other.shard.count
      && contents.title == other.contents.title
  }

  /// The frames that it should have and has not, or whose files are not as long as they were written.
  func lacking() throws(RecordingError) -> [Int] {
    let names = try FrameName(name.frames)
    return range.filter { frame in
      guard let length = contents.done[frame] else { return true }
      return Files.length(of: names.path(of: frame, in: folder)) != length
    }
  }

  /// Whether parts, which belong together, are all of the whole.
  static func areComplete(_ parts: [SequencePart]) throws(RecordingError) -> Bool {
    guard let count = parts.first?.shard.count, Set(parts.map(\.shard)).count == count else {
      return false
    }
    for part in parts where try !part.lacking().isEmpty { return false }
    return true
  }
}
