import CompilerLogs
import GLESKitSupport
import Glibc
import TestSupport
import Testing

@testable import ShaderLint

/// Folders as projects lay them out: names, both stages in a file, sections, presets.
@Suite struct ProjectTests {
  private let vertex = "#version 100\nvoid main() { gl_Position = vec4(0.0); }\n"
  private let fragment = "#version 100\nvoid main() { gl_FragColor = vec4(0.0); }\n"

  private func folder(_ files: [String: String]) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for (name, text) in files {
      try Files.createFolders(Paths.folder(of: "\(folder.path)/\(name)"))
      try AtomicFile.write(Array(text.utf8), to: "\(folder.path)/\(name)")
    }
    return folder
  }

  private func report(_ folder: borrowing TemporaryFolder) throws -> (LintInputs, LintReport) {
    var options = LintOptions()
    options.engines = [.own]
    let inputs = try InputCollector.collect([folder.path], options: options)
    return (inputs, try Linter(options).run(inputs))
  }

  /// Lints files together, and expects so many errors.
  private func expect(_ errors: Int, in files: [String: String]) throws {
    let found = try report(folder(files)).1
    #expect(found.counts.errors == errors, "\(found.diagnostics)")
  }

  @Test func patternsGiveStagesAndPairs() throws {
    let folder = try folder([
      ".shaderlint.toml": """
      [[files]]
      match = ["*Vert.glsl", "*-vs.glsl"]
      stage = "vertex"
      [[files]]
      match = ["*Frag.glsl", "*-fs.glsl"]
      stage = "fragment"
      define = { RED = 1 }
      [[files]]
      match = "*Part.glsl"
      stage = "snippet"
      """,
      "blurVert.glsl": vertex, "a-vs.glsl": vertex, "a-fs.glsl": fragment,
      "blurFrag.glsl": "#version 100\nvoid main() { gl_FragColor = vec4(RED); }\n",
      "fogPart.glsl": "float fog;\n",
    ])
    let (inputs, report) = try report(folder)
    #expect(inputs.programs.count == 2)
    #expect(report.counts.errors == 0, "\(report.diagnostics)")
    #expect(
      report.general.map(\.message) == [
        "skipped 1 file: a snippet by its name, which no checked shader includes: "
          + "\(folder.path)/fogPart.glsl"
      ])
  }

  /// What `main` uses tells the stage of a file whose name does not.
  @Test func textsTellTheStage() throws {
    let folder = try folder([
      "one.glsl": vertex,
      "two.glsl": fragment.replacing("gl_FragColor = vec4(0.0)", with: "discard"),
      "both.glsl": "#ifdef V\n\(vertex)#else\n\(fragment)#endif\n",
      "part.glsl": "vec4 color() { return gl_FragCoord; }\n",
    ])
    let (inputs, report) = try report(folder)
    #expect(inputs.shaders.map { Paths.name(of: $0.path) } == ["one.glsl", "two.glsl"])
    #expect(report.counts.errors == 0, "\(report.diagnostics)")
    #expect(
      report.general.map(\.message) == [
        "skipped 2 files: no stage or no main(), and no checked shader includes it: "
          + "\(folder.path)/both.glsl, \(folder.path)/part.glsl"
      ])
    let survey = ProjectSurvey(folder: folder.path)
    #expect(survey.findings.first == "2 files whose text tells the stage")
    #expect(survey.findings.last == "  \(folder.path)/both.glsl")
    #expect(survey.hasShaders && survey.configuration.isEmpty)
  }

  /// Words before .glsl suggest the stage, and join the shaders of a program.
  @Test(arguments: [
    ("vertex.glsl", "fragment.glsl"), ("aVert.glsl", "aFrag.glsl"), ("a_v.glsl", "a_f.glsl"),
    ("a.v.glsl", "a.f.glsl"), ("v.glsl", "f.glsl"), ("a-VS.glsl", "a-FS.glsl"),
    ("a.vert.shader", "a.frag.shader"), ("a.vp", "a.fp"), ("a.vertexshader", "a.fragmentshader"),
    ("a_vertex.glsles", "a_fragment.glsles"), ("a.vertex.fx", "a.fs"),
    ("a_vertex_shader.glsl", "a_fragment_shader.glsl"), ("vertexShader.glsl", "frag-shader.glsl"),
  ])
  func namesTellPrograms(_ names: (String, String)) throws {
    let folder = try folder([names.0: vertex, names.1: fragment])
    let (inputs, report) = try report(folder)
    #expect(inputs.programs == [.init(vertex: 1, fragment: 0)], "\(inputs.shaders)")
    #expect(report.counts.errors == 0, "\(report.diagnostics)")
    let survey = ProjectSurvey(folder: folder.path)
    #expect(survey.findings.count == 1 && survey.configuration.isEmpty && survey.hasShaders)
  }

  /// A text comes before a word, and one without main is no shader.
  @Test func textsComeBeforeWords() throws {
    let folder = try folder([
      "blurVert.glsl": fragment, "fogFrag.glsl": "vec4 fog() { return vec4(gl_FragCoord.w); }\n",
      "plainVert.glsl": "void main() {}\n",
    ])
    let inputs = try report(folder).0
    #expect(inputs.shaders.map(\.stage) == [.fragment, .vertex])
    #expect(inputs.skipped.map { Paths.name(of: $0.path) } == ["fogFrag.glsl"])
    let survey = ProjectSurvey(folder: folder.path)
    #expect(
      survey.findings == [
        "2 files whose name tells the stage", "1 file without main, for #include",
      ])
  }

  /// A folder in which a run finds nothing gets no configuration.
  @Test func aSurveyKnowsWhenNothingIsFound() throws {
    let folder = try folder(["a.glsl": "float a;\n", "b.glsl": "void main() {}\n"])
    let survey = ProjectSurvey(folder: folder.path)
    #expect(!survey.hasShaders && survey.findings.last == "  \(folder.path)/b.glsl")
  }

  @Test func patternsWithoutFilesAreNoted() throws {
    let folder = try folder([
      ".shaderlint.toml": """
      preset = "kodi"
      [[files]]
      match = ["*.vert", "*Vret.glsl", "sub/*"]
      stage = "vertex"
      """,
      "a.vert": vertex, "sub/b.vert": vertex,
    ])
    let notes = try report(folder).1.general.filter { $0.rule == .unusedPattern }
    #expect(notes.map(\.message) == ["no file matches '*Vret.glsl'"])
    var options = LintOptions()
    options.engines = [.own]
    let part = try InputCollector.collect(["\(folder.path)/sub"], options: options)
    #expect(part.problems.isEmpty)
  }

  /// three.js declares names and precisions for one shader as for many.
  @Test func threeCompletesShaders() throws {
    var files = [
      "a.vert": "void main() {\n  gl_Position = projectionMatrix * modelViewMatrix * "
        + "vec4(position, x);\n}\n",
      "b.frag": "void main() { float a = 1.0; gl_FragColor = vec4(a); gl_FragDepth = a; }\n",
      "index.js": "const a = 1;\n",
    ]
    #expect(try report(folder(files)).1.counts.errors == 0)
    files["a.vert"] =
      "#include <begin_vertex>\n#include <common>\nvoid main() { gl_Position = vec4(0.0); }\n"
    #expect(try report(folder(files)).1.counts.errors == 0)
    files["a.vert"] = "void main() {\n  gl_Position = projectionMatrix * vec4(position, x);\n}\n"
    #expect(try report(folder(files)).1.counts.errors == 5)
  }

  /// three.js compiles shaders as GLSL ES 3.00 from r118 on, but not raw ones.
  @Test(arguments: [
    ("package.json", "{ \"dependencies\": { \"three\": \"^0.144.0\" } }", true),
    ("package.json", "{ \"dependencies\": { \"three\": \"0.117.1\" } }", false),
    ("package.json", "{ \"peerDependencies\": { \"three\": \">= 0.102.0 < 0.131.0\" } }", true),
    ("b.js", "import * as T from 'https://unpkg.com/three@0.128.0/build/three.module.js'", true),
    ("b.html", "<script src='https://cdn.example/libs/three.js/r71/three.min.js'></script>", false),
    ("three.js", "const REVISION = '131';\nclass RawShaderMaterial {}\n", true),
    ("b.js", "var three = 144;\n", false),
  ])
  func laterThreeCompilesAsES300(_ name: String, _ text: String, _ isLater: Bool) throws {
    var files = [
      "a.js": "f();\n", name: text,
      "a.vert": "uniform sampler2D s;\nuniform float[7] f;\nvoid main() {\n"
        + "  gl_Position = projectionMatrix * modelViewMatrix * texture(s, uv) * f[0];\n}\n",
      "b.frag": "uniform int n;\nvoid main() {\n  uint a = 1u << 2;\n"
        + "  for (int i = 0; i < n; i++) gl_FragColor = vec4(a);\n}\n",
      "c.frag": "precision highp float;\nuniform int n;\nvoid main() {\n"
        + "  for (int i = 0; i < n; i++) gl_FragColor = vec4(i);\n}\n",
      "d.frag": "void main() { gl_FragColor = vec4(1.0f); }\n",
      "e.frag": "uniform int n;\nvoid main() { gl_FragColor = vec4(max(n, 2)); }\n",
    ]
    var found = try report(folder(files)).1
    #expect((found.counts.errors + found.counts.warnings == 0) == isLater, "\(found.diagnostics)")
    let note = "what GLSL ES 3.00 allows is not reported"
    #expect(found.general.contains { $0.message.contains(note) } == isLater)
    files["a.js"] = "new THREE.RawShaderMaterial({});\n"
    found = try report(folder(files)).1
    let rules = found.diagnostics.filter { $0.location?.file.hasSuffix("c.frag") == true }
    #expect(rules.map(\.rule) == [.loopForm])
  }

  /// A macro of the program can take a function, and its `#extension` line gives a variable.
  @Test func programsGiveWhatTakesFunctions() throws {
    var files = [
      "index.js": "const a = '#define PLOT(f, x) f(x)\\n';\n",
      "a.frag": "precision highp float;\nfloat f(float x) { return x; }\n"
        + "void main() { gl_FragDepthEXT = PLOT(f, 1.0); gl_FragColor = vec4(1.0); }\n",
    ]
    #expect(try report(folder(files)).1.counts.errors == 0)
    files["index.js"] = "f();\n"
    #expect(try report(folder(files)).1.counts.errors == 3)
  }

  /// A shader that asks for a macro says that a program defines it.
  @Test(arguments: [("#error Please define a SIZE", 0), ("#error No size", 2)])
  func errorsAskForMacros(_ line: String, _ errors: Int) throws {
    let text =
      "#ifndef SIZE\n\(line)\n#endif\nuniform highp float a[SIZE];\n"
      + "void main() { gl_FragColor = vec4(a[0]); }\n"
    try expect(errors, in: ["a.frag": text, "a.java": "class A {}\n"])
  }

  /// GLSL for desktops lets uniforms have values.
  @Test func desktopUniformsHaveValues() throws {
    var files = ["a.java": "class A {}\n"]
    for name in ["a", "b"] {
      files["\(name).frag"] =
        "uniform float \(name) = 1.0;\nvoid main() { gl_FragColor = vec4(\(name)); }\n"
    }
    #expect(try report(folder(files)).1.counts.errors == 0)
    files["a.frag"] = "precision highp float;\n" + (files["a.frag"] ?? "")
    #expect(try report(folder(files)).1.counts.errors > 0)
  }

  /// A string of a program can be the precision of a single shader.
  @Test(arguments: [
    ("'#ifdef GL_ES\\nprecision mediump float;\\n#endif\\n'", 0),
    ("'precision ' + p + ' float'", 0),
    ("`precision ${p} float;`", 0), ("new cc.GLProgram()", 0),
    ("'precision'", 1), ("'a precision of 1'", 1),
  ])
  func programsGiveThePrecisionOfOneShader(_ text: String, _ errors: Int) throws {
    try expect(
      errors,
      in: [
        "index.js": "const a = \(text);\n",
        "a.frag": "uniform vec4 c;\nvoid main() { gl_FragColor = c; }\n",
      ])
  }

  /// Macros of a program can be qualifiers, as those of p5.js are.
  @Test func programsGiveQualifiers() throws {
    var files = ["index.js": "const a = 1;\n"]
    for name in ["a", "b", "c"] {
      files["\(name).vert"] =
        "IN highp vec3 \(name);\nIN vec2 d;\n"
        + "void main() { gl_Position = vec4(\(name), d.x); }\n"
    }
    let found = try report(folder(files)).1
    #expect(found.counts.errors == 0, "\(found.diagnostics)")
    files["b.vert"] = nil
    #expect(try report(folder(files)).1.counts.errors == 2)
  }

  /// What no GLSL has is the program's in one shader, and if the folder has no program: other
  /// directives, names instead of files, macros instead of declarations, and what #error asks for.
  @Test(arguments: [
    ("#defines", 0), ("#endfi", 2), ("#!/usr/bin/env bash", 2), ("#usf <noise>", 0),
    ("#include NOISE", 0),
    ("#include noise", 0), ("UNPACK_FUNCTION;", 0),
    ("VERSION\n", 0), ("#ifndef noise\n#error define a noise\n#endif", 0),
    ("#define noise f() + g() + h()", 3), ("#include 'noise.glsl'", 0), ("#defin noise 1.0", 2),
    ("#include", 2), ("unpack_function;", 2), ("#error stop", 2), ("", 1),
  ])
  func whatNoGLSLHasIsGiven(line: String, count: Int) throws {
    let text =
      "\(line)\nprecision mediump float;\nvoid main() { gl_FragColor = vec4(noise); }\n"
    var files = ["a.frag": text]
    if line.contains("'") { files["noise.glsl"] = "const mediump float noise = 1.0;\n" }
    let found = try report(folder(files)).1
    #expect(found.counts.errors == count, "\(found.diagnostics)")
    let isGiven = count == 0 && files.count == 1
    #expect(!isGiven || !found.diagnostics.contains { $0.rule == .enginesDisagree })
    #expect(found.general.contains { $0.rule == .completedShaders } == isGiven)
  }

  /// A string of a program with an `#extension` line is put before shaders that use it.
  @Test(arguments: [
    ("@\"#extension GL_EXT_shader_framebuffer_fetch : require\\n %@\"", 0),
    ("@\"GL_EXT_shader_framebuffer_fetch\"", 1),
  ])
  func programsEnableExtensions(_ text: String, _ errors: Int) throws {
    try expect(
      errors,
      in: [
        "a.m": "NSString *a = \(text);\n",
        "a.frag": "void main() { gl_FragColor = gl_LastFragData[0] * 0.5; }\n",
      ])
  }

  /// GPUComputationRenderer of three.js declares the textures of its variables, and a resolution.
  @Test(arguments: [
    ("const c = new GPUComputationRenderer(8, 8, r); c.addVariable('uParticles', a, b);", 0),
    ("uniforms.set('uParticles', a);", 2),
  ])
  func computationsHaveVariables(_ text: String, _ errors: Int) throws {
    try expect(
      errors,
      in: [
        "a.js": "\(text)\n",
        "a.frag": "precision mediump float;\nvoid main() { "
          + "gl_FragColor = texture2D(uParticles, gl_FragCoord.xy / resolution); }\n",
      ])
  }

  /// Processing compiles shaders as GLSL 1.50, but on Android.
  @Test(arguments: [
    ("a.pde", "PShader a;", true), ("a.pyde", "def setup(): s = loadShader('a.frag')", true),
    ("a.pde", "PShader a; import processing.android.*;", false), ("a.pde", "f();", false),
  ])
  func sketchesAreForDesktops(_ name: String, _ text: String, _ isForDesktops: Bool) throws {
    let files = [
      name: "\(text)\n",
      "a.frag": "#ifdef GL_ES\nprecision mediump float;\n#endif\nuniform sampler2D texture;\n"
        + "void main() { gl_FragColor = texture(texture, vec2(1)) * 2 * 0.5f; }\n",
      "b.frag": "precision mediump float;\nvoid main() { gl_FragColor = vec4(1.0) }\n",
    ]
    let found = try report(folder(files)).1
    #expect((found.counts.errors == 1) == isForDesktops, "\(found.diagnostics)")
  }

  /// Games of libGDX that are built for desktops only ignore precisions.
  @Test(arguments: [
    ("include 'desktop', 'core'", true), ("include 'desktop', 'core' //, 'html'", true),
    ("include 'desktop', 'android', 'core'", false),
    ("include 'core'", false),
  ])
  func gamesMayBeForDesktops(_ settings: String, _ isForDesktops: Bool) throws {
    let files = [
      "settings.gradle": "\(settings)\n", "core/src/A.java": "class A {}\n",
      "core/assets/a.frag":
        "#ifdef GL_ES\nprecision mediump float;\n#endif\n"
        + "uniform float time;\nvoid main() { gl_FragColor = vec4(sin(time * 1e6 + 7.5f)); }\n",
      "core/assets/a.vert": "uniform float time;\nvoid main() { gl_Position = vec4(time); }\n",
    ]
    let found = try report(folder(files)).1
    let isSilent = found.diagnostics.allSatisfy { $0.rule.number >= 5000 }
    #expect(isSilent == isForDesktops, "\(found.diagnostics)")
    let note = "what GLSL for desktops allows"
    #expect(found.general.contains { $0.message.contains(note) } == isForDesktops)
  }

  /// Desktops have extensions that OpenGL ES lacks; one that is required is an error anywhere.
  @Test func desktopsHaveOtherExtensions() {
    func finding(_ severity: Severity) -> Diagnostic {
      Diagnostic(.badExtension, severity: severity, "m", at: nil)
    }
    #expect(finding(.warning).isFineOnDesktops && !finding(.error).isFineOnDesktops)
  }

  /// A program that asks how many samplers vertex shaders have takes its shaders by the answer.
  @Test(arguments: [("gl.getParameter(gl.MAX_VERTEX_TEXTURE_IMAGE_UNITS)", 0), ("f()", 1)])
  func programsAskForVertexSamplers(_ call: String, _ count: Int) throws {
    let text =
      "if (\(call) > 0) s = `\nuniform sampler2D t;\n"
      + "void main() { gl_Position = texture2D(t, vec2(0.5)); }\n`;\n"
    let folder = try folder([
      "a.js": text, ".shaderlint.toml": "[[files]]\nmatch = \"*.js\"\nstage = \"host\"\n",
    ])
    let found = try report(folder).1.diagnostics
    #expect(found.count { $0.rule == .vertexTexture } == count, "\(found)")
  }

  /// Contexts of WebGL 2 have more attributes than OpenGL ES 2.0 guarantees.
  @Test(arguments: [
    ("c.getContext('webgl2');", true), ("import '../webgl'; const TYPE = \"webgl2\";", true),
    ("c.getContext('webgl2') || c.getContext('webgl');", false), ("f();", false),
  ])
  func contextsMayBeOfWebGL2(_ program: String, _ isExplained: Bool) throws {
    let attributes = (0..<9).map { "attribute vec4 a\($0);\n" }.joined()
    let sum = (0..<9).map { "a\($0)" }.joined(separator: " + ")
    let files = [
      "a.js": "\(program)\n",
      "a.vert": "\(attributes)void main() { gl_Position = \(sum); }\n",
    ]
    let found = try report(folder(files)).1
    let isSilent = found.diagnostics.allSatisfy { $0.rule.number >= 5000 }
    #expect(isSilent == isExplained, "\(found.diagnostics)")
    #expect(found.general.contains { $0.message.contains("WebGL 2") } == isExplained)
  }

  /// A chunk of three.js that the project lacks may assign what is read after it.
  @Test(arguments: [("#include <project_vertex>", 0), ("", 1)])
  func missingIncludesMayAssign(_ line: String, _ count: Int) throws {
    let files = [
      "package.json": "{\"dependencies\": {\"three\": \"^0.163.0\"}}\n", "main.js": "start();\n",
      "a.vert": "varying vec2 v;\nvoid main() {\n\(line)\nv = gl_Position.zw;\n}\n",
    ]
    let found = try report(folder(files)).1.diagnostics.filter { $0.rule == .uninitialized }
    #expect(found.isEmpty == (count == 0), "\(found)")
  }

  /// A folder of a submodule that is not checked out has no files to include.
  @Test(arguments: [("lib", 0), ("other", 1)])
  func submodulesMayBeAbsent(_ name: String, _ errors: Int) throws {
    let files = [
      ".gitmodules": "[submodule \"a\"]\n\tpath = src/\(name)\n\turl = git@x.y:z.git\n",
      "main.js": "start();\n",
      "src/a.frag": "#include \"lib/b.glsl\"\nvoid main() { gl_FragColor = b(); }\n",
    ]
    let found = try report(folder(files)).1
    #expect(found.counts.errors == errors, "\(found.diagnostics)")
  }

  /// A project that depends on three.js gets matrices from it, also without `modelViewMatrix`.
  @Test(arguments: [("\"three\": \"^0.163.0\"", true), ("\"ogl\": \"^1.0.0\"", false)])
  func dependenciesTellOfThree(_ dependency: String, _ isThree: Bool) throws {
    let files = [
      "package.json": "{\"dependencies\": {\(dependency)}}\n", "main.js": "start();\n",
      "a.vert":
        "void main() { gl_Position = projectionMatrix * viewMatrix * vec4(position, 1.0); }\n",
    ]
    let found = try report(folder(files)).1
    #expect((found.counts.errors == 0) == isThree, "\(found.diagnostics)")
  }

  /// One name of three.js is enough in a project that depends on it.
  @Test(arguments: [("position", 0), ("positoin", 1)])
  func threeGivesOneName(_ name: String, _ errors: Int) throws {
    try expect(
      errors,
      in: [
        "index.html": "<script src='https://cdn.example/libs/three.js/87/a.js'></script>",
        "a.vert": "void main() { gl_Position = vec4(\(name), 1.0); }\n",
      ])
  }

  /// Defold gives a precision, and its includes begin in the folder of the project.
  @Test(arguments: [("game.project", 0), ("game.txt", 1)])
  func defoldGivesPrecisions(_ name: String, _ errors: Int) throws {
    try expect(
      errors,
      in: [
        name: "[project]\n", "lib/b.glsl": "#define B 1.0\n",
        "materials/a.fp":
          "#include \"/lib/b.glsl\"\nvarying vec4 v;\nvoid main() { gl_FragColor = v * B; }\n",
      ])
  }

  /// A program whose shaders are not found is counted.
  @Test func programsWithoutShadersAreCounted() throws {
    let folder = try folder([
      "a.js": "run(gl_FragColor);\n", "b.vert": vertex,
      ".shaderlint.toml": "[[files]]\nmatch = \"*.js\"\nstage = \"host\"\n",
    ])
    let notes = try report(folder).1.general.map(\.message)
    #expect(notes.count == 1 && notes[0].hasPrefix("skipped 1 file: \(SkipReason.noneFound)"))
  }

  /// What a program puts before shaders may be the precision of ints, which differs by default.
  @Test(arguments: [("int", "", 0), ("int", "precision highp int;\n", 1), ("float", "", 1)])
  func programsGivePrecisionsOfInts(_ type: String, _ line: String, _ count: Int) throws {
    let use = type == "int" ? "float(n)" : "n"
    let fragment =
      "uniform \(type) n;\nvoid main() { gl_FragColor = vec4(\(use) * viewMatrix[0][0]); }\n"
    let found = try report(
      folder([
        "a.js": "import * as T from 'three';\n",
        "a.vert": "uniform \(type == "int" && !line.isEmpty ? "lowp " : "")\(type) n;\n"
          + "void main() { gl_Position = vec4(\(use) * position, 1.0); }\n",
        "a.frag": "precision mediump float;\n\(line)\(fragment)",
      ])
    ).1.diagnostics
    #expect(found.count { $0.rule == .uniformPrecisionMismatch } == count, "\(found)")
  }

  /// Names and calls alone on their lines are macros of a bundle.
  @Test func linesMayBeMacros() throws {
    let text = """
      #pragma glslify: noise = require(glsl-noise)
      precision highp float;
      use_samples
      use_reads

      uniform float a;
      void main() {
        tap_state(a)
        float b = a;
        gl_FragColor = vec4(b);
      }
      """
    try expect(0, in: ["a.frag": text])
    try expect(3, in: ["a.frag": String(text.drop { $0 != "\n" })])
  }

  /// OpenFL replaces pragmas in shaders that would be valid without it.
  @Test(arguments: [("#pragma body", 0), ("#pragma parts", 1)])
  func pragmasOfOpenFLAreReplaced(_ line: String, _ count: Int) throws {
    let text = "attribute vec4 a;\nvarying vec4 v;\nvoid main() {\n\(line)\nv = a;\n}\n"
    let found = try report(folder(["a.vert": text, "b.vert": vertex])).1
    #expect(found.diagnostics.count { $0.rule == .noOutput } == count)
  }

  /// A page may load a file that is one element.
  @Test func filesCanBeElements() throws {
    let text = "<script type=\"x-shader/x-vertex\">\nvoid main() { gl_Position = x; }\n</script>\n"
    let errors = try report(folder(["a.vs": text])).1.diagnostics.filter { $0.severity == .error }
    #expect(errors.map { $0.location?.line } == [2] && errors[0].message.contains("'x'"))
  }

  /// Statements outside functions are part of a function, whatever an include lacks.
  @Test(arguments: [
    ("if (!gl_FrontFacing)\n  gl_FragColor = vec4(1.0);\n", 0), ("float a() { return b; }\n", 1),
  ])
  func looseStatementsAreParts(_ text: String, _ errors: Int) throws {
    let files = [
      "a.frag": "#include \"colors.glsl\"\n\(text)",
      "b.frag": "void main() { gl_FragColor = vec4(1.0); }\n",
    ]
    let found = try report(folder(files)).1
    #expect((found.counts.errors > 0) == (errors > 0), "\(found.diagnostics)")
  }

  /// A shader whose `main` is in a branch that no macro here takes is the program's to complete.
  @Test(arguments: [("FRAGMENT", 1), ("GL_ES", 0)])
  func mainInABranchIsForAProgram(macro: String, skipped: Int) throws {
    let text =
      "#ifdef \(macro)\nvoid main() { gl_FragColor = vec4(1.0); }\n#endif\n"
      + "highp float f() { return 1.0; }\n"
    let found = try report(folder(["a.frag": text, "b.vert": vertex])).1
    #expect(found.counts.errors == 0 && found.counts.warnings == 0, "\(found.diagnostics)")
    #expect(found.general.count { $0.message.contains("branch of #if") } == skipped)
  }

  /// Several shaders include files of a library that the project lacks; `lib/` is in it.
  @Test(arguments: [("lygia/math/const.glsl", 0), ("../lygia/noise.glsl", 0), ("lib/b.glsl", 4)])
  func librariesOfOthersAreGiven(name: String, count: Int) throws {
    var files = ["a.py": "f()", "lib/a.glsl": "float a;\n"]
    for number in 1...4 {
      files["\(number).frag"] =
        "#include \"\(name)\"\n#include \"lib/a.glsl\"\n"
        + "void main() { gl_FragColor = vec4(f(\(number).0)); }\n"
    }
    let found = try report(folder(files)).1
    #expect(found.counts.errors == count, "\(found.diagnostics)")
  }

  /// A macro may be the precision of a declaration, also of a local one, as in glmark2.
  @Test func programsGivePrecisions() throws {
    var files = ["index.js": "const a = '#define HIGHP_OR_DEFAULT highp\\n';\n"]
    files["a.frag"] = """
      precision mediump float;
      varying HIGHP_OR_DEFAULT vec2 uv;
      uniform HIGHP_OR_DEFAULT float scale;
      float f(in HIGHP_OR_DEFAULT float x) {
        HIGHP_OR_DEFAULT vec2 y = x * uv;
        return y.x * scale;
      }
      void main() { gl_FragColor = vec4(f(1.0)); }
      """
    #expect(try report(folder(files)).1.counts.errors == 0)
    files["index.js"] = nil
    let found = try report(folder(files)).1.diagnostics.filter { $0.severity == .error }
    #expect(found.map(\.message) == ["'HIGHP_OR_DEFAULT' is not declared"])
    // A misspelled keyword is no qualifier.
    files["a.frag"] = "lowp vec4 f() { retrun vec4(1.0); }\nvoid main() { gl_FragColor = f(); }\n"
    let messages = try report(folder(files)).1.diagnostics.map(\.message)
    #expect(!messages.contains { $0.contains("qualifier") }, "\(messages)")
  }

  /// A program may join files without main.
  @Test func partsGiveNames() throws {
    var files = [
      "part.glsl": "float wave(float x) { return x; }\n",
      "a.vert": "void main() { gl_Position = vec4(wave(1.0), wafe(1.0), 0.0, 1.0); }\n",
      "index.js": "const a = 1;\n",
    ]
    #expect(try report(folder(files)).1.counts.errors == 0)
    // The name may tell the stage.
    files["part.frag"] = files.removeValue(forKey: "part.glsl")
    #expect(try report(folder(files)).1.counts.errors == 0)
    files["part.include.fx"] = files.removeValue(forKey: "part.frag")
    #expect(try report(folder(files)).1.counts.errors == 0)
    files["index.js"] = nil
    #expect(try report(folder(files)).1.counts.errors == 2)
  }

  /// Babylon.js replaces all lines such as `#include<fog>`, three.js and others only their own.
  @Test(arguments: [("@babylonjs/core", 0), ("babylonjs", 0), ("express", 1)])
  func babylonGivesIncludes(_ package: String, _ count: Int) throws {
    let files = [
      "a.vert": "#include<fogDeclaration>\nvoid main() { gl_Position = vec4(fog); }\n",
      "a.js": "f();\n", "package.json": "{\"dependencies\": {\"\(package)\": \"^7.1.0\"}}\n",
    ]
    #expect(try report(folder(files)).1.counts.errors == count)
  }

  /// cocos2d declares names of its own before all shaders.
  @Test func cocosGivesNames() throws {
    let text = "attribute vec4 a;\nvoid main() { gl_Position = CC_MVPMatrix * a; }\n"
    #expect(try report(folder(["a.vert": text])).1.counts.errors == 0)
  }

  /// The strings of tests are checked if the test makes shaders of them.
  @Test(arguments: [
    ("test/a.js", "expect(x).to.be", false), ("src/a.spec.ts", "expect(x).to.be", false),
    ("a/androidTest/b.ts", "expect(x).to.be", false), ("es_test/a.js", "run", true),
    ("test/a.js", "gl.shaderSource", true), ("a-test.js", "gl.useProgram", true),
    ("src/latest.js", "expect(x).to.be", true), ("AlphaTest_frag.js", "expect(x).to.be", true),
    ("a.AlphaTest.js", "expect(x).to.be", true), ("FogTest.js", "expect(x).to.be", false),
  ])
  func textsOfTests(_ name: String, _ call: String, _ isChecked: Bool) throws {
    let folder = try folder([
      name: "\(call)(`\nuniform float u;\nvoid main() { gl_Position = vec4(u * missing); }\n`);\n",
      "b.vert": vertex,
      ".shaderlint.toml": "[[files]]\nmatch = [\"*.js\", \"*.ts\"]\nstage = \"host\"\n",
    ])
    let found = try report(folder).1
    #expect((found.counts.errors == 1) == isChecked, "\(found.diagnostics)")
  }

  /// What several shaders of a program miss is given by the program; what one misses is an error.
  @Test func programsCompleteShaders() throws {
    func vertex(_ name: String) -> String { "void main() { gl_Position = \(name); }\n" }
    let head = "precision mediump float;\n"
    var files = [
      "a.vert": vertex("position"), "b.vert": vertex("2.0 * position"),
      "c.vert": vertex("position + x"),
      "d.vert": vertex("positoin"), "e.vert": vertex("gl_Vertex2"),
      "f.frag": "varying vec2 v;\nvoid main() { gl_FragColor = v.xyxy; }\n",
      "g.frag": "varying vec2 v;\nvoid main() { gl_FragColor = v.xyxy + bool; }\n",
      "h.frag": "varying vec2 v;\nvoid main() { gl_FragColor = v.xyyy; }\n",
      "i.frag": head + "void main() { gl_FragColor = vec4(missing()); }\n",
      "index.js": "const a = 1;\n",
    ]
    func errors(_ folder: borrowing TemporaryFolder) throws -> [String] {
      try report(folder).1.units.flatMap(\.diagnostics).filter { $0.severity == .error }.map {
        "\(Paths.name(of: $0.location?.file ?? "")): \($0.message)"
      }
    }
    let folder = try folder(files)
    #expect(
      try errors(folder) == [
        "d.vert: 'positoin' is not declared", "e.vert: 'gl_Vertex2' is not declared",
        "g.frag: '(' is missing after the type, before ';'", "i.frag: no function 'missing'",
      ])
    let notes = try report(folder).1.general.filter { $0.rule == .completedShaders }.map(\.message)
    #expect(notes.count == 2)
    #expect(
      notes[0].hasPrefix("in 3 shaders, the program gives names such as position, which they"))
    #expect(notes[1].hasPrefix("in 3 shaders, the program gives the precision of floats, or runs"))
    // Without programs, and for named files, everything is reported.
    files["index.js"] = nil
    let alone = try self.folder(files)
    #expect(try errors(alone).count == 11)
    var options = LintOptions()
    options.engines = [.own]
    let named = try InputCollector.collect(
      ["a", "b", "c"].map { "\(folder.path)/\($0).vert" }, options: options)
    #expect(try Linter(options).run(named).units.allSatisfy(\.fails))
  }

  /// What programs declare in strings, or name as a macro or constant, is given to shaders that
  /// lack it.
  @Test(arguments: [
    "const parts = ['attribute vec2 uv;\\nuniform highp vec3 given;'];",
    "const part = `\nvarying Light given;\n`;",
    "const part = 'float given(float x) { return x; }';",
    "const head = '#define given 1.0\\n';", "source.add_const(\n  \"given\", size);",
    "shader.setDefine('given', 1)", "material.defines.given = '1.0';",
    "m = { defines: { GIVEN: 1 } };", "text = text.replace(/GIVEN/g, '1.0');",
    "m = {\n  a: 1,\n  GIVEN: true };", "@Uniform(\"given\") float size;",
    "m = { defines: [`GIVEN ${type}`, 'B 2'] };", "add('GIVEN 4')",
    "m = { defines: { a: [1, 2], given: 4 } };", "m.defines = {\n  a: 1, // b\n  given };",
    "m = { defines: { a: { defines: { given: 4 } } } };",
  ])
  func programsGiveNames(_ program: String) throws {
    let name = program.contains("GIVEN") ? "GIVEN" : "given"
    let files = [
      "a.frag": "precision mediump float;\nvoid main() { gl_FragColor = vec4(\(name)); }\n",
      "index.js": program,
    ]
    let found = try report(folder(files)).1
    #expect(found.counts.errors == 0, "\(found.diagnostics)")
  }

  /// Locals, sentences, other strings and whole shaders declare nothing for others.
  @Test(arguments: [
    "const part = `\nvoid f() {\n  vec3 given;\n}\n`;", "const text = 'a uniform given here';",
    "const text = 'given';", "const given = Math.GIVEN;", "uniform('given', 1);",
    "/* GIVEN */ // GIVEN", "new Constructor('given'); isUndefined('given');",
    "const a = { given: 1 };", "m = { defines: { a: { given: 1 } } };",
    "m = { defines: {}, uniforms: { given: 1 } };", "switch (a) { case given: b(); }",
    "log(`GIVEN ${a} and ${b}`)",
    "log('GIVEN is 4')",
    "const all = `\nvarying lowp vec3 given;\nvoid main() { gl_FragColor = vec4(1.0); }\n`;",
  ])
  func otherStringsGiveNoNames(_ program: String) throws {
    let name = program.contains("'given") || !program.contains("GIVEN") ? "given" : "GIVEN"
    let files = [
      "a.frag": "precision mediump float;\nvoid main() { gl_FragColor = vec4(\(name)); }\n",
      "index.js": program,
    ]
    #expect(try report(folder(files)).1.counts.errors == 1)
  }

  /// Several names that no file declares are one error, at its places. A typing error, and a name
  /// that another file declares, have their own.
  @Test func missingNamesAreOneError() throws {
    let text =
      "precision mediump float;\nuniform float u_time;\nvoid main() {\n"
      + "  gl_FragColor = vec4(snow(flake), cloud, u_tiem, wind);\n}\n"
    var files = ["a.frag": text, "b.vert": vertex]
    func errors() throws -> [Diagnostic] {
      try report(folder(files)).1.joiningMissingNames.diagnostics.filter { $0.severity == .error }
    }
    var found = try errors()
    let typing = "'u_tiem' is not declared"
    #expect(
      found.map(\.message) == [
        "4 names are not declared in any checked file: 'cloud', 'flake', 'snow', 'wind'", typing,
      ])
    #expect(found[0].related.map(\.location.column) == [28, 36, 51])
    #expect(found[0].hint?.contains("'prelude'") == true)
    files["c.frag"] = "uniform lowp vec4 cloud;\nvoid main() { gl_FragColor = cloud; }\n"
    files["part.glsl"] = "float snow(float x) { return x; }\nconst float flake = 1.0;\n"
    found = try errors()
    #expect(
      found.map(\.message) == [
        "no function 'snow'", "'flake' is not declared", "'cloud' is not declared", typing,
        "'wind' is not declared",
      ])
  }

  /// A comment with nothing but a type and a name says what a program declares.
  @Test(arguments: [
    ("// vec2 u_size", 0), ("  //float flake", 1), ("// uniform vec2 u_size;", 1),
    ("// vec2 u_size;", 1), ("// see u_size", 1),
  ])
  func commentsDocumentNames(_ line: String, _ errors: Int) throws {
    try expect(
      errors, in: ["a.frag": "\(line)\nvoid main() { gl_FragColor = vec4(u_size, 1.0, 1.0); }\n"])
  }

  /// A program defines macros, whose names it has as strings.
  @Test func stringsOfProgramsNameMacros() throws {
    let text =
      "precision mediump float;\nvoid main() { gl_FragColor = vec4(LIGHT_COUNT + LIGHTS); }\n"
    var files = ["a.frag": text, "index.cpp": "int LIGHTS = add(\"Light count\");\n"]
    #expect(try report(folder(files)).1.counts.errors == 2)
    files["index.cpp"] = "defines << \"LIGHT_COUNT \" << count;\n"
    #expect(try report(folder(files)).1.counts.errors == 0)
  }

  /// Macros of `#if`, extensions in what `#if` takes away, names of Shadertoy, and what strings of
  /// the program name are the program's: `#extension` lines and functions that are macros.
  @Test(arguments: [
    ("#if lights > 0\n#endif", "1.0", "f()", 0), ("#define lights 1", "float(light)", "f()", 1),
    ("#ifdef D\n#extension GL_OES_standard_derivatives : enable\n#endif", "dFdx(v)", "f()", 0),
    ("#ifdef D\nuniform float u_d;\n#endif", "u_d", "f()", 0),
    ("uniform float b;", "u_d", "f()", 1), ("float b = 2.0; float a = b;", "a", "f()", 0),
    ("", "dFdx(v)", "s = '#extension GL_OES_standard_derivatives : enable\\n'", 0),
    ("", "dFdx(v)", "f()", 1), ("", "iResolution.x", "f()", 0),
    ("uniform sampler2D t;", "texture(t, vec2(v))", "s = '#define texture texture2D\\n'", 0),
    ("uniform sampler2D t;", "texture(t, vec2(v))", "s = 'uniform sampler2D texture;'", 1),
  ])
  func programsGiveMacrosAndExtensions(
    head: String, value: String, program: String, count: Int
  ) throws {
    let text =
      "precision mediump float;\n\(head)\nvarying float v;\nvoid main() { "
      + "gl_FragColor = vec4(v + \(value)); }\n"
    let found = try report(folder(["a.frag": text, "index.js": program])).1
    #expect(found.counts.errors == count, "\(found.diagnostics)")
    // A program whose string has the macro would also have its name. A function of ES 3.00 tells
    // that a string is for that.
    let string = try report(
      folder([
        "b.vert": vertex, "a.js": "f(`\(text)`);\n\(program)",
        ".shaderlint.toml": "[[files]]\nmatch = [\"*.js\"]\nstage = \"host\"\n",
      ])
    ).1
    let errors = head.hasPrefix("#if ") ? 1 : value.hasPrefix("texture(") ? 0 : count
    #expect(string.counts.errors == errors, "\(string.diagnostics)")
  }

  /// Browsers allow what GLSL ES 1.00 does not: globals whose values are no constants, and in files
  /// that they load, a byte-order mark.
  @Test(arguments: [("a.js", 0), ("a.elm", 0), ("a.py", 1)], ["", "\u{FEFF}"])
  func browsersAllowMore(program: (name: String, count: Int), mark: String) throws {
    let value = mark.isEmpty ? "u" : "1.0"
    let text =
      "\(mark)precision mediump float;\nuniform float u;\nfloat a = \(value);\n"
      + "void main() { gl_FragColor = vec4(a * u); }\n"
    let found = try report(folder(["a.frag": text, program.name: "f()"])).1
    let count = program.count
    #expect(found.counts.errors == count, "\(found.diagnostics)")
    #expect(found.general.contains { $0.rule == .completedShaders } == (count == 0))
  }

  /// A program in C with the name of a shader, which others include, is counted.
  @Test func programsWithNamesOfShadersAreSkipped() throws {
    let text = "const char *s = STRINGIFY(\nvoid main() { gl_FragColor = vec4(1.0); }\n);\n"
    let found = try report(folder(["a.frag": text, "b.vert": vertex])).1
    #expect(found.units.count == 1 && found.counts.errors == 0, "\(found.diagnostics)")
    #expect(found.general.map(\.message).contains { $0.hasPrefix("skipped 1 file: C or C++") })
  }

  /// Several shaders that include a file without quotes have it from another project.
  @Test(arguments: [("head.inc\r", 0), ("\"head.inc\"", 3)])
  func programsGiveFilesWithoutQuotes(name: String, count: Int) throws {
    var files = ["a.py": "f()"]
    for number in 1...3 {
      files["\(number).frag"] =
        "#include \(name)\nvoid main() { gl_FragColor = vec4(f(\(number).0)); }\n"
    }
    let found = try report(folder(files)).1
    #expect(found.counts.errors == count, "\(found.diagnostics)")
    let notes = found.general.filter { $0.rule == .completedShaders }.map(\.message)
    #expect(notes.allSatisfy { $0.contains("names such as head.inc") && count == 0 }, "\(notes)")
  }

  /// A program may add the output to a shader in a string, which a file must have.
  @Test(arguments: [("a.vert", "", "", 1), ("a.js", "vertexShader = `", "`", 0)])
  func stringsNeedNoOutput(name: String, before: String, after: String, count: Int) throws {
    let shader = "\nattribute vec4 a;\nvarying vec4 v;\nvoid main() { v = a; }\n"
    let folder = try folder([name: before + shader + after, "b.vert": vertex, "b.js": "f()"])
    let found = try report(folder).1.diagnostics.filter { $0.rule == .noOutput }
    #expect(found.count == count)
  }

  /// Both shaders of a file may stand around a line of marks.
  @Test func aLineOfMarksDividesShaders() throws {
    let folder = try folder([
      "a.glsl": vertex + "\n$$\n\n" + "precision mediump float;\n"
        + "void main() { gl_FragColor = vec4(missing); }\n",
      "part.glsl": "// ==\nfloat x;\n",
    ])
    let survey = ProjectSurvey(folder: folder.path)
    #expect(survey.findings[0] == "1 file with both stages, after lines that name or divide them")
    let found = try report(folder).1.diagnostics.filter { $0.severity == .error }
    #expect(
      found.map { "\($0.location?.line ?? 0) \($0.rule)" } == ["7 \(Rule.ID.undeclaredIdentifier)"])
  }

  /// Scripts without line ends were made from others, which are checked instead.
  @Test func minifiedScriptsAreSkipped() throws {
    let code = "const s = `varying lowp vec4 v;\nvoid main() { gl_FragColor = missing; }\n`;"
    let folder = try folder([
      "a.js": code + String(repeating: "f();", count: 3_000), "b.js": code,
      ".shaderlint.toml": "[[files]]\nmatch = \"*.js\"\nstage = \"host\"\n",
    ])
    let found = try report(folder).1
    #expect(found.general.filter { $0.message.contains("minified") }.count == 1)
    #expect(
      found.counts.errors == 1
        && ProjectSurvey(folder: folder.path).findings == ["1 file .js with shaders in strings"])
  }

  /// So are shaders on long lines of scripts that have other lines.
  @Test func minifiedLinesAreSkipped() throws {
    let shader = "varying lowp vec4 v;\nvoid main() { gl_FragColor = missing; }\n"
    let code = String(repeating: "f();", count: 1_300)
    let folder = try folder([
      "a.js": "\(code)s = `\(shader)`;\(code)" + String(repeating: "\n", count: 200),
      "b.js": "\(code)\ns = `\(shader)`;\(code)" + String(repeating: "\n", count: 200),
      ".shaderlint.toml": "[[files]]\nmatch = \"*.js\"\nstage = \"host\"\n",
    ])
    let found = try report(folder).1
    #expect(found.general.map(\.message).filter { $0.contains("minified") }.count == 1)
    #expect(
      found.diagnostics.filter { $0.severity == .error }.map(\.location?.file) == [
        "\(folder.path)/b.js"
      ])
  }

  /// Files that name outputs of shaders and are not read are counted, documentation is not.
  @Test func filesThatAreNotReadAreCounted() throws {
    let folder = try folder([
      "a.vert": vertex, "a.lua": "s = [[gl_Position]]", "b.sh": "gl_FragColor = c;", "a.js": vertex,
      "c.frag.sh": "precision lowp float;\nout vec4 c;\nvoid main() { c = vec4(1.0); }\n",
      "e.js": "gl_Position = `a`", "none.js": "main()",
      "a.effect": "CCProgram vs %{ vec4 vert() {} }%", "b.effect": "passes: []",
      "README.md": vertex, "a.txt": "gl_Position", "a.dat": "gl_Position\0", "old/a.lua": vertex,
      ".shaderlint.toml": "exclude = [\"old/**\"]\n",
    ])
    let notes = try report(folder).1.general.map(\.message)
    #expect(notes.count == 3, "\(notes)")
    for (start, reason, end) in [
      ("skipped 1 file: ", "effects of Cocos Creator", "a.effect"),
      ("skipped 1 file: ", SkipReason.noneFound, "e.js"),
      ("skipped 3 files: ", SkipReason.Unread.otherKind.rawValue, "c.frag.sh"),
    ] {
      #expect(
        notes.contains { $0.hasPrefix(start + reason) && $0.hasSuffix(end) }, "\(reason): \(notes)")
    }
  }

  /// Files that no name tells are found by their texts, and programs are searched.
  @Test func aSurveyFindsShadersOfOtherKinds() throws {
    let folder = try folder([
      "raw/a.txt": vertex, "raw/b.shader": "void main() { gl_FragColor = missing; }\n",
      "c.frag.c": "precision lowp float;\nvoid main() { gl_FragColor = vec4(1.0); }\n",
      "vertex.js": "attribute vec4 a;\nvoid main() { gl_Position = a; }\n",
      "notes.txt": "writes gl_Position", "c.lua": "-- s\ns = [[\n\(vertex)]]",
    ])
    let survey = ProjectSurvey(folder: folder.path)
    #expect(survey.hasShaders && survey.configuration.isEmpty)
    #expect(survey.findings.first == "4 files of another kind whose text is a shader")
    let found = try report(folder).1
    #expect(found.units.map(\.kind) == [.shader, .shader, .shader, .shader])
    let errors = found.diagnostics.filter { $0.severity == .error }
    #expect(errors.map(\.rule) == [.undeclaredIdentifier])
    #expect(found.general.map(\.message).filter { $0.hasSuffix("c.lua") }.count == 1)
  }

  /// A name that tells the wrong stage makes no errors.
  @Test func shadersWithNamesOfTheOtherStageAreSkipped() throws {
    let fragment = "precision lowp float;\nvoid main() { gl_FragColor = vec4(1.0); }\n"
    let folder = try folder(["a.vert": fragment, "a.frag": fragment, "b.frag": vertex])
    let (_, report) = try report(folder)
    #expect(report.counts.errors == 0, "\(report.diagnostics)")
    #expect(report.units.map { Paths.name(of: $0.name) } == ["a.frag"])
    let notes = report.general.map(\.message)
    #expect(notes.count == 1 && notes[0].hasPrefix("skipped 2 files: \(SkipReason.otherStage)"))
  }

  /// three.js declares names and precisions before the only shader of a project.
  @Test(arguments: [("viewMatrix", 0), ("otherMatrix", 2)])
  func oneFragmentShaderTellsThree(name: String, count: Int) throws {
    let folder = try folder([
      "a.frag": "varying vec3 v;\nvoid main() { gl_FragColor = \(name) * vec4(v, 1.0); }\n",
      "a.js": "f()",
    ])
    #expect(try report(folder).1.counts.errors == count)
  }

  /// A vertex shader needs no position if a program stores what it computes.
  @Test(arguments: [
    ("gl.transformFeedbackVaryings(p, [], m)", 0), ("GL_TRANSFORM_FEEDBACK", 0), ("f()", 1),
  ])
  func transformFeedbackNeedsNoPosition(program: String, count: Int) throws {
    let folder = try folder([
      "a.vert": "attribute vec4 a;\nvarying vec4 v;\nvoid main() { v = a * 2.0; }\n",
      "b.vert": "attribute vec4 a;\nvoid main() { vec4 v = a * 2.0; }\n", "a.cpp": program,
    ])
    let found = try report(folder).1.diagnostics.filter { $0.rule == .noOutput }
    #expect(found.count == count + 1)
  }

  /// Programs with parts of shaders only are counted.
  @Test func aSurveyCountsProgramsWithParts() throws {
    let folder = try folder([
      "a.py": "add(\"\"\"\n  vec4 c = vec4(1.0);\n  gl_FragColor = c;\n\"\"\")\n",
      "b.py": "x = 1\n",
    ])
    let survey = ProjectSurvey(folder: folder.path)
    #expect(!survey.hasShaders && survey.findings.last == "  \(folder.path)/a.py")
  }

  /// Parts in which `#if` takes away all are parts, and no empty shaders.
  @Test func partsWithoutCodeAreSkipped() throws {
    let folder = try folder([
      "a.frag": "#ifdef GLES3\nfloat f;\n#endif\n", "b.vert": vertex, "c.frag": "// nothing\n",
    ])
    let found = try report(folder).1
    #expect(found.diagnostics.filter { $0.severity == .error }.map(\.rule) == [.emptyFile])
    #expect(found.general.count == 1)
  }

  /// Shaders that lack names tell nothing about the precision of the others.
  @Test func programsGivePrecisionsBesideNames() throws {
    var files = ["index.js": "const a = 1;\n"]
    for number in 0..<3 {
      files["plain\(number).frag"] =
        "uniform vec4 u;\nvoid main() { gl_FragColor = u * \(number).5; }\n"
      for letter in ["a", "b", "c"] {
        files["\(letter)\(number).frag"] =
          "precision mediump float;\nvoid main() { gl_FragColor = vec4(u_given * \(number).5); }\n"
      }
    }
    let found = try report(folder(files)).1
    #expect(found.counts.errors == 0, "\(found.diagnostics)")
    #expect(found.general.filter { $0.rule == .completedShaders }.count == 2)
  }

  /// Shaders without words of GLSL ES are for desktops if most lack a precision and no browser runs
  /// them: what GLSL 1.20 allows is no mistake there.
  @Test(arguments: [
    ("a.cpp", "\n", 1), ("a.py", "\n", 1), ("a.js", "\n", 5), (nil, "", 8),
    // GNOME and KWin run these.
    ("a.js", "const { Gio } = imports.gi;", 1), ("a.js", "import Gio from 'gi://Gio';", 1),
    ("a.js", "effect.addFragmentShader(Effect.MapTexture, 'a.frag');", 1),
    ("a.js", "gl.addFragmentShader(imports.gizmo);", 5),
    ("a.js", "import 'gi://Gio'; canvas.getContext('webgl');", 5),
  ])
  func desktopsAllowMore(_ program: String?, _ text: String, _ errors: Int) throws {
    func fragment(_ value: String) -> String {
      "uniform vec2 u;\nvoid main() { gl_FragColor = vec4(\(value)); }\n"
    }
    var files = [
      "a.frag": fragment("2 * u.x"), "b.frag": fragment("1.0f"), "c.frag": fragment("u.x / 2"),
      "d.vert": "void main() { float x = 1; gl_Position = vec4(x); }\n",
      "e.vert": "precision highp float;\nvoid main() { float x = 1; gl_Position = vec4(x); }\n",
    ]
    if let program { files[program] = text }
    let found = try report(folder(files)).1
    #expect(found.counts.errors == errors, "\(found.diagnostics)")
    let notes = found.general.filter { $0.message.contains("what GLSL for desktops allows") }
    #expect(notes.count == (errors == 1 ? 1 : 0))
  }

  /// three.js completes shaders of glslify, too.
  @Test(arguments: [("import * as T from 'three';", 0), ("f();", 1)])
  func glslifyMayServeThree(_ program: String, _ errors: Int) throws {
    try expect(
      errors,
      in: [
        "a.vert": "#pragma glslify: noise = require(./noise)\n"
          + "void main() { gl_Position = projectionMatrix * noise(position); }\n",
        "b.frag": "varying vec3 v;\nvoid main() { gl_FragColor = vec4(v, 1.0); }\n",
        "index.js": program,
      ])
  }

  /// A shader is for desktops if most others say so, unless it has words of GLSL ES.
  @Test(arguments: [(1, 2), (2, 2), (3, 1)])
  func mostShadersTellDesktops(_ count: Int, _ errors: Int) throws {
    var files = [
      "a.frag": "uniform vec2 u;\nvoid main() { gl_FragColor = u.xyxy; }\n",
      "b.frag": "precision lowp float;\nvoid main() { gl_FragColor = vec4(1.0f); }\n",
    ]
    files["docs/index.js"] = "f();"
    for number in 0..<count {
      files["c\(number).frag"] = "#version 120\nvoid main() { gl_FragColor = vec4(1.0); }\n"
    }
    try expect(errors, in: files)
  }

  /// GLSL for desktops turns an int into a float, and no float into an int.
  @Test(arguments: [("float x = 1;", 0), ("int x = 1.5;", 1), ("float x = true;", 1)])
  func desktopsTurnIntsIntoFloats(_ statement: String, _ errors: Int) throws {
    try expect(
      errors,
      in: [
        "a.cpp": "\n", "a.vert": "void main() { \(statement) gl_Position = vec4(x); }\n",
        "b.frag": "uniform vec2 u;\nvoid main() { gl_FragColor = u.xyxy; }\n",
        "c.frag": "uniform vec2 u;\nvoid main() { gl_FragColor = u.xxyy; }\n",
      ])
  }

  /// Names of #include lines tell the folders that an engine searches.
  @Test func aSurveyFindsTheFoldersOfIncludes() throws {
    let folder = try folder([
      "a.frag": "#include \"math/constants.glsl\"\n#include \"near.glsl\"\n" + fragment,
      "near.glsl": "float near;\n", "lib/glsl/math/constants.glsl": "const float PI = 3.14;\n",
      "b.frag": "#include \"twice.glsl\"\n" + fragment, "x/twice.glsl": "", "y/twice.glsl": "",
    ])
    let survey = ProjectSurvey(folder: folder.path)
    #expect(survey.configuration == "include = [\"lib/glsl\"]\n")
    #expect(survey.findings.contains("#include finds files in lib/glsl"))
  }

  /// The folder of the configuration may be one of them, however it is spelled.
  @Test(arguments: ["", "/", "//.", "/lib/.."])
  func aSurveyOfAFolderHasPathsFromIt(_ end: String) throws {
    let folder = try folder([
      "src/a.frag": "#include \"lib/noise.glsl\"\n" + fragment, "lib/noise.glsl": "float noise;\n",
      "plain.glsl": fragment,
    ])
    let survey = ProjectSurvey(folder: folder.path + end)
    #expect(survey.folder == Paths.normalized(folder.path))
    #expect(survey.configuration == "include = [\".\"]\n")
  }

  /// A name tells the stage of a file that cannot be read.
  @Test func aSurveyCountsFilesThatCannotBeRead() throws {
    let folder = try folder([:])
    #expect(symlink("none", "\(folder.path)/a.frag") == 0)
    let survey = ProjectSurvey(folder: folder.path)
    #expect(survey.findings == ["1 file whose name tells the stage"] && survey.hasShaders)
  }

  /// three.js replaces the names of its chunks.
  @Test func programsGiveChunks() throws {
    var files = ["index.js": "const a = 1;\n"]
    for (number, name) in ["a", "b", "c"].enumerated() {
      files["\(name).frag"] =
        "#include <common>\nprecision mediump float;\n#include <own/\(name)>\n#include <x.glsl>\n"
        + "void main() { gl_FragColor = vec4(\(number).5); }\n"
    }
    files["d.frag"] = "#include <comon>\n" + "void main() { gl_FragColor = vec4(1.0); }\n"
    files["e.frag"] =
      "#include <d>\n#include <e>\n#include <f>\nvoid main() { gl_FragColor = vec4(2.0); }\n"
    let errors = try report(folder(files)).1.units.flatMap(\.diagnostics)
      .filter { $0.rule == .includeNotFound }.map(\.message).sorted()
    #expect(errors.count == 4 && errors[0].hasPrefix("cannot include 'comon'"), "\(errors)")
    #expect(errors.dropFirst().allSatisfy { $0.hasPrefix("cannot include 'x.glsl'") })
  }

  /// What most shaders declare, what another version of GLSL has, and what copies of one shader
  /// lack, is not given.
  @Test func mistakesOfSeveralShadersAreReported() throws {
    func fragment(_ name: String) -> String {
      "precision mediump float;\nvoid main() { gl_FragColor = vec4(\(name)); }\n"
    }
    var files = ["index.js": "const a = 1;\n"]
    for name in ["a", "b", "c"] {
      files["\(name).frag"] = fragment("u_time + round(0.5)")
      files["\(name)2.frag"] = "uniform mediump float u_time;\n" + fragment("u_time")
      files["\(name)3.frag"] = fragment("missing")
    }
    let found = try report(folder(files)).1
    #expect(found.units.flatMap(\.diagnostics).filter { $0.severity == .error }.count == 9)
    #expect(!found.general.contains { $0.rule == .completedShaders })
  }

  /// glslify adds declarations where pragmas ask for it.
  @Test func bundlersCompleteShaders() throws {
    let folder = try folder([
      "a.frag": "#pragma glslify: noise = require(glsl-noise/simplex/2d)\n"
        + "void main() { gl_FragColor = vec4(noise(gl_FragCoord.xy)); }\n",
      "b.frag": "precision mediump float;\nfloat b() { return 1.0; }\n"
        + "void main() { gl_FragColor = vec4(c()); }\n#pragma glslify: export(b)\n",
    ])
    let found = try report(folder).1
    #expect(found.units.flatMap(\.diagnostics).map(\.message) == ["no function 'c'"])
    let notes = found.general.filter { $0.rule == .completedShaders }
    #expect(notes.count == 1 && notes.first?.message.contains("in 1 shader, glslify adds") == true)
  }

  /// Files of other languages in a folder are counted, one note for each, and are no errors.
  @Test func otherLanguagesAreSkipped() throws {
    let later = "#version 300 es\nout lowp vec4 c;\nvoid main() { c = vec4(1.0); }\n"
    let folder = try folder([
      "a.frag": later, "b.frag": later, "a.vert": vertex,
      "c.frag": "#version 330\nvoid main() {}\n",
    ])
    let (_, report) = try report(folder)
    #expect(report.counts.errors == 0, "\(report.diagnostics)")
    #expect(report.units.map { Paths.name(of: $0.name) } == ["a.vert"])
    #expect(report.general.count == 2)
    #expect(report.general[0].message.hasPrefix("skipped 2 files: GLSL ES 3.00"))
    #expect(report.general[1].message.hasPrefix("skipped 1 file: GLSL for desktops"))
    var options = LintOptions()
    options.engines = [.own]
    let named = try Linter(options).run(
      InputCollector.collect(["\(folder.path)/a.frag"], options: options))
    #expect(named.diagnostics.map(\.rule) == [.wrongVersion])
  }

  /// Without a version, words that GLSL ES 1.00 lacks tell the language.
  @Test(arguments: [
    (
      "in lowp vec2 uv;\nout lowp vec4 c;\nvoid main() { c = texture(s, uv); }",
      "GLSL 1.30 or later"
    ),
    ("layout(location = 0) out vec4 c;\nvoid main() { c = vec4(1.0); }", "GLSL 1.30 or later"),
    ("void main() { gl_FragColor = gl_Color; }", "GLSL for desktops, by names"),
    (
      "varying lowp vec2 v;\nvoid main() { gl_FragColor = texture(s, v) + texelFetch(s, u, 0); }",
      "GLSL 1.30 or later"
    ),
    (
      "precision highp sampler3D;\nvarying lowp vec4 v;\nvoid main() { gl_FragColor = v; }",
      "GLSL 1.30 or later"
    ),
    (
      "uniform sampler3D s;\nvarying vec3 v;\nvoid main() { gl_FragColor = texture3D(s, v); }",
      "GLSL for desktops, by names"
    ),
    ("float4 main(float2 uv : TEXCOORD0) : COLOR { return tex2D(s, uv); }", "HLSL or Cg"),
    ("const F = `\nvoid main() { gl_FragColor = vec4(1.0); }\n`;\nexport default F;", "JavaScript"),
    ("$HEADER$\nvoid main() { gl_FragColor = frag_color; }", "a template"),
    ("#pragma header\nvoid main() { gl_FragColor = flixel_texture2D(bitmap, uv); }", "a template"),
    ("void main() {\n  #pragma body\n  gl_FragColor = color;\n}", "a template"),
    ("void main() { gl_FragColor = vec4(${COUNT}); }", "a template"),
    ("void main() { gl_FragColor = {{ color }}; }", "a template"),
    ("void main() { gl_FragColor = vec4({{=it.a + 1}}.0); }", "a template"),
    ("#version VERSION\nvoid main() { gl_FragColor = vec4(1.0); }", "a template"),
    (String(repeating: "\0 text", count: 9), "no text"),
    ("void main() { gl_FragColor = vec4(%COUNT%); }", "a template"),
    (
      "void main() {\n  lowp vec4 c = vec4(0.5); // #fog\n  lowp vec4 c = vec4(1.0);  // #noFog\n"
        + "  gl_FragColor = c;\n}", "a template"
    ),
    ("uniform lowp float a[{COUNT}];\nvoid main() { gl_FragColor = vec4(a[0]); }", "a template"),
    (
      "varying uv: vec2f;\n@fragment\nfn fragmentMain(input: Input) -> Output {\n  return a;\n}",
      "WGSL"
    ),
    (
      "uniform sampler2DArray s;\nvarying lowp vec2 uv;\n"
        + "void main() { gl_FragColor = texture(s, vec3(uv, 1.0)); }", "GLSL 1.30 or later"
    ),
    ("void main() { gl_FragColor = vec4($(count).0); }", "a template"),
    ("@export a.fragment\nvoid main() { gl_FragColor = vec4(1.0); }\n@end", "a template"),
    ("void main() { gl_FragColor = $transform(vec4(1.0)); }", "a template"),
    ("void main() { gl_FragColor = <view.transform(vec2(1.0))>; }", "a template"),
    ("void main() { gl_FragColor = vec4(1.0); <clip>; }", "a template"),
    ("__HEADER__;\nvoid main() { gl_FragColor = vec4(1.0); }", "a template"),
    ("uniform lowp float u : 0.5;\nvoid main() { gl_FragColor = vec4(u); }", "a template"),
    ("const int width = @SIZE;\nvoid main() { gl_FragColor = vec4(1.0); }", "a template"),
    ("void main() { gl_FragColor = vec4(2.0 * #00b3c8, 1.0); }", "a template"),
    ("void main() { gl_FragColor = vec4(#EEFFFF, 1.0); }", "a template"),
    ("void main() { gl_FragColor = #FFFF; }", "a template"),
    ("attribute vec3 p : POSITION;\nvoid main() { gl_FragColor = vec4(1.0); }", "a template"),
    (
      "varying lowp vec2 v;\nlowp float f(uint x) { return float(x >> 16u); }\n"
        + "void main() { gl_FragColor = vec4(f(1u)); }", "GLSL 1.30 or later"
    ),
    ("lowp float wave(lowp float x) { return x * scale; }", "no stage or no main()"),
  ])
  func textsOfOtherLanguagesAreSkipped(_ text: String, _ reason: String) throws {
    let folder = try folder(["a.frag": text, "b.vert": vertex])
    let (_, report) = try report(folder)
    #expect(report.counts.errors == 0, "\(report.diagnostics)")
    #expect(report.units.map { Paths.name(of: $0.name) } == ["b.vert"])
    #expect(report.general.first?.message.hasPrefix("skipped 1 file: \(reason)") == true)
  }

  /// The same words are mistakes in a shader that is in GLSL ES 1.00 by others.
  @Test(arguments: [
    "#version 100\nin lowp vec2 uv;\nvoid main() {}",
    "varying lowp vec2 uv;\nout lowp vec4 c;\nvoid main() {}",
    "precision lowp float;\nvoid main() { gl_FragColor = gl_Color; }",
    "void main() { float4 a; gl_FragColor = vec4(1.0); }",
    "lowp vec4 f(in lowp vec4 a) { return b; }\nvoid main() { gl_FragColor = f(vec4(1.0)); }",
    "void main() { gl_FragColor = vec4(1.0 % 2.0 % 3.0); }",
    "void main() { gl_FragColor = vec4($); }", "void main() { gl_FragColor = vec4(1.0) + $ a; }",
    "void main() { gl_FragColor = vec4(1.0 <clip> 2.0); }",
    "void main() { if ( < clip > 1.0) discard; gl_FragColor = vec4(1.0); }",
    "void main() { int i = 0; if (i++<int(x)) discard; gl_FragColor = vec4(1.0); }",
    "void main() { gl_FragColor = vec4(<clip(1.0)); }", "void main() {discard}",
    "float x;\nvoid main() { if (x > 1.0) {foo} }",
    "void main() {\n  lowp vec4 c; // #fog\n  lowp vec4 c; // #noon\n  gl_FragColor = c;\n}",
    "lowp float fn(lowp float x) { return x; }\nvoid main() { gl_FragColor = vec4(fn(y)); }",
  ])
  func mistakesAreNoOtherLanguage(_ text: String) throws {
    let folder = try folder(["a.frag": text])
    #expect(try report(folder).1.counts.errors > 0)
  }

  /// What a missing file may define is not reported.
  @Test func missingFilesAreReportedOnce() throws {
    let folder = try folder([
      "a.frag": "#include <engine.h>\nSAMPLER2D map;\nvoid main() { gl_FragColor = one; }"
    ])
    #expect(
      try report(folder).1.diagnostics.filter { $0.severity == .error }.map(\.rule)
        == [.includeNotFound])
  }

  /// A program puts the declarations before a text that has none.
  @Test func textsWithoutDeclarationsAreJoined() throws {
    let text = "a = '''\nvoid main() { gl_FragColor = NAME; }\n'''\n"
    let folder = try folder([
      ".shaderlint.toml": "[[files]]\nmatch = \"*.py\"\nstage = \"host\"\n",
      "a.py": text.replacing("NAME", with: "color"),
      "b.py": text.replacing("NAME", with: "gl_FragColour"),
    ])
    let (_, report) = try report(folder)
    #expect(report.units.map { Paths.name(of: $0.file) } == ["b.py"])
    #expect(
      report.general.map(\.message) == [
        "skipped 1 file: a shader in strings that the program joins: \(folder.path)/a.py (line 1)"
      ])
  }

  /// A version that no language has is a mistake.
  @Test(arguments: ["100 es", "10", "300", "111"]) func oddVersionsAreErrors(_ version: String)
    throws
  {
    let folder = try folder(["a.frag": "#version \(version)\nvoid main() {}\n"])
    #expect(try report(folder).1.counts.errors == 1)
  }

  /// A file counts once, however often it is checked, and is not skipped if it is named as well.
  @Test func skippedFilesCountOnce() throws {
    let folder = try folder([
      "a.frag": "#version 330 core\nvoid main() { A; }\n", "a.vert": vertex,
      ".shaderlint.toml": "[permute]\nA = [0, 1, 2]\n",
    ])
    let message = try #require(try report(folder).1.general.first?.message)
    #expect(message.hasPrefix("skipped 1 file: GLSL for desktops"))
    #expect(message.hasSuffix("GLSL ES 1.00: \(folder.path)/a.frag"))
    var options = LintOptions()
    options.engines = [.own]
    for paths in [["/a.frag", ""], ["", "/a.frag"]] {
      let inputs = try InputCollector.collect(paths.map { folder.path + $0 }, options: options)
      #expect(try Linter(options).run(inputs).counts.errors > 0)
    }
  }

  @Test func aFileCanHoldBothStages() throws {
    let text = """
      #version 120
      #if defined(VERTEX)
      varying vec2 uv;
      void main() { gl_Position = vec4(uv = vec2(SCALE), 0.0, 1.0); }
      #elif defined(FRAGMENT)
      precision mediump float;
      varying vec3 uv;
      void main() { gl_FragColor = vec4(uv, lihgt); }
      #endif
      """
    let folder = try folder([
      ".shaderlint.toml": "preset = \"retroarch\"\n[define]\nSCALE = 1.0\n", "a.glsl": text,
      "new.glsl": "#version 330\nvoid main() { }\n",
    ])
    let (inputs, report) = try report(folder)
    #expect(inputs.shaders.map(\.part) == ["vertex", "fragment"])
    #expect(inputs.programs.count == 1)
    let errors = report.diagnostics.filter { $0.severity == .error }
    #expect(errors.map { $0.location?.line } == [7, 8], "\(errors)")
    #expect(report.general.first?.message.contains("later than 1.20") == true)
  }

  /// An engine that replaces the #version line also replaces that of files with one stage.
  @Test(arguments: ["", "stage = \"fragment\"\n"])
  func versionsOfPlainStagesCanBeIgnored(stage: String) throws {
    let main = "precision mediump float;\nvoid main() { gl_FragColor = vec4(1.0); }\n"
    let folder = try folder([
      ".shaderlint.toml": "[[files]]\nmatch = \"*.frag\"\nignore-version = true\n\(stage)",
      "a.frag": "#version 120\n\(main)", "later.frag": "#version 330 core\nout vec4 c;\n",
    ])
    let (inputs, report) = try report(folder)
    #expect(inputs.shaders.map { Paths.name(of: $0.path) } == ["a.frag"])
    #expect(report.counts.errors == 0)
    #expect(inputs.skipped.map(\.reason) == ["a #version line later than 1.20"])
  }

  @Test func sectionsAreShaders() throws {
    let folder = try folder([
      ".shaderlint.toml": "[[files]]\nmatch = \"*.glsl\"\nstage = \"sections\"\n",
      "a.glsl": "/* é */\n[vertex]\n\(vertex)[fragment]\n\tvoid main() { gl_FragColor = x; }\n",
    ])
    let (inputs, report) = try report(folder)
    #expect(inputs.shaders.map(\.stage) == [.vertex, .fragment])
    let errors = report.diagnostics.filter { $0.severity == .error }
    #expect(errors.map { $0.location?.text } == ["\(folder.path)/a.glsl:6:31"], "\(errors)")
    #expect(report.text(as: .human).contains("gl_FragColor = x"))
  }

  /// A line with no other words than such as `begin` and `shader` starts a section.
  @Test(arguments: [
    ("---VERTEX SHADER---", "---FRAGMENT SHADER---", true),
    ("#shader vertex", "#shader fragment", true),
    ("//@Begin_vertex", "//@End\n//@Begin_fragment", true),
    ("", "__split__", true),
    ("// vertex", "// the fragment", false), ("// vertex", "// vertex", false),
    ("attribute vec4 a;\n// vertex", "// fragment", false),
  ])
  func linesNameSections(_ first: String, _ second: String, _ isFound: Bool) throws {
    let fragment = "void main() { gl_FragColor = vec4(missing); }\n"
    let folder = try folder(["a.glsl": "/* é */\n\(first)\n\(vertex)\n\(second)\n\(fragment)"])
    let (inputs, report) = try report(folder)
    #expect(inputs.shaders.isEmpty != isFound)
    guard isFound else { return }
    #expect(inputs.shaders.map(\.stage) == [.vertex, .fragment])
    #expect(report.diagnostics.filter { $0.message.contains("'missing'") }.count == 1)
  }

  /// A program replaces a word with reserved underscores, also beside a line that divides shaders.
  @Test(arguments: [("__noise__", 0), ("noise", 1)])
  func reservedWordsAreReplaced(_ word: String, _ errors: Int) throws {
    let fragment = "precision lowp float;\n\(word)\nvoid main() { gl_FragColor = vec4(1.0); }\n"
    let folder = try folder(["a.glsl": "\(vertex)\n__split__\n\(fragment)"])
    let (inputs, report) = try report(folder)
    #expect(inputs.shaders.count == 2)
    #expect(report.counts.errors == errors, "\(report.diagnostics)")
  }

  /// `#ifdef VERTEX_SHADER` chooses a stage; `#ifdef VERTEX_COLORS` does not.
  @Test(arguments: [("SHADER", 2), ("COLORS", 0)])
  func longNamesChooseStages(_ name: String, _ count: Int) throws {
    let folder = try folder([
      "a.glsl": "#ifdef VERTEX_\(name)\nvoid main() { gl_Position = vec4(0.0); }\n#endif\n"
        + "#ifdef FRAGMENT_\(name)\nvoid main() { gl_FragColor = vec4(1.0); }\n#endif\n"
    ])
    let (inputs, report) = try report(folder)
    #expect(inputs.shaders.count == count)
    // Nothing to check is an error.
    #expect(report.counts.errors == (count == 0 ? 1 : 0), "\(report.diagnostics)")
  }

  @Test func programsAreCheckedButNotFixed() throws {
    let folder = try folder([
      "a.js": "f();\nconst s = `\nvoid main() { gl_FragColor = vec4(y); }\nvec3 a;`;\nlet = `"
    ])
    var options = LintOptions()
    options.engines = [.own]
    let path = "\(folder.path)/a.js"
    let inputs = try InputCollector.collect([path], options: options)
    let (report, fixed) = try Linter(options).fix(inputs)
    let errors = report.diagnostics.filter { $0.severity == .error }
    #expect(errors.contains { $0.location?.text == "\(path):3:35" }, "\(errors)")
    #expect(errors.contains { $0.message.contains("precision") }, "\(errors)")
    #expect(fixed.changes.isEmpty)
  }

  /// three.js keeps the chunks of its shaders in modules, and writes lines before each shader.
  @Test func includesCanBeModules() throws {
    let chunks = "node_modules/three/src/renderers/shaders/ShaderChunk"
    let folder = try folder([
      ".shaderlint.toml": "preset = \"three\"",
      "\(chunks)/tint.glsl.js":
        "// it's\nexport default /* glsl */`\n\tvec3 tint = cameraPosition +;\n`;\n",
      "a.js": """
      export const vertex = /* glsl */`
      void main() { gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0); }
      `;
      export const raw = /* glsl */`
      attribute vec4 position;
      void main() { gl_Position = position; }
      `;
      export const fragment = /* glsl */`
      void main() {
        #include <tint>
        gl_FragColor = vec4(cameraPosition, NUM_DIR_LIGHTS);
      }`;
      """,
    ])
    let (inputs, report) = try report(folder)
    #expect(inputs.shaders.map(\.stage) == [.vertex, .vertex, .fragment])
    let errors = report.diagnostics.filter { $0.severity == .error }
    #expect(
      errors.map { $0.location?.text } == ["\(folder.path)/\(chunks)/tint.glsl.js:3:30"],
      "\(errors)")
  }

  @Test func textCanHaveStandIns() throws {
    let folder = try folder([
      ".shaderlint.toml": """
      [[files]]
      match = "*.frag"
      stage = "fragment"
      include-suffix = [".fx", "Part.fx"]
      replace = { "%count%" = 4, "{X}" = "0", "__decl__" = "", "out vec4 c;" = "" }
      fragment-lines = ["precision mediump float;"]
      [[files]]
      match = "*.fx"
      stage = "snippet"
      """,
      "lightPart.fx": "uniform vec3 light{X}Color; float y{X} = wrong;\n",
      "a.frag": """
      #include "__decl__light"
      out vec4 c;
      uniform float a[%count%]; float z = worse;
      void main() { gl_FragColor = vec4(light0Color, a[3]); }
      """,
    ])
    let (_, report) = try report(folder)
    let errors = report.diagnostics.filter { $0.severity == .error }
    #expect(
      errors.map { $0.location?.text } == [
        "\(folder.path)/a.frag:3:37", "\(folder.path)/lightPart.fx:1:42",
      ], "\(report.diagnostics)")
    for wrong in [
      "{ \"%n%\" = \"1000\" }", "{ \"a\\nb\" = 1 }", "{ \"\" = \"\" }", "1", "{ \"abc\" = \"éé\" }",
    ] {
      #expect(throws: ConfigurationError.self) {
        let text = "[[files]]\nmatch = \"*\"\nreplace = \(wrong)"
        _ = try Configuration(path: "a.toml", text: text)
      }
    }
  }

  /// Two names of one file are one shader.
  @Test func filesAreCheckedOnce() throws {
    let folder = try folder(["a.frag": fragment])
    let paths = ["\(folder.path)/a.frag", "\(folder.path)/./a.frag"]
    #expect(try InputCollector.collect(paths).shaders.count == 1)
  }

  @Test func anEmptyRunIsAnError() throws {
    let folder = try folder(["readme.txt": "no shader\n", "part.glsl": "float a;\n"])
    let (inputs, report) = try report(folder)
    #expect(inputs.problems.map(\.rule) == [.nothingToCheck])
    #expect(report.hasUnreadableFiles)
    #expect(inputs.problems.first?.message.contains("skipped 1 file") == true)
    #expect(inputs.problems.first?.hint?.contains(".vert") == true)
  }

  @Test func aSurveySaysWhatFilesAre() throws {
    let both = "#ifdef VERTEX\nvoid main() { gl_Position = vec4(0.0); }\n#endif\n"
    let folder = try folder([
      "aVert.glsl": vertex, "aFrag.glsl": fragment, "b.vert": vertex, "crt.glsl": both,
      "a.js": "const s = `\n\(fragment)`;\n", "part.glsl": "#ifdef VERTEX\n#endif\nfloat a;\n",
    ])
    let survey = ProjectSurvey(folder: folder.path)
    #expect(
      survey.findings == [
        "3 files whose name tells the stage", "1 file .js with shaders in strings",
        "1 file with both stages, which macros choose", "1 file without main, for #include",
      ])
    #expect(survey.configuration.isEmpty && survey.hasShaders)
  }

  @Test(arguments: [true, false]) func aSurveyKnowsRetroArch(hasParameters: Bool) throws {
    let text = "#if defined(VERTEX)\nvoid main() { gl_Position = vec4(0.0); }\n#endif\n"
    let folder = try folder([
      "crt.glsl": (hasParameters ? "#pragma parameter A \"a\" 0.0 0.0 1.0\n" : "") + text
    ])
    let configuration = ProjectSurvey(folder: folder.path).configuration
    #expect(configuration == (hasParameters ? "preset = \"retroarch\"\n" : ""))
  }

  /// Programs are searched unless a configuration lists files, or npm installs them.
  @Test func programsInFoldersAreSearched() throws {
    let code = "const s = `varying lowp vec4 v;\nvoid main() { gl_FragColor = missing; }\n`;\n"
    let folder = try folder([
      "a.js": code, "node_modules/b/b.js": code, "node_modules/b/b.vert": "x",
      "c.py": "s = \"\"\"\(fragment)\"\"\"\n",
      "empty.html":
        "<script id='v' type='x-shader/x-vertex'>\n// void main() { gl_Position = p; }\n"
        + "</script>\n",
      "out.js": "export const s = /* glsl */`#version 300 es\nvoid main() { gl_Position = a; }`;\n",
    ])
    let (inputs, found) = try report(folder)
    #expect(
      inputs.shaders.map { Paths.name(of: $0.path) } == ["a.js", "c.py", "empty.html", "out.js"])
    #expect(found.counts.errors == 1)
    #expect(
      found.general.map { $0.message.prefix { $0 != "/" } }.sorted() == [
        "skipped 1 file: GLSL ES 3.00 or later; --es3 checks it with the driver: ",
        "skipped 1 file: no code, but comments: ", "skipped 2 files: a package that npm installs: ",
      ])
    let list = "[[files]]\nmatch = \"*.py\"\nstage = \"host\"\n"
    try AtomicFile.write(Array(list.utf8), to: "\(folder.path)/.shaderlint.toml")
    let (listed, notes) = try report(folder)
    #expect(listed.shaders.map { Paths.name(of: $0.path) } == ["c.py"])
    #expect(
      notes.general.map(\.message).contains { $0.contains(SkipReason.Unread.program.rawValue) })
  }

  /// What the user names is checked, whatever it is.
  @Test func namedFilesAndPackagesAreChecked() throws {
    let both = "#ifdef VERTEX\nvoid main() { gl_Position = vec4(0.0); }\n#endif\n"
    let folder = try folder([
      "a.glsl": both, "b.txt": "[vertex]\n\(vertex)\n[fragment]\n\(fragment)\n",
      "node_modules/b/b.vert": vertex,
    ])
    func count(_ path: String) throws -> Int {
      try InputCollector.collect(["\(folder.path)/\(path)"]).shaders.count
    }
    #expect(try count("a.glsl") == 2 && count("b.txt") == 2)
    #expect(try count("node_modules/b") == 1 && count("node_modules/*/*.vert") == 1)
    #expect(try count("") == 4)
    let survey = ProjectSurvey(folder: folder.path)
    #expect(survey.findings.joined().ranges(of: "1 file").count == 2, "\(survey.findings)")
  }

  /// Shaders in another language are no mistake of the command line.
  @Test func programsMayHoldOtherLanguagesOnly() throws {
    let text = "#version 300 es\nin vec4 p;\nvoid main() { gl_Position = p; }\n"
    let (_, found) = try report(try folder(["a.js": "s = `\(text)`;\n"]))
    #expect(found.counts.errors == 0 && found.general.map(\.rule) == [.skippedFiles])
  }

  /// The keys of a file are added to those of its preset, in whatever order they stand.
  @Test(arguments: [true, false]) func aPresetIsExtended(isFirst: Bool) throws {
    let lines = ["preset = \"kodi\"", "exclude = [\"mine/**\"]"]
    let text = (isFirst ? lines : lines.reversed()).joined(separator: "\n")
    let kodi = try Configuration(path: "kodi.toml", text: try #require(Presets.text(of: "kodi")))
    let found = try Configuration(path: "a.toml", text: text)
    #expect(found.exclude == ["mine/**"] + kodi.exclude)
    #expect(!kodi.exclude.isEmpty && found.files.count == kodi.files.count)
  }

  @Test func presetsAreConfigurations() throws {
    for name in Presets.names {
      let text = try #require(Presets.text(of: name))
      let preset = try Configuration(path: "\(name).toml", text: text)
      #expect(!preset.files.isEmpty)
    }
    #expect(throws: ConfigurationError.self) {
      _ = try Configuration(path: "a.toml", text: "preset = \"none\"")
    }
    #expect(throws: ConfigurationError.self) {
      _ = try Configuration(path: "a.toml", text: "[[files]]\nmatch = \"*\"\nstage = \"geometry\"")
    }
  }
}
