import GLESKitSupport

/// The description of an option for `--help`, the manual page and the completions.
package struct OptionDescription: Hashable, Sendable {
  /// The long name without its dashes.
  package let long: String
  /// The one-letter name, if any.
  package let short: Character?
  /// The placeholder of the value; `nil` for a flag.
  package let placeholder: String?
  /// One or two sentences. The generators add the limits and the default.
  package fileprivate(set) var help: String
  /// The limits, such as "0 to 1".
  package var constraint: String?
  /// How a shell completes the value.
  package var completion = Completion.none
  /// The JSON schema of the value in a settings file; `nil` for a flag.
  var valueSchema: JSON?
  /// Whether each use adds a value; if not, the last use counts.
  package var repeats = false
  /// Whether the option is required.
  package var isRequired = false
  /// The default as a person would type it, if any.
  package fileprivate(set) var defaultText: String?
  /// A few words for the short `--help`; `nil` shows the option only in `--help all`.
  fileprivate(set) var brief: String?
  /// Other long names that mean the same, which nothing shows.
  package fileprivate(set) var aliases: [String] = []

  /// Whether only settings files and ``Option/set(_:)`` have it.
  package fileprivate(set) var isKey = false

  /// `--long`, or `--set long` for a key: the name in messages.
  package var name: String { isKey ? "--set \(long)" : "--\(long)" }

  /// Whether it has this long name, or had it once.
  func isCalled(_ name: String) -> Bool { long == name || aliases.contains(name) }

  /// Whether the value is a path.
  var isPath: Bool {
    switch completion {
    case .files, .folders: true
    case .none, .words: false
    }
  }
}

/// One option of a command and the property of `Values` that it sets.
package struct Option<Values: Sendable>: Sendable {
  /// The description for the generators.
  package fileprivate(set) var description: OptionDescription
  /// Sets the property from a text, `nil` for a flag; messages use `name` for the option.
  private(set) var apply:
    @Sendable (String?, _ name: () -> String, inout Values) throws(UsageError) -> Void
  /// Whether it is applied before the other options, wherever it stands.
  var isFirst = false
  /// What the tool adds to the declaration, such as the commands to which the option applies.
  package var annotation: (any Sendable)?
  /// The default value as a person would type it.
  var defaultText: @Sendable (Values) -> String? = { _ in nil }

  /// A flag that sets `property` to `value`.
  package static func flag(
    _ property: WritableKeyPath<Values, Bool> & Sendable, _ long: String, short: Character? = nil,
    sets value: Bool = true, help: String
  ) -> Option {
    Option(
      description: OptionDescription(long: long, short: short, placeholder: nil, help: help),
      apply: { _, _, values throws(UsageError) in values[keyPath: property] = value })
  }

  /// An option whose property has a default, which `--help` shows.
  package static func value<Value: Sendable>(
    _ property: WritableKeyPath<Values, Value> & Sendable, _ long: String,
    short: Character? = nil, _ kind: ValueKind<Value>, help: String
  ) -> Option {
    var option = Option(long, short, kind, help) { $1[keyPath: property] = $0 }
    option.defaultText = { kind.write($0[keyPath: property]) }
    return option
  }

  /// An option without a default: its property stays `nil` if it is not given. If it is required,
  /// that is a usage error.
  package static func optional<Value: Sendable>(
    _ property: WritableKeyPath<Values, Value?> & Sendable, _ long: String,
    short: Character? = nil, _ kind: ValueKind<Value>, required: Bool = false, help: String
  ) -> Option {
    Option(long, short, kind, help) { $1[keyPath: property] = $0 }.with { $0.isRequired = required }
  }

  /// An option that may be given several times; each use appends a value.
  package static func list<Value: Sendable>(
    _ property: WritableKeyPath<Values, [Value]> & Sendable, _ long: String,
    short: Character? = nil, _ kind: ValueKind<Value>, help: String
  ) -> Option {
    Option(long, short, kind, help) { $1[keyPath: property].append($0) }.with { $0.repeats = true }
  }

  /// An option that sets others, such as a file or a preset. It is applied first, so that other
  /// options on the command line override what `set` changes.
  package static func first<Value: Sendable>(
    _ long: String, short: Character? = nil, _ kind: ValueKind<Value>, help: String,
    set: @escaping @Sendable (Value, inout Values) throws(UsageError) -> Void
  ) -> Option {
    var option = Option(long, short, kind, help, set: set)
    option.isFirst = true
    return option
  }

  /// The description with the default among these values.
  func shown(for values: Values) -> OptionDescription {
    with { $0.defaultText = defaultText(values) }.description
  }

  private func with(_ change: (inout OptionDescription) -> Void) -> Option {
    var option = self
    change(&option.description)
    return option
  }

  /// The option as one of the few that the short `--help` shows, explained in one line.
  package func essential(_ brief: String) -> Option { with { $0.brief = brief } }

  /// The option with other help texts.
  package func explained(_ help: String, brief: String?) -> Option {
    with { ($0.help, $0.brief) = (help, brief) }
  }

  /// The option as a key of settings files, which no option of its own sets.
  package func key() -> Option { with { $0.isKey = true } }

  /// The option with further long names, which work but are not shown.
  package func alias(_ names: String...) -> Option { with { $0.aliases = names } }

  /// The option for values that contain these.
  package func lifted<Outer: Sendable>(
    to path: WritableKeyPath<Outer, Values> & Sendable
  ) -> Option<Outer> {
    Option<Outer>(
      description: description,
      apply: { text, name, values throws(UsageError) in
        try apply(text, name, &values[keyPath: path])
      }, isFirst: isFirst, defaultText: { defaultText($0[keyPath: path]) })
  }

  /// The option, which also notes in `property`, by its long name, the words that set it: `-r`,
  /// `--radius`, or a place in a settings file.
  package func noted(in property: WritableKeyPath<Values, [String: String]> & Sendable) -> Option {
    var option = self
    option.apply = { [apply, long = description.long] text, name, values throws(UsageError) in
      try apply(text, name, &values)
      values[keyPath: property][long] = name()
    }
    return option
  }

  /// `--set KEY=VALUE`, which sets a key on the command line.
  ///
  /// - Parameter options: Options of which it sets those that are keys.
  package static func set(_ options: [Option]) -> Option {
    let names = options.map(\.description).filter(\.isKey).map(\.long).sorted()
    return Option(
      description: OptionDescription(
        long: "set", short: nil, placeholder: "KEY=VALUE",
        help: "Set a key of settings files that is not an option: "
          + "\(names.joined(separator: ", ")).",
        completion: .words(names.map { "\($0)=" }), repeats: true),
      apply: { text, name, values throws(UsageError) in
        let word = split(text?[...] ?? "").name
        guard options.contains(where: { $0.description.isKey && $0.description.isCalled(word) })
        else {
          let option = options.first { $0.description.isCalled(word) }?.description.name
          let near = option ?? Spelling.closest(to: word, in: names)
          throw UsageError(
            "\(name()): unknown key '\(shortened(word))'\(Spelling.question(near))")
        }
        try assign(text ?? "", to: &values, among: options)
      })
  }

  /// Sets an option, or a key, by `NAME=VALUE`; a flag also by its name.
  package static func assign(
    _ text: String, to values: inout Values, among options: [Option]
  ) throws(UsageError) {
    let (word, value) = split(text[...])
    guard let option = options.first(where: { $0.description.isCalled(word) }) else {
      throw UsageError("unknown option '\(shortened(word))'")
    }
    let name = option.description.name
    if option.description.placeholder != nil {
      guard let value else { throw UsageError("\(name) needs a value: \(name)=VALUE") }
      try option.apply(value, { name }, &values)
    } else if try ValueKind.truth.read(value ?? "true", as: name) {
      try option.apply(nil, { name }, &values)
    }
  }
}

extension Option {
  /// An option with a value, which `set` stores.
  private init<Value: Sendable>(
    _ long: String, _ short: Character?, _ kind: ValueKind<Value>, _ help: String,
    set: @escaping @Sendable (Value, inout Values) throws(UsageError) -> Void
  ) {
    description = OptionDescription(
      long: long, short: short, placeholder: kind.placeholder, help: help,
      constraint: kind.constraint, completion: kind.completion, valueSchema: kind.schema)
    apply = { text, name, values throws(UsageError) in
      try set(try kind.read(text ?? "", as: name()), &values)
    }
  }
}

extension OptionDescription {
  /// The members of the schema of a ``SettingsFile`` for the option, under each of its names.
  package var schemaMembers: [JSON.Member] {
    [JSON.Member(long, schema)]
      + aliases.map { alias in
        JSON.Member(alias, ["description": .string("Means '\(long)'."), "deprecated": true])
      }
  }

  /// The JSON schema of the option in a ``SettingsFile``.
  private var schema: JSON {
    var value = valueSchema ?? ["type": "boolean"]
    if repeats { value = ["anyOf": [value, ["type": "array", "items": value]]] }
    guard case .object(let members) = value else { return value }
    return .object([JSON.Member("description", .string(help))] + members)
  }
}

/// The description of a positional argument for the generators.
package struct PositionalDescription: Hashable, Sendable {
  /// How many arguments it takes.
  package enum Count: Hashable, Sendable {
    /// Exactly one.
    case one
    /// One or none.
    case optional
    /// All remaining arguments, at least `minimum`.
    case rest(minimum: Int)
  }

  /// The placeholder, in capitals.
  package let placeholder: String
  /// A sentence.
  package let help: String
  /// How many arguments it takes.
  package let count: Count
  /// How a shell completes it.
  package let completion: Completion
}

/// One positional argument of a command and the property of `Values` that it sets.
package struct Positional<Values: Sendable>: Sendable {
  /// The description for the generators.
  package let description: PositionalDescription
  let apply: @Sendable (String, inout Values) throws(UsageError) -> Void

  /// A required argument.
  package static func required<Value: Sendable>(
    _ property: WritableKeyPath<Values, Value> & Sendable, _ kind: ValueKind<Value>, help: String
  ) -> Positional {
    Positional(kind, .one, help) { $1[keyPath: property] = $0 }
  }

  /// An optional argument; without it, its property stays `nil`.
  package static func optional<Value: Sendable>(
    _ property: WritableKeyPath<Values, Value?> & Sendable, _ kind: ValueKind<Value>, help: String
  ) -> Positional {
    Positional(kind, .optional, help) { $1[keyPath: property] = $0 }
  }

  /// All remaining arguments; the last positional of its table.
  package static func rest<Value: Sendable>(
    _ property: WritableKeyPath<Values, [Value]> & Sendable, _ kind: ValueKind<Value>,
    minimum: Int = 0, help: String
  ) -> Positional {
    Positional(kind, .rest(minimum: minimum), help) { $1[keyPath: property].append($0) }
  }
}

extension Positional {
  private init<Value: Sendable>(
    _ kind: ValueKind<Value>, _ count: PositionalDescription.Count, _ help: String,
    set: @escaping @Sendable (Value, inout Values) -> Void
  ) {
    description = PositionalDescription(
      placeholder: kind.placeholder, help: help, count: count, completion: kind.completion)
    apply = { text, values throws(UsageError) in
      set(try kind.read(text, as: kind.placeholder), &values)
    }
  }
}

/// Options that `--help` shows under one title.
package struct OptionGroup<Values: Sendable>: Sendable {
  /// The title, without a colon.
  package let title: String
  /// The options, in the order in which they are shown.
  package let options: [Option<Values>]

  /// Makes a group.
  package init(_ title: String, _ options: [Option<Values>]) {
    self.title = title
    self.options = options
  }
}

/// All options and positionals of a command, and their default values.
package struct OptionTable<Values: Sendable>: Sendable {
  /// The default values.
  package let initial: Values
  /// The positional arguments, in order.
  package let positionals: [Positional<Values>]
  /// The options, grouped.
  package let groups: [OptionGroup<Values>]
  /// What to use instead of options of other tools, by their names with dashes, such as `--crf`:
  /// "use --quality".
  let hints: [String: String]

  /// The options whose long names satisfy `isWanted`.
  package func options(where isWanted: (String) -> Bool) -> [Option<Values>] {
    groups.flatMap(\.options).filter { isWanted($0.description.long) }
  }

  /// Makes a table. Names must be unique; `help` (`h`), `version` and `generate` are reserved.
  package init(
    _ initial: Values, positionals: [Positional<Values>] = [], groups: [OptionGroup<Values>] = [],
    hints: [String: String] = [:]
  ) {
    self.initial = initial
    self.positionals = positionals
    self.groups = groups
    self.hints = hints
    assert(namesAreUnique, "an option's name is used twice")
  }

  private var namesAreUnique: Bool {
    let options = groups.flatMap(\.options).map(\.description)
    let names =
      options.map(\.name) + options.flatMap { $0.aliases.map { "--\($0)" } }
      + options.compactMap { $0.short.map { "-\($0)" } }
    return Set(names + ["--help", "-h", "--version", "--generate"]).count == names.count + 4
  }
}
