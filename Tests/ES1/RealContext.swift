internal import GLESKitCEGL
internal import GLESKitCGLES1

/// A context of real OpenGL ES 1.1, without a screen, with a square framebuffer of RGBA8, depth and
/// stencil.
public final class RealContext {
  /// Pixels a side of the framebuffer.
  public let size: Int
  /// `GL_VERSION`, such as `OpenGL ES-CM 1.1 Mesa 22.3.6`.
  public let version: String
  let display: EGLDisplay
  /// Copies of client arrays, until the draw that reads them.
  var lent: [UnsafeMutableRawBufferPointer] = []
  private let context: EGLContext
  private typealias Generate = @convention(c) (GLsizei, UnsafeMutablePointer<GLuint>?) -> Void
  private typealias Bind = @convention(c) (GLenum, GLuint) -> Void
  private typealias Storage = @convention(c) (GLenum, GLenum, GLsizei, GLsizei) -> Void
  private typealias Attach = @convention(c) (GLenum, GLenum, GLenum, GLuint) -> Void

  /// Makes the context and leaves it current. `nil` where EGL gives none.
  public init?(size: Int) {
    self.size = size
    let surfaceless = EGLenum(0x31DD)  // EGL_PLATFORM_SURFACELESS_MESA
    guard let display = eglGetPlatformDisplay(surfaceless, nil, nil),
      eglInitialize(display, nil, nil) == EGL_TRUE, eglBindAPI(EGLenum(EGL_OPENGL_ES_API)) != 0
    else { return nil }
    var config: EGLConfig?
    var count: EGLint = 0
    let wanted: [EGLint] = [
      EGL_RENDERABLE_TYPE, EGL_OPENGL_ES_BIT, EGL_SURFACE_TYPE, 0, EGL_NONE,
    ]
    guard eglChooseConfig(display, wanted, &config, 1, &count) == EGL_TRUE, count > 0 else {
      return nil
    }
    let version: [EGLint] = [EGL_CONTEXT_CLIENT_VERSION, 1, EGL_NONE]
    guard let context = eglCreateContext(display, config, nil, version),
      eglMakeCurrent(display, nil, nil, context) == EGL_TRUE
    else { return nil }
    self.display = display
    self.context = context
    self.version = glGetString(GLenum(GL_VERSION)).map { String(cString: $0) } ?? ""

    guard let generateBuffers: Generate = Self.address("glGenFramebuffersOES"),
      let bindBuffer: Bind = Self.address("glBindFramebufferOES"),
      let generateStores: Generate = Self.address("glGenRenderbuffersOES"),
      let bindStore: Bind = Self.address("glBindRenderbufferOES"),
      let storage: Storage = Self.address("glRenderbufferStorageOES"),
      let attach: Attach = Self.address("glFramebufferRenderbufferOES")
    else { return nil }
    var framebuffer: GLuint = 0
    generateBuffers(1, &framebuffer)
    bindBuffer(GLenum(GL_FRAMEBUFFER_OES), framebuffer)
    for (format, attachments) in [
      (GL_RGBA8_OES, [GL_COLOR_ATTACHMENT0_OES]),
      (GL_DEPTH24_STENCIL8_OES, [GL_DEPTH_ATTACHMENT_OES, GL_STENCIL_ATTACHMENT_OES]),
    ] {
      var store: GLuint = 0
      generateStores(1, &store)
      bindStore(GLenum(GL_RENDERBUFFER_OES), store)
      storage(GLenum(GL_RENDERBUFFER_OES), GLenum(format), GLsizei(size), GLsizei(size))
      for attachment in attachments {
        attach(
          GLenum(GL_FRAMEBUFFER_OES), GLenum(attachment), GLenum(GL_RENDERBUFFER_OES), store)
      }
    }
    glViewport(0, 0, GLsizei(size), GLsizei(size))
  }

  deinit {
    eglMakeCurrent(display, nil, nil, nil)
    eglDestroyContext(display, context)
  }

  /// Makes the context current on this thread.
  public func makeCurrent() { eglMakeCurrent(display, nil, nil, context) }

  /// The framebuffer's bytes, RGBA, bottom row first.
  func readPixels() -> [UInt8] {
    var pixels = [UInt8](repeating: 0, count: size * size * 4)
    glReadPixels(
      0, 0, GLsizei(size), GLsizei(size), GLenum(GL_RGBA), GLenum(GL_UNSIGNED_BYTE), &pixels)
    return pixels
  }

  static func address<Function>(_ name: String) -> Function? {
    eglGetProcAddress(name).map { unsafeBitCast($0, to: Function.self) }
  }
}
