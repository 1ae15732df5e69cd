import GLESKitDoctor
import GLESKitFrameKernels
import Glibc
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
      try run(
        in: .processes, measuring: profiler, onLoss: onLoss, begin: begin, progress: progress)
    }
  }
}
