/// The options of `doctor`, which both tools have.
package struct DoctorOptions: Sendable {
  /// Whether to print JSON.
  package var asJSON = false
  /// Whether to try every display.
  package var triesAll = false
  /// Whether to check only the driver.
  package var isShort = false
  /// Whether the text lists the extensions, as JSON always does.
  package var listsExtensions = false
}

extension Command {
  /// Makes the command `doctor`, without what it does.
  ///
  /// - Parameters:
  ///   - tool: The tool's name, for the examples.
  ///   - noDriver: The exit status if no driver is found.
  ///   - run: Does the work.
  package static func doctor(
    of tool: String, noDriver: ExitStatus = .failed,
    run: @escaping @Sendable (DoctorOptions) throws -> ExitStatus
  ) -> Command {
    Command(
      "doctor", summary: "Check the driver and everything else that the tool needs",
      discussion: [
        "Opens the EGL display that the other commands use and lists the displays tried before it, "
          + "the driver and its limits, the programs that the tool starts, free disk "
          + "space and process limits. Each problem comes with its remedy."
      ],
      table: OptionTable(
        DoctorOptions(),
        groups: [
          OptionGroup(
            "Report",
            [
              .flag(\.asJSON, "json", help: "Print JSON."),
              .flag(\.triesAll, "all", help: "Try every EGL display."),
              .flag(\.isShort, "driver", help: "Check only the driver."),
              .flag(\.listsExtensions, "extensions", help: "List the driver's extensions."),
            ])
        ]),
      examples: [
        Example("\(tool) doctor", "what is missing on this machine, and how to install it"),
        Example("\(tool) doctor --all", "which EGL displays work"),
      ],
      exitMeanings: [
        .done: "No problems.", .usage: "The command line is wrong.",
        .failed: noDriver == .failed
          ? "At least one problem." : "A problem other than a missing driver.",
      ].merging(noDriver == .failed ? [:] : [noDriver: "There is no driver."]) { one, _ in one },
      run: run)
  }
}
