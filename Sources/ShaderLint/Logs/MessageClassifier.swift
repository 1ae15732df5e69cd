import CompilerLogs

/// Assigns rules to compilers' messages by the words in them.
enum MessageClassifier {
  /// What produced a message.
  enum Phase: Sendable { case compile, link, validate }

  /// Returns the rule for a message.
  static func rule(for message: LogMessage, in phase: Phase) -> Rule.ID {
    if message.isUnknown { return .unknownLogLine }
    let text = message.text.lowercased()
    // A code is clearer than its text.
    let code = message.code.flatMap { code in Vendor.all.firstResult { $0.codes[code] } }
    let coded = code.flatMap(Rule.ID.init(text:))
    let isError = message.severity == .error
    switch phase {
    case .validate: return .validationFailed
    case .link: return coded ?? match(text, linkWords) ?? (isError ? .linkError : .driverWarning)
    case .compile where text.contains("#error"): return .errorDirective
    case .compile where !isError: return coded ?? match(text, warningWords) ?? .driverWarning
    case .compile:
      let isDirective = message.code?.lowercased().hasPrefix("p") ?? false
      return coded ?? match(text, compileWords)
        ?? (isDirective ? .preprocessorError : .compileError)
    }
  }

  typealias Table = [(rule: Rule.ID, words: [[Substring]])]

  /// Returns the rule of the first row of which a text has the words.
  static func match(_ text: String, _ table: Table) -> Rule.ID? {
    table.first { $0.words.contains { $0.allSatisfy(text.contains) } }?.rule
  }

  /// Reads lines with the name of a rule and the words of its messages, separated by `|`; `…`
  /// stands between words that all occur.
  private static func table(_ text: String) -> Table {
    text.split(separator: "\n").compactMap { line in
      let halves = line.split(separator: ": ", maxSplits: 1)
      let words = halves[1].split(separator: " | ").map { $0.split(separator: " … ") }
      return Rule.ID(text: String(halves[0])).map { ($0, words) }
    }
  }

  static let warningWords = table(
    """
    uninitialized: uninitialized | before being initialized
    unused: unused
    deprecated: deprecated
    bad-extension: extension
    double-underscore: reserved `__' | consecutive underscores
    type-mismatch: implicit
    bad-literal: float suffixes
    """)

  static let compileWords = table(
    """
    line-continuation: line continuation
    syntax-error: escape character
    missing-precision: no precision specified | default precision | requires precision
    webgl-reserved-name: webgl_
    reserved-name: reserved `gl_' | starting with "gl_" | reserved built-in name
    double-underscore: consecutive underscores
    reserved-word: reserved word | reserved keyword
    wrong-version: #version | version … not supported | version number
    macro-error: macro
    preprocessor-error: #if | #el | #endif | directive | preprocessor | conditional block
    not-constant: non-constant
    compiler-out-of-memory: memory exhausted
    syntax-error: c-style initialization
    syntax-error: syntax error
    bad-extension: extension
    recursion: recursi
    bad-function: main() must
    bad-qualifier: global scope | marked invariant | must come after
    bad-assignment: writes to both
    bad-operands: bit-wise | operator … reserved in | convert operands | matrix multiplication
    type-mismatch: implicitly convert
    bad-qualifier: sampler variables
    bad-array: array constructors
    undeclared-identifier: undeclared | undefined variable | undefined identifier
    no-matching-function: no function with name | no matching
    redeclaration: redeclar | redefin | already defined | previously defined | already taken
    bad-field: swizzle | field | methods | subscript
    bad-array: array size | array … initializ | unsized array
    bad-literal: suffix | literal
    bad-index: index must be | out of range | out of bounds | dereference | left of '['
    not-constant: constant expression | must be constant | compile-time constant
    bad-assignment: read-only | lvalue | l-value
    bad-qualifier: must be initialized | initialize uniform | qualifier | attribute | varying
    bad-control-flow: discard | break | continue
    bad-return: return
    bad-condition: boolean
    bad-constructor: construct
    bad-operands: operand
    type-mismatch: cannot convert
    bad-function: function | parameter
    type-mismatch: type
    """)

  static let linkWords = table(
    """
    too-many-resources: do not fit
    uniform-precision-mismatch: uniform … precision | unmatched precision
    too-many-resources: too many | exceed | out of | could not pack
    invariance-mismatch: invarian
    uniform-type-mismatch: uniform
    varying-not-declared: no matching output | not written | not found in | been declared in | not declared
    varying-not-declared: does not write | no corresponding output
    varying-not-declared: cannot find vertex shader varying | does not match any
    varying-not-declared: is not an output
    missing-main: main | entry point
    undefined-function: unresolved | undefined function | function definition
    recursion: recursi
    missing-stage: compiled | lacks a
    varying-type-mismatch: types must match | declared as type | does not match the | differ
    varying-type-mismatch: component conflict
    """)
}
