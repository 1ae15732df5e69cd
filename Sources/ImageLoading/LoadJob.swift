import Imaging
import Synchronization

/// What to load. Equal requests for files have the same image.
struct LoadRequest: Hashable, Sendable {
  enum Source: Hashable, Sendable {
    case file(String)
    case bytes([UInt8], name: String)
  }

  let source: Source
  var options = DecodingOptions()

  var name: String {
    switch source {
    case .file(let path): path
    case .bytes(_, let name): name
    }
  }

  /// Whether the image is kept for further requests.
  var isCacheable: Bool {
    if case .file = source { true } else { false }
  }
}

/// A request under way. Its result is delivered exactly once.
final class LoadJob: Sendable {
  typealias Output = Result<Image, ImageLoadingError>

  let request: LoadRequest
  let priority: TaskPriority
  private let isDelivered = Atomic(false)
  private let take: @Sendable (Output) -> Int
  private let isAwaitedNow: @Sendable () -> Bool

  /// - Parameters:
  ///   - isAwaited: Whether somebody waits for this job now, and none of its results waits to be
  ///     taken.
  ///   - take: Receives the result, and returns how many bytes of it still count as used.
  init(
    _ request: LoadRequest, priority: TaskPriority,
    isAwaited: @escaping @Sendable () -> Bool = { true },
    take: @escaping @Sendable (Output) -> Int
  ) {
    self.request = request
    self.priority = priority
    isAwaitedNow = isAwaited
    self.take = take
  }

  var isAwaited: Bool { isAwaitedNow() }

  /// Whether nobody wants the result any more.
  var isOver: Bool { isDelivered.load(ordering: .relaxed) }

  /// Delivers the result, unless one was delivered before; returns the bytes that still count.
  @discardableResult
  func deliver(_ output: Output) -> Int {
    isDelivered.exchange(true, ordering: .relaxed) ? 0 : take(output)
  }
}
