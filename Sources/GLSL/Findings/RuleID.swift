/// The number and the name of a rule, such as GL1001 and undeclared-identifier. Configurations and
/// comments use both.
///
/// A rule of the front end is declared beside the code that finds it. The catalog of ShaderLint
/// says what each rule means.
package struct RuleID: Hashable, Sendable {
  /// The digits of `GL1001`. Numbers are never reused.
  package let number: Int
  /// The name, such as `undeclared-identifier`.
  package let name: String

  package init(_ number: Int, _ name: String) {
    self.number = number
    self.name = name
  }

  package static func == (a: RuleID, b: RuleID) -> Bool { a.number == b.number }

  package func hash(into hasher: inout Hasher) { hasher.combine(number) }

  /// The identifier in reports, such as `GL1001`.
  package var text: String { "GL\(number)" }
}

/// Rules that code in several files finds.
extension RuleID {
  package static let syntaxError = RuleID(1002, "syntax-error")
  package static let typeMismatch = RuleID(1003, "type-mismatch")
  package static let redeclaration = RuleID(1005, "redeclaration")
  package static let badField = RuleID(1008, "bad-field")
  package static let badQualifier = RuleID(1011, "bad-qualifier")
  package static let badCondition = RuleID(1014, "bad-condition")
  package static let badArray = RuleID(1018, "bad-array")
  package static let badExtension = RuleID(1020, "bad-extension")
  package static let badFunction = RuleID(1021, "bad-function")
  package static let tooComplex = RuleID(1022, "too-complex")
  package static let preprocessorError = RuleID(1101, "preprocessor-error")
  package static let macroError = RuleID(1103, "macro-error")
  package static let wrongVersion = RuleID(3002, "wrong-version")
  package static let doubleUnderscore = RuleID(3302, "double-underscore")
  package static let longName = RuleID(3304, "long-name")
}
