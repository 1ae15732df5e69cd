import GLESKitCommandLine
import GLESKitSupport
import Profiling
import Recording

/// The output of `--stats`.
struct Statistics {
  private let frames: Int
  private let seconds: Double
  private let rows: [ProfileReport.Row]
  private let peakMemory = Files.peakMemory

  init(plan: BookPlan, report: ProfileReport, seconds: Double) {
    frames = plan.frameCount
    self.seconds = seconds
    rows = Stage.allCases.compactMap { stage in
      report.rows.first { $0.name == stage.rawValue }
    }
  }

  /// The measured time of all threads.
  private var measured: Double { rows.reduce(0) { $0 + $1.total } }
  private var rate: Double { seconds > 0 ? Double(frames) / seconds : 0 }

  /// Returns the smallest number of MiB that holds so many bytes.
  static func mebibytes(_ bytes: Int) -> Int { (bytes + (1 << 20) - 1) >> 20 }

  /// A table.
  var description: String {
    let titles = [
      "", "times", "seconds", "mean ms", "p50 ms", "p95 ms", "longest ms", "share",
    ]
    let cells = rows.map { row in
      [row.name, String(row.count), ProfileReport.text(row.total, places: 2)]
        + [row.mean, row.p50, row.p95, row.longest].map { ProfileReport.text($0 * 1e3, places: 2) }
        + ["\(ProfileReport.text(row.total / max(measured, 1e-9) * 100, places: 1)) %"]
    }
    let memory = peakMemory.map { ", at most \(Self.mebibytes($0)) MiB of memory" } ?? ""
    return ProfileReport.table([titles] + cells)
      + "\(frames) frames in \(ProfileReport.text(seconds, places: 2)) s, "
      + "\(ProfileReport.text(rate, places: 1)) a second\(memory)\n"
  }

  /// The same as JSON.
  var json: JSON {
    let spans = rows.map { row in
      JSON.Member(
        row.name,
        [
          "count": .integer(row.count), "seconds": .number(row.total), "p50": .number(row.p50),
          "p95": .number(row.p95), "longest": .number(row.longest),
        ])
    }
    return [
      "statistics": [
        "frames": .integer(frames), "seconds": .number(seconds), "rate": .number(rate),
        "peak-memory": peakMemory.map { .integer($0) } ?? .null, "spans": .object(spans),
      ]
    ]
  }
}

extension Files {
  /// The peak resident memory of this process in bytes, without its child processes; `nil` if
  /// `/proc` is not available.
  fileprivate static var peakMemory: Int? {
    guard let status = try? read("/proc/self/status") else { return nil }
    let line = String(decoding: status, as: UTF8.self).split(separator: "\n")
      .first { $0.hasPrefix("VmHWM:") }
    return line?.split(separator: " ").dropLast().last.flatMap { Int($0) }.map { $0 * 1024 }
  }
}
