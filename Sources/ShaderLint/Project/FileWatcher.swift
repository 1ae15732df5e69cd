import Glibc

/// Waits until one of some files changes. It compares times and sizes twice a second, which works on
/// every file system, also on those that send no notice.
package struct FileWatcher {
  private struct State: Hashable {
    var seconds = 0
    var nanoseconds = 0
    var size = -1
  }

  /// Makes a watcher.
  package init() {}

  /// Returns once a file of `paths` is written, removed or made.
  ///
  /// - Parameters:
  ///   - paths: The files; one that is not there counts as a file without content.
  ///   - check: Called before each look; what it throws ends the waiting.
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

/// Time since it was made.
package struct Stopwatch: Sendable {
  private let start = Clock.now

  /// Starts.
  package init() {}

  /// Seconds since the start.
  package var seconds: Double { Double(Clock.now - start) / 1e9 }
}
