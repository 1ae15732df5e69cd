extension Vendor {
  /// ANGLE, and what Chrome and Firefox say of a program before they ask the driver.
  package static let angle = Vendor(
    "angle", drivers: ["ANGLE"],
    errors: [
      "{letter}{word} [sizes ]of {any} '{any} differ between", "Could not pack varying ",
      "{stage} shader {any} exceed[s] [GL_]MAX_", "Active sampler limit exceeded",
      "Attribute '{any}' aliases attribute '{any}' at location", "Expression too complex",
      "Program binary could not be loaded",
      // Firefox, before it used ANGLE's linker.
      "Uniform `{any}` is not linkable between attached shaders",
      "Programs with more than {any} samplers are disallowed",
      "Must have a[n] compiled {any} shader attached",
      // Chrome, before it used ANGLE's linker.
      "{word} with the same name but different type",
      "FRAGMENT varying {any} does not match any VERTEX varying",
      // Safari
      "Internal error compiling shader with Metal backend",
    ],
    failures: [
      "{stage} shader is not compiled", "one or more shaders failed to compile",
      "three.webglprogram: shader error {any} - validate_status false",
    ],
    // three.js names the stage above the log.
    headings: [
      "{stage}[ shader]",
      "please submit this shader, or website as a bug to {any}",
    ],
    marks: ["Loop index cannot be", "no matching overloaded function found"],
    read: ColonForm.read)
}
