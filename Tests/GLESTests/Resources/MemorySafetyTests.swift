import GLES
import GLESKitCGLES2
import Glibc
import Imaging
import Offscreen
import TestSupport
import Testing

/// Whatever an application asks or leaves behind, GL stays within the memory that it was given.
@Suite struct MemorySafetyTests {
  private let vertex = "attribute vec2 a; void main() { gl_Position = vec4(a, 0.0, 1.0); }"
  private let fragment = "void main() { gl_FragColor = vec4(1.0); }"

  /// Names of ES 3 and extensions that ES 2.0's header lacks, as an ES 3 application sets them.
  private func leaveTransferStateBehind() {
    let unpackNames: [GLenum] = [0x0CF2, 0x0CF3, 0x0CF4]
    let packNames: [GLenum] = [0x0D02, 0x0D03, 0x0D04]
    for name in unpackNames + packNames { glPixelStorei(name, 64) }
    glPixelStorei(GLenum(GL_PACK_ALIGNMENT), 8)
    glPixelStorei(GLenum(GL_UNPACK_ALIGNMENT), 8)
    // Of an extension that not all have.
    glPixelStorei(GLenum(GL_PACK_REVERSE_ROW_ORDER_ANGLE), 1)
    _ = glGetError()
  }

  @Test(arguments: [false, true])
  func transfersIgnoreWhatTheApplicationLeft(ignoresExtensions: Bool) throws {
    let offscreen = try OffscreenContext(ignoresExtensions: ignoresExtensions)
    let gl = offscreen.gl
    let image = Image(
      width: 5, height: 3, pixels: (0..<60).map { UInt8($0 * 4) })
    leaveTransferStateBehind()
    let texture = try Texture(gl, image)
    let target = try Framebuffer(gl, color: texture)
    leaveTransferStateBehind()
    // The picture lies in the middle of a larger block, which must stay as it is.
    var block = [UInt8](repeating: 0xA5, count: 60 + 2 * 4096)
    try block.withUnsafeMutableBytes {
      try target.readPixels(into: UnsafeMutableRawBufferPointer(rebasing: $0[4096..<4096 + 60]))
    }
    #expect(Array(block[4096..<4096 + 60]) == image.pixels)
    #expect(block[..<4096].allSatisfy { $0 == 0xA5 })
    #expect(block[(4096 + 60)...].allSatisfy { $0 == 0xA5 })

    let other = Image(width: 5, height: 3, pixels: image.pixels.reversed())
    leaveTransferStateBehind()
    try texture.update(with: other)
    #expect(try target.readImage() == other)
  }

  /// A pixel buffer object of ES 3 instead of memory: GL takes the address for an offset into it.
  @Test func pixelBuffersOfTheApplicationAreNotUsed() throws {
    let offscreen = try OffscreenContext()
    let gl = offscreen.gl
    guard gl.driver.version.hasPrefix("OpenGL ES 3") else { return }
    let image = Image(width: 2, height: 2, filledWith: [1, 2, 3, 255])
    var names: [GLuint] = [0, 0]
    glGenBuffers(2, &names)
    defer { glDeleteBuffers(2, names) }
    func bindPixelBuffers() {
      for (name, target) in zip(names, [0x88EB, 0x88EC] as [GLenum]) {
        glBindBuffer(target, name)
        glBufferData(target, 4, nil, GLenum(GL_STATIC_DRAW))
      }
    }
    bindPixelBuffers()
    let target = try Framebuffer(gl, color: try Texture(gl, image))
    bindPixelBuffers()
    #expect(try target.readImage() == image)
  }

  @Test func numbersTooLargeAreErrors() throws {
    let offscreen = try OffscreenContext()
    let gl = offscreen.gl
    let texture = try Texture(gl, width: 4, height: 4)
    let target = try Framebuffer(gl, color: texture)
    var memory = [UInt8](repeating: 0, count: 64)
    let far = [
      PixelRegion(x: .max, y: 0, width: 1, height: 1),
      PixelRegion(x: 0, y: .max, width: 1, height: 1),
      PixelRegion(width: .max, height: 1), PixelRegion(width: 1, height: .max),
      PixelRegion(x: 1, y: 1, width: .max, height: .max),
      PixelRegion(x: -1, y: 0, width: 2, height: 1),
      PixelRegion(x: 4, y: 0, width: 1, height: 1), PixelRegion(x: 0, y: 3, width: 1, height: 2),
    ]
    for region in far {
      #expect(throws: GLESError.self) {
        try memory.withUnsafeMutableBytes { try target.readPixels(into: $0, region: region) }
      }
      #expect(throws: GLESError.self) {
        try memory.withUnsafeBytes { try texture.update($0, region: region, bytesPerRow: 16) }
      }
    }
    let copy = try Texture(gl, width: 4, height: 4)
    for region in far {
      #expect(throws: GLESError.self) { try copy.copy(from: target, region: region, toX: 0, y: 0) }
    }
    for (x, y) in [(Int.max, 0), (0, Int.max), (-1, 0), (4, 0)] {
      #expect(throws: GLESError.self) {
        try copy.copy(from: target, region: PixelRegion(width: 1, height: 1), toX: x, y: y)
      }
    }
    let whole = PixelRegion(width: 4, height: 4)
    for bytesPerRow in [0, -16, 15, 17, Int.max] {
      #expect(throws: GLESError.self, "\(bytesPerRow) bytes a row") {
        try memory.withUnsafeBytes {
          try texture.update($0, region: whole, bytesPerRow: bytesPerRow)
        }
      }
    }
    // Nothing to do is no error, wherever it lies within.
    try memory.withUnsafeBytes {
      try texture.update(
        $0, region: PixelRegion(x: 4, y: 4, width: 0, height: 0), bytesPerRow: 0)
    }
    gl.setViewport(PixelRegion(x: .min, y: .max, width: .max, height: .max))
    var state = RenderState()
    state.scissor = PixelRegion(x: .max, y: .min, width: .max, height: .max)
    gl.apply(state)
    try gl.checkErrors(after: "glScissor")

    let buffer = try Buffer(gl, [0, 0, 1, 1] as [Float])
    #expect(throws: GLESError.self) { try buffer.update([1] as [Float], at: .max) }
    #expect(throws: GLESError.self) { try buffer.update([1] as [Float], at: 13) }
    try buffer.update([1] as [Float], at: 12)
    let program = try Program(gl, vertex: vertex, fragment: fragment)
    let points = try VertexInput(program, [VertexAttribute("a", in: buffer, components: 2)])
    #expect(throws: GLESError.self) { try points.draw(.points, first: .max, count: .max) }
    #expect(throws: GLESError.self) { try points.draw(.points, first: 1, count: .max) }
    let indices = try IndexBuffer(gl, [0, 1] as [UInt8])
    #expect(throws: GLESError.self) { try points.draw(.points, indices: indices, first: 3) }
    #expect(throws: GLESError.self) {
      try points.draw(.points, indices: indices, first: 2, count: .max)
    }
    for offset in [17, Int.max - 3, Int.max] {
      let beyond = VertexAttribute("a", in: buffer, components: 2, offset: offset)
      #expect(try VertexInput(program, [beyond]).vertexCount == 0)
    }
    // The columns of a matrix lie one after the other, so later ones are still further away.
    let turned = try Program(
      gl, vertex: "attribute mat2 a; void main() { gl_Position = vec4(a[0], a[1]); }",
      fragment: fragment)
    for offset in [Int.max - 3, Int.max] {
      let beyond = VertexAttribute("a", in: buffer, components: 2, offset: offset)
      #expect(try VertexInput(turned, [beyond]).vertexCount == 0)
    }
    // Without any attribute there is no buffer to stay within, but a number that GL can count to.
    let still = try Program(
      gl, vertex: "void main() { gl_Position = vec4(0.0); }", fragment: fragment)
    #expect(throws: GLESError.self) { try VertexInput(still, []).draw(.points, count: 1 << 31) }
  }

  /// Strides and offsets, by the smallest buffer that holds three vertices.
  @Test(arguments: [(0, 0, 24), (8, 0, 24), (12, 0, 32), (12, 4, 36), (4, 0, 16), (5, 3, 21)])
  func theLastVertexNeedsNoStride(stride: Int, offset: Int, size: Int) throws {
    let offscreen = try OffscreenContext()
    let gl = offscreen.gl
    let program = try Program(gl, vertex: vertex, fragment: fragment)
    for (bytes, count) in [(size, 3), (size - 1, 2)] {
      let buffer = try Buffer(gl, [UInt8](repeating: 0, count: bytes))
      let array = try VertexInput(
        program, [VertexAttribute("a", in: buffer, components: 2, stride: stride, offset: offset)])
      #expect(array.vertexCount == count, "\(bytes) bytes")
    }
  }

  /// A stride that GL refuses would leave the pointer of an earlier draw, or none, in place.
  @Test func stridesBeyondTheDriversLimitAreRefused() throws {
    let offscreen = try OffscreenContext()
    let gl = offscreen.gl
    let program = try Program(gl, vertex: vertex, fragment: fragment)
    let buffer = try Buffer(gl, [Float](repeating: 0, count: 70_000))
    let target = try Framebuffer(gl, width: 1, height: 1)
    target.bind()
    var limit: GLint = 0
    // GL_MAX_VERTEX_ATTRIB_STRIDE of ES 3.1; without it any number that GL can be told is good.
    glGetIntegerv(0x82E5, &limit)
    if limit == 0 { limit = .max }
    // Older contexts do not know the name.
    while glGetError() != GL_NO_ERROR {}
    for stride in [2_048, 2_049, 65_536, Int(limit), Int(limit) + 1, 1 << 40] {
      let attribute = VertexAttribute("a", in: buffer, components: 2, stride: stride)
      let result = Result { () throws(GLESError) in try VertexInput(program, [attribute]) }
      if stride > limit {
        guard case .failure(.unsupported) = result else {
          Issue.record("\(stride)")
          continue
        }
      } else {
        #expect(throws: Never.self) {
          let array = try result.get()
          try array.draw(.points, count: min(array.vertexCount, 2))
        }
      }
    }
  }

  @Test func aBufferThatShrankIsDrawnNoFurther() throws {
    let offscreen = try OffscreenContext()
    let gl = offscreen.gl
    let program = try Program(gl, vertex: vertex, fragment: fragment)
    let buffer = try Buffer(gl, [Float](repeating: 0, count: 8), usage: .dynamic)
    let array = try VertexInput(program, [VertexAttribute("a", in: buffer, components: 2)])
    try buffer.replace([0, 0] as [Float])
    #expect(throws: GLESError.self) { try array.draw(.points, count: 4) }
    #expect(buffer.size == 8)
  }

  /// With little address space left, a buffer that could not be filled holds nothing.
  @Test func aBufferWithoutMemoryIsEmpty() throws {
    try inOwnProcess { _ in
      let offscreen = try OffscreenContext()
      let buffer = try Buffer(offscreen.gl, [1] as [UInt8])
      let bytes = [UInt8](repeating: 1, count: 1 << 30)
      var limit = rlimit(rlim_cur: 0, rlim_max: 0)
      getrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit)
      limit.rlim_cur = 2 << 30
      setrlimit(__rlimit_resource_t(RLIMIT_AS.rawValue), &limit)
      let error = try #require(throws: GLESError.self) { try buffer.replace(bytes) }
      guard case .outOfMemory = error else { Issue.record("\(error)"); return }
      #expect(buffer.size == 0)
    }
  }

  /// GL does nothing without a context, and says nothing: what looks done is an error here.
  @Test func withoutACurrentContextNothingSeemsDone() throws {
    let offscreen = try OffscreenContext()
    let gl = offscreen.gl
    let target = try Framebuffer(gl, width: 1, height: 1)
    let texture = try Texture(gl, width: 1, height: 1)
    offscreen.releaseCurrent()
    func expectNoContext(_ body: () throws -> Void) {
      let error = #expect(throws: GLESError.self) { try body() }
      guard case .notCurrent(_, gl.label, nil) = error else {
        Issue.record("\(String(describing: error))"); return
      }
    }
    expectNoContext { _ = try Buffer(gl, [1] as [Float]) }
    expectNoContext { _ = try IndexBuffer(gl, [1] as [UInt8]) }
    expectNoContext { _ = try Texture(gl, width: 1, height: 1) }
    expectNoContext { _ = try Framebuffer(gl, color: texture) }
    expectNoContext { _ = try Shader(gl, stage: .vertex, source: vertex) }
    expectNoContext { _ = try target.readImage() }
    try offscreen.makeCurrent()
    #expect(throws: Never.self) { try target.readImage() }
  }

  /// The error names the cause, not limits that were read without a context.
  @Test func aContextOfAnotherThreadIsNamed() throws {
    let offscreen = try OffscreenContext(label: "scene")
    let texture = try Texture(offscreen.gl, width: 1, height: 1)
    struct Shared: @unchecked Sendable {
      var gl: Context
      var texture: Texture
    }
    let shared = Shared(gl: offscreen.gl, texture: texture)
    try runOnThread {
      func sentence(_ body: () throws -> Void) -> String {
        do { try body() } catch { return "\(error)" }
        return "no error"
      }
      func wanted(_ function: String) -> String {
        "\(function) needs 'scene', but no context is current on this thread; draw on the thread "
          + "where it is current (after an await, Swift may go on elsewhere: use GLExecutor.run, "
          + "or give the actor its unownedExecutor)"
      }
      let image = Image(width: 8, height: 8)
      #expect(sentence { _ = try Texture(shared.gl, image) } == wanted("glGenTextures"))
      #expect(
        sentence { _ = try Framebuffer(shared.gl, width: 8, height: 8) } == wanted("glGenTextures"))
      #expect(sentence { _ = try Buffer(shared.gl, [1] as [Float]) } == wanted("glGenBuffers"))
      #expect(
        sentence { try shared.texture.update(with: Image(width: 1, height: 1)) }
          == wanted("glTexSubImage2D"))
    }
    #expect(offscreen.gl.limits.textureSize >= 64)
    #expect(throws: Never.self) {
      try Texture(offscreen.gl, Image(width: 3, height: 3), sampling: .init(mipmaps: .linear))
    }
    offscreen.releaseCurrent()
    #expect(throws: GLESError.self) { try Texture(offscreen.gl, width: 1, height: 1) }
  }
}
