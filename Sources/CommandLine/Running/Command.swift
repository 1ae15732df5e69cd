/// An example in `--help`.
package struct Example: Hashable, Sendable {
  /// The command line.
  package let commandLine: String
  /// What it does, in a few words, without a full stop.
  package let purpose: String

  /// Makes an example.
  package init(_ commandLine: String, _ purpose: String) {
    self.commandLine = commandLine
    self.purpose = purpose
  }
}

/// The description of a command for the generators.
package struct CommandDescription: Hashable, Sendable {
  /// The name; `nil` for the command that runs without a name.
  package let name: String?
  /// A sentence without a full stop.
  package let summary: String
  /// Paragraphs after the usage line.
  package let discussion: [String]
  /// The positional arguments.
  package let positionals: [PositionalDescription]
  /// The options by group.
  package let groups: [Group]
  /// The keys of settings files that are not options, which the manual page explains.
  package let keys: Group
  /// Example command lines.
  package let examples: [Example]
  /// What its exit statuses mean; empty if they mean what the tool's do.
  package let exitMeanings: [ExitStatus: String]

  /// A titled group of options.
  package struct Group: Hashable, Sendable {
    /// The title, without a colon.
    package let title: String
    /// The options in the order in which they are shown.
    package let options: [OptionDescription]
  }

  /// Whether the short `--help` shows only some of the options.
  var hasEssentials: Bool {
    groups.contains { $0.options.contains { $0.brief != nil } }
  }

  /// All options, with `--help` and `--version`.
  var options: [OptionDescription] {
    (groups + [standard]).flatMap(\.options)
  }

  /// The options of every command.
  var standard: Group {
    Group(
      title: "Help",
      options: [
        (
          "help", "h", "Print this help\(hasEssentials ? "; --help all explains all options" : "")."
        ),
        ("version", nil, "Print the version."),
      ]
      .map { OptionDescription(long: $0, short: $1, placeholder: nil, help: $2) })
  }
}

/// A command of a tool: its option table and what it does.
package struct Command: Sendable {
  /// The name; `nil` for the command that runs without a name.
  package let name: String?
  private let describe: @Sendable () -> CommandDescription
  let request: @Sendable ([String]) throws -> Request<@Sendable () throws -> ExitStatus>

  /// The description for the generators.
  package var description: CommandDescription { describe() }

  /// Makes a command.
  ///
  /// The discussion and the table are evaluated when they are needed: of a tool's commands, one
  /// runs, and a table of 40 options takes a millisecond.
  ///
  /// - Parameters:
  ///   - name: The name; `nil` for the command that runs without a name.
  ///   - summary: A sentence without a full stop.
  ///   - discussion: Paragraphs after the usage line in `--help`.
  ///   - table: The options and positionals.
  ///   - examples: Example command lines.
  ///   - exitMeanings: What its exit statuses mean. Default: what the tool's mean.
  ///   - run: Does the work. The tool prints the `description` of an error that it throws; see
  ///     ``Tool``.
  package init<Values: Sendable>(
    _ name: String? = nil, summary: String,
    discussion: @autoclosure @escaping @Sendable () -> [String] = [],
    table: @autoclosure @escaping @Sendable () -> OptionTable<Values>, examples: [Example] = [],
    exitMeanings: [ExitStatus: String] = [:],
    run: @escaping @Sendable (Values) throws -> ExitStatus
  ) {
    self.name = name
    describe = {
      let table = table()
      func shown(_ options: [Option<Values>], isKey: Bool) -> [OptionDescription] {
        options.filter { $0.description.isKey == isKey }.map { $0.shown(for: table.initial) }
      }
      return CommandDescription(
        name: name, summary: summary, discussion: discussion(),
        positionals: table.positionals.map(\.description),
        groups: table.groups.map {
          CommandDescription.Group(title: $0.title, options: shown($0.options, isKey: false))
        },
        keys: CommandDescription.Group(
          title: "Keys", options: shown(table.groups.flatMap(\.options), isKey: true)),
        examples: examples, exitMeanings: exitMeanings)
    }
    request = { arguments in
      switch try table().request(arguments) {
      case .run(let values): .run { try run(values) }
      case .help(let isComplete): .help(isComplete: isComplete)
      case .version: .version
      case .generate(let kind): .generate(kind)
      }
    }
  }
}
