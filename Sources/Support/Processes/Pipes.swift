import Glibc

/// Operations on pipes.
package enum Pipes {
  /// Makes a pipe that programs started elsewhere do not inherit. The corresponding C function is
  /// `pipe`.
  package static func make() throws(CError) -> (reading: Int32, writing: Int32) {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw CError(code: errno) }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }

  /// Grows a pipe's buffer from 64 KiB to 1 MiB, which halves the time that a frame takes to pass.
  /// Has no effect on other files. The corresponding C function is `fcntl` with `F_SETPIPE_SZ`.
  package static func grow(_ descriptor: Int32) {
    // A macro that glibc shows only under `_GNU_SOURCE`, which Swift's importer lacks.
    let setPipeSize: Int32 = 1031
    _ = fcntl(descriptor, setPipeSize, 1 << 20)
  }

  /// Appends up to 64 KiB that can be read from a pipe or socket to a buffer. The corresponding C
  /// function is `read`.
  ///
  /// - Returns: The number of bytes; 0 at the end, negative after an error.
  package static func read(_ descriptor: Int32, onto buffer: inout [UInt8]) -> Int {
    let room = 1 << 16
    var count = 0
    buffer += [UInt8](unsafeUninitializedCapacity: room) { chunk, filled in
      repeat {
        count = Glibc.read(descriptor, chunk.baseAddress, room)
      } while count < 0 && errno == EINTR
      filled = max(0, count)
    }
    return count
  }

  /// Writes all of `bytes` to a file or pipe, waiting while it is busy.
  ///
  /// - Parameters:
  ///   - bytes: The bytes.
  ///   - descriptor: The file or pipe.
  ///   - call: Writes some of the bytes it is given, as `write` does. Returns its result and the C
  ///     error number.
  /// - Returns: The C error number; 0 for success.
  package static func writeAll(
    _ bytes: UnsafeRawBufferPointer, to descriptor: Int32,
    by call: (UnsafeRawBufferPointer) -> (result: Int, code: Int32)
  ) -> Int32 {
    var rest = bytes
    while !rest.isEmpty {
      let (written, code) = call(rest)
      if written > 0 {
        rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(written))
      } else if written == 0 {
        // Some files, such as /proc/PID/mem of a process that has ended, take nothing.
        return EIO
      } else if code == EAGAIN {
        // The other end made the descriptor non-blocking: wait until it can take more.
        var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        poll(&wait, 1, -1)
      } else if code != EINTR {
        return code
      }
    }
    return 0
  }

  /// Calls a function that may write to a pipe without a reader, and removes the SIGPIPE that this
  /// raises, whatever handler the process has installed.
  ///
  /// - Returns: The function's result and the C error number after it.
  package static func ignoringBroken(_ body: () -> Int) -> (result: Int, code: Int32) {
    var (broken, before, pending) = (sigset_t(), sigset_t(), sigset_t())
    sigemptyset(&broken)
    sigaddset(&broken, SIGPIPE)
    sigpending(&pending)
    let wasPending = sigismember(&pending, SIGPIPE) == 1
    pthread_sigmask(SIG_BLOCK, &broken, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
    let result = body()
    let code = errno
    // A write that was cut short when the reader left also raises it, but returns what it wrote.
    if !wasPending {
      var now = timespec()
      while sigtimedwait(&broken, nil, &now) < 0 && errno == EINTR {}
    }
    return (result, code)
  }
}
