import GLESKitCommandLine
import GLESKitSupport
import Offscreen

/// The command `doctor` of both tools.
package enum DoctorCommand {
  /// Makes the command.
  ///
  /// - Parameters:
  ///   - tool: The tool's name, for the examples.
  ///   - programs: The programs that the tool starts.
  ///   - needsFonts: Whether the tool draws PDFs.
  ///   - noDriver: The exit status if no driver is found.
  package static func command(
    of tool: String, programs: [ProgramCheck] = [], needsFonts: Bool = false,
    noDriver: ExitStatus = .failed
  ) -> Command {
    .doctor(of: tool, noDriver: noDriver) { values in
      // Programs that it starts may hang, and have children.
      Interruption.watch()
      let (driver, problem) = try driverReport(triesAll: values.triesAll, noDriver: noDriver)
      let system =
        values.isShort ? nil : SystemReport(programs: programs, needsFonts: needsFonts)
      try Interruption.check()
      let problems = [problem].compactMap(\.self) + (system?.problems ?? [])
      try StandardOutput.write(
        values.asJSON
          ? json(driver, system, problems).text() + "\n"
          : text(driver, system, problems, listsExtensions: values.listsExtensions))
      if problem != nil { return noDriver }
      return problems.isEmpty ? .done : .failed
    }
  }

  /// The report on the driver, or on the attempts to open one, and the problem there is.
  private static func driverReport(
    triesAll: Bool, noDriver: ExitStatus
  ) throws(ToolFailure) -> (DriverReport, Problem?) {
    if let problem = Problem.memory { return (DriverReport(attempts: []), problem) }
    do {
      let offscreen = try OffscreenContext()
      let attempts = triesAll ? OffscreenContext.probe() : nil
      // Each attempt makes its own context current.
      try offscreen.makeCurrent()
      return (DriverReport(of: offscreen, attempts: attempts), nil)
    } catch .noDisplay(let attempts) {
      return (
        DriverReport(attempts: attempts),
        Problem(
          what: "driver", sentence: missingDriver,
          remedy: "see the routes, or apt-get install libegl-mesa0 libgl1-mesa-dri")
      )
    } catch {
      throw failure(error, noDriver: noDriver)
    }
  }

  private static let missingDriver = "no OpenGL ES 2.0 driver was found"

  private static func text(
    _ driver: DriverReport, _ system: SystemReport?, _ problems: [Problem],
    listsExtensions: Bool
  ) -> String {
    var text = system != nil || !problems.isEmpty ? "Problems\n" : ""
    if system != nil, problems.isEmpty { text += "  none\n" }
    for problem in problems { text += "  \(oneLine(problem.description))\n" }
    return text + (system?.text ?? "") + driver.text(listsExtensions: listsExtensions)
  }

  private static func json(
    _ driver: DriverReport, _ system: SystemReport?, _ problems: [Problem]
  ) -> JSON {
    .object(
      driver.members + (system?.members ?? []) + [
        JSON.Member("problems", .array(problems.map(\.json)))
      ])
  }

  /// The failure to open a context, with a line for each attempt.
  package static func failure(
    _ error: OffscreenError, noDriver: ExitStatus = .failed
  ) -> ToolFailure {
    guard case .noDisplay(let attempts) = error else {
      return ToolFailure(error.description, status: noDriver)
    }
    return ToolFailure(
      "\(missingDriver); tried:",
      details: attempts.map(\.description), status: noDriver)
  }

  /// The driver's name and version.
  ///
  /// - Throws: `ToolFailure` if there is none.
  package static func driver() throws(ToolFailure) -> String {
    do {
      let driver = try OffscreenContext().gl.driver
      return "\(driver.renderer), \(driver.version)"
    } catch {
      throw failure(error)
    }
  }

  /// Refuses to draw with too little memory.
  ///
  /// - Throws: `ToolFailure`.
  package static func checkMemory() throws(ToolFailure) {
    if let problem = Problem.memory { throw ToolFailure(problem.description) }
  }
}
