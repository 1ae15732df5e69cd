import GLES
import GLESKitCEGL
import Imaging
import Offscreen
import TestSupport
import Testing

@Suite struct OffscreenContextTests {
  /// Every route of a machine without GPU and screen, each forced.
  @Test(
    arguments: [RouteChoice.all, .devices, .only(.surfaceless), .only(.device(0))], [true, false])
  func drawsOnEveryRoute(choice: RouteChoice, ignoresExtensions: Bool) throws {
    let offscreen = try OffscreenContext(choice, ignoresExtensions: ignoresExtensions)
    let target = try Framebuffer(offscreen.gl, width: 3, height: 2)
    offscreen.gl.clear(color: [0, 1, 0, 1])
    #expect(try target.readImage() == Image(width: 3, height: 2, filledWith: [0, 255, 0, 255]))
    #expect(offscreen.gl.driver.version.hasPrefix("OpenGL ES "))
    #expect(offscreen.attempts.last?.outcome == .opened)
    // A driver without EGL_KHR_surfaceless_context needs a surface.
    #expect((eglGetCurrentSurface(EGL_DRAW) != nil) == ignoresExtensions)
  }

  @Test func pbuffersCanBeAskedFor() throws {
    let offscreen = try OffscreenContext(surface: .pbuffer(width: 16, height: 8))
    offscreen.gl.clear(color: [0, 0, 1, 1])
    try offscreen.gl.checkErrors(after: "glClear")
    // Mesa's software drivers would take any size, and fail when they draw.
    for (width, height) in [(Int.max, Int.max), (1 << 24, 1), (1, 1 << 24), (0, 1), (1, -1)] {
      #expect(throws: OffscreenError.self) {
        try OffscreenContext(surface: .pbuffer(width: width, height: height))
      }
    }
    #expect(throws: OffscreenError.self) {
      try OffscreenContext(surface: .gbm(width: 8, height: 8))
    }
  }

  /// Two threads draw and read at once, each in a context of its own.
  @Test func twoContextsOnTwoThreadsWorkAtOnce() throws {
    let routes: [RouteChoice] = [.only(.surfaceless), .only(.device(0))]
    var threads: [ThreadBox] = []
    for (index, route) in routes.enumerated() {
      threads.append(
        ThreadBox(
          try Thread {
            let offscreen = try OffscreenContext(route)
            let target = try Framebuffer(offscreen.gl, width: 64, height: 64)
            for round in 0..<200 {
              let level = UInt8((round * 2 + index) % 256)
              offscreen.gl.clear(color: [Float(level) / 255, 0, 0, 1])
              let image = try target.readImage()
              #expect(image[63, 63] == [level, 0, 0, 255])
            }
          }))
    }
    for thread in threads { try thread.join() }
  }

  @Test func aContextMovesBetweenThreads() throws {
    struct Box: @unchecked Sendable { let offscreen: OffscreenContext }
    let box = Box(offscreen: try OffscreenContext())
    let error = try #require(throws: OffscreenError.self) {
      try runOnThread { try box.offscreen.makeCurrent() }
    }
    #expect("\(error)".contains("EGL_BAD_ACCESS; the context is current on another thread"))
    box.offscreen.releaseCurrent()
    try runOnThread {
      try box.offscreen.makeCurrent()
      box.offscreen.gl.clear(color: .zero)
      box.offscreen.releaseCurrent()
    }
    try box.offscreen.makeCurrent()
  }

  @Test func manyContextsComeAndGo() throws {
    for _ in 0..<200 { _ = try OffscreenContext() }
  }

  /// EGL no longer knows a context and a surface whose owner was dropped.
  @Test func aDroppedContextIsDestroyed() throws {
    let display: EGLDisplay
    let context: EGLContext
    let surface: EGLSurface
    do {
      let offscreen = try OffscreenContext(surface: .pbuffer(width: 2, height: 2))
      display = try #require(eglGetCurrentDisplay())
      context = try #require(eglGetCurrentContext())
      surface = try #require(eglGetCurrentSurface(EGL_DRAW))
      var version: EGLint = 0
      #expect(eglQueryContext(display, context, EGL_CONTEXT_CLIENT_VERSION, &version) == EGL_TRUE)
      #expect(version >= 2)
      offscreen.gl.finish()
    }
    #expect(eglGetCurrentContext() == nil)
    var value: EGLint = 0
    #expect(eglQueryContext(display, context, EGL_CONTEXT_CLIENT_VERSION, &value) == EGL_FALSE)
    #expect(eglQuerySurface(display, surface, EGL_WIDTH, &value) == EGL_FALSE)
  }

  @Test func failureListsEveryAttempt() throws {
    let error = try #require(throws: OffscreenError.self) {
      try OffscreenContext(.only(.device(999)))
    }
    guard case .noDisplay(let attempts) = error else { Issue.record("\(error)"); return }
    #expect(attempts.count == 1)
    #expect("\(error)".contains("device:999: eglQueryDevicesEXT failed"))
    #expect("\(error)".contains("there is no such device: use device:0"))

    let gbm = OffscreenContext.probe(.only(.gbm(path: "/dev/null/none")))
    guard case .failed(let failure) = try #require(gbm.first).outcome else {
      Issue.record("a render node that is none cannot open")
      return
    }
    #expect(failure.function == "open(/dev/null/none)")
  }

  @Test func probeLeavesTheCurrentContextAlone() throws {
    let offscreen = try OffscreenContext()
    let attempts = OffscreenContext.probe(.all)
    #expect(attempts.contains { $0.outcome == .opened })
    #expect(attempts.contains { $0.route == .surfaceless })
    #expect(throws: Never.self) { try Framebuffer(offscreen.gl, width: 1, height: 1).readImage() }
  }

  @Test(arguments: [
    ("", RouteChoice.all), ("device", .devices), ("device:2", .only(.device(2))),
    ("surfaceless", .only(.surfaceless)), ("gbm", .renderNodes),
    ("gbm:/dev/dri/renderD129", .only(.gbm(path: "/dev/dri/renderD129"))),
    ("default", .only(.defaultDisplay)),
  ])
  func routesHaveNames(text: String, choice: RouteChoice) {
    #expect(RouteChoice(text) == choice)
    if case .only(let route) = choice { #expect(route.description == text) }
  }

  @Test(arguments: [
    "devices", "device:", "device:-1", "device:+1", "device:65536", "gbm:", "gbm:renderD128",
    "Surfaceless", "surfaceless ", "x11",
  ])
  func otherNamesAreNoRoutes(text: String) {
    #expect(RouteChoice(text) == nil)
  }
}

/// A thread in an array: noncopyable values cannot be stored in one.
final class ThreadBox {
  private var thread: Thread?

  init(_ thread: consuming Thread) { self.thread = consume thread }

  func join() throws {
    if let thread = thread.take() { try thread.join() }
  }
}
