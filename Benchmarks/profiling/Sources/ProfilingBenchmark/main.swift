import Glibc
import Offscreen

@inline(never) func work(_ value: Int) -> Int { value &* 31 &+ 7 }

/// Nanoseconds of the processor that this thread has used, so that other work on the machine does
/// not count.
func processorTime() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
}

/// Nanoseconds of the clock that a span reads at its start and at its end.
func monotonicTime() -> UInt64 {
  var time = timespec()
  clock_gettime(CLOCK_MONOTONIC, &time)
  return UInt64(time.tv_sec) &* 1_000_000_000 &+ UInt64(time.tv_nsec)
}

/// The nanoseconds that one of `count` calls takes.
func nanoseconds(_ count: Int, _ body: () -> Void) -> Double {
  let start = processorTime()
  body()
  return (processorTime() - start) / Double(count)
}

func row(_ name: String, _ value: Double, _ unit: String, goal: String) {
  let name = name + String(repeating: " ", count: max(0, 40 - name.count))
  print("\(name)\((value * 100).rounded() / 100) \(unit)   goal: \(goal)")
}

let count = 300_000
nonisolated(unsafe) var sum = 0
nonisolated(unsafe) var elapsed: UInt64 = 0
let (off, on) = (Profiler(isOn: false), Profiler())
// In turns, as the machine may be slower for a while.
var rounds: [[Double]] = []
for _ in 0..<15 {
  let plain = nanoseconds(count) { for index in 0..<count { sum &+= work(index) } }
  let times = [
    nanoseconds(count) {
      for index in 0..<count {
        let start = monotonicTime()
        sum &+= work(index)
        elapsed &+= monotonicTime() &- start
      }
    },
    nanoseconds(count) {
      for index in 0..<count { off.measure("physics") { sum &+= work(index) } }
    },
    nanoseconds(count) {
      for index in 0..<count { on.measure("physics") { sum &+= work(index) } }
    },
  ]
  rounds.append(times.map { $0 - plain })
}
for (column, title) in ["two readings of the clock", "a span, off", "a span, on"].enumerated() {
  let times = rounds.map { $0[column] }.sorted()
  row(title, times[times.count / 2], "ns", goal: ["-", "<= 2", "<= 150"][column])
}

let profiler = Profiler()
let start = ContinuousClock.now
await withTaskGroup { group in
  for _ in 0..<4 {
    group.addTask { for _ in 0..<250_000 { profiler.measure("span") {} } }
  }
}
let milliseconds = start.duration(to: .now) / .milliseconds(1)
row("a million spans by four tasks", milliseconds, "ms", goal: "-")
row("of which counted", Double(profiler.report().rows[0].count), "spans", goal: "1000000")

let offscreen = try OffscreenContext()
let gl = offscreen.gl
let target = try Framebuffer(gl, width: 1024, height: 1024)
let program = try Program(
  gl, vertex: "attribute vec2 a_p; void main() { gl_Position = vec4(a_p, 0.0, 1.0); }",
  fragment: """
    precision highp float;
    void main() {
      float sum = 0.0;
      for (int i = 0; i < 20; i++) sum += sin(gl_FragCoord.x * float(i) + gl_FragCoord.y);
      gl_FragColor = vec4(sum);
    }
    """)
let corners: [SIMD2<Float>] = [[-1, -1], [1, -1], [-1, 1], [1, 1]]
let square = try VertexInput(
  program, [VertexAttribute("a_p", in: Buffer(gl, corners), components: 2)])
target.bind()
profiler.reset()
for _ in 0..<30 {
  gl.finish()
  try profiler.measure("draw", on: gl) {
    try square.draw(.triangleStrip, count: 4)
    gl.finish()
  }
}
gl.collectGPUSpans()
let medians = Dictionary(uniqueKeysWithValues: profiler.report().rows.map { ($0.clock, $0.p50) })
if let gpu = medians[.gpu], let cpu = medians[.cpu] {
  row("GPU span, \(gl.driver.renderer.prefix(8))", gpu * 1e3, "ms", goal: "-")
  row("GPU time / wall time of glFinish", gpu / cpu, "", goal: "0.9 to 1.1")
} else {
  print("this driver has no GL_EXT_disjoint_timer_query")
}
