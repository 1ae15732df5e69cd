import GLES

/// Draws a texture over the whole window.
final class WindowPicture {
  private let program: Program
  private let corners: VertexInput

  init(_ gl: Context) throws(GLESError) {
    program = try Program(
      gl,
      vertex: """
        attribute vec2 a_corner;
        varying vec2 v_texel;
        void main() {
          v_texel = a_corner;
          gl_Position = vec4(2.0 * a_corner - 1.0, 0.0, 1.0);
        }
        """,
      fragment: """
        precision highp float;  // a mediump coordinate misses texels of a large window
        uniform sampler2D u_picture;
        varying vec2 v_texel;
        void main() { gl_FragColor = vec4(texture2D(u_picture, v_texel).rgb, 1.0); }
        """)
    let square: [SIMD2<Float>] = [[0, 0], [1, 0], [0, 1], [1, 1]]
    corners = try VertexInput(
      program, [VertexAttribute("a_corner", in: Buffer(gl, square), components: 2)])
  }

  /// Draws `picture` over the bound framebuffer.
  func draw(_ picture: Texture, in gl: Context) throws(GLESError) {
    gl.apply(RenderState())
    picture.bind(to: 0)
    try program.set("u_picture", to: Int32(0))
    try corners.draw(.triangleStrip, count: 4)
  }
}
