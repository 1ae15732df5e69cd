import GLESKitSupport

/// What a command line asked for.
enum Request<Values> {
  case run(Values)
  case help
  case version
  case generate(Generated)
}

/// What `--generate` writes to standard output, all from the option tables.
package enum Generated: String, CaseIterable, Sendable {
  /// A manual page in roff, for `man`.
  case man
  /// Completion scripts for the shells of these names.
  case bash, zsh, fish
}

extension OptionTable {
  /// Reads the arguments after the command's name.
  ///
  /// Options and positionals may be mixed. `--name value`, `--name=value`, `-n value`, `-nvalue` and
  /// `-n=value` are the same; short flags may be joined (`-qv`); after `--` all is positional; `-` is
  /// positional. A value may start with a dash if it is a number; any other such value needs `=`.
  /// Of an option that does not repeat, the last use counts.
  ///
  /// `--help` and `--version` end the reading where they stand and give `nil`, as does `--generate`.
  package func parse(_ arguments: [String]) throws(UsageError) -> Values? {
    guard case .run(let values) = try request(arguments) else { return nil }
    return values
  }

  func request(_ arguments: [String]) throws(UsageError) -> Request<Values> {
    let options = groups.flatMap(\.options)
    var values = initial
    var plain: [String] = []
    var given: [Assignment] = []
    var rest = arguments[...]

    while let argument = rest.popFirst() {
      if argument == "--" {
        plain += rest
        break
      }
      guard argument.hasPrefix("-") && argument != "-" else {
        plain.append(argument)
        continue
      }
      if argument == "--help" || argument == "-h" { return .help }
      if argument == "--version" { return .version }
      if argument.hasPrefix("--") {
        let (name, attached) = split(argument.dropFirst(2))
        if name == "generate" {
          let text = try value(attached, "--generate", from: &rest)
          return .generate(try ValueKind.choice("KIND").read(text, as: "--generate"))
        }
        guard let option = options.first(where: { $0.description.long == name }) else {
          throw unknownOption(name, among: options.map(\.description.long))
        }
        given.append(try take(option, attached: attached, from: &rest))
      } else {
        given += try shortOptions(argument, options, from: &rest)
      }
    }
    for isFirst in [true, false] {
      for (option, text) in given where option.isFirst == isFirst {
        try option.apply(text, option.description.name, &values)
      }
    }
    try assign(plain, to: &values)
    for option in options.map(\.description)
    where option.isRequired && !given.contains(where: { $0.option.description.long == option.long })
    {
      throw UsageError("\(option.name) is needed: \(option.help.asClause)")
    }
    return .run(values)
  }

  /// An option that was given, and the text of its value.
  private typealias Assignment = (option: Option<Values>, text: String?)

  /// `-q`, `-qv`, `-o out`, `-oout`, `-o=out`.
  private func shortOptions(
    _ argument: String, _ options: [Option<Values>], from rest: inout ArraySlice<String>
  ) throws(UsageError) -> [Assignment] {
    var given: [Assignment] = []
    var letters = argument.dropFirst()
    let long = split(letters).name
    if long.count > 1 && options.contains(where: { $0.description.long == long }) {
      throw UsageError("unknown option -\(long); did you mean --\(long)?")
    }
    while let letter = letters.popFirst() {
      guard let option = options.first(where: { $0.description.short == letter }) else {
        if Double(argument) != nil {
          throw UsageError(
            "'\(shortened(argument))' is no option; write it after '--' if it is a name")
        }
        throw UsageError("unknown option -\(letter)")
      }
      if option.description.placeholder == nil {
        if letters.first == "=" {
          throw UsageError("-\(letter) takes no value")
        }
        given.append((option, nil))
        continue
      }
      let attached = letters.first == "=" ? letters.dropFirst() : letters
      given.append(
        try take(option, attached: letters.isEmpty ? nil : String(attached), from: &rest))
      break
    }
    return given
  }

  private func take(
    _ option: Option<Values>, attached: String?, from rest: inout ArraySlice<String>
  ) throws(UsageError) -> Assignment {
    let name = option.description.name
    guard option.description.placeholder == nil else {
      return (option, try value(attached, name, from: &rest))
    }
    if let attached { throw UsageError("\(name) takes no value, not '\(shortened(attached))'") }
    return (option, nil)
  }

  private func value(
    _ attached: String?, _ name: String, from rest: inout ArraySlice<String>
  ) throws(UsageError) -> String {
    if let attached { return attached }
    guard let next = rest.first else { throw UsageError("\(name) needs a value") }
    // `--angle -20` is a value; `--angle --frames` is a forgotten one.
    guard !next.hasPrefix("-") || next == "-" || Double(next) != nil else {
      throw UsageError(
        "\(name) needs a value; if '\(shortened(next))' is meant, write \(name)=\(shortened(next))")
    }
    rest.removeFirst()
    return next
  }

  private func assign(_ plain: [String], to values: inout Values) throws(UsageError) {
    var rest = plain[...]
    for positional in positionals {
      let description = positional.description
      switch description.count {
      case .one, .optional:
        if let text = rest.popFirst() {
          try positional.apply(text, &values)
        } else if description.count == .one {
          throw UsageError("\(description.placeholder) is missing: \(description.help.asClause)")
        }
      case .rest(let minimum):
        guard rest.count >= minimum else {
          throw UsageError("\(description.placeholder) is missing: \(description.help.asClause)")
        }
        while let text = rest.popFirst() { try positional.apply(text, &values) }
      }
    }
    if let extra = rest.first {
      let most = plain.count - rest.count
      throw UsageError(
        "'\(shortened(extra))' is one argument too many; "
          + (most == 0 ? "none is taken" : "at most \(most) \(most == 1 ? "is" : "are") taken"))
    }
  }
}

private func split(_ text: Substring) -> (name: String, value: String?) {
  guard let sign = text.firstIndex(of: "=") else { return (String(text), nil) }
  return (String(text[..<sign]), String(text[text.index(after: sign)...]))
}

private func unknownOption(_ name: String, among names: [String]) -> UsageError {
  let near = Spelling.closest(to: name, in: names + ["help", "version"])
  return UsageError(
    "unknown option --\(shortened(name))" + (near.map { "; did you mean --\($0)?" } ?? ""))
}

extension String {
  /// A help sentence as the end of another sentence: without its full stop.
  fileprivate var asClause: String { hasSuffix(".") ? String(dropLast()) : self }
}
