import GLES
import Glibc
import Imaging
import Offscreen

// Prints the processor time of 10,000 draws in milliseconds.

func milliseconds(_ body: () throws -> Void) rethrows -> Double {
  var (begin, end) = (timespec(), timespec())
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &begin)
  try body()
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &end)
  return Double(end.tv_sec - begin.tv_sec) * 1e3 + Double(end.tv_nsec - begin.tv_nsec) / 1e6
}

let offscreen = try OffscreenContext()
let gl = offscreen.gl
gl.checksDraws = CommandLine.arguments.contains("checked")
let target = try Framebuffer(gl, width: 64, height: 64)
let program = try Program(
  gl,
  vertex: """
    attribute vec2 a_place;
    uniform vec2 u_offset;
    void main() { gl_Position = vec4(0.1 * a_place + u_offset, 0.0, 1.0); }
    """,
  fragment: """
    precision mediump float;
    uniform sampler2D u_picture;
    void main() { gl_FragColor = texture2D(u_picture, vec2(0.5)); }
    """)
let places: [Float] = [-1, -1, 1, -1, -1, 1, 1, 1]
let quad = try VertexInput(
  program, [VertexAttribute("a_place", in: Buffer(gl, places), components: 2)])
let texture = try Texture(gl, Image(width: 2, height: 2))
try program.set("u_picture", to: texture)
let offset: Uniform<SIMD2<Float>> = try program.uniform("u_offset")

@MainActor func draw(_ count: Int) throws {
  for index in 0..<count {
    offset.set([Float(index % 100) * 0.01 - 0.5, 0])
    try quad.draw(.triangleStrip, count: 4)
  }
  gl.finish()
}

target.bind()
gl.clear(color: [0, 0, 0, 1])
try draw(1000)
print(try milliseconds { try draw(10_000) })
withExtendedLifetime(texture) {}
