import Glibc

/// Progress of countable work on standard error, while a person watches: one line that is redrawn at
/// most ten times a second and wiped at the end. Elsewhere (a file, a pipe, CI) it writes nothing.
///
/// ```
///  40 % [#########...............]  48/120 frames  31.2/s  0:02 left
/// ```
public struct ProgressBar: ~Copyable {
  private let total: Int
  private let unit: String
  private let terminal: Terminal
  private let clock: () -> Double
  private let write: (String) -> Void
  private let start: Double
  private var lastDrawn: Double?

  /// Begins at 0 of `total`; nothing is drawn yet.
  ///
  /// - Parameters:
  ///   - total: How much there is to do, at least 1.
  ///   - unit: What is counted, in the plural: "frames".
  ///   - quiet: Draw nothing, whoever watches.
  public init(total: Int, unit: String, quiet: Bool = false) {
    let terminal = Terminal.standardError
    self.init(
      total: total, unit: unit,
      terminal: Terminal(
        isInteractive: terminal.isInteractive && !quiet, hasColors: terminal.hasColors,
        width: terminal.width),
      clock: monotonicSeconds, write: StandardError.write)
  }

  init(
    total: Int, unit: String, terminal: Terminal, clock: @escaping () -> Double,
    write: @escaping (String) -> Void
  ) {
    self.total = max(total, 1)
    self.unit = unit
    self.terminal = terminal
    self.clock = clock
    self.write = write
    start = clock()
  }

  /// Says that `done` of the total are done.
  public mutating func update(_ done: Int) {
    guard terminal.isInteractive else { return }
    let now = clock()
    if let lastDrawn, now - lastDrawn < 0.1, done < total { return }
    lastDrawn = now
    let line = Self.line(
      done: done, total: total, unit: unit, seconds: now - start, width: terminal.width)
    write("\r\(line)\u{1B}[K")
  }

  deinit {
    if lastDrawn != nil { write("\r\u{1B}[K") }
  }

  /// The line, at most `width` − 1 columns wide, so that no terminal wraps it.
  static func line(done: Int, total: Int, unit: String, seconds: Double, width: Int) -> String {
    let share = min(max(Double(done) / Double(total), 0), 1)
    let percent = String(Int(share * 100))
    let count = String(done)
    let digits = String(total).count
    var tail = "\(spaces(digits - count.count))\(count)/\(total) \(unit)"
    if done > 0 && seconds >= 0.1 {
      let rate = Double(done) / seconds
      tail += "  \(oneDecimal(rate))/s  \(minutes(Double(max(total - done, 0)) / rate)) left"
    }
    let head = "\(spaces(3 - percent.count))\(percent) %"
    let room = width - 1 - head.count - tail.count - 5
    guard room >= 5 else { return String("\(head)  \(tail)".prefix(max(width - 1, 0))) }
    let length = min(room, 40)
    let filled = Int(share * Double(length))
    let bar = String(repeating: "#", count: filled) + String(repeating: ".", count: length - filled)
    return "\(head) [\(bar)]  \(tail)"
  }
}

private func spaces(_ count: Int) -> String { String(repeating: " ", count: max(count, 0)) }

private func oneDecimal(_ value: Double) -> String {
  let tenths = Int(min(value, 1e9) * 10 + 0.5)
  return "\(tenths / 10).\(tenths % 10)"
}

/// `0:07`, `12:30`, `1:00:00`.
private func minutes(_ seconds: Double) -> String {
  let whole = Int(min(seconds, 359_999).rounded(.up))
  func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
  let (hours, rest) = (whole / 3600, whole % 3600)
  return hours > 0
    ? "\(hours):\(two(rest / 60)):\(two(rest % 60))" : "\(rest / 60):\(two(rest % 60))"
}

private func monotonicSeconds() -> Double {
  var now = timespec()
  clock_gettime(CLOCK_MONOTONIC, &now)
  return Double(now.tv_sec) + Double(now.tv_nsec) * 1e-9
}
