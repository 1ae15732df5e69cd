import GLES
import GLESKitSupport
import ImageCoding
import Imaging
import Offscreen
import PageCurl

/// Why frames could not be made or kept.
public enum RecordingError: Error, Sendable, CustomStringConvertible {
  /// A pattern for the files' names that does not name each frame.
  case frameName(String, reason: String)
  /// A file or folder could not be read or written.
  case file(FileError)
  /// A frame could not be written, as on a full disk; those before it are whole and stay in the folder,
  /// so that the job can be resumed.
  case unfinished(FileError, folder: String)
  /// A picture could not be read or encoded.
  case image(ImageError)
  /// A turn that no page can make.
  case curl(PageCurlError)
  /// Settings of a turn that do not go together.
  case turn(String)
  /// The driver refused.
  case gles(GLESError)
  /// No context could be had.
  case offscreen(OffscreenError)
  /// A page or frame that leaves nothing to draw, or more than the driver can.
  case size(String)
  /// A moment or a number of frames that no recording has.
  case timing(String)
  /// What a format, or the place where it is to go, cannot hold.
  case format(String)
  /// There are no pages, or not those that were asked for.
  case pages(String)
  /// Frames that are there belong to another job.
  case resume(String)
  /// Another run is writing the same frames.
  case busy(String)
  /// Parts that are to be put together do not belong together, or are not complete.
  case parts(String)
  /// A program that is needed, such as `ffmpeg`, is missing or has failed; or the system refused a
  /// thread.
  case program(String)

  /// One sentence that names what is wrong and the remedy.
  public var description: String {
    switch self {
    case .frameName(let pattern, let reason): "the name '\(pattern)' does not work: \(reason)"
    case .file(let error): error.description
    case .unfinished(let error, let folder):
      "\(error); the frames before it stay in '\(folder)', go on with --resume"
    case .image(let error): error.description
    case .curl(let error): error.description
    case .gles(let error): error.description
    case .offscreen(let error): error.description
    case .turn(let sentence), .size(let sentence), .timing(let sentence), .format(let sentence),
      .pages(let sentence),
      .resume(let sentence), .busy(let sentence), .parts(let sentence), .program(let sentence):
      sentence
    }
  }
}
