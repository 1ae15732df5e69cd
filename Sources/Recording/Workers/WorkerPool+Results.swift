import GLESKitSupport

extension WorkerPool {
  /// What a worker makes: some numbers, and bytes.
  struct Product: Sendable {
    var numbers: [Int]
    var bytes: [UInt8]
  }

  /// A worker that calls a closure with a number, and stores the bytes that it returns in a slot.
  private final class Maker: Worker {
    private let memory: SharedMemory
    private let make: @Sendable (Int) throws(RecordingError) -> Product

    init(
      _ memory: SharedMemory, _ make: @escaping @Sendable (Int) throws(RecordingError) -> Product
    ) {
      (self.memory, self.make) = (memory, make)
    }

    func perform(_ task: [Int]) throws(RecordingError) -> [WorkerMessage] {
      let product = try make(task[0])
      let slot = memory[task[1]]
      guard product.bytes.count <= slot.count else {
        throw .program("\(product.bytes.count) bytes are more than a worker may return")
      }
      product.bytes.withUnsafeBytes { slot.copyMemory(from: $0) }
      return [WorkerMessage([product.bytes.count] + product.numbers)]
    }
  }

  /// Calls `make` with 0 to `count` − 1 in several workers, and returns the results in order.
  ///
  /// - Parameters:
  ///   - size: The most bytes of a result.
  ///   - name: Names a number in errors.
  /// - Throws: The first error of `make`, ``RecordingError/crash(_:)``, `Interrupted`.
  static func results(
    _ count: Int, workers: Int, in host: WorkerHost, size: Int, name: @escaping (Int) -> String,
    _ make: @escaping @Sendable (Int) throws(RecordingError) -> Product
  ) throws -> [Product] {
    guard count > 0 else { return [] }
    let memory = try SharedMemory(slots: count, of: size)
    let pool = try WorkerPool(
      min(max(workers, 1), count), in: host, memory: mostMemory, name: { name($0[0]) }
    ) { _ in Maker(memory, make) }
    defer { pool.stop() }
    var products = [Product?](repeating: nil, count: count)
    var next = 0
    func send(to worker: Int) {
      guard next < count else { return }
      pool.send([next, next], to: worker)
      next += 1
    }
    for worker in 0..<pool.count { send(to: worker) }
    for _ in 0..<count {
      guard let reply = try pool.receive(waits: true) else { continue }
      let numbers = try reply.result.get().numbers
      products[reply.task[0]] = Product(
        numbers: Array(numbers.dropFirst()), bytes: Array(memory[reply.task[1]][..<numbers[0]]))
      send(to: reply.worker)
    }
    return products.compactMap(\.self)
  }

  /// The most memory for data of a worker that makes pictures.
  private static let mostMemory = 8 << 30
}
