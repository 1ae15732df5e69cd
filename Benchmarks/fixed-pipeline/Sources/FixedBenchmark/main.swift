import FixedPipeline
import GLES
import GLMath
import Glibc
import Imaging
import Offscreen
import Peer

// The two sides alternate. The median of each side's rounds is compared.
//
//   FixedBenchmark [ROUNDS]

nonisolated let draws = 10_000
let rounds = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 15

func milliseconds(_ body: () throws -> Void) rethrows -> Double {
  var (begin, end) = (timespec(), timespec())
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &begin)
  try body()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &end)
  return Double(end.tv_sec - begin.tv_sec) * 1e3 + Double(end.tv_nsec - begin.tv_nsec) / 1e6
}

func median(_ times: [Double]) -> Double { times.sorted()[times.count / 2] }

func rounded(_ value: Double) -> Double { (value * 100).rounded() / 100 }

let offscreen = try OffscreenContext()
let gl = offscreen.gl
let target = try Framebuffer(gl, width: 64, height: 64)
let pipeline = FixedPipeline(gl)
let quad: [Float] = [
  -0.1, -0.1, 0, 0, 0, 0.1, -0.1, 0, 1, 0, -0.1, 0.1, 0, 0, 1, 0.1, 0.1, 0, 1, 1,
]
let buffer = try Buffer(gl, quad)
let mesh = try Mesh(
  gl, positions: VertexData(buffer, components: 3, stride: 20),
  coordinates: [VertexData(buffer, components: 2, stride: 20, offset: 12)])
var texels = Image(width: 2, height: 2)
texels.pixels = [255, 255, 255, 255, 255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255]

var state = FixedState()
state.projection.load(
  .perspective(verticalFieldOfView: .pi / 3, aspectRatio: 1, near: 1, far: 100))
state.setLight(Light(diffuse: [1, 1, 1, 1], position: [1, 2, 3, 1]), at: 0)
state.isLightingEnabled = true
state.lights[0].isEnabled = true
state.fog = Fog(mode: .exponential, density: 0.05, color: [0.5, 0.6, 0.7, 1])
state.units[0].isEnabled = true
state.units[0].texture = try Texture(gl, texels)
// The peer does not call glGetError after each draw, either.
gl.checksDraws = false

func drawOurs(
  _ state: inout FixedState, _ mesh: Mesh, with pipeline: FixedPipeline, moves: Bool
) throws {
  state.modelview.load(.translation([0, 0, -3]))
  for draw in 0..<draws {
    if moves { state.modelview.load(.translation([Float(draw % 100) * 0.01 - 0.5, 0, -3])) }
    try pipeline.draw(.triangleStrip, mesh, with: state)
  }
}

precondition(peer_prepare() == 0, "the driver refused the peer's program")
gl.invalidateState()
target.bind()

for moves in [false, true] {
  var (ours, theirs): ([Double], [Double]) = ([], [])
  for _ in 0..<rounds {
    target.bind()
    gl.clear(color: [0, 0, 0, 1])
    gl.finish()
    ours.append(
      try milliseconds {
        try drawOurs(&state, mesh, with: pipeline, moves: moves)
        gl.finish()
      })
    gl.clear(color: [0, 0, 0, 1])
    gl.finish()
    theirs.append(
      milliseconds {
        peer_draw(Int32(draws), moves ? 1 : 0)
        gl.finish()
      })
    gl.invalidateState()
  }
  let (a, b) = (median(ours), median(theirs))
  print(
    "\(draws) draws, \(moves ? "each moved" : "unchanged"):  ours \(rounded(a)) ms  "
      + "C \(rounded(b)) ms  ratio \(rounded(a / b))")
}
