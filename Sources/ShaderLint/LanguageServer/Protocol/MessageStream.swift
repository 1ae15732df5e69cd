import GLESKitSupport
import Glibc

/// Messages of the base protocol of LSP: headers with a `Content-Length`, a blank line, JSON.
struct MessageStream {
  enum Event {
    case message(JSON)
    /// What is no message; the text says why.
    case malformed(String)
    /// Nothing arrived in time.
    case quiet
    /// Another descriptor is readable.
    case other
    /// The client closed the stream, or what it sends can't be split into messages.
    case end
  }

  /// The client reads no more.
  struct Closed: Error {}

  private let input: Int32
  private let output: Int32
  private var buffer: [UInt8] = []
  /// The first byte in ``buffer`` that is not used yet.
  private var start = 0
  private var hasEnded = false

  /// The limits for the headers and the content of a message, in bytes.
  private static let headerLimit = 1 << 14
  private static let contentLimit = 1 << 28

  init(input: Int32, output: Int32) {
    self.input = input
    self.output = output
  }

  /// Returns the next message.
  ///
  /// - Parameters:
  ///   - timeout: How long to wait in milliseconds; -1 forever.
  ///   - others: Descriptors that end the wait when they become readable.
  mutating func next(timeout: Int32, others: [Int32] = []) -> Event {
    while true {
      if let event = takeMessage() { return event }
      if hasEnded { return .end }
      var ends = ([input] + others).map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      let count = poll(&ends, nfds_t(ends.count), timeout)
      if count < 0 && errno == EINTR { return .quiet }
      guard count > 0 else { return .quiet }
      guard ends[0].revents != 0 else { return .other }
      fill()
    }
  }

  private mutating func fill() {
    if start > 0 {
      buffer.removeFirst(start)
      start = 0
    }
    if Pipes.read(input, onto: &buffer) <= 0 { hasEnded = true }
  }

  private mutating func takeMessage() -> Event? {
    let rest = buffer[start...]
    guard let content = Self.endOfHeaders(rest) else {
      if rest.count > Self.headerLimit { hasEnded = true }
      return nil
    }
    guard let length = Self.contentLength(rest[..<content]), length <= Self.contentLimit else {
      // Without a length there is no next message.
      hasEnded = true
      start = buffer.count
      return .malformed(
        "a message needs a Content-Length of at most \(Self.contentLimit) bytes")
    }
    guard buffer.count - content >= length else { return nil }
    start = content + length
    let text = String(validating: buffer[content..<start], as: UTF8.self)
    if start == buffer.count {
      buffer.removeAll(keepingCapacity: buffer.count < 1 << 20)
      start = 0
    }
    guard let text else { return .malformed("the message is not UTF-8") }
    do {
      return .message(try JSONDocument(text).value)
    } catch {
      return .malformed(
        "the message is not JSON: \(error.line):\(error.column): \(error.problem)")
    }
  }

  private static func endOfHeaders(_ bytes: ArraySlice<UInt8>) -> Int? {
    bytes.prefix(headerLimit + 4).firstRange(of: "\r\n\r\n".utf8)?.upperBound
  }

  private static func contentLength(_ headers: ArraySlice<UInt8>) -> Int? {
    for line in headers.split(whereSeparator: { $0 == 13 || $0 == 10 }) {
      let parts = line.split(separator: UInt8(ascii: ":"), maxSplits: 1)
      guard parts.count == 2,
        String(decoding: parts[0], as: UTF8.self).lowercased() == "content-length"
      else { continue }
      let digits = parts[1].filter { $0 != UInt8(ascii: " ") }
      return UInt(String(decoding: digits, as: UTF8.self)).flatMap { Int(exactly: $0) }
    }
    return nil
  }

  /// Sends a message.
  func send(_ message: JSON) throws(Closed) {
    let text = Array(message.text(isPretty: false).utf8)
    let bytes = Array("Content-Length: \(text.count)\r\n\r\n".utf8) + text
    let code = bytes.withUnsafeBytes { bytes in
      Pipes.writeAll(bytes, to: output) { rest in
        Pipes.ignoringBroken { Glibc.write(output, rest.baseAddress, rest.count) }
      }
    }
    if code != 0 { throw Closed() }
  }
}
