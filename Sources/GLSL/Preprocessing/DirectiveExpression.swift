/// Evaluates the expression of an `#if` or `#elif` (§3.4), after macros were replaced.
///
/// The second operand of `&&` and `||` is evaluated only if the first one does not decide. An
/// undefined name is an error where it is evaluated, and counts as 0 then, as in C: often the
/// program defines it later, and no branch would be checked if the expression had no value.
struct DirectiveExpression {
  /// Why an expression has no value.
  struct Failure: Error {
    var rule = RuleID.preprocessorError
    var message: String
    /// The offending token; `nil` for the end.
    var token: Token?
  }

  private var tokens: ArraySlice<Token>
  private let bytes: (Token) -> ArraySlice<UInt8>
  private let isDefined: (UInt64) -> Bool
  private var depth = 0
  /// The first undefined name that was evaluated.
  private(set) var undefined: Failure?

  /// A hostile source must not overflow the stack.
  private static let depthLimit = 200

  /// - Parameters:
  ///   - tokens: The expression.
  ///   - bytes: Returns the text of a token.
  ///   - isDefined: Whether a macro has the name with this hash.
  init(
    _ tokens: ArraySlice<Token>, bytes: @escaping (Token) -> ArraySlice<UInt8>,
    isDefined: @escaping (UInt64) -> Bool
  ) {
    self.tokens = tokens
    self.bytes = bytes
    self.isDefined = isDefined
  }

  /// Whether all tokens were read.
  var isAtEnd: Bool { tokens.isEmpty }

  /// Returns the value of the next expression; #line has one or two.
  mutating func next() throws(Failure) -> Int { try binary(0, live: true) }

  /// Returns the value of the whole expression.
  mutating func value() throws(Failure) -> Int {
    let value = try next()
    if let rest = tokens.first {
      throw Failure(message: "unexpected '\(text(rest))'", token: rest)
    }
    return value
  }

  private func text(_ token: Token) -> String { String(decoding: bytes(token), as: UTF8.self) }

  private mutating func binary(_ least: Int, live: Bool) throws(Failure) -> Int {
    var left = try unary(live: live)
    while let token = tokens.first, token.kind == .punctuation {
      let operation = Lexeme(mark: bytes(token))
      // §3.4 has no ^^.
      guard operation.precedence > least, operation != .xor else { break }
      tokens = tokens.dropFirst()
      let decided = (operation == .and && left == 0) || (operation == .or && left != 0)
      let right = try binary(operation.precedence, live: live && !decided)
      guard live else { continue }
      guard let value = Self.apply(operation, left, right) else {
        throw Failure(message: "division by zero or shift out of range in #if", token: token)
      }
      left = value
    }
    return left
  }

  private mutating func unary(live: Bool) throws(Failure) -> Int {
    guard depth < Self.depthLimit else {
      throw Failure(rule: .tooComplex, message: "the expression is nested too deeply")
    }
    depth += 1
    defer { depth -= 1 }
    guard let token = tokens.popFirst() else {
      throw Failure(message: "the expression of #if is incomplete")
    }
    if token.kind == .number {
      guard let value = Number.integer(bytes(token)) else {
        throw Failure(message: "'\(text(token))' is not an integer", token: token)
      }
      return value
    }
    if token.is(.defined) { return try definedOperator() }
    if token.kind == .identifier {
      if live, undefined == nil {
        undefined = Failure(
          rule: .macroError,
          message: "'\(text(token))' is not defined; GLSL ES does not treat it as 0", token: token)
      }
      // What looks like a macro call is skipped with its arguments.
      skipArguments()
      return 0
    }
    switch text(token) {
    case "(":
      let value = try binary(0, live: live)
      guard tokens.popFirst()?.is(")") == true else {
        throw Failure(message: "')' is missing in #if", token: token)
      }
      return value
    case "!": return try unary(live: live) == 0 ? 1 : 0
    case "-": return 0 &- (try unary(live: live))
    case "+": return try unary(live: live)
    case "~": return ~(try unary(live: live))
    default:
      throw Failure(message: "unexpected '\(text(token))' in #if", token: token)
    }
  }

  private mutating func skipArguments() {
    guard tokens.first?.is("(") == true else { return }
    var open = 0
    while let token = tokens.popFirst() {
      if token.is("(") { open += 1 }
      if token.is(")") {
        open -= 1
        if open == 0 { return }
      }
    }
  }

  /// Reads `NAME` or `( NAME )` after `defined`.
  private mutating func definedOperator() throws(Failure) -> Int {
    let hasParenthesis = tokens.first?.is("(") ?? false
    if hasParenthesis { tokens = tokens.dropFirst() }
    guard let name = tokens.popFirst(), name.kind == .identifier else {
      throw Failure(message: "'defined' needs a name")
    }
    if hasParenthesis, tokens.popFirst()?.is(")") != true {
      throw Failure(message: "')' is missing after 'defined'")
    }
    return isDefined(name.tag) ? 1 : 0
  }

  private static func apply(_ operation: Lexeme, _ a: Int, _ b: Int) -> Int? {
    switch operation {
    case .or: a != 0 || b != 0 ? 1 : 0
    case .and: a != 0 && b != 0 ? 1 : 0
    case .bar: a | b
    case .caret: a ^ b
    case .ampersand: a & b
    case .equal: a == b ? 1 : 0
    case .notEqual: a != b ? 1 : 0
    case .less: a < b ? 1 : 0
    case .greater: a > b ? 1 : 0
    case .lessEqual: a <= b ? 1 : 0
    case .greaterEqual: a >= b ? 1 : 0
    case .shiftLeft: (0..<64).contains(b) ? a << b : nil
    case .shiftRight: (0..<64).contains(b) ? a >> b : nil
    case .plus: a &+ b
    case .minus: a &- b
    case .star: a &* b
    case .slash: b == 0 ? nil : (b == -1 ? 0 &- a : a / b)
    case .percent: b == 0 ? nil : (b == -1 ? 0 : a % b)
    default: nil
    }
  }
}
