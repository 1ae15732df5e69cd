import GLESKitSupport
import Glibc

/// A task for a worker, or its reply: some numbers and a text.
struct WorkerMessage: Sendable {
  var numbers: [Int]
  var text = ""

  /// The longest message in bytes; sockets take several hundred kilobytes.
  static let capacity = 1 << 16

  /// Sends the message as one packet.
  ///
  /// - Returns: Whether the other end is still there.
  func send(to descriptor: Int32) -> Bool {
    var bytes = [UInt8]()
    withUnsafeBytes(of: numbers.count) { bytes += $0 }
    numbers.withUnsafeBytes { bytes += $0 }
    bytes += text.utf8.prefix(Self.capacity - bytes.count)
    while true {
      let count = Glibc.send(descriptor, bytes, bytes.count, Int32(MSG_NOSIGNAL))
      if count < 0, errno == EINTR { continue }
      return count == bytes.count
    }
  }

  /// Receives a packet; `nil` if the other end was closed, or, without waiting, if there is none.
  ///
  /// - Parameter buffer: Memory of ``capacity`` bytes.
  init?(from descriptor: Int32, using buffer: inout [UInt8], waits: Bool) {
    var count = 0
    repeat {
      count = recv(descriptor, &buffer, buffer.count, waits ? 0 : Int32(MSG_DONTWAIT))
    } while count < 0 && errno == EINTR
    let size = MemoryLayout<Int>.size
    guard count >= size else { return nil }
    (numbers, text) = buffer.withUnsafeBytes { bytes in
      let length = bytes.loadUnaligned(as: Int.self)
      let numbers = (0..<length).map {
        bytes.loadUnaligned(fromByteOffset: ($0 + 1) * size, as: Int.self)
      }
      return (numbers, String(decoding: bytes[((length + 1) * size)..<count], as: UTF8.self))
    }
  }

  init(_ numbers: [Int], _ text: String = "") { (self.numbers, self.text) = (numbers, text) }
}
