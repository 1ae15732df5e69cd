import GLESKitCGLES2
import GLESKitSupport
import Glibc
import Imaging
import Offscreen
import TestSupport
import Testing

@testable import GLES

@Suite struct ProgramWatcherTests {
  /// Shaders in a folder: a vertex shader, and a fragment shader that includes the color.
  private final class ShaderFiles {
    let folder: TemporaryFolder

    init() throws {
      folder = try TemporaryFolder()
      try write(
        "attribute vec2 a_corner; void main() { gl_Position = vec4(a_corner, 0, 1); }", "a.vert")
      try write(
        """
        precision mediump float;
        // The color. #include "nothing.glsl"
        #include "color.glsl"
        void main() {
          gl_FragColor = vec4(color(), 1.0);
        }

        """, "a.frag")
      try write(color: 1)
    }

    func path(_ name: String) -> String { "\(folder.path)/\(name)" }

    func write(_ text: String, _ name: String) throws {
      try AtomicFile.write(Array(text.utf8), to: path(name))
    }

    /// Writes the include, of two lines.
    func write(color: Int) throws {
      try write(
        "// red\nvec3 color() { return vec3(\(color).0 / 255.0, 0.0, 0.0); }\n", "color.glsl")
    }

    func watcher(_ gl: Context) throws -> ProgramWatcher {
      let watcher = try ProgramWatcher(gl, vertex: path("a.vert"), fragment: path("a.frag"))
      watcher.interval = 0
      return watcher
    }
  }

  /// The red of what the program draws.
  private func red(_ program: Program, _ target: Framebuffer) throws -> Int {
    let corners: [SIMD2<Float>] = [[-1, -1], [1, -1], [-1, 1], [1, 1]]
    let square = try VertexInput(
      program, [VertexAttribute("a_corner", in: Buffer(program.context, corners), components: 2)])
    target.bind()
    try square.draw(.triangleStrip, count: 4)
    return Int(try target.readImage()[0, 0].x)
  }

  private func isReplaced(_ update: ProgramWatcher.Update?) -> Bool {
    if case .replaced? = update { true } else { false }
  }

  private func error(_ update: ProgramWatcher.Update?) -> String? {
    if case .failed(let error)? = update { "\(error)" } else { nil }
  }

  @Test func editsOfAFileAndOfItsIncludeShow() throws {
    let offscreen = try OffscreenContext()
    let target = try Framebuffer(offscreen.gl, width: 1, height: 1)
    let files = try ShaderFiles()
    let watcher = try files.watcher(offscreen.gl)
    let first = watcher.program
    #expect(try red(first, target) == 1)
    #expect(watcher.update() == nil)
    try files.write(color: 7)
    #expect(isReplaced(watcher.update()))
    var warnings: [String] = []
    offscreen.gl.onWarning = { warnings.append($0) }
    #expect(try red(watcher.program, target) == 7)
    #expect(warnings == [])
    #expect(try red(first, target) == 1)
    #expect(warnings.count == 1 && warnings.first?.contains("has replaced it") == true)
    #expect(watcher.update() == nil)
    try files.write(
      "precision mediump float; void main() { gl_FragColor = vec4(0.2); }", "a.frag")
    #expect(isReplaced(watcher.update()))
    #expect(try red(watcher.program, target) == 51)
    // No longer included.
    try files.write(color: 9)
    #expect(watcher.update() == nil)
  }

  @Test func aFailureNamesTheLineOfTheFile() throws {
    let offscreen = try OffscreenContext()
    let target = try Framebuffer(offscreen.gl, width: 1, height: 1)
    let files = try ShaderFiles()
    let watcher = try files.watcher(offscreen.gl)
    let good = watcher.program
    try files.write(
      "// red\nuniform vec3 u_light;\nvec3 color() { return u_lihgt; }\n", "color.glsl")
    let update = watcher.update()
    guard case .failed(let failure as GLESError)? = update else {
      Issue.record("\(String(describing: update))")
      return
    }
    let message = try #require(failure.messages.first { $0.severity == .error })
    #expect(message.path == files.path("color.glsl") && message.line == 3)
    let lines = try #require(error(update)).split(separator: "\n").map(String.init)
    #expect(lines[0] == "\(files.path("a.frag")) does not compile:")
    #expect(lines[1].hasPrefix("\(files.path("color.glsl")):3: error: "))
    #expect(lines[1].hasSuffix("; did you mean 'u_light'?"))
    #expect(lines[2] == "  3 | vec3 color() { return u_lihgt; }")
    #expect(lines[3] == "    |                       ^~~~~~~")
    #expect(watcher.program === good)
    #expect(watcher.update() == nil)
    #expect(try red(watcher.program, target) == 1)

    // After the include, lines count on in the including file.
    try files.write(color: 2)
    try files.write(
      """
      precision mediump float;
      #include "color.glsl"
      void main() {
        gl_FragColor = vec4(collor(), 1.0);
      }

      """, "a.frag")
    let late = try #require(error(watcher.update()))
    #expect(late.contains("\(files.path("a.frag")):4: error: "))

    // Back to the version before: compiled again, as the last look saw another one.
    try files.write(
      "precision mediump float; void main() { gl_FragColor = vec4(0.2); }", "a.frag")
    #expect(isReplaced(watcher.update()))
  }

  @Test func missingFilesAreFailures() throws {
    let offscreen = try OffscreenContext()
    let files = try ShaderFiles()
    #expect(throws: GLESError.self) {
      try ProgramWatcher(offscreen.gl, vertex: files.path("b.vert"), fragment: files.path("a.frag"))
    }
    let watcher = try files.watcher(offscreen.gl)
    #expect(unlink(files.path("color.glsl")) == 0)
    let missing = "\(files.path("a.frag")):3: cannot read '\(files.path("color.glsl"))'"
    #expect(try #require(error(watcher.update())).hasPrefix(missing))
    #expect(watcher.update() == nil)
    // Other edits don't make it silent.
    try files.write(
      "attribute vec2 a_corner; void main() { gl_Position = vec4(a_corner, 0.5, 1); }", "a.vert")
    #expect(try #require(error(watcher.update())).hasPrefix(missing))
    #expect(watcher.update() == nil)
    try files.write(color: 3)
    #expect(isReplaced(watcher.update()))
  }

  @Test func aFileThatIncludesItselfIsIncludedOnce() throws {
    let folder = try TemporaryFolder()
    try AtomicFile.write(
      Array("#include \"b.glsl\"\n#include \"b.glsl\"\nlast\n".utf8), to: "\(folder.path)/a.glsl")
    try AtomicFile.write(
      Array("first\n#include \"a.glsl\"\n#include \"b.glsl\"\nmiddle".utf8),
      to: "\(folder.path)/b.glsl")
    let text = ShaderText(path: "\(folder.path)/a.glsl")
    #expect(text.text == "first\nmiddle\nlast\n")
    #expect(text.lines.map(\.number) == [1, 4, 3])
  }

  /// Paths that grow with each step would never end.
  @Test func filesThatIncludeEachOtherByLongerPathsEnd() throws {
    let folder = try TemporaryFolder()
    let name = folder.path.split(separator: "/").last ?? ""
    func write(_ text: String, _ file: String) throws {
      try AtomicFile.write(Array(text.utf8), to: "\(folder.path)/\(file)")
    }
    try write("#include \"../\(name)/b.glsl\"\n#include \"../\(name)/c.glsl\"\nlast\n", "a.glsl")
    for file in ["b", "c"] {
      try write("\(file)\n#include \"../\(name)/a.glsl\"\n#include \"none\"\n", "\(file).glsl")
    }
    let text = ShaderText(path: "\(folder.path)/a.glsl")
    #expect(text.text == "b\nc\nlast\n")
    #expect(text.failure?.place?.hasSuffix("/b.glsl:3") == true)
  }

  @Test func looksAreAnIntervalApart() throws {
    let offscreen = try OffscreenContext()
    let files = try ShaderFiles()
    let watcher = try files.watcher(offscreen.gl)
    watcher.interval = 1e6
    try files.write(color: 2)
    #expect(watcher.update() == nil)
  }

  @Test func randomEditsKeepTheLastGoodProgram() throws {
    let offscreen = try OffscreenContext()
    let gl = offscreen.gl
    let target = try Framebuffer(gl, width: 1, height: 1)
    let files = try ShaderFiles()
    let watcher = try files.watcher(gl)
    var random = SeededGenerator(seed: 22)
    var color = 1
    var last = ""
    var (edits, failures) = (0, 0)
    gl.deleteDroppedObjects()
    let objects = objectCount()
    for edit in Sweep(sample: 40, full: 1000).numbers {
      let isBroken = Bool.random(using: &random)
      let next = Int.random(in: 0...255, using: &random)
      let text =
        isBroken
        ? [
          "vec3 color() { return x\(next); }", "vec3 color() {", "}", "vec2 color() { return 1; }",
        ][
          next % 4] : "vec3 color() { return vec3(\(next).0 / 255.0, 0.0, 0.0); }"
      try files.write("\(text)\n", "color.glsl")
      let update = watcher.update()
      if text == last {
        #expect(update == nil, "edit \(edit)")
      } else {
        #expect(isBroken ? error(update) != nil : isReplaced(update), "edit \(edit)")
        edits += 1
        failures += isBroken ? 1 : 0
        if !isBroken { color = next }
      }
      last = text
      #expect(watcher.update() == nil, "edit \(edit)")
      #expect(try red(watcher.program, target) == color, "edit \(edit)")
      gl.deleteDroppedObjects()
      #expect(objectCount() <= objects, "edit \(edit)")
    }
    #expect(failures > 0 && failures < edits)
  }

  /// The number of shaders and programs in the context.
  private func objectCount() -> Int {
    (1..<2000).count { glIsShader($0) != 0 || glIsProgram($0) != 0 }
  }
}
