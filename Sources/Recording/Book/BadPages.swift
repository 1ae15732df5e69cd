import GLESKitSupport
import Glibc
import ImageCoding
import Imaging

/// What happens to a page that cannot be read.
public enum BadPagePolicy: String, Hashable, Sendable, CaseIterable {
  /// The job stops with an error that names the page.
  case stop
  /// The page is left out, as if it had not been given.
  case skip
  /// A white page replaces it.
  case blank
}

extension PageSource {
  /// Whether it is a white page that replaces an unreadable one.
  var isBlank: Bool {
    if case .blank = self { true } else { false }
  }

  /// The pages to show after the policy has been applied.
  ///
  /// Unless the policy is ``BadPagePolicy/stop``, each page is decoded once here, because all parts
  /// of a job must agree on which sheets there are before any of them is drawn.
  ///
  /// - Returns: The pages, and one error for each that is left out or blank.
  /// - Throws: ``RecordingError``, with ``BadPagePolicy/stop`` for a file that cannot be opened.
  static func tried(
    _ pages: [PageSource], _ policy: BadPagePolicy
  ) throws(RecordingError) -> (pages: [PageSource], bad: [RecordingError]) {
    guard policy != .stop else {
      for case .unreadable(let error) in pages { throw error }
      return (pages, [])
    }
    let processors = min(max(sysconf(Int32(_SC_NPROCESSORS_ONLN)), 1), 4)
    let problems = try Parallel.results(pages.count, threads: processors) {
      Interruption.pending == nil ? pages[$0].problem : nil
    }
    try RecordingError.checkInterruption()
    var kept: [PageSource] = []
    for (page, problem) in zip(pages, problems) {
      if problem == nil { kept.append(page) } else if policy == .blank { kept.append(.blank()) }
    }
    return (kept, problems.compactMap(\.self))
  }

  /// Why the page cannot be read; `nil` if it can. All bytes of a picture are decoded, but to the
  /// smallest size that the decoder offers.
  var problem: RecordingError? {
    do {
      _ = try naturalSize()
      _ = try picture(for: PixelSize(16, 16))
      return nil
    } catch {
      return error
    }
  }
}
