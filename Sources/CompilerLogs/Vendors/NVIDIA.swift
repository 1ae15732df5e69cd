extension Vendor {
  /// NVIDIA's own driver and Cg: `0(2) : error C7573: text`, or a path before the parenthesis.
  package static let nvidia = Vendor(
    "nvidia", drivers: ["NVIDIA"],
    errors: [
      "[Block ]\"{any}\" not declared as an output from the previous stage",
      "{stage} shader(s) were not successfully compiled before glLinkProgram() was called",
      "OpenGL ES programs must have both vertex and fragment shaders",
      "[struct ]type mismatch between shaders for uniform (named {any})",
    ],
    failures: ["internal error: assembly compile error for {any} shader at offset {any}"],
    headings: ["{stage} info", "link info"],
    // Those of an H200's driver (580.159.04) whose text doesn't tell the rule.
    codes: [
      "syntax-error": "C0127 C0159 C1001 C7618", "preprocessor-error": "C0114 C0151",
      "macro-error": "C0105", "wrong-version": "C0201 C0206", "version-not-first": "C0204",
      "bad-extension": "C7532", "undeclared-identifier": "C5052 C7614",
      "no-matching-function": "C1101 C1103 C1104 C1115 C7506 C7634",
      "redeclaration": "C1038 C1107", "type-mismatch": "C7011", "bad-operands": "C7548",
      "bad-assignment": "C1036 C7550 C7563 C7564 C7565", "bad-field": "C1009",
      "bad-index": "C1011 C1068", "bad-constructor": "C1033", "bad-array": "C1043 C7553",
      "bad-qualifier": "C1151 C5056 C7522 C7583", "bad-function": "C7530",
      "reserved-name": "C7528", "reserved-word": "C7537 C7552", "too-many-resources": "C5041",
      "varying-type-mismatch": "C5108", "missing-main": "C3001", "undefined-function": "C3002",
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
      if message.source == nil, message.line != 0, digit == "2" || digit == "4" { return nil }
      // Another fix for the message before.
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
    return code.hasPrefix("C") && "015679".contains(code.dropFirst().prefix(1))
      ? .message(message) : nil
  }

  private static let candidateForm: LogForm = " (0) : {text}"
  private static let nvidiaForm: LogForm = "[{source}]({line}) : {severity}[ {code}] : {text}"
  private static let pathForm: LogForm = "{path}({line}) : {severity}[ {code}] : {text}"
  /// The assembly's line is none of the shader's.
  private static let assemblyForm: LogForm = "line {n}, column {n}: {severity}: {text}"
  private static let linkForm: LogForm = "{severity} {code}: {text}"
}
