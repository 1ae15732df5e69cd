import CompilerLogs
import GLESKitSupport

/// The messages between the linter and its worker processes.
///
/// Each message begins with the number of bytes that follow. Numbers have 32 bits, little-endian.
package enum WorkerMessage {
  /// The most bytes of a log that a worker sends; the rest is cut off.
  package static let logLimit = 1 << 16

  /// A task for a worker.
  package struct Request: Hashable {
    package var job: UInt32
    package var work: Work

    package enum Work: Hashable {
      case shader(ShaderStage, [UInt8])
      case program(vertex: [UInt8], fragment: [UInt8])
      case details
    }

    package var bytes: [UInt8] {
      var frame = Frame()
      frame.append(job)
      switch work {
      case .shader(let stage, let text):
        frame.append(stage == .vertex ? 0 : 1)
        frame.append(text)
      case .program(let vertex, let fragment):
        frame.append(2)
        frame.append(vertex)
        frame.append(fragment)
      case .details:
        frame.append(3)
        frame.append([])
      }
      return frame.finished
    }

    package init(job: UInt32, work: Work) {
      self.job = job
      self.work = work
    }

    /// Decodes a message; `nil` if it is incomplete.
    package init?(payload: ArraySlice<UInt8>) {
      var reader = FrameReader(payload)
      guard let job = reader.number(), let kind = reader.number(), let first = reader.bytes() else {
        return nil
      }
      self.job = job
      switch kind {
      case 0: work = .shader(.vertex, first)
      case 1: work = .shader(.fragment, first)
      case 3: work = .details
      default:
        guard let second = reader.bytes() else { return nil }
        work = .program(vertex: first, fragment: second)
      }
    }
  }

  /// The kinds of responses, most of them steps of a job.
  package enum Phase: UInt32, Hashable, Sendable {
    case vertex, fragment, link, validate
    /// The worker is ready; the log contains the engine's summary.
    case ready
    /// The log contains the engine's full description.
    case details
    /// The engine can't be used; the log contains the reason.
    case unavailable
  }

  /// The result of one step.
  package struct Response: Hashable, Sendable {
    package var job: UInt32
    package var phase: Phase
    package var isLast: Bool
    package var accepted: Bool
    /// The length of the log before it was cut off.
    package var logLength: Int
    /// The log, cut off at ``logLimit``.
    package var log: [UInt8]

    package var bytes: [UInt8] {
      var frame = Frame()
      frame.append(job)
      frame.append(phase.rawValue)
      frame.append((isLast ? 1 : 0) | (accepted ? 2 : 0))
      frame.append(UInt32(clamping: logLength))
      frame.append(log)
      return frame.finished
    }

    package init(
      job: UInt32, phase: Phase, isLast: Bool, accepted: Bool, log: String?
    ) {
      let bytes = log.map { Array($0.utf8) } ?? []
      self.job = job
      self.phase = phase
      self.isLast = isLast
      self.accepted = accepted
      logLength = bytes.count
      self.log = Array(bytes.prefix(WorkerMessage.logLimit))
    }

    /// Decodes a message; `nil` if it is incomplete.
    package init?(payload: ArraySlice<UInt8>) {
      var reader = FrameReader(payload)
      guard let job = reader.number(), let phase = reader.number().flatMap(Phase.init),
        let flags = reader.number(), let length = reader.number(), let log = reader.bytes()
      else { return nil }
      self.job = job
      self.phase = phase
      isLast = flags & 1 != 0
      accepted = flags & 2 != 0
      logLength = Int(length)
      self.log = log
    }
  }

  /// Returns the first complete message in `buffer`, and where the next one begins.
  package static func frame(in buffer: ArraySlice<UInt8>) -> (payload: ArraySlice<UInt8>, end: Int)?
  {
    var reader = FrameReader(buffer)
    guard let length = reader.number() else { return nil }
    let start = buffer.startIndex + 4
    guard buffer.endIndex - start >= Int(length) else { return nil }
    return (buffer[start..<(start + Int(length))], start + Int(length))
  }
}

/// A message under construction.
private struct Frame {
  private var bytes: [UInt8] = []

  mutating func append(_ number: UInt32) { bytes += Int(number).littleEndianBytes(4) }

  mutating func append(_ content: [UInt8]) {
    append(UInt32(content.count))
    bytes += content
  }

  var finished: [UInt8] { bytes.count.littleEndianBytes(4) + bytes }
}

private struct FrameReader {
  private var rest: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  mutating func number() -> UInt32? {
    guard rest.count >= 4 else { return nil }
    let value = UInt32(rest.prefix(4).littleEndianNumber)
    rest = rest.dropFirst(4)
    return value
  }

  mutating func bytes() -> [UInt8]? {
    guard let count = number(), rest.count >= Int(count) else { return nil }
    defer { rest = rest.dropFirst(Int(count)) }
    return Array(rest.prefix(Int(count)))
  }
}
