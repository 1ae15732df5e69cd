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
    switch phase {
    case .validate: return .validationFailed
    case .link:
      if let rule = coded ?? match(text, linkWords) { return rule }
      return message.severity == .error ? .linkError : .driverWarning
    case .compile:
      if text.hasPrefix("#error") || text.hasPrefix("'#error'") || text.contains("#error ") {
        return .errorDirective
      }
      if let coded { return coded }
      if message.severity != .error {
        return match(text, warningWords) ?? .driverWarning
      }
      if let rule = match(text, compileWords) { return rule }
      if message.code?.lowercased().hasPrefix("preprocessor") == true || message.code?.first == "P"
      {
        return .preprocessorError
      }
      return .compileError
    }
  }

  private typealias Table = [(rule: Rule.ID, words: [[Substring]])]

  /// Returns the rule of the first row of which a text has the words.
  private static func match(_ text: String, _ table: Table) -> Rule.ID? {
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

  private static let warningWords = table(
    """
    uninitialized: uninitialized | uninitialised | before being set | before it is initialized
    uninitialized: may be used before
    unused: unused | never used
    deprecated: deprecated
    bad-extension: extension
    double-underscore: reserved `__' | consecutive underscores | two consecutive
    missing-precision: precision
    type-mismatch: implicit
    bad-literal: float suffixes
    """)

  private static let compileWords = table(
    """
    line-continuation: line continuation
    syntax-error: escape character
    preprocessor-error: syntax error, unexpected … preprocessor
    missing-precision: precision … no precision specified | default precision qualifier
    missing-precision: precision qualifier … requires | requires precision | no default precision
    missing-precision: declaration must include a precision
    reserved-name: gl_ … prefix … reserved | identifiers starting with "gl_"
    reserved-name: reserved built-in name
    double-underscore: consecutive underscores | uses reserved `__'
    webgl-reserved-name: webgl_
    reserved-word: reserved word | reserved keyword | illegal use of reserved | reserved for future
    wrong-version: #version | supported versions are | version … not supported
    preprocessor-error: unterminated #if | missing #endif
    macro-error: macro | #define
    preprocessor-error: #if | #el | #endif | directive | preprocessor
    not-constant: non-constant global
    compiler-out-of-memory: memory exhausted
    syntax-error: c-style initialization
    wrong-version: following version number
    syntax-error: syntax error | parse error
    bad-extension: extension
    syntax-error: unexpected end of file | unexpected token | unexpected identifier
    recursion: recursi
    bad-function: main() must
    bad-qualifier: global scope | marked invariant | must come after
    bad-assignment: writes to both
    bad-operands: bit-wise | operator … reserved in | could not implicitly convert operands
    type-mismatch: could not implicitly convert
    bad-operands: matrix multiplication
    bad-qualifier: opaque variables | sampler variables | storage qualifier
    bad-field: methods not supported
    bad-array: array constructors
    undeclared-identifier: undeclared | undefined variable | unknown identifier
    undeclared-identifier: undefined identifier | not declared
    no-matching-function: no function with name | no matching | no overload
    redeclaration: redeclar | redefin | already defined | already been declared | duplicate
    redeclaration: previously defined | already taken
    bad-field: swizzle | no such field | field selection | non-structure | no field named
    bad-field: vector field selector | cannot access field
    bad-array: array size | array … initializ | array of arrays | unsized array
    bad-array: declaration of an array
    bad-index: index … must be < | index … must be >= | out of range | out of bounds | index must be
    bad-index: cannot dereference | left of '[' | indexable
    not-constant: constant expression | must be constant | must be a constant
    not-constant: compile-time constant
    bad-qualifier: const … without initializer | const … must be initialized
    bad-assignment: read-only | non-lvalue | l-value | lvalue | can't modify | cannot modify
    bad-assignment: cannot be modified
    bad-qualifier: cannot initialize | qualifier | may not be declared | illegal type for
    bad-qualifier: attribute | varying
    bad-control-flow: discard | break | continue | switch
    bad-return: return
    bad-condition: boolean | condition
    bad-constructor: construct
    bad-operands: operand | wrong operand | operator
    bad-literal: suffix | literal | octal
    type-mismatch: cannot convert | type mismatch | cannot be assigned | incompatible types
    type-mismatch: does not match | must match
    bad-function: prototype | function | parameter | argument
    type-mismatch: type
    """)

  // Adreno: "uniform variables in vertex shader do not fit in 224 vectors".
  private static let linkWords = table(
    """
    too-many-resources: do not fit
    uniform-precision-mismatch: uniform … precision | unmatched precision | precisions of
    too-many-resources: too many | exceed | out of | could not pack | maximum | insufficient
    invariance-mismatch: invarian
    uniform-type-mismatch: uniform
    varying-not-declared: no matching output | not written | not found in | been declared in
    varying-not-declared: does not write | no corresponding output
    varying-not-declared: cannot find vertex shader varying | not declared in | does not match any
    varying-not-declared: static use of | undeclared | is not an output
    missing-main: lacks `main' | missing main | entry point | no main | main
    undefined-function: unresolved reference | no definition | undefined function | unresolved
    recursion: recursi
    missing-stage: uncompiled | not compiled | not been compiled | not successfully compiled
    missing-stage: lacks a vertex shader | lacks a fragment shader | no compiled | not successfully
    missing-stage: missing vertex | missing fragment
    varying-type-mismatch: types must match | declared as type | varying | mismatch
    varying-type-mismatch: does not match the | differ | component conflict
    """)
}
