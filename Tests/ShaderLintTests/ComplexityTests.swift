import GLCallCounter
import GLESKitSupport
import Glibc
import TestSupport
import Testing

@testable import ShaderLint

/// Input that is twice as long takes about twice the work, in each dimension in which a file or a
/// repository can be large. `Benchmarks/complexity` times more of them.
@Suite struct ComplexityTests {
  /// A dimension: the files of a given size.
  struct Dimension: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// The smaller of the two sizes. It is such that the rest of the work is of no importance.
    let size: Int
    let files: @Sendable (Int) -> [(path: String, text: String)]

    init(
      _ name: String, _ size: Int = 400,
      _ files: @escaping @Sendable (Int) -> [(path: String, text: String)]
    ) {
      testDescription = name
      self.size = size
      self.files = files
    }
  }

  private static func each(_ count: Int, _ line: (Int) -> String) -> String {
    (0..<count).map(line).joined()
  }

  private static func shader(
    _ head: String = "", _ body: String = "gl_FragColor = vec4(1.0);"
  ) -> [(path: String, text: String)] {
    [("a.frag", "precision mediump float;\n\(head)void main() {\n\(body)\n}\n")]
  }

  static let dimensions = [
    Dimension("sum") { shader("", "gl_FragColor = vec4(1.0\(each($0) { _ in "+1.0" }));") },
    Dimension("statements") { shader("", each($0) { "gl_FragColor.x += \($0).0;\n" }) },
    Dimension("errors in a line") { shader("", each($0) { "x\($0) = 1.0; " }) },
    Dimension("warnings in a line") { shader("", each($0) { "float x\($0); " }) },
    Dimension("same error") { shader("", each($0) { _ in "x = 1.0;\n" }) },
    Dimension("misspelled names") { count in
      shader(
        each(count) { "uniform float name\($0);\n" },
        each(count) { "gl_FragColor.x += nane\($0);\n" })
    },
    Dimension("extensions") { shader(each($0) { "#extension GL_X_\($0) : enable\n" }) },
    Dimension("extensions in use") { count in
      shader(
        each(count) { _ in "#extension GL_EXT_shader_texture_lod : enable\n" }
          + "uniform sampler2D s;\n",
        each(count) { _ in "gl_FragColor = texture2DLodEXT(s, vec2(0.0), 0.0);\n" })
    },
    Dimension("macros") { shader(each($0) { "#define M\($0) \($0).0\n" }) },
    Dimension("characters in a line") { shader(each($0) { _ in "é " } + "\n") },
    Dimension("comments") { count in
      shader("", each(count) { "float x\($0); // shaderlint: disable-line unused-variable\n" })
    },
    Dimension("comments that end") { count in
      shader(
        "",
        each(count) { "// shaderlint: disable GL100\($0 % 9)\n// shaderlint: enable GL1001\n" })
    },
    Dimension("calls with other arguments") { count in
      shader(
        "float f(float x) { return x * 0.5; }\n",
        each(count) { "gl_FragColor.x += f(\($0).5);\n" })
    },
    Dimension("calls of a function of empty statements") { count in
      shader(
        "void f(float x) { \(String(repeating: ";", count: count)) }\n",
        each(count) { "f(\($0).5);\n" })
    },
    Dimension("calls of calls", 40) { count in
      shader(
        "float f0(float x) { return x; }\n"
          + each(count) { "float f\($0 + 1)(float x) { return f\($0)(x) + f\($0)(0.5); }\n" },
        "gl_FragColor.x = f\(count)(gl_FragCoord.x);")
    },
    Dimension("structures") { shader(each($0) { "struct S\($0) { float f; };\n" }) },
    Dimension("fixes") { shader(each($0) { "const float c\($0) = 1.0f;\n" }) },
    Dimension("uniforms of a program", 1500) { count in
      let names = each(count) { "uniform mediump float u\($0);\n" }
      return shader(names) + [("a.vert", names + "void main() { gl_Position = vec4(u0); }\n")]
    },
    Dimension("files", 100) { (0..<$0).map { ("\($0).frag", shader()[0].text) } },
  ]

  /// The bytes that a run and its report ask for.
  private func work(_ dimension: Dimension, _ size: Int, _ format: ReportFormat) throws -> Int {
    let files = dimension.files(size)
    let before = gl_call_allocated_bytes()
    let isProgram = files.count == 2
    _ = try lint(files, programs: isProgram ? [(1, 0)] : []) { $0.engines = [.own] }
      .text(as: format)
    return gl_call_allocated_bytes() - before
  }

  @Test(arguments: dimensions)
  func doubledInputIsDoubledWork(_ dimension: Dimension) throws {
    // What is made once is made now.
    _ = try work(dimension, 1, .human)
    let fixed = try work(dimension, 1, .human)
    let less = try work(dimension, dimension.size, .human) - fixed
    let more = try work(dimension, 2 * dimension.size, .human) - fixed
    #expect(Double(more) <= 2.3 * Double(less), "\(less) and \(more) bytes")
  }

  /// Parts of files, by the ending of the file: parts of a line of a log, and literals of programs.
  static let parts: [(ending: String, text: String)] =
    [
      "(", "'", "0:", "a:", ":Types of ", "\"!", "' : ", "a at 0(1): error: b ", "\\",
    ].map { ("log", $0) } + [
      ("py", "def f():\n  '''\n  void main() {}\n  '''\n"), ("py", "'''\n'''\n"),
      ("js", "f(`\nvoid main() {}\n`);\n"), ("frag", "/* y */"),
    ]

  private func copies(of part: String, _ size: Int) -> [UInt8] {
    Array(String(repeating: part, count: size / part.utf8.count).utf8)
  }

  /// Twice as many copies of a part take twice the memory.
  @Test(.long, arguments: parts)
  func aPartIsReadInLinearMemory(_ ending: String, _ part: String) {
    func allocated(_ size: Int) -> Int {
      let text = copies(of: part, size)
      let before = gl_call_allocated_bytes()
      if ending == "log" { _ = FoundLog(text) } else { _ = HostCode("a.\(ending)", text) }
      return gl_call_allocated_bytes() - before
    }
    _ = allocated(100)
    let (less, more) = (allocated(4000), allocated(8000))
    #expect(Double(more) <= 2.3 * Double(less) + 10_000, "\(less) and \(more)")
  }

  /// These sizes take seconds. If all of the file were read again for each part, it would take more
  /// than the processor time after which the system ends the tool.
  @Test(.long, arguments: parts) func aPartIsReadOnce(_ ending: String, _ part: String) throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/a.\(ending)"
    let (size, limit) = ending == "log" ? (1 << 15, 60) : (1 << 22, 60)
    try AtomicFile.write(copies(of: part, size), to: path)
    let commands = ["log": ["parse-log"], "frag": ["format", "--check"]]
    let limited = "ulimit -t \(limit); exec \"$0\" \"$@\""
    let process = try Subprocess(
      ["sh", "-c", limited, builtTool("shaderlint")]
        + (commands[ending] ?? ["--engine", "own"]) + [path],
      capturesErrors: true)
    #expect((0...2).contains(process.status), "\(process.status)")
  }

  /// A repository may have any configuration. The path of each value would take 4 GB here.
  @Test(.long) func aLongKeyIsHeldOnce() throws {
    let folder = try TemporaryFolder()
    let (key, list) = (
      String(repeating: "A", count: 100_000), String(repeating: "0,", count: 40_000)
    )
    try AtomicFile.write(Array("\(key) = [\(list)0]".utf8), to: "\(folder.path)/.shaderlint.toml")
    let shader = "\(folder.path)/a.frag"
    try AtomicFile.write(Array(Self.shader()[0].text.utf8), to: shader)
    let process = try Subprocess(
      [
        "sh", "-c", "ulimit -v 3000000; exec \"$0\" \"$@\"", builtTool("shaderlint"), "--engine",
        "own",
        shader,
      ], capturesErrors: true)
    #expect(process.status == 2)
  }

  /// Text that is left out is reported, also if no other include follows.
  @Test(.long) func theLastIncludeIsCounted() throws {
    let assembler = Assembler(options: AssemblyOptions()) { path throws(FileError) in
      if path == "0.glsl" { return Array("#include \"1.glsl\"\nfloat f;\n".utf8) }
      return [UInt8](repeating: .space, count: Assembler.sizeLimit)
    }
    let assembly = assembler.assemble(path: "a.frag", bytes: Array("#include \"0.glsl\"\n".utf8))
    #expect(assembly.diagnostics.map(\.rule) == [.includeTooDeep])
  }

  /// Files that include each other, and files that include the next one several times.
  @Test(arguments: [(12, 12), (25, 4)])
  func includesThatMultiply(_ files: Int, _ copies: Int) throws {
    var texts: [String: String] = [:]
    for file in 0..<files {
      texts["\(file).glsl"] = Self.each(copies) { copy in
        "#include \"\(files == copies ? copy : (file + 1) % files).glsl\"\n"
      }
    }
    let assembler = Assembler(options: AssemblyOptions()) { [texts] path throws(FileError) in
      guard let text = texts[path] else { throw FileError(.read, path, code: ENOENT) }
      return Array(text.utf8)
    }
    let text = "#include \"0.glsl\"\nvoid main() { gl_FragColor = vec4(1.0); }\n"
    let before = gl_call_allocated_bytes()
    let assembly = assembler.assemble(path: "a.frag", bytes: Array(text.utf8))
    #expect(gl_call_allocated_bytes() - before < 200 << 20)
    let found = assembly.diagnostics.filter { $0.rule == .includeTooDeep }
    #expect(found.count == 1)
    #expect(found.first?.message.contains("exceeds 10000 files") == true)
    let cycles = assembly.diagnostics.filter { $0.rule == .includeCycle }
    #expect(cycles.count <= files * copies)
  }
}
