import GLESKitFrameKernels
import GLESKitSupport
import Glibc
import ImageCoding
import Imaging
import PageCurl

/// What a job will do, as far as it can be told before it is done.
public struct BookPlan: Sendable {
  let job: BookJob
  let pages: [PageSource]
  /// Why pages were left out or are blank, one error for each, in their order
  /// (``BookJob/onBadPage``).
  public let badPages: [RecordingError]
  let turns: [BookTurn]
  /// What follows for each turn from where the pages lie.
  let settings: [TurnSetting]
  /// What the whole job shows, all parts together.
  let allPictures: [Picture]
  /// What is drawn.
  var pictures: [Picture]
  let stage: FrameStage
  /// What lies behind the pages, not premultiplied.
  let background: SIMD4<UInt8>

  init(_ job: BookJob) throws(RecordingError) {
    if let sheet = job.contactSheet { _ = try Self.format(ofPicture: sheet) }
    self.job = job
    let all = try PageSource.pages(at: job.pages)
    let chosen = try job.selection?.choose(from: all) ?? all
    (pages, badPages) = try PageSource.tried(chosen, job.onBadPage)
    guard let first = pages.first(where: { !$0.isBlank }) else {
      throw badPages.first ?? .pages("there are no pages; give at least one")
    }
    var turns = try BookTurn.all(of: job, pages: pages.count)
    var background = job.style.background
    var video: VideoFormat?
    switch job.output {
    case .still(let path, let time, let format):
      _ = try Self.format(ofPicture: path, given: format)
      allPictures = [Picture(moment: Moment(turn: 0, times: [time]), first: 0, count: 1)]
    case .frames(_, let name):
      _ = try Self.format(ofPicture: FrameName(name).description)
      allPictures = turns.pictures(layout: job.layout, rest: job.timing.holdFrames)
    case .video(_, let format):
      allPictures = turns.pictures(layout: job.layout, rest: job.timing.holdFrames)
      video = format
      if !format.hasAlpha { background = background.over(white: 255) }
    case .webPage: allPictures = []
    }
    for index in turns.indices { turns[index].manner.style.background = background }
    self.turns = turns
    self.background = background
    pictures = allPictures
    if let shard = job.shard {
      let segment = video?.hasKeyFrames == true ? job.segmentFrames : 1
      let range = shard.range(of: allPictures.last?.end ?? 0, segment: segment)
      pictures = pictures.compactMap { $0.clamped(to: range) }
    }
    stage = try FrameStage(
      first: try first.naturalSize(), layout: job.layout,
      isLevel: try Self.isLevel(turns, in: job.layout), size: job.size, margin: job.margin,
      isEven: video?.hasEvenSides == true)
    // A shape that cannot be is found before the first frame.
    settings = try TurnSetting.all(
      turns, on: stage, layout: job.layout, rate: job.timing.rate)
  }

  /// How many pages are shown.
  public var pageCount: Int { pages.count }
  /// How many times a page turns.
  public var turnCount: Int { turns.count }
  /// How many frames are written.
  public var frameCount: Int { pictures.reduce(0) { $0 + $1.count } }
  /// How many frames the whole job has, all parts together.
  var wholeCount: Int { allPictures.last?.end ?? 0 }
  /// How many steps ``run(measuring:progress:)`` takes: the frames, or a web page's pages.
  public var stepCount: Int { isWebPage ? pageCount : frameCount }
  /// Whether pages are put into a page for the browser, and no frames drawn.
  public var isWebPage: Bool {
    if case .webPage = job.output { true } else { false }
  }
  /// The size of a frame in pixels.
  public var frameSize: PixelSize { stage.frame }
  /// The size of a page in the frame, in pixels.
  public var pageSize: PixelSize { stage.page }
  /// How long the frames last, in seconds.
  public var duration: Double { Double(frameCount) / job.timing.rate.value }

  /// Whether an odd side got one pixel more, as colour is stored once for 2 × 2 pixels in a video.
  public var isPadded: Bool { stage.isPadded }

  /// Whether the spine of a spread runs from left to right.
  private static func isLevel(
    _ turns: [BookTurn], in layout: BookLayout
  ) throws(RecordingError) -> Bool {
    guard layout == .spread else { return false }
    let kinds = Set(turns.map { $0.manner.spine(in: layout)?.isLevel == true })
    guard kinds.count == 1, let kind = kinds.first else {
      throw .turn(
        "some turns of the spread are bound at a side, others at the top or bottom; bind all alike")
    }
    return kind
  }

  /// The format of a picture file: the given one, or what the path's ending says.
  private static func format(
    ofPicture path: String, given: ImageFormat? = nil
  ) throws(RecordingError) -> ImageFormat {
    guard let format = given ?? ImageFormat(extensionOf: path) else {
      throw .image(.unknownExtension(path: path))
    }
    return format
  }

  /// Draws and writes.
  ///
  /// Sets `LP_NUM_THREADS`, where there are several pictures or the job says how many threads there are, and
  /// `GALLIVM_PERF` in the environment unless they are set: Mesa's software renderer then works best with a context for
  /// each thread. Malloc is told to give large blocks back to the system at once (`M_MMAP_THRESHOLD`), so that a long
  /// book takes no more memory than a short one, and to keep the others together for all threads (`M_ARENA_MAX`).
  /// Programs are kept for later runs (`ProgramCache.standard`).
  ///
  /// - Parameters:
  ///   - spans: What measures where the time goes; `nil` measures nothing.
  ///   - progress: Called with the number of steps that are done, from 0 on. An error that it throws ends
  ///     the job: whole frames stay, and a hidden record of them, by which the job can be resumed; a video
  ///     is ended after them, so that it plays.
  /// - Throws: ``RecordingError``, and what `progress` throws. After a ``RecordingError`` what was added
  ///   has been taken away again; but frames of a job that can be resumed stay where only writing failed
  ///   (``RecordingError/unfinished(_:folder:)``).
  public func run(
    measuring spans: PipelineTimings? = nil, progress: (_ done: Int) throws -> Void
  ) throws {
    if let page = WebPage(self) { return try page.write(progress: progress) }
    let threads = job.threads ?? min(max(sysconf(Int32(_SC_NPROCESSORS_ONLN)), 1), 8)
    // No help from Mesa's own threads: where there are several frames each has a thread already, and they would only
    // compete.
    if job.threads != nil || pictures.count > 1 { setenv("LP_NUM_THREADS", "0", 0) }
    // Filters in floating point: better, and no slower.
    setenv("GALLIVM_PERF", "no_aos_sampling", 0)
    // A part may be empty; a video cannot.
    if pictures.isEmpty, case .video = job.output { return try progress(0) }
    // Pages come and go as long as the book is.
    frame_kernels_tune_malloc()
    let lock = try lockOutput()
    defer { withExtendedLifetime(lock) {} }
    guard let sink = try makeSink() else { return }
    // More parts than frames leave some parts empty.
    var sheet =
      job.contactSheet == nil || pictures.isEmpty
      ? nil : TurnSheet(pictures: pictures, size: frameSize)
    do {
      var rest = self
      rest.pictures = pictures.filter { sheet?.shows($0) == true || !sink.has($0.frames) }
      var done = frameCount - rest.frameCount
      try progress(done)
      let pipeline = FramePipeline(
        rest, threads: threads, encoder: sink.encoder,
        references: sink.takesReferences ? TurnReferences(self, spans: spans) : nil, sheet: sheet,
        spans: spans)
      var hasBegun = false
      try pipeline.run { picture, encoded in
        if !hasBegun {
          try sink.begin(drawnBy: "GLESKit \(gleskitVersion), \(pipeline.driver)")
          hasBegun = true
        }
        try spans.measure(.write) { () throws(RecordingError) in
          try sink.append(encoded.bytes, for: picture.frames)
        }
        if let thumbnail = encoded.thumbnail { sheet?.place(thumbnail, picture) }
        done += picture.count
        try progress(done)
      }
      if let sheet, let path = job.contactSheet {
        try imaging { () throws(ImageError) in try ImageFile.write(sheet.image, to: path) }
      }
      try spans.measure(.finish) { () throws(RecordingError) in try sink.finish() }
    } catch let error as RecordingError {
      throw sink.fail(error)
    } catch {
      try sink.interrupt()
      throw error
    }
  }

  /// Keeps others away from a video; frames as files have records for that. Of two runs that write any other file the
  /// one that ends last wins: it is promised that of those nothing is left, however a run ends.
  private func lockOutput() throws(RecordingError) -> OutputLock? {
    guard case .video(let path, let format) = job.output, format.hasKeyFrames, Self.isFile(path)
    else { return nil }
    return try OutputLock(path)
  }

  /// Whether a path is that of a file, not of a pipe.
  private static func isFile(_ path: String) -> Bool {
    path != "-" && Files.kind(of: path) != .special
  }

  /// Where the frames go; `nil` for a page for the browser, which has none.
  private func makeSink() throws(RecordingError) -> (any FrameSink)? {
    switch job.output {
    case .webPage: return nil
    case .still(let path, _, let format):
      return try PictureSink(
        path: path, format: try Self.format(ofPicture: path, given: format),
        compression: job.compression)
    case .frames(let folder, let text):
      let name = try FrameName(text)
      let title = JobRecord.Title(hash: try JobHash.of(self, name: text), frames: wholeCount)
      return try SequenceSink(
        folder: folder, name: name, compression: job.compression
      ) { () throws(RecordingError) in
        try JobRecord(
          RecordName(name, job.shard), in: folder, title: title, resumes: job.resumes)
      }
    case .video(let path, let format): return try makeVideoSink(path, format)
    }
  }

  private func makeVideoSink(
    _ path: String, _ format: VideoFormat
  ) throws(RecordingError) -> any FrameSink {
    var settings = VideoSettings(
      size: frameSize, rate: job.timing.rate, compression: job.compression,
      plays: job.plays, isOpaque: background.w == 255)
    let range = (pictures.first?.first ?? 0)..<(pictures.last?.end ?? 0)
    // Into a pipe a video goes in one piece.
    let isLong = Self.isFile(path) && format.hasKeyFrames && range.count > job.segmentFrames
    guard isLong || job.shard != nil else { return try format.sink(at: path, settings) }
    let title = JobRecord.Title(
      hash: try JobHash.of(self, name: "\(format) \(job.segmentFrames)"), frames: wholeCount)
    settings.comment = job.shard.map {
      VideoPart.Tag(title: title, shard: $0, frames: range).description
    }
    guard isLong else { return try format.sink(at: path, settings) }
    return try SegmentedVideoSink(
      path: path, format: format, settings, frames: range, length: job.segmentFrames, title: title,
      resumes: job.resumes)
  }
}

extension BookTurn {
  /// The turns of a job, by its script or through all its pages.
  fileprivate static func all(
    of job: BookJob, pages count: Int
  ) throws(RecordingError) -> [BookTurn] {
    guard job.turns.isEmpty else {
      return try scripted(job.turns, pages: count, layout: job.layout)
    }
    var manner = TurnManner()
    manner.direction = job.direction
    manner.timing = job.timing
    manner.style = job.style
    let turns = all(pages: count, layout: job.layout, manner: manner)
    // A finger drags one page.
    guard case .drag = job.style.motion else { return turns }
    return Array(turns.prefix(1))
  }
}

extension SIMD4<UInt8> {
  /// A straight RGBA colour without transparency, over white.
  fileprivate func over(white: UInt8) -> SIMD4<UInt8> {
    let colors = premultiplied
    let rest = white - w
    return SIMD4(colors.x + rest, colors.y + rest, colors.z + rest, 255)
  }
}
