extension Rule {
  /// Findings about files, engines and the run.
  static let toolRules: [Rule] = [
    // Files, includes and definitions
    Rule(
      .includeNotFound, .error,
      summary: "An included file cannot be read.",
      explanation:
        "#include \"name\" searches the folder of the including file and then each -I folder in "
        + "order. #include <name> searches the folder of the including file last. Names that the "
        + "shader does not declare are not reported, because the missing file may declare them.",
      bad: "#include \"lihgt.glsl\"",
      good: "#include \"light.glsl\""),
    Rule(
      .includeCycle, .error,
      summary: "Files include each other in a cycle.",
      explanation:
        "Put #pragma once or an #ifndef guard at the top of each included file, or break the "
        + "cycle.",
      bad: "#include \"noise.glsl\"  // in noise.glsl",
      good: "#pragma once\n#include \"noise.glsl\"  // in noise.glsl"),
    Rule(
      .includeTooDeep, .error,
      summary: "Includes are nested too deeply or expand to too much text.",
      explanation: "The limits are 64 levels and 16 MiB of text.",
      bad:
        "// level1.glsl includes level2.glsl, and so on to level65.glsl\n"
        + "#include \"level1.glsl\"",
      good: "#include \"level2.glsl\""),
    Rule(
      .badDirectiveComment, .warning,
      summary: "A comment for shaderlint is malformed.",
      explanation:
        "The instructions are disable-next-line, disable-line, disable and enable. IDs or names of "
        + "rules may follow, separated by commas. Without any, the comment applies to all rules. A "
        + "reason may follow two dashes. 'range NAME LOW..HIGH' says what values an input of "
        + "the shader has.",
      bad: "// shaderlint: disable-nextline GL3001",
      good: "// shaderlint: disable-next-line GL3001"),
    Rule(
      .unreadableFile, .error,
      summary: "A file cannot be read, or its stage is unknown.",
      explanation:
        "The message gives the reason. The other files are checked, and the exit status is 2. "
        + "Files of more than 16 MiB are not read. The stage follows from the name (.vert, .frag), "
        + "from '#pragma shaderlint fragment' or from --stage.",
      bad: "shaderlint no-such-file.frag",
      good: "shaderlint wave.frag"),
    Rule(
      .badInclude, .error,
      summary: "An #include directive has no file name.",
      explanation:
        "Write #include \"name\" or #include <name>. A name without quotes is read as well. "
        + "Macros are not expanded there.",
      bad: "#include \"light.glsl",
      good: "#include \"light.glsl\""),
    Rule(
      .includedTwice, .note,
      summary: "A shader includes a file with functions twice.",
      explanation:
        "An engine that inserts the file each time defines its functions twice, which is an error. "
        + "shaderlint takes such a file once, as engines do that remember what they have included. "
        + "Files in which macros name the functions are taken each time.",
      bad: "#include \"hash.glsl\"\n#include \"clouds.glsl\"  // includes hash.glsl",
      good: "#pragma once  // in hash.glsl\nfloat hash(vec2 p);"),
    // The driver and the engines
    Rule(
      .compilerCrashed, .error,
      summary: "The compiler crashed on this file.",
      explanation:
        "The worker process was replaced; other files are not affected. Even if the shader is "
        + "valid, this driver cannot compile it: simplify what the message names, and report the "
        + "crash to the driver's developers."),
    Rule(
      .compilerHung, .error,
      summary: "The compiler did not finish within the time limit.",
      explanation:
        "The worker process was stopped and replaced; other files are not affected. If the shader "
        + "is just slow to compile, raise --timeout, but expect it to take longer on a phone."),
    Rule(
      .outOfMemory, .error,
      summary: "The compiler exceeded the memory limit.",
      explanation:
        "The worker process was replaced; other files are not affected. The usual cause is "
        + "macros that expand exponentially. Raise --memory if the shader is just large."),
    Rule(
      .runawayLog, .error,
      summary: "The compiler's log is too long to be useful.",
      explanation: "Only the first message is shown. Fix it, and most of the others will disappear."
    ),
    Rule(
      .enginesDisagree, .warning,
      summary: "One engine accepts what another one rejects.",
      explanation:
        "At least one of them deviates from the specification, so the shader does not work "
        + "everywhere."),
    Rule(
      .unknownLogLine, .warning,
      summary: "A line of the log has an unknown format.",
      explanation:
        "No line of the log is from a known compiler; the lines may be an app's own messages. If "
        + "only some lines are unknown, one note counts them. If an unknown line is from a "
        + "compiler, please report the driver and the log, so that a later version can read it."),
    Rule(
      .silentFailure, .error,
      summary: "The driver rejects the shader without giving a reason.",
      explanation: "To get a reason, use --engine all or another driver."),
    Rule(
      .driverQuirk, .note,
      summary: "The driver deviates from the specification, and shaderlint corrected the verdict.",
      explanation:
        "The message names the deviation. shaderlint --driver-info lists all known deviations."),
    Rule(
      .noDriver, .note,
      summary: "There is no driver, so only shaderlint's own front end checks the shaders.",
      explanation:
        "shaderlint also compiles shaders with the machine's OpenGL ES driver, which finds "
        + "problems specific to that driver. Use --engine driver to make a missing driver an "
        + "error, or --engine own to run without one."),
    Rule(
      .skippedFiles, .note,
      summary: "Files in a folder are not checked.",
      explanation:
        "The note says how many and why. Files that a checked shader includes are checked with it. "
        + "In a configuration file, [[files]] assigns a stage to files by name, and the stage "
        + "'snippet' marks files that are never checked on their own."),
    Rule(
      .nothingToCheck, .error,
      summary: "There is no shader to check.",
      explanation:
        "A run that checks nothing indicates a mistake in the command line or the configuration, "
        + "so the exit status is 2. shaderlint init examines a folder and says what its files "
        + "are.",
      good: "[[files]]\nmatch = \"*Vert.glsl\"\nstage = \"vertex\""),
    Rule(
      .hiddenFindings, .note,
      summary: "Findings are not shown, because --diff-base or --baseline hides them.",
      explanation:
        "--diff-base shows only findings in lines that differ from a commit, and --baseline only "
        + "those that are not in a file of known findings. Run without these options to see all "
        + "findings."),
    Rule(
      .unusedPattern, .note,
      summary: "A pattern matches no file, no shader names a macro, or a folder is missing.",
      explanation:
        "A macro of --permute that no shader names may be misspelled, and so may a folder of "
        + "--include that does not exist. Patterns without a slash are "
        + "compared with names in all folders, others with paths from the folder of the "
        + "configuration file. Patterns of presets are not reported.",
      bad: "[[files]]\nmatch = \"*Vret.glsl\"",
      good: "[[files]]\nmatch = \"*Vert.glsl\""),
    Rule(
      .completedShaders, .note,
      summary: "A program completes shaders before it compiles them.",
      explanation:
        "Libraries such as three.js put declarations, precisions and #extension lines before "
        + "shaders, and glslify adds functions. In a folder with files of programs, a name that "
        + "their strings declare or define is given by the program, and so are a name in a comment "
        + "that holds nothing but a type and a name, such as '// vec2 u_resolution', a name that "
        + "three or more different shaders lack, and fewer declare, and a precision that three "
        + "lack. Missing names, functions and precisions are not reported in these shaders, other "
        + "errors are. If most shaders lack a precision and no browser runs them, they are for "
        + "desktops, and what GLSL 1.20 allows is not reported in shaders without words of GLSL "
        + "ES. A preset such as \"three\", or a file with the declarations as 'prelude' in "
        + "[[files]], lets shaderlint check all of them. Files that the command line names are "
        + "checked as they are."),
  ]
}
