import CompilerLogs

/// Assigns rules to compilers' messages by the words in them.
enum MessageClassifier {
  /// What produced a message.
  enum Phase: Sendable { case compile, link, validate }

  /// Returns the rule for a message.
  static func rule(for message: LogMessage, in phase: Phase) -> Rule.ID {
    if message.isUnknown { return .unknownLogLine }
    let text = message.text.lowercased()
    switch phase {
    case .validate: return .validationFailed
    case .link:
      if let rule = match(text, linkWords) { return rule }
      return message.severity == .error ? .linkError : .driverWarning
    case .compile:
      if text.hasPrefix("#error") || text.hasPrefix("'#error'") || text.contains("#error ") {
        return .errorDirective
      }
      if let code = message.code, let rule = codes[code] { return rule }
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

  private static func match(_ text: String, _ table: [(words: [String], rule: Rule.ID)]) -> Rule.ID?
  {
    table.first { $0.words.allSatisfy(text.contains) }?.rule
  }

  /// Codes of NVIDIA, Direct3D and AMD that are more specific than their texts.
  private static let codes: [String: Rule.ID] = [
    "C1008": .undeclaredIdentifier, "C1503": .undeclaredIdentifier, "C1059": .notConstant,
    "C1115": .noMatchingFunction, "C1102": .typeMismatch, "C1103": .noMatchingFunction,
    "C1035": .typeMismatch, "C1031": .badField, "C1068": .badIndex, "C1020": .badOperands,
    "C1038": .redeclaration, "C1013": .redeclaration, "C7573": .missingPrecision,
    "C7532": .badExtension, "C7505": .badExtension, "C7011": .typeMismatch, "C7050": .uninitialized,
    "C0000": .syntaxError, "C0501": .syntaxError, "X3004": .undeclaredIdentifier,
    "X3000": .syntaxError, "X3013": .noMatchingFunction, "X3017": .typeMismatch,
    "X3020": .typeMismatch, "X3018": .badField, "X3504": .badIndex, "X4000": .uninitialized,
    "X3206": .typeMismatch, "X3003": .redeclaration, "#143": .undeclaredIdentifier,
    "#132": .syntaxError, "#202": .noMatchingFunction, "#160": .typeMismatch,
    "#162": .badOperands, "#174": .redeclaration,
  ]

  private static let warningWords: [(words: [String], rule: Rule.ID)] = [
    (["uninitialized"], .uninitialized), (["uninitialised"], .uninitialized),
    (["before being set"], .uninitialized), (["before it is initialized"], .uninitialized),
    (["may be used before"], .uninitialized), (["unused"], .unused), (["never used"], .unused),
    (["deprecated"], .deprecated), (["extension"], .badExtension),
    (["reserved `__'"], .doubleUnderscore), (["consecutive underscores"], .doubleUnderscore),
    (["two consecutive"], .doubleUnderscore), (["precision"], .missingPrecision),
    (["implicit"], .typeMismatch),
  ]

  /// The first entry applies whose words all occur.
  private static let compileWords: [(words: [String], rule: Rule.ID)] = [
    (["syntax error, unexpected", "preprocessor"], .preprocessorError),
    (["precision", "no precision specified"], .missingPrecision),
    (["default precision qualifier"], .missingPrecision),
    (["precision qualifier", "requires"], .missingPrecision),
    (["requires precision"], .missingPrecision),
    (["no default precision"], .missingPrecision),
    (["declaration must include a precision"], .missingPrecision),
    (["gl_", "prefix", "reserved"], .reservedName),
    (["identifiers starting with \"gl_\""], .reservedName),
    (["reserved built-in name"], .reservedName),
    (["consecutive underscores"], .doubleUnderscore),
    (["uses reserved `__'"], .doubleUnderscore),
    (["webgl_"], .webglName),
    (["reserved word"], .reservedWord), (["reserved keyword"], .reservedWord),
    (["illegal use of reserved"], .reservedWord), (["reserved for future"], .reservedWord),
    (["#version"], .wrongVersion), (["supported versions are"], .wrongVersion),
    (["version", "not supported"], .wrongVersion),
    (["unterminated #if"], .preprocessorError), (["missing #endif"], .preprocessorError),
    (["macro"], .macroError), (["#define"], .macroError), (["#if"], .preprocessorError),
    (["#el"], .preprocessorError), (["#endif"], .preprocessorError),
    (["directive"], .preprocessorError), (["preprocessor"], .preprocessorError),
    (["non-constant global"], .notConstant),
    (["memory exhausted"], .outOfMemory),
    (["c-style initialization"], .syntaxError),
    (["following version number"], .wrongVersion),
    (["syntax error"], .syntaxError), (["parse error"], .syntaxError),
    (["extension"], .badExtension),
    (["unexpected end of file"], .syntaxError), (["unexpected token"], .syntaxError),
    (["unexpected identifier"], .syntaxError),
    (["recursi"], .recursion),
    (["main() must"], .badFunction), (["global scope"], .badQualifier),
    (["marked invariant"], .badQualifier), (["must come after"], .badQualifier),
    (["writes to both"], .badAssignment), (["bit-wise"], .badOperands),
    (["operator", "reserved in"], .badOperands),
    (["could not implicitly convert operands"], .badOperands),
    (["could not implicitly convert"], .typeMismatch), (["matrix multiplication"], .badOperands),
    (["opaque variables"], .badQualifier), (["sampler variables"], .badQualifier),
    (["storage qualifier"], .badQualifier), (["methods not supported"], .badField),
    (["array constructors"], .badArray),
    (["undeclared"], .undeclaredIdentifier), (["undefined variable"], .undeclaredIdentifier),
    (["unknown identifier"], .undeclaredIdentifier),
    (["undefined identifier"], .undeclaredIdentifier), (["not declared"], .undeclaredIdentifier),
    (["no function with name"], .noMatchingFunction),
    (["no matching"], .noMatchingFunction), (["no overload"], .noMatchingFunction),
    (["redeclar"], .redeclaration), (["redefin"], .redeclaration),
    (["already defined"], .redeclaration), (["already been declared"], .redeclaration),
    (["duplicate"], .redeclaration), (["previously defined"], .redeclaration),
    (["already taken"], .redeclaration),
    (["swizzle"], .badField), (["no such field"], .badField), (["field selection"], .badField),
    (["non-structure"], .badField), (["no field named"], .badField),
    (["vector field selector"], .badField), (["cannot access field"], .badField),
    (["array size"], .badArray), (["array", "initializ"], .badArray),
    (["array of arrays"], .badArray), (["unsized array"], .badArray),
    (["declaration of an array"], .badArray),
    (["index", "must be <"], .badIndex), (["index", "must be >="], .badIndex),
    (["out of range"], .badIndex), (["out of bounds"], .badIndex),
    (["index must be"], .badIndex), (["cannot dereference"], .badIndex),
    (["left of '['"], .badIndex), (["indexable"], .badIndex),
    (["constant expression"], .notConstant), (["must be constant"], .notConstant),
    (["must be a constant"], .notConstant), (["compile-time constant"], .notConstant),
    (["const", "without initializer"], .badQualifier),
    (["const", "must be initialized"], .badQualifier),
    (["read-only"], .badAssignment), (["non-lvalue"], .badAssignment),
    (["l-value"], .badAssignment),
    (["lvalue"], .badAssignment), (["can't modify"], .badAssignment),
    (["cannot modify"], .badAssignment), (["cannot be modified"], .badAssignment),
    (["cannot initialize"], .badQualifier), (["qualifier"], .badQualifier),
    (["may not be declared"], .badQualifier), (["illegal type for"], .badQualifier),
    (["attribute"], .badQualifier), (["varying"], .badQualifier),
    (["discard"], .badControlFlow), (["break"], .badControlFlow), (["continue"], .badControlFlow),
    (["switch"], .badControlFlow),
    (["return"], .badReturn),
    (["boolean"], .badCondition), (["condition"], .badCondition),
    (["construct"], .badConstructor),
    (["operand"], .badOperands), (["wrong operand"], .badOperands), (["operator"], .badOperands),
    (["suffix"], .badLiteral), (["literal"], .badLiteral), (["octal"], .badLiteral),
    (["cannot convert"], .typeMismatch), (["type mismatch"], .typeMismatch),
    (["cannot be assigned"], .typeMismatch), (["incompatible types"], .typeMismatch),
    (["does not match"], .typeMismatch), (["must match"], .typeMismatch),
    (["prototype"], .badFunction), (["function"], .badFunction), (["parameter"], .badFunction),
    (["argument"], .badFunction),
    (["type"], .typeMismatch),
  ]

  private static let linkWords: [(words: [String], rule: Rule.ID)] = [
    (["uniform", "precision"], .uniformPrecisionMismatch),
    (["unmatched precision"], .uniformPrecisionMismatch),
    (["precisions of"], .uniformPrecisionMismatch),
    (["too many"], .tooManyResources), (["exceed"], .tooManyResources),
    (["out of"], .tooManyResources), (["could not pack"], .tooManyResources),
    (["maximum"], .tooManyResources), (["insufficient"], .tooManyResources),
    (["invarian"], .invarianceMismatch),
    (["uniform"], .uniformTypeMismatch),
    (["no matching output"], .varyingNotWritten), (["not written"], .varyingNotWritten),
    (["not found in"], .varyingNotWritten), (["been declared in"], .varyingNotWritten),
    (["does not write"], .varyingNotWritten), (["no corresponding output"], .varyingNotWritten),
    (["cannot find vertex shader varying"], .varyingNotWritten),
    (["not declared in"], .varyingNotWritten), (["does not match any"], .varyingNotWritten),
    (["static use of"], .varyingNotWritten), (["undeclared"], .varyingNotWritten),
    (["is not an output"], .varyingNotWritten),
    (["lacks `main'"], .missingMain), (["missing main"], .missingMain),
    (["entry point"], .missingMain), (["no main"], .missingMain), (["main"], .missingMain),
    (["unresolved reference"], .undefinedFunction), (["no definition"], .undefinedFunction),
    (["undefined function"], .undefinedFunction), (["unresolved"], .undefinedFunction),
    (["recursi"], .recursion),
    (["uncompiled"], .missingStage), (["not compiled"], .missingStage),
    (["not been compiled"], .missingStage), (["not successfully compiled"], .missingStage),
    (["lacks a vertex shader"], .missingStage), (["lacks a fragment shader"], .missingStage),
    (["no compiled"], .missingStage), (["not successfully"], .missingStage),
    (["missing vertex"], .missingStage),
    (["missing fragment"], .missingStage),
    (["types must match"], .varyingTypeMismatch), (["declared as type"], .varyingTypeMismatch),
    (["varying"], .varyingTypeMismatch), (["mismatch"], .varyingTypeMismatch),
    (["does not match the"], .varyingTypeMismatch), (["differ"], .varyingTypeMismatch),
    (["component conflict"], .varyingTypeMismatch),
  ]
}
