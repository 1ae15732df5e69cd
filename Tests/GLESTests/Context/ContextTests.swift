import GLESKitCEGL
import GLESKitCGLES2
import Glibc
import Imaging
import Offscreen
import TestSupport
import Testing

@testable import GLES

@Suite struct ContextTests {
  @Test func errorsNameTheCallThatCausedThem() throws {
    let offscreen = try OffscreenContext()
    glEnable(0xFFFF)
    let error = try #require(throws: GLESError.self) {
      try offscreen.gl.checkErrors(after: "glEnable")
    }
    #expect("\(error)" == "glEnable failed: GL_INVALID_ENUM")
    #expect(throws: Never.self) { try offscreen.gl.checkErrors(after: "nothing") }
  }

  @Test func theHeaviestErrorCounts() {
    func sentence(_ errors: [GLErrorCode]) -> String { "\(GLESError(errors, after: "glFoo"))" }
    #expect(sentence([.invalidEnum, .contextLost, .outOfMemory]).contains("the context is lost"))
    #expect(sentence([.invalidEnum, .outOfMemory]).contains("out of memory"))
    #expect(
      sentence([.invalidValue, GLErrorCode(rawValue: 0x0999)])
        == "glFoo failed: GL_INVALID_VALUE, GL error 0x999")
  }

  @Test func withoutAContextThereIsAnError() throws {
    do {
      let offscreen = try OffscreenContext()
      offscreen.releaseCurrent()
      #expect(throws: GLESError.self) { try Context() }
      try offscreen.makeCurrent()
    }
    #expect(throws: GLESError.self) { try Context() }
  }

  @Test func worksInAContextThatSomebodyElseMade() throws {
    try inBareContext {
      let gl = try Context()
      let image = Image(width: 3, height: 2, filledWith: [10, 20, 30, 255])
      let target = try Framebuffer(gl, color: try Texture(gl, image))
      #expect(try target.readImage() == image)
      // The application's own state in between does no harm.
      glPixelStorei(GLenum(GL_PACK_ALIGNMENT), 8)
      #expect(try target.readImage() == image)
    }
  }

  @Test(
    .enabled("the driver has a robustness extension") {
      try OffscreenContext().gl.extensions.contains { $0.hasSuffix("_robustness") }
    })
  func aResetGPUIsALostContext() throws {
    let offscreen = try OffscreenContext()
    let target = try Framebuffer(offscreen.gl, width: 1, height: 1)
    #expect(throws: Never.self) { try target.readImage() }
    // A driver that reports GL_GUILTY_CONTEXT_RESET.
    let report: @convention(c) () -> GLenum = { 0x8253 }
    try inBareContext {
      let reset = try Context { name in
        name.hasPrefix("glGetGraphicsResetStatus")
          ? unsafeBitCast(report, to: UnsafeMutableRawPointer.self) : nil
      }
      let lost = try Framebuffer(reset, width: 1, height: 1)
      let error = try #require(throws: GLESError.self) { try lost.readImage() }
      guard case .contextLost = error else { Issue.record("\(error)"); return }
    }
  }

  /// With little address space left, the driver runs out of memory for a large texture.
  @Test func lackOfMemoryIsAnError() throws {
    try inOwnProcess { _ in
      let offscreen = try OffscreenContext()
      _ = try Framebuffer(offscreen.gl, width: 16, height: 16).readImage()
      var limit = rlimit(rlim_cur: 0, rlim_max: 0)
      getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit)
      limit.rlim_cur = 2 << 30
      setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit)
      var kept: [Texture] = []
      let error = try #require(throws: GLESError.self) {
        for _ in 0..<8 { kept.append(try Texture(offscreen.gl, width: 16_384, height: 16_384)) }
      }
      guard case .outOfMemory = error else { Issue.record("\(error)"); return }
    }
  }
}

/// A context of the application's own, made with bare EGL as a window toolkit does.
func inBareContext(_ body: () throws -> Void) throws {
  let display = try #require(eglGetPlatformDisplay(0x31DD, nil, nil), "surfaceless")
  try #require(eglInitialize(display, nil, nil) == EGL_TRUE)
  eglBindAPI(EGLenum(EGL_OPENGL_ES_API))
  let context = try #require(
    eglCreateContext(display, nil, nil, [EGL_CONTEXT_CLIENT_VERSION, 2, EGL_NONE]))
  defer { eglDestroyContext(display, context) }
  try #require(eglMakeCurrent(display, nil, nil, context) == EGL_TRUE)
  defer { eglMakeCurrent(display, nil, nil, nil) }
  try body()
}
