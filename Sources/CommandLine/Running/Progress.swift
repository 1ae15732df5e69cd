import GLESKitSupport
import Glibc

/// Progress of countable work on standard error: a bar for a person, or lines for a program.
///
/// The bar is one line, redrawn at most ten times a second and erased at the end. It is drawn only
/// on a terminal.
///
/// ```
///  40 % [#########...............]  48/120 frames  31.2/s  0:02 left
/// ```
///
/// The lines are JSON objects, at most ten a second and one at the end. `rate` (per second) and
/// `left` (seconds) are `null` until they are known.
///
/// ```
/// {"done":48,"total":120,"unit":"frames","rate":31.2,"left":2.308,"file":"book.mp4"}
/// ```
package struct Progress: ~Copyable {
  /// How progress is shown.
  package enum Style: String, Hashable, Sendable, CaseIterable {
    /// A bar on a terminal.
    case bar
    /// JSON lines.
    case json
    /// Nothing.
    case none
  }

  private let total: Int
  private let unit: String
  private let file: String?
  private let style: Style
  private let terminal: Terminal
  private let clock: () -> Double
  private let write: (String) -> Void
  private let start: Double
  private var atStart: Int?
  private var lastShown: Double?

  /// Starts the clock; nothing is shown yet.
  ///
  /// - Parameters:
  ///   - total: The amount of work, at least 1.
  ///   - unit: The unit of work, in the plural: "frames".
  ///   - file: The output file, for ``Style/json``.
  ///   - style: How progress is shown.
  package init(total: Int, unit: String, file: String? = nil, style: Style = .bar) {
    self.init(
      total: total, unit: unit, file: file, style: style, terminal: .standardError,
      clock: monotonicSeconds, write: StandardError.write)
  }

  init(
    total: Int, unit: String, file: String? = nil, style: Style, terminal: Terminal,
    clock: @escaping () -> Double, write: @escaping (String) -> Void
  ) {
    self.total = max(total, 1)
    self.unit = unit
    self.file = file
    self.style = style == .bar && !terminal.isInteractive ? .none : style
    self.terminal = terminal
    self.clock = clock
    self.write = write
    start = clock()
  }

  /// Shows that `done` of the total are done. The amount of the first call does not count for the
  /// rate, because a resumed job starts with it.
  package mutating func update(_ done: Int) {
    guard style != .none else { return }
    let now = clock()
    if let lastShown, now - lastShown < 0.1, done < total { return }
    lastShown = now
    let before = atStart ?? done
    atStart = before
    let pace = Pace(done: done - before, left: total - done, seconds: now - start)
    if style == .bar {
      let line = Self.line(
        done: done, total: total, unit: unit, pace: pace, width: terminal.width)
      write("\r\(line)\u{1B}[K")
    } else {
      write(json(done: done, pace: pace).text(isPretty: false) + "\n")
    }
  }

  private func json(done: Int, pace: Pace) -> JSON {
    func rounded(_ value: Double?) -> JSON {
      value.map { .number(($0 * 1e3).rounded() / 1e3) } ?? .null
    }
    var json: JSON = [
      "done": .integer(done), "total": .integer(total), "unit": .string(unit),
      "rate": rounded(pace.rate), "left": rounded(pace.secondsLeft),
    ]
    json.add("file", file.map(JSON.string))
    return json
  }

  deinit {
    if style == .bar && lastShown != nil { write("\r\u{1B}[K") }
  }

  /// The line, at most `width` − 1 columns wide, so that no terminal wraps it.
  static func line(done: Int, total: Int, unit: String, pace: Pace, width: Int) -> String {
    let share = min(max(Double(done) / Double(total), 0), 1)
    let percent = String(Int(share * 100))
    let count = String(done)
    let digits = String(total).count
    var tail = "\(spaces(digits - count.count))\(count)/\(total) \(unit)"
    if let rate = pace.rate, let left = pace.secondsLeft {
      tail += "  \(oneDecimal(rate))/s  \(minutes(left)) left"
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

/// The speed of work.
struct Pace {
  /// Work per second; `nil` if unknown.
  let rate: Double?
  /// Seconds that the rest takes at this rate.
  let secondsLeft: Double?

  /// - Parameters:
  ///   - done: The work done in `seconds`.
  ///   - left: The remaining work.
  init(done: Int, left: Int, seconds: Double) {
    let rate = done > 0 && seconds >= 0.1 ? Double(done) / seconds : nil
    self.rate = rate
    secondsLeft = rate.map { Double(max(left, 0)) / $0 }
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
