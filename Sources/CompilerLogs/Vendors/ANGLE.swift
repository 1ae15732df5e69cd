extension Vendor {
  /// ANGLE, and what Chrome and Firefox say of a program before they ask the driver.
  package static let angle = Vendor(
    "angle", drivers: ["ANGLE"],
    errors: [
      "Precisions of {any} '{any}' differ between VERTEX and FRAGMENT shaders",
      "Types of {any} '{any}' differ between", "Array sizes of {any} '{any}' differ between",
      "{stage} shader active uniforms exceed", "Active sampler limit exceeded",
      "Attribute '{any}' aliases attribute '{any}' at location",
      "{stage} shader texture image units count exceeds MAX_TEXTURE_IMAGE_UNITS",
      "Varyings over maximum register limit", "Expression too complex",
      "Program binary could not be loaded",
      // Firefox, before it used ANGLE's linker.
      "Uniform `{any}` is not linkable between attached shaders",
      "Programs with more than {any} samplers are disallowed",
      "Must have an compiled {any} shader attached",
      // Chrome, before it used ANGLE's linker.
      "Uniforms with the same name but different type/precision",
      "Varyings with the same name but different type",
      "FRAGMENT varying {any} does not match any VERTEX varying",
      // Safari
      "Internal error compiling shader with Metal backend",
    ],
    failures: ["{stage} shader is not compiled", "one or more shaders failed to compile"],
    // three.js names the stage above the log.
    headings: [
      "{stage}[ shader]",
      "three.webglprogram: shader error {any} - validate_status false",
      "please submit this shader, or website as a bug to {any}",
    ],
    marks: [
      "Missing main()", "Static recursion", "not supported in GLSL ES 1.00",
      "No precision specified for (", "Loop index cannot be", "Expression in",
      "no matching overloaded function found", "#version required and missing",
      "invalid version directive", "storage qualifier supported",
    ],
    read: ColonForm.read)
}
