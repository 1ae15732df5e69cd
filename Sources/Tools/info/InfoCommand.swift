import GLESKitCommandLine
import GLESKitSupport
import Offscreen

/// The command `info`, which `pagecurl` and `shaderlint` share.
package enum InfoCommand {
  private struct Values: Sendable {
    var asJSON = false
    var triesAll = false
  }

  /// Makes the command.
  ///
  /// - Parameter noDriver: The status that the tool ends with where no driver can be opened.
  package static func command(noDriver: ExitStatus = .failed) -> Command {
    Command(
      "info", summary: "Show the driver that is used, its limits and extensions",
      discussion: [
        "Opens the first route to a driver that works, as rendering does, and reports what was tried."
      ],
      table: OptionTable(
        Values(),
        groups: [
          OptionGroup(
            "Report",
            [
              .flag(\.asJSON, "json", help: "Write JSON for a program."),
              .flag(\.triesAll, "all", help: "Try every route, also after one has worked."),
            ])
        ]),
      examples: [Example("pagecurl info --all", "what works on this machine, and what does not")]
    ) { values in
      let offscreen = try openContext(noDriver: noDriver)
      let attempts = values.triesAll ? OffscreenContext.probe() : nil
      let report = DriverReport(of: offscreen, attempts: attempts)
      try StandardOutput.write(values.asJSON ? report.json.text() + "\n" : report.text)
      return .done
    }
  }

  /// Opens a context for a tool: where there is none, every attempt is listed below the message.
  ///
  /// - Throws: `ToolFailure` with the status `noDriver`.
  package static func openContext(
    noDriver: ExitStatus = .failed
  ) throws(ToolFailure) -> OffscreenContext {
    do { return try OffscreenContext() } catch { throw failure(error, noDriver: noDriver) }
  }

  /// What a tool says where there is no context: a line for each attempt below the message.
  package static func failure(
    _ error: OffscreenError, noDriver: ExitStatus = .failed
  ) -> ToolFailure {
    guard case .noDisplay(let attempts) = error else {
      return ToolFailure(error.description, status: noDriver)
    }
    return ToolFailure(
      "no OpenGL ES 2.0 driver could be opened; tried:",
      details: attempts.map(\.description), status: noDriver)
  }
}
