import Glibc
import Profiling

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

  private var known: [String: State] = [:]

  /// Makes a watcher.
  package init() {}

  /// Notes the current state of paths, before they are read. ``wait(for:check:)`` then detects
  /// changes that happen while they are read.
  package mutating func note(_ paths: [String]) {
    for path in paths { known[path] = Self.state(of: path) }
  }

  /// Waits until a file or folder changes, is removed or is created, and returns the paths of
  /// those that have.
  ///
  /// - Parameters:
  ///   - paths: Paths to watch in addition to the noted ones. They need not exist.
  ///   - check: Called before each comparison; an error that it throws ends the wait.
  package mutating func wait(
    for paths: [String], check: () throws -> Void
  ) throws -> [String] {
    note(paths.filter { known[$0] == nil })
    while true {
      try check()
      usleep(500_000)
      let changed = changes(of: [])
      if !changed.isEmpty { return changed }
    }
  }

  /// Returns the paths whose files have changed since the last call, and watches more paths.
  package mutating func changes(of paths: [String]) -> [String] {
    let changed = known.filter { Self.state(of: $0.key) != $0.value }.map(\.key).sorted()
    note(changed + paths.filter { known[$0] == nil })
    return changed
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
  private let start = SpanClock.now

  /// Starts.
  package init() {}

  /// Seconds since the start.
  package var seconds: Double { Double(SpanClock.now &- start) / 1e9 }
}
