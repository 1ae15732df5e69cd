import GLESKitSupport

/// A part of a job's frames in a folder, as described by its record.
struct SequencePart {
  let folder: String
  let name: RecordName
  let shard: Shard
  let contents: JobRecord.Contents

  /// The frames of the part.
  var range: Range<Int> { shard.range(of: contents.title.frames) }
  /// The path of its record.
  var record: String { name.path(in: folder) }

  /// The parts in a folder.
  static func all(in folder: String) throws(RecordingError) -> [SequencePart] {
    var parts: [SequencePart] = []
    for name in try RecordName.all(in: folder) {
      guard let shard = name.shard, let contents = try JobRecord.Contents(name.path(in: folder))
      else { continue }
      parts.append(SequencePart(folder: folder, name: name, shard: shard, contents: contents))
    }
    return parts
  }

  /// Whether both are parts of the same job.
  func belongs(with other: SequencePart) -> Bool {
    name.frames == other.name.frames && shard.count == other.shard.count
      && contents.title == other.contents.title
  }

  /// The missing frames, including those whose files have changed length.
  func lacking() throws(RecordingError) -> [Int] {
    let names = try FrameName(name.frames)
    return range.filter { frame in
      guard let stamp = contents.done[frame] else { return true }
      return Files.length(of: names.path(of: frame, in: folder)) != stamp.length
    }
  }

  /// Whether `parts` of one job are all there and complete.
  static func areComplete(_ parts: [SequencePart]) throws(RecordingError) -> Bool {
    guard let count = parts.first?.shard.count, Set(parts.map(\.shard)).count == count else {
      return false
    }
    for part in parts where try !part.lacking().isEmpty { return false }
    return true
  }

  /// Checks that all parts of one job are there and complete, and sorts them.
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
        "part \(part.shard) is given twice, in '\(part.folder)' and '\(next.folder)'; remove one"
      )
    }
    let numbers = Set(parts.map(\.shard.number))
    let missing = (1...first.shard.count).filter { !numbers.contains($0) }
    guard missing.isEmpty else {
      throw .parts(
        "\(missing.count == 1 ? "part" : "parts") \(missing.ranges) of \(first.shard.count) "
          + "\(missing.count == 1 ? "is" : "are") missing; give all parts, or make the missing "
          + "ones with " + .shard + " \(missing[0])/\(first.shard.count)")
    }
    for part in parts {
      let lacking = try part.lacking()
      guard lacking.isEmpty else {
        throw .parts(
          "part \(part.shard) in '\(part.folder)' is incomplete: "
            + "\(lacking.count == 1 ? "frame" : "frames") \(lacking.ranges) missing; run it again "
            + "and " + .resume)
      }
    }
    return parts
  }
}

extension [Int] {
  /// Ascending numbers in the form `1-3, 7`, with at most eight groups.
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

extension RecordingError {
  /// Two parts are not of one job.
  static func differentJobs(
    _ part: (shard: Shard, path: String), _ other: (shard: Shard, path: String)
  ) -> RecordingError {
    .parts(
      "'\(part.path)' contains part \(part.shard) of another job; part \(other.shard) in "
        + "'\(other.path)' does not belong to it; give the parts of one job")
  }
}
