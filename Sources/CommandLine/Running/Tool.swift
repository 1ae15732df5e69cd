import GLESKitSupport
import Glibc

/// A command line tool: option tables in, `--help`, manual page, completions and behaviour out.
///
/// What a tool's `main.swift` holds:
///
/// ```swift
/// struct Turn { var front = ""; var angle = 180.0; var output: String?; var quiet = false }
///
/// let turn = Command(
///   summary: "Render a page turn",
///   table: OptionTable(
///     Turn(),
///     positionals: [.required(\.front, .path("FRONT"), help: "The page that turns.")],
///     groups: [
///       OptionGroup("Turn", [
///         .value(\.angle, "angle", short: "a", .number("DEGREES", names: [Choice("left", 180)]),
///           help: "Where the page travels."),
///         .optional(\.output, "output", short: "o", .path("PATH"), required: true, help: "The target."),
///         .flag(\.quiet, "quiet", short: "q", help: "No progress bar."),
///       ])
///     ])
/// ) { turn in … return .done }
///
/// Tool(name: "pagecurl", version: "0.1.0", summary: "…", commands: [turn, info]).main()
/// ```
///
/// - The *values* are a plain struct; its initial state holds the defaults, which `--help` shows.
///   ``Option`` has `flag`, `value` (with a default), `optional` (may stay `nil`, or `required:`) and
///   `list` (repeats). ``Positional`` has `required`, `optional` and `rest`. ``ValueKind`` reads the
///   texts and states ranges and units. ``OptionTable/parse(_:)`` alone is what a test calls.
/// - A ``Command`` without a name is what the tool does when the first argument is no command's name.
/// - *Errors*: whatever a command throws becomes one line, `pagecurl: sentence`, on standard error.
///   ``UsageError`` ends with ``ExitStatus/usage``, ``ToolFailure`` with its own status, any other
///   with ``ExitStatus/failed``.
/// - *Output*: ``StandardOutput`` for results (a full disk is an error; a closed pipe ends the tool
///   silently, as it does any Unix tool), ``Terminal`` for widths and colours, ``Progress`` for
///   long work, ``JSON`` for machines.
/// - *Interruption*: a command that cleans up calls ``Interruption/watch()`` first and
///   ``Interruption/check()`` in its loops.
/// - `--generate man|bash|zsh|fish`, which `--help` does not list, writes the manual page or the
///   completion script; `make install` uses it.
package struct Tool: Sendable {
  /// The name that the user types, and that begins each message.
  package let name: String
  /// The version that `--version` shows after the name.
  package let version: String
  /// A sentence without a full stop.
  package let summary: String
  /// The commands; at most one has no name.
  package let commands: [Command]
  /// The exit statuses and what they mean.
  package let exitStatuses: [(status: ExitStatus, meaning: String)]
  /// The environment variables that the tool heeds and what they do.
  package let environment: [(name: String, meaning: String)]

  /// Makes a tool; the parameters are the properties of the same names.
  package init(
    name: String, version: String, summary: String, commands: [Command],
    exitStatuses: [(status: ExitStatus, meaning: String)] = [
      (.done, "Done."), (.failed, "The work failed."), (.usage, "The command line is wrong."),
    ],
    environment: [(name: String, meaning: String)] = []
  ) {
    self.name = name
    self.version = version
    self.summary = summary
    self.commands = commands
    self.exitStatuses = exitStatuses
    self.environment = environment
  }

  /// Runs the tool with the process's own arguments and ends the process.
  package func main() -> Never {
    Interruption.outliveFailedWrites()
    switch ending(of: Array(CommandLine.arguments.dropFirst())) {
    case .status(let status): exit(status.rawValue)
    case .signal(let number): Interruption.die(of: number)
    }
  }

  /// Runs the tool with the arguments after its name, printing to standard output and error, and
  /// returns the exit status; an interruption counts 128 and the signal's number, as in a shell.
  package func run(_ arguments: [String]) -> ExitStatus {
    switch ending(of: arguments) {
    case .status(let status): status
    case .signal(let number): ExitStatus(rawValue: 128 + number)
    }
  }

  enum Ending {
    case status(ExitStatus)
    case signal(Int32)
  }

  func ending(of arguments: [String]) -> Ending {
    do {
      return .status(try perform(arguments))
    } catch where error is Interrupted || Interruption.pending != nil {
      // After a signal, other errors are its consequences: stopped system calls and programs.
      let signal = (error as? Interrupted)?.signal ?? Interruption.pending ?? SIGTERM
      complain(Interrupted(signal: signal).description)
      return .signal(signal)
    } catch let error as UsageError {
      complain("\(error) (see '\(name) --help')")
      return .status(.usage)
    } catch let error as ToolFailure {
      complain(error.description, details: error.details)
      return .status(error.status)
    } catch let error as FileError where error == StandardOutput.closedPipe {
      return .signal(SIGPIPE)
    } catch {
      complain("\(error)")
      return .status(.failed)
    }
  }

  private func perform(_ arguments: [String]) throws -> ExitStatus {
    let command = try command(for: arguments)
    let rest = command.description.name == nil ? arguments[...] : arguments.dropFirst()
    switch try command.request(Array(rest)) {
    case .run(let work): return try work()
    case .help: try StandardOutput.write(help(for: command.description))
    case .version: try StandardOutput.write("\(name) \(version)\n")
    case .generate(let kind): try StandardOutput.write(generated(kind))
    }
    return .done
  }

  private func command(for arguments: [String]) throws(UsageError) -> Command {
    let names = commands.compactMap(\.description.name)
    let first = arguments.first
    if let named = commands.first(where: { $0.description.name == first && first != nil }) {
      return named
    }
    if let unnamed = commands.first(where: { $0.description.name == nil }) { return unnamed }
    // No command was chosen: `--help`, `--version` and `--generate` still work.
    guard let first, !first.hasPrefix("-") else {
      let table = OptionTable(Nothing())
      return Command(summary: summary, table: table) { _ throws in
        throw UsageError("a command is missing; give \(alternatives(names))")
      }
    }
    throw UsageError("the command '\(shortened(first))' \(unknown(first, among: names))")
  }

  private struct Nothing: Sendable {}

  /// The one line on standard error, and the details below it; control characters in them are made
  /// visible.
  private func complain(_ sentence: String, details: [String] = []) {
    let lines = ["\(name): \(oneLine(sentence))"] + details.map { "  \(oneLine($0))" }
    StandardError.write(lines.map { "\($0)\n" }.joined())
  }
}
