import GLES
import GLESKitCGLES2
import Glibc
import Imaging
import Offscreen
import Synchronization
import TestSupport
import Testing

@Suite struct OwnershipTests {
  /// Makes and drops thousands of objects of each kind: the driver's names are used again, so they
  /// were deleted. Mesa hands out old names only when told to before its start, hence the own
  /// process.
  @Test func namesAreReused() throws {
    try inOwnProcess { _ in
      setenv("force_gl_names_reuse", "true", 1)
      let offscreen = try OffscreenContext()
      let gl = offscreen.gl
      let source = "void main() { gl_Position = vec4(1.0); }"
      let vertex = try Shader(gl, stage: .vertex, source: source)
      let fragment = try Shader(gl, stage: .fragment, source: "void main() {}")
      var largest = 0
      for _ in 0..<Sweep(sample: 2000, full: 10_000).count {
        let buffer = try Buffer(gl, [1] as [Float])
        let indices = try IndexBuffer(gl, [1] as [UInt8])
        let target = try Framebuffer(gl, width: 1, height: 1, depth: true)
        let shader = try Shader(gl, stage: .vertex, source: source)
        let program = try Program(gl, vertex: vertex, fragment: fragment)
        let names = [buffer.name, indices.name, target.name, target.color.name, program.name]
        largest = max(largest, Int(shader.name), names.reduce(0) { max($0, Int($1)) })
      }
      // A framebuffer's depth buffer has a name that only GL knows.
      gl.deleteDroppedObjects()
      var renderbuffer: GLuint = 0
      glGenRenderbuffers(1, &renderbuffer)
      largest = max(largest, Int(renderbuffer))
      #expect(largest < 100, "thousands of each, yet names stay small")
    }
  }

  @Test(.long) func failedShadersAndProgramsAreDeletedToo() throws {
    try inOwnProcess { _ in
      setenv("force_gl_names_reuse", "true", 1)
      let offscreen = try OffscreenContext()
      let gl = offscreen.gl
      let vertex = try Shader(
        gl, stage: .vertex, source: "varying vec2 v; void main() { gl_Position = vec4(v, v); }")
      let fragment = try Shader(
        gl, stage: .fragment,
        source: "varying lowp vec3 v; void main() { gl_FragColor = vec4(v, 1.0); }")
      for _ in 0..<150 {
        #expect(throws: GLESError.self) { _ = try Shader(gl, stage: .vertex, source: "#error no") }
        #expect(throws: GLESError.self) { try Program(gl, vertex: vertex, fragment: fragment) }
      }
      let name = try Shader(gl, stage: .fragment, source: "void main() {}").name
      #expect(name < 100)
    }
  }

  /// A program does not keep the shaders it was linked from.
  @Test func shadersCanGoOnceTheProgramIsLinked() throws {
    let offscreen = try OffscreenContext()
    let gl = offscreen.gl
    let program: Program
    let names: [UInt32]
    do {
      let vertex = try Shader(
        gl, stage: .vertex, source: "void main() { gl_Position = vec4(1.0); }")
      let fragment = try Shader(gl, stage: .fragment, source: "void main() {}")
      program = try Program(gl, vertex: vertex, fragment: fragment)
      names = [vertex.name, fragment.name]
    }
    gl.deleteDroppedObjects()
    for name in names { #expect(glIsShader(name) == GL_FALSE) }
    program.use()
    try gl.checkErrors(after: "glUseProgram")
  }

  /// Objects dropped while another context is current must not delete that context's objects.
  @Test func droppingUnderAnotherContextIsSafe() throws {
    let first = try OffscreenContext()
    var texture: Texture? = try Texture(first.gl, Image(width: 1, height: 1))
    let doomed = try #require(texture?.name)
    let second = try OffscreenContext()
    let kept = try Texture(second.gl, Image(width: 1, height: 1))
    texture = nil
    second.gl.deleteDroppedObjects()
    #expect(glIsTexture(kept.name) == GL_TRUE)
    try first.makeCurrent()
    #expect(glIsTexture(doomed) == GL_FALSE, "deleted when its own context came back")
    _ = texture
  }

  /// A name that was deleted once may be that of another object by then.
  @Test func queuedNamesAreDeletedOnce() throws {
    try inOwnProcess { _ in
      setenv("force_gl_names_reuse", "true", 1)
      struct Box: @unchecked Sendable { var texture: Texture? }
      let offscreen = try OffscreenContext()
      /// Makes a texture and drops it on another thread; returns its name.
      func dropOne() throws -> UInt32 {
        let name: UInt32
        do {
          let texture = try Texture(offscreen.gl, Image(width: 1, height: 1))
          name = texture.name
          let box = Mutex<Box?>(Box(texture: texture))
          try runOnThread { box.withLock { $0 = nil } }
        }
        offscreen.gl.deleteDroppedObjects()
        return name
      }
      let name = try dropOne()
      let second = try Texture(offscreen.gl, Image(width: 1, height: 1))
      try #require(second.name == name)
      _ = try dropOne()
      try #require(glIsTexture(second.name) == GL_TRUE)
    }
  }

  /// An app that only reads frames back keeps no objects that it has dropped.
  @Test func readingBackDeletesDroppedObjects() throws {
    let offscreen = try OffscreenContext()
    let ring = try ReadbackRing(try Framebuffer(offscreen.gl, width: 2, height: 2), count: 4)
    let name = try Texture(offscreen.gl, Image(width: 1, height: 1)).name
    #expect(glIsTexture(name) == GL_TRUE)
    try ring.start()
    #expect(glIsTexture(name) == GL_FALSE)
  }

  @Test func droppingOnAnotherThreadIsSafe() throws {
    // The box crosses threads on purpose: only its deinitializer runs over there.
    struct Box: @unchecked Sendable { var texture: Texture? }
    let offscreen = try OffscreenContext()
    let name: UInt32
    do {
      let texture = try Texture(offscreen.gl, Image(width: 1, height: 1))
      name = texture.name
      let box = Mutex<Box?>(Box(texture: texture))
      try runOnThread { box.withLock { $0 = nil } }
    }
    #expect(glIsTexture(name) == GL_TRUE, "not deleted by a thread without the context")
    offscreen.gl.deleteDroppedObjects()
    #expect(glIsTexture(name) == GL_FALSE)
  }
}
