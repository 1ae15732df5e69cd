import GLESKitSupport
import Glibc

/// Something that keeps a tool from working, and what to do about it.
package struct Problem: Hashable, Sendable, CustomStringConvertible {
  /// What has the problem: "ffmpeg".
  package let what: String
  /// What is wrong.
  package let sentence: String
  /// What to do about it.
  package let remedy: String

  /// One line with all of it.
  package var description: String { "\(what): \(sentence); \(remedy)" }

  var json: JSON {
    ["what": .string(what), "problem": .string(sentence), "remedy": .string(remedy)]
  }

  /// The limit on virtual memory, if drawing may fail because of it.
  ///
  /// Mesa and LLVM end the process when an allocation fails: with 300 MiB, Mesa 22.3.6 throws
  /// `std::bad_alloc` through C.
  static var memory: Problem? {
    let limit = ResourceLimit.memory.value
    guard let limit, limit < leastMemory else { return nil }
    return Problem(
      what: "virtual memory",
      sentence: "limited to \(limit >> 20) MiB, but the driver needs \(leastMemory >> 20) MiB",
      remedy: "raise the limit with ulimit -v")
  }

  private static let leastMemory = 512 << 20
}

/// A limit on what this process may use. The corresponding C function is `getrlimit`.
enum ResourceLimit: String, CaseIterable {
  case memory = "virtual memory"
  case fileSize = "file size"
  case openFiles = "open files"

  /// Bytes, or a number of files; `nil` for no limit.
  var value: Int? {
    let resource =
      switch self {
      case .memory: RLIMIT_AS
      case .fileSize: RLIMIT_FSIZE
      case .openFiles: RLIMIT_NOFILE
      }
    var limit = rlimit()
    guard getrlimit(__rlimit_resource_t(UInt32(resource.rawValue)), &limit) == 0 else { return nil }
    return Int(exactly: limit.rlim_cur)
  }
}
