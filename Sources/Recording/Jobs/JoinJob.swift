import GLESKitSupport
import Glibc

/// Joins parts that several machines made (`BookJob.shard`) without loss.
///
/// ```swift
/// try JoinJob(parts: ["part-1", "part-2"], output: "frames").plan().run { done in }
/// try JoinJob(parts: ["part-1.mp4", "part-2.mp4"], output: "book.mp4").plan().run { done in }
/// ```
package struct JoinJob: Sendable {
  /// The parts, in any order: folders of frames, or videos.
  package var parts: [String]
  /// The output: a folder, made if needed, which may be one of the parts; or a video, which may
  /// not.
  package var output: String

  /// A job that joins these parts.
  package init(parts: [String], output: String) {
    self.parts = parts
    self.output = output
  }

  /// Checks that the parts are of one job and that nothing is missing. Writes nothing.
  ///
  /// - Throws: ``RecordingError/parts(_:)`` for parts of different jobs, and for parts that are
  ///   missing or incomplete; ``RecordingError/overwriting(part:path:otherPart:otherPath:)`` for a
  ///   video that is one of the parts; ``RecordingError/file(_:)``; ``RecordingError/program(_:)``
  ///   if videos need `ffprobe` and it is missing.
  package func plan() throws(RecordingError) -> JoinPlan {
    guard let first = parts.first else { throw .parts("no parts; give at least one") }
    if let path = parts.first(where: { Files.kind(of: $0) == nil }) {
      throw .parts("there is no part '\(path)'; leave it out if it has no frames, or make it")
    }
    return Files.kind(of: first) == .regular
      ? try JoinPlan(videos: self) : try JoinPlan(folders: self)
  }
}

/// What a ``JoinJob`` will do.
package struct JoinPlan: Sendable {
  /// The number of frames of the output.
  package let frameCount: Int
  private let output: String
  private let parts: Parts

  private enum Parts {
    case folders([SequencePart], names: FrameName)
    case videos([VideoPart], format: VideoFormat)
  }

  init(folders job: JoinJob) throws(RecordingError) {
    var parts: [SequencePart] = []
    for folder in job.parts {
      let found = Files.kind(of: folder) == .regular ? [] : try SequencePart.all(in: folder)
      guard !found.isEmpty else { throw .noPart(folder) }
      parts += found
    }
    parts = try SequencePart.ordered(parts)
    guard VideoFormat(extensionOf: job.output) == nil else {
      throw .parts("the parts are folders of frames; '\(job.output)' must be a folder, too")
    }
    output = job.output
    frameCount = parts[0].contents.title.frames
    self.parts = .folders(parts, names: try FrameName(parts[0].name.frames))
  }

  init(videos job: JoinJob) throws(RecordingError) {
    var parts: [VideoPart] = []
    for path in job.parts { parts.append(try VideoPart(path)) }
    parts = try VideoPart.ordered(parts)
    let format = parts[0].format
    guard VideoFormat(extensionOf: job.output) == format else {
      throw .parts(
        "the parts are .\(format.fileExtension) videos; '\(job.output)' must be one, too")
    }
    var check = OutputCheck()
    check.add(inputs: job.parts, as: "part")
    try check.add(output: job.output, as: "output")
    output = job.output
    frameCount = parts[0].tag.title.frames
    self.parts = .videos(parts, format: format)
  }

  /// Joins the parts, which stay as they are unless the output is one of them.
  ///
  /// Image files get a second name in the output's folder (a hard link), or are copied if it is on
  /// another file system. Videos are copied by `ffmpeg` without decoding them.
  ///
  /// - Parameter progress: Called with the number of completed frames, from 0. An error that it
  ///   throws stops the work.
  /// - Throws: ``RecordingError``, and what `progress` throws, after what was added has been
  ///   removed.
  package func run(progress: (_ done: Int) throws -> Void) throws {
    try progress(0)
    switch parts {
    case .folders(let parts, let names): try link(parts, names, progress: progress)
    case .videos(let parts, let format):
      let segments = parts.map { part in
        (path: part.path, duration: Double(part.count) / part.rate.value)
      }
      try VideoSegments.join(segments, format: format, comment: nil, to: output)
      try progress(frameCount)
    }
  }

  private func link(
    _ parts: [SequencePart], _ names: FrameName, progress: (_ done: Int) throws -> Void
  ) throws {
    var made: [String] = []
    var added: [String] = []
    do {
      made = try Files.createFolders(output)
      var targets: [String] = []
      for part in parts {
        for frame in part.range {
          let target = names.path(of: frame, in: output)
          let wasThere = Files.kind(of: target) != nil
          try Files.link(names.path(of: frame, in: part.folder), to: target)
          if !wasThere { added.append(target) }
          targets.append(target)
          try progress(targets.count)
        }
      }
      try Files.synchronize(targets)
      try Files.synchronizeFolder(output, for: output)
    } catch {
      for path in added { unlink(path) }
      Files.removeEmptyFolders(made)
      throw (error as? FileError).map { RecordingError.file($0) } ?? error
    }
    // The joined folder needs no records of parts.
    for part in try SequencePart.all(in: output) where part.belongs(with: parts[0]) {
      unlink(part.record)
    }
  }
}
