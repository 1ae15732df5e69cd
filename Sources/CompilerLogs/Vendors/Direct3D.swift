extension Vendor {
  /// Direct3D, seen through old ANGLE: `(12,5): error X3004: text`, `(12,5-9): text`, a path before
  /// the parenthesis.
  package static let direct3D = Vendor(
    "d3d",
    failures: ["compilation failed; no code produced"]
  ) { line in
    if let message = direct3DForm.read(line) {
      // Compilers of C++ write the same form with other codes, "error C2065".
      return message.code?.first ?? "X" == "X" ? .message(message) : nil
    }
    // A point in a sentence looks the same. Internet Explorer's syntax errors quote no name.
    return bareForm.read(line).flatMap { message in
      let isCompilers = message.quotedName != nil || message.text.hasPrefix("syntax error")
      return isCompilers ? .message(message) : nil
    }
  }

  /// ReShade writes a blank after the comma.
  private static let direct3DForm: LogForm =
    "[{path}]({line}, {column}[-{n}]): {severity}[ {code}]: {text}"
  private static let bareForm: LogForm = "({line}, {column}[-{n}]): {text}"
}
