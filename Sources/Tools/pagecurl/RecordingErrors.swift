import GLESKitCommandLine
import GLESKitDoctor
import ImageCoding
import Recording

/// Prints an error of the library with this tool's options instead of the API.
struct OptionError: Error, CustomStringConvertible {
  let description: String

  init(_ error: RecordingError) {
    description = error.message.text { advice in
      switch advice {
      case .resume: "use --resume to continue"
      case .startOver: "leave out --resume to start over"
      case .pages: "use --pages, such as --pages 1-4"
      case .password: "use --password @FILE or set PAGECURL_PASSWORD"
      case .size: "use --size, such as --size 720p"
      case .leaveOut: "leave the page out: --on-error skip"
      case .eye: "set the key perspective"
      case .shard: "--shard"
      case .duration: "give a shorter --duration"
      case .drawPage(let path):
        "draw its page first: pagecurl '\(path)' --pages 1 --layout pages --time 0 -o page.png"
      }
    }
  }

  /// The same error with the output's own name instead of one in a folder for a trial, whose name
  /// is random.
  init(_ error: OptionError, without folder: ScratchFolder) {
    description = error.description.replacing("\(folder.path)/", with: "")
  }

  /// Calls `body`, and converts a `RecordingError` that it throws.
  static func converting<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch RecordingError.file(let error) {
      // The tool ends silently if standard output was closed.
      throw error
    } catch RecordingError.offscreen(let error) {
      throw DoctorCommand.failure(error)
    } catch RecordingError.frameName(let pattern, let reason) {
      throw UsageError("--name '\(pattern)': \(reason)")
    } catch RecordingError.image(.unknownExtension(let path)) {
      throw UsageError("\(ImageError.unknownExtension(path: path))")
    } catch let error as RecordingError {
      switch error {
      case .selection: throw UsageError("--pages: \(error)")
      case .overwriting, .framesAmongPages: throw UsageError("\(error)")
      default: throw OptionError(error)
      }
    }
  }
}
