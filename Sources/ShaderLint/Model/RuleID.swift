import GLSL

extension Rule {
  /// The number of a rule: the digits of `GL1001`. Numbers are never reused.
  package enum ID: Int, Hashable, Sendable, CaseIterable {
    // Errors that drivers report
    /// A name is used that no declaration in scope introduces.
    case undeclaredIdentifier = 1001
    /// The text does not follow the grammar of GLSL ES 1.00.
    case syntaxError = 1002
    /// An expression has the wrong type.
    case typeMismatch = 1003
    /// No function with this name takes these arguments.
    case noMatchingFunction = 1004
    /// A name is declared twice in the same scope.
    case redeclaration = 1005
    /// An operator does not accept operands of these types.
    case badOperands = 1006
    /// A value is assigned to something read-only.
    case badAssignment = 1007
    /// A swizzle or structure member does not exist.
    case badField = 1008
    /// An index is out of range, or the value cannot be indexed.
    case badIndex = 1009
    /// A constant expression is required here.
    case notConstant = 1010
    /// A qualifier is not allowed here, or conflicts with another one.
    case badQualifier = 1011
    /// The arguments of a constructor do not fit its type.
    case badConstructor = 1012
    /// A return statement does not match the function's return type.
    case badReturn = 1013
    /// A condition is not a bool.
    case badCondition = 1014
    /// break, continue or discard is not allowed here.
    case badControlFlow = 1015
    /// A function calls itself, directly or through other functions.
    case recursion = 1016
    /// A reserved word is used as a name.
    case reservedWord = 1017
    /// An array is declared or used in a way that GLSL ES 1.00 does not support.
    case badArray = 1018
    /// A number is malformed or out of range.
    case badLiteral = 1019
    /// The driver does not support an extension, or a feature needs one that is not enabled.
    case badExtension = 1020
    /// A function's declaration, definition or call is invalid.
    case badFunction = 1021
    /// The shader is nested too deeply, or a macro expands without bound.
    case tooComplex = 1022
    /// The compiler rejects the shader for another reason.
    case compileError = 1099
    // Preprocessor
    /// A preprocessor directive is malformed.
    case preprocessorError = 1101
    /// The shader stops the compilation with #error.
    case errorDirective = 1102
    /// A macro definition or call is invalid.
    case macroError = 1103
    // Warnings that drivers report
    /// A variable is read before a value is assigned to it.
    case uninitialized = 1201
    /// A declaration is never used.
    case unused = 1202
    /// A deprecated feature is used.
    case deprecated = 1203
    /// A variable may be read before a value is assigned to it, depending on conditions.
    case maybeUninitialized = 1204
    /// The driver warns about something else.
    case driverWarning = 1299
    // Linking
    /// A uniform has different precisions in the two stages.
    case uniformPrecisionMismatch = 2001
    /// A uniform has different types in the two stages.
    case uniformTypeMismatch = 2002
    /// A varying has different types in the two stages.
    case varyingTypeMismatch = 2003
    /// The fragment shader reads a varying that the vertex shader does not declare.
    case varyingNotWritten = 2004
    /// A stage has no main().
    case missingMain = 2005
    /// The program needs more resources than this driver supports.
    case tooManyResources = 2006
    /// A function is called but not defined.
    case undefinedFunction = 2007
    /// A varying is invariant in only one stage.
    case invarianceMismatch = 2008
    /// A stage is missing or did not compile.
    case missingStage = 2010
    /// The linked program fails glValidateProgram.
    case validationFailed = 2011
    /// The program does not link for another reason.
    case linkError = 2099
    // Text
    /// The file has no #version directive.
    case missingVersion = 3001
    /// The #version directive selects a language other than GLSL ES 1.00.
    case wrongVersion = 3002
    /// The file begins with a byte-order mark.
    case byteOrderMark = 3003
    /// The file contains a NUL byte.
    case nulByte = 3004
    /// A non-ASCII character occurs outside a comment.
    case nonASCII = 3005
    /// The #version directive is not the first thing in the file.
    case versionNotFirst = 3006
    /// The file contains no code.
    case emptyFile = 3007
    /// A semicolon stands alone outside functions.
    case extraSemicolon = 3008
    // Precision
    /// A float in a fragment shader has no precision.
    case missingPrecision = 3101
    /// A time uniform has too little precision to keep growing.
    case timePrecision = 3102
    /// A varying loses precision on its way to the fragment shader.
    case varyingPrecision = 3103
    // Limits that every OpenGL ES 2.0 device supports
    /// The shader uses more attributes than every device supports.
    case tooManyAttributes = 3201
    /// The program uses more varyings than every device supports.
    case tooManyVaryings = 3202
    /// The vertex shader uses more uniforms than every device supports.
    case tooManyVertexUniforms = 3203
    /// The fragment shader uses more uniforms than every device supports.
    case tooManyFragmentUniforms = 3204
    /// A vertex shader reads a texture.
    case vertexTexture = 3205
    /// The shader or program uses more samplers than every device supports.
    case tooManySamplers = 3206
    /// gl_FragData is indexed beyond the only draw buffer of OpenGL ES 2.0.
    case fragDataIndex = 3207
    /// A fragment shader uses highp, which devices need not support.
    case highpInFragment = 3208
    /// A shader enables an extension without testing for it.
    case optionalExtension = 3209
    // Names
    /// A declared name is reserved by GLSL.
    case reservedName = 3301
    /// A name contains two underscores in a row.
    case doubleUnderscore = 3302
    /// A name begins with webgl_ or _webgl_.
    case webglName = 3303
    /// A name has more than 256 characters.
    case longName = 3304
    /// Structures are nested more than four levels deep.
    case deepStructure = 3305
    // What OpenGL ES 2.0 devices need not support (appendix A)
    /// A for loop does not have the form that every device supports.
    case loopForm = 3401
    /// A loop changes its index in its body.
    case loopIndexWritten = 3402
    /// A while or do loop.
    case whileLoop = 3403
    /// An index is neither constant nor a loop index.
    case dynamicIndex = 3404
    /// A loop runs very often.
    case longLoop = 3405
    // Values
    /// A division by a constant that is zero.
    case divisionByZero = 3501
    /// A built-in function is undefined for its argument.
    case domain = 3502
    /// A built-in function is undefined for some values of its argument.
    case maybeDomain = 3503
    // Declarations without use
    /// A variable is never read.
    case unusedVariable = 3601
    /// A function is never called.
    case unusedFunction = 3602
    /// A parameter is never used.
    case unusedParameter = 3603
    /// A uniform is never used.
    case unusedUniform = 3604
    /// An attribute is never used.
    case unusedAttribute = 3605
    /// A varying is never used.
    case unusedVarying = 3606
    /// The vertex shader writes a varying that the fragment shader does not read.
    case unreadVarying = 3607
    // Control flow
    /// No path reaches the code.
    case unreachableCode = 3701
    /// A condition always has the same value.
    case constantCondition = 3702
    /// A function can end without returning its result.
    case missingReturn = 3703
    /// A texture lookup is in a block that only some fragments run.
    case textureInBranch = 3704
    /// A derivative is in a block that only some fragments run.
    case derivativeInBranch = 3705
    // Files, includes and definitions
    /// An included file cannot be read.
    case includeNotFound = 4001
    /// Files include each other in a cycle.
    case includeCycle = 4002
    /// Includes are nested too deeply or expand to too much text.
    case includeTooDeep = 4003
    /// A suppression comment is malformed.
    case badDirectiveComment = 4004
    /// A file cannot be read.
    case unreadableFile = 4005
    /// An #include directive has no file name.
    case badInclude = 4006
    // The driver and the engines
    /// The compiler crashed on this file.
    case compilerCrashed = 5001
    /// The compiler did not finish within the time limit.
    case compilerHung = 5002
    /// The compiler exceeded the memory limit.
    case outOfMemory = 5003
    /// The compiler's log is too long to be useful.
    case runawayLog = 5004
    /// One engine accepts what another one rejects.
    case enginesDisagree = 5005
    /// A line of the log has an unknown format.
    case unknownLogLine = 5006
    /// The driver rejects the shader without giving a reason.
    case silentFailure = 5007
    /// The driver deviates from the specification, and shaderlint corrected the verdict.
    case driverQuirk = 5008
    /// There is no driver, so only the front end judges.
    case noDriver = 5009
    /// Files were left out.
    case skippedFiles = 5010
    /// No shader was found.
    case nothingToCheck = 5011
    /// Findings were hidden on request.
    case hiddenFindings = 5012

    /// The identifier in reports, such as `GL1001`.
    package var text: String { "GL\(rawValue)" }

    /// The rule's entry in the catalogue.
    package var rule: Rule { Rule.catalogue[Self.position[rawValue] ?? 0] }

    /// The rule's name, such as `undeclared-identifier`.
    package var name: String { rule.name }

    /// The rule with an identifier (`GL1001`, `gl1001`) or a name; `nil` if there is none.
    package init?(text: String) {
      let wanted = text.lowercased()
      guard
        let match = Rule.catalogue.first(where: {
          $0.name == wanted || "gl\($0.id.rawValue)" == wanted
        })
      else { return nil }
      self = match.id
    }

    /// The index of each number in the catalogue.
    private static let position = Dictionary(
      uniqueKeysWithValues: Rule.catalogue.enumerated().map { ($1.id.rawValue, $0) })
  }
}
