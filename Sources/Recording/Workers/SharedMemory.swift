import Glibc

/// Memory that worker processes share, in slots of equal size. They see it at the same addresses,
/// because they are copies of the process that mapped it.
///
/// Memory that is never touched costs nothing, so slots may be generous.
///
/// The corresponding C functions are `mmap` with `MAP_SHARED` and `madvise` with `MADV_REMOVE`.
final class SharedMemory: @unchecked Sendable {
  // Sendable: who uses a slot is decided by the scheduler.

  /// The bytes of a slot.
  let slotSize: Int
  private let memory: UnsafeMutableRawBufferPointer
  private var free: [Int]

  /// - Throws: ``RecordingError/program(_:)`` if the system refuses the memory.
  init(slots: Int, of size: Int) throws(RecordingError) {
    let page = sysconf(Int32(_SC_PAGESIZE))
    slotSize = (max(size, 1) + page - 1) / page * page
    let (length, isTooLong) = slotSize.multipliedReportingOverflow(by: slots)
    let start =
      isTooLong
      ? MAP_FAILED
      : mmap(
        nil, length, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0)
    guard start != MAP_FAILED else {
      throw .program(
        "the system refuses \(slots) × \(slotSize >> 20) MiB of shared memory: "
          + "\(String(cString: strerror(errno))); use fewer threads or smaller frames")
    }
    memory = UnsafeMutableRawBufferPointer(start: start, count: length)
    free = Array((0..<slots).reversed())
  }

  deinit { munmap(memory.baseAddress, memory.count) }

  /// The bytes of a slot.
  subscript(slot: Int) -> UnsafeMutableRawBufferPointer {
    UnsafeMutableRawBufferPointer(rebasing: memory[slot * slotSize..<(slot + 1) * slotSize])
  }

  /// The number of slots.
  var count: Int { memory.count / slotSize }

  /// Takes a slot that nobody uses; `nil` if there is none. The scheduler calls this.
  func take() -> Int? { free.popLast() }

  /// Whether there is a slot that nobody uses.
  var hasFree: Bool { !free.isEmpty }

  /// Gives a slot back.
  ///
  /// - Parameter isKept: Whether its memory is used again soon, and stays with this process.
  func giveBack(_ slot: Int, isKept: Bool) {
    if !isKept { madvise(self[slot].baseAddress, slotSize, Int32(MADV_REMOVE)) }
    free.append(slot)
  }
}
