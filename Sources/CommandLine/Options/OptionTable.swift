import GLESKitSupport

/// What `--help`, the manual page and the completions know about an option.
package struct OptionDescription: Hashable, Sendable {
  /// The long name without its dashes.
  package let long: String
  /// The one-letter name, if there is one.
  package let short: Character?
  /// The word for the value; `nil` for a flag.
  package let placeholder: String?
  /// One or two sentences; the limits and the default are added by the generator.
  package let help: String
  /// The limits, in short.
  package let constraint: String?
  /// How the value is completed.
  package let completion: Completion
  /// What stands for the value in a JSON file, as a JSON schema; `nil` for a flag.
  var valueSchema: JSON?
  /// Whether each use adds a value; otherwise the last use counts.
  package let repeats: Bool
  /// Whether the command cannot run without it.
  package let isRequired: Bool

  /// `--long`, as messages name it.
  package var name: String { "--\(long)" }

  /// Whether the value is a path: what files or folders complete.
  var isPath: Bool {
    switch completion {
    case .files, .folders: true
    case .none, .words: false
    }
  }
}

/// One option of a command and the property of `Values` that it sets.
package struct Option<Values: Sendable>: Sendable {
  /// What the generators know about it.
  package let description: OptionDescription
  /// Sets the property from the text, which messages call by the name in the middle; the text of a flag
  /// is `nil`.
  let apply: @Sendable (String?, _ name: String, inout Values) throws(UsageError) -> Void
  /// Whether it counts before the others, wherever it stands.
  var isFirst = false
  /// The value that counts when the option is not given, as a person would type it.
  let defaultText: @Sendable (Values) -> String?

  /// A flag: sets `property` to `value` (`true` unless said otherwise).
  package static func flag(
    _ property: WritableKeyPath<Values, Bool> & Sendable, _ long: String, short: Character? = nil,
    sets value: Bool = true, help: String
  ) -> Option {
    Option(
      description: OptionDescription(
        long: long, short: short, placeholder: nil, help: help, constraint: nil, completion: .none,
        repeats: false, isRequired: false),
      apply: { _, _, values throws(UsageError) in values[keyPath: property] = value },
      defaultText: { _ in nil })
  }

  /// An option whose property has a default, which `--help` shows.
  package static func value<Value: Sendable>(
    _ property: WritableKeyPath<Values, Value> & Sendable, _ long: String,
    short: Character? = nil, _ kind: ValueKind<Value>, help: String
  ) -> Option {
    Option(
      description: OptionDescription(
        long: long, short: short, kind: kind, help: help, repeats: false, isRequired: false),
      apply: { text, name, values throws(UsageError) in
        values[keyPath: property] = try kind.read(text ?? "", as: name)
      },
      defaultText: { kind.write($0[keyPath: property]) })
  }

  /// An option without a default: its property stays `nil` when it is not given, which is a usage
  /// error if it is required.
  package static func optional<Value: Sendable>(
    _ property: WritableKeyPath<Values, Value?> & Sendable, _ long: String,
    short: Character? = nil, _ kind: ValueKind<Value>, required: Bool = false, help: String
  ) -> Option {
    Option(
      description: OptionDescription(
        long: long, short: short, kind: kind, help: help, repeats: false, isRequired: required),
      apply: { text, name, values throws(UsageError) in
        values[keyPath: property] = try kind.read(text ?? "", as: name)
      },
      defaultText: { _ in nil })
  }

  /// An option that may be given several times; each use appends a value.
  package static func list<Value: Sendable>(
    _ property: WritableKeyPath<Values, [Value]> & Sendable, _ long: String,
    short: Character? = nil, _ kind: ValueKind<Value>, help: String
  ) -> Option {
    Option(
      description: OptionDescription(
        long: long, short: short, kind: kind, help: help, repeats: true, isRequired: false),
      apply: { text, name, values throws(UsageError) in
        values[keyPath: property].append(try kind.read(text ?? "", as: name))
      },
      defaultText: { _ in nil })
  }

  /// An option whose file says what others are. It is read before they are, so that an option on the
  /// command line counts before the file, wherever it stands. `read` reads the file at a path, changing
  /// the values.
  package static func file(
    _ long: String, short: Character? = nil, _ kind: ValueKind<String>, help: String,
    read: @escaping @Sendable (_ path: String, inout Values) throws(UsageError) -> Void
  ) -> Option {
    Option(
      description: OptionDescription(
        long: long, short: short, kind: kind, help: help, repeats: false, isRequired: false),
      apply: { text, name, values throws(UsageError) in
        try read(try kind.read(text ?? "", as: name), &values)
      }, isFirst: true, defaultText: { _ in nil })
  }
}

extension OptionDescription {
  init<Value>(
    long: String, short: Character?, kind: ValueKind<Value>, help: String, repeats: Bool,
    isRequired: Bool
  ) {
    self.init(
      long: long, short: short, placeholder: kind.placeholder, help: help,
      constraint: kind.constraint, completion: kind.completion, valueSchema: kind.schema,
      repeats: repeats, isRequired: isRequired)
  }

  /// What stands for the option in a ``SettingsFile``, as a JSON schema.
  package var schema: JSON {
    var value = valueSchema ?? ["type": "boolean"]
    if repeats { value = ["anyOf": [value, ["type": "array", "items": value]]] }
    guard case .object(let members) = value else { return value }
    return .object([JSON.Member("description", .string(help))] + members)
  }
}

/// What the generators know about a positional argument.
package struct PositionalDescription: Hashable, Sendable {
  /// How many arguments it takes.
  package enum Count: Hashable, Sendable {
    /// Exactly one.
    case one
    /// One or none.
    case optional
    /// All that are left, at least `minimum`.
    case rest(minimum: Int)
  }

  /// The word for it, in capitals.
  package let placeholder: String
  /// A sentence.
  package let help: String
  /// How many arguments it takes.
  package let count: Count
  /// How it is completed.
  package let completion: Completion
}

/// One positional argument of a command and the property of `Values` that it sets.
package struct Positional<Values: Sendable>: Sendable {
  /// What the generators know about it.
  package let description: PositionalDescription
  let apply: @Sendable (String, inout Values) throws(UsageError) -> Void

  /// An argument that must be given.
  package static func required<Value: Sendable>(
    _ property: WritableKeyPath<Values, Value> & Sendable, _ kind: ValueKind<Value>, help: String
  ) -> Positional {
    Positional(
      description: PositionalDescription(
        placeholder: kind.placeholder, help: help, count: .one, completion: kind.completion),
      apply: { text, values throws(UsageError) in
        values[keyPath: property] = try kind.read(text, as: kind.placeholder)
      })
  }

  /// An argument that may be left out; its property then stays `nil`.
  package static func optional<Value: Sendable>(
    _ property: WritableKeyPath<Values, Value?> & Sendable, _ kind: ValueKind<Value>, help: String
  ) -> Positional {
    Positional(
      description: PositionalDescription(
        placeholder: kind.placeholder, help: help, count: .optional, completion: kind.completion),
      apply: { text, values throws(UsageError) in
        values[keyPath: property] = try kind.read(text, as: kind.placeholder)
      })
  }

  /// All arguments that are left; it stands last in its table.
  package static func rest<Value: Sendable>(
    _ property: WritableKeyPath<Values, [Value]> & Sendable, _ kind: ValueKind<Value>,
    minimum: Int = 0, help: String
  ) -> Positional {
    Positional(
      description: PositionalDescription(
        placeholder: kind.placeholder, help: help, count: .rest(minimum: minimum),
        completion: kind.completion),
      apply: { text, values throws(UsageError) in
        values[keyPath: property].append(try kind.read(text, as: kind.placeholder))
      })
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

/// All that a command accepts, and the values that count when nothing is given.
package struct OptionTable<Values: Sendable>: Sendable {
  /// The values before any argument is read.
  package let initial: Values
  /// The positional arguments, in order.
  package let positionals: [Positional<Values>]
  /// The options, grouped.
  package let groups: [OptionGroup<Values>]

  /// The options whose long names satisfy `isWanted`.
  package func options(where isWanted: (String) -> Bool) -> [Option<Values>] {
    groups.flatMap(\.options).filter { isWanted($0.description.long) }
  }

  /// Makes a table. Names must be unique; `help` (`h`), `version` and `generate` are taken.
  package init(
    _ initial: Values, positionals: [Positional<Values>] = [], groups: [OptionGroup<Values>] = []
  ) {
    self.initial = initial
    self.positionals = positionals
    self.groups = groups
    let options = groups.flatMap(\.options).map(\.description)
    let names = options.map(\.name) + options.compactMap { $0.short.map { "-\($0)" } }
    precondition(
      Set(names + ["--help", "-h", "--version", "--generate"]).count == names.count + 4,
      "an option's name is used twice")
  }
}
