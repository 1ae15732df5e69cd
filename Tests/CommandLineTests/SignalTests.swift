import GLESKitSupport
import Glibc
import TestSupport
import Testing

@testable import GLESKitCommandLine

/// A signal becomes the flag that loops poll. In a process of its own, because the flag stops all
/// programs that other tests wait for.
@Test func signalsSetTheFlag() throws {
  try inOwnProcess { _ in
    for number in [SIGINT, SIGTERM, SIGHUP] {
      Interruption.watch()
      try #require(Interruption.pending == nil)
      try Interruption.check()
      // To the process, not to this thread, on which the concurrency runtime blocks signals.
      kill(getpid(), number)
      for _ in 0..<10_000 where Interruption.pending == nil { usleep(1_000) }
      try #require(Interruption.pending == number)
      #expect(throws: Interrupted(signal: number)) { try Interruption.check() }
    }
  }
}

/// A pseudo-terminal is a terminal; a pipe is none.
@Test func terminalsAreTold() throws {
  // posix_openpt and its like hide behind _GNU_SOURCE; the ioctls that they stand for do not.
  let master = open("/dev/ptmx", O_RDWR | O_NOCTTY)
  try #require(master >= 0)
  defer { close(master) }
  var locked: Int32 = 0
  try #require(ioctl(master, 0x4004_5431, &locked) == 0)  // TIOCSPTLCK
  let slave = ioctl(master, 0x5441, O_RDWR | O_NOCTTY)  // TIOCGPTPEER
  try #require(slave >= 0)
  defer { close(slave) }
  var size = winsize(ws_row: 24, ws_col: 132, ws_xpixel: 0, ws_ypixel: 0)
  try #require(ioctl(slave, UInt(TIOCSWINSZ), &size) == 0)
  let terminal = Terminal(descriptor: slave)
  #expect(terminal.isInteractive == (environment("TERM") != "dumb"))
  #expect(terminal.hasColors == (terminal.isInteractive && (environment("NO_COLOR") ?? "").isEmpty))
  #expect(terminal.width == 132)

  var ends: [Int32] = [0, 0]
  pipe(&ends)
  defer { for end in ends { close(end) } }
  #expect(
    Terminal(descriptor: ends[1]) == Terminal(isInteractive: false, hasColors: false, width: 80))
}
