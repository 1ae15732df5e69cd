import GLESKitSupport
import Glibc

/// A long video, encoded in segments (``SegmentCuts``) that are joined without loss at the end.
///
/// Each segment has an encoder of its own, so a frame depends on its segment alone: parts that are
/// cut between segments join to the same video that one run makes. Complete segments wait in a
/// hidden folder beside the video, with a ``JobRecord``, from which an interrupted job resumes.
final class SegmentedVideoSink: FrameSink {
  let encoder: FrameEncoder
  private(set) var isEmpty = true
  private let path: String
  private let format: VideoFormat
  private let settings: VideoSettings
  private let soundtrack: Soundtrack?
  /// The frames to write, which are those of whole segments.
  private let frames: Range<Int>
  private let cuts: SegmentCuts
  private let folder: String
  private let record: JobRecord
  /// The complete segments.
  private var done: Set<Int> = []
  /// The segment whose frames arrive, and the one before, whose encoder is finishing.
  private var current: Segment?
  private var ending: Segment?
  private var hasFailed = false

  private struct Segment {
    var number: Int
    var sink: VideoSink
  }

  /// - Parameters:
  ///   - soundtrack: The sound of the whole video; `nil` is none.
  ///   - frames: The frames to write, which are those of whole segments.
  ///   - cuts: The segments of the whole video.
  ///   - title: The job.
  ///   - resumes: Whether to keep existing segments.
  /// - Throws: As ``JobRecord``.
  init(
    path: String, format: VideoFormat, _ settings: VideoSettings, _ soundtrack: Soundtrack? = nil,
    frames: Range<Int>, cuts: SegmentCuts, title: JobRecord.Title, resumes: Bool
  ) throws(RecordingError) {
    self.path = path
    self.format = format
    self.frames = frames
    self.cuts = cuts
    self.settings = settings
    self.soundtrack = soundtrack
    encoder = VideoEncoding(format: format, settings: settings).encoder
    // Find out whether the output is writable before anything is drawn.
    do { _ = try AtomicFile(path) } catch { throw .file(error) }
    folder = OutputLock.folder(of: path)
    let made: [String]
    do { made = try Files.createFolders(folder) } catch { throw .file(error) }
    do throws(RecordingError) {
      let names = try FrameName("%d.\(format.fileExtension)")
      record = try JobRecord(
        RecordName(names, nil), in: folder, of: path, title: title, resumes: resumes)
    } catch {
      Files.removeEmptyFolders(made)
      throw error
    }
    for (number, stamp) in record.done where stamp.matches(segment(number)) {
      done.insert(number)
    }
  }

  func has(_ frames: Range<Int>) -> Bool {
    frames.isEmpty || cuts.numbers(of: frames).allSatisfy(done.contains)
  }

  func begin(drawnBy driver: String) throws(RecordingError) {
    try record.note(maker: "\(driver), \(FFmpeg.version)")
  }

  func append(_ bytes: UnsafeRawBufferPointer, for frames: Range<Int>) throws(RecordingError) {
    isEmpty = false
    var start = frames.lowerBound
    while start < frames.upperBound {
      let number = cuts.number(of: start)
      let end = min(frames.upperBound, cuts[number].upperBound)
      if !done.contains(number) {
        try watching { () throws(RecordingError) in
          try sink(of: number).append(bytes, for: start..<end)
          if end == cuts[number].upperBound { try closeCurrent() }
        }
      }
      start = end
    }
  }

  func finish() throws(RecordingError) {
    try watching { () throws(RecordingError) in
      try closeEnding()
      try join(Array(cuts.numbers(of: frames)), with: soundtrack)
    }
    removeFolder()
  }

  /// Joins the frames so far, and keeps complete segments.
  func interrupt(playable: Bool) throws(RecordingError) {
    let partial = current
    current = nil
    try closeEnding()
    try partial?.sink.finish()
    var numbers: [Int] = []
    for number in cuts.numbers(of: frames) {
      guard done.contains(number) || number == partial?.number else { break }
      numbers.append(number)
    }
    if playable, !numbers.isEmpty { try join(numbers) }
    // An incomplete segment must not count as complete when the job resumes.
    if let partial { unlink(segment(partial.number)) }
    if done.isEmpty { removeFolder() }
  }

  func cancel() {
    current?.sink.cancel()
    ending?.sink.cancel()
    removeFolder()
  }

  /// If only writing failed, for example on a full disk, or the driver crashed, complete segments
  /// are kept.
  func fail(_ error: RecordingError) -> RecordingError {
    switch error {
    // The segments belong to another job.
    case .otherJob, .otherMaker, .inTheWay: return error
    default: current?.sink.cancel()
    }
    if case .crash = error {
      hasFailed = true
      try? closeEnding()
    }
    guard hasFailed && !done.isEmpty else {
      cancel()
      return error
    }
    ending?.sink.cancel()
    return .unfinished(error, folder: nil)
  }

  private func watching(_ body: () throws(RecordingError) -> Void) throws(RecordingError) {
    do { try body() } catch {
      hasFailed = true
      throw error
    }
  }

  private func segment(_ number: Int) -> String { "\(folder)/\(number).\(format.fileExtension)" }

  /// The encoder of a segment.
  private func sink(of number: Int) throws(RecordingError) -> VideoSink {
    if let current { return current.sink }
    var settings = settings
    settings.comment = nil
    settings.frameCount = cuts[number].count
    let sink = try VideoSink(
      path: segment(number), format: format, settings, called: path)
    current = Segment(number: number, sink: sink)
    return sink
  }

  /// Lets the encoder of a segment finish while the next one starts.
  private func closeCurrent() throws(RecordingError) {
    try closeEnding()
    current?.sink.endInput()
    ending = current
    current = nil
  }

  private func closeEnding() throws(RecordingError) {
    guard let segment = ending else { return }
    ending = nil
    try segment.sink.finish()
    let stamp: FileStamp
    do { stamp = try FileStamp(ofFile: self.segment(segment.number)) } catch { throw .file(error) }
    try record.add(segment.number, stamp)
    done.insert(segment.number)
  }

  private func join(_ numbers: [Int], with soundtrack: Soundtrack? = nil) throws(RecordingError) {
    let segments = numbers.map { number in
      (path: segment(number), duration: Double(cuts[number].count) / settings.rate.value)
    }
    try VideoSegments.join(
      segments, format: format, comment: settings.comment, with: soundtrack, to: path)
  }

  /// Removes the segments, the record and the temporary files of killed processes, and then the
  /// folder, unless somebody else has put a file there.
  private func removeFolder() {
    for name in (try? Files.list(folder)) ?? [] {
      let file = AtomicFile.owner(ofTemporary: name) ?? name
      let (stem, ending) = (file.prefix { $0 != "." }, file.drop { $0 != "." }.dropFirst())
      let isSegment = Int(stem) != nil && VideoFormat(rawValue: String(ending)) != nil
      if isSegment || RecordName(file: name) != nil { unlink("\(folder)/\(name)") }
    }
    rmdir(folder)
  }
}
