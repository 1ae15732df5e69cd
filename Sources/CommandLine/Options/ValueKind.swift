import GLESKitSupport

/// The type of an option's or positional's value: how to parse it, print it as a default, describe
/// it in an error, and complete it in a shell.
///
/// Ready-made kinds: `.text`, `.path`, `.integer`, `.number`, `.choice`, `.size`, `.color`. A tool
/// makes others with ``init(_:expectation:constraint:completion:schema:read:write:)``.
package struct ValueKind<Value: Sendable>: Sendable {
  /// The placeholder of the value in `--help`, in capitals: `DEGREES`.
  package let placeholder: String
  /// What an error message asks for, to follow "use": "a number from 0 to 1".
  package let expectation: String
  /// The limits for `--help`: "0 to 1"; `nil` if there are none to show.
  package let constraint: String?
  /// How a shell completes the value.
  package let completion: Completion
  /// The JSON schema of the value in a settings file.
  package let schema: JSON
  /// Parses a value.
  package let read: @Sendable (String) throws(ValueError) -> Value
  /// Prints a value as a person would type it; `--help` shows defaults with it.
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
  func read(_ text: String, as name: @autoclosure () -> String) throws(UsageError) -> Value {
    do {
      return try read(text)
    } catch {
      let remedy =
        error.suggestion == nil ? "; use \(expectation)" : Spelling.question(error.suggestion)
      throw UsageError("\(name()) '\(shortened(text))' \(error.problem)\(remedy)")
    }
  }
}

extension JSON {
  /// The schema of everything that ``SettingsFile`` converts to text.
  package static let anySetting: JSON = ["type": ["string", "number", "array", "object"]]
}

/// How a shell completes a value.
package enum Completion: Hashable, Sendable {
  /// Not.
  case none
  /// With one of these words.
  case words([String])
  /// With the names of folders and of files with one of these extensions (without the dot); an
  /// empty list means all files.
  case files([String])
  /// With the names of folders.
  case folders
}

/// A named value of a ``ValueKind/choice(_:_:)``.
package struct Choice<Value: Sendable>: Sendable {
  /// The word that the user types.
  package let name: String
  /// The value.
  package let value: Value

  /// Makes a choice.
  package init(_ name: String, _ value: Value) {
    self.name = name
    self.value = value
  }
}

extension ValueKind where Value == String {
  /// Any text that is not empty.
  package static func text(_ placeholder: String) -> ValueKind {
    filled(placeholder, "text that is not empty", .none)
  }

  /// A path that is not empty. It is not checked for existence.
  package static func path(
    _ placeholder: String, completion: Completion = .files([])
  ) -> ValueKind {
    filled(placeholder, "a path", completion)
  }

  private static func filled(
    _ placeholder: String, _ expectation: String, _ completion: Completion
  ) -> ValueKind {
    ValueKind(
      placeholder, expectation: expectation, completion: completion, schema: ["type": "string"],
      read: { text throws(ValueError) in
        if text.isEmpty { throw ValueError("is empty") }
        return text
      }, write: { $0 })
  }
}

extension ValueKind where Value: Equatable {
  /// One of a few names. The error suggests the nearest one.
  ///
  /// - Parameter others: Other names of the values, which help and completions leave out.
  package static func choice(
    _ placeholder: String, _ choices: [Choice<Value>], alsoCalled others: [Choice<Value>] = []
  ) -> ValueKind {
    let names = choices.map(\.name)
    return ValueKind(
      placeholder, expectation: alternatives(names), constraint: alternatives(names),
      completion: .words(names), schema: ["enum": .array(names.map { .string($0) })],
      read: { text throws(ValueError) in
        if let choice = (choices + others).first(where: { $0.name == text }) {
          return choice.value
        }
        throw unknown(text, among: names)
      },
      write: { value in choices.first { $0.value == value }?.name ?? "" })
  }
}

extension ValueKind where Value == Bool {
  /// `true` or `false`.
  static let truth = choice("TRUTH", [Choice("true", true), Choice("false", false)])
}

extension ValueKind where Value: Equatable & CaseIterable & RawRepresentable<String> {
  /// One of the cases of an enumeration, by raw value.
  package static func choice(_ placeholder: String) -> ValueKind {
    .choice(placeholder, Value.allCases.map { Choice($0.rawValue, $0) })
  }
}

/// The error for a word that is not one of `names`.
func unknown(_ text: String, among names: [String]) -> ValueError {
  ValueError("is unknown", suggestion: Spelling.closest(to: text, in: names))
}

/// Returns at most 60 characters of `text`, to keep messages about long arguments readable.
func shortened(_ text: String) -> String {
  text.count <= 60 ? text : "\(text.prefix(57))..."
}
