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

/// The median over `rounds` of the nanoseconds that one of `count` calls takes.
func nanoseconds(_ count: Int, rounds: Int = 7, _ body: () -> Void) -> Double {
  let times = (0..<rounds).map { _ in
    let start = processorTime()
    body()
    return (processorTime() - start) / Double(count)
  }
  return times.sorted()[rounds / 2]
}

func row(_ name: String, _ value: Double, _ unit: String, goal: String) {
  let name = name + String(repeating: " ", count: max(0, 40 - name.count))
  print("\(name)\((value * 100).rounded() / 100) \(unit)   goal: \(goal)")
}

let count = 1_000_000
nonisolated(unsafe) var sum = 0
let plain = nanoseconds(count) { for index in 0..<count { sum &+= work(index) } }
for isOn in [false, true] {
  let profiler = Profiler(isOn: isOn)
  let measured = nanoseconds(count) {
    for index in 0..<count { profiler.measure("physics") { sum &+= work(index) } }
  }
  row("a span, \(isOn ? "on" : "off")", measured - plain, "ns", goal: isOn ? "<= 150" : "<= 2")
}

let profiler = Profiler()
let start = ContinuousClock.now
await withTaskGroup { group in
  for _ in 0..<4 {
    group.addTask { for _ in 0..<250_000 { profiler.measure("span") {} } }
  }
}
let elapsed = start.duration(to: .now) / .milliseconds(1)
row("a million spans by four tasks", elapsed, "ms", goal: "-")
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
let square = try VertexInput(program, [VertexAttribute("a_p", in: Buffer(gl, corners), count: 2)])
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
