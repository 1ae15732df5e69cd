/// What the parser sees of a token: its keyword, operator or kind of literal (§3.6 to §3.8).
package enum Lexeme: UInt8, Hashable, Sendable, CaseIterable {
  case end, identifier, integer, float, malformedNumber, stray
  /// A keyword of a type, such as `vec3`.
  case type
  /// A word that §3.7 reserves for future use.
  case reserved
  // Keywords
  case attribute, const, uniform, varying, `break`, `continue`, `do`, `for`, `while`, `if`, `else`
  case `in`, out, `inout`, `true`, `false`, lowp, mediump, highp, precision, invariant, discard
  case `return`, `struct`
  // Punctuation
  case leftParenthesis, rightParenthesis, leftBracket, rightBracket, leftBrace, rightBrace
  case dot, comma, colon, semicolon, question
  // Operators
  case assign, plus, minus, star, slash, less, greater, lessEqual, greaterEqual, equal, notEqual
  case not, and, or, xor, increment, decrement, plusAssign, minusAssign, starAssign, slashAssign
  // Reserved operators (§5.1)
  case percent, tilde, ampersand, bar, caret, shiftLeft, shiftRight, percentAssign
  case ampersandAssign, barAssign, caretAssign, shiftLeftAssign, shiftRightAssign

  /// The spelling of keywords, punctuation and operators.
  package static let spellings: [Lexeme: String] = [
    .attribute: "attribute", .const: "const", .uniform: "uniform", .varying: "varying",
    .break: "break", .continue: "continue", .do: "do", .for: "for", .while: "while", .if: "if",
    .else: "else", .in: "in", .out: "out", .inout: "inout", .true: "true", .false: "false",
    .lowp: "lowp", .mediump: "mediump", .highp: "highp", .precision: "precision",
    .invariant: "invariant", .discard: "discard", .return: "return", .struct: "struct",
    .leftParenthesis: "(", .rightParenthesis: ")", .leftBracket: "[", .rightBracket: "]",
    .leftBrace: "{", .rightBrace: "}", .dot: ".", .comma: ",", .colon: ":", .semicolon: ";",
    .question: "?", .assign: "=", .plus: "+", .minus: "-", .star: "*", .slash: "/", .less: "<",
    .greater: ">", .lessEqual: "<=", .greaterEqual: ">=", .equal: "==", .notEqual: "!=",
    .not: "!", .and: "&&", .or: "||", .xor: "^^", .increment: "++", .decrement: "--",
    .plusAssign: "+=", .minusAssign: "-=", .starAssign: "*=", .slashAssign: "/=", .percent: "%",
    .tilde: "~", .ampersand: "&", .bar: "|", .caret: "^", .shiftLeft: "<<", .shiftRight: ">>",
    .percentAssign: "%=", .ampersandAssign: "&=", .barAssign: "|=", .caretAssign: "^=",
    .shiftLeftAssign: "<<=", .shiftRightAssign: ">>=",
  ]

  /// The spelling; empty for identifiers, numbers and types.
  package var spelling: String { Self.spellings[self] ?? "" }

  /// The precedence of a binary operator (§5.1), a higher number binds tighter; 0 for others.
  var precedence: Int { Self.precedences[Int(rawValue)] }

  private static let precedences: [Int] = allCases.map { lexeme in
    switch lexeme {
    case .or: 1
    case .xor: 2
    case .and: 3
    case .bar: 4
    case .caret: 5
    case .ampersand: 6
    case .equal, .notEqual: 7
    case .less, .greater, .lessEqual, .greaterEqual: 8
    case .shiftLeft, .shiftRight: 9
    case .plus, .minus: 10
    case .star, .slash, .percent: 11
    default: 0
    }
  }

  /// Whether it assigns: `=`, `+=` and the like.
  var isAssignment: Bool {
    switch self {
    case .assign, .plusAssign, .minusAssign, .starAssign, .slashAssign, .percentAssign,
      .ampersandAssign, .barAssign, .caretAssign, .shiftLeftAssign, .shiftRightAssign:
      true
    default: false
    }
  }

  /// The operator of a compound assignment: `+` for `+=`.
  var operation: Lexeme {
    switch self {
    case .plusAssign: .plus
    case .minusAssign: .minus
    case .starAssign: .star
    case .slashAssign: .slash
    default: self
    }
  }

  /// Whether §5.1 reserves the operator.
  var isReservedOperator: Bool {
    rawValue >= Lexeme.percent.rawValue && rawValue <= Lexeme.shiftRightAssign.rawValue
  }
}

extension Lexeme {
  /// Operators by their bytes, the first in the lowest bits.
  private static let marks: [UInt32: Lexeme] = {
    var marks: [UInt32: Lexeme] = [:]
    for (lexeme, text) in spellings where text.utf8.first.map({ !$0.startsIdentifier }) == true {
      marks[key(Array(text.utf8)[...])] = lexeme
    }
    return marks
  }()

  /// The operator or punctuation with the given text; ``stray`` for other text.
  package init(mark: ArraySlice<UInt8>) { self = Self.marks[Self.key(mark)] ?? .stray }

  /// The operator or punctuation of one byte.
  init(mark: UInt8) { self = Self.singleMarks[Int(mark)] }

  /// Operators of one byte.
  private static let singleMarks: [Lexeme] = (0..<256).map { marks[$0] ?? .stray }

  private static func key(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    bytes.reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }
}
