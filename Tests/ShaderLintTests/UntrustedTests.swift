import GLESKitSupport
import Glibc
import TestSupport
import Testing

@testable import ShaderLint

/// Repositories of strangers: what they name stays in them.
@Suite struct UntrustedTests {
  private static let secret = "secret_word = 1;\n"
  private static let fine = "void main() { gl_FragColor = vec4(1.0); }\n"
  private static let fixable = "void main() { lowp float a = 1; gl_FragColor = vec4(a); }\n"

  /// A folder with the project `in` and the file `secret` beside it.
  private func scratch(
    _ files: [String: String], links: [String: String] = [:]
  ) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let all = files.merging(["secret": Self.secret, "in/.git/HEAD": "x"]) { $1 }
    for (name, text) in all {
      try Files.createFolders(Paths.folder(of: "\(folder.path)/\(name)"))
      try AtomicFile.write(Array(text.utf8), to: "\(folder.path)/\(name)")
    }
    for (name, target) in links { #expect(symlink(target, "\(folder.path)/\(name)") == 0) }
    return folder
  }

  private func report(
    _ paths: [String], _ change: (inout LintOptions) -> Void = { _ in }
  ) throws -> LintReport {
    var options = LintOptions()
    options.engines = [.own]
    change(&options)
    return try Linter(options).run(InputCollector.collect(paths, options: options))
  }

  /// A way to have a file outside read.
  struct Way: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var files: [String: String] = [:]
    var links: [String: String] = [:]
  }

  static let ways = [
    Way(
      testDescription: "prelude",
      files: ["in/.shaderlint.toml": "prelude = '../secret'\n", "in/a.frag": fine]),
    Way(
      testDescription: "prelude of a kind",
      files: [
        "in/.shaderlint.toml": "[[files]]\nmatch = '*.frag'\nprelude = '../secret'\n",
        "in/a.frag": fine,
      ]),
    Way(testDescription: "include", files: ["in/a.frag": "#include \"../secret\"\n\(fine)"]),
    Way(
      testDescription: "folder of includes",
      files: [
        "in/.shaderlint.toml": "include = ['..']\n", "in/a.frag": "#include <secret>\n\(fine)",
      ]),
    Way(
      testDescription: "program",
      files: [
        "in/.shaderlint.toml": "[[program]]\nvertex = '../secret'\nfragment = 'a.frag'\n",
        "in/a.frag": fine,
      ]),
    Way(
      testDescription: "link to be included", files: ["in/a.frag": "#include \"b.glsl\"\n\(fine)"],
      links: ["in/b.glsl": "../secret"]),
    Way(
      testDescription: "linked shader", files: ["in/a.frag": fine],
      links: ["in/b.frag": "../secret"]),
    Way(
      testDescription: "linked folder", files: ["in/a.frag": fine, "out/b.frag": secret],
      links: ["in/b": "../out"]),
    Way(
      testDescription: "linked program", files: ["in/a.frag": fine],
      links: ["in/b.js": "../secret", "in/.shaderlint.toml": "c.toml"]),
  ]

  @Test(arguments: ways) func whatLiesOutsideIsNotRead(_ way: Way) throws {
    let folder = try scratch(
      way.files.merging(["in/c.toml": "[[files]]\nmatch = '*.js'\nstage = 'host'\n"]) { $1 },
      links: way.links)
    let found = try report(["\(folder.path)/in"])
    #expect(!found.readFiles.contains { $0.hasSuffix("secret") || $0.contains("/b") })
    #expect(!found.text(as: .human).contains("secret_word"))
    #expect(
      found.diagnostics.contains { $0.message.contains("out of the project") }
        || found.diagnostics.contains { $0.message.contains("outside the project") })
    #expect(found.readFiles.contains("\(folder.path)/in/a.frag"))
    let followed = try report(["\(folder.path)/in"]) { $0.followsLinks = true }
    #expect(!followed.diagnostics.contains { $0.message.contains("side the project") })
  }

  /// What the command line names is trusted: the file, a folder for includes, and the prelude.
  @Test func whatTheUserNamesIsRead() throws {
    let folder = try scratch(
      ["in/a.frag": "#include <secret.glsl>\n\(Self.fine)", "lib/secret.glsl": "float a = 1.0;\n"],
      links: ["in/b.frag": "../secret"])
    let root = folder.path
    #expect(try report(["\(root)/in/b.frag"]).readFiles == ["\(root)/in/b.frag"])
    let included = try report(["\(root)/in/a.frag"]) {
      $0.assembly.includeFolders = ["\(root)/lib"]
    }
    #expect(included.readFiles.contains("\(root)/lib/secret.glsl"))
    let preceded = try report(["\(root)/in/a.frag"]) { $0.assembly.prelude = "\(root)/secret" }
    #expect(preceded.readFiles.contains("\(root)/secret"))
  }

  /// The project is what version control knows, else the folder of the configuration.
  @Test func theProjectIsLargerThanWhatIsChecked() throws {
    let folder = try scratch([
      "in/b.glsl": "float a = 1.0;\n",
      "in/deep/er/a.frag": "#include \"../../b.glsl\"\n\(Self.fine)",
      "out/.shaderlint.toml": "", "out/b.glsl": "float a = 1.0;\n",
      "out/deep/a.frag": "#include \"../b.glsl\"\n\(Self.fine)",
    ])
    for (path, shared) in [("in/deep/er", "in/b.glsl"), ("out/deep", "out/b.glsl")] {
      #expect(try report(["\(folder.path)/\(path)"]).readFiles.contains("\(folder.path)/\(shared)"))
    }
  }

  /// A fix changes the project only, even if the user names a link that leads out of it.
  @Test func fixesStayInside() throws {
    let folder = try scratch(
      ["out/b.frag": Self.fixable, "in/c.frag": Self.fixable],
      links: ["in/a.frag": "../out/b.frag", "in/d.frag": "c.frag"])
    var options = LintOptions()
    options.engines = [.own]
    for (name, isInside) in [("a.frag", false), ("d.frag", true)] {
      let inputs = try InputCollector.collect(["\(folder.path)/in/\(name)"], options: options)
      let (_, fixed) = try Linter(options).fix(inputs)
      #expect(fixed.changes.count == 1)
      #expect(fixed.write().isEmpty == isInside)
    }
    #expect(try Files.read("\(folder.path)/out/b.frag") == Array(Self.fixable.utf8))
    #expect(try Files.read("\(folder.path)/in/c.frag") != Array(Self.fixable.utf8))
    #expect(Files.isLink("\(folder.path)/in/d.frag"))
  }

  /// A pipe would be waited for.
  @Test func specialFilesAreNotRead() throws {
    let folder = try scratch([
      "in/.shaderlint.toml": "prelude = 'pipe'\n", "in/a.frag": "#include \"pipe\"\n\(Self.fine)",
    ])
    #expect(mkfifo("\(folder.path)/in/pipe", 0o600) == 0)
    let found = try report(["\(folder.path)/in"]).diagnostics
    #expect(Set(found.map(\.rule)).isSuperset(of: [.unreadableFile, .includeNotFound]))
    #expect(found.contains { $0.message.contains("use a regular file") })
    #expect(mkfifo("\(folder.path)/in/b.frag", 0o600) == 0)
    let named = try report(["\(folder.path)/in/b.frag"]).diagnostics
    #expect(named.map(\.rule) == [.unreadableFile])
  }

  /// A configuration that the user names adds what it declares below its folder, to be read only.
  @Test func aNamedConfigurationDoesNotOpenItsFolder() throws {
    let folder = try scratch([
      "in/a.frag": "#include \"../secret\"\n#include <b.glsl>\n#include <c.glsl>\n\(Self.fine)",
      "user/x.toml": "include = ['lib', '../out']\n", "user/lib/b.glsl": "float b;\n",
      "out/c.glsl": "float c;\n", "user/private.glsl": "",
    ])
    let root = folder.path
    let found = try report(["\(root)/in"]) { $0.configuration = "\(root)/user/x.toml" }
    #expect(found.readFiles == ["\(root)/in/a.frag", "\(root)/user/lib/b.glsl"])
    var options = LintOptions()
    options.configuration = "\(root)/user/x.toml"
    let files = try InputCollector.collect(["\(root)/in"], options: options).files
    #expect(throws: FileError.self) { try files.read("\(root)/user/private.glsl") }
    #expect(files.writable("\(root)/user/lib/b.glsl") == nil)
    #expect(files.writable("\(root)/in/a.frag") != nil)
  }

  /// The source of a log is of a project, too.
  @Test func sourcesOfLogsIncludeWhatIsInside() throws {
    let folder = try scratch([
      "in/a.frag": "#include \"../secret\"\n#include \"b.glsl\"\n\(Self.fine)",
      "in/b.glsl": "float b;\n",
    ])
    var reader = LogReport()
    reader.sources = [ShaderInput(path: "\(folder.path)/in/a.frag")]
    let found = try reader.read(Array("ERROR: 0:2: 'b' : redefinition\n".utf8), name: "log")
    #expect(found.sources.keys.sorted() == ["a.frag", "b.glsl"].map { "\(folder.path)/in/\($0)" })
  }

  /// A program can name a shader behind a link, whose configuration is not read either.
  @Test func configurationsBehindLinksAreNotRead() throws {
    let program = "[[program]]\nvertex = 'link/er/a.vert'\nfragment = 'a.frag'\n"
    let folder = try scratch(
      [
        "in/.shaderlint.toml": program, "in/a.frag": Self.fine, "out/er/a.vert": Self.fine,
        "out/.shaderlint.toml": Self.secret, "out/er/.shaderlint.toml": Self.secret,
      ], links: ["in/link": "../out"])
    let found = try report(["\(folder.path)/in"])
    #expect(found.configurations == ["\(folder.path)/in/.shaderlint.toml"])
    #expect(found.diagnostics.contains { $0.message.contains("outside the project") })
  }

  /// A worker, which checks assembled texts, includes nothing.
  @Test func theWorkerReadsNoFiles() throws {
    let folder = try scratch(["a.glsl": "void f() {}\n"])
    let text = "#include \"\(folder.path)/a.glsl\"\nvoid main() { f(); }\n"
    #expect(!OwnEngine.accepts(.fragment, Array(text.utf8)))
  }

  /// A project may lie in a folder whose name is not UTF-8.
  @Test func realPathsAreBytes() throws {
    let folder = try scratch(["in/a.frag": "#include \"b.glsl\"\n\(Self.fine)", "in/b.glsl": ""])
    let name = Array("\(folder.path)/".utf8CString.dropLast()) + [-1, 0]
    #expect(rename("\(folder.path)/in", name) == 0)
    #expect(symlink(name, "\(folder.path)/link") == 0)
    for follows in [false, true] {
      let found = try report(["\(folder.path)/link/a.frag"]) { $0.followsLinks = follows }
      #expect(found.readFiles.count == 2, "\(found.diagnostics)")
    }
  }
}
