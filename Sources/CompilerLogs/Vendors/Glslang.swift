extension Vendor {
  /// The Khronos reference compiler and drivers that use it.
  package static let glslang = Vendor(
    "glslang", drivers: ["glslang"],
    errors: [
      "Linking {any} stage[s]: ", "Unable to parse built-ins",
      "Input '{any}' in fragment shader has no corresponding output in vertex shader",
      "cannot use both gl_FragData and gl_FragColor", "unknown #version", "#version: {any}",
      // Messages whose place a program left out.
      "'' : ", "'{any}' : Loop index cannot be", "'{any}' : undeclared identifier",
      "'{any}' : no matching overloaded function found", "'{any}' : syntax error",
      "'{any}' : wrong operand types", "wrong operand types no operation '{any}' exists",
    ],
    warnings: ["Warning, version {any} is not yet complete"],
    failures: ["one or more attached shaders not successfully compiled"],
    headings: ["linked {any} stage"],
    marks: ["' :  ", "compilation terminated", "errors.  No code generated"]
  ) { line in
    // The two declarations of a link error.
    if line.first?.isBlank == true, isDeclaration(line) { return .detail(LogCursor(line).rest) }
    // glslangValidator prints the file's name on a line of its own.
    if line.count <= LogCursor.pathLimit, !line.contains(.space),
      ShaderStage(path: String(decoding: line, as: UTF8.self)) != nil
    {
      return .heading
    }
    return ColonForm.read(line)
  }

  /// Returns whether a line is `    v: "in mediump float"`, and not a string or a comment.
  private static func isDeclaration(_ line: ArraySlice<UInt8>) -> Bool {
    var cursor = LogCursor(line)
    cursor.skipBlanks()
    guard cursor.takeSeverity() == nil, cursor.takeName() != nil, cursor.take(": \"") else {
      return false
    }
    return ["in ", "out ", "smooth ", "flat ", "uniform "].contains(where: cursor.rest.hasPrefix)
  }
}
