import GLESKitCEGL

/// The devices that EGL lists.
struct Devices {
  private let handles: [UInt]

  /// Lists EGL's devices. The corresponding C function is `eglQueryDevicesEXT`.
  static func all() throws(RouteFailure) -> Devices {
    EGLMessages.startOver()
    guard
      EGL.clientExtensions.contains("EGL_EXT_device_base")
        || EGL.clientExtensions.contains("EGL_EXT_device_enumeration"),
      let query = EGL.function("eglQueryDevicesEXT", as: PFNEGLQUERYDEVICESEXTPROC.self)
    else { throw RouteFailure(lacking: "EGL_EXT_device_enumeration") }
    var count: EGLint = 0
    guard query(0, nil, &count) == EGL_TRUE, count > 0 else {
      throw RouteFailure(
        "eglQueryDevicesEXT", cause: "the driver lists no device",
        remedy: Vendors.remedy ?? "apt-get install libgl1-mesa-dri")
    }
    var devices = [EGLDeviceEXT?](repeating: nil, count: Int(count))
    guard query(count, &devices, &count) == EGL_TRUE else {
      throw RouteFailure("eglQueryDevicesEXT", cause: "the driver cannot list its devices")
    }
    return Devices(handles: devices.prefix(Int(count)).map { UInt(bitPattern: $0) })
  }

  /// The indices of all devices: hardware before software, otherwise in EGL's order.
  var hardwareFirst: [Int] {
    let software = handles.indices.filter {
      Device(handle: UnsafeMutableRawPointer(bitPattern: handles[$0]))?.isSoftware == true
    }
    return handles.indices.filter { !software.contains($0) } + software
  }

  /// Returns a device's EGL handle.
  func handle(at index: Int) throws(RouteFailure) -> UnsafeMutableRawPointer? {
    guard handles.indices.contains(index) else {
      let last = handles.count - 1
      throw RouteFailure(
        "eglQueryDevicesEXT", cause: "there is no such device",
        remedy: last == 0 ? "use device:0, the only one" : "use device:0 to device:\(last)")
    }
    return UnsafeMutableRawPointer(bitPattern: handles[index])
  }
}

/// One of EGL's devices.
struct Device {
  private let handle: UnsafeMutableRawPointer

  init?(handle: UnsafeMutableRawPointer?) {
    guard let handle else { return nil }
    self.handle = handle
  }

  /// The device that a display draws on; `nil` if EGL does not say. The corresponding C function is
  /// `eglQueryDisplayAttribEXT`.
  init?(of display: EGLDisplay) {
    guard
      EGL.clientExtensions.contains("EGL_EXT_device_base")
        || EGL.clientExtensions.contains("EGL_EXT_device_query"),
      let query = EGL.function(
        "eglQueryDisplayAttribEXT", as: PFNEGLQUERYDISPLAYATTRIBEXTPROC.self)
    else { return nil }
    var device: EGLAttrib = 0
    guard query(display, EGL_DEVICE_EXT, &device) == EGL_TRUE else { return nil }
    self.init(handle: UnsafeMutableRawPointer(bitPattern: device))
  }

  /// Whether the device is Mesa's, which draws on the processor (`EGL_MESA_device_software`).
  var isSoftware: Bool { has("EGL_MESA_device_software") }

  /// The GPU's name (`EGL_EXT_device_query_name`); `nil` if the driver does not tell it.
  var name: String? { has("EGL_EXT_device_query_name") ? string(EGL_RENDERER_EXT) : nil }

  private func has(_ name: String) -> Bool {
    string(EGL_EXTENSIONS)?.split(separator: " ").contains(Substring(name)) == true
  }

  private func string(_ name: EGLint) -> String? {
    EGL.function("eglQueryDeviceStringEXT", as: PFNEGLQUERYDEVICESTRINGEXTPROC.self)
      .flatMap { $0(handle, name) }.map { String(cString: $0) }
  }
}
