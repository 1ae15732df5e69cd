import Glibc
import ImageCoding
import Imaging

/// What becomes of a page that cannot be read.
public enum BadPagePolicy: String, Hashable, Sendable, CaseIterable {
  /// It stops the job, with an error that names it.
  case stop
  /// The book is made as if it had not been given: the pages after it move up.
  case skip
  /// White paper takes its place.
  case blank
}

extension PageSource {
  /// Whether it is paper in place of a page.
  var isBlank: Bool {
    if case .blank = self { true } else { false }
  }

  /// The pages that will be shown, after each has been read once where bad ones are allowed for: only then
  /// is it known which sheets there are, for all parts of a job alike.
  ///
  /// - Returns: The pages, and an error for each that is left out or blank.
  /// - Throws: ``RecordingError``, with ``BadPagePolicy/stop`` for a file that cannot be opened.
  static func tried(
    _ pages: [PageSource], _ policy: BadPagePolicy
  ) throws(RecordingError) -> (pages: [PageSource], bad: [RecordingError]) {
    guard policy != .stop else {
      for case .unreadable(let error) in pages { throw error }
      return (pages, [])
    }
    let processors = min(max(sysconf(Int32(_SC_NPROCESSORS_ONLN)), 1), 4)
    let problems = try Monitor.results(pages.count, threads: processors) { pages[$0].problem }
    var kept: [PageSource] = []
    for (page, problem) in zip(pages, problems) {
      if problem == nil { kept.append(page) } else if policy == .blank { kept.append(.blank) }
    }
    return (kept, problems.compactMap(\.self))
  }

  /// What is wrong with it; `nil` if it can be read. Of pictures all bytes are decoded, but as small as
  /// can be.
  private var problem: RecordingError? {
    do {
      _ = try naturalSize()
      _ = try picture(for: PixelSize(16, 16))
      return nil
    } catch {
      return error
    }
  }
}
