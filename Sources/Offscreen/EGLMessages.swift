import GLESKitCEGL
import Synchronization

/// The names of EGL's errors, and the sentences that drivers add to them by `EGL_KHR_debug`.
enum EGLMessages {
  /// The sentences since the last ``take()``, of all threads: EGL's callback is one a process.
  private static let sentences = Mutex<[String]>([])

  /// Drops what is pending, so that a failure is not explained by what went before it, and listens
  /// from now on, where the driver library can.
  static func startOver() {
    _ = listening
    _ = take()
    _ = takeError()
  }

  /// Installs the callback: once a process.
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

  /// The sentences since the last call, each once, joined; `nil` where there are none. Mesa repeats
  /// itself, and where it knows nothing better it says the name of the `function`.
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

  /// The name of this thread's last EGL error, which is cleared; `nil` where there is none.
  static func takeError() -> String? {
    let code = eglGetError()
    return code == EGL_SUCCESS ? nil : name(of: code)
  }

  static func name(of code: EGLint) -> String {
    switch code {
    case EGL_SUCCESS: "EGL_SUCCESS"
    case EGL_NOT_INITIALIZED: "EGL_NOT_INITIALIZED"
    case EGL_BAD_ACCESS: "EGL_BAD_ACCESS"
    case EGL_BAD_ALLOC: "EGL_BAD_ALLOC"
    case EGL_BAD_ATTRIBUTE: "EGL_BAD_ATTRIBUTE"
    case EGL_BAD_CONFIG: "EGL_BAD_CONFIG"
    case EGL_BAD_CONTEXT: "EGL_BAD_CONTEXT"
    case EGL_BAD_CURRENT_SURFACE: "EGL_BAD_CURRENT_SURFACE"
    case EGL_BAD_DISPLAY: "EGL_BAD_DISPLAY"
    case EGL_BAD_MATCH: "EGL_BAD_MATCH"
    case EGL_BAD_NATIVE_PIXMAP: "EGL_BAD_NATIVE_PIXMAP"
    case EGL_BAD_NATIVE_WINDOW: "EGL_BAD_NATIVE_WINDOW"
    case EGL_BAD_PARAMETER: "EGL_BAD_PARAMETER"
    case EGL_BAD_SURFACE: "EGL_BAD_SURFACE"
    case EGL_CONTEXT_LOST: "EGL_CONTEXT_LOST"
    case EGL_BAD_DEVICE_EXT: "EGL_BAD_DEVICE_EXT"
    default: "EGL error 0x\(String(code, radix: 16))"
    }
  }
}

/// Small helpers over EGL's C functions.
enum EGL {
  /// The extensions that need no display.
  static let clientExtensions = strings(of: nil, EGL_EXTENSIONS)

  /// A space-separated answer of `eglQueryString` as a set.
  static func strings(of display: EGLDisplay?, _ name: Int32) -> Set<String> {
    Set((string(of: display, name) ?? "").split(separator: " ").map(String.init))
  }

  /// An answer of `eglQueryString`.
  static func string(of display: EGLDisplay?, _ name: Int32) -> String? {
    eglQueryString(display, name).map { String(cString: $0) }
  }

  /// An extension's function. The corresponding C function is `eglGetProcAddress`.
  static func function<Function>(_ name: String, as type: Function.Type) -> Function? {
    eglGetProcAddress(name).map { unsafeBitCast($0, to: Function.self) }
  }
}
