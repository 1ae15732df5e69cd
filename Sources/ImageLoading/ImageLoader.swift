@_exported import ImageCoding

/// Loads images in the background: several at a time, within a limit of memory.
///
/// ```swift
/// let loader = ImageLoader()
/// let cover = try await loader.image(at: "cover.jpg")
///
/// let thumbnails = loader.images(
///   at: paths, options: DecodingOptions(fitting: PixelSize(256, 256)))
/// for await loaded in thumbnails {
///   switch loaded.result {
///   case .success(let image): show(image, at: loaded.index)
///   case .failure(let error): print(error)
///   }
///   progress = Double(loaded.completedCount) / Double(paths.count)
/// }
/// ```
///
/// Files are read and decoded on threads of the loader, never on the caller's. A loader does not
/// use GL: pass the images to a texture or to a `TextureUploader` on the thread of the context.
///
/// Cancelling the task that waits for an image cancels the image: one that waits for its turn is
/// never read; one that is being loaded is abandoned after the current step (reading, decoding,
/// scaling, turning).
public final class ImageLoader: Sendable {
  /// The memory that all images together may take, in bytes.
  public let memoryLimit: Int
  private let queue: LoadQueue

  /// Makes a loader, whose threads start with the first image.
  ///
  /// - Parameters:
  ///   - memoryLimit: The maximum number of bytes for files and images that are being loaded,
  ///     images of a sequence that wait to be taken, and the cache. Images that were handed out no
  ///     longer count, but the latest image of each sequence does. A quarter is reserved for the
  ///     rest of the process; an image that needs more than the other three quarters is loaded
  ///     alone, and one that needs more than the limit is an error,
  ///     ``ImageLoadingError/tooLarge(name:needed:memoryLimit:)``. Default: 256 MiB.
  ///   - cacheLimit: The maximum number of bytes of images that are kept for further requests, as
  ///     part of `memoryLimit`. When memory is needed, the least recently used ones are dropped.
  ///     Default: a quarter of `memoryLimit`; 0 keeps none.
  ///   - threads: The number of images that are decoded at a time. Default: one for each processor.
  public init(memoryLimit: Int = 256 << 20, cacheLimit: Int? = nil, threads: Int? = nil) {
    self.memoryLimit = max(memoryLimit, 0)
    queue = LoadQueue(
      memoryLimit: self.memoryLimit,
      cacheLimit: min(max(cacheLimit ?? self.memoryLimit / 4, 0), self.memoryLimit),
      threads: max(threads ?? LoadQueue.processorCount, 1))
  }

  init(queue: LoadQueue) {
    memoryLimit = queue.memoryLimit
    self.queue = queue
  }

  /// Loads an image from a file, or from the cache.
  ///
  /// A cached image is returned even if the file has changed since; see ``removeCachedImages()``.
  ///
  /// - Parameters:
  ///   - path: A regular file.
  ///   - options: Limits, and the box to fit. A JPEG is decoded at a reduced size, which saves most
  ///     of the time and memory.
  ///   - priority: Images of a higher priority are loaded first. Default: the task's priority.
  /// - Throws: ``ImageLoadingError/cancelled(name:)`` if the task is cancelled.
  public func image(
    at path: String, options: DecodingOptions = DecodingOptions(), priority: TaskPriority? = nil
  ) async throws(ImageLoadingError) -> Image {
    try await load(LoadRequest(source: .file(path), options: options), priority)
  }

  /// Decodes an image from the bytes of a file, which is not cached.
  ///
  /// - Parameters:
  ///   - bytes: The file. It counts as used memory only while it is decoded.
  ///   - name: The name in errors.
  ///   - options: Limits, and the box to fit.
  ///   - priority: Images of a higher priority are loaded first. Default: the task's priority.
  /// - Throws: ``ImageLoadingError/cancelled(name:)`` if the task is cancelled.
  public func image(
    from bytes: [UInt8], name: String, options: DecodingOptions = DecodingOptions(),
    priority: TaskPriority? = nil
  ) async throws(ImageLoadingError) -> Image {
    try await load(LoadRequest(source: .bytes(bytes, name: name), options: options), priority)
  }

  /// Loads many images. The sequence yields each image, or its error, as soon as it is loaded;
  /// `index` says which one it is, and `completedCount` how many are complete.
  ///
  /// Loading starts with the iteration and goes on ahead of it until the memory limit is reached.
  /// It ends when the iterating task is cancelled or the loop is left.
  ///
  /// - Parameters:
  ///   - paths: Regular files.
  ///   - options: Limits, and the box to fit.
  ///   - priority: Images of a higher priority are loaded first. Default: the task's priority.
  public func images(
    at paths: [String], options: DecodingOptions = DecodingOptions(), priority: TaskPriority? = nil
  ) -> LoadedImages {
    LoadedImages(
      requests: paths.map { LoadRequest(source: .file($0), options: options) },
      priority: priority ?? Task.currentPriority, queue: queue)
  }

  /// Forgets the cached images, for example because files have changed.
  public func removeCachedImages() { queue.removeCachedImages() }

  private func load(
    _ request: LoadRequest, _ priority: TaskPriority?
  ) async throws(ImageLoadingError) -> Image {
    if let image = queue.cachedImage(for: request) { return image }
    let (results, continuation) = AsyncStream.makeStream(of: LoadJob.Output.self)
    let job = LoadJob(request, priority: priority ?? Task.currentPriority) { result in
      continuation.yield(result)
      return 0
    }
    let result = await withTaskCancellationHandler {
      queue.add([job])
      for await result in results { return result }
      // The stream of a cancelled task ends.
      return LoadJob.Output.failure(.cancelled(name: request.name))
    } onCancel: {
      queue.cancel([job])
    }
    return try result.get()
  }
}

/// The reason why an ``ImageLoader`` could not load an image.
public enum ImageLoadingError: Error, Hashable, Sendable {
  /// The file can't be read or decoded.
  case image(ImageError)
  /// The image alone needs more than the loader's memory limit, in bytes.
  case tooLarge(name: String, needed: Int, memoryLimit: Int)
  /// The task that waited for the image was cancelled.
  case cancelled(name: String)
  /// The system refused to start a thread, for example because of a limit of processes.
  case noThread(name: String, reason: String)
}

extension ImageLoadingError: CustomStringConvertible {
  /// One line.
  public var description: String {
    switch self {
    case .image(let error): error.description
    case .tooLarge(let name, let needed, let limit):
      "'\(name)' needs \(Self.size(needed)), more than the loader's limit of \(Self.size(limit)); "
        + "raise memoryLimit, or decode the image at a smaller size (DecodingOptions.fitting)"
    case .cancelled(let name): "loading '\(name)' was cancelled"
    case .noThread(let name, let reason):
      "cannot load '\(name)': the system refused to start a thread: \(reason)"
    }
  }

  private static func size(_ bytes: Int) -> String {
    bytes < 1 << 20 ? "\(bytes) bytes" : "\(bytes >> 20) MiB"
  }
}
