import GLESKitCommandLine
import GLESKitInfoCommand
import Glibc
import Offscreen
import Testing

@Test func reportNamesRouteDriverLimitsAndExtensions() throws {
  let offscreen = try OffscreenContext()
  let report = DriverReport(of: offscreen)
  #expect(report.text.contains("\(offscreen.route): opened (in use)"))
  #expect(report.text.contains(offscreen.gl.driver.renderer))
  let sizes = report.text.split(separator: "\n").filter { $0.hasPrefix("  texture size ") }
  #expect(sizes.count == 1 && sizes[0].hasSuffix("  \(offscreen.gl.limits.textureSize)"))
  #expect(report.text.contains("\n  GL_OES_element_index_uint\n"))
  guard case .object(let members) = report.json else { Issue.record("no object"); return }
  #expect(
    members.map(\.name)
      == ["version", "route", "attempts", "egl", "driver", "limits", "extensions"])
}

@Test(arguments: ["pagecurl", "shaderlint"])
func examplesNameTheTool(_ tool: String) {
  let examples = InfoCommand.command(of: tool).description.examples
  #expect(!examples.isEmpty && examples.allSatisfy { $0.commandLine.hasPrefix("\(tool) info") })
}

@Test func withoutADriverEveryAttemptIsListed() async {
  await #expect(processExitsWith: .success) {
    // An EGL library without any vendor's driver, as on a machine where Mesa is missing.
    setenv("__EGL_VENDOR_LIBRARY_DIRS", "/nonexistent", 1)
    let failure = try #require(throws: ToolFailure.self) {
      try InfoCommand.openContext(noDriver: ExitStatus(rawValue: 3))
    }
    #expect(failure.status.rawValue == 3)
    #expect(failure.details.contains { $0.hasPrefix("surfaceless: ") })
    #expect(failure.details.contains { $0.hasPrefix("gbm:/dev/dri/renderD128: ") })
    #expect(failure.details.contains { $0.hasPrefix("default: ") })
    #expect(failure.details.contains { $0.contains("unset __EGL_VENDOR_LIBRARY_DIRS") })
  }
}

@Test func anUnknownRouteIsRefused() async {
  await #expect(processExitsWith: .success) {
    setenv("GLESKIT_DISPLAY", "srufaceless", 1)
    let failure = try #require(throws: ToolFailure.self) { try InfoCommand.openContext() }
    #expect(
      failure.description.contains(
        "GLESKIT_DISPLAY is 'srufaceless', which is not a route; use device"))
  }
}
