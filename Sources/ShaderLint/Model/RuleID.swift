import GLSL

extension Rule {
  /// The stable number of a rule: the digits of `GL1001`. A number is never given to another rule.
  package enum ID: Int, Hashable, Sendable, CaseIterable {
    // Compile errors that a driver reports
    /// A name is used that nothing in scope declares.
    case undeclaredIdentifier = 1001
    /// The text does not follow the grammar.
    case syntaxError = 1002
    /// An expression has a type that its place does not take.
    case typeMismatch = 1003
    /// No function of that name takes those arguments.
    case noMatchingFunction = 1004
    /// A name is declared twice in one scope.
    case redeclaration = 1005
    /// An operator does not take operands of those types.
    case badOperands = 1006
    /// Something is assigned that cannot be.
    case badAssignment = 1007
    /// A swizzle or structure member does not exist.
    case badField = 1008
    /// An index is outside its array, vector or matrix, or cannot be indexed.
    case badIndex = 1009
    /// A constant expression is needed here.
    case notConstant = 1010
    /// A qualifier is not allowed here, or contradicts another.
    case badQualifier = 1011
    /// A constructor's arguments do not make a value of its type.
    case badConstructor = 1012
    /// A return statement does not fit its function.
    case badReturn = 1013
    /// A condition is not a boolean scalar.
    case badCondition = 1014
    /// break, continue or discard stands where it cannot.
    case badControlFlow = 1015
    /// A function calls itself, directly or through others.
    case recursion = 1016
    /// A word that the language keeps for itself is used as a name.
    case reservedWord = 1017
    /// An array is declared or used in a way that the language does not have.
    case badArray = 1018
    /// A number is malformed or out of range.
    case badLiteral = 1019
    /// An extension is not known to this driver, or a feature needs one that is not enabled.
    case badExtension = 1020
    /// A function is declared, defined or called in a way that does not fit.
    case badFunction = 1021
    /// The compiler refuses the shader for another reason.
    case compileError = 1099
    // Preprocessor
    /// A preprocessor directive is malformed.
    case preprocessorError = 1101
    /// The shader itself stops the compilation with #error.
    case errorDirective = 1102
    /// A macro is defined or called wrongly.
    case macroError = 1103
    // Warnings that a driver reports
    /// A variable is read before anything is written to it.
    case uninitialized = 1201
    /// Something is declared and never used.
    case unused = 1202
    /// Something is used that the language gave up.
    case deprecated = 1203
    /// The driver warns of something else.
    case driverWarning = 1299
    // Linking
    /// A uniform has another precision in the other stage.
    case uniformPrecisionMismatch = 2001
    /// A uniform has another type in the other stage.
    case uniformTypeMismatch = 2002
    /// A varying has another type in the other stage.
    case varyingTypeMismatch = 2003
    /// The fragment shader reads a varying that the vertex shader does not declare.
    case varyingNotWritten = 2004
    /// A stage has no main().
    case missingMain = 2005
    /// The program needs more attributes, varyings, uniforms or samplers than this driver has.
    case tooManyResources = 2006
    /// A function is called that no shader of the stage defines.
    case undefinedFunction = 2007
    /// A varying is invariant in one stage only.
    case invarianceMismatch = 2008
    /// A program lacks a stage, or a stage of it did not compile.
    case missingStage = 2010
    /// The linked program does not pass glValidateProgram.
    case validationFailed = 2011
    /// The program does not link for another reason.
    case linkError = 2099
    // Rules of ours: the text
    /// The file has no #version line.
    case missingVersion = 3001
    /// The #version line asks for another language than GLSL ES 1.00.
    case wrongVersion = 3002
    /// The file begins with a byte-order mark.
    case byteOrderMark = 3003
    /// The file contains a NUL byte.
    case nulByte = 3004
    /// A byte above 0x7F stands outside a comment.
    case nonASCII = 3005
    /// The #version line is not the first thing in the file.
    case versionNotFirst = 3006
    /// The file has no code at all.
    case emptyFile = 3007
    // Rules of ours: precision
    /// A float in a fragment shader has no precision.
    case missingPrecision = 3101
    // Rules of ours: what every OpenGL ES 2.0 device can hold
    /// More attributes than every device has room for.
    case tooManyAttributes = 3201
    /// More varyings than every device has room for.
    case tooManyVaryings = 3202
    /// More uniforms in the vertex shader than every device has room for.
    case tooManyVertexUniforms = 3203
    /// More uniforms in the fragment shader than every device has room for.
    case tooManyFragmentUniforms = 3204
    /// A vertex shader reads a texture.
    case vertexTexture = 3205
    /// More samplers than every device has texture units.
    case tooManySamplers = 3206
    /// gl_FragData is indexed beyond the one draw buffer of OpenGL ES 2.0.
    case fragDataIndex = 3207
    // Rules of ours: names
    /// A name is declared that GLSL keeps for itself.
    case reservedName = 3301
    /// A name contains two underscores in a row.
    case doubleUnderscore = 3302
    /// A name begins with webgl_ or _webgl_.
    case webglName = 3303
    // Files, includes and definitions
    /// An included file cannot be read.
    case includeNotFound = 4001
    /// Files include each other in a circle.
    case includeCycle = 4002
    /// Includes are nested too deeply, or expand to too much text.
    case includeTooDeep = 4003
    /// A shaderlint comment cannot be understood.
    case badDirectiveComment = 4004
    /// A file cannot be read.
    case unreadableFile = 4005
    /// An #include line has no file name.
    case badInclude = 4006
    // The driver and the engines
    /// The compiler crashed on this file.
    case compilerCrashed = 5001
    /// The compiler did not finish within the time limit.
    case compilerHung = 5002
    /// The compiler hit the memory limit.
    case outOfMemory = 5003
    /// The compiler's log is too long to be of use.
    case runawayLog = 5004
    /// One engine accepts what another refuses.
    case enginesDisagree = 5005
    /// A line of the log has a form that is not known.
    case unknownLogLine = 5006
    /// The driver refuses the shader and gives no reason.
    case silentFailure = 5007
    /// This driver departs from the specification here, and shaderlint corrected it.
    case driverQuirk = 5008

    /// The identifier that reports print, such as `GL1001`.
    package var text: String { "GL\(rawValue)" }

    /// What the catalogue says of it.
    package var rule: Rule { Rule.catalogue[Self.position[rawValue] ?? 0] }

    /// The rule's name, such as `undeclared-identifier`.
    package var name: String { rule.name }

    /// The rule that `text` means, given as identifier (`GL1001`, `gl1001`) or as name; `nil` where
    /// there is none.
    package init?(text: String) {
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
