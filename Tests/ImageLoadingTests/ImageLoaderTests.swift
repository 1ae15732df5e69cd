import Dispatch
import GLESKitSupport
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import ImageLoading

@Suite struct ImageLoaderTests {
  /// A folder of PNG files of 32×16 random pixels: `0.png`, `1.png` and so on.
  private static func write(_ count: Int, to folder: borrowing TemporaryFolder) throws -> [String] {
    try (0..<count).map { index in
      let path = "\(folder.path)/\(index).png"
      try ImageFile.write(picture(index), to: path)
      return path
    }
  }

  private static func picture(_ index: Int) -> Image {
    randomImage(32, 16, isOpaque: true, seed: UInt64(index))
  }

  /// The bytes of an image.
  private static let imageBytes = 32 * 16 * 4

  /// The bytes that loading a file takes.
  private func cost(_ path: String) throws -> Int {
    try LoadRequest(source: .file(path), options: DecodingOptions()).memory()
  }

  /// A loader with one thread, which does nothing until the returned semaphore is signaled.
  private func heldLoader(memoryLimit: Int = 1 << 30) -> (ImageLoader, LoadQueue, DispatchSemaphore)
  {
    let queue = LoadQueue(memoryLimit: memoryLimit, cacheLimit: 0, threads: 1)
    let gate = DispatchSemaphore(value: 0)
    let started = DispatchSemaphore(value: 0)
    let blocker = LoadJob(
      LoadRequest(source: .bytes([], name: ""), options: DecodingOptions()), priority: .high
    ) { _ in
      started.signal()
      gate.wait()
      return 0
    }
    queue.add([blocker])
    started.wait()
    return (ImageLoader(queue: queue), queue, gate)
  }

  @Test func anImageIsThatOfTheFile() async throws {
    let folder = try TemporaryFolder()
    let path = try Self.write(1, to: folder)[0]
    let loader = ImageLoader()
    #expect(try await loader.image(at: path) == Self.picture(0))
    let bytes = try Files.read(path)
    #expect(try await loader.image(from: bytes, name: "a") == Self.picture(0))
    let small = DecodingOptions(fitting: PixelSize(8, 8))
    #expect(
      try await loader.image(at: path, options: small)
        == ImageFile.read(path, options: small))
  }

  @Test(.long) func eachFormatLoadsLikeItsFile() async throws {
    let folder = try TemporaryFolder()
    let loader = ImageLoader(cacheLimit: 0)
    for item in try Judge.cases.get() {
      let path = "\(folder.path)/\(item.name)"
      try AtomicFile.write(item.bytes, to: path)
      for options in [DecodingOptions(), DecodingOptions(fitting: PixelSize(9, 7))] {
        let expected = try ImageFile.read(path, options: options)
        #expect(try await loader.image(at: path, options: options) == expected, "\(item)")
      }
    }
  }

  @Test func brokenFilesGiveOneErrorEachAndTheOthersLoad() async throws {
    let folder = try TemporaryFolder()
    var paths = try Self.write(60, to: folder)
    let broken: [Int: [UInt8]?] = [
      3: [], 11: Array("text".utf8), 12: Array(try Files.read(paths[12]).prefix(40)), 30: nil,
      59: Array(try Files.read(paths[59]).dropLast(30)),
    ]
    for (index, bytes) in broken {
      paths[index] += ".broken"
      if let bytes { try AtomicFile.write(bytes, to: paths[index]) }
    }
    var indices: Set<Int> = []
    var completed = 0
    for await loaded in ImageLoader(memoryLimit: 1 << 16).images(at: paths) {
      completed += 1
      #expect(loaded.completedCount == completed)
      #expect(indices.insert(loaded.index).inserted)
      switch loaded.result {
      case .success(let image):
        #expect(broken[loaded.index] == nil && image == Self.picture(loaded.index))
      case .failure(let error):
        #expect(broken.keys.contains(loaded.index))
        #expect("\(error)".contains(paths[loaded.index]))
      }
    }
    #expect(indices.count == 60)
  }

  @Test func foldersAndPipesAreErrors() async throws {
    let folder = try TemporaryFolder()
    let loader = ImageLoader()
    for (path, code) in [(folder.path, EISDIR), ("/dev/zero", EOPNOTSUPP)] {
      await #expect(throws: ImageLoadingError.image(.file(FileError(.read, path, code: code)))) {
        try await loader.image(at: path)
      }
    }
  }

  @Test func higherPrioritiesComeFirst() async throws {
    let folder = try TemporaryFolder()
    let paths = try Self.write(6, to: folder)
    let (_, queue, gate) = heldLoader()
    let order = Mutex<[Int]>([])
    let done = DispatchSemaphore(value: 0)
    for (index, priority) in [TaskPriority.low, .high, .low, .medium, .high, .low].enumerated() {
      let request = LoadRequest(source: .file(paths[index]), options: DecodingOptions())
      queue.add([
        LoadJob(request, priority: priority) { _ in
          order.withLock { $0.append(index) }
          done.signal()
          return 0
        }
      ])
    }
    gate.signal()
    for _ in 0..<6 { done.wait() }
    #expect(order.withLock { $0 } == [1, 4, 3, 0, 2, 5])
  }

  @Test func cancelledImagesAreNotDecoded() async throws {
    let folder = try TemporaryFolder()
    let paths = try Self.write(20, to: folder)
    let (loader, queue, gate) = heldLoader()
    let tasks = (0..<400).map { index in
      Task { () -> ImageLoadingError? in
        do throws(ImageLoadingError) {
          _ = try await loader.image(at: paths[index % 20])
          return nil
        } catch {
          return error
        }
      }
    }
    for task in tasks { task.cancel() }
    for (index, task) in tasks.enumerated() {
      #expect(await task.value == .cancelled(name: paths[index % 20]))
    }
    gate.signal()
    #expect(try await loader.image(at: paths[0]) == Self.picture(0))
    #expect(queue.inspect { $0.decodedCount } == 1)
    #expect(queue.inspect { $0.waiting.count } == 0)
  }

  @Test func aCancelledImageStopsAfterTheStep() throws {
    let bytes = try ImageFile.encode(Self.picture(0), as: .png(PNGOptions()))
    let request = LoadRequest(source: .bytes(bytes, name: "a"), options: DecodingOptions())
    // Cancelled at each check: before reading, the structure, decoding, scaling and turning.
    for checks in 0..<5 {
      var (left, decoded) = (checks, 0)
      let result = Result { () throws(ImageLoadingError) in
        try request.load(
          isCancelled: {
            left -= 1
            return left < 0
          }, willDecode: { decoded += 1 })
      }
      #expect(result == .failure(.cancelled(name: "a")))
      #expect(decoded == (checks < 3 ? 0 : 1))
    }
    #expect(try request.load(isCancelled: { false }, willDecode: {}) == Self.picture(0))
  }

  @Test func leavingTheLoopEndsTheLoading() async throws {
    let folder = try TemporaryFolder()
    let paths = try Self.write(50, to: folder)
    let queue = LoadQueue(
      memoryLimit: try cost(paths[0]) + 2 * Self.imageBytes, cacheLimit: 0, threads: 1)
    let loader = ImageLoader(queue: queue)
    for await _ in loader.images(at: paths) { break }
    // Nothing is left that would keep this image from its memory.
    #expect(try await loader.image(at: paths[49]) == Self.picture(49))
    #expect(queue.inspect { $0.decodedCount } < 10)
    #expect(await isFree(queue))
  }

  @Test func aCancelledTaskEndsTheSequence() async throws {
    let folder = try TemporaryFolder()
    let paths = try Self.write(5, to: folder)
    let (loader, queue, gate) = heldLoader()
    let task = Task {
      var count = 0
      for await _ in loader.images(at: paths) { count += 1 }
      return count
    }
    task.cancel()
    #expect(await task.value == 0)
    gate.signal()
    _ = try await loader.image(at: paths[0])
    #expect(queue.inspect { $0.decodedCount } == 1)
  }

  @Test(arguments: [1, 4]) func memoryStaysWithinTheLimit(threads: Int) async throws {
    let folder = try TemporaryFolder()
    let paths = try Self.write(40, to: folder)
    let limit = try cost(paths[0]) * 2 + 3 * Self.imageBytes
    let queue = LoadQueue(memoryLimit: limit, cacheLimit: limit / 2, threads: threads)
    let loader = ImageLoader(queue: queue)
    var count = 0
    for await loaded in loader.images(at: paths + paths) {
      count += try loaded.result.get() == Self.picture(loaded.index % 40) ? 1 : 0
    }
    #expect(count == 80)
    #expect(queue.inspect { $0.peakBytes } <= limit - limit / 4)
    #expect(await isFree(queue))
  }

  /// Images that need nearly the whole limit.
  @Test func largeImagesAreLoadedAlone() async throws {
    let folder = try TemporaryFolder()
    let paths = try Self.write(20, to: folder)
    let limit = try paths.map(cost).max().map { $0 * 10 / 9 } ?? 0
    let queue = LoadQueue(memoryLimit: limit, cacheLimit: 0, threads: 4)
    #expect(await mostLoadedAtOnce(paths, by: queue) == 1)
    #expect(queue.inspect { $0.decodedCount } == 20)
    #expect(await isFree(queue))
  }

  /// Images of which three fit.
  @Test func smallImagesAreLoadedTogether() async throws {
    let folder = try TemporaryFolder()
    let paths = try Self.write(40, to: folder)
    let limit = try paths.map(cost).max().map { $0 * 4 } ?? 0
    let queue = LoadQueue(memoryLimit: limit, cacheLimit: 0, threads: 4)
    #expect(await mostLoadedAtOnce(Array(paths.prefix(3)), by: queue, waiting: true) == 3)
    #expect(await mostLoadedAtOnce(paths, by: queue) <= 3)
  }

  /// Whether all memory is free: soon, because workers count it after they have delivered.
  private func isFree(_ queue: LoadQueue) async -> Bool {
    for _ in 0..<1000 where queue.inspect({ $0.usedBytes }) != 0 {
      try? await Task.sleep(for: .milliseconds(10))
    }
    return queue.inspect { $0.usedBytes } == 0
  }

  /// The largest number of images that took memory at a time.
  ///
  /// - Parameter waiting: Whether each waits for all others to begin.
  private func mostLoadedAtOnce(
    _ paths: [String], by queue: LoadQueue, waiting: Bool = false
  ) async -> Int {
    let count = paths.count
    let state = Mutex((underWay: 0, most: 0, left: count))
    return await withCheckedContinuation { continuation in
      for path in paths {
        let job = LoadJob(LoadRequest(source: .file(path)), priority: .medium) { _ in
          state.withLock { state in
            state.underWay += 1
            state.most = max(state.most, state.underWay)
          }
          while waiting, state.withLock({ $0.most < count }) { usleep(1_000) }
          usleep(500)
          let most = state.withLock { state in
            state.underWay -= 1
            state.left -= 1
            return state.left == 0 ? state.most : nil
          }
          if let most { continuation.resume(returning: most) }
          return 0
        }
        queue.add([job])
      }
    }
  }

  /// The system refuses to start a thread.
  @Test func withoutAThreadAllImagesFail() async throws {
    let folder = try TemporaryFolder()
    let paths = try Self.write(3, to: folder)
    let queue = LoadQueue(memoryLimit: 1 << 20, cacheLimit: 0, threads: 2) {
      _ throws(CError) in throw CError(code: EAGAIN)
    }
    var names: Set<String> = []
    for await loaded in ImageLoader(queue: queue).images(at: paths) {
      guard case .failure(.noThread(let name, _)) = loaded.result else { continue }
      names.insert(name)
    }
    #expect(names == Set(paths))
  }

  /// The results of the sequence fill the memory while its loop waits for another image.
  @Test func anImageWithinTheLoopOfOthersLoads() async throws {
    let folder = try TemporaryFolder()
    let paths = try Self.write(20, to: folder)
    let loader = ImageLoader(memoryLimit: try cost(paths[0]), cacheLimit: 0, threads: 2)
    var count = 0
    for await loaded in loader.images(at: paths, priority: .high) {
      let other = try await loader.image(at: paths[19 - loaded.index], priority: .low)
      #expect(other == Self.picture(19 - loaded.index))
      for await inner in loader.images(at: [paths[0]]) { count += inner.completedCount }
    }
    #expect(count == 20)
  }

  /// When results that wait to be taken fill the memory, an awaited image is loaded beyond the
  /// limit, but the cache makes room first.
  @Test func anAwaitedImageEmptiesTheCache() async throws {
    let folder = try TemporaryFolder()
    let paths = try Self.write(3, to: folder)
    let needed = try cost(paths[2])
    let limit = 8 * needed
    let queue = LoadQueue(memoryLimit: limit, cacheLimit: limit, threads: 1)
    let loader = ImageLoader(queue: queue)
    _ = try await loader.image(at: paths[0])
    let kept = limit - limit / 4 - Self.imageBytes
    await withCheckedContinuation { continuation in
      let request = LoadRequest(source: .file(paths[1]), options: DecodingOptions())
      queue.add([
        LoadJob(request, priority: .high) { _ in
          continuation.resume()
          return kept
        }
      ])
    }
    _ = try await loader.image(at: paths[2])
    #expect(queue.inspect { $0.peakBytes } == kept + needed)
  }

  @Test func anImageBeyondTheLimitIsAnError() async throws {
    let folder = try TemporaryFolder()
    let path = try Self.write(1, to: folder)[0]
    let needed = try cost(path)
    let loader = ImageLoader(memoryLimit: needed - 1)
    await #expect(
      throws: ImageLoadingError.tooLarge(name: path, needed: needed, memoryLimit: needed - 1)
    ) { try await loader.image(at: path) }
  }

  /// The costs count what is in memory at a time: the file, the decoded and the scaled image.
  @Test func costsFollowTheHeader() throws {
    let folder = try TemporaryFolder()
    func cost(_ file: [UInt8], _ fitting: PixelSize?) throws -> Int {
      try AtomicFile.write(file, to: "\(folder.path)/a")
      let options = DecodingOptions(fitting: fitting)
      let ofFile = try LoadRequest(source: .file("\(folder.path)/a"), options: options).memory()
      let ofBytes = try LoadRequest(source: .bytes(file, name: "a"), options: options).memory()
      #expect(ofFile == ofBytes)
      return ofFile
    }
    let image = randomImage(640, 480, isOpaque: true, seed: 1)
    let png = try ImageFile.encode(image, as: .png(PNGOptions()))
    // The codec keeps two rows of three channels, and scaling one of pixels, six of sums of floats
    // and four weights for each column.
    #expect(try cost(png, nil) == 640 * 480 * 4 + 640 * 2 * 3 + png.count)
    #expect(
      try cost(png, PixelSize(320, 320))
        == 320 * 240 * 4 + 640 * (2 * 3 + 4 + 6 * 16 + 4 * 4) + png.count)
    let jpeg = try ImageFile.encode(image, as: .jpeg(JPEGOptions()))
    #expect(
      try cost(jpeg, PixelSize(160, 160)) == 160 * 120 * 2 * 4 + jpeg.count)
    let webp = try ImageFile.encode(image, as: .webp(WebPOptions()))
    #expect(try cost(webp, nil) == 640 * 480 * 8 + webp.count)
    // A header behind a large segment.
    let segment: [UInt8] = [0xFF, 0xE2, 0xFF, 0xFF] + [UInt8](repeating: 0, count: 65_533)
    let late = Array(jpeg[..<2]) + segment + segment + segment + Array(jpeg[2...])
    #expect(try cost(late, nil) == 640 * 480 * 4 + late.count)
  }

  @Test func theCacheKeepsWhatWasUsedLast() async throws {
    let folder = try TemporaryFolder()
    let paths = try Self.write(3, to: folder)
    let queue = LoadQueue(memoryLimit: 1 << 20, cacheLimit: 2 * Self.imageBytes, threads: 1)
    let loader = ImageLoader(queue: queue)
    /// Loads an image and returns whether it was decoded.
    func decodes(_ index: Int) async throws -> Bool {
      let before = queue.inspect { $0.decodedCount }
      #expect(try await loader.image(at: paths[index]) == Self.picture(index))
      return queue.inspect { $0.decodedCount } > before
    }
    #expect(try await decodes(0))
    #expect(try await decodes(1))
    #expect(try await !decodes(0))
    #expect(try await decodes(2))  // drops 1
    #expect(try await !decodes(0))
    #expect(try await decodes(1))
    loader.removeCachedImages()
    #expect(try await decodes(1))
  }
}
