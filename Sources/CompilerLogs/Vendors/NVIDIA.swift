extension Vendor {
  /// NVIDIA's own driver and Cg: `0(2) : error C7573: text`, or a path before the parenthesis.
  package static let nvidia = Vendor(
    "nvidia", drivers: ["NVIDIA"],
    errors: [
      "\"{any}\" not declared as an output from the previous stage",
      "Block \"{any}\" not declared as an output from the previous stage",
      "{stage} shader(s) were not successfully compiled before glLinkProgram() was called",
      "OpenGL ES programs must have both vertex and fragment shaders",
      "type mismatch between shaders for uniform (named {any})",
    ],
    failures: ["internal error: assembly compile error for {any} shader at offset {any}"],
    headings: ["{stage} info", "link info"],
    codes: codes
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
    return code.hasPrefix("C") && "05679".contains(code.dropFirst().prefix(1))
      ? .message(message) : nil
  }

  /// Codes by their rules. Those that an H200's driver (580.159.04) wrote are in the tests.
  private static let codes = Dictionary(
    uniqueKeysWithValues: [
      "syntax-error": "C0000 C0501 C0127 C0159 C0502 C1001 C7618",
      "preprocessor-error": "C0104 C0114 C0122 C0151 C7102",
      "macro-error": "C0105 C0107 C0108 C7101",
      "wrong-version": "C0201 C0206",
      "version-not-first": "C0204",
      "bad-extension": "C0202 C7505 C7508 C7532",
      "undeclared-identifier": "C1008 C1503 C5052 C7614",
      "no-matching-function": "C1101 C1103 C1104 C1115 C7506 C7634",
      "redeclaration": "C1002 C1013 C1038 C1047 C1107",
      "type-mismatch": "C1003 C1035 C1060 C1102 C7011",
      "bad-operands": "C1020 C1022 C7548",
      "bad-assignment": "C1034 C1036 C1111 C7550 C7563 C7564 C7565",
      "bad-field": "C1009 C1031 C1048 C1049",
      "bad-index": "C1011 C1068",
      "not-constant": "C1059",
      "bad-constructor": "C1033 C1067",
      "bad-return": "C1015 C1016 C1110",
      "bad-condition": "C1019",
      "bad-control-flow": "C1118 C1119 C7608",
      "bad-array": "C1006 C1043 C1307 C1309 C7553",
      "bad-qualifier": "C1151 C5056 C7001 C7507 C7512 C7513 C7514 C7515 C7522 C7524 C7583",
      "bad-function": "C7527 C7530",
      "reserved-name": "C7528",
      "reserved-word": "C7537 C7552",
      "missing-precision": "C7573",
      "uninitialized": "C7050",
      "too-many-resources": "C5041",
      "varying-type-mismatch": "C5108",
      "missing-main": "C3001",
      "undefined-function": "C3002",
    ].flatMap { rule, codes in codes.split(separator: " ").map { (String($0), rule) } })

  private static let candidateForm: LogForm = " (0) : {text}"
  private static let nvidiaForm: LogForm = "[{source}]({line}) : {severity}[ {code}] : {text}"
  private static let pathForm: LogForm = "{path}({line}) : {severity}[ {code}] : {text}"
  /// The assembly's line is none of the shader's.
  private static let assemblyForm: LogForm = "line {n}, column {n}: {severity}: {text}"
  private static let linkForm: LogForm = "{severity} {code}: {text}"
}
