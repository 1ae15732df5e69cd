import GLSL

/// The rules that ShaderLint and other compilers find; GLSL declares those of the front end.
extension RuleID {
  // Errors that drivers report
  package static let compileError = RuleID(1099, "compile-error")
  // Warnings that drivers report
  package static let unused = RuleID(1202, "unused")
  package static let deprecated = RuleID(1203, "deprecated")
  package static let driverWarning = RuleID(1299, "driver-warning")
  // Linking
  package static let uniformPrecisionMismatch = RuleID(2001, "uniform-precision-mismatch")
  package static let uniformTypeMismatch = RuleID(2002, "uniform-type-mismatch")
  package static let varyingTypeMismatch = RuleID(2003, "varying-type-mismatch")
  package static let varyingNotWritten = RuleID(2004, "varying-not-declared")
  package static let missingMain = RuleID(2005, "missing-main")
  package static let tooManyResources = RuleID(2006, "too-many-resources")
  package static let undefinedFunction = RuleID(2007, "undefined-function")
  package static let invarianceMismatch = RuleID(2008, "invariance-mismatch")
  package static let missingStage = RuleID(2010, "missing-stage")
  package static let validationFailed = RuleID(2011, "validation-failed")
  package static let linkError = RuleID(2099, "link-error")
  // Text
  package static let missingVersion = RuleID(3001, "missing-version")
  package static let byteOrderMark = RuleID(3003, "byte-order-mark")
  package static let nulByte = RuleID(3004, "nul-byte")
  package static let nonASCII = RuleID(3005, "non-ascii")
  // Precision
  package static let varyingPrecision = RuleID(3103, "varying-precision")
  // Limits that every OpenGL ES 2.0 device supports
  package static let tooManyAttributes = RuleID(3201, "attributes-over-minimum")
  package static let tooManyVaryings = RuleID(3202, "varyings-over-minimum")
  package static let tooManyVertexUniforms = RuleID(3203, "vertex-uniforms-over-minimum")
  package static let tooManyFragmentUniforms = RuleID(3204, "fragment-uniforms-over-minimum")
  package static let vertexTexture = RuleID(3205, "vertex-samplers-over-minimum")
  package static let tooManySamplers = RuleID(3206, "samplers-over-minimum")
  // Declarations without use
  package static let unreadVarying = RuleID(3607, "unread-varying")
  // Control flow
  package static let noOutput = RuleID(3706, "no-output")
  // Files, includes and definitions
  package static let includeNotFound = RuleID(4001, "include-not-found")
  package static let includeCycle = RuleID(4002, "include-cycle")
  package static let includeTooDeep = RuleID(4003, "include-too-deep")
  package static let badDirectiveComment = RuleID(4004, "bad-shaderlint-comment")
  package static let unreadableFile = RuleID(4005, "unreadable-file")
  package static let badInclude = RuleID(4006, "bad-include")
  package static let includedTwice = RuleID(4007, "included-twice")
  // The driver and the engines
  package static let compilerCrashed = RuleID(5001, "compiler-crashed")
  package static let compilerHung = RuleID(5002, "compiler-hung")
  package static let outOfMemory = RuleID(5003, "compiler-out-of-memory")
  package static let runawayLog = RuleID(5004, "runaway-log")
  package static let enginesDisagree = RuleID(5005, "engines-disagree")
  package static let unknownLogLine = RuleID(5006, "unknown-log-line")
  package static let silentFailure = RuleID(5007, "silent-failure")
  package static let driverQuirk = RuleID(5008, "driver-quirk")
  package static let noDriver = RuleID(5009, "no-driver")
  package static let skippedFiles = RuleID(5010, "skipped-files")
  package static let nothingToCheck = RuleID(5011, "nothing-to-check")
  package static let hiddenFindings = RuleID(5012, "hidden-findings")
  package static let unusedPattern = RuleID(5013, "unused-pattern")
  package static let completedShaders = RuleID(5014, "completed-shaders")
}

extension Rule {
  package typealias ID = RuleID

  /// The index of each number in the catalog.
  fileprivate static let position = Dictionary(
    catalog.enumerated().map { ($1.id.number, $0) }, uniquingKeysWith: { first, _ in first })
}

extension RuleID {
  /// The rule's entry in the catalog.
  package var rule: Rule { Rule.catalog[Rule.position[number] ?? 0] }

  /// The rule with an identifier (`GL1001`, `gl1001`) or a name; `nil` if there is none.
  package init?(text: String) {
    let wanted = text.lowercased()
    let match = Rule.catalog.first { $0.name == wanted || $0.id.text.lowercased() == wanted }
    guard let match else { return nil }
    self = match.id
  }
}
