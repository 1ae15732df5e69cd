import CompilerLogs
import Glibc
import Offscreen
import TestSupport
import Testing

@testable import GLES

/// This driver's own words, for mistakes whose line is known.
@Test func failuresSayWhichLineIsWrong() throws {
  let offscreen = try OffscreenContext()
  let compilation = try #require(throws: GLESError.self) {
    _ = try Shader(
      offscreen.gl, stage: .fragment,
      source: "precision mediump float;\nvoid main() {\n  gl_FragColor = missing;\n}\n")
  }
  let message = try #require(compilation.messages.first { $0.severity == .error })
  #expect(message.line == 3 && message.source == 0 && message.text.contains("missing"))

  let link = try #require(throws: GLESError.self) {
    _ = try Program(
      offscreen.gl, vertex: "vec4 lost(); void main() { gl_Position = lost(); }",
      fragment: "void main() { gl_FragColor = vec4(1.0); }")
  }
  #expect(link.messages.contains { $0.severity == .error && $0.text.contains("lost") })
  #expect(GLESError.noCurrentContext.messages.isEmpty)
}

/// The library's error shows what a user of `shaderlint` sees.
@Test func compilationErrorsShowTheLineAndTheNearestName() throws {
  let offscreen = try OffscreenContext()
  let error = try #require(throws: GLESError.self) {
    _ = try Shader(
      offscreen.gl, stage: .fragment,
      source: """
        precision mediump float;
        uniform vec3 light;
        void main() {
          gl_FragColor = vec4(lihgt, 1.0);
        }
        """, label: "sky.frag")
  }
  let lines = error.description.split(separator: "\n").map(String.init)
  #expect(lines.first == "sky.frag does not compile:")
  #expect(lines[1].hasPrefix("sky.frag:4: error: "))
  #expect(lines[1].hasSuffix("; did you mean 'light'?"))
  #expect(lines[2] == "  4 |   gl_FragColor = vec4(lihgt, 1.0);")
  #expect(lines[3] == "    |                       ^~~~~")
}

/// Starts a process's first context with Mesa's cache in a folder.
private func cacheShaders(in folder: String) {
  unsetenv("MESA_SHADER_CACHE_DISABLE")
  setenv("MESA_SHADER_CACHE_DIR", folder, 1)
}

/// In processes of their own, the second of which knows all texts from Mesa's cache on disk. Mesa
/// 22.3.6 takes such texts as compiled for any stage, and may crash when it then links them.
@Test(arguments: 1...3)
func swappedFilesAreErrorsOfTheCompilation(run: Int) throws {
  let folder = try TemporaryFolder()
  try inOwnProcess(passing: folder.path) { folder in
    cacheShaders(in: folder)
    let offscreen = try OffscreenContext()
    _ = try Program(offscreen.gl, vertex: straightVertex, fragment: straightFragment)
  }
  try inOwnProcess(passing: folder.path) { folder in
    cacheShaders(in: folder)
    let (vertex, fragment) = (straightVertex, straightFragment)
    for _ in 0..<3 {
      let offscreen = try OffscreenContext()
      _ = try Program(offscreen.gl, vertex: vertex, fragment: fragment)
      for (first, second, stage) in [
        (fragment, vertex, ShaderStage.vertex), (vertex, vertex, .fragment),
      ] {
        let error = #expect(throws: GLESError.self) {
          _ = try Program(offscreen.gl, vertex: first, fragment: second)
        }
        guard case .compilation(let failure) = error else {
          Issue.record("\(error.debugDescription)")
          continue
        }
        #expect(failure.stage == stage && failure.source == (stage == .vertex ? first : second))
        #expect(failure.messages.contains { $0.severity == .error && $0.line == 1 })
      }
    }
  }
}

private let straightVertex =
  "attribute vec4 a; varying vec4 v; void main() { v = a; gl_Position = a; }"
private let straightFragment = "varying mediump vec4 v; void main() { gl_FragColor = v; }"

/// A text that Mesa's cache knows, in a context that lacks what it needs: it is compiled while a
/// program with another vertex shader is linked, and the error is that of the compilation.
@Test func textsThatFailWhenTheyAreLinkedAreErrorsOfTheCompilation() throws {
  let folder = try TemporaryFolder()
  let fragment = """
    #extension GL_OES_standard_derivatives : require
    varying mediump vec4 v;
    void main() { gl_FragColor = dFdx(v); }
    """
  try inOwnProcess(passing: folder.path + "\n" + fragment) { text in
    let parts = text.split(separator: "\n", maxSplits: 1).map(String.init)
    cacheShaders(in: parts[0])
    let offscreen = try OffscreenContext()
    _ = try Program(offscreen.gl, vertex: straightVertex, fragment: parts[1])
  }
  try inOwnProcess(passing: folder.path + "\n" + fragment) { text in
    let parts = text.split(separator: "\n", maxSplits: 1).map(String.init)
    cacheShaders(in: parts[0])
    setenv("MESA_EXTENSION_OVERRIDE", "-GL_OES_standard_derivatives", 1)
    let offscreen = try OffscreenContext()
    // Other drivers don't hide the extension.
    guard offscreen.gl.driver.version.contains("Mesa") else { return }
    let other = straightVertex.replacing("gl_Position = a", with: "gl_Position = -a")
    let error = #expect(throws: GLESError.self) {
      _ = try Program(offscreen.gl, vertex: other, fragment: parts[1])
    }
    guard case .compilation(let failure) = error else {
      Issue.record("\(error.debugDescription)")
      return
    }
    #expect(failure.stage == .fragment && failure.source == parts[1])
    #expect(failure.messages.contains { $0.line == 1 && $0.text.contains("unsupported") })
    // What the path is for: the text alone compiles.
    if offscreen.gl.driver.version.contains("Mesa 22.3.6") {
      _ = try Shader(offscreen.gl, stage: .fragment, source: parts[1])
    }
  }
}

/// A quoted sign is not a name.
@Test func signsAreNotSpelledWrong() {
  let failure = CompilationFailure(
    stage: .fragment, label: "a.frag", source: "int n;\nvoid main() { n = 2 ** 3; }\n",
    log: "0:2(23): error: syntax error, unexpected '*'", vendor: .mesa)
  #expect(failure.description.contains("unexpected '*'\n"))
}

@Test func logsInUnknownFormatsAreShownAsTheyAre() {
  let failure = CompilationFailure(
    stage: .vertex, label: "a.vert", source: "void main() {}", log: "it did not work")
  #expect(failure.description == "a.vert does not compile:\nit did not work")
  let swapped = CompilationFailure(
    stage: .fragment, label: "a.vert", source: "void main() {}", log: "it did not work")
  #expect(
    swapped.description == "a.vert does not compile as a fragment shader:\nit did not work")
}
