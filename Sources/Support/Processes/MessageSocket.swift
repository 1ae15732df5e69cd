import Glibc

/// Messages between a tool and a program that it has started: JSON after its length in eight bytes.
package enum MessageSocket {
  /// The descriptor of the program's end.
  package static let descriptor: Int32 = 3

  /// The most bytes of a message.
  private static let limit = 1 << 28

  /// Makes two connected ends. The corresponding C function is `socketpair`.
  package static func pair(
    _ kind: __socket_type = SOCK_STREAM
  ) throws(CError) -> (ours: Int32, theirs: Int32) {
    var ends: [Int32] = [0, 0]
    let type = Int32(kind.rawValue | SOCK_CLOEXEC.rawValue)
    guard socketpair(AF_UNIX, type, 0, &ends) == 0 else { throw CError(code: errno) }
    return (ends[0], ends[1])
  }

  /// Sends a message.
  ///
  /// - Returns: Whether the other end is still there.
  package static func send(_ message: JSON, to descriptor: Int32) -> Bool {
    let text = Array(message.text(isPretty: false).utf8)
    let bytes = withUnsafeBytes(of: text.count) { Array($0) } + text
    return bytes.withUnsafeBytes { bytes in
      Pipes.writeAll(bytes, to: descriptor) { rest in
        (Glibc.send(descriptor, rest.baseAddress, rest.count, Int32(MSG_NOSIGNAL)), errno)
      } == 0
    }
  }

  /// Receives a message.
  ///
  /// - Parameters:
  ///   - descriptor: The end that belongs to this process.
  ///   - isReady: Waits until something can be read; false gives up.
  /// - Returns: `nil` at the end, or for what is no message.
  package static func receive(
    from descriptor: Int32, when isReady: () -> Bool = { true }
  ) -> JSON? {
    let header = MemoryLayout<Int>.size
    var bytes: [UInt8] = []
    var count = header
    while bytes.count < count {
      guard isReady(), Pipes.read(descriptor, onto: &bytes) > 0 else { return nil }
      guard count == header, bytes.count >= header else { continue }
      let length = bytes.withUnsafeBytes { $0.loadUnaligned(as: Int.self) }
      guard (0...limit).contains(length) else { return nil }
      count += length
    }
    guard bytes.count == count else { return nil }
    return try? JSONDocument(String(decoding: bytes[header...], as: UTF8.self)).value
  }
}
