import GLESKitCGLES2

/// A renderbuffer format for depth, stencil or both.
struct DepthStencilFormat {
  let name: GLenum
  private let attachments: [Int32]

  /// The formats to attach: one for both where the driver packs them.
  static func formats(depth: Bool, stencil: Bool, in context: Context) -> [DepthStencilFormat] {
    let fine = context.supports(.depth24)
    if depth && stencil && context.packsDepthStencil {
      return [
        DepthStencilFormat(
          name: GLenum(GL_DEPTH24_STENCIL8_OES),
          attachments: [GL_DEPTH_ATTACHMENT, GL_STENCIL_ATTACHMENT])
      ]
    }
    var formats: [DepthStencilFormat] = []
    if depth {
      formats.append(
        DepthStencilFormat(
          name: GLenum(fine ? GL_DEPTH_COMPONENT24_OES : GL_DEPTH_COMPONENT16),
          attachments: [GL_DEPTH_ATTACHMENT]))
    }
    if stencil {
      formats.append(
        DepthStencilFormat(
          name: GLenum(GL_STENCIL_INDEX8), attachments: [GL_STENCIL_ATTACHMENT]))
    }
    return formats
  }

  /// Attaches a renderbuffer of this format to the bound framebuffer.
  func attach(_ renderbuffer: GLuint) {
    for attachment in attachments {
      glFramebufferRenderbuffer(
        GLenum(GL_FRAMEBUFFER), GLenum(attachment), GLenum(GL_RENDERBUFFER), renderbuffer)
    }
  }
}

/// What a framebuffer with several samples per pixel draws to.
protocol SampledTarget: AnyObject {
  /// The framebuffer object.
  var name: GLuint { get }
  /// The samples per pixel.
  var samples: Int { get }
  /// The viewport.
  var bounds: PixelRegion { get }

  /// Averages the samples into another framebuffer object's pixels.
  func resolve(into target: GLuint, _ pixels: PixelRegion) throws(GLESError)
}

/// Renderbuffers with several samples per pixel.
final class MultisampledTarget: SampledTarget {
  let name: GLuint
  let samples: Int
  let bounds: PixelRegion
  private let renderbuffers: [GLuint]
  private let functions: [UnsafeMutableRawPointer]
  private let context: Context

  /// - Parameter functions: Those of ``Feature/multisampling``.
  init(
    _ color: Texture, depth: Bool, stencil: Bool, samples: Int,
    _ functions: [UnsafeMutableRawPointer]
  ) throws(GLESError) {
    let context = color.context
    self.context = context
    self.functions = functions
    self.samples = min(samples, Context.integer(GL_MAX_SAMPLES_EXT))
    bounds = PixelRegion(width: color.width, height: color.height)
    let formats = DepthStencilFormat.formats(depth: depth, stencil: stencil, in: context)
    var name: GLuint = 0
    glGenFramebuffers(1, &name)
    self.name = name
    var renderbuffers = [GLuint](repeating: 0, count: formats.count + 1)
    glGenRenderbuffers(GLsizei(renderbuffers.count), &renderbuffers)
    self.renderbuffers = renderbuffers

    glBindFramebuffer(GLenum(GL_FRAMEBUFFER), name)
    for (index, renderbuffer) in renderbuffers.enumerated() {
      glBindRenderbuffer(GLenum(GL_RENDERBUFFER), renderbuffer)
      unsafeBitCast(functions[0], to: PFNGLRENDERBUFFERSTORAGEMULTISAMPLEEXTPROC.self)(
        GLenum(GL_RENDERBUFFER), GLsizei(self.samples),
        index == 0 ? GLenum(GL_RGBA8_OES) : formats[index - 1].name,
        GLsizei(bounds.width), GLsizei(bounds.height))
      if index == 0 {
        glFramebufferRenderbuffer(
          GLenum(GL_FRAMEBUFFER), GLenum(GL_COLOR_ATTACHMENT0), GLenum(GL_RENDERBUFFER),
          renderbuffer)
      } else {
        formats[index - 1].attach(renderbuffer)
      }
    }
    try context.checkErrors(after: "glRenderbufferStorageMultisample")
    try Framebuffer.checkCompleteness(context)
  }

  deinit {
    context.deletions.add(.framebuffer, name)
    for renderbuffer in renderbuffers { context.deletions.add(.renderbuffer, renderbuffer) }
  }

  func resolve(into target: GLuint, _ pixels: PixelRegion) throws(GLESError) {
    glBindFramebuffer(GLenum(GL_READ_FRAMEBUFFER_NV), name)
    glBindFramebuffer(GLenum(GL_DRAW_FRAMEBUFFER_NV), target)
    let (width, height) = (GLint(pixels.width), GLint(pixels.height))
    unsafeBitCast(functions[1], to: PFNGLBLITFRAMEBUFFERNVPROC.self)(
      0, 0, width, height, 0, 0, width, height, GLbitfield(GL_COLOR_BUFFER_BIT),
      GLenum(GL_NEAREST))
    try context.checkErrors(after: "glBlitFramebuffer")
  }
}

/// An image with more pixels, for plain ES 2.0.
final class SupersampledTarget: SampledTarget {
  private static let corner: GLuint = 0

  let samples: Int
  private let large: Framebuffer
  private let program: Program
  private let corners: Buffer

  var name: GLuint { large.name }
  var bounds: PixelRegion { large.bounds }

  init(_ color: Texture, depth: Bool, stencil: Bool, samples: Int) throws(GLESError) {
    let context = color.context
    let scale = samples <= 4 ? 2 : samples <= 16 ? 4 : 8
    self.samples = scale * scale
    let pixels = try Texture(
      context, width: color.width * scale, height: color.height * scale)
    large = try Framebuffer(context, color: pixels, depth: depth, stencil: stencil)
    // A texture read between four texels averages them, so that a quarter of the reads is enough.
    program = try Program(
      context,
      vertex: """
        attribute vec2 a_corner;
        varying highp vec2 v_place;
        void main() {
          v_place = 0.5 + 0.5 * a_corner;
          gl_Position = vec4(a_corner, 0.0, 1.0);
        }
        """,
      fragment: """
        precision highp float;
        uniform sampler2D u_pixels;
        uniform vec2 u_texel;
        varying highp vec2 v_place;
        void main() {
          vec4 sum = vec4(0.0);
          for (int y = 0; y < \(scale / 2); y++) {
            for (int x = 0; x < \(scale / 2); x++) {
              vec2 from = vec2(float(x), float(y)) - \(Float(scale / 2 - 1) / 2);
              sum += texture2D(u_pixels, v_place + 2.0 * from * u_texel);
            }
          }
          gl_FragColor = sum / \(Float(scale * scale / 4));
        }
        """, attributeLocations: ["a_corner": Int(Self.corner)], label: "supersampling")
    // With one read per pixel, its place does not depend on the texels' size.
    if scale > 2 {
      try program.set(
        "u_texel", to: SIMD2(1 / Float(pixels.width), 1 / Float(pixels.height)))
    }
    try program.set("u_pixels", to: pixels)
    corners = try Buffer(context, [-1, -1, 1, -1, -1, 1, 1, 1] as [Float])
  }

  func resolve(into target: GLuint, _ pixels: PixelRegion) throws(GLESError) {
    let context = program.context
    glBindFramebuffer(GLenum(GL_FRAMEBUFFER), target)
    context.setViewport(pixels)
    program.makeCurrent()
    program.bindTextures()
    // The only attribute. Pointers that a vertex input has set must be set again.
    context.bindings.vertexInput = nil
    glBindBuffer(GLenum(GL_ARRAY_BUFFER), corners.name)
    context.divide(Self.corner, by: 0)
    glVertexAttribPointer(Self.corner, 2, GLenum(GL_FLOAT), GLboolean(0), 0, nil)
    context.enableAttributes(1 << Self.corner)
    glDrawArrays(GLenum(GL_TRIANGLE_STRIP), 0, 4)
    try context.checkErrors(after: "glDrawArrays")
  }
}
