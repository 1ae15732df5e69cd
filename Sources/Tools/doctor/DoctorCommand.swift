import GLESKitCommandLine
import GLESKitSupport
import Offscreen

/// The command `info` of both tools.
package enum InfoCommand {
  private struct Values: Sendable {
    var asJSON = false
    var triesAll = false
  }

  /// Makes the command.
  ///
  /// - Parameters:
  ///   - tool: The tool's name, for the example.
  ///   - noDriver: The exit status if no driver is found.
  package static func command(of tool: String, noDriver: ExitStatus = .failed) -> Command {
    Command(
      "info", summary: "Print the driver, its limits and extensions",
      discussion: [
        "Opens the EGL display that the other commands use, and lists the displays tried before it."
      ],
      table: OptionTable(
        Values(),
        groups: [
          OptionGroup(
            "Report",
            [
              .flag(\.asJSON, "json", help: "Print JSON."),
              .flag(\.triesAll, "all", help: "Try every EGL display."),
            ])
        ]),
      examples: [Example("\(tool) info --all", "which EGL displays work on this machine")]
    ) { values in
      let offscreen = try openContext(noDriver: noDriver)
      let attempts = values.triesAll ? OffscreenContext.probe() : nil
      let report = DriverReport(of: offscreen, attempts: attempts)
      try StandardOutput.write(values.asJSON ? report.json.text() + "\n" : report.text)
      return .done
    }
  }

  /// Opens a context.
  ///
  /// - Throws: `ToolFailure` with the status `noDriver` and a line for each attempt.
  package static func openContext(
    noDriver: ExitStatus = .failed
  ) throws(ToolFailure) -> OffscreenContext {
    do { return try OffscreenContext() } catch { throw failure(error, noDriver: noDriver) }
  }

  /// The failure to open a context, with a line for each attempt.
  package static func failure(
    _ error: OffscreenError, noDriver: ExitStatus = .failed
  ) -> ToolFailure {
    guard case .noDisplay(let attempts) = error else {
      return ToolFailure(error.description, status: noDriver)
    }
    return ToolFailure(
      "no OpenGL ES 2.0 driver was found; tried:",
      details: attempts.map(\.description), status: noDriver)
  }
}
