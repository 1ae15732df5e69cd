import GLES
import GLESKitCGLES2
import GLESKitSupport
import GLMath
import Offscreen
import TestSupport
import Testing

@Suite struct ProgramTests {
  static let vertex = """
    attribute vec2 a_position;
    attribute vec4 a_color;
    uniform mat4 u_transform;
    varying vec4 v_color;
    void main() { v_color = a_color; gl_Position = u_transform * vec4(a_position, 0.0, 1.0); }
    """
  static let fragment = """
    precision mediump float;
    struct Lamp { vec3 position; float power; vec2 unused; };
    uniform Lamp u_lamps[2], u_spare;
    uniform float u_weights[4];
    uniform vec4 u_tint, u_never, _spare;
    uniform ivec2 u_cell;
    uniform bool u_on;
    uniform mat2 u_turn;
    uniform sampler2D u_page;
    varying vec4 v_color;
    void main() {
      vec2 at = u_turn * vec2(u_cell);
      gl_FragColor = v_color * u_tint + texture2D(u_page, at)
        + vec4(u_lamps[0].position * u_lamps[1].power, u_weights[0] + u_weights[3]);
      if (u_on) gl_FragColor *= 0.5;
    }
    """

  @Test func reflectionListsWhatIsActive() throws {
    let offscreen = try OffscreenContext()
    let program = try Program(offscreen.gl, vertex: Self.vertex, fragment: Self.fragment)
    #expect(program.attributes.keys.sorted() == ["a_color", "a_position"])
    #expect(program.attributes["a_position"]?.type == .vec2)
    let uniforms = program.uniforms.mapValues { "\($0.type)×\($0.count)" }
    #expect(uniforms["u_never"] == nil && uniforms["u_spare.position"] == nil)
    // Mesa 22.3 keeps every member of an array of structs once one is used; others need not.
    let used = uniforms.filter { !($0.key.hasPrefix("u_lamps") && $0.key.hasSuffix(".unused")) }
      .filter { $0.key != "u_lamps[0].power" && $0.key != "u_lamps[1].position" }
    #expect(
      used == [
        "u_transform": "mat4×1", "u_lamps[0].position": "vec3×1", "u_lamps[1].power": "float×1",
        "u_weights": "float×4", "u_tint": "vec4×1", "u_cell": "ivec2×1", "u_on": "bool×1",
        "u_turn": "mat2×1", "u_page": "sampler2D×1",
      ])
  }

  @Test func settersCheckNameTypeAndCount() throws {
    let offscreen = try OffscreenContext()
    let program = try Program(
      offscreen.gl, vertex: Self.vertex, fragment: Self.fragment, label: "lamps")
    try program.set("u_tint", to: SIMD4<Float>(1, 2, 3, 4))
    try program.set("u_lamps[0].position", to: SIMD3<Float>(1, 2, 3))
    try program.set("u_weights", to: [1, 2, 3, 4] as [Float])
    try program.set("u_weights[2]", to: [5, 6] as [Float])
    try program.set("u_cell", to: SIMD2<Int32>(7, 8))
    try program.set("u_on", to: true)
    try program.set("u_turn", to: Matrix2(columns: [1, 2], [3, 4]))
    try program.set("u_page", to: 0 as Int32)
    try offscreen.gl.checkErrors(after: "the setters")

    var weights: [GLfloat] = []
    for index in 0..<4 {
      var value: GLfloat = 0
      glGetUniformfv(
        program.name, glGetUniformLocation(program.name, "u_weights[\(index)]"), &value)
      weights.append(value)
    }
    #expect(weights == [1, 2, 5, 6])
    var tint = [GLfloat](repeating: 0, count: 4)
    glGetUniformfv(program.name, glGetUniformLocation(program.name, "u_tint"), &tint)
    #expect(tint == [1, 2, 3, 4])

    #expect(
      message { try program.set("u_tnit", to: 1 as Float) }
        == "lamps has no uniform 'u_tnit'; did you mean 'u_tint'?")
    let unknown = message { try program.set("zebra", to: 1 as Float) }
    #expect(unknown.hasPrefix("lamps has no uniform 'zebra'; it has '"))
    #expect(unknown.contains("'u_cell', ") && unknown.hasSuffix("'u_weights'"))
    for unused in ["u_never", "_spare", "u_spare.position"] {
      #expect(
        message { try program.set(unused, to: 1 as Float) }.hasPrefix(
          "uniform '\(unused)' of lamps is declared but unused"))
    }
    #expect(
      message { try program.set("u_tint", to: SIMD3<Float>(1, 2, 3)) }
        == "uniform 'u_tint' is a vec4, not a SIMD3<Float>")
    #expect(
      message { try program.set("u_weights[2]", to: [1, 2, 3] as [Float]) }
        == "uniform 'u_weights' takes 1 to 2 values, not 3")
    #expect(
      message { try program.set("u_weights", to: [] as [Float]) }
        == "uniform 'u_weights' takes 1 to 4 values, not 0")
    #expect(
      message { try program.set("u_weights[4]", to: 1) }
        == "lamps has no 'u_weights[4]', or does not use it; u_weights[0]…u_weights[3] can be set")
    #expect(
      message { try program.set("u_lamps[2].position", to: SIMD3<Float>.zero) }.hasPrefix(
        "lamps has no 'u_lamps[2].position', or does not use it; u_lamps[0].position"))
  }

  /// Values as they are written without a type.
  @Test func literalsAreConverted() throws {
    let offscreen = try OffscreenContext()
    let program = try Program(
      offscreen.gl,
      vertex: """
        uniform float f[2]; uniform int i[2]; uniform bool b; uniform vec3 v;
        void main() { gl_Position = vec4(f[0] + f[1], i[0] + i[1], b, v.x); }
        """, fragment: "void main() {}", label: "numbers")
    func value(_ name: String) -> Float {
      var values: [Float] = [-1, -1, -1, -1]
      glGetUniformfv(program.name, glGetUniformLocation(program.name, name), &values)
      return values[0]
    }
    try program.set("f", to: [1.5, 2.5])
    #expect(value("f[0]") == 1.5 && value("f[1]") == 2.5)
    try program.set("f", to: [3, 4])
    #expect(value("f[0]") == 3 && value("f[1]") == 4)
    try program.set("f[1]", to: 0.5)
    try program.set("f[0]", to: 7)
    #expect(value("f[0]") == 7 && value("f[1]") == 0.5)
    try program.set("i", to: [5, 6])
    try program.set("b", to: 1)
    try program.set("v", to: SIMD3<Double>(8, 9, 10))
    #expect(value("i[1]") == 6 && value("b") == 1 && value("v") == 8)
    #expect(message { try program.set("i[0]", to: 1.5) } == "uniform 'i[0]' is a int, not a Double")
  }

  @Test func locationsOfNoAttributeAreErrors() throws {
    let offscreen = try OffscreenContext()
    func link(_ locations: [String: Int]) -> String {
      message {
        _ = try Program(
          offscreen.gl,
          vertex: """
            attribute mat2 a_turn; attribute vec2 a_place; attribute vec2 a_spare;
            void main() { gl_Position = vec4(a_turn * a_place, 0.0, 1.0); }
            """, fragment: "void main() {}", attributeLocations: locations, label: "turn")
      }
    }
    #expect(link(["a_turn": 2, "a_place": 0, "a_spare": 1]) == "no error")
    #expect(
      link(["a_palce": 0])
        == "turn has no active attribute 'a_palce'; did you mean 'a_place'?")
    // Some linkers refuse this themselves.
    let overlap = link(["a_turn": 0, "a_place": 1])
    #expect(overlap.contains("column of a matrix") || overlap.hasPrefix("turn does not link"))
  }

  /// Single values and arrays of every type arrive as they were set, whatever Swift's layout.
  @Test func valuesArriveAsTheyWereSet() throws {
    let offscreen = try OffscreenContext()
    let program = try Program(
      offscreen.gl,
      vertex: """
        uniform float f[2]; uniform vec2 v2[2]; uniform vec3 v3[2]; uniform vec4 v4[2];
        uniform mat2 m2[2]; uniform mat3 m3[2]; uniform mat4 m4[2];
        uniform int i[2]; uniform ivec3 i3[2]; uniform bool b[2]; uniform bvec2 b2[2];
        void main() {
          vec4 sum = vec4(f[0] + f[1]) + vec4(v2[0], v2[1]) + vec4(v3[0] + v3[1], 0.0);
          sum += v4[0] + v4[1];
          sum.xy += (m2[0] * m2[1])[0];
          sum.xyz += (m3[0] * m3[1])[0] + vec3(i3[0] + i3[1]);
          sum += (m4[0] * m4[1])[0] + vec4(i[0] + i[1]) + vec4(b[0]) + vec4(b[1]);
          sum += vec4(b2[0], b2[1]);
          gl_Position = sum;
        }
        """, fragment: "void main() {}")
    func check<Value: UniformValue>(_ name: String, _ values: [Value], _ floats: [[Float]]) throws {
      func read(_ element: Int) -> [Float] {
        var result = [Float](repeating: -1, count: floats[0].count)
        glGetUniformfv(
          program.name, glGetUniformLocation(program.name, "\(name)[\(element)]"), &result)
        return result
      }
      try program.set(name, to: values)
      #expect(read(0) == floats[0] && read(1) == floats[1], "\(name)")
      try program.set(name, to: values[1])
      try program.set("\(name)[1]", to: values[0])
      #expect(read(0) == floats[1] && read(1) == floats[0], "\(name), one by one")
    }
    func run(_ first: Int, _ count: Int) -> [Float] { (first..<first + count).map { Float($0) } }
    try check("f", [1, 2] as [Float], [[1], [2]])
    try check("v2", [[1, 2], [3, 4]] as [SIMD2<Float>], [run(1, 2), run(3, 2)])
    try check("v3", [[1, 2, 3], [4, 5, 6]] as [SIMD3<Float>], [run(1, 3), run(4, 3)])
    try check("v4", [[1, 2, 3, 4], [5, 6, 7, 8]] as [SIMD4<Float>], [run(1, 4), run(5, 4)])
    try check("i", [1, 2] as [Int32], [[1], [2]])
    try check("i3", [[1, 2, 3], [4, 5, 6]] as [SIMD3<Int32>], [run(1, 3), run(4, 3)])
    try check("b", [true, false], [[1], [0]])
    try check("b2", [[1, 0], [0, 1]] as [SIMD2<Int32>], [[1, 0], [0, 1]])
    try check(
      "m2", [Matrix2(columns: [1, 2], [3, 4]), Matrix2(columns: [5, 6], [7, 8])],
      [run(1, 4), run(5, 4)])
    try check(
      "m3",
      [
        Matrix3(columns: [1, 2, 3], [4, 5, 6], [7, 8, 9]),
        Matrix3(columns: [10, 11, 12], [13, 14, 15], [16, 17, 18]),
      ], [run(1, 9), run(10, 9)])
    try check(
      "m4",
      [
        Matrix4(columns: [1, 2, 3, 4], [5, 6, 7, 8], [9, 10, 11, 12], [13, 14, 15, 16]),
        Matrix4(
          columns: [17, 18, 19, 20], [21, 22, 23, 24], [25, 26, 27, 28], [29, 30, 31, 32]),
      ], [run(1, 16), run(17, 16)])
  }

  @Test func attributeLocationsAreBoundBeforeTheLink() throws {
    let offscreen = try OffscreenContext()
    let program = try Program(
      offscreen.gl, vertex: Self.vertex, fragment: Self.fragment,
      attributeLocations: ["a_position": 5, "a_color": 2])
    #expect(program.attributes["a_position"]?.location == 5)
    #expect(program.attributes["a_color"]?.location == 2)
    for bad in [["a_position": -1], ["a_position": 99], ["a_position": 1, "a_color": 1]] {
      #expect(throws: GLESError.self) {
        try Program(
          offscreen.gl, vertex: Self.vertex, fragment: Self.fragment, attributeLocations: bad)
      }
    }
  }

  @Test func compilationFailureHoldsStageSourceAndLog() throws {
    let offscreen = try OffscreenContext()
    let error = try #require(throws: GLESError.self) {
      _ = try Shader(
        offscreen.gl, stage: .vertex, sources: ["#define X oops\n", "void main() { X; }"],
        label: "bad.vert")
    }
    guard case .compilation(let failure) = error else { Issue.record("\(error)"); return }
    #expect(failure.stage == .vertex && failure.label == "bad.vert")
    #expect(failure.source == "#define X oops\nvoid main() { X; }")
    #expect(failure.log?.contains("oops") ?? false)
    #expect(failure.description.hasPrefix("bad.vert does not compile:\n"))
  }

  @Test func shadersComeFromFiles() throws {
    let offscreen = try OffscreenContext()
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/plain.frag"
    try AtomicFile.write(Array("void main() { gl_FragColor = vec4(1.0); }".utf8), to: path)
    let shader = try Shader(offscreen.gl, path: path)
    #expect(shader.stage == .fragment && shader.label == path)
    #expect(
      message { _ = try Shader(offscreen.gl, path: "\(folder.path)/none.frag") }
        == "cannot read '\(folder.path)/none.frag': No such file or directory (check the name)")
    #expect(
      message { _ = try Shader(offscreen.gl, path: "\(folder.path)/a.txt") }
        .contains("use the extension .vert or .frag"))
  }

  /// Plain ES 2.0 has GLSL ES 1.00 only, whatever the driver compiles.
  @Test func laterVersionsAreErrorsInPlainES2() throws {
    let offscreen = try OffscreenContext(ignoresExtensions: true)
    let main = "void main() {}"
    for source in [
      main, "#version 100\n\(main)", "// #version 300 es\n#define version 300\n\(main)",
    ] {
      #expect(
        message { _ = try Shader(offscreen.gl, stage: .fragment, source: source) } == "no error")
    }
    let isES3 = offscreen.gl.driver.version.hasPrefix("OpenGL ES 3")
    for label in ["new.frag"] where isES3 {
      let source =
        "#version 300 es // new\nprecision mediump float;\nout vec4 color;\n"
        + "void main() { color = vec4(1.0); }"
      #expect(
        message { _ = try Shader(offscreen.gl, stage: .fragment, source: source, label: label) }
          == "this driver has no GLSL 300 es, in which new.frag is written, in a context of OpenGL "
          + "ES 2.0; write GLSL ES 1.00, without '#version 300 es'")
      let other = try OffscreenContext()
      #expect(
        message { _ = try Shader(other.gl, stage: .fragment, source: source) } == "no error")
    }
  }

  @Test func validationAndUnsetUniformsAreReported() throws {
    let offscreen = try OffscreenContext()
    let gl = offscreen.gl
    var warnings: [String] = []
    gl.onWarning = { warnings.append($0) }
    let program = try Program(
      gl, vertex: "attribute vec2 a; void main() { gl_Position = vec4(a, 0.0, 1.0); }",
      fragment:
        "uniform lowp vec4 u_set, u_forgotten; void main() { gl_FragColor = u_set + u_forgotten; }",
      label: "tint")
    try program.set("u_set", to: SIMD4<Float>(1, 0, 0, 1))
    let target = try Framebuffer(gl, width: 2, height: 2)
    target.bind()
    try program.validate()
    let buffer = try Buffer(gl, [-1, -1, 3, -1, -1, 3] as [Float])
    let vertices = try VertexInput(program, [VertexAttribute("a", in: buffer, components: 2)])
    try vertices.draw(.triangles, count: 3)
    try vertices.draw(.triangles, count: 3)
    #expect(warnings == ["tint draws with uniforms that were never set and are 0: 'u_forgotten'"])
  }

  private func message(_ body: () throws -> Void) -> String {
    do {
      try body()
      return "no error"
    } catch {
      return "\(error)"
    }
  }
}
