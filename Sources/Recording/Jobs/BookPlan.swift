import GLESKitSupport
import Glibc
import ImageCoding
import Imaging
import PageCurl
import Profiling

/// The plan of a job: what is known about it before it runs.
public struct BookPlan: Sendable {
  var job: BookJob
  /// What is drawn.
  var frames: FramePlan
  /// Why pages are left out or blank: one error per page, in order (``BookJob/onBadPage``).
  public let badPages: [RecordingError]
  /// Why the boards of an excerpt do not have the color of the book's cover, which it doesn't show.
  package let coverProblem: RecordingError?
  /// Whether the book has a hard cover.
  package let hasBoards: Bool
  /// The number of turns at the end of the book that the camera's style leaves out.
  package let omittedTurns: Int
  private let selected: PageSource.Selected

  /// - Parameter isEstimate: Whether a camera's style looks only at the pages that a trial of the
  ///   job shows; see ``JobTrial``. It takes all others for full.
  init(_ job: BookJob, isEstimate: Bool = false) throws(RecordingError) {
    if let sheet = job.contactSheet { _ = try Self.format(ofPicture: sheet) }
    let job = job.settled
    self.job = job
    let gutter = job.gutter ?? 0
    guard (0...1).contains(gutter) else {
      throw .turn("a gutter of \(gutter) is outside the range; use 0 (none) to 1")
    }
    selected = try job.selectedPages()
    var (pages, badPages) = try PageSource.tried(selected.pages, job.onBadPage)
    self.badPages = badPages
    let isEndless = job.isEndless && job.turns.isEmpty
    // The last leaf has a back, too.
    if isEndless, job.layout != .pages, !pages.count.isMultiple(of: 2) {
      pages.append(.blank(like: pages.last))
    }
    guard let first = pages.first(where: { !$0.isBlank }) else {
      throw badPages.first ?? .pages("no pages; give at least one")
    }
    var turns = try BookTurn.all(of: job, selected, pages: pages.count)
    if case .style(let style)? = job.camera, let most = style.mostTurns, job.turns.isEmpty,
      !job.isEndless, !job.isWebPage
    {
      omittedTurns = max(turns.count - most, 0)
      turns = Array(turns.prefix(most))
    } else {
      omittedTurns = 0
    }
    var clips: [Int: Int] = [:]
    for (index, page) in pages.enumerated() {
      clips[index] = page.video?.frameCount(job.timing.rate)
    }
    var background = job.backdrop == nil ? job.style.background : [255, 255, 255, 255]
    var video: VideoFormat?
    var allPictures: [HeldFrame]
    // The first picture, which follows, rests already.
    let rest = isEndless ? 0 : job.timing.holdFrames
    let film =
      job.camera == nil || job.isWebPage
      ? [] : turns.pictures(layout: job.layout, rest: rest, clips: clips)
    var stillTime: Double?
    switch job.output {
    case .still(let path, let time, let format):
      _ = try Self.format(ofPicture: path, given: format)
      allPictures = [HeldFrame(moment: Moment(turn: 0, times: [time]), first: 0, count: 1)]
      stillTime = time
    case .frames(_, let name):
      _ = try Self.format(ofPicture: FrameName(name).description)
      allPictures = turns.pictures(layout: job.layout, rest: rest, clips: clips)
    case .video(_, let format):
      allPictures = turns.pictures(layout: job.layout, rest: rest, clips: clips)
      video = format
      if !format.hasAlpha { background = background.over(white: 255) }
    case .webPage: allPictures = []
    }
    turns.changeSettings { $0.style.background = background }
    try OutputCheck.check(job, frames: allPictures.last?.end ?? 0)
    let natural = try PageSource.leafSize(of: pages, first: first)
    let isLevel = try turns.isLevel(in: job.layout)
    let (cover, coverProblem) = try HardCover.bound(
      job, selected, turns, pages, natural, isLevel: isLevel)
    self.coverProblem = coverProblem
    hasBoards = cover != nil
    var overhang = turns.reduce(Overhang()) {
      $0.union($1.settings.overhang(of: natural, in: job.layout))
    }
    var reserve: Overhang?
    // All excerpts of a book have the same frame, whether they show its cover or not.
    if job.hasBoards(pages: selected.bookCount), var settings = turns.first?.settings {
      settings.style.paper = .cover
      overhang = overhang.union(settings.overhang(of: natural, in: job.layout))
      reserve = HardCover.squares(
        of: first, page: natural, isLevel: isLevel, sheets: selected.bookCount / 2)
    }
    let stage = try FrameStage(
      first: natural, layout: job.layout, isLevel: isLevel, size: job.size, margin: job.margin,
      overhang: overhang, squares: cover?.squares ?? Overhang(), reserve: reserve,
      largest: job.largestFrame, isEven: video?.hasEvenSides == true)
    do throws(RecordingError) { try video?.check(stage.frame) } catch {
      throw job.size == nil ? error.naming(theFirstOf: pages, of: natural) : error
    }
    frames = FramePlan(
      pages: pages, fit: job.mixed, turns: turns, isEndless: isEndless,
      // Finds impossible shapes before the first frame is drawn.
      placed: try PlacedTurn.all(turns, on: stage, layout: job.layout, rate: job.timing.rate),
      stage: stage, cover: cover, hasStacks: job.hasStacks == true, gutter: gutter,
      rate: job.timing.rate, background: background,
      backdrop: try job.backdrop?.picture(stage.frame), allPictures: allPictures,
      pictures: allPictures)
    if let camera = job.camera, !job.isWebPage {
      frames.mayClose = job.cover != .none
      if isEstimate { frames.turnsToRead = JobTrial.turns(of: shownPictures(in: video)) }
      try frames.film(with: camera, film, stillAt: stillTime)
    }
    frames.pictures = shownPictures(in: video)
  }

  /// The pictures of the part to draw, in a video of this format or in files of their own.
  private func shownPictures(in video: VideoFormat?) -> [HeldFrame] {
    guard let shard = job.shard else { return frames.allPictures }
    let range =
      video?.hasKeyFrames == true
      ? segmentCuts.frames(of: shard) : shard.range(of: frames.wholeCount)
    return frames.allPictures.compactMap { $0.clamped(to: range) }
  }

  /// The numbers of the pages that are shown though they were not selected, because they complete
  /// the excerpt.
  package var neighbors: [Int] { selected.neighbors }
  /// The number of double pages of the book that became two, and the numbers of those that did not,
  /// because they don't begin an opening.
  package var doubles: (divided: Int, whole: [Int]) { (selected.doubles, selected.whole) }
  /// The number of pages that are shown.
  public var pageCount: Int { frames.pages.count }
  /// The pages that are videos, with their numbers from 1 and their durations in seconds.
  package var videoPages: [(number: Int, seconds: Double)] {
    frames.pages.enumerated().compactMap { index, page in
      page.video.map { (index + 1, $0.seconds) }
    }
  }
  /// Whether a page is a video with sound, which the job's video would have, too.
  package var hasClipSound: Bool {
    guard case .video(_, let format) = job.output else { return false }
    return format.hasKeyFrames && job.hasClipSound && !frames.clipSounds.isEmpty
  }
  /// Whether a page is from a PDF.
  package var hasPDFPages: Bool {
    frames.pages.contains { $0.pdf != nil }
  }
  /// The number of turns.
  package var turnCount: Int { frames.turns.count }
  /// The number of frames that are written.
  public var frameCount: Int { frames.frameCount }
  /// The number of steps of ``run(measuring:progress:)``: frames, or the pages of a web page.
  package var stepCount: Int { isWebPage ? pageCount : frameCount }
  /// Whether the output is a web page, for which no frames are drawn.
  package var isWebPage: Bool { job.isWebPage }
  /// The format of a still, or of the frames in a folder; `nil` for other outputs.
  package var stillFormat: ImageFormat? {
    switch job.output {
    case .still(let path, _, let format): format ?? ImageFormat(extensionOf: path)
    case .frames(_, let name): ImageFormat(extensionOf: name)
    case .video, .webPage: nil
    }
  }
  /// The size of a frame in pixels.
  public var frameSize: PixelSize { frames.stage.frame }
  /// The size of a page in the frame, in pixels.
  public var pageSize: PixelSize { frames.stage.page }
  /// The duration of the frames in seconds.
  public var duration: Double { Double(frameCount) / job.timing.rate.value }
  /// How much the camera enlarges the frame at most; 1 without a camera.
  package var mostZoom: Double { frames.allPictures.reduce(1) { max($0, $1.moment.view.zoom) } }
  /// Whether an odd side was made even by adding a pixel, as 4:2:0 video needs.
  package var isPadded: Bool { frames.stage.isPadded }

  /// What the turns of a job that lists its turns show, in words; empty for other jobs.
  package var scriptedTurns: some Collection<String> {
    (job.turns.isEmpty ? [] : frames.turns).lazy.map(\.summary)
  }

  /// The format of an image file: the given one, or the one of the path's extension.
  private static func format(
    ofPicture path: String, given: ImageFormat? = nil
  ) throws(RecordingError) -> ImageFormat {
    guard let format = given ?? ImageFormat(extensionOf: path) else {
      throw .image(.unknownExtension(path: path))
    }
    return format
  }

  /// Draws and writes the frames.
  ///
  /// This changes nothing that belongs to the process. A program that mainly renders books should
  /// do as `pagecurl` does, and set two environment variables of Mesa's software renderer before it
  /// opens its first context:
  ///
  /// - `LP_NUM_THREADS=0` when several frames are drawn, because each painter has a thread already.
  /// - `GALLIVM_PERF=no_aos_sampling` for texture filters in floating point, which are more precise
  ///   and not slower.
  ///
  /// Programs that draw long books may also set a fixed `M_MMAP_THRESHOLD` with `mallopt`, so that
  /// the memory of pages is returned to the system.
  ///
  /// - Parameters:
  ///   - profiler: Measures the stages of the run: `open`, `decode`, `upload`, `render`,
  ///     `readback`, `encode`, `wait for task`, `wait for frame`, `write`, `finish`.
  ///     Default: none.
  ///   - progress: Called with the number of complete frames out of ``frameCount``, or of complete
  ///     pages of a web page. It rises by one or more, and begins above 0 where a job is resumed.
  ///     An error that it throws stops the job: complete frames stay, with a hidden record that
  ///     lets the job be resumed; a video ends with the frames so far and is playable.
  /// - Throws: ``RecordingError``, and what `progress` throws. After a ``RecordingError``
  ///   everything that was added has been removed, except complete frames of a job that can be
  ///   resumed if only writing or a driver failed (``RecordingError/unfinished(_:folder:)``).
  public func run(
    measuring profiler: Profiler? = nil, progress: (_ done: Int) throws -> Void
  ) throws {
    try run(in: .threads, measuring: profiler, progress: progress)
  }

  /// Draws and writes the frames with workers on threads or in processes.
  ///
  /// - Parameters:
  ///   - onLoss: Called when a process has ended whose frames another one draws again.
  ///   - begin: Called before the first frame is written.
  package func run(
    in host: WorkerHost, measuring profiler: Profiler? = nil,
    onLoss: @escaping (String) -> Void = { _ in }, begin: (FrameDrawing) -> Void = { _ in },
    progress: (_ done: Int) throws -> Void
  ) throws {
    if case .webPage(let path, let title) = job.output {
      return try webPage(title, in: host).write(to: path, progress: progress)
    }
    // A part may be empty; a video cannot.
    if frames.pictures.isEmpty, case .video = job.output { return try progress(0) }
    let lock = try lockOutput()
    defer { withExtendedLifetime(lock) {} }
    guard let sink = try makeSink() else { return }
    // With more parts than frames, some parts are empty.
    var sheet =
      job.contactSheet == nil || frames.pictures.isEmpty
      ? nil : BookContactSheet(pictures: frames.pictures, size: frameSize)
    do {
      var rest = frames
      rest.pictures = rest.pictures.filter { sheet?.shows($0) == true || !sink.has($0.frames) }
      var done = frameCount - rest.frameCount
      try progress(done)
      let needs = FrameNeeds(of: frames)
      let pipeline = try FramePipeline(
        rest, needs: needs,
        workers: job.threads ?? BookJob.defaultThreads(each: needs.bytesPerWorker),
        in: host, encoder: sink.encoder,
        takesReferences: sink.takesReferences, sheet: sheet, profiler: profiler)
      var hasBegun = false
      try pipeline.run(onLoss: onLoss) { picture, encoded in
        if !hasBegun {
          try sink.begin(drawnBy: maker(pipeline.drawing.driver))
          begin(pipeline.drawing)
          hasBegun = true
        }
        try profiler.measure(.write) { () throws(RecordingError) in
          try sink.append(encoded.bytes, for: picture.frames)
        }
        if let thumbnail = encoded.thumbnail { sheet?.place(thumbnail, picture) }
        done += picture.count
        try progress(done)
      }
      if let sheet, let path = job.contactSheet {
        try imaging { () throws(ImageError) in try ImageFile.write(sheet.image, to: path) }
      }
      try profiler.measure(.finish) { () throws(RecordingError) in try sink.finish() }
    } catch let error as RecordingError {
      throw sink.fail(error)
    } catch {
      try sink.interrupt(playable: !replacesFile)
      throw error
    }
  }

  /// Whether a file is there that a video of the job replaces. A part of the video must not.
  private var replacesFile: Bool {
    guard case .video(let path, _) = job.output else { return false }
    return Files.kind(of: path) == .regular
  }

  /// What draws the frames: their bytes may differ if any of it does.
  private func maker(_ driver: String) -> String {
    let decoder = frames.pages.contains(where: \.needsFFmpeg) ? ", \(FFmpeg.version)" : ""
    return "GLESKit \(gleskitVersion), \(driver)\(decoder)"
  }

  func webPage(_ title: String, in host: WorkerHost = .threads) -> WebPage {
    WebPage(
      title: title, name: job.webPageName, pages: frames.pages, fit: frames.fit, pageSize: pageSize,
      largestPage: job.size == nil ? WebPage.largestTexture : pageSize, layout: job.layout,
      // Scripts don't list the turns of web pages.
      first: job.turns.isEmpty ? frames.turns.first?.front ?? 0 : 0, direction: job.direction,
      timing: job.timing, style: job.style, gutter: job.gutter ?? 0,
      compression: job.compression, quality: job.quality,
      cover: frames.cover, sound: turnSound,
      options: job.webPage,
      threads: job.threads ?? BookJob.defaultThreads(), host: host)
  }

  /// Locks a video against other processes. Sequences have records for that. Of two processes that
  /// write any other file, the last one to finish wins.
  private func lockOutput() throws(RecordingError) -> OutputLock? {
    guard case .video(let path, let format) = job.output, format.hasKeyFrames, Self.isFile(path)
    else { return nil }
    return try OutputLock(path)
  }

  /// Whether a path is that of a file, not of a pipe.
  static func isFile(_ path: String) -> Bool {
    path != "-" && Files.kind(of: path) != .special
  }

  /// The destination of the frames; `nil` for a web page, which has none.
  private func makeSink() throws(RecordingError) -> (any FrameSink)? {
    switch job.output {
    case .webPage: return nil
    case .still(let path, _, let format):
      return try PictureSink(
        path: path, format: try Self.format(ofPicture: path, given: format),
        compression: job.compression, quality: job.quality)
    case .frames(let folder, let text):
      let name = try FrameName(text)
      let title = try title(name: text)
      return try SequenceSink(
        folder: folder, name: name, compression: job.compression, quality: job.quality
      ) { () throws(RecordingError) in
        try JobRecord(
          RecordName(name, job.shard), in: folder, title: title, resumes: job.resumes)
      }
    case .video(let path, let format): return try makeVideoSink(path, format)
    }
  }

  private var segmentCuts: SegmentCuts {
    SegmentCuts(frames.allPictures, length: job.segmentFrames)
  }

  private func makeVideoSink(
    _ path: String, _ format: VideoFormat
  ) throws(RecordingError) -> any FrameSink {
    var settings = VideoSettings(
      size: frameSize, rate: job.timing.rate, compression: job.compression,
      plays: job.plays, isOpaque: frames.background.w == 255, quality: job.quality)
    if job.encoder == .hardware {
      guard format == .mp4 else {
        throw .format("a GPU only encodes MP4; write an .mp4, or encode with the processor")
      }
      settings.hardware = try HardwareEncoder.found()
    }
    let range = (frames.pictures.first?.first ?? 0)..<(frames.pictures.last?.end ?? 0)
    let cuts = segmentCuts
    // A video in a pipe is not segmented.
    let isLong = Self.isFile(path) && format.hasKeyFrames && cuts.numbers(of: range).count > 1
    if Self.isFile(path) { settings.frameCount = range.count }
    let soundtrack = try soundtrack()
    guard isLong || job.shard != nil else {
      return try format.sink(at: path, settings, soundtrack)
    }
    let title = try title(
      name: "\(format.rawValue) turns \(job.segmentFrames) \(settings.hardware?.name ?? "")")
    settings.comment = job.shard.map {
      VideoPart.Tag(title: title, shard: $0, frames: range).description
    }
    guard isLong else { return try format.sink(at: path, settings) }
    return try SegmentedVideoSink(
      path: path, format: format, settings, soundtrack, frames: range, cuts: cuts,
      title: title, resumes: job.resumes)
  }

  /// What identifies the job in records.
  private func title(name: String) throws(RecordingError) -> JobRecord.Title {
    let hash = try JobHash.of(
      frames, compression: job.compression, quality: job.quality, name: name)
    return JobRecord.Title(hash: hash, frames: frames.wholeCount)
  }
}

extension SIMD4<UInt8> {
  /// A straight RGBA color composited on white.
  fileprivate func over(white: UInt8) -> SIMD4<UInt8> {
    let colors = premultiplied
    let rest = white - w
    return SIMD4(colors.x + rest, colors.y + rest, colors.z + rest, 255)
  }
}
