import GLES
import Glibc
import Recording

/// Recordings of the window: reader-1.mp4, reader-2.mp4 and so on, in the current folder.
final class Tape {
  private(set) var isRunning = false
  private var recorder: FrameRecorder?
  /// The number of the latest recording, which may have no file.
  private var number = 0

  /// Starts a recording when the file of the one before is complete, with the picture that the
  /// window shows.
  func start(_ target: Framebuffer) {
    // The recording before has reported its error.
    try? recorder?.stop()
    repeat { number += 1 } while access("reader-\(number).mp4", F_OK) == 0
    attempt {
      recorder = try FrameRecorder(of: target, to: "reader-\(number).mp4")
      isRunning = true
    }
    capture()
  }

  /// Captures what was drawn.
  func capture() {
    guard isRunning, let recorder else { return }
    attempt { try recorder.capture() }
  }

  /// Ends the recording. The file is complete a moment later.
  func stop() {
    guard isRunning, let recorder else { return }
    isRunning = false
    let dropped = recorder.droppedCount
    recorder.stop { result in
      if case .failure(let error) = result {
        complain("\(error)")
      } else if dropped > 0 {
        complain("the recording lacks \(dropped) frames: this computer is too slow")
      }
    }
  }

  /// Ends the recording and waits for the file.
  func finish() {
    stop()
    // `stop()` has reported the error.
    try? recorder?.stop()
  }

  private func attempt(_ work: () throws -> Void) {
    do { try work() } catch {
      isRunning = false
      complain("\(error)")
    }
  }
}
