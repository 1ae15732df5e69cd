import GLESKitCEGL
import Synchronization

/// The names of EGL's errors, and the messages that drivers add through `EGL_KHR_debug`.
enum EGLMessages {
  /// The messages since the last ``take(function:)``, of all threads: EGL has one callback per
  /// process.
  private static let sentences = Mutex<[String]>([])

  /// Drops pending messages, so that they do not explain a later failure, and installs the callback
  /// if EGL supports it.
  static func startOver() {
    _ = listening
    _ = take()
    _ = takeError()
  }

  /// Installs the callback, once per process.
  private static let listening: Bool = {
    guard EGL.clientExtensions.contains("EGL_KHR_debug"),
      let control = EGL.function(
        "eglDebugMessageControlKHR", as: PFNEGLDEBUGMESSAGECONTROLKHRPROC.self)
    else { return false }
    let callback: EGLDEBUGPROCKHR = { _, _, _, _, _, message in
      guard let message else { return }
      let sentence = String(cString: message)
      EGLMessages.sentences.withLock { sentences in
        if sentences.count < 32 { sentences.append(sentence) }
      }
    }
    let levels: [EGLAttrib] = [
      EGLAttrib(EGL_DEBUG_MSG_CRITICAL_KHR), EGLAttrib(EGL_TRUE),
      EGLAttrib(EGL_DEBUG_MSG_ERROR_KHR), EGLAttrib(EGL_TRUE),
      EGLAttrib(EGL_DEBUG_MSG_WARN_KHR), EGLAttrib(EGL_TRUE), EGLAttrib(EGL_NONE),
    ]
    return control(callback, levels) == EGL_SUCCESS
  }()

  /// Returns the different messages since the last call, joined; `nil` if there are none. Messages
  /// that are only the name of `function`, which Mesa sends as a default, are left out.
  static func take(function: String? = nil) -> String? {
    let all = sentences.withLock { sentences in
      defer { sentences.removeAll() }
      return sentences
    }
    var different: [String] = []
    for sentence in all where sentence != function && !different.contains(sentence) {
      different.append(sentence)
    }
    return different.isEmpty ? nil : different.joined(separator: "; ")
  }

  /// Returns the name of this thread's last EGL error and clears it; `nil` if there is none.
  static func takeError() -> String? {
    let code = eglGetError()
    return code == EGL_SUCCESS ? nil : name(of: code)
  }

  /// The names of EGL's errors, whose numbers follow each other.
  private static let errors = [
    "EGL_SUCCESS", "EGL_NOT_INITIALIZED", "EGL_BAD_ACCESS", "EGL_BAD_ALLOC", "EGL_BAD_ATTRIBUTE",
    "EGL_BAD_CONFIG", "EGL_BAD_CONTEXT", "EGL_BAD_CURRENT_SURFACE", "EGL_BAD_DISPLAY",
    "EGL_BAD_MATCH", "EGL_BAD_NATIVE_PIXMAP", "EGL_BAD_NATIVE_WINDOW", "EGL_BAD_PARAMETER",
    "EGL_BAD_SURFACE", "EGL_CONTEXT_LOST",
  ]

  private static func name(of code: EGLint) -> String {
    if code == EGL_BAD_DEVICE_EXT { return "EGL_BAD_DEVICE_EXT" }
    let index = Int(code) - Int(EGL_SUCCESS)
    return errors.indices.contains(index)
      ? errors[index] : "EGL error 0x\(String(code, radix: 16))"
  }
}

/// Helpers for EGL's C functions.
enum EGL {
  /// The extensions that need no display.
  static let clientExtensions = strings(of: nil, EGL_EXTENSIONS)

  /// Returns a space-separated result of `eglQueryString` as a set.
  static func strings(of display: EGLDisplay?, _ name: Int32) -> Set<String> {
    Set((string(of: display, name) ?? "").split(separator: " ").map(String.init))
  }

  /// Returns a result of `eglQueryString`.
  static func string(of display: EGLDisplay?, _ name: Int32) -> String? {
    eglQueryString(display, name).map { String(cString: $0) }
  }

  /// Returns an extension's function. The corresponding C function is `eglGetProcAddress`.
  static func function<Function>(_ name: String, as type: Function.Type) -> Function? {
    eglGetProcAddress(name).map { unsafeBitCast($0, to: Function.self) }
  }
}
