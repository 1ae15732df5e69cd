import Files
import Glibc

/// Parts that several machines made (``BookJob/shard``), put together without loss.
///
/// ```swift
/// try JoinJob(parts: ["part-1", "part-2"], output: "frames").plan().run { done in }
/// ```
public struct JoinJob: Sendable {
  /// The parts, in any order: folders of frames.
  public var parts: [String]
  /// Where the whole will be: a folder, made if needed, which may be one of the parts.
  public var output: String

  /// A job from its parts.
  public init(parts: [String], output: String) {
    self.parts = parts
    self.output = output
  }

  /// Checks that the parts belong together and that nothing is missing. Nothing is written.
  ///
  /// - Throws: ``RecordingError/parts(_:)`` for parts of different jobs, for a part that is missing and for
  ///   one that lacks frames; ``RecordingError/file(_:)``.
  public func plan() throws(RecordingError) -> JoinPlan { try JoinPlan(self) }
}

/// What a ``JoinJob`` will do.
public struct JoinPlan: Sendable {
  /// How many frames the whole has.
  public let frameCount: Int
  private let names: FrameName
  private let parts: [SequencePart]
  private let output: String

  init(_ job: JoinJob) throws(RecordingError) {
    output = job.output
    var parts: [SequencePart] = []
    for folder in job.parts {
      let found = try SequencePart.all(in: folder)
      guard !found.isEmpty else {
        throw .parts(
          "'\(folder)' holds no part of a job; give folders that were written with --shard")
      }
      parts += found
    }
    parts.sort { ($0.shard.number, $0.folder) < ($1.shard.number, $1.folder) }
    guard let first = parts.first else { throw .parts("there are no parts; give at least one") }
    for part in parts.dropFirst() where !part.belongs(with: first) {
      throw .parts(
        "'\(part.folder)' holds part \(part.shard) of another job than part \(first.shard) in "
          + "'\(first.folder)'; give the parts of one job")
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
        "of \(first.shard.count) parts \(missing.ranges) \(missing.count == 1 ? "is" : "are") missing; "
          + "give all, or make what is missing with --shard \(missing[0])/\(first.shard.count)")
    }
    for part in parts {
      let lacking = try part.lacking()
      guard lacking.isEmpty else {
        throw .parts(
          "part \(part.shard) in '\(part.folder)' lacks \(lacking.count == 1 ? "frame" : "frames") "
            + "\(lacking.ranges); run it again with --resume")
      }
    }
    self.parts = parts
    names = try FrameName(first.name.frames)
    frameCount = first.contents.title.frames
  }

  /// Puts the parts together. Frames get a second name in the output's folder (a hard link), or are copied
  /// where it is on another file system; the parts stay as they are, unless the output is one of them.
  ///
  /// - Parameter progress: Called with the number of frames that are done, from 0 on; an error that it
  ///   throws ends the work.
  /// - Throws: ``RecordingError``, and what `progress` throws. What was added has been taken away again
  ///   then.
  public func run(progress: (_ done: Int) throws -> Void) throws {
    var made: [String] = []
    var added: [String] = []
    do {
      made = try Files.createFolders(output)
      var done = 0
      try progress(done)
      for part in parts {
        for frame in part.range {
          let target = names.path(of: frame, in: output)
          let wasThere = Files.kind(of: target) != nil
          try Files.link(names.path(of: frame, in: part.folder), to: target)
          if !wasThere { added.append(target) }
          done += 1
          try progress(done)
        }
      }
    } catch {
      for path in added { unlink(path) }
      Files.removeEmptyFolders(made)
      throw (error as? FileError).map { RecordingError.file($0) } ?? error
    }
    // Where the whole is, nobody needs to know of parts.
    for part in try SequencePart.all(in: output) where part.belongs(with: parts[0]) {
      unlink(part.record)
    }
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
