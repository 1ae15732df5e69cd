import GLES
import GLESKitCEGL
import Imaging
import Offscreen
import TestSupport
import Testing

/// Calls while another context is current, or none, never draw into the wrong one.
@Suite struct CurrentContextTests {
  /// A context, and a point that fills a framebuffer of one pixel.
  private struct Scene: @unchecked Sendable {
    let offscreen: OffscreenContext
    let target: Framebuffer
    let color: Uniform<SIMD4<Float>>
    let point: VertexInput
    let place: Buffer

    init(_ label: String) throws {
      offscreen = try OffscreenContext(label: label)
      let gl = offscreen.gl
      target = try Framebuffer(gl, width: 1, height: 1)
      let program = try Program(
        gl, vertex: "attribute vec4 a; void main() { gl_Position = a; gl_PointSize = 1.0; }",
        fragment: "uniform lowp vec4 u_color; void main() { gl_FragColor = u_color; }")
      color = try program.uniform("u_color")
      place = try Buffer(gl, [SIMD2<Float>.zero])
      point = try VertexInput(program, [VertexAttribute("a", in: place, components: 2)])
    }

    func draw(_ color: SIMD4<Float>) throws -> SIMD4<UInt8> {
      target.bind()
      self.color.set(color)
      try point.draw(.points, count: 1)
      return try target.readImage()[0, 0]
    }
  }

  @Test func drawsOnAWrongThreadAreErrorsAndChangeNothing() throws {
    let scene = try Scene("scene")
    #expect(try scene.draw([1, 0, 0, 1]) == [255, 0, 0, 255])
    try runOnThread {
      #expect(
        message { try scene.point.draw(.points, count: 1) }
          == "glDrawArrays needs 'scene', but no context is current on this thread; draw on the "
          + "thread where it is current (after an await, Swift may go on elsewhere: use "
          + "GLExecutor.run, or give the actor its unownedExecutor)")
    }
    #expect(try scene.draw([0, 1, 0, 1]) == [0, 255, 0, 255])
  }

  /// The error of a call that can't throw is not lost.
  @Test func callsThatCannotThrowPostponeTheirError() throws {
    let scene = try Scene("scene")
    #expect(try scene.draw([1, 0, 0, 1]) == [255, 0, 0, 255])
    let calls: [(String, @Sendable () -> Void)] = [
      ("glUniform", { scene.color.set([0, 1, 0, 1]) }),
      ("glClear", { scene.offscreen.gl.clear(color: [0, 0, 1, 1]) }),
      ("glBindFramebuffer", { scene.target.bind() }),
      ("glBindTexture", { scene.target.color.bind(to: 3) }),
      ("glViewport", { scene.offscreen.gl.setViewport(PixelRegion(width: 9, height: 9)) }),
      ("glEnable", { scene.offscreen.gl.apply(RenderState()) }),
      ("glUseProgram", { scene.color.program.use() }),
    ]
    for (function, call) in calls {
      try runOnThread { call() }
      #expect(
        message { _ = try scene.target.readImage() }.hasPrefix(
          "\(function) needs 'scene', but no"))
      #expect(try scene.target.readImage()[0, 0] == [255, 0, 0, 255])
    }
  }

  @Test func objectsOfAnotherContextAreNamed() throws {
    let first = try Scene("first")
    let second = try Scene("second")
    let wanted = "glDrawArrays needs 'first', but 'second' is current on this thread; make it "
    #expect(message { try first.point.draw(.points, count: 1) }.hasPrefix(wanted))
    #expect(message { _ = try first.target.readImage() }.contains("needs 'first', but 'second'"))
    #expect(try second.draw([0, 0, 1, 1]) == [0, 0, 255, 255])
    try first.offscreen.makeCurrent()
    #expect(try first.draw([1, 0, 0, 1]) == [255, 0, 0, 255])

    let program = first.color.program
    #expect(
      message {
        _ = try VertexInput(program, [VertexAttribute("a", in: second.place, components: 2)])
      } == "the buffer of 'a' is of 'second', and 'first' is needed; make both in one context")
    #expect(
      message { _ = try Framebuffer(first.offscreen.gl, color: second.target.color) }
        == "the color texture is of 'second', and 'first' is needed; make both in one context")
  }

  /// As a toolkit does, which does not tell this library.
  @Test func otherCodeMayChangeTheCurrentContext() throws {
    let scene = try Scene("scene")
    _ = try scene.draw([1, 0, 0, 1])
    let (display, context) = (eglGetCurrentDisplay(), eglGetCurrentContext())
    eglMakeCurrent(display, nil, nil, nil)
    #expect(message { _ = try scene.target.readImage() }.contains("no context is current"))
    #expect(message { try scene.point.draw(.points, count: 1) }.contains("no context is current"))
    eglMakeCurrent(display, nil, nil, context)
    #expect(try scene.draw([0, 1, 0, 1]) == [0, 255, 0, 255])
  }

  @Test func aHelpersContextLeavesItsCallersCurrent() throws {
    let scene = try Scene("scene")
    func helper() throws -> Image {
      let offscreen = try OffscreenContext()
      let target = try Framebuffer(offscreen.gl, width: 1, height: 1)
      offscreen.gl.clear(color: [0, 0, 1, 1])
      return try target.readImage()
    }
    #expect(try helper()[0, 0] == [0, 0, 255, 255])
    #expect(try scene.draw([1, 0, 0, 1]) == [255, 0, 0, 255])
    #expect(throws: OffscreenError.self) { try OffscreenContext(.only(.device(999))) }
    #expect(try scene.draw([0, 1, 0, 1]) == [0, 255, 0, 255])
  }

  @Test func aContextKeepsItsOwner() throws {
    let gl = try OffscreenContext().gl
    let target = try Framebuffer(gl, width: 1, height: 1)
    gl.clear(color: [0, 1, 0, 1])
    #expect(try target.readImage()[0, 0] == [0, 255, 0, 255])
  }

  @Test func aGLContextHasOneContext() throws {
    let offscreen = try OffscreenContext(label: "scene")
    #expect(
      message { _ = try Context() }
        == "this GL context has a Context already, 'scene'; use that, or release it and its objects"
    )
    withExtendedLifetime(offscreen) {}
  }
}

private func message(_ body: () throws -> Void) -> String {
  do { try body() } catch { return "\(error)" }
  return "no error"
}
