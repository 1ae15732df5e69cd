extension Vendor {
  /// Qualcomm Adreno: `Fragment shader compilation failed.`, then `ERROR: 0:15: '>>' :  text`.
  package static let adreno = Vendor(
    "adreno", drivers: ["Adreno", "Qualcomm"],
    errors: [
      "Fragment shader's input {any} has no matching output",
      "input {any} not declared in output from previous stage",
      "Input {any} location or component conflict", "Output {any} location or component exceeds",
      "uniform variables in {stage} shader do not fit in {any} vectors", "linked out of memory",
    ],
    failures: ["{stage} shader compilation failed", "linking failed"],
    headings: [
      "{stage} shader compilation succeeded", "link was successful", "from {stage} shader",
    ],
    marks: [
      " shader compilation failed.", "Adreno", "Link was successful",
      "errors.  No code generated", "' :  ",
    ],
    // The service that compiles.
    forms: ["GLSL line {line}: {severity}: {text}"], read: ColonForm.read)
}
