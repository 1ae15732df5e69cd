extension Vendor {
  /// AMD's own driver: `ERROR: 0:74: error(#143) text`.
  package static let amd = Vendor(
    "amd", drivers: ["AMD", "ATI ", "Advanced Micro Devices"],
    failures: [
      "{stage} shader failed to compile with the following errors", "{stage} link error: {any}",
      "{stage} shader(s) failed to link, {stage} shader(s) {any}",
    ],
    headings: [
      "{stage} shader was successfully compiled to run on hardware",
      "vertex shader(s) linked, fragment shader(s) linked{any}",
    ],
    marks: ["error(#", "to run on hardware", "shader(s) "]
  ) { line in
    guard let message = amdForm.read(line), let code = message.code else { return nil }
    // The number of errors.
    return code == "#273" ? .failure : .message(message)
  }

  /// Translators of web pages add a blank: `error(# 143)`.
  private static let amdForm: LogForm =
    "{severity}: [{source}:{line}:] {severity}(# {number}) {text}"
}
