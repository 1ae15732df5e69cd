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

  /// Whether what is open is still what lies at `path`: whoever had the lock before may have taken it away.
  static func holds(_ descriptor: Int32, _ path: String) -> Bool {
    var (ours, theirs) = (stat(), stat())
    return fstat(descriptor, &ours) == 0 && stat(path, &theirs) == 0
      && ours.st_ino == theirs.st_ino && ours.st_dev == theirs.st_dev
  }
}
