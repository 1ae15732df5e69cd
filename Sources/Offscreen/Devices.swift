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
    let software = handles.indices.filter { isSoftware($0) }
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

  private func isSoftware(_ index: Int) -> Bool {
    guard
      let query = EGL.function(
        "eglQueryDeviceStringEXT", as: PFNEGLQUERYDEVICESTRINGEXTPROC.self),
      let text = query(UnsafeMutableRawPointer(bitPattern: handles[index]), EGL_EXTENSIONS)
    else { return false }
    return String(cString: text).split(separator: " ").contains("EGL_MESA_device_software")
  }
}
