/// The name of a span, and whose time it is.
struct SpanName: Hashable {
  let name: String
  let clock: ProfileReport.Clock
}

/// A span of the trace; times in nanoseconds.
struct TracedSpan {
  var name: SpanName
  var thread: UInt
  var start: UInt64
  var nanoseconds: UInt64
}

/// The measurements of a few threads.
struct Recorder: ~Copyable, Sendable {
  private struct State {
    /// The index of each name in `tallies`.
    var indices: [SpanName: Int] = [:]
    var tallies: [Entry] = []
    /// The index recorded last.
    var last = 0
    /// The latest spans. Once full, `oldest` is overwritten next.
    var kept: [Kept] = []
    var oldest = 0
    var open: [Open] = []

    mutating func index(of name: SpanName) -> Int {
      // Spans come in the same order each frame, so the name that followed the last one before is
      // mostly right. Hashing costs 30 ns more.
      if last < tallies.count {
        let guess = tallies[last].follower
        if tallies[guess].name == name {
          last = guess
          return guess
        }
      }
      let index = indices[name] ?? tallies.count
      if index == tallies.count {
        indices[name] = index
        tallies.append(Entry(name: name, follower: index))
      }
      tallies[last].follower = index
      last = index
      return index
    }
  }

  private struct Entry {
    let name: SpanName
    var tally = Tally()
    /// The index of the name that was recorded after this one.
    var follower: Int
  }

  private struct Kept {
    var name: UInt32
    var thread: UInt
    var start: UInt64
    var nanoseconds: UInt64
  }

  private struct Open {
    var name: String
    var thread: UInt
    var start: UInt64
  }

  private let state = BriefLock(State())
  private let traceLimit: Int

  init(traceLimit: Int) { self.traceLimit = traceLimit }

  func record(
    _ name: String, clock: ProfileReport.Clock, from start: UInt64, nanoseconds: UInt64,
    on thread: UInt
  ) {
    state.withLock { state in
      let index = state.index(of: SpanName(name: name, clock: clock))
      state.tallies[index].tally.add(nanoseconds)
      let span = Kept(
        name: UInt32(truncatingIfNeeded: index), thread: thread, start: start,
        nanoseconds: nanoseconds)
      if state.kept.count < traceLimit {
        state.kept.append(span)
      } else if traceLimit > 0 {
        state.kept[state.oldest] = span
        // Not by `%`: a division takes some 20 cycles.
        state.oldest = state.oldest + 1 == traceLimit ? 0 : state.oldest + 1
      }
    }
  }

  func start(_ name: String, on thread: UInt) {
    state.withLock { $0.open.append(Open(name: name, thread: thread, start: SpanClock.now)) }
  }

  func stop(_ name: String, on thread: UInt) {
    let end = SpanClock.now
    let start = state.withLock { state -> UInt64? in
      state.open.lastIndex { $0.thread == thread && $0.name == name }
        .map { state.open.remove(at: $0).start }
    }
    if let start {
      record(name, clock: .cpu, from: start, nanoseconds: end &- start, on: thread)
    }
  }

  func reset() {
    state.withLock { state in
      let open = state.open
      state = State()
      state.open = open
    }
  }

  func merge(into totals: inout [SpanName: Tally]) {
    let tallies = state.withLock { $0.tallies }
    for entry in tallies { totals[entry.name, default: Tally()].merge(entry.tally) }
  }

  func traced() -> [TracedSpan] {
    state.withLock { state in
      state.kept.map { span in
        TracedSpan(
          name: state.tallies[Int(span.name)].name, thread: span.thread, start: span.start,
          nanoseconds: span.nanoseconds)
      }
    }
  }
}
