import GLESKitSupport

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

  /// Checks that parts are all of one whole and lack no frame, and puts them in order.
  ///
  /// - Throws: ``RecordingError/parts(_:)``.
  static func ordered(_ parts: [SequencePart]) throws(RecordingError) -> [SequencePart] {
    let parts = parts.sorted { ($0.shard.number, $0.folder) < ($1.shard.number, $1.folder) }
    guard let first = parts.first else { return [] }
    for part in parts.dropFirst() where !part.belongs(with: first) {
      throw .differentJobs((part.shard, part.folder), (first.shard, first.folder))
    }
    for (part, next) in zip(parts, parts.dropFirst()) where part.shard == next.shard {
      throw .parts(
        "part \(part.shard) is there twice, in '\(part.folder)' and '\(next.folder)'; leave one out"
      )
    }
    let numbers = Set(parts.map(\.shard.number))
    let missing = (1...first.shard.count).filter { !numbers.contains($0) }
    guard missing.isEmpty else {
      throw .parts(
        "of \(first.shard.count) parts \(missing.ranges) \(missing.count == 1 ? "is" : "are") "
          + "missing; give all, or make what is missing with --shard "
          + "\(missing[0])/\(first.shard.count)")
    }
    for part in parts {
      let lacking = try part.lacking()
      guard lacking.isEmpty else {
        throw .parts(
          "part \(part.shard) in '\(part.folder)' lacks "
            + "\(lacking.count == 1 ? "frame" : "frames") \(lacking.ranges); "
            + "run it again with --resume")
      }
    }
    return parts
  }
}

extension [Int] {
  /// Ascending numbers as people write them, `1-3, 7`; no more than eight groups.
  fileprivate var ranges: String {
    var groups: [ClosedRange<Int>] = []
    for number in self {
      if let last = groups.last, last.upperBound + 1 == number {
        groups[groups.count - 1] = last.lowerBound...number
      } else {
        groups.append(number...number)
      }
    }
    let words = groups.prefix(8).map {
      $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)"
    }
    return words.joined(separator: ", ") + (groups.count > 8 ? " and more" : "")
  }
}
