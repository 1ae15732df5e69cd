/// One listing in the examples of `--help`.
package struct Example: Hashable, Sendable {
  /// The whole command line, as it is typed.
  package let commandLine: String
  /// What it does, in a few words.
  package let purpose: String

  /// Makes an example.
  package init(_ commandLine: String, _ purpose: String) {
    self.commandLine = commandLine
    self.purpose = purpose
  }
}

/// What the generators know about a command.
package struct CommandDescription: Hashable, Sendable {
  /// The word that chooses it; `nil` for what the tool does without such a word.
  package let name: String?
  /// A sentence without a full stop.
  package let summary: String
  /// Paragraphs that follow the usage line.
  package let discussion: [String]
  /// The positional arguments.
  package let positionals: [PositionalDescription]
  /// The options by group.
  package let groups: [Group]
  /// Command lines to learn from.
  package let examples: [Example]

  /// A titled group of options.
  package struct Group: Hashable, Sendable {
    /// The title, without a colon.
    package let title: String
    /// The options in the order in which they are shown.
    package let options: [Shown]
  }

  /// An option with the default that its table has for it.
  package struct Shown: Hashable, Sendable {
    /// The option.
    package let option: OptionDescription
    /// Its default as a person would type it, if it has one.
    package let defaultText: String?
  }

  /// All options, with `--help` and `--version`.
  var options: [OptionDescription] {
    (groups + [Self.standard]).flatMap { $0.options.map(\.option) }
  }

  /// What every command accepts.
  static let standard = Group(
    title: "Help",
    options: [("help", "h", "Show this help and stop."), ("version", nil, "Show the version.")]
      .map { long, short, help in
        Shown(
          option: OptionDescription(
            long: long, short: short, placeholder: nil, help: help, constraint: nil,
            completion: .none, repeats: false, isRequired: false), defaultText: nil)
      })
}

/// A command of a tool: its table of options and what it does.
package struct Command: Sendable {
  /// What the generators know about it.
  package let description: CommandDescription
  let request: @Sendable ([String]) throws -> Request<@Sendable () throws -> ExitStatus>

  /// Makes a command.
  ///
  /// - Parameters:
  ///   - name: The word that chooses it; `nil` for what the tool does without such a word.
  ///   - summary: A sentence without a full stop.
  ///   - discussion: Paragraphs that follow the usage line in `--help`.
  ///   - table: The options and positionals.
  ///   - examples: Command lines to learn from.
  ///   - run: Does the work. An error that it throws ends the tool with the error's `description` as
  ///     its one line; see ``Tool``.
  package init<Values: Sendable>(
    _ name: String? = nil, summary: String, discussion: [String] = [],
    table: OptionTable<Values>, examples: [Example] = [],
    run: @escaping @Sendable (Values) throws -> ExitStatus
  ) {
    description = CommandDescription(
      name: name, summary: summary, discussion: discussion,
      positionals: table.positionals.map(\.description),
      groups: table.groups.map { group in
        CommandDescription.Group(
          title: group.title,
          options: group.options.map {
            CommandDescription.Shown(
              option: $0.description, defaultText: $0.defaultText(table.initial))
          })
      }, examples: examples)
    request = { arguments in
      switch try table.request(arguments) {
      case .run(let values): .run { try run(values) }
      case .help: .help
      case .version: .version
      case .generate(let kind): .generate(kind)
      }
    }
  }
}
