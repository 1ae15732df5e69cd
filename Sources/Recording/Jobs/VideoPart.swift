import GLESKitSupport
import Glibc

/// A video of a part of a job's frames.
struct VideoPart {
  /// What a part notes in its file, as the comment of the container.
  struct Tag: Hashable, CustomStringConvertible {
    /// The job.
    var title: JobRecord.Title
    var shard: Shard
    /// The frames of this part.
    var frames: Range<Int>

    /// `pagecurl part 2/4 of 850cf8409ac312e, frames 240 to 480 of 960`.
    var description: String {
      "pagecurl part \(shard) of \(String(title.hash, radix: 16)), frames \(frames.lowerBound) to "
        + "\(frames.upperBound) of \(title.frames)"
    }
  }

  let path: String
  let tag: Tag
  let format: VideoFormat
  /// The number of frames in the file.
  let count: Int
  /// The frame rate.
  let rate: FrameRate

  /// Inspects a file with `ffprobe`, without decoding it.
  ///
  /// - Throws: ``RecordingError/noPart(_:)`` for any other file, ``RecordingError/program(_:)`` if
  ///   the program is missing, ``RecordingError/file(_:)``.
  init(_ path: String) throws(RecordingError) {
    guard Files.kind(of: path) == .regular else {
      throw .file(FileError(.read, path, code: Files.kind(of: path) == nil ? ENOENT : ESPIPE))
    }
    let facts = try Self.facts(of: path)
    guard let comment = facts["tag:comment"], let tag = Tag(comment),
      let rate = facts["r_frame_rate"].flatMap({ FrameRate($0) }),
      let count = facts["nb_read_packets"].flatMap({ Int($0) })
    else { throw .noPart(path) }
    self.path = path
    self.tag = tag
    self.rate = rate
    self.count = count
    format =
      switch facts["codec_name"] {
      case "vp9": .webm
      case "prores": .mov
      case "ffv1": .mkv
      default: .mp4
      }
  }

  private static func facts(of path: String) throws(RecordingError) -> [String: String] {
    let (output, ending) = try FFprobe.run(
      on: path,
      [
        "-count_packets", "-select_streams", "v:0", "-show_entries",
        "stream=codec_name,nb_read_packets,r_frame_rate:format_tags=comment", "-of",
        "default=nw=1",
      ])
    guard ending.status == 0 else {
      throw .parts("cannot read the video '\(path)': ffprobe \(ending.sentence)")
    }
    var facts: [String: String] = [:]
    for line in output.split(separator: "\n") {
      let parts = line.split(separator: "=", maxSplits: 1)
      if parts.count == 2 { facts[parts[0].lowercased()] = String(parts[1]) }
    }
    return facts
  }
}

extension VideoPart.Tag {
  /// Parses a comment; `nil` for any other text.
  init?(_ text: String) {
    let words = text.split { $0 == " " || $0 == "," }.map(String.init)
    guard words.count == 11, words[0] == "pagecurl", words[1] == "part",
      let shard = Shard(words[2]), let hash = UInt64(words[4], radix: 16),
      let start = Int(words[6]), let end = Int(words[8]), let count = Int(words[10]),
      0 <= start, start < end, end <= count
    else { return nil }
    self.init(
      title: JobRecord.Title(hash: hash, frames: count), shard: shard, frames: start..<end)
  }
}

extension VideoPart {
  /// Checks that all parts of one video are there and complete, and sorts them.
  ///
  /// - Throws: ``RecordingError/parts(_:)``.
  static func ordered(_ parts: [VideoPart]) throws(RecordingError) -> [VideoPart] {
    let parts = parts.sorted {
      ($0.tag.frames.lowerBound, $0.path) < ($1.tag.frames.lowerBound, $1.path)
    }
    guard let first = parts.first else { return [] }
    for part in parts.dropFirst()
    where part.tag.title != first.tag.title || part.tag.shard.count != first.tag.shard.count
      || part.format != first.format
    {
      throw .differentJobs(
        (part.tag.shard, part.path), (first.tag.shard, first.path))
    }
    // Parts without frames have no file, so their numbers alone don't tell what is missing.
    var (end, last) = (0, 0)
    for part in parts {
      let (start, number) = (part.tag.frames.lowerBound, part.tag.shard.number)
      if start < end {
        throw .parts("part \(part.tag.shard) is given twice; remove '\(part.path)'")
      }
      if start > end { throw missing(end..<start, last + 1..<number, of: first.tag) }
      guard part.count == part.tag.frames.count else {
        throw .parts(
          "part \(part.tag.shard) in '\(part.path)' has only \(part.count) of its "
            + "\(part.tag.frames.count) frames: it was interrupted or truncated; make it again")
      }
      (end, last) = (part.tag.frames.upperBound, number)
    }
    let total = first.tag.title.frames
    if end < total {
      throw missing(end..<total, last + 1..<first.tag.shard.count + 1, of: first.tag)
    }
    return parts
  }

  private static func missing(
    _ frames: Range<Int>, _ numbers: Range<Int>, of tag: Tag
  ) -> RecordingError {
    let parts =
      numbers.count == 1
      ? "part \(numbers.lowerBound)/\(tag.shard.count) is"
      : "parts \(numbers.lowerBound) to \(numbers.upperBound - 1) of \(tag.shard.count) are"
    return .parts(
      "\(parts) missing, with frames \(frames.lowerBound) to \(frames.upperBound - 1); give all "
        + "parts, or make the missing ones with " + .shard)
  }
}
