import GLESKitSupport
import ImageCoding
import Imaging
import TestSupport
import Testing

@testable import ShaderlintWorker

/// `shaderlint emulate --render`, from the command line to the pixels of its picture.
@Suite struct EmulatedDrawingTests {
  private struct Run {
    var status: Int
    var output: String
    var errors: String
    var picture: Image?
  }

  /// Runs the tool on a shader.
  private func draw(_ body: String, _ options: [String] = [], name: String = "a.frag") throws -> Run
  {
    let folder = try TemporaryFolder()
    try AtomicFile.write(
      Array("#version 100\nprecision mediump float;\n\(body)\n".utf8), to: "\(folder.path)/\(name)")
    let picture = "\(folder.path)/out.png"
    let process = try Subprocess(
      [builtTool("shaderlint"), "emulate", "--render", picture, "--size", "32x16"] + options + [
        "\(folder.path)/\(name)"
      ], capturesErrors: true)
    return Run(
      status: process.status, output: process.text,
      errors: String(decoding: process.errors, as: UTF8.self),
      picture: try? ImageFile.read(picture))
  }

  /// The panels: with highp, in half precision, and four times the difference.
  private func panels(_ run: Run) throws -> [(Int, Int) -> SIMD4<UInt8>] {
    let picture = try #require(run.picture, "\(run.errors)")
    try #require(picture.width == 96 && picture.height == 16)
    return (0..<3).map { panel in { x, y in picture[32 * panel + x, y] } }
  }

  @Test func whatHalfPrecisionLosesDiffers() throws {
    let run = try draw(
      """
      varying vec2 v; uniform float u_one;
      void main() { gl_FragColor = vec4(fract(v.x * 8.0 + 4096.0 * u_one), 0.5, v.y, 1.0); }
      """, ["--set", "u_one=1"])
    #expect(run.status == 0 && run.errors.isEmpty)
    #expect(run.output.hasSuffix(")") && run.output.contains(" of 512 pixels ("))
    let panels = try panels(run)
    // Numbers from 4096 on are multiples of 4.
    for y in 0..<16 {
      for x in 0..<32 {
        let red = Double(4 * x + 2) / 16 * 255
        let remainder = red.truncatingRemainder(dividingBy: 255)
        #expect(abs(Double(panels[0](x, y).x) - remainder) <= 1, "\(x), \(y)")
        #expect(panels[1](x, y).x == 0, "\(x), \(y)")
        #expect(Int(panels[2](x, y).x) == min(255, 4 * Int(panels[0](x, y).x)), "\(x), \(y)")
        #expect(panels[1](x, y).y == panels[0](x, y).y && panels[2](x, y).y == 0)
      }
    }
  }

  /// The built-in inputs, integers and samplers of fragment shaders are no highp by default, and
  /// Mesa computes with 16 bits what they are used in.
  @Test func theDrawingWithHighpIsExact() throws {
    let run = try draw(
      """
      uniform sampler2D s;
      void main() {
        int large = int(gl_FragCoord.x) * 3000;
        float color = texture2D(s, gl_FragCoord.xy).a * 4097.0 - 4096.5;
        gl_FragColor = vec4(
          fract((gl_FragCoord.x + 4096.0) * 0.25), float(large) / 96000.0, color, 1.0);
      }
      """)
    let panels = try panels(run)
    for x in 0..<32 {
      let red = (Double(x % 4) + 0.5) / 4 * 255
      #expect(abs(Double(panels[0](x, 8).x) - red) <= 1, "\(x)")
      #expect(panels[1](x, 8).x == 0, "\(x)")
      #expect(abs(Double(panels[0](x, 8).y) - Double(x) / 32 * 255) <= 1, "\(x)")
      #expect(abs(Int(panels[0](x, 8).z) - 128) <= 1, "\(x)")
    }
  }

  /// GPUs replace numbers below 6.1e-5 by 0, or keep them in steps of 6e-8.
  @Test func subnormalNumbersAreKeptOnRequest() throws {
    let shader = "uniform float u, w; void main() { gl_FragColor = vec4(u * w); }"
    let values = ["--set", "u=0.00002", "--set", "w=25000"]
    for (options, value) in [([], 0), (["--subnormals"], 128)] {
      let panels = try panels(try draw(shader, values + options))
      #expect(panels[0](0, 0).x == 128 && panels[1](0, 0).x == value, "\(panels[1](0, 0))")
    }
  }

  @Test func whatHalfPrecisionHoldsIsEqual() throws {
    let run = try draw(
      """
      varying vec2 v; uniform sampler2D s; uniform samplerCube c; uniform vec2 u_resolution;
      uniform mat3 m; uniform bvec2 b; uniform int i[2]; uniform vec4 colors[2];
      void main() {
        vec3 color = step(0.5, texture2D(s, v).rgb) * step(0.5, textureCube(c, vec3(v, 1.0)).rgb);
        float sum = float(i[0] + i[1]) * 0.25 + colors[1].w * 0.5;
        gl_FragColor = vec4(
          m * color, b.x && u_resolution == vec2(32.0, 16.0) && sum == 0.75 ? 1.0 : 0.0);
      }
      """)
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.output.hasSuffix("the drawings are equal"))
    #expect(run.output.contains("u_resolution=32.0,16.0, by default\n"))
    // An opaque picture even where the shader's is not; but here all of it is.
    let all = try panels(run)
    #expect(Set((0..<32).map { all[0]($0, 8) }).count > 1)
  }

  @Test(arguments: [
    (["--set", "none=1"], "the shader uses no such uniform; it uses u", 2),
    (["--set", "u=1,2"], "has 2 numbers, but vec3 needs 3", 2),
    (["--set", "u"], "is not a uniform with numbers", 2),
    (["--set", "u=1,x,2"], "a value that is not a number", 2),
    (["--size", "0x5"], "--size", 2),
  ])
  func wrongOptionsAreNamed(options: [String], reason: String, status: Int) throws {
    let run = try draw("uniform vec3 u; void main() { gl_FragColor = u.xyzx; }", options)
    #expect(run.status == status && run.errors.contains(reason), "\(run.errors)")
    #expect(run.picture == nil && run.output.isEmpty)
  }

  @Test func varyingsMayBeInvariant() throws {
    let run = try draw(
      """
      invariant varying vec2 v; varying float w; invariant w;
      void main() { gl_FragColor = vec4(v, w, 1.0); }
      """)
    #expect(run.status == 0 && run.output.contains("the drawings are equal"), "\(run.errors)")
  }

  @Test func thePictureIsAloneOnStandardOutput() throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/a.frag"
    try AtomicFile.write(
      Array("void main() { gl_FragColor = vec4(0.5); }".utf8), to: path)
    let process = try Subprocess(
      [builtTool("shaderlint"), "emulate", "--render", "-", "--size", "4x4", path],
      capturesErrors: true)
    #expect(process.status == 0)
    #expect(try ImageFile.decode(process.output, name: "-").width == 12)
    #expect(String(decoding: process.errors, as: UTF8.self).contains("the drawings are equal"))
  }

  @Test func wrongShadersAreNamed() throws {
    let vertex = try draw("void main() { gl_Position = vec4(0.0); }", name: "a.vert")
    #expect(vertex.status == 1 && vertex.errors.contains("this is a vertex shader"))
    let broken = try draw("void main() { missing; }")
    #expect(broken.status == 1 && broken.errors.contains("'missing' is not declared"))
    for options in [["--size", "8x8"], ["--set", "u=1"]] {
      let process = try Subprocess(
        [builtTool("shaderlint"), "emulate"] + options + ["a.frag"], capturesErrors: true)
      #expect(process.status == 2)
      #expect(String(decoding: process.errors, as: UTF8.self).contains("add --render FILE.png"))
    }
  }

  @Test func varyingsOfAllTypesHaveValues() throws {
    let run = try draw(
      """
      varying float a; varying vec3 b; varying vec4 c; varying mat2 d; varying vec2 e[2];
      void main() {
        bool isSame = a == b.x && b.xy == c.xy && e[1] == c.xy && d == mat2(1.0);
        gl_FragColor = vec4(isSame ? a : 0.0, c.y, 0.0, 1.0);
      }
      """)
    let panels = try panels(run)
    #expect(abs(Int(panels[0](16, 4).x) - 132) <= 1)
    // The first row of a picture is the top, where y is near 1.
    #expect(panels[0](0, 0).y > 240 && panels[0](0, 15).y < 15)
  }
}
