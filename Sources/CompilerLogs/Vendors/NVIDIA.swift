extension Vendor {
  /// NVIDIA's own driver and Cg: `0(2) : error C7573: text`, or a path before the parenthesis.
  package static let nvidia = Vendor(
    "nvidia", drivers: ["NVIDIA"],
    errors: [
      "\"{any}\" not declared as an output from the previous stage",
      "Block \"{any}\" not declared as an output from the previous stage",
      "Vertex shader(s) were not successfully compiled before glLinkProgram() was called",
      "Fragment shader(s) were not successfully compiled before glLinkProgram() was called",
      "OpenGL ES programs must have both vertex and fragment shaders",
    ],
    failures: ["internal error: assembly compile error for {any} shader at offset {any}"],
    headings: ["vertex info", "fragment info", "link info"],
    codes: [
      "C0000": "syntax-error", "C0501": "syntax-error", "C1008": "undeclared-identifier",
      "C1503": "undeclared-identifier", "C1059": "not-constant", "C1115": "no-matching-function",
      "C1103": "no-matching-function", "C1102": "type-mismatch", "C1035": "type-mismatch",
      "C7011": "type-mismatch", "C1031": "bad-field", "C1068": "bad-index",
      "C1020": "bad-operands", "C1038": "redeclaration", "C1013": "redeclaration",
      "C7573": "missing-precision", "C7532": "bad-extension", "C7505": "bad-extension",
      "C7050": "uninitialized",
    ]
  ) { line in
    // A function that a call may mean: `    (0) : float step(float, float)`.
    if line.first?.isBlank == true {
      let isMessage = nvidiaForm.end(in: line.drop(while: \.isBlank)) != nil
      return isMessage ? nil : candidateForm.read(line).map { .detail($0.text) }
    }
    if let message = nvidiaForm.read(line) {
      // "sky.c (12): error C2065: 'x': text" is Microsoft's.
      let digit = message.code?.dropFirst().first
      if message.source == nil, digit == "2" || digit == "4" { return nil }
      // A further way to mend the message before.
      return message.text.hasPrefix("... or ") ? .detail(message.text) : .message(message)
    }
    // sokol-shdc: `sky.glsl(12): error : text`. `main.cpp(12) : error C2065: …` is Microsoft's, and
    // in `Tag(1234): error: …` the number is a process.
    if let message = pathForm.read(line), let path = message.path {
      let isName = !path.contains { $0 == "." || $0 == " " } && message.code?.first == "C"
      return isName || ColonForm.isShader(path) ? .message(message) : nil
    }
    guard var message = assemblyForm.read(line) ?? linkForm.read(line) else { return nil }
    // Microsoft's codes without a place are LNK2019, CS0103, C1083, C2440, C3861 and C4996.
    guard let code = message.code else {
      message.code = "assembly"
      return .message(message)
    }
    return code.hasPrefix("C") && "05679".contains(code.dropFirst().prefix(1))
      ? .message(message) : nil
  }

  private static let candidateForm: LogForm = " (0) : {text}"
  private static let nvidiaForm: LogForm = "[{source}]({line}) : {severity}[ {code}] : {text}"
  private static let pathForm: LogForm = "{path}({line}) : {severity}[ {code}] : {text}"
  /// The assembly's line is none of the shader's.
  private static let assemblyForm: LogForm = "line {n}, column {n}: {severity}: {text}"
  private static let linkForm: LogForm = "{severity} {code}: {text}"
}
