import GLESKitSupport
import Glibc

/// A command line tool. Its option tables define parsing, `--help`, manual page and completions.
///
/// ```swift
/// struct Turn { var front = ""; var angle = 180.0; var output: String?; var quiet = false }
///
/// let turn = Command(
///   summary: "Render a page turn",
///   table: OptionTable(
///     Turn(),
///     positionals: [.required(\.front, .path("FRONT"), help: "Page that turns.")],
///     groups: [
///       OptionGroup("Turn", [
///         .value(\.angle, "angle", short: "a", .number("DEGREES", names: [Choice("left", 180)]),
///           help: "Direction of the turn."),
///         .optional(\.output, "output", short: "o", .path("PATH"), help: "Output folder."),
///         .flag(\.quiet, "quiet", short: "q", help: "Suppress the progress bar."),
///       ])
///     ])
/// ) { turn in … return .done }
///
/// Tool(name: "pagecurl", version: "0.1.0", summary: "…", commands: [turn, info]).main()
/// ```
///
/// - *Values* are a plain struct, whose initial state holds the defaults. ``Option`` has `flag`,
///   `value` (with a default), `optional` (may stay `nil`, or `required:`) and `list` (repeats).
///   ``Positional`` has `required`, `optional` and `rest`. ``ValueKind`` parses texts and states
///   ranges and units. Tests call ``OptionTable/parse(_:)``.
/// - A ``Command`` without a name runs if the first argument is not the name of a command. `help
///   info` and `--help info` mean `info --help`.
/// - *Errors* that a command throws become one line, `pagecurl: sentence`, on standard error.
///   ``UsageError`` exits with ``ExitStatus/usage``, ``ToolFailure`` with its own status, an
///   error of a file with ``fileFailure``, any other error with ``ExitStatus/failed``.
/// - *Output*: ``StandardOutput`` for results (a full disk is an error; a closed pipe ends the tool
///   silently), ``Terminal`` for widths and colors, ``Progress`` for long work.
/// - *Interruption*: a command that cleans up calls `Interruption.watch()` first and
///   `Interruption.check()` in its loops.
/// - `--generate man|bash|zsh|fish`, which `--help` does not list, prints the manual page or a
///   completion script for `make install`.
package struct Tool: Sendable {
  /// The name, which starts each message.
  package let name: String
  /// The version, for `--version`.
  package let version: String
  /// A sentence without a full stop.
  package let summary: String
  /// The commands; at most one has no name.
  package let commands: [Command]
  /// The exit statuses and their meanings.
  package let exitStatuses: [(status: ExitStatus, meaning: String)]
  /// The environment variables that the tool reads and their meanings.
  package let environment: [(name: String, meaning: String)]
  /// The exit status if a limit of the process is too low to do anything.
  package let lowLimit: ExitStatus
  /// The exit status if a file, or standard output, can't be read or written.
  package let fileFailure: ExitStatus

  /// Makes a tool; the parameters are the properties of the same names.
  package init(
    name: String, version: String, summary: String, commands: [Command],
    exitStatuses: [(status: ExitStatus, meaning: String)] = [
      (.done, "Success."), (.failed, "Failure."), (.usage, "The command line is wrong."),
    ],
    environment: [(name: String, meaning: String)] = [], lowLimit: ExitStatus = .failed,
    fileFailure: ExitStatus = .failed
  ) {
    self.name = name
    self.version = version
    self.summary = summary
    self.commands = commands
    self.exitStatuses = exitStatuses
    self.environment = environment
    self.lowLimit = lowLimit
    self.fileFailure = fileFailure
  }

  /// Runs the tool with the process's arguments and exits.
  package func main() -> Never {
    if let sentence = ResourceLimit.shortage(for: name) {
      complain(sentence)
      exit(lowLimit.rawValue)
    }
    Interruption.outliveFailedWrites()
    switch ending(of: try processArguments()) {
    case .status(let status): exit(status.rawValue)
    case .signal(let number): Interruption.die(of: number)
    }
  }

  enum Ending {
    case status(ExitStatus)
    case signal(Int32)
  }

  func ending(of arguments: @autoclosure () throws -> [String]) -> Ending {
    do {
      return .status(try perform(try arguments()))
    } catch  where error is Interrupted || Interruption.pending != nil {
      // After a signal, other errors are its consequences: stopped system calls and programs.
      let signal = (error as? Interrupted)?.signal ?? Interruption.pending ?? SIGTERM
      complain(Interrupted(signal: signal).description)
      return .signal(signal)
    } catch let error as UsageError {
      let command = error.command.map { "\(name) \($0)" } ?? name
      // One remedy in parentheses is enough.
      complain("\(error)" + (error.description.hasSuffix(")") ? "" : " (see '\(command) --help')"))
      return .status(.usage)
    } catch let error as ToolFailure {
      complain(error.description, details: error.details)
      return .status(error.status)
    } catch let error as FileError where error == StandardOutput.closedPipe {
      return .signal(SIGPIPE)
    } catch {
      complain("\(error)")
      return .status(error is FileError ? fileFailure : .failed)
    }
  }

  func perform(_ arguments: [String]) throws -> ExitStatus {
    let arguments = try withHelpLast(arguments)
    let command = try command(for: arguments)
    let rest = command.name == nil ? arguments[...] : arguments.dropFirst()
    do {
      try checkTopic(of: rest, isCommand: command.name != nil)
      switch try command.request(Array(rest)) {
      case .run(let work): return try work()
      case .help(let isComplete):
        try StandardOutput.write(help(for: command.description, isComplete: isComplete))
      case .version: try StandardOutput.write("\(name) \(version)\n")
      case .generate(let kind): try StandardOutput.write(generated(kind))
      }
      return .done
    } catch var error as UsageError {
      error.command = command.name
      throw error
    }
  }

  /// The arguments with the name of a command before `--help`, which `help` before it means, too.
  func withHelpLast(_ arguments: [String]) throws(UsageError) -> [String] {
    guard let first = arguments.first, ["help", "--help", "-h"].contains(first) else {
      return arguments
    }
    let rest = arguments.dropFirst()
    let names = commands.compactMap(\.name)
    guard let name = rest.first, names.contains(name) else {
      if first == "help", let name = rest.first, name != "all" {
        throw unknownCommand(name, among: names)
      }
      return ["--help"] + rest
    }
    return [name, "--help"] + rest.dropFirst()
  }

  /// Refuses a word after `--help` that is neither `all` nor, after the tool's name, a command.
  private func checkTopic(of arguments: ArraySlice<String>, isCommand: Bool) throws(UsageError) {
    guard let first = arguments.first, ["--help", "-h"].contains(first),
      let topic = arguments.dropFirst().first, topic != "all", !topic.hasPrefix("-")
    else { return }
    let names = ["all"] + (isCommand ? [] : commands.compactMap(\.name))
    throw UsageError(
      "unknown help topic '\(shortened(topic))'; use \(alternatives(names))"
        + Spelling.question(Spelling.closest(to: topic, in: names)))
  }

  private func unknownCommand(_ name: String, among names: [String]) -> UsageError {
    let near = Spelling.closest(to: name, in: names)
    return UsageError("unknown command '\(shortened(name))'\(Spelling.question(near))")
  }

  private func command(for arguments: [String]) throws(UsageError) -> Command {
    let names = commands.compactMap(\.name)
    let first = arguments.first
    if let named = commands.first(where: { $0.name == first && first != nil }) {
      return named
    }
    if let unnamed = commands.first(where: { $0.name == nil }) {
      // A misspelled command would be taken for a file.
      if let first, !first.hasPrefix("-"), !first.contains(where: { "./".contains($0) }),
        let near = Spelling.closest(to: first, in: names), access(first, F_OK) != 0
      {
        let question = Spelling.question(near)
        throw UsageError("'\(shortened(first))' is neither a command nor a file\(question)")
      }
      return unnamed
    }
    // No command was chosen: `--help`, `--version` and `--generate` still work.
    guard let first, !first.hasPrefix("-") else {
      let table = OptionTable(Nothing())
      return Command(summary: summary, table: table) { _ throws in
        throw UsageError("a command is missing; use \(alternatives(names))")
      }
    }
    throw unknownCommand(first, among: names)
  }

  private struct Nothing: Sendable {}

  /// The process's arguments.
  ///
  /// - Throws: ``UsageError`` for one that is not UTF-8: as a `String` it would name another file.
  private func processArguments() throws(UsageError) -> [String] {
    var arguments: [String] = []
    for pointer in UnsafeBufferPointer(
      start: CommandLine.unsafeArgv, count: Int(CommandLine.argc)
    ).dropFirst() {
      guard let pointer else { continue }
      guard let argument = String(validatingCString: pointer) else {
        throw UsageError("the argument '\(oneLine(pointer))' is not UTF-8; rename the file")
      }
      arguments.append(argument)
    }
    return arguments
  }

  /// Prints the error and its details, with control characters escaped.
  private func complain(_ sentence: String, details: [String] = []) {
    let lines = ["\(name): \(oneLine(sentence))"] + details.map { "  \(oneLine($0))" }
    StandardError.write(lines.map { "\($0)\n" }.joined())
  }
}
