/// A departure of a compiler from the specification that is known, with its evidence and what is done
/// about it.
package struct Quirk: Hashable, Sendable {
  /// What is done about a quirk.
  package enum Treatment: Hashable, Sendable {
    /// These legal names are sent to the compiler in another spelling of the same length.
    case renames([String])
    /// An error whose message contains these words is dropped where the condition holds.
    case overrules(words: [String], when: Condition)
    /// Corrected before or after the compiler, in the way the sentence says.
    case corrected(String)
    /// A rule of ours reports what the compiler lets pass.
    case reported(Rule.ID)
  }

  /// When an error is overruled.
  package enum Condition: Hashable, Sendable {
    /// The name in question is declared by the function's parameter list and by its body.
    case localHidesParameter
    /// The configuration asks for what WebGL 1 allows.
    case webgl
  }

  /// A stable word for it, as `--driver-info` lists it.
  package var name: String
  /// The engine that has it.
  package var engine: Engine
  /// What must occur in the engine's description for the quirk to apply.
  package var mark: String
  /// The first version that has it; `nil` for "as far back as is known".
  package var since: Version?
  /// The first version that no longer has it; `nil` for "not mended yet".
  package var until: Version?
  /// What the compiler does, and with which version that was measured.
  package var evidence: String
  /// What is done about it.
  package var treatment: Treatment

  /// A version of up to three numbers.
  package struct Version: Hashable, Sendable, Comparable {
    /// The numbers, most significant first.
    package var numbers: SIMD3<Int>

    /// Makes a version.
    package init(_ major: Int, _ minor: Int = 0, _ patch: Int = 0) {
      numbers = SIMD3(major, minor, patch)
    }

    /// Older versions are less.
    package static func < (a: Version, b: Version) -> Bool {
      (a.numbers.x, a.numbers.y, a.numbers.z) < (b.numbers.x, b.numbers.y, b.numbers.z)
    }
  }

  /// Every quirk that is known.
  package static let all: [Quirk] = [
    Quirk(
      name: "unread-after-high-byte", engine: .driver, mark: "Mesa",
      evidence: "22.3.6: a byte above 0x7F outside a comment ends the file for the parser",
      treatment: .reported(.nonASCII)),
    Quirk(
      name: "unread-after-nul", engine: .driver, mark: "Mesa",
      evidence: "22.3.6: the text after a NUL byte is ignored",
      treatment: .reported(.nulByte)),
    Quirk(
      name: "byte-order-mark", engine: .driver, mark: "Mesa",
      evidence: "22.3.6: a byte-order mark gives 'unexpected end of file'",
      treatment: .reported(.byteOrderMark)),
    Quirk(
      name: "cache-drops-warnings", engine: .driver, mark: "Mesa",
      evidence: "22.3.6: once a program has linked, its shaders' warnings never come again",
      treatment: .corrected("workers run with MESA_SHADER_CACHE_DISABLE=true")),
    Quirk(
      name: "desktop-names-without-version", engine: .driver, mark: "Mesa",
      evidence: "22.3.6: without #version, names of desktop GLSL such as gl_Color are accepted",
      treatment: .corrected("#version 100 is put before files that have none")),
    Quirk(
      name: "line-source-number", engine: .driver, mark: "Mesa",
      evidence: "22.3.6: messages give the source number of #line as 0",
      treatment: .corrected("every line of a text has a number of its own")),
    Quirk(
      name: "columns-after-preprocessing", engine: .driver, mark: "Mesa",
      evidence: "22.3.6: columns count in the text after macros and blanks are replaced, and a "
        + "macro call over several lines shifts the lines below it",
      treatment: .corrected("positions are led back through the same replacements")),
    Quirk(
      name: "accepts-version-300", engine: .driver, mark: "Mesa",
      evidence: "22.3.6: #version 300 es compiles in a context that was asked for ES 2.0",
      treatment: .reported(.wrongVersion)),
    Quirk(
      name: "dmat-reserved", engine: .driver, mark: "Mesa",
      evidence:
        "22.3.6: dmat2 to dmat4x4 are refused as names, which GLSL ES 1.00 does not reserve",
      treatment: .renames([
        "dmat2", "dmat3", "dmat4", "dmat2x2", "dmat2x3", "dmat2x4", "dmat3x2", "dmat3x3",
        "dmat3x4", "dmat4x2", "dmat4x3", "dmat4x4",
      ])),
    Quirk(
      name: "local-hides-parameter", engine: .driver, mark: "Mesa",
      evidence:
        "22.3.6: a local variable with a parameter's name is refused; GLSL ES 1.00 gives the "
        + "body a scope of its own (dEQP scoping.valid.local_variable_hides_function_parameter)",
      treatment: .overrules(words: ["redeclared"], when: .localHidesParameter)),
    Quirk(
      name: "global-initialisers", engine: .driver, mark: "",
      evidence: "WebGL 1 lets globals start from non-constant values, GLSL ES 1.00 does not",
      treatment: .overrules(
        words: ["initializer of global variable", "constant expression"], when: .webgl)),
    Quirk(
      name: "global-initialisers-glslang", engine: .glslang, mark: "",
      evidence: "the same as global-initialisers, in glslang's words (12.0)",
      treatment: .overrules(words: ["non-constant global initializer"], when: .webgl)),
    Quirk(
      name: "main-not-needed", engine: .driver, mark: "Mesa",
      evidence: "22.3.6: a shader without main compiles, and fails when it is linked",
      treatment: .reported(.missingMain)),
    Quirk(
      name: "later-words-reserved", engine: .glslang, mark: "",
      evidence: "12.0: words that only later versions reserve are refused as names",
      treatment: .renames([
        "active", "filter", "common", "partition",
      ])),
  ]

  /// The quirks of `engine` as its workers describe it.
  static func applying(to engine: Engine, description: String) -> [Quirk] {
    let version = Self.version(in: description)
    return all.filter { quirk in
      quirk.engine == engine && (quirk.mark.isEmpty || description.contains(quirk.mark))
        && quirk.covers(version)
    }
  }

  /// Whether a compiler of `version` has the quirk; one whose version is not known is taken to.
  private func covers(_ version: Version?) -> Bool {
    guard let version else { return true }
    return since.map { version >= $0 } ?? true && until.map { version < $0 } ?? true
  }

  /// Mesa's version, as in `OpenGL ES 3.2 Mesa 22.3.6`; `nil` where there is none.
  static func version(in description: String) -> Version? {
    var words = description.split(whereSeparator: { $0.isWhitespace })[...]
    while let word = words.popFirst() {
      guard word == "Mesa", let number = words.first else { continue }
      let parts = number.split(separator: ".").map { Int($0.prefix { $0.isNumber }) ?? 0 }
      if let major = parts.first, major > 0 {
        return Version(major, parts.count > 1 ? parts[1] : 0, parts.count > 2 ? parts[2] : 0)
      }
    }
    return nil
  }

  init(
    name: String, engine: Engine, mark: String, since: Version? = nil, until: Version? = nil,
    evidence: String, treatment: Treatment
  ) {
    self.name = name
    self.engine = engine
    self.mark = mark
    self.since = since
    self.until = until
    self.evidence = evidence
    self.treatment = treatment
  }
}
