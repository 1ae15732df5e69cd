import Glibc

/// A lock (`flock`) that keeps other processes away from an output while one writes it.
enum FileLock {
  /// Locks an open file, waiting for up to a second.
  ///
  /// It waits because a process that was killed while it started ffmpeg or another program keeps
  /// its lock until that child process has called `exec`.
  ///
  /// - Returns: 0; `EWOULDBLOCK` while another process has the lock; another error if the file
  ///   system has no locks.
  static func take(_ descriptor: Int32) -> Int32 {
    for _ in 0..<50 {
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return 0 }
      guard errno == EWOULDBLOCK else { return errno }
      usleep(20_000)
    }
    return EWOULDBLOCK
  }

  /// Whether `descriptor` is still the file at `path`. The process that had the lock before may
  /// have removed it.
  static func holds(_ descriptor: Int32, _ path: String) -> Bool {
    var (ours, theirs) = (stat(), stat())
    return fstat(descriptor, &ours) == 0 && stat(path, &theirs) == 0
      && ours.st_ino == theirs.st_ino && ours.st_dev == theirs.st_dev
  }
}
