import Glibc

/// Waits for changes of files.
///
/// It compares modification times and sizes twice a second, which works on all file systems, also
/// on network file systems without inotify.
package struct FileWatcher {
  private struct State: Hashable {
    var seconds = 0
    var nanoseconds = 0
    var size = -1
  }

  /// Makes a watcher.
  package init() {}

  /// Waits until a file is written, removed or created.
  ///
  /// - Parameters:
  ///   - paths: The files, which need not exist.
  ///   - check: Called before each comparison; an error that it throws ends the wait.
  package mutating func wait(for paths: [String], check: () throws -> Void) throws {
    let before = paths.map(Self.state)
    while true {
      try check()
      usleep(500_000)
      if paths.map(Self.state) != before { return }
    }
  }

  private static func state(of path: String) -> State {
    var status = stat()
    guard stat(path, &status) == 0 else { return State() }
    return State(
      seconds: Int(status.st_mtim.tv_sec), nanoseconds: Int(status.st_mtim.tv_nsec),
      size: Int(status.st_size))
  }
}

/// Measures time from its creation.
package struct Stopwatch: Sendable {
  private let start = Clock.now

  /// Starts.
  package init() {}

  /// Seconds since the start.
  package var seconds: Double { Double(Clock.now - start) / 1e9 }
}
