import GLESKitCEGL

/// EGL's description of itself on one display. The corresponding C function is `eglQueryString`.
public struct EGLDescription: Hashable, Sendable {
  /// `EGL_VENDOR`, such as `Mesa Project`.
  public let vendor: String
  /// `EGL_VERSION`, such as `1.5`.
  public let version: String
  /// `EGL_CLIENT_APIS`, such as `OpenGL OpenGL_ES`.
  public let clientAPIs: [String]
  /// The name of the GPU that the display draws on; `nil` if the driver does not tell it.
  package let deviceName: String?
  /// Whether the driver draws on the processor; `nil` if EGL does not say.
  package let isSoftware: Bool?
  /// The display's extensions, sorted.
  public let extensions: [String]
  /// The extensions that need no display, sorted.
  public let clientExtensions: [String]

  init(of display: Display) {
    vendor = EGL.string(of: display.handle, EGL_VENDOR) ?? ""
    version = EGL.string(of: display.handle, EGL_VERSION) ?? ""
    clientAPIs = EGL.strings(of: display.handle, EGL_CLIENT_APIS).sorted()
    let device = Device(of: display.handle)
    deviceName = device?.name
    isSoftware = device?.isSoftware
    extensions = display.extensions.sorted()
    clientExtensions = EGL.clientExtensions.sorted()
  }
}
