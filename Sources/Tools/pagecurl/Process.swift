import GLESKitCommandLine
import GLESKitDoctor
import GLESKitFrameKernels
import Glibc
import ImageCoding
import Profiling
import Recording

/// Tunes this process for drawing frames. The library leaves the environment and malloc alone,
/// because they belong to the program; see `BookPlan.run`.
///
/// - Parameter isParallel: Whether several frames are drawn at the same time.
func tuneProcess(isParallel: Bool) {
  // Each painter has a thread already. Threads of Mesa's software renderer would only compete with
  // them; for a single frame they help.
  if isParallel { setenv("LP_NUM_THREADS", "0", 0) }
  // Texture filters of Mesa's software renderer in floating point: more precise, and not slower.
  setenv("GALLIVM_PERF", "no_aos_sampling", 0)
  // With vectors of 128 bits, Mesa 22.3.6 on a processor with AVX stores eight vertices at a time,
  // beyond the end of a buffer, which corrupts the heap.
  unsetenv("LP_NATIVE_VECTOR_WIDTH")
  ShaderCache.avoidDanger()
  frame_kernels_tune_malloc()
}

extension BookPlan {
  /// Draws the job with this process tuned for it, and names this tool's options in errors.
  ///
  /// - Throws: `ToolFailure` if there is no driver or too little memory, `OptionError`, and what
  ///   `progress` throws.
  func draw(
    _ job: BookJob, measuring profiler: Profiler? = nil,
    onLoss: @escaping (String) -> Void = { _ in }, begin: (FrameDrawing) -> Void = { _ in },
    progress: (_ done: Int) throws -> Void
  ) throws {
    if !isWebPage { try DoctorCommand.checkMemory() }
    tuneProcess(isParallel: job.threads != nil || frameCount > 1)
    try OptionError.converting {
      do {
        try run(
          in: .processes, measuring: profiler, onLoss: onLoss, begin: begin, progress: progress)
      } catch RecordingError.offscreen(let error) {
        throw DoctorCommand.failure(error)
      }
    }
  }
}

extension ImageError {
  fileprivate var isUnknownExtension: Bool {
    if case .unknownExtension = self { true } else { false }
  }
}

/// An error of the library that names this tool's options instead of the API.
struct OptionError: Error, CustomStringConvertible {
  let description: String

  init(_ error: RecordingError) {
    description = Self.options.reduce(error.description) { text, names in
      text.replacing(names.api, with: names.option)
    }
  }

  /// The same error with the output's own name instead of one in a temporary folder.
  init(_ error: OptionError, without folder: String) {
    description = error.description.replacing("\(folder)/", with: "")
  }

  private static let options: [(api: String, option: String)] = [
    (RecordingError.Advice.resume, "use --resume to continue"),
    (RecordingError.Advice.startOver, "leave out --resume to start over"),
    (RecordingError.Advice.pages, "use --pages, such as --pages 1-4"),
    (RecordingError.Advice.password, "use --password @FILE or set PAGECURL_PASSWORD"),
    (RecordingError.Advice.eye, "set the key perspective"),
    (RecordingError.Advice.shard, "--shard"),
  ]

  /// Calls `body`, and converts a `RecordingError` that it throws.
  static func converting<Result>(_ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch RecordingError.file(let error) {
      // The tool ends silently if standard output was closed.
      throw error
    } catch RecordingError.selection(let sentence) {
      throw UsageError("--pages: \(sentence)")
    } catch RecordingError.frameName(let pattern, let reason) {
      throw UsageError("--name '\(pattern)': \(reason)")
    } catch RecordingError.overwriting(let sentence) {
      throw UsageError(sentence)
    } catch RecordingError.image(let error) where error.isUnknownExtension {
      throw UsageError(error.description)
    } catch let error as RecordingError {
      throw OptionError(error)
    }
  }
}
