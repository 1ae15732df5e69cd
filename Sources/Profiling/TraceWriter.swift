import GLESKitSupport

/// Writes spans in Chrome's trace-event format: a JSON array of complete events, times in
/// microseconds.
///
/// Source: "Trace Event Format", the Chromium project, 2016.
enum TraceWriter {
  private static let (cpu, gpu) = (1, 2)

  static func text(_ spans: [TracedSpan]) -> String {
    // Parents before children: both may start in the same nanosecond.
    let spans = spans.sorted { ($0.start, $1.nanoseconds) < ($1.start, $0.nanoseconds) }
    let origin = spans.first?.start ?? 0
    var tracks: [UInt: Int] = [:]
    // The ends of the GPU spans around the current one, by thread.
    var gpuEnds: [UInt: [UInt64]] = [:]
    var lines: [String] = []
    for span in spans {
      let isNew = tracks[span.thread] == nil
      let track = tracks[span.thread, default: tracks.count + 1]
      tracks[span.thread] = track
      if isNew { lines.append(metadata("thread_name", "thread \(track)", cpu, track)) }
      var end = span.start &+ span.nanoseconds
      if span.name.clock == .gpu {
        var ends = gpuEnds[span.thread] ?? []
        if ends.isEmpty {
          lines.append(metadata("thread_name", "context of thread \(track)", gpu, track))
        }
        // Spans of one frame may overlap; the format only has spans within others.
        while let last = ends.last, ends.count > 1, last <= span.start { ends.removeLast() }
        if let around = ends.last, around > span.start { end = min(end, around) }
        gpuEnds[span.thread] = ends + [end]
      }
      lines.append(
        text([
          ("name", .string(span.name.name)), ("cat", .string(span.name.clock.rawValue)),
          ("ph", "X"), ("ts", microseconds(span.start &- origin)),
          ("dur", microseconds(end &- span.start)),
          ("pid", .integer(span.name.clock == .gpu ? gpu : cpu)), ("tid", .integer(track)),
        ]))
    }
    if !spans.isEmpty { lines.insert(metadata("process_name", "CPU", cpu, 0), at: 0) }
    if !gpuEnds.isEmpty { lines.insert(metadata("process_name", "GPU", gpu, 0), at: 1) }
    return "{\"displayTimeUnit\":\"ms\",\"traceEvents\":[\n\(lines.joined(separator: ",\n"))\n]}\n"
  }

  private static func metadata(_ kind: String, _ name: String, _ pid: Int, _ tid: Int) -> String {
    text([
      ("name", .string(kind)), ("ph", "M"), ("pid", .integer(pid)), ("tid", .integer(tid)),
      ("args", ["name": .string(name)]),
    ])
  }

  /// Exact to the nanosecond for the first 104 days; a `Double` holds 53 bits.
  private static func microseconds(_ nanoseconds: UInt64) -> JSON {
    .number(Double(nanoseconds) / 1000)
  }

  private static func text(_ members: [(String, JSON)]) -> String {
    JSON.object(members.map { JSON.Member($0.0, $0.1) }).text(isPretty: false)
  }
}
