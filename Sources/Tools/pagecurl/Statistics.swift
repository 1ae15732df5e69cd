import GLESKitCommandLine
import GLESKitSupport
import Glibc
import Profiling
import Recording

/// The output of `--stats`.
struct Statistics {
  private let frames: Int
  private let seconds: Double
  private let rows: [ProfileReport.Row]
  /// What drew the frames; `nil` for web pages, and if there were no new frames.
  private let drawing: FrameDrawing?
  /// That of the process that needed most, including programs such as `ffmpeg`.
  private let peakMemory = [RUSAGE_SELF, RUSAGE_CHILDREN].map { who in
    var usage = rusage()
    getrusage(who.rawValue, &usage)
    return Int(usage.ru_maxrss) << 10
  }.reduce(0, max)

  init(plan: BookPlan, _ drawing: FrameDrawing?, report: ProfileReport, seconds: Double) {
    frames = plan.frameCount
    self.drawing = drawing
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
    return ProfileReport.table([titles] + cells)
      + (drawing.map { "\(Self.sentence($0))\n" } ?? "")
      + "\(frames) frames in \(ProfileReport.text(seconds, places: 2)) s, "
      + "\(ProfileReport.text(rate, places: 1)) a second, at most "
      + "\(Self.mebibytes(peakMemory)) MiB of memory in a process\n"
  }

  /// Who draws, and why.
  private static func sentence(_ drawing: FrameDrawing) -> String {
    let count = counted(drawing.workers, "worker")
    return drawing.isHardware
      ? "\(drawing.driver): one of \(count) draws with the GPU, the others encode"
      : "\(drawing.driver): \(count) in processes, because it draws on the processor"
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
        "peak-memory": .integer(peakMemory), "driver": drawing.map { .string($0.driver) } ?? .null,
        "workers": drawing.map { .integer($0.workers) } ?? .null,
        "hardware": drawing.map { .bool($0.isHardware) } ?? .null, "spans": .object(spans),
      ]
    ]
  }
}
