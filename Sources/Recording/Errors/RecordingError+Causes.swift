extension RecordingError {
  /// What is wrong with a time or a number of frames.
  public enum TimingCause: Hashable, Sendable {
    /// An image was appended for fewer frames than one.
    case frames(Int)
    /// A recording ended without an image.
    case empty
    /// A time in seconds is negative, not a number or too large.
    case outside(seconds: Double)
    /// A time in seconds is before that of the last image.
    case unordered(seconds: Double)

    var message: RecordingMessage {
      switch self {
      case .frames(let count): "\(count) frames for an image; use at least 1"
      case .empty: "nothing was recorded; a recording needs at least one image"
      case .outside(let time):
        "the time \(time) s is outside the recording; use seconds from its start"
      case .unordered(let time):
        "the time \(time) s is before the last image; append images in order"
      }
    }
  }

  /// Why the frames that exist cannot be continued.
  public enum ResumeCause: Hashable, Sendable {
    /// The frames of this output have other pages or settings.
    case otherJob(String)
    /// The frames of this output were made by another tool, driver or encoder, if it is known.
    case otherMaker(String, maker: String?, now: String)
    /// Something that isn't a file or folder of ours has the hidden name of a job's record.
    case inTheWay(String)

    var message: RecordingMessage {
      switch self {
      case .otherJob(let output):
        "'\(output)' contains frames of another job: pages or settings have changed; " + .startOver
      case .otherMaker(let output, let maker, let now):
        "'\(output)' contains frames made by \(maker ?? "another version"), but this is "
          + "\(now): new frames may look different; " + .startOver
      case .inTheWay(let path):
        "'\(path)' is in the way of the job's record; remove it, or write elsewhere"
      }
    }
  }

  /// What would be overwritten.
  public enum OverwritingCause: Hashable, Sendable {
    /// The frames would be written into this folder of pages.
    case pages(folder: String)
    /// A part of the job, such as its manifest, would replace another part or an input.
    case file(part: String, path: String, otherPart: String, otherPath: String)

    var message: RecordingMessage {
      switch self {
      case .pages(let folder):
        "the folder '\(folder)' holds the pages; choose another folder for the frames"
      case .file(let part, let path, let otherPart, let otherPath):
        "the \(part) '\(path)' would overwrite the \(otherPart) '\(otherPath)'; choose another "
          + "name or folder"
      }
    }
  }
}
