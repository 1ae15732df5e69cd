extension Rule {
  /// What concerns files, engines and the run itself.
  static let toolRules: [Rule] = [
    // Files, includes and definitions
    Rule(
      .includeNotFound, "include-not-found", .error,
      summary: "An included file cannot be read.",
      explanation:
        "\"name\" is looked for beside the including file, then in each -I folder in order; "
        + "<name> in the -I folders only.",
      bad: "#include \"lihgt.glsl\"",
      good: "shaderlint -I shaders/common a.frag"),
    Rule(
      .includeCycle, "include-cycle", .error,
      summary: "Files include each other in a circle.",
      explanation:
        "Put #pragma once, or an #ifndef guard, at the top of each included file, or break the "
        + "circle."),
    Rule(
      .includeTooDeep, "include-too-deep", .error,
      summary: "Includes are nested too deeply, or expand to too much text.",
      explanation: "Sixty-four levels and 16 MiB of text are the limit."),
    Rule(
      .badDirectiveComment, "bad-shaderlint-comment", .warning,
      summary: "A shaderlint comment cannot be understood.",
      explanation:
        "Known are: disable-next-line, disable-line, disable and enable, each followed by "
        + "identifiers or names with commas between them, or by nothing for all.",
      bad: "// shaderlint: disable-nextline GL3001",
      good: "// shaderlint: disable-next-line GL3001"),
    Rule(
      .unreadableFile, "unreadable-file", .error,
      summary: "A file cannot be read.",
      explanation: "The message says why. The rest of the run goes on; the exit code is 2."),
    Rule(
      .badInclude, "bad-include", .error,
      summary: "An #include line has no file name.",
      explanation: "Write #include \"name\" or #include <name>; macros are not expanded there."),
    // The driver and the engines
    Rule(
      .compilerCrashed, "compiler-crashed", .error,
      summary: "The compiler crashed on this file.",
      explanation:
        "The worker process was lost and replaced; other files are not touched. The shader is "
        + "legal or not, but this driver cannot take it: simplify what the message names, and "
        + "tell the driver's makers."),
    Rule(
      .compilerHung, "compiler-hung", .error,
      summary: "The compiler did not finish within the time limit.",
      explanation:
        "The worker process was ended and replaced; other files are not touched. Raise "
        + "--timeout if the shader is only slow; shaders that take seconds here take longer on a "
        + "phone."),
    Rule(
      .outOfMemory, "compiler-out-of-memory", .error,
      summary: "The compiler hit the memory limit.",
      explanation:
        "The worker process was replaced; other files are not touched. Macros that double "
        + "themselves are the usual cause. Raise --memory if the shader is only large."),
    Rule(
      .runawayLog, "runaway-log", .error,
      summary: "The compiler's log is too long to be of use.",
      explanation: "Only the first message is shown: mend it, and most of the others will go."),
    Rule(
      .enginesDisagree, "engines-disagree", .warning,
      summary: "One engine accepts what another refuses.",
      explanation:
        "At least one of them departs from the specification: the shader will not work "
        + "everywhere."),
    Rule(
      .unknownLogLine, "unknown-log-line", .warning,
      summary: "A line of the log has a form that is not known.",
      explanation:
        "It is kept as it is. Tell us the driver and the log, so that it can be read next time."),
    Rule(
      .silentFailure, "silent-failure", .error,
      summary: "The driver refuses the shader and gives no reason.",
      explanation: "Compile it with --engine all, or on another driver, to hear a reason."),
    Rule(
      .driverQuirk, "driver-quirk", .note,
      summary: "This driver departs from the specification here, and shaderlint corrected it.",
      explanation:
        "The message names the departure; shaderlint --driver-info lists all that are known."),
  ]
}
