import ImageCoding
import Imaging

/// A book from files to files: what `pagecurl` does.
///
/// ```swift
/// var job = BookJob(pages: ["book.pdf"], output: .video(path: "book.mp4", format: .mp4))
/// job.timing.holdFrames = 30
/// try job.plan().run { done in }
/// ```
public struct BookJob: Sendable {
  /// What a job writes. Where a path is `-`, it is standard output. A format without transparency shows
  /// transparent pixels as the background on white.
  public enum Output: Hashable, Sendable {
    /// One moment of the first turn, 0 (flat) … 1, as a picture; where no format is given, the path's
    /// ending says it.
    case still(path: String, time: Double, format: ImageFormat? = nil)
    /// Frames as files of a folder, named by a pattern (``FrameName``).
    case frames(folder: String, name: String)
    /// All frames in one file.
    case video(path: String, format: VideoFormat)
    /// One HTML file that holds the pages, and turns them in a browser by hand. No frame is drawn: of
    /// the timing the turns' frames and easing count, of the style the angle, the radius and the look.
    case webPage(path: String, title: String)

    /// Whether it can be made in parts (``BookJob/shard``), and an interrupted job can go on.
    public var supportsSharding: Bool {
      switch self {
      case .still, .webPage: false
      case .frames: true
      case .video(_, let format): format.hasKeyFrames
      }
    }
  }

  /// The pages: pictures, PDFs, and folders of them; `-` is a picture on standard input.
  public var pages: [String]
  /// Which of them are shown; `nil` is all.
  public var selection: PageSelection?
  /// What becomes of a page that cannot be read. Default: the job stops.
  public var onBadPage = BadPagePolicy.stop
  /// How they lie on sheets. Default: fronts and backs by turns, one page shown.
  public var layout = BookLayout.sheets
  /// In which direction they are read. Default: left to right.
  public var direction = ReadingDirection.ltr
  /// How often an animation is played, 0 for ever. Only for animations. Default: 0.
  public var plays = 0
  /// When what is shown.
  public var timing = Timing()
  /// The turns in order, where the book is not simply leafed through from its first page to its last;
  /// ``timing``, ``direction`` and ``style`` then count for the frame, and for the rest in the end.
  /// Default: none, so that every page turns.
  public var turns: [ScriptedTurn] = []
  /// The frame's size in pixels; `nil` is the first page with the margin round it. A video's frame has
  /// one pixel more where a side would be odd.
  public var size: PixelSize?
  /// Room round the pages, in frame pixels, for the curl to hang over. Default: 0.
  public var margin = 0
  /// How pages turn and look.
  public var style = TurnStyle()
  /// What is written.
  public var output: Output
  /// The path of a contact sheet to write besides.
  public var contactSheet: String?
  /// How much trouble encoders take. Default: the mean.
  public var compression = Compression.normal
  /// How many frames are drawn at once; `nil` is one for each processor, but no more than eight.
  public var threads: Int?

  /// The part of the frames that is drawn, where several machines share the work; `nil` is all.
  public var shard: Shard?
  /// An encoded video is cut into segments of so many frames, each of which begins with a key frame and
  /// is encoded by itself. They are what parts are made of, and what an interrupted job keeps. At least
  /// 1. Default: 240.
  public var segmentFrames = 240
  /// Whether to go on with an interrupted job: frames that it has written as files, or the segments of a
  /// video, are left as they are. Not for other files. Default: no.
  public var resumes = false

  /// A job with the defaults above.
  public init(pages: [String], output: Output) {
    self.pages = pages
    self.output = output
  }

  /// Checks the names of what will be written, finds the pages and measures the first. Nothing is
  /// written.
  ///
  /// - Throws: ``RecordingError``.
  public func plan() throws(RecordingError) -> BookPlan { try BookPlan(self) }
}

/// One of several equal parts of a job's frames.
public struct Shard: Hashable, Sendable, CustomStringConvertible {
  /// Which part, from 1.
  public let number: Int
  /// How many parts there are.
  public let count: Int

  /// Reads `2/8`; `nil` for anything else, as for a number above the count.
  public init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { part in
      part.utf8.allSatisfy { (48...57).contains($0) } ? Int(part) : nil
    }
    guard parts.count == 2, let number = parts[0], let count = parts[1], number >= 1,
      number <= count, count <= 1_000_000
    else { return nil }
    self.number = number
    self.count = count
  }

  /// `2/8`.
  public var description: String { "\(number)/\(count)" }

  /// The frames of this part, which is cut between segments of so many frames.
  func range(of frames: Int, segment: Int = 1) -> Range<Int> {
    let segments = (frames + segment - 1) / segment
    let start = segments * (number - 1) / count * segment
    let end = segments * number / count * segment
    return min(start, frames)..<min(end, frames)
  }
}
