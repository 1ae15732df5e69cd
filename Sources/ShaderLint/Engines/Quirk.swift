/// A known deviation of a compiler from the specification, with evidence and treatment.
package struct Quirk: Hashable, Sendable {
  /// How a quirk is handled.
  package enum Treatment: Hashable, Sendable {
    /// The compiler gets these legal names in another spelling of the same length.
    case renames([String])
    /// An error whose message contains these words is dropped if the condition holds.
    case overrules(words: [String], when: Condition)
    /// shaderlint corrects it, as the sentence describes.
    case corrected(String)
    /// One of shaderlint's own rules reports what the compiler accepts.
    case reported(Rule.ID)
  }

  /// The condition for dropping an error.
  package enum Condition: Hashable, Sendable {
    /// The function's parameter list and its body declare the same name.
    case localHidesParameter
    /// WebGL 1 is the target.
    case webgl
    /// The error is in a `#line` directive.
    case lineDirective
  }

  /// A stable name, as `--driver-info` shows it.
  package var name: String
  /// The engine that has it.
  package var engine: Engine
  /// The text in the engine's description to which the quirk applies; empty for all.
  package var mark: String
  /// What the compiler does, and the version with which it was measured.
  package var evidence: String
  /// How the quirk is handled.
  package var treatment: Treatment

  /// All known quirks.
  package static let all: [Quirk] = [
    Quirk(
      name: "unread-after-high-byte", engine: .driver, mark: "Mesa",
      evidence: "22.3.6: the text after a byte above 0x7F outside a comment is ignored",
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
      evidence: "22.3.6: once a program has linked, the warnings of its shaders no longer appear",
      treatment: .corrected("workers run with MESA_SHADER_CACHE_DISABLE=true")),
    Quirk(
      name: "desktop-names-without-version", engine: .driver, mark: "Mesa",
      evidence: "22.3.6: without #version, names of desktop GLSL such as gl_Color are accepted",
      treatment: .corrected("files without #version are compiled with #version 100")),
    Quirk(
      name: "line-source-number", engine: .driver, mark: "Mesa",
      evidence: "22.3.6: messages show the source string number of #line as 0",
      treatment: .corrected("each line of the assembled text has its own number")),
    Quirk(
      name: "columns-after-preprocessing", engine: .driver, mark: "Mesa",
      evidence: "22.3.6: columns refer to the text after macros are expanded and blanks collapsed, "
        + "and a macro call over several lines shifts the lines below it",
      treatment: .corrected("positions are mapped back through the same replacements")),
    Quirk(
      name: "accepts-version-300", engine: .driver, mark: "Mesa",
      evidence: "22.3.6: #version 300 es compiles in a context created for ES 2.0",
      treatment: .reported(.wrongVersion)),
    Quirk(
      name: "dmat-reserved", engine: .driver, mark: "Mesa",
      evidence:
        "22.3.6: dmat2 to dmat4x4 are rejected as names, but GLSL ES 1.00 does not reserve them",
      treatment: .renames([
        "dmat2", "dmat3", "dmat4", "dmat2x2", "dmat2x3", "dmat2x4", "dmat3x2", "dmat3x3",
        "dmat3x4", "dmat4x2", "dmat4x3", "dmat4x4",
      ])),
    Quirk(
      name: "local-hides-parameter", engine: .driver, mark: "Mesa",
      evidence:
        "22.3.6: a local variable with the name of a parameter is rejected; in GLSL ES 1.00 the "
        + "body has its own scope (dEQP scoping.valid.local_variable_hides_function_parameter)",
      treatment: .overrules(words: ["redeclared"], when: .localHidesParameter)),
    Quirk(
      name: "line-expressions", engine: .driver, mark: "Mesa",
      evidence:
        "22.3.6: #line takes numbers only; in GLSL ES 1.00 it takes constant integer expressions "
        + "(dEQP preprocessor.builtin.line_expression)",
      treatment: .overrules(words: ["syntax error", "unexpected"], when: .lineDirective)),
    Quirk(
      name: "global-initializers", engine: .driver, mark: "",
      evidence: "WebGL 1 allows non-constant initializers of globals, GLSL ES 1.00 does not",
      treatment: .overrules(
        words: ["initializer of global variable", "constant expression"], when: .webgl)),
    Quirk(
      name: "global-initializers-glslang", engine: .glslang, mark: "",
      evidence: "12.0: the same as global-initializers, with another message",
      treatment: .overrules(words: ["non-constant global initializer"], when: .webgl)),
    Quirk(
      name: "main-not-needed", engine: .driver, mark: "Mesa",
      evidence: "22.3.6: a shader without main compiles, but does not link",
      treatment: .reported(.missingMain)),
    Quirk(
      name: "later-words-reserved", engine: .glslang, mark: "",
      evidence: "12.0: words that only later versions reserve are rejected as names",
      treatment: .renames([
        "active", "filter", "common", "partition",
      ])),
  ]

  /// Returns the quirks of an engine with this description.
  static func applying(to engine: Engine, description: String) -> [Quirk] {
    all.filter { quirk in
      quirk.engine == engine && (quirk.mark.isEmpty || description.contains(quirk.mark))
    }
  }
}
