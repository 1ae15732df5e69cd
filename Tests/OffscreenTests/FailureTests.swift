import GLES
import GLESKitCEGL
import GLESKitSupport
import Glibc
import Offscreen
import TestSupport
import Testing

/// Machines on which no driver can be opened, each by what is wrong with it: the failure says so. A
/// process of its own each, since drivers read their environment once.
@Suite struct FailureTests {
  /// NVIDIA's driver ignores these variables, opens the default display without a window system,
  /// and takes no node for a software driver.
  private static let onMesa: ConditionTrait = .enabled("the driver is Mesa's") {
    if isOwnProcess { return true }
    return try OffscreenContext().gl.driver.version.contains("Mesa")
  }

  @Test(onMesa) func aVariableThatMesaHeedsIsBlamed() throws {
    try inOwnProcess { _ in
      setenv("GALLIUM_DRIVER", "no-such-driver", 1)
      try FailureTests.expectFailure(
        .only(.surfaceless), of: "eglInitialize", error: "EGL_NOT_INITIALIZED",
        cause: "GALLIUM_DRIVER is set to 'no-such-driver'", remedy: "unset it")
    }
    try inOwnProcess { _ in
      setenv("LIBGL_DRIVERS_PATH", "/nonexistent", 1)
      try FailureTests.expectFailure(
        .devices, of: "eglInitialize", error: "EGL_NOT_INITIALIZED",
        cause: "LIBGL_DRIVERS_PATH is set to '/nonexistent'", remedy: "unset it")
    }
    try inOwnProcess { _ in
      setenv("MESA_GLES_VERSION_OVERRIDE", "1.0", 1)
      try FailureTests.expectFailure(
        .only(.surfaceless), of: "eglCreateContext", error: "EGL_BAD_MATCH",
        cause: "MESA_GLES_VERSION_OVERRIDE is set to '1.0'", remedy: "unset it")
    }
  }

  @Test(onMesa) func aWindowSystemThatIsNotThereIsBlamed() throws {
    try inOwnProcess { _ in
      // A driver that was chosen would be blamed first.
      for name in [
        "WAYLAND_DISPLAY", "EGL_PLATFORM", "GALLIUM_DRIVER", "LIBGL_DRIVERS_PATH",
        "MESA_LOADER_DRIVER_OVERRIDE",
      ] {
        unsetenv(name)
      }
      setenv("DISPLAY", ":4711", 1)
      try FailureTests.expectFailure(
        .only(.defaultDisplay), of: "eglInitialize", error: "EGL_NOT_INITIALIZED",
        cause: "DISPLAY is ':4711', and no window system answers there",
        remedy: "GLESKIT_DISPLAY=surfaceless")
      unsetenv("DISPLAY")
      try FailureTests.expectFailure(
        .only(.defaultDisplay), of: "eglInitialize", error: "EGL_NOT_INITIALIZED",
        cause: "the default display needs a window system", remedy: "set DISPLAY")
    }
  }

  /// A driver that is registered, but whose library is gone; and no driver at all.
  @Test func missingDriversAreBlamed() throws {
    try inOwnProcess { _ in
      let folder = try TemporaryFolder()
      let text = #"{"file_format_version": "1.0.0", "ICD": {"library_path": "libgone.so.0"}}"#
      try AtomicFile.write(Array(text.utf8), to: "\(folder.path)/gone.json")
      setenv("__EGL_VENDOR_LIBRARY_FILENAMES", "\(folder.path)/gone.json", 1)
      try FailureTests.expectFailure(
        .devices, of: "eglQueryString", error: nil, cause: "libEGL can load no driver",
        remedy: "apt-get install --reinstall libegl-mesa0")
    }
    try inOwnProcess { _ in
      unsetenv("__EGL_VENDOR_LIBRARY_FILENAMES")
      setenv("__EGL_VENDOR_LIBRARY_DIRS", "/nonexistent", 1)
      try FailureTests.expectFailure(
        .only(.defaultDisplay), of: "eglGetPlatformDisplay", error: "EGL_BAD_PARAMETER",
        cause: "no EGL driver is installed", remedy: "unset __EGL_VENDOR_LIBRARY_DIRS")
    }
  }

  @Test func aRenderNodeWithoutPermissionIsBlamed() throws {
    try inOwnProcess { _ in
      let folder = try TemporaryFolder()
      let node = "\(folder.path)/renderD128"
      try AtomicFile.write([], to: node)
      chmod(node, 0)
      chmod(folder.path, 0o755)
      // The administrator may open everything: become nobody, and come back to tidy up.
      let user = geteuid()
      if user == 0 { seteuid(65_534) }
      defer { seteuid(user) }
      try FailureTests.expectFailure(
        .only(.gbm(path: node)), of: "open(\(node))", error: nil, cause: "Permission denied",
        remedy: "sudo usermod -aG render $USER")
    }
  }

  /// What a failed or successful call left behind explains no later failure.
  @Test(onMesa) func failuresTellOnlyOfThemselves() throws {
    try inOwnProcess { _ in
      unsetenv("DISPLAY")
      unsetenv("WAYLAND_DISPLAY")
      let first = OffscreenContext.probe(.only(.defaultDisplay))
      let message = try FailureTests.failure(first).message ?? ""
      #expect(!message.contains("eglInitialize"), "the call's own name says nothing")
      let sentences = message.split(separator: "; ")
      #expect(Set(sentences).count == sentences.count, "\(message)")
      eglMakeCurrent(nil, nil, nil, nil)
      eglDestroyContext(nil, nil)
      for choice in [
        RouteChoice.only(.gbm(path: "/dev/null/none")), .only(.device(999)),
        .only(.gbm(path: "/etc/passwd")),
      ] {
        let failure = try FailureTests.failure(OffscreenContext.probe(choice))
        #expect(failure.error == nil && failure.message == nil, "\(failure)")
        eglDestroyContext(nil, nil)
      }
    }
  }

  @Test(onMesa) func failedRenderNodesLeaveNoFileOpen() throws {
    try inOwnProcess { _ in
      setenv("GALLIUM_DRIVER", "no-such-driver", 1)
      // GBM takes the null device for a node without hardware and turns to its software driver.
      func probe() throws {
        for path in ["/dev/null", "/etc/passwd"] {
          _ = try FailureTests.failure(OffscreenContext.probe(.only(.gbm(path: path))))
        }
      }
      try probe()
      let before = try Files.list("/proc/self/fd").count
      for _ in 0..<10 { try probe() }
      #expect(try Files.list("/proc/self/fd").count == before)
    }
  }

  /// An application that shares a display with us may end it.
  @Test(onMesa) func aTerminatedDisplayIsInitialisedAgain() throws {
    try inOwnProcess { _ in
      let surfaceless = RouteChoice.only(.surfaceless)
      do { _ = try OffscreenContext(surfaceless) }
      eglTerminate(eglGetPlatformDisplay(EGLenum(EGL_PLATFORM_SURFACELESS_MESA), nil, nil))
      let offscreen = try OffscreenContext(surfaceless)
      #expect(throws: Never.self) { try Framebuffer(offscreen.gl, width: 1, height: 1).readImage() }
    }
  }

  private static func failure(_ attempts: [Attempt]) throws -> Attempt.Failure {
    guard case .failed(let failure) = try #require(attempts.first).outcome else {
      throw Opened()
    }
    return failure
  }

  private struct Opened: Error {}

  private static func expectFailure(
    _ choice: RouteChoice, of function: String, error: String?, cause: String, remedy: String
  ) throws {
    let thrown = try #require(throws: OffscreenError.self) { try OffscreenContext(choice) }
    guard case .noDisplay(let attempts) = thrown else { Issue.record("\(thrown)"); return }
    let failure = try failure(attempts)
    #expect(failure.function == function)
    #expect(failure.error == error)
    #expect(failure.cause.contains(cause))
    #expect(failure.remedy.contains(remedy))
    #expect("\(thrown)".contains("\(failure.cause): \(failure.remedy)"))
  }
}
