extension Vendor {
  /// shaderc (glslc, sokol-shdc) and Metal: `sky.frag:12: error: 'x' : text`, glslang's messages
  /// in the form of GCC.
  package static let shaderc = Vendor("shaderc") { line in
    guard let message = shadercForm.read(line), let path = message.path,
      ColonForm.isShader(path) || ColonForm.isQuotedToken(message.text),
      // "sky.frag: WARNING: 0:3: text": what follows is a log's line.
      message.line != nil || message.text.first?.isNumber == false
    else { return nil }
    return .message(message)
  }

  private static let shadercForm: LogForm = "{path}:[{line}:[{column}:]] {severity}: {text}"
}
