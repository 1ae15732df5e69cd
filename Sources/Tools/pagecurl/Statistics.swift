import GLESKitCommandLine
import GLESKitSupport
import Recording

/// The output of `--stats`.
struct Statistics {
  private let frames: Int
  private let seconds: Double
  private let totals: [PipelineTimings.Total]
  private let peakMemory: Int?

  init(plan: BookPlan, spans: PipelineTimings, seconds: Double) {
    frames = plan.frameCount
    self.seconds = seconds
    totals = spans.totals.filter { $0.count > 0 }
    peakMemory = PipelineTimings.peakMemory
  }

  /// The measured time of all threads.
  private var measured: Double { totals.reduce(0) { $0 + $1.seconds } }
  private var rate: Double { seconds > 0 ? Double(frames) / seconds : 0 }

  /// A table.
  var description: String {
    var rows = [["", "times", "seconds", "mean ms", "longest ms", "share"]]
    rows += totals.map { total in
      [
        total.name.words, String(total.count), Self.text(total.seconds, places: 2),
        Self.text(total.mean * 1e3, places: 2), Self.text(total.longest * 1e3, places: 2),
        "\(Self.text(total.seconds / max(measured, 1e-9) * 100, places: 1)) %",
      ]
    }
    let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    let lines = rows.map { row in
      zip(row, widths).enumerated().map { column, cell in
        let space = String(repeating: " ", count: cell.1 - cell.0.count)
        return column == 0 ? cell.0 + space : space + cell.0
      }.joined(separator: "  ") + "\n"
    }
    let memory = peakMemory.map { ", at most \(($0 + (1 << 20) - 1) >> 20) MiB of memory" } ?? ""
    return lines.joined()
      + "\(frames) frames in \(Self.text(seconds, places: 2)) s, "
      + "\(Self.text(rate, places: 1)) a second\(memory)\n"
  }

  /// The same as JSON.
  var json: JSON {
    let spans = totals.map { total in
      JSON.Member(
        total.name.words,
        [
          "count": .integer(total.count), "seconds": .number(total.seconds),
          "longest": .number(total.longest),
        ])
    }
    return [
      "statistics": [
        "frames": .integer(frames), "seconds": .number(seconds), "rate": .number(rate),
        "peak-memory": peakMemory.map { .integer($0) } ?? .null, "spans": .object(spans),
      ]
    ]
  }

  private static func text(_ value: Double, places: Int) -> String {
    let scale = places == 1 ? 10 : 100
    let whole = Int((value * Double(scale)).rounded())
    let rest = String(whole % scale)
    return "\(whole / scale).\(String(repeating: "0", count: places - rest.count))\(rest)"
  }
}

extension PipelineTimings.Name {
  /// The row's title.
  fileprivate var words: String {
    switch self {
    case .open: "open"
    case .decode: "decode"
    case .waitForPage: "wait for page"
    case .upload: "upload"
    case .render: "render"
    case .readback: "readback"
    case .encode: "encode"
    case .waitForWriter: "wait for writer"
    case .waitForFrame: "wait for frame"
    case .write: "write"
    case .finish: "finish"
    }
  }
}
