import GLESKitCGLES2

extension Context {
  /// Passes the driver's own messages to ``onWarning``: errors, deprecated and undefined behavior,
  /// and calls that are slow, with the driver's words. Notifications are left out.
  ///
  /// A message arrives during the call that it is about, so `onWarning` must not call GL. Some
  /// drivers have messages only in contexts that were made for debugging. The corresponding C
  /// function is `glDebugMessageCallbackKHR`.
  ///
  /// In messages and GPU debuggers, objects have labels (`glObjectLabelKHR`), also without this
  /// call: programs and shaders those of their errors, buffers the name of the attribute that they
  /// feed, textures that of their sampler, as in `u_page of page-curl`, and framebuffers the label
  /// that they were given or their size.
  ///
  /// - Throws: ``GLESError/unsupported(what:remedy:)`` without `GL_KHR_debug`.
  public func reportDriverMessages() throws(GLESError) {
    let functions = try require(.driverMessages)
    try begin("glDebugMessageCallbackKHR")
    // The driver may call as long as the GL context exists, which can outlive this object.
    let receiver = Unmanaged.passRetained(MessageReceiver(self)).toOpaque()
    unsafeBitCast(functions[0], to: PFNGLDEBUGMESSAGECALLBACKKHRPROC.self)(
      { _, _, _, severity, length, text, receiver in
        guard let text, let receiver, severity != GLenum(GL_DEBUG_SEVERITY_NOTIFICATION_KHR) else {
          return
        }
        let bytes = UnsafeRawBufferPointer(start: text, count: Int(length))
        Unmanaged<MessageReceiver>.fromOpaque(receiver).takeUnretainedValue().context?.warn(
          "the driver says: \(String(decoding: bytes, as: UTF8.self))")
      }, receiver)
    // Within the call, on its thread.
    glEnable(GLenum(GL_DEBUG_OUTPUT_SYNCHRONOUS_KHR))
    glEnable(GLenum(GL_DEBUG_OUTPUT_KHR))
    try checkErrors(after: "glDebugMessageCallbackKHR")
  }

  /// Gives a GL object its name in the driver's messages and in GPU debuggers, where they exist.
  func label(_ kind: Int32, _ name: GLuint, _ label: @autoclosure () -> String) {
    guard let functions = lookUp(.driverMessages) else { return }
    // Drivers need to accept 255 bytes.
    let bytes = label().utf8.prefix(255).map { CChar(bitPattern: $0) }
    unsafeBitCast(functions[1], to: PFNGLOBJECTLABELKHRPROC.self)(
      GLenum(kind), name, GLsizei(bytes.count), bytes)
  }
}

/// Where the driver's messages go.
private final class MessageReceiver {
  weak var context: Context?
  init(_ context: Context) { self.context = context }
}
