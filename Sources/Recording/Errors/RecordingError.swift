import GLES
import GLESKitSupport
import ImageCoding
import Imaging
import Offscreen
import PageCurl

/// An error of making or writing frames.
///
/// Each description says what failed and what to do about it. It names this library's API; a tool
/// replaces those names with its own options (`Advice`).
public enum RecordingError: Error, Sendable, CustomStringConvertible {
  /// A pattern for file names that doesn't give each frame a different name.
  case frameName(String, reason: String)
  /// A file or folder could not be read or written.
  case file(FileError)
  /// A frame could not be written, for example because the disk is full. The frames before it are
  /// complete and stay in the folder, so the job can be resumed.
  case unfinished(FileError, folder: String)
  /// An image could not be read or encoded.
  case image(ImageError)
  /// A turn whose geometry is impossible.
  case curl(PageCurlError)
  /// Settings of a turn that contradict each other.
  case turn(String)
  /// OpenGL ES failed.
  case gles(GLESError)
  /// No OpenGL ES context could be opened.
  case offscreen(OffscreenError)
  /// A page or frame that is empty, or larger than the driver supports.
  case size(String)
  /// A time or a number of frames outside the recording.
  case timing(String)
  /// The output format or its destination does not support the recording.
  case format(String)
  /// There are no pages, or a requested page does not exist.
  case pages(String)
  /// The selection names pages that the book doesn't have.
  case selection(String)
  /// The frames that exist belong to another job.
  case resume(String)
  /// Another process is writing the same frames.
  case busy(String)
  /// An output that would overwrite an input or another output.
  case overwriting(String)
  /// The parts belong to different jobs, or are incomplete.
  case parts(String)
  /// A clip of a transition or of a book that cannot be used.
  case clip(String)
  /// A program such as `ffmpeg` is missing or failed, or the system refused to start a thread.
  case program(String)
  /// A process that draws frames ended twice at the same frame or page, most likely because the
  /// driver crashed. What was written before is kept, and the job can be resumed.
  case crash(String)

  /// What failed and what to do about it, in one sentence.
  public var description: String {
    switch self {
    case .frameName(let pattern, let reason): "invalid file name pattern '\(pattern)': \(reason)"
    case .file(let error): error.description
    case .unfinished(let error, let folder):
      "\(error); the frames written so far stay in '\(folder)': \(Advice.resume)"
    case .image(.empty(let name)): "'\(name)' is empty; use a PNG, JPEG, WebP or PDF file"
    case .image(.notAnImage(let name)):
      "'\(name)' is not an image, PDF or video; use PNG, JPEG, WebP, PDF or a video such as .mp4"
    case .image(.unsupportedFormat(let name, "ZIP")):
      "'\(name)' is a ZIP archive; unpack it, and name the folder with its images"
    case .image(.unsupportedFormat(let name, let format)):
      "'\(name)' has the format \(format); convert it to PNG, JPEG, WebP or PDF"
    case .image(let error): error.description
    case .curl(let error): error.description
    case .gles(let error): error.description
    case .offscreen(let error): error.description
    case .turn(let sentence), .size(let sentence), .timing(let sentence), .format(let sentence),
      .pages(let sentence), .selection(let sentence), .resume(let sentence), .busy(let sentence),
      .overwriting(let sentence), .parts(let sentence), .clip(let sentence),
      .program(let sentence), .crash(let sentence):
      sentence
    }
  }
}

extension RecordingError {
  /// Advice in messages, in terms of the API. `pagecurl` replaces it with its own options.
  package enum Advice {
    package static let resume = "set BookJob.resumes to continue"
    package static let startOver = "clear BookJob.resumes to start over"
    package static let pages = "set BookJob.selection"
    package static let password = "set PDFOptions.password"
    package static let eye = "set TurnStyle.eye"
    package static let shard = "BookJob.shard"
  }
}

extension RecordingError {
  /// Throws if the tool has been interrupted. For loops over pages, which may be a million: what
  /// the error says does not matter, as the tool reports the signal.
  static func checkInterruption() throws(RecordingError) {
    if Interruption.pending != nil { throw .program("interrupted") }
  }

  /// The system refused to start a thread.
  static func noThread(_ reason: String) -> RecordingError {
    .program("cannot start a thread: \(reason)")
  }
}

extension WorkerThread {
  /// Starts a thread that runs `body`.
  static func started(_ body: @escaping @Sendable () -> Void) throws(RecordingError) -> WorkerThread
  {
    do { return try WorkerThread(body) } catch {
      throw .noThread(error.reason)
    }
  }
}

/// Turns an `ImageError` that `body` throws into a ``RecordingError``.
func imaging<Result>(
  _ body: () throws(ImageError) -> Result
) throws(RecordingError) -> Result {
  do { return try body() } catch { throw .image(error) }
}
