import GLESKitCommandLine
import GLESKitSupport

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

  /// The limit on memory, if drawing may fail because of it.
  ///
  /// Mesa and LLVM end the process when an allocation fails: with 300 MiB, Mesa 22.3.6 throws
  /// `std::bad_alloc` through C.
  static var memory: Problem? {
    for limit in [ResourceLimit.memory, .data] {
      if let sentence = limit.shortage(below: 512 << 20, for: "the driver") {
        return Problem(what: limit.rawValue, sentence: sentence, remedy: limit.remedy)
      }
    }
    return nil
  }
}
