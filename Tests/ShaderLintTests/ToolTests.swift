import GLESKitCommandLine
import GLESKitSupport
import Glibc
import TestSupport
import Testing

@testable import ShaderLint

/// The tool as a person meets it: exit statuses, messages, formats.
@Suite struct ToolTests {
  private struct Run {
    let status: Int
    let output: String
    let errors: String

    init(_ arguments: [String], input: [UInt8]? = nil, environment: [String] = []) throws {
      let command = ["env"] + environment + [builtTool("shaderlint")] + arguments
      let process = try Subprocess(command, input: input, capturesErrors: true)
      status = process.status
      output = process.text
      errors = String(decoding: process.errors, as: UTF8.self)
    }
  }

  private static let fine = "#version 100\nvoid main() { gl_FragColor = vec4(1.0); }\n"
  private static let broken = "#version 100\nvoid main() { gl_FragColor = vec4(x); }\n"
  private static let doubtful =
    "#version 100\nvoid main() { mediump float a; gl_FragColor = vec4(a); }\n"

  /// Writes files into a scratch folder, which lives as long as the value that is returned.
  private func scratch(_ files: [String: String]) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for (name, text) in files {
      try Files.createFolders(Paths.folder(of: "\(folder.path)/\(name)"))
      try AtomicFile.write(Array(text.utf8), to: "\(folder.path)/\(name)")
    }
    return folder
  }

  /// Only the worker links EGL, so that the tool starts in a few milliseconds, and anywhere.
  @Test func theToolLinksNoDriver() throws {
    func libraries(of program: String) throws -> String {
      try Subprocess(["env", "LD_TRACE_LOADED_OBJECTS=1", builtTool(program)]).text
    }
    let own = try libraries(of: "shaderlint")
    #expect(own.contains("libc.so"))
    for library in ["libEGL", "libGLES", "libgbm"] { #expect(!own.contains(library)) }
    #expect(try libraries(of: "shaderlint-worker").contains("libEGL"))
  }

  /// An existing configuration decides what a run checks, whatever the folder has.
  @Test func initNamesAnExistingConfiguration() throws {
    let folder = try scratch(["a.frag": Self.fine])
    #expect(try Run(["init", folder.path]).output.hasSuffix("\nno configuration is needed"))
    try AtomicFile.write(
      Array("[[files]]\nmatch = \"b.glsl\"\n".utf8), to: "\(folder.path)/.shaderlint.toml")
    let output = try Run(["init", folder.path]).output
    #expect(output.hasSuffix(".shaderlint.toml exists; without it, no configuration is needed"))
  }

  /// The endings by which folders are searched.
  @Test(arguments: ["", "format", "emulate"])
  func shellsOfferShaders(command: String) throws {
    let lines = try Run(["--generate", "bash"]).output.split(separator: "\n")
    let start = try #require(
      lines.firstIndex(of: "    \(command.isEmpty ? "''" : command))"), "\(command)")
    let files = try #require(lines[start...].first { $0.hasPrefix("      else ") })
    for ending in ["vert", "vsh", "fsh", "glsl"] { #expect(files.contains("'!*.\(ending)'")) }
  }

  @Test func formattingChangesFilesInPlace() throws {
    let messy = "void main(){gl_FragColor=vec4(1.0);}\n"
    let neat = "void main() {\n  gl_FragColor = vec4(1.0);\n}\n"
    let files = try scratch([
      "a.frag": messy, "b.vert": neat, "lib/c.glsl": "float a( ){return 1.0;}\n", "d.txt": messy,
      ".shaderlint.toml": "exclude = ['old/*']\n", "old/e.frag": messy,
      "f.js": "const s = 'void main(){gl_FragColor=vec4(1.0);}';\n",
    ])
    let path = files.path
    func text(_ name: String) throws -> String {
      String(decoding: try Files.read("\(path)/\(name)"), as: UTF8.self)
    }
    let check = try Run(["format", "--check", path])
    #expect(check.status == 1)
    #expect(check.output == "\(path)/a.frag: not formatted\n\(path)/lib/c.glsl: not formatted")
    #expect(try text("a.frag") == messy)
    let run = try Run(["format", path])
    #expect(run.status == 0 && run.output.isEmpty && run.errors.isEmpty)
    #expect(try text("a.frag") == neat && text("b.vert") == neat)
    #expect(try text("lib/c.glsl") == "float a() {\n  return 1.0;\n}\n")
    #expect(try text("old/e.frag") == messy && text("d.txt") == messy)
    #expect(try Run(["format", "--check", path]).status == 0)
    // A pattern of the shell names all files of a folder.
    try AtomicFile.write(
      Array("Don't `#define` it:\n    void main(){}\n".utf8), to: "\(path)/README")
    try AtomicFile.write([0x89, 0x50, 0, 1], to: "\(path)/g.frag")
    let others = try Run(["format", "\(path)/README", "\(path)/g.frag"])
    #expect(others.status == 2)
    #expect(others.errors.contains("README: has characters that no shader has"))
    #expect(others.errors.contains("g.frag: is not a text file"))
    #expect(try text("README").contains("\n    void"))
    // What is named is formatted whatever its name.
    #expect(try Run(["format", "--indent", "tab", "\(path)/d.txt"]).status == 0)
    #expect(try text("d.txt") == neat.replacing("  ", with: "\t"))
    let host = try Run(["format", "\(path)/f.js", "\(path)/none.frag"])
    #expect(host.status == 2)
    #expect(host.errors.contains("f.js: shaders in strings are not formatted"))
    #expect(host.errors.contains("none.frag"))
  }

  @Test func standardInputIsFormatted() throws {
    let run = try Run(["format", "--stdin", "--indent", "4"], input: Array("{a ;}".utf8))
    #expect(run.status == 0 && run.output == "{\n    a;\n}")
    #expect(try Run(["format", "--stdin", "--check"], input: Array("{a ;}".utf8)).status == 1)
    #expect(try Run(["format", "--stdin", "--check"], input: Array("a;\n".utf8)).status == 0)
    for (arguments, reason) in [
      ([], "name files or folders"), (["-"], "use --stdin"), (["--stdin", "a"], "name none"),
      (["--indent", "9", "a"], "a number from 1 to 8, or tab"),
    ] {
      let run = try Run(["format"] + arguments)
      #expect(run.status == 2 && run.errors.contains(reason), "\(run.errors)")
    }
  }

  /// The user works in the current folder, and names standard input, pipes and lists of programs.
  @Test(arguments: [
    "sed s,../,, src/a.frag | \"$0\" -s fragment -", "\"$0\" src/a.frag",
    "\"$0\" -s fragment <(echo \"$1\")",
    "\"$0\" --config <(echo 'webgl = true') src/a.frag", "\"$0\" --programs list/l.txt",
    "printf 'src/a.vert\\tsrc/a.frag\\n' | \"$0\" --programs -",
  ]) func whatTheCommandLineNamesIsRead(_ command: String) throws {
    let shader = "#version 100\n#include \"../lib.glsl\"\n\(Self.fine.dropFirst(13))"
    let files = try scratch([
      "work/src/a.frag": shader,
      "work/src/a.vert": "#version 100\nvoid main() { gl_Position = vec4(0.0); }\n",
      "work/lib.glsl": "lowp float f;\n",
      "work/list/l.txt": "../src/a.vert\t../src/a.frag\n",
    ])
    let line = "cd \(files.path)/work; " + command.replacing("\"$0\"", with: "\"$0\" -e own")
    let run = try Subprocess(
      ["bash", "-c", line, builtTool("shaderlint"), Self.fine], capturesErrors: true)
    #expect(run.status == 0, "\(run.text)\(String(decoding: run.errors, as: UTF8.self))")
  }

  /// A file above the current folder has the configuration of a folder above it.
  @Test func configurationsAreThoseOfParentFolders() throws {
    let files = try scratch([
      "a/doubtful.frag": Self.doubtful, "a/b/.shaderlint.toml": "[levels]\nGL1201 = 'off'\n",
      ".shaderlint.toml": "[levels]\nGL1201 = 'note'\n",
    ])
    let command = "cd \(files.path)/a/b && exec \"$0\" ../doubtful.frag"
    let run = try Subprocess(["sh", "-c", command, builtTool("shaderlint")])
    #expect(run.text.contains(": note: "), "\(run.text)")
  }

  @Test func withoutItsWorkerTheToolStillJudges() throws {
    let folder = try scratch(["a.frag": Self.broken])
    let tool = "\(folder.path)/shaderlint"
    try #require(symlink("/nonexistent", "\(tool)-worker") == 0)
    try AtomicFile.write(try Files.read(builtTool("shaderlint")), to: tool)
    chmod(tool, 0o755)
    let file = "\(folder.path)/a.frag"
    let run = try Subprocess([tool, file], capturesErrors: true)
    #expect(run.status == 1 && run.text.contains("GL1001") && run.text.contains("GL5009"), "\(run)")
    for arguments in [["--engine", "driver", file], ["doctor"]] {
      let run = try Subprocess([tool] + arguments, capturesErrors: true)
      let errors = String(decoding: run.errors, as: UTF8.self)
      #expect(
        run.status == 3 && errors.contains("shaderlint-worker', a part of shaderlint"), "\(run)")
    }
  }

  @Test func aFileOfMoreThan16MiBIsNotRead() throws {
    let folder = try scratch(["a.frag": ""])
    let file = "\(folder.path)/a.frag"
    try #require(truncate(file, 16 << 20 + 1) == 0)
    let run = try Run(["--engine", "own", file])
    #expect(run.status == 2 && run.output.contains("larger than the limit"), "\(run)")
  }

  /// The front end skips such shaders, so it does not know what they declare.
  @Test func shadersThatAreNotJudgedHaveNoFalseFindings() throws {
    let folder = try scratch([
      "a.vert": """
      #version 100
      #extension GL_EXT_separate_shader_objects : enable
      varying lowp float v_a;
      void main() { v_a = 1.0; gl_Position = vec4(v_a); }
      """,
      "a.frag": "#version 100\nvarying lowp float v_a;\nvoid main() { gl_FragColor = vec4(v_a); }",
      "later.frag":
        "#version 300 es\nin lowp float v_a;\nout lowp vec4 c;\nvoid main() { c = vec4(v_a); }",
    ])
    for engine in ["own", "auto"] {
      let program = try Run(["--engine", engine, "\(folder.path)/a.vert", "\(folder.path)/a.frag"])
      #expect(program.status == 0 && !program.output.contains("GL2"), "\(program.output)")
    }
    for options in [[], ["-D", "A=1"]] {
      let later = try Run(["--engine", "own"] + options + ["\(folder.path)/later.frag"])
      #expect(later.status == 1 && later.output.contains("1 shader: 1 error"), "\(later.output)")
    }
  }

  @Test func theOwnEngineSuggestsNames() throws {
    let text =
      "#version 100\nuniform lowp vec4 u_color;\nvoid main() { gl_FragColor = u_colour; }\n"
    let folder = try scratch(["a.frag": text])
    let run = try Run(["--engine", "own", "\(folder.path)/a.frag"])
    #expect(run.output.contains("did you mean 'u_color'?"), "\(run.output)")
  }

  @Test func theHelpIsOneScreen() throws {
    let short = try Run(["--help"])
    let lines = short.output.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count <= 42 && lines.allSatisfy { $0.count <= 80 }, "\(short.output)")
    #expect(short.output.contains("shaderlint --help all") && !short.output.contains("--memory"))
    #expect(try Run(["--help", "all"]).output.contains("--memory"))
  }

  @Test func statuses() throws {
    let files = try scratch(["a.frag": Self.fine, "b.frag": Self.broken, "c.frag": Self.doubtful])
    let folder = files.path
    #expect(try Run(["\(folder)/a.frag"]).status == 0)
    #expect(try Run(["\(folder)/b.frag"]).status == 1)
    #expect(try Run(["\(folder)/c.frag"]).status == 1)
    #expect(try Run(["\(folder)/c.frag", "--max-warnings", "1"]).status == 0)
    #expect(try Run(["\(folder)/c.frag", "--max-warnings", "1", "--werror"]).status == 1)
    #expect(try Run(["\(folder)/none.frag"]).status == 2)
    #expect(try Run(["\(folder)/a.frag", "\(folder)/none.frag"]).status == 2)
    #expect(try Run([]).status == 2)
    #expect(
      try Run(["--fromat", "gcc", "\(folder)/a.frag"]).errors.contains("did you mean '--format'?"))
    #expect(try Run(["--timeout", "0", "\(folder)/a.frag"]).status == 2)
    #expect(try Run(["-D", "9X", "\(folder)/a.frag"]).status == 2)
  }

  /// Both shaders are fine by themselves; it is their program that is not.
  @Test func linesOfBothShadersAreShown() throws {
    let files = try scratch([
      "a.vert": """
      #version 100
      uniform highp vec4 u_color;
      void main() { gl_Position = u_color; }
      """,
      "a.frag": """
      #version 100
      uniform mediump vec4 u_color;
      void main() { gl_FragColor = u_color; }
      """,
    ])
    let output = try Run([files.path]).output
    #expect(
      output.contains("  2 | uniform highp vec4 u_color;\n    |                    ^~~~~~~\n"))
    #expect(
      output.contains("  2 | uniform mediump vec4 u_color;\n    |                      ^~~~~~~\n"))
  }

  @Test func withoutADriver() throws {
    let files = try scratch(["a.frag": Self.fine])
    let folder = files.path
    for variable in ["LIBGL_DRIVERS_PATH=/nonexistent", "__EGL_VENDOR_LIBRARY_DIRS=/nonexistent"] {
      let alone = try Run(["\(folder)/a.frag"], environment: [variable])
      #expect(
        alone.status == 0
          && alone.output.hasPrefix(
            "note: checked by shaderlint's own front end only: no OpenGL ES 2.0 driver could be "
              + "opened [GL5009 no-driver]\n  hint: 'shaderlint doctor' shows why\n"),
        "\(alone.output)")
      let run = try Run(["-e", "driver", "\(folder)/a.frag"], environment: [variable])
      #expect(run.status == 3, "\(run.errors)")
      #expect(
        run.errors.hasPrefix("shaderlint: no OpenGL ES 2.0 driver could be opened"),
        "\(run.errors)")
      #expect(run.output == "")
      #expect(try Run(["doctor"], environment: [variable]).status == 3)
      #expect(try Run(["--driver-info"], environment: [variable]).status == 3)
    }
    #expect(try Run(["\(folder)/a.frag", "--device", "77"]).status == 3)
  }

  @Test func standardInput() throws {
    let run = try Run(["-", "--stage", "fragment"], input: Array(Self.broken.utf8))
    #expect(run.status == 1)
    #expect(run.output.hasPrefix("-:2:35: error: 'x' is not declared"))
    let blind = try Run(["-"], input: Array(Self.fine.utf8))
    #expect(blind.status == 2)
    #expect(blind.output.contains("--stage"))
  }

  @Test func folderAndFormats() throws {
    let files = try scratch([
      "a.vert":
        "#version 100\nattribute vec4 p;\nuniform float u;\nvoid main() { gl_Position = p * u; }\n",
      "a.frag": "#version 100\nprecision mediump float;\nuniform float u;\n"
        + "void main() { gl_FragColor = vec4(u); }\n",
      "sub/common.glsl": "float f();\n", ".shaderlint.toml": "[levels]\nGL3001 = 'off'\n",
    ])
    let folder = files.path
    for format in ReportFormat.allCases {
      let run = try Run([folder, "--format", format.rawValue])
      #expect(run.status == 1, "\(format)")
      #expect(run.output.contains("GL2001"), "\(format)")
      #expect(run.errors == "", "\(run.errors)")
    }
    #expect(
      try Run(["--list-files", folder]).output
        == "\(folder)/a.frag\n\(folder)/a.vert\n\(folder)/a.vert\t\(folder)/a.frag")
    #expect(try Run(["--no-pair", folder]).status == 0)
    let trace = "\(folder)/trace.json"
    let statistics = try Run(["--stats", "--trace", trace, folder]).output
    #expect(statistics.contains("1  GL2001 uniform-precision-mismatch"))
    #expect(statistics.contains("wait for engine  "))
    let text = String(decoding: try Files.read(trace), as: UTF8.self)
    for name in ["check", "collect", "read", "assemble", "rules", "judge", "report"] {
      #expect(text.contains("{\"name\":\"\(name)\",\"cat\":\"CPU\",\"ph\":\"X\""), "\(name)")
    }
  }

  @Test func configurationMistakesAreUsageErrors() throws {
    let files = try scratch(["a.frag": Self.fine, ".shaderlint.toml": "levles = 1\n"])
    let folder = files.path
    let run = try Run(["\(folder)/a.frag"])
    #expect(run.status == 2)
    #expect(run.errors.contains("did you mean 'levels'?"))
    #expect(run.errors.split(separator: "\n").count == 1)
    #expect(try Run(["--no-config", "\(folder)/a.frag"]).status == 0)
  }

  @Test func levelsOnTheCommandLine() throws {
    let files = try scratch([
      "a.frag":
        "precision mediump float;\nuniform float u;\nvoid main() { gl_FragColor = vec4(1.0); }\n"
    ])
    let arguments = ["--engine", "own", "\(files.path)/a.frag"]
    #expect(try Run(arguments).status == 0)
    let run = try Run(["--level", "unused-uniform=error"] + arguments)
    #expect(run.status == 1 && run.output.contains("GL3604"))
    for (level, answer) in [
      ("unused-unifrom=error", "names an unknown rule; did you mean 'unused-uniform=error'?"),
      ("unused-uniform=quiet", "has a level other than off, note, warning or error"),
      ("unused-uniform", "is not a rule with a level"),
    ] {
      let run = try Run(["--level", level] + arguments)
      #expect(run.status == 2 && run.errors.contains(answer), "\(run.errors)")
    }
  }

  @Test func explains() throws {
    #expect(
      try Run(["explain", "GL2001"]).output.hasPrefix("GL2001 uniform-precision-mismatch (error)"))
    #expect(try Run(["explain", "missing-main"]).output.hasPrefix("GL2005"))
    let wrong = try Run(["explain", "missing-man"])
    #expect(wrong.status == 2 && wrong.errors.contains("did you mean 'missing-main'?"))
    #expect(try Run(["explain", "--markdown"]).output.hasPrefix("# Rules of shaderlint"))
    #expect(try Run(["explain", "--markdown", "GL2001"]).status == 2)
    let all = try Run(["explain"]).output
    #expect(Rule.catalog.allSatisfy { all.contains($0.id.text) })
  }

  @Test func emulatePrintsAShader() throws {
    let files = try scratch(["a.frag": Self.fine, "b.frag": Self.broken])
    let folder = files.path
    let run = try Run(["emulate", "\(folder)/a.frag"])
    #expect(run.status == 0 && run.output.hasPrefix("#version 100\n") && run.errors.isEmpty)
    let piped = try Run(["emulate", "--stage", "fragment", "-"], input: Array(Self.fine.utf8))
    #expect(piped.output == run.output)
    let broken = try Run(["emulate", "\(folder)/b.frag"])
    #expect(broken.status == 1 && broken.output.isEmpty && broken.errors.contains("'x'"))
    #expect(try Run(["emulate", "\(folder)/c.frag"]).status == 2)
    #expect(try Run(["emulate"]).status == 2)
    let photo = try Run(["emulate", "--render", "\(folder)/a.JPG", "\(folder)/a.frag"])
    #expect(photo.status == 2 && photo.errors.contains("writes PNG, not '.jpg'"))
    #expect(try Files.list(folder) == ["a.frag", "b.frag"])
  }

  /// 1 would mean findings.
  @Test(arguments: [["explain"], ["SHADER"], ["format", "--stdin"], ["emulate", "SHADER"]])
  func aFullStandardOutput(_ arguments: [String]) throws {
    let files = try scratch(["a.frag": Self.doubtful])
    let arguments = arguments.map { $0 == "SHADER" ? "\(files.path)/a.frag" : $0 }
    let command =
      ["sh", "-c", "exec \"$0\" \"$@\" >/dev/full", builtTool("shaderlint")] + arguments
    let run = try Subprocess(command, input: Array(Self.fine.utf8), capturesErrors: true)
    #expect(run.status == 2)
    #expect(String(decoding: run.errors, as: UTF8.self).contains("standard output"))
  }

  @Test func formatNamesFilesInOneLine() throws {
    let files = try scratch(["a\nb.frag": "void main(){}\n"])
    let run = try Run(["format", "--check", files.path])
    #expect(run.status == 1 && run.output.contains("/a\\nb.frag: not formatted"))
  }

  @Test func readsLogs() throws {
    let files = try scratch([
      "sky.frag": Self.broken, "log.txt": "ERROR: 0:2: 'x' : undeclared identifier\n",
      "clean.txt": "Success.\n",
    ])
    let folder = files.path
    let run = try Run(["parse-log", "--source", "\(folder)/sky.frag", "\(folder)/log.txt"])
    #expect(run.status == 1)
    #expect(
      run.output.hasPrefix("\(folder)/sky.frag:2:35: error: 'x' : undeclared identifier [GL1001"))
    #expect(try Run(["parse-log", "\(folder)/clean.txt"]).status == 0)
    #expect(try Run(["parse-log", "\(folder)/none.txt"]).status == 2)
    let piped = try Run(["parse-log", "-"], input: Array("0:3(5): error: `y' undeclared\n".utf8))
    #expect(piped.output.hasPrefix("-:3:5: error: `y' undeclared"))
  }

  @Test func describesTheDriver() throws {
    let run = try Run(["--driver-info"])
    #expect(run.status == 0)
    #expect(run.output.contains("renderer: ") && run.output.contains("limits: "))
    #expect(run.output.contains("extensions: "))
    #expect(try Run(["doctor", "--json"]).output.hasPrefix("{"))
  }

  /// A misspelled name and a deleted `#include` line fail a run, also beside a program.
  @Test(arguments: [
    ("vec4(wavve(1.0))", "#include \"wave.glsl\"", 1, "did you mean 'wave'?"),
    ("vec4(wave(1.0), crest, 1.0, 1.0)", "", 1, "'crest', 'wave'"),
    ("vec4(wave(1.0), crest, 1.0, 1.0)", "#include \"wave.glsl\"", 0, ""),
  ])
  func mistakesFailARun(_ value: String, _ line: String, _ status: Int, _ words: String) throws {
    var texts = [
      "a.frag": "precision mediump float;\n\(line)\nvoid main() { gl_FragColor = \(value); }\n",
      "b.js": "start();\n",
    ]
    if !line.isEmpty {
      texts["wave.glsl"] = "const float crest = 1.0;\nfloat wave(float x) { return x; }\n"
    }
    let files = try scratch(texts)
    let run = try Run(["--engine", "own", files.path])
    #expect(run.status == status && run.output.contains(words), "\(run.output)")
  }

  @Test func comparesEngines() throws {
    // Mesa lets it pass, the reference compiler does not: a call is no place to assign to.
    let text =
      "#version 100\nprecision mediump float;\nfloat f() { return 1.0; }\n"
      + "void main() { f() = 2.0; gl_FragColor = vec4(1.0); }\n"
    let files = try scratch(["a.frag": text, "b.frag": Self.broken])
    let folder = files.path
    let run = try Run(["--engine", "all", "--format", "json", folder])
    guard run.status != 3 else {
      #expect(run.errors.contains("glslang-dev"))
      return
    }
    let report = try JSONDocument(run.output).value
    #expect(report["units"][0]?["engines"] == ["own": false, "driver": true, "glslang": false])
    #expect(report["units"][1]?["engines"] == ["own": false, "driver": false, "glslang": false])
    #expect(run.output.contains("GL5005"))
    #expect(try Run(["--engine", "glslang", "\(folder)/a.frag"]).status == 1)
  }

  @Test func watching() throws {
    let files = try scratch(["a.frag": Self.broken])
    let folder = files.path
    var watcher = FileWatcher()
    var looks = 0
    // Returns because the file changes, or because one comes to be.
    for path in ["\(folder)/a.frag", "\(folder)/new.frag"] {
      let changed = try watcher.wait(for: ["\(folder)/a.frag", "\(folder)/new.frag"]) {
        looks += 1
        try AtomicFile.write(Array((Self.fine + "// \(looks)\n").utf8), to: path)
      }
      #expect(changed == [path])
    }
    #expect(looks == 2)
    #expect(throws: CancellationError.self) {
      _ = try watcher.wait(for: []) { throw CancellationError() }
    }
  }

  /// Runs shaderlint with `--watch` until `meanwhile` returns, which asks whether the output shows
  /// words and waits for them.
  private func watch(_ path: String, in folder: String, meanwhile: ((String) -> Bool) -> Void)
    throws
  {
    let output = "\(folder)/output"
    func shows(_ words: String) -> Bool {
      for _ in 0..<600 {
        let text = (try? Files.read(output)).map { String(decoding: $0, as: UTF8.self) }
        if text?.contains(words) == true { return true }
        usleep(100_000)
      }
      return false
    }
    let command = "exec '\(builtTool("shaderlint"))' --watch -f gcc '\(path)' >'\(output)' 2>&1"
    _ = try Subprocess(["sh", "-c", command]) { process in
      meanwhile(shows)
      kill(process, SIGINT)
    }
  }

  /// A folder may be removed and made again, such as by a switch of branches.
  @Test(.long) func watchedFoldersMayComeBack() throws {
    let files = try scratch(["src/a.frag": Self.broken])
    let folder = "\(files.path)/src"
    try watch(folder, in: files.path) { shows in
      #expect(shows("a.frag:2:35: error: 'x' is not declared"))
      unlink("\(folder)/a.frag")
      rmdir(folder)
      #expect(shows("error: No such file or directory"))
      mkdir(folder, 0o755)
      #expect(shows("error: no shaders in '\(folder)'"))
      try? AtomicFile.write(Array(Self.broken.utf8), to: "\(folder)/b.frag")
      #expect(shows("b.frag:2:35: error: 'x' is not declared"))
    }
  }

  /// Each report is that of the files as they are.
  @Test(.long) func watchingShowsWhatHasChanged() throws {
    let files = try scratch(["a.frag": Self.broken])
    let path = "\(files.path)/a.frag"
    try watch(path, in: files.path) { shows in
      #expect(shows("'x' is not declared"))
      let text = Self.broken.replacing("vec4(x)", with: "vec4(y)")
      try? AtomicFile.write(Array(text.utf8), to: path)
      #expect(shows("'y' is not declared"))
    }
  }

  @Test func linksAndPipesDoNotHang() throws {
    let files = try scratch(["a.frag": Self.fine])
    let folder = files.path
    for name in ["x", "y", "z"] { symlink(".", "\(folder)/\(name)") }
    mkfifo("\(folder)/pipe.frag", 0o600)
    mkfifo("\(folder)/pipe.glsl", 0o600)
    let listing = try Run(["--list-files", folder])
    #expect(listing.output == "\(folder)/a.frag")
    try AtomicFile.write(
      Array("#version 100\n#include \"pipe.glsl\"\n".utf8), to: "\(folder)/b.frag")
    let run = try Run(["--format", "gcc", "\(folder)/b.frag"])
    #expect(run.output.contains("b.frag:2:1: error: cannot include 'pipe.glsl'"), "\(run.output)")
  }
}
