import GLES
import Imaging
import Offscreen
import OffscreenExecutor
import TestSupport
import Testing

/// An actor that draws, and waits for others between its draws.
private actor Renderer {
  nonisolated let executor: GLExecutor
  nonisolated var unownedExecutor: UnownedSerialExecutor { executor.asUnownedSerialExecutor() }
  private var target: Framebuffer?

  init(_ executor: GLExecutor) { self.executor = executor }

  func frame(_ level: UInt8) async throws -> SIMD4<UInt8> {
    let gl = try executor.gl
    await Task.yield()
    let page = await Self.load(level)
    let target = try self.target ?? Framebuffer(gl, width: 1, height: 1)
    self.target = target
    let texture = try Texture(gl, page)
    let source = try Framebuffer(gl, color: texture)
    try target.color.copy(from: source, region: source.bounds, toX: 0, y: 0)
    return try target.readImage()[0, 0]
  }

  @concurrent private static func load(_ level: UInt8) async -> Image {
    Image(width: 1, height: 1, filledWith: [level, 0, 0, 255])
  }
}

@Suite struct GLExecutorTests {
  @Test func anActorDrawsAfterEachAwait() async throws {
    let renderer = Renderer(try GLExecutor(label: "pages"))
    for level in 0..<200 {
      #expect(try await renderer.frame(UInt8(level)) == [UInt8(level), 0, 0, 255])
    }
    // Frames that overlap use one context, one after another.
    try await withThrowingTaskGroup(of: Void.self) { group in
      for level in 0..<20 {
        group.addTask {
          _ = try await renderer.frame(UInt8(level))
        }
      }
      try await group.waitForAll()
    }
  }

  @Test func closuresRunWithTheContext() async throws {
    let offscreen = try GLExecutor()
    for level: Float in [0, 1] {
      let pixel = try await offscreen.run { gl in
        let target = try Framebuffer(gl, width: 1, height: 1)
        gl.clear(color: [level, 0, 0, 1])
        return try target.readImage()[0, 0]
      }
      #expect(pixel == [UInt8(level * 255), 0, 0, 255])
    }
    let error = await #expect(throws: GLESError.self) {
      try await offscreen.run { gl in _ = try Texture(gl, width: 0, height: 0) }
    }
    #expect(error.map { "\($0)".hasPrefix("there is no flat texture") } == true)
  }

  @Test func theContextIsForTheExecutorsThread() throws {
    let executor = try GLExecutor(label: "pages")
    let error = try #require(throws: GLESError.self) { try executor.gl }
    #expect("\(error)".hasPrefix("GLExecutor.gl needs 'pages', but no context is current"))
  }

  @Test func aRouteThatFailsIsAnError() {
    #expect(throws: OffscreenError.self) { try GLExecutor(.only(.device(999))) }
  }

  @Test func executorsComeAndGo() async throws {
    for _ in 0..<20 {
      let level = try await GLExecutor().run { gl in
        let target = try Framebuffer(gl, width: 1, height: 1)
        gl.clear(color: [0, 1, 0, 1])
        return try target.readImage()[0, 0]
      }
      #expect(level == [0, 255, 0, 255])
    }
  }

  /// What the compiler must refuse, and a program that it must accept.
  @Test(
    .long,
    arguments: [
      ("let box = Box(); _ = try await executor.run { gl in box.gl = gl }", "non-Sendable"),
      ("_ = try await executor.run { gl in gl }", "Sendable"),
      ("_ = try await executor.run { gl in try Texture(gl, width: 1, height: 1) }", "Sendable"),
      ("let gl = try OffscreenContext().gl; _ = try await executor.run { _ in gl.finish() }", "gl"),
      ("_ = try await executor.run { gl in try Framebuffer(gl, width: 1, height: 1).width }", ""),
    ])
  func theCompilerKeepsObjectsInside(statement: String, word: String) throws {
    let errors = try SwiftSnippets.errors(
      in: """
        import OffscreenExecutor
        final class Box { var gl: Context? }
        func draw(_ executor: GLExecutor) async throws {
          \(statement)
        }
        """)
    #expect(word.isEmpty ? errors.isEmpty : errors.contains { $0.contains(word) }, "\(errors)")
  }
}
