import GLESKitSupport

/// The totals of a ``Profiler``: one row for each name and clock.
public struct ProfileReport: Sendable {
  /// Whose time a span measures.
  public enum Clock: String, Hashable, Sendable {
    /// Wall time of the thread that ran the code.
    case cpu = "CPU"
    /// Time that the GPU spent on the commands that the code issued.
    case gpu = "GPU"
  }

  /// All spans of one name and clock. Durations are in seconds.
  public struct Row: Hashable, Sendable {
    /// The name.
    public let name: String
    /// Whose time it is.
    public let clock: Clock
    /// The number of spans.
    public let count: Int
    /// The sum of the durations, on all threads together.
    public let total: Double
    /// The duration that half of the spans don't exceed, within 1 %.
    public let p50: Double
    /// The duration that 95 % of the spans don't exceed, within 1 %.
    public let p95: Double
    /// The longest duration.
    public let longest: Double

    /// The mean duration.
    public var mean: Double { total / Double(count) }
  }

  /// The rows; the largest total first.
  public let rows: [Row]

  init(_ totals: [SpanName: Tally]) {
    rows = totals.map { name, tally in
      Row(
        name: name.name, clock: name.clock, count: tally.count, total: Double(tally.total) / 1e9,
        p50: tally.percentile(0.5) / 1e9, p95: tally.percentile(0.95) / 1e9,
        longest: Double(tally.longest) / 1e9)
    }.sorted { ($1.total, $0.name, $0.clock.rawValue) < ($0.total, $1.name, $1.clock.rawValue) }
  }

  /// A JSON object with an array `spans`; durations in seconds.
  public var json: String {
    let spans = rows.map { row -> JSON in
      [
        "name": .string(row.name), "clock": .string(row.clock.rawValue),
        "count": .integer(row.count), "total": .number(row.total), "mean": .number(row.mean),
        "p50": .number(row.p50), "p95": .number(row.p95), "longest": .number(row.longest),
      ]
    }
    let report: JSON = ["spans": .array(spans)]
    return report.text() + "\n"
  }
}

extension ProfileReport: CustomStringConvertible {
  /// A table, with durations in milliseconds.
  public var description: String {
    let titles = ["", "clock", "count", "total ms", "mean ms", "p50 ms", "p95 ms", "longest ms"]
    let cells = rows.map { row in
      [row.name, row.clock.rawValue, String(row.count)]
        + [row.total, row.mean, row.p50, row.p95, row.longest].map { Self.text($0 * 1e3) }
    }
    return Self.table([titles] + cells)
  }

  /// Returns lines of aligned cells: the first column to the left, the others to the right.
  package static func table(_ rows: [[String]]) -> String {
    let columns = rows.first?.indices ?? 0..<0
    let widths = columns.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      zip(row, widths).enumerated().map { column, cell in
        let space = String(repeating: " ", count: cell.1 - cell.0.count)
        return column == 0 ? cell.0 + space : space + cell.0
      }.joined(separator: "  ") + "\n"
    }.joined()
  }

  /// A number of at least 0 with some decimals.
  package static func text(_ value: Double, places: Int = 3) -> String {
    let scale = [1, 10, 100, 1000][places]
    let whole = Int((value * Double(scale)).rounded())
    let rest = String(whole % scale)
    return "\(whole / scale).\(String(repeating: "0", count: places - rest.count))\(rest)"
  }
}
