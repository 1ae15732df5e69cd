import Glibc

/// The lock that keeps a second run away from what one is writing (`flock`).
enum FileLock {
  /// Takes the lock on an open file, or waits a second for it: a run that was killed while it started ffmpeg or
  /// pdftocairo has it for as long as that takes to begin.
  ///
  /// - Returns: 0; `EWOULDBLOCK` while another run has it; another error where the file system has no locks.
  static func take(_ descriptor: Int32) -> Int32 {
    for _ in 0..<50 {
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return 0 }
      guard errno == EWOULDBLOCK else { return errno }
      usleep(20_000)
    }
    return EWOULDBLOCK
  }
}
