import GLESKitSupport
import Glibc
import ImageCoding
import Imaging

/// A job that turns the pages of a book and writes the frames to files: what `pagecurl` does.
///
/// ```swift
/// var job = BookJob(pages: ["book.pdf"], output: .video(path: "book.mp4", format: .mp4))
/// job.timing.holdFrames = 30
/// try job.plan().run { done in }
/// ```
public struct BookJob: Sendable {
  /// What a job writes. The path `-` is standard output. Formats without transparency show
  /// transparent pixels as the background on white.
  public enum Output: Hashable, Sendable {
    /// A still: one moment of the first turn, 0 (flat) … 1 (gone, or landed). Without a format, the
    /// path's extension decides.
    case still(path: String, time: Double, format: ImageFormat? = nil)
    /// Numbered image files in a folder, named by a pattern (``FrameName``).
    case frames(folder: String, name: String)
    /// All frames in one file.
    case video(path: String, format: VideoFormat)
    /// A web page: one HTML file that contains the pages and turns them interactively. A file named
    /// `index.html` instead loads its pages, over HTTP, from the folder `gleskit-book` beside it.
    /// No frames are drawn. It uses the number of frames and the easing of the timing, the angle,
    /// the radius and the look of the style. An empty title stands for that of the PDF, or the
    /// file's name.
    case webPage(path: String, title: String)

    /// Whether `pagecurl` can render it in parts, and an interrupted run can be resumed
    /// (``BookJob/resumes``).
    package var supportsSharding: Bool {
      switch self {
      case .still, .webPage: false
      case .frames: true
      case .video(_, let format): format.hasKeyFrames
      }
    }
  }

  /// The extensions of files that may be pages, for the completions of shells.
  package static let pageExtensions =
    ImageFormat.extensions.map(\.name) + ["pdf"] + ForeignPicture.extensions
    + ClipPage.extensions

  /// The pages: image files, PDFs, folders of them, and videos; `-` is an image on standard input.
  /// A video starts when its page is first seen, and the book rests until the video has ended.
  public var pages: [String]
  /// How PDFs are read.
  public var pdf = PDFOptions()
  /// The pages to show; `nil` is all.
  public var selection: PageSelection?
  /// What happens to a page that cannot be read. Default: the job stops.
  public var onBadPage = BadPagePolicy.stop
  /// Which neighbors an excerpt of a spread also shows, if its cover is ``BookCover/auto``.
  /// Default: none.
  package var completion = ExcerptCompletion.none
  /// How pages are arranged on sheets. Default: alternately fronts and backs, one page shown.
  public var layout = BookLayout.sheets
  /// Which double pages become two; with ``PageSplit/auto`` only those of a spread. Default: auto.
  package var split = PageSplit.auto
  /// How pages whose shape differs from that of most pages are placed on their leaves. Default: in
  /// the middle of white paper.
  public var mixed = PageFit.fit
  /// Whether a spread starts with its first page alone, and whether that is a board. Other layouts
  /// ignore it. Default: it does, unless the selection starts with an even page, and the first and
  /// the last page of a book that has a body are boards, larger than the pages.
  public var cover = BookCover.auto
  /// Whether the first page follows the last one, so that an animation repeats without a jump. A
  /// spread then has no cover. Web pages, and jobs with ``turns``, ignore it. Default: false.
  package var isEndless = false
  /// The reading direction. Default: left to right.
  public var direction = ReadingDirection.leftToRight
  /// How often an animation plays; 0 is endless. Other formats ignore it. Default: 0.
  public var plays = 0
  /// The frame rate, and the number of frames of turns and pauses.
  public var timing = Timing()
  /// The turns in order, for a book whose pages don't simply all turn once. ``timing``,
  /// ``direction`` and ``style`` then only apply to the frame and to the rest at the end. Default:
  /// none, so that every page turns.
  public var turns: [ScriptedTurn] = []
  /// The frame's size in pixels; `nil` is the default size of a leaf plus the margin. Odd sides of
  /// a 4:2:0 video are made even by adding a pixel.
  public var size: PixelSize?
  /// Space around the pages, or around the boards of a hard cover, in frame pixels, into which the
  /// curl may extend. `nil` is a twentieth of the frame's shorter side, plus room for paper that
  /// perspective enlarges. Default: `nil` in a spread whose ``style`` is paper or a cone, and
  /// otherwise 0.
  public var margin: Int? {
    get {
      if let givenMargin { return givenMargin }
      return layout == .spread && !isWebPage && settled(style).fold == nil ? nil : 0
    }
    set { givenMargin = .some(newValue) }
  }
  private var givenMargin: Int??
  /// Limits the frame if there is no ``size``; `nil` does not.
  package var largestFrame: LargestFrame?
  /// What lies behind the pages, instead of ``TurnStyle/background``. Web pages ignore it.
  public var backdrop: Backdrop?
  /// How the camera moves; `nil` shows the whole frame all the time. Web pages ignore it.
  package var camera: Camera?
  /// How pages bend and look.
  public var style = TurnStyle()
  /// Whether a spread shows the edges of its two stacks of sheets around the pages, the boards of a
  /// hard cover below them, and the shadow of the book on the background. The default `nil` is
  /// `true` if any page bends like paper, or on a cone except in web pages, and otherwise `false`.
  public var hasStacks: Bool?
  /// How strongly the pages of a spread are shaded toward the spine, as if they bent down to it: 0
  /// (not at all) … 1. In web pages, only those that bend like paper are. The default `nil` is 0.8
  /// with ``hasStacks`` if any page bends like paper, and otherwise 0.
  public var gutter: Double?
  /// What a web page offers, and how large it may be. Other outputs ignore it.
  package var webPage = WebPageOptions()
  /// What is written.
  public var output: Output
  /// Whether videos in one file and web pages get the sound of the turning pages. Default: `false`.
  public var hasSound = false
  /// Whether videos in one file get the sound of pages that are videos. Default: `true`.
  package var hasClipSound = true
  /// A file whose sound videos in one file get, faded in and out; `nil` is none.
  public var audio: String?
  /// The path of a contact sheet to write in addition.
  public var contactSheet: String?
  /// The path by which a web page without a title is named; `nil` is that of the output.
  package var webPageName: String?
  /// Other files that the job was made from, such as a script. No output may overwrite them.
  package var otherInputs: [String] = []
  /// Other files that are written about the job, and what they are. They must not be its inputs or
  /// outputs.
  package var otherOutputs: [(part: String, path: String)] = []
  /// Whether encoders favor speed or file size. Default: balanced.
  public var compression = Compression.balanced
  /// The quality of lossy encoders, 1 (smallest) … 100 (best); `nil` is the format's usual one.
  public var quality: Int?
  /// What encodes an MP4.
  package var encoder = VideoEncoder.software
  /// The number of frames that are drawn at the same time; `nil` is one per processor.
  public var threads: Int?
  /// The part of the frames to draw, if several machines share the work; `nil` is all.
  package var shard: Shard?
  /// The number of frames in a segment of a video, at least 1. Default: 240.
  ///
  /// Each segment starts with a key frame and is encoded by itself. Parts (``shard``) consist of
  /// segments, and an interrupted job keeps its complete segments.
  package var segmentFrames = 240
  /// Whether to resume an interrupted job: frames of a sequence, and segments of a video, that it
  /// has written are kept. Other outputs ignore it. Default: false.
  public var resumes = false

  /// A job with the defaults above.
  public init(pages: [String], output: Output) {
    self.pages = pages
    self.output = output
  }

  /// Whether it is a book with a cover that the pages decide about.
  private var mayChooseCover: Bool {
    layout == .spread && cover == .auto && !isEndless && turns.isEmpty
  }

  /// Whether a whole book of so many pages, without a cover that is asked for, has boards.
  func hasBoards(pages count: Int) -> Bool {
    mayChooseCover && style.profile == .paper && hasStacks == true && count > 3
  }

  /// The same job with the default values that depend on its other properties.
  package var settled: BookJob {
    var job = self
    job.style = settled(style)
    job.turns.changeSettings { $0.style = settled($0.style) }
    func has(_ profile: TurnStyle.Profile) -> Bool {
      turns.isEmpty
        ? job.style.profile == profile
        : job.turns.contains { $0.settings.style.profile == profile }
    }
    let isBook = layout == .spread
    job.hasStacks = hasStacks ?? (has(.paper) || isBook && !isWebPage && has(.cone))
    job.gutter = gutter ?? (isBook && job.hasStacks == true && has(.paper) ? Self.usualGutter : 0)
    return job
  }

  /// The default ``gutter`` of a book with stacks.
  package static let usualGutter = 0.8

  private func settled(_ style: TurnStyle) -> TurnStyle {
    style.settled(in: layout, isWebPage: isWebPage, isLab: webPage.controls == .lab)
  }

  /// Whether the output is a web page.
  var isWebPage: Bool {
    if case .webPage = output { true } else { false }
  }

  /// The pages of the job.
  func selectedPages() throws(RecordingError) -> PageSource.Selected {
    try PageSource.pages(
      at: pages, pdf,
      dividing: DoublePages(
        split: split == .auto && (layout != .spread || style.binding?.isLevel == true)
          ? .off : split,
        direction: direction, startsOpen: cover == .none),
      selecting: selection, completing: mayChooseCover ? completion : .none, onBadPage)
  }

  /// Whether a book of so many pages lies open at first, instead of showing its cover.
  ///
  /// - Parameter beginsOpening: Whether its second page faces its first one in the whole book.
  func startsOpen(pages count: Int, beginsOpening: Bool) -> Bool {
    guard layout == .spread, isEndless || count > 2 else { return false }
    return switch cover {
    case .auto: beginsOpening
    case .none: true
    case .hard, .soft: false
    }
  }

  /// Checks the names of outputs, finds the pages and measures the first one. Writes nothing.
  ///
  /// - Throws: ``RecordingError``; ``RecordingError/overwriting(part:path:otherPart:otherPath:)``
  ///   if an output is a page, whatever path leads to it.
  public func plan() throws(RecordingError) -> BookPlan { try BookPlan(self) }

  /// The plan of a job of which only a ``JobTrial`` is drawn. Its camera reads few pages.
  package func estimatedPlan() throws(RecordingError) -> BookPlan {
    try BookPlan(self, isEstimate: true)
  }

  /// The default of ``threads``: one per processor that this process may use, but no more than fit
  /// into memory.
  ///
  /// - Parameter bytes: The memory that a thread takes; at least 256 MiB are counted.
  package static func defaultThreads(
    each bytes: Int = 0, processors: Int = ForkedProcess.usableProcessors,
    memory: Int = sysconf(Int32(_SC_PHYS_PAGES)) * sysconf(Int32(_SC_PAGESIZE))
  ) -> Int {
    max(min(processors, memory / max(bytes, 256 << 20)), 1)
  }
}
