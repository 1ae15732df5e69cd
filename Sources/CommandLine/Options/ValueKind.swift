import GLESKitSupport

/// What an option's or positional's value looks like: how it is read from text, written as a default,
/// described in an error, and completed by a shell.
///
/// Ready-made kinds: `.text`, `.path`, `.integer`, `.number`, `.choice`, `.size`, `.color`. A tool
/// makes others with ``init(_:expectation:constraint:completion:schema:read:write:)``.
package struct ValueKind<Value: Sendable>: Sendable {
  /// The word that stands for the value in `--help`, in capitals: `DEGREES`.
  package let placeholder: String
  /// What an error message asks for, worded to follow "give": "a number from 0 to 1".
  package let expectation: String
  /// The short form of the limits for `--help`: "0 to 1"; `nil` where there are none to show.
  package let constraint: String?
  /// How a shell completes the value.
  package let completion: Completion
  /// What stands for the value in a JSON file, as a JSON schema.
  package let schema: JSON
  /// Reads a value, or says what is wrong with the text.
  package let read: @Sendable (String) throws(ValueError) -> Value
  /// Writes a value as a person would type it; `--help` shows defaults by it.
  package let write: @Sendable (Value) -> String

  /// Makes a kind; the parameters are the properties of the same names.
  package init(
    _ placeholder: String, expectation: String, constraint: String? = nil,
    completion: Completion = .none, schema: JSON = .anySetting,
    read: @escaping @Sendable (String) throws(ValueError) -> Value,
    write: @escaping @Sendable (Value) -> String
  ) {
    self.placeholder = placeholder
    self.expectation = expectation
    self.constraint = constraint
    self.completion = completion
    self.schema = schema
    self.read = read
    self.write = write
  }

  /// Reads `text` for the argument called `name` in messages.
  func read(_ text: String, as name: String) throws(UsageError) -> Value {
    do {
      return try read(text)
    } catch {
      throw UsageError("\(name) '\(shortened(text))' \(error.problem); give \(expectation)")
    }
  }
}

extension JSON {
  /// The schema of whatever ``SettingsFile`` makes a text of.
  package static let anySetting: JSON = ["type": ["string", "number", "array", "object"]]
}

/// How a shell completes a value.
package enum Completion: Hashable, Sendable {
  /// Not at all.
  case none
  /// By one of these words.
  case words([String])
  /// By the name of a file with one of these extensions (without the dot), or of any file when the
  /// list is empty; folders are offered on the way.
  case files([String])
  /// By the name of a folder.
  case folders
}

/// One named value of a ``ValueKind/choice(_:_:)``.
package struct Choice<Value: Sendable>: Sendable {
  /// The word a person types.
  package let name: String
  /// What it stands for.
  package let value: Value

  /// Makes a choice.
  package init(_ name: String, _ value: Value) {
    self.name = name
    self.value = value
  }
}

extension ValueKind where Value == String {
  /// Any text; an empty one only where `allowingEmpty` is true.
  package static func text(_ placeholder: String, allowingEmpty: Bool = false) -> ValueKind {
    ValueKind(
      placeholder, expectation: allowingEmpty ? "a text" : "a text that is not empty",
      schema: ["type": "string"],
      read: { text throws(ValueError) in
        if text.isEmpty && !allowingEmpty { throw ValueError("is empty") }
        return text
      }, write: { $0 })
  }

  /// A path, not empty; whether something stands there is found out when it is opened.
  package static func path(
    _ placeholder: String, completion: Completion = .files([])
  ) -> ValueKind {
    ValueKind(
      placeholder, expectation: "a path", completion: completion, schema: ["type": "string"],
      read: { text throws(ValueError) in
        if text.isEmpty { throw ValueError("is empty") }
        return text
      }, write: { $0 })
  }
}

extension ValueKind where Value: Equatable {
  /// One of a few names. A name that is close to one of them is suggested in the error.
  package static func choice(_ placeholder: String, _ choices: [Choice<Value>]) -> ValueKind {
    let names = choices.map(\.name)
    return ValueKind(
      placeholder, expectation: alternatives(names), constraint: alternatives(names),
      completion: .words(names), schema: ["enum": .array(names.map { .string($0) })],
      read: { text throws(ValueError) in
        if let choice = choices.first(where: { $0.name == text }) { return choice.value }
        throw ValueError(unknown(text, among: names))
      },
      write: { value in choices.first { $0.value == value }?.name ?? "" })
  }
}

extension ValueKind where Value: Equatable & CaseIterable & RawRepresentable<String> {
  /// One of the cases of an enumeration, by their raw values.
  package static func choice(_ placeholder: String) -> ValueKind {
    .choice(placeholder, Value.allCases.map { Choice($0.rawValue, $0) })
  }
}

/// `a`, `a or b`, `a, b or c`.
func alternatives(_ words: [String]) -> String {
  guard let last = words.last, words.count > 1 else { return words.first ?? "" }
  return "\(words.dropLast().joined(separator: ", ")) or \(last)"
}

/// The half sentence for a word that is none of `names`.
func unknown(_ text: String, among names: [String]) -> String {
  guard let near = Spelling.closest(to: text, in: names) else { return "is not known" }
  return "is not known (did you mean \(near)?)"
}

/// At most 60 characters of `text`, so that a message about a runaway argument stays readable.
func shortened(_ text: String) -> String {
  text.count <= 60 ? text : "\(text.prefix(57))..."
}
