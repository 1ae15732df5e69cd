import Glibc
import ImageCoding
import Offscreen

do {
  // OpenGL ES 2.0 without a window, and an image to draw into.
  let offscreen = try OffscreenContext()
  let target = try Framebuffer(offscreen.gl, width: 640, height: 480)

  let program = try Program(
    offscreen.gl,
    vertex: """
      attribute vec2 a_position;
      varying vec2 v_position;
      void main() {
        v_position = a_position;
        gl_Position = vec4(0.8 * a_position, 0.0, 1.0);
      }
      """,
    fragment: """
      precision highp float;
      varying vec2 v_position;
      uniform float u_blue;
      void main() { gl_FragColor = vec4(0.5 + 0.5 * v_position, u_blue, 1.0); }
      """)
  try program.set("u_blue", to: Float(0.6))

  let corners: [SIMD2<Float>] = [[-1, -1], [1, -1], [0, 1]]
  let triangle = try VertexInput(
    program, [VertexAttribute("a_position", in: Buffer(offscreen.gl, corners), components: 2)])
  offscreen.gl.clear(color: [0.06, 0.07, 0.1, 1])
  try triangle.draw(.triangles, count: 3)

  try ImageFile.write(target.readImage(), to: "triangle.png")
} catch {
  print("Hello: \(error)")
  exit(1)
}
