import Imaging
import Synchronization

/// An image of a sequence, or the error.
public struct LoadedImage: Sendable {
  /// The index of the image's path among those that were passed to the loader.
  public let index: Int
  /// The image or its error.
  public let result: Result<Image, ImageLoadingError>
  /// The number of images that are complete, this one included, successful or not.
  public let completedCount: Int
}

/// The images of ``ImageLoader/images(at:options:priority:)``, in the order in which they are
/// complete.
public struct LoadedImages: AsyncSequence, Sendable {
  /// Each image, or its error.
  public typealias Element = LoadedImage
  /// The sequence itself doesn't fail.
  public typealias Failure = Never

  let requests: [LoadRequest]
  let priority: TaskPriority
  let queue: LoadQueue

  /// Starts loading. Each iterator loads the images, as far as they are not cached.
  public func makeAsyncIterator() -> AsyncIterator {
    AsyncIterator(owner: Owner(Batch(requests, priority: priority, queue: queue)))
  }

  /// Yields the images.
  public struct AsyncIterator: AsyncIteratorProtocol {
    let owner: Owner

    /// Waits for the next image; `nil` after the last, or if the task is cancelled. The image that
    /// was returned before no longer counts as used memory.
    public func next() async -> LoadedImage? { await owner.batch.next() }
  }

  /// Cancels the images that are left when the iterator is dropped.
  final class Owner {
    let batch: Batch
    init(_ batch: Batch) { self.batch = batch }
    deinit { batch.cancel() }
  }
}

/// The jobs of one iteration.
final class Batch: Sendable {
  private typealias Consumer = CheckedContinuation<LoadedImage?, Never>

  private struct State {
    var jobs: [LoadJob] = []
    var ready: [(index: Int, output: LoadJob.Output)] = []
    var completedCount = 0
    /// The bytes of the image that was handed out last.
    var taken = 0
    var consumer: Consumer?
    var isCancelled = false
  }

  private let count: Int
  private let queue: LoadQueue
  private let state = Mutex(State())

  init(_ requests: [LoadRequest], priority: TaskPriority, queue: LoadQueue) {
    count = requests.count
    self.queue = queue
    let jobs = requests.enumerated().map { index, request in
      LoadJob(request, priority: priority, isAwaited: { [weak self] in self?.isAwaited ?? false }) {
        [weak self] in self?.take($0, index) ?? 0
      }
    }
    state.withLock { $0.jobs = jobs }
    queue.add(jobs)
  }

  private var isAwaited: Bool { state.withLock { $0.consumer != nil } }

  private func take(_ output: LoadJob.Output, _ index: Int) -> Int {
    let (isKept, consumer, next) = state.withLock { state in
      guard !state.isCancelled else { return (false, Consumer?.none, LoadedImage?.none) }
      state.ready.append((index, output))
      guard let consumer = state.consumer else { return (true, nil, nil) }
      state.consumer = nil
      return (true, consumer, Self.pop(&state))
    }
    consumer?.resume(returning: next)
    return isKept ? Self.byteCount(of: output) : 0
  }

  func next() async -> LoadedImage? {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        // First, so that a job that starts because somebody waits finds the memory free.
        queue.release(state.withLock { exchange(&$0.taken, with: 0) })
        let next = state.withLock { state -> LoadedImage?? in
          if let next = Self.pop(&state) { return next }
          if state.isCancelled || state.completedCount == count { return .some(nil) }
          state.consumer = continuation
          return nil
        }
        // Now that somebody waits, a job may start.
        queue.wake()
        if let next { continuation.resume(returning: next) }
      }
    } onCancel: {
      cancel()
    }
  }

  /// Ends the iteration.
  func cancel() {
    let (jobs, left, consumer) = state.withLock { state in
      defer {
        state.isCancelled = true
        (state.jobs, state.ready, state.taken, state.consumer) = ([], [], 0, nil)
      }
      let left = state.ready.map { Self.byteCount(of: $0.output) }.reduce(state.taken, +)
      return (state.jobs, left, state.consumer)
    }
    queue.cancel(jobs)
    queue.release(left)
    consumer?.resume(returning: nil)
  }

  private static func pop(_ state: inout State) -> LoadedImage? {
    guard !state.ready.isEmpty else { return nil }
    let (index, output) = state.ready.removeFirst()
    state.completedCount += 1
    state.taken = byteCount(of: output)
    return LoadedImage(index: index, result: output, completedCount: state.completedCount)
  }

  private static func byteCount(of output: LoadJob.Output) -> Int {
    if case .success(let image) = output { image.pixels.count } else { 0 }
  }
}
