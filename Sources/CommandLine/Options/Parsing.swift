import GLESKitSupport

/// What the command line asks for.
enum Request<Values> {
  case run(Values)
  case help(isComplete: Bool)
  case version
  case generate(Generated)
}

/// What `--generate` prints, all from the option tables.
package enum Generated: String, CaseIterable, Sendable {
  /// A manual page in roff, for `man`.
  case man
  /// Completion scripts for the shells of these names.
  case bash, zsh, fish
}

extension OptionTable {
  /// Parses the arguments after the command's name.
  ///
  /// Options and positionals may be mixed. `--name value`, `--name=value`, `-n value`, `-nvalue`
  /// and `-n=value` are equivalent. Short flags may be combined (`-qv`). Everything after `--` and
  /// `-` itself are positional. A value that starts with a dash needs `=` unless it is a number. If
  /// an option that does not repeat is given twice, the last use counts, so that a command line can
  /// override an alias of the shell. Two different paths are an error: one would be ignored.
  ///
  /// - Returns: The values; `nil` for `--help`, `--version` and `--generate`, which stop the
  ///   parsing.
  package func parse(_ arguments: [String]) throws(UsageError) -> Values? {
    guard case .run(let values) = try request(arguments) else { return nil }
    return values
  }

  func request(_ arguments: [String]) throws(UsageError) -> Request<Values> {
    let known = groups.flatMap(\.options)
    let options = known.filter { !$0.description.isKey }
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
      if argument == "--help" || argument == "-h" { return .help(isComplete: rest.first == "all") }
      if argument == "--help=all" { return .help(isComplete: true) }
      if argument == "--version" { return .version }
      if argument.hasPrefix("--") {
        let (name, attached) = split(argument.dropFirst(2))
        if name == "generate" {
          let text = try value(attached, "--generate", from: &rest)
          return .generate(try ValueKind.choice("KIND").read(text, as: "--generate"))
        }
        guard let option = options.first(where: { $0.description.isCalled(name) }) else {
          throw unknownOption(name, among: known.map(\.description), hints)
        }
        given.append(try take(option, attached: attached, from: &rest))
      } else {
        given += try shortOptions(argument, options, from: &rest)
      }
    }
    try refuseSecondPaths(given)
    for isFirst in [true, false] {
      for (option, text, name) in given where option.isFirst == isFirst {
        try option.apply(text, { name }, &values)
      }
    }
    try assign(plain, to: &values)
    for option in options.map(\.description)
    where option.isRequired && !given.contains(where: { $0.option.description.long == option.long })
    {
      throw UsageError("\(option.name) is required: \(option.help.asClause)")
    }
    return .run(values)
  }

  /// An option, the text of its value, and its name as it was written, if not by an alias.
  private typealias Assignment = (option: Option<Values>, text: String?, name: String)

  private func refuseSecondPaths(_ given: [Assignment]) throws(UsageError) {
    var paths: [String: String] = [:]
    for (option, text, _) in given {
      let description = option.description
      guard let text, description.isPath, !description.repeats else { continue }
      if let other = paths.updateValue(text, forKey: description.name), other != text {
        throw UsageError(
          "\(description.name) is given twice, as '\(shortened(other))' and '\(shortened(text))'; "
            + "give it once")
      }
    }
  }

  /// `-q`, `-qv`, `-o out`, `-oout`, `-o=out`.
  private func shortOptions(
    _ argument: String, _ options: [Option<Values>], from rest: inout ArraySlice<String>
  ) throws(UsageError) -> [Assignment] {
    var given: [Assignment] = []
    var letters = argument.dropFirst()
    let long = split(letters).name
    if long.count > 1 && options.contains(where: { $0.description.isCalled(long) }) {
      throw UsageError("unknown option -\(long)\(Spelling.question("--\(long)"))")
    }
    // `-crf` is not `-c rf`.
    if let hint = hints["-\(long)"] { throw UsageError("unknown option -\(long); \(hint)") }
    while let letter = letters.popFirst() {
      guard let option = options.first(where: { $0.description.short == letter }) else {
        if Double(argument) != nil {
          throw UsageError(
            "'\(shortened(argument))' is not an option; write a file of that name after '--'")
        }
        throw UsageError("unknown option -\(letter)\(hints["-\(letter)"].map { "; \($0)" } ?? "")")
      }
      if option.description.placeholder == nil {
        if letters.first == "=" {
          throw UsageError("-\(letter) takes no value")
        }
        given.append((option, nil, "-\(letter)"))
        continue
      }
      let attached = letters.first == "=" ? letters.dropFirst() : letters
      given.append(
        try take(
          option, as: "-\(letter)", attached: letters.isEmpty ? nil : String(attached),
          from: &rest))
      break
    }
    return given
  }

  private func take(
    _ option: Option<Values>, as written: String? = nil, attached: String?,
    from rest: inout ArraySlice<String>
  ) throws(UsageError) -> Assignment {
    let name = option.description.name
    guard option.description.placeholder == nil else {
      return (option, try value(attached, name, from: &rest), written ?? name)
    }
    if let attached { throw UsageError("\(name) takes no value, but has '\(shortened(attached))'") }
    return (option, nil, name)
  }

  private func value(
    _ attached: String?, _ name: String, from rest: inout ArraySlice<String>
  ) throws(UsageError) -> String {
    if let attached { return attached }
    guard let next = rest.first else { throw UsageError("\(name) needs a value") }
    // `--angle -20` is a value; `--angle --frames` is a forgotten one.
    guard !next.hasPrefix("-") || next == "-" || Double(next) != nil else {
      throw UsageError(
        "\(name) needs a value; to use '\(shortened(next))', write \(name)=\(shortened(next))")
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
    if let extra = rest.first { throw UsageError("unexpected argument '\(shortened(extra))'") }
  }
}

func split(_ text: Substring) -> (name: String, value: String?) {
  guard let sign = text.firstIndex(of: "=") else { return (String(text), nil) }
  return (String(text[..<sign]), String(text[text.index(after: sign)...]))
}

private func unknownOption(
  _ name: String, among options: [OptionDescription], _ hints: [String: String]
) -> UsageError {
  if ["help", "version"].contains(name) {
    return UsageError("--\(name) takes no value after '='")
  }
  let start = "unknown option --\(shortened(name))"
  if let key = options.first(where: { $0.isCalled(name) }) {
    return UsageError("\(start); use \(key.name)=\(key.placeholder ?? "true")")
  }
  if let hint = hints["--\(name)"] { return UsageError("\(start); \(hint)") }
  let near = Spelling.closest(to: name, in: options.map(\.long) + ["help", "version"])
  let option = near.map { near in options.first { $0.long == near }?.name ?? "--\(near)" }
  return UsageError("\(start)\(Spelling.question(option))")
}

extension String {
  /// The sentence as the end of another one: without its full stop, in lower case unless it starts
  /// with an abbreviation.
  fileprivate var asClause: String {
    let text = hasSuffix(".") ? dropLast() : self[...]
    guard text.count > 1, !text[text.index(after: text.startIndex)].isUppercase else {
      return String(text)
    }
    return text.prefix(1).lowercased() + text.dropFirst()
  }
}
