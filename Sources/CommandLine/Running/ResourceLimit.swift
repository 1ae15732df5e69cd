import Glibc

/// A limit on what this process may use. The corresponding C function is `getrlimit`.
package enum ResourceLimit: String, CaseIterable {
  case memory = "virtual memory"
  case data
  case stack
  case fileSize = "file size"
  case openFiles = "open files"

  /// Bytes, or a number of files; `nil` for no limit.
  package var value: Int? {
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(names.resource), &limit) == 0 else { return nil }
    return Int(exactly: limit.rlim_cur)
  }

  /// What raises the limit.
  package var remedy: String { "raise the limit with ulimit -\(names.option)" }

  /// What `getrlimit` and `ulimit` call it.
  private var names: (resource: UInt32, option: String) {
    switch self {
    case .memory: (UInt32(RLIMIT_AS.rawValue), "v")
    case .data: (UInt32(RLIMIT_DATA.rawValue), "d")
    case .stack: (UInt32(RLIMIT_STACK.rawValue), "s")
    case .fileSize: (UInt32(RLIMIT_FSIZE.rawValue), "f")
    case .openFiles: (UInt32(RLIMIT_NOFILE.rawValue), "n")
    }
  }

  /// What is wrong if the limit in bytes is lower than `user` needs: "limited to 64 KiB, but the
  /// driver needs 1024 KiB".
  package func shortage(below least: Int, for user: String) -> String? {
    guard let value, value < least else { return nil }
    let (unit, shift) = self == .stack ? ("KiB", 10) : ("MiB", 20)
    return
      "limited to \(value >> shift) \(unit), but \(user) needs \(least >> shift) \(unit)"
  }

  /// Why a tool can do nothing at all; `nil` if it can.
  ///
  /// Swift, Mesa and LLVM end the process when an allocation fails or the stack is full, so limits
  /// are checked before. Measured on x86-64: below 96 KiB of stack threads that draw crash, since
  /// their stacks have this size, too; below 11 MiB of data `shaderlint` crashes on a small shader.
  /// The least values leave room for deep and large inputs.
  static func shortage(for tool: String) -> String? {
    for (limit, least) in [(memory, 128 << 20), (data, 128 << 20), (stack, 1 << 20)] {
      if let sentence = limit.shortage(below: least, for: tool) {
        return "\(limit.rawValue): \(sentence); \(limit.remedy)"
      }
    }
    return nil
  }
}
