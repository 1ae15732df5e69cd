extension Vendor {
  /// Imagination PowerVR: `Compile failed.`, then `ERROR: 0:45: text`.
  package static let powerVR = Vendor(
    "powervr", drivers: ["PowerVR", "Imagination"],
    errors: [
      "Varying {any} is not declared in the vertex shader",
      "Varying(named {any},) specified in fragment shader, but not declared in vertex shader",
      "Variable {any} has unmatched precision qualifier in different shaders",
      "Varying \"{any}\" has different type",
    ],
    failures: [
      "compile failed", "link failed", "link error: {stage} shader was not successfully compiled",
    ],
    headings: ["success"],
    marks: ["Compile failed.", "IMGSRV", "errors. No code generated"],
    read: ColonForm.read)
}
