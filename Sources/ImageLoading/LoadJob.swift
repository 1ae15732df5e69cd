import Imaging
import Synchronization

/// What to load. Equal requests for files have the same image.
package struct LoadRequest: Hashable, Sendable {
  package enum Source: Hashable, Sendable {
    case file(String)
    case bytes([UInt8], name: String)
    case drawing(Drawing)
  }

  let source: Source
  let options: DecodingOptions

  package init(source: Source, options: DecodingOptions = DecodingOptions()) {
    self.source = source
    self.options = options
  }

  var name: String {
    switch source {
    case .file(let path): path
    case .bytes(_, let name): name
    case .drawing(let drawing): drawing.name
    }
  }

  /// Whether the image is kept for further requests.
  var isCacheable: Bool {
    if case .file = source { true } else { false }
  }

  var isDrawing: Bool {
    if case .drawing = source { true } else { false }
  }
}

/// An image that the caller's code makes, such as a page of a PDF.
package final class Drawing: Hashable, Sendable {
  let name: String
  let memory: @Sendable () -> Int
  let draw: @Sendable () -> Image?

  /// - Parameters:
  ///   - name: The name in errors.
  ///   - memory: The bytes that `draw` takes, its image included.
  ///   - draw: Makes the image; `nil` if it can't, for a reason that it has reported itself.
  package init(
    _ name: String, memory: @escaping @Sendable () -> Int, draw: @escaping @Sendable () -> Image?
  ) {
    self.name = name
    self.memory = memory
    self.draw = draw
  }

  package static func == (a: Drawing, b: Drawing) -> Bool { a === b }

  package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
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

/// A value that one task waits for.
final class Promise: Sendable {
  private enum State {
    case empty
    case awaited(CheckedContinuation<LoadJob.Output, Never>)
    case fulfilled(LoadJob.Output)
  }

  private let state = Mutex(State.empty)

  var value: LoadJob.Output {
    get async {
      await withCheckedContinuation { continuation in
        let value = state.withLock { state -> LoadJob.Output? in
          if case .fulfilled(let value) = state { return value }
          state = .awaited(continuation)
          return nil
        }
        if let value { continuation.resume(returning: value) }
      }
    }
  }

  func fulfill(_ value: LoadJob.Output) {
    let waiting = state.withLock { state -> CheckedContinuation<LoadJob.Output, Never>? in
      defer { state = .fulfilled(value) }
      if case .awaited(let continuation) = state { return continuation }
      return nil
    }
    waiting?.resume(returning: value)
  }
}
