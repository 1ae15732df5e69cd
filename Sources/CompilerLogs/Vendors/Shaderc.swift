extension Vendor {
  /// shaderc (glslc, sokol-shdc) and Metal: `sky.frag:12: error: 'x' : text`, glslang's messages
  /// in the form of GCC.
  package static let shaderc = Vendor("shaderc") { line in
    guard let message = shadercForm.read(line), let path = message.path,
      ColonForm.isShader(path) || ColonForm.isQuotedToken(message.text)
    else { return nil }
    return .message(message)
  }

  private static let shadercForm: LogForm = "{path}:[{line}:[{column}:]] {severity}: {text}"
}
