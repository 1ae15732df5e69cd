import GLES
import GLESKitSupport
import ImageCoding
import Imaging
import Offscreen
import PageCurl

/// An error of making or writing frames.
///
/// Each description says what failed and what to do about it, in terms of this library's API; a
/// tool has its own words for advice (`message`).
public enum RecordingError: Error, Sendable, CustomStringConvertible {
  /// A pattern for file names that doesn't give each frame a different name.
  case frameName(String, reason: String)
  /// A file or folder could not be read or written.
  case file(FileError)
  /// A frame could not be drawn or written, for example because the disk is full. The frames before
  /// it are complete and stay in the folder, or `nil` as segments of a video, so the job can be
  /// resumed.
  indirect case unfinished(RecordingError, folder: String?)
  /// An image could not be read or encoded.
  case image(ImageError)
  /// A turn whose geometry is impossible.
  case curl(PageCurlError)
  /// Settings of a turn that contradict each other.
  case turn(RecordingMessage)
  /// OpenGL ES failed.
  case gles(GLESError)
  /// No OpenGL ES context could be opened.
  case offscreen(OffscreenError)
  /// A page or frame that is empty, or larger than the driver supports.
  case size(RecordingMessage)
  /// An image for fewer frames than one.
  case noFrames(Int)
  /// A recording that ends without an image.
  case emptyRecording
  /// A time in seconds outside the recording: negative, not a number or too large.
  case outside(seconds: Double)
  /// A time in seconds before that of the last image.
  case unordered(seconds: Double)
  /// The output format or its destination does not support the recording.
  case format(RecordingMessage)
  /// There are no pages, or a page cannot be read.
  case pages(RecordingMessage)
  /// Something, such as "turn 3 of the script", shows a page that the book, with some number of
  /// pages, doesn't have.
  case noPage(Int, of: String, count: Int)
  /// The selection names a page that the book, with some number of pages, doesn't have. Its PDF may
  /// have given that number to another page as a label.
  case selection(String, page: Int, count: Int, labeled: Int? = nil)
  /// The frames of this output that exist have other pages or settings.
  case otherJob(String)
  /// The frames of this output that exist were made by another tool, driver or encoder, if it is
  /// known.
  case otherMaker(String, maker: String?, now: String)
  /// Something that isn't a file or folder of ours has the hidden name of a job's record.
  case inTheWay(String)
  /// Another process is writing the same frames, to this file or folder.
  case busy(String)
  /// A part of the job, such as its manifest, that would overwrite another part or an input.
  case overwriting(part: String, path: String, otherPart: String, otherPath: String)
  /// Frames that would be written into a folder of pages.
  case framesAmongPages(folder: String)
  /// A file or folder that no part of a job was written to.
  case noPart(String)
  /// The parts belong to different jobs, or are incomplete.
  case parts(RecordingMessage)
  /// A clip of a transition or of a book that cannot be used.
  case clip(RecordingMessage)
  /// A program such as `ffmpeg` is missing or failed, or the system refused to start a thread.
  case program(RecordingMessage)
  /// A process that draws frames ended twice at the same frame or page, such as "page 3", most
  /// likely because the driver crashed. The reason follows "ended".
  case crash(String, reason: String)

  /// What failed and what to do about it, in one sentence.
  public var description: String { message.text(\.text) }

  /// What a page may be, for messages.
  private static let pages = alternatives(ImageFormat.names + ["PDF"])
  private static let clips = alternatives(ImageFormat.names + ["PDF", "a video such as .mp4"])

  /// The description, whose advice is data.
  package var message: RecordingMessage {
    switch self {
    case .frameName(let pattern, let reason): "invalid file name pattern '\(pattern)': \(reason)"
    case .file(let error): "\(error)"
    case .unfinished(let error, let folder):
      error.message + "; "
        + (folder.map { "the frames written so far stay in '\($0)': " }
          ?? "complete segments are kept: ") + .resume
    case .image(.empty(let name)): "'\(name)' is empty; use a \(Self.pages) file"
    case .image(.notAnImage(let name)):
      "'\(name)' is not an image, PDF or video; use \(Self.clips)"
    case .image(.unsupportedFormat(let name, let format))
    where ["ZIP", "RAR", "7-Zip"].contains(format):
      "'\(name)' is a \(format) archive; unpack it, and name the folder with its images"
    case .image(.unsupportedFormat(let name, let format)):
      "'\(name)' has the format \(format); convert it to \(Self.pages)"
    case .image(let error): "\(error)"
    case .selection(let selection, let page, let count, let labeled):
      "the selection '\(selection)' includes page \(page), but the book has "
        + "\(counted(count, "page")); select pages from 1 to \(count)"
        + (labeled.map { "; '\(page)' is the label of page \($0)" } ?? "")
    case .noPage(let page, let name, let count):
      "\(name) shows page \(page), but the book has \(counted(count, "page")); use a page from 1 "
        + "to \(count)"
    case .noPart(let path):
      "'\(path)' is not a part of a job; give what was written with " + .shard
    case .crash(let name, let reason):
      "the process that draws \(name) ended twice \(reason); update the graphics driver, or try "
        + "another one (GLESKIT_DISPLAY, GALLIUM_DRIVER=softpipe)"
    case .busy(let output):
      "another process is writing '\(output)'; wait for it to end, or write elsewhere"
    case .curl(let error): "\(error)"
    case .gles(let error): "\(error)"
    case .offscreen(let error): "\(error)"
    case .noFrames(let count): "\(count) frames for an image; use at least 1"
    case .emptyRecording: "nothing was recorded; a recording needs at least one image"
    case .outside(let time):
      "the time \(time) s is outside the recording; use seconds from its start"
    case .unordered(let time):
      "the time \(time) s is before the last image; append images in order"
    case .otherJob(let output):
      "'\(output)' contains frames of another job: pages or settings have changed; " + .startOver
    case .otherMaker(let output, let maker, let now):
      "'\(output)' contains frames made by \(maker ?? "another version"), but this is "
        + "\(now): new frames may look different; " + .startOver
    case .inTheWay(let path):
      "'\(path)' is in the way of the job's record; remove it, or write elsewhere"
    case .overwriting(let part, let path, let otherPart, let otherPath):
      "the \(part) '\(path)' would overwrite the \(otherPart) '\(otherPath)'; choose another "
        + "name or folder"
    case .framesAmongPages(let folder):
      "the folder '\(folder)' holds the pages; choose another folder for the frames"
    case .turn(let message), .size(let message), .format(let message), .pages(let message),
      .parts(let message), .clip(let message), .program(let message):
      message
    }
  }
}

extension RecordingError {
  /// Throws if the tool has been interrupted. For loops over pages, which may be a million: what
  /// the error says does not matter, as the tool reports the signal.
  static func checkInterruption() throws(RecordingError) {
    if Interruption.pending != nil { throw .program("interrupted") }
  }
}

extension WorkerThread {
  /// Starts a thread that runs `body`.
  static func started(_ body: @escaping @Sendable () -> Void) throws(RecordingError) -> WorkerThread
  {
    do { return try WorkerThread(body) } catch {
      throw .program("cannot start a thread: \(error.reason)")
    }
  }
}

/// Turns an `ImageError` that `body` throws into a ``RecordingError``.
func imaging<Result>(_ body: () throws(ImageError) -> Result) throws(RecordingError) -> Result {
  do { return try body() } catch { throw .image(error) }
}

/// Turns a `FileError` that `body` throws into a ``RecordingError``.
func filing<Result: ~Copyable>(
  _ body: () throws(FileError) -> Result
) throws(RecordingError) -> Result {
  do { return try body() } catch { throw .file(error) }
}
