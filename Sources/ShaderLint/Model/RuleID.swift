extension Rule {
  /// The stable number of a rule: the digits of `GL1001`. A number is never given to another rule.
  public enum ID: Int, Hashable, Sendable, CaseIterable {
    // Compile errors that a driver reports
    case undeclaredIdentifier = 1001
    case syntaxError = 1002
    case typeMismatch = 1003
    case noMatchingFunction = 1004
    case redeclaration = 1005
    case badOperands = 1006
    case badAssignment = 1007
    case badField = 1008
    case badIndex = 1009
    case notConstant = 1010
    case badQualifier = 1011
    case badConstructor = 1012
    case badReturn = 1013
    case badCondition = 1014
    case badControlFlow = 1015
    case recursion = 1016
    case reservedWord = 1017
    case badArray = 1018
    case badLiteral = 1019
    case badExtension = 1020
    case badFunction = 1021
    case compileError = 1099
    // Preprocessor
    case preprocessorError = 1101
    case errorDirective = 1102
    case macroError = 1103
    // Warnings that a driver reports
    case uninitialized = 1201
    case unused = 1202
    case deprecated = 1203
    case driverWarning = 1299
    // Linking
    case uniformPrecisionMismatch = 2001
    case uniformTypeMismatch = 2002
    case varyingTypeMismatch = 2003
    case varyingNotWritten = 2004
    case missingMain = 2005
    case tooManyResources = 2006
    case undefinedFunction = 2007
    case invarianceMismatch = 2008
    case missingStage = 2010
    case validationFailed = 2011
    case linkError = 2099
    // Rules of ours: the text
    case missingVersion = 3001
    case wrongVersion = 3002
    case byteOrderMark = 3003
    case nulByte = 3004
    case nonASCII = 3005
    case versionNotFirst = 3006
    case emptyFile = 3007
    // Rules of ours: precision
    case missingPrecision = 3101
    // Rules of ours: what every OpenGL ES 2.0 device can hold
    case tooManyAttributes = 3201
    case tooManyVaryings = 3202
    case tooManyVertexUniforms = 3203
    case tooManyFragmentUniforms = 3204
    case vertexTexture = 3205
    case tooManySamplers = 3206
    case fragDataIndex = 3207
    // Rules of ours: names
    case reservedName = 3301
    case doubleUnderscore = 3302
    case webglName = 3303
    // Files, includes and definitions
    case includeNotFound = 4001
    case includeCycle = 4002
    case includeTooDeep = 4003
    case badDirectiveComment = 4004
    case unreadableFile = 4005
    case badInclude = 4006
    // The driver and the engines
    case compilerCrashed = 5001
    case compilerHung = 5002
    case outOfMemory = 5003
    case runawayLog = 5004
    case enginesDisagree = 5005
    case unknownLogLine = 5006
    case silentFailure = 5007
    case driverQuirk = 5008

    /// The identifier that reports print, such as `GL1001`.
    public var text: String { "GL\(rawValue)" }

    /// What the catalogue says of it.
    public var rule: Rule { Rule.catalogue[Self.position[rawValue] ?? 0] }

    /// The rule's name, such as `undeclared-identifier`.
    public var name: String { rule.name }

    /// The rule that `text` means, given as identifier (`GL1001`, `gl1001`) or as name; `nil` where
    /// there is none.
    public init?(text: String) {
      let wanted = text.lowercased()
      guard
        let match = Rule.catalogue.first(where: {
          $0.name == wanted || "gl\($0.id.rawValue)" == wanted
        })
      else { return nil }
      self = match.id
    }

    /// Where each number stands in the catalogue.
    private static let position = Dictionary(
      uniqueKeysWithValues: Rule.catalogue.enumerated().map { ($1.id.rawValue, $0) })
  }
}
