import GLESKitSupport

/// A JSON file that sets options by their long names.
///
/// A member `"size": "30x40"` means `--size 30x40`, `"duration": 2` means `--duration 2`, and
/// `"quiet": true` means `--quiet`. An array means its elements separated by commas, or several
/// uses of an option that repeats. An object means `name:value` pairs separated by commas. Paths
/// are relative to the file's folder. Errors name the file, line, column and key.
package struct SettingsFile: Sendable {
  /// The file's path as given; `-` is standard input.
  package let path: String
  /// The members of the file's object.
  package let members: [JSON.Member]
  private let document: JSONDocument

  /// Reads a file of at most 16 MiB.
  ///
  /// - Throws: ``UsageError`` if the file cannot be read or does not contain an object.
  package init(_ path: String) throws(UsageError) {
    self.path = path
    let bytes: [UInt8]
    do {
      let limit = 16 << 20
      bytes =
        try path == "-" ? Files.readStandardInput(limit: limit) : Files.read(path, limit: limit)
    } catch {
      throw UsageError(error.description)
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw UsageError("\(path): is not JSON, or not in UTF-8")
    }
    do {
      document = try JSONDocument(text)
    } catch {
      throw Self.error(path, error)
    }
    // C ends names of files there.
    guard !Self.hasNull(document.value) else {
      throw UsageError("\(path): contains the character U+0000 (\\u0000); remove it")
    }
    guard case .object(let members) = document.value else {
      throw Self.error(path, document.failure(at: "", "expected an object in braces"))
    }
    self.members = members
  }

  /// The error for a key; `problem` follows the key, such as "must be a number".
  package func failure(at key: String, _ problem: String) -> UsageError {
    Self.error(path, document.failure(at: key, "'\(shortened(key))' \(problem)"))
  }

  /// Sets options from the members of an object in the file.
  ///
  /// - Parameters:
  ///   - members: The object.
  ///   - key: The object's key path, such as `turns[2]`; empty for the file's own object.
  ///   - others: Names of other members, which are ignored here.
  ///   - options: The options that may be set.
  ///   - values: The values that the options set.
  /// - Throws: ``UsageError`` for an unknown name or an invalid value.
  package func apply<Values>(
    _ members: [JSON.Member], at key: String = "", besides others: [String],
    _ options: [Option<Values>], to values: inout Values
  ) throws(UsageError) {
    var settings: [(member: JSON.Member, option: Option<Values>)] = []
    for member in members where !others.contains(member.name) {
      guard let option = options.first(where: { $0.description.isCalled(member.name) }) else {
        let names = others + options.map(\.description.long)
        let error = unknown(member.name, among: names)
        throw failure(
          at: JSON.path(key, member: member.name),
          error.problem + Spelling.question(error.suggestion))
      }
      settings.append((member, option))
    }
    for (member, option) in settings.filter(\.option.isFirst)
      + settings.filter({ !$0.option.isFirst })
    {
      let memberKey = JSON.path(key, member: member.name)
      // The option's name in messages.
      func name() -> String {
        let place = document.failure(at: memberKey, "")
        return "\(path):\(place.line):\(place.column): \(memberKey)"
      }
      for text in try texts(member.value, for: option.description, at: memberKey) {
        try option.apply(text, name, &values)
      }
    }
  }

  /// Returns a path in the file relative to the current folder.
  package func resolve(_ path: String) -> String {
    guard !path.hasPrefix("/"), path != "-", let slash = self.path.lastIndex(of: "/") else {
      return path
    }
    return self.path[...slash] + path
  }

  /// The texts that a value corresponds to on the command line, one for each use.
  private func texts(
    _ value: JSON, for option: OptionDescription, at key: String
  ) throws(UsageError) -> [String?] {
    guard option.placeholder != nil else {
      guard case .bool(let isSet) = value else {
        throw failure(at: key, "must be true or false")
      }
      return isSet ? [nil] : []
    }
    var texts: [String] = []
    if option.repeats, case .array(let values) = value {
      for value in values { texts.append(try text(value, at: key)) }
    } else {
      texts = [try text(value, at: key)]
    }
    // An empty path stays empty, so that it is rejected.
    return option.isPath ? texts.map { $0.isEmpty ? $0 : resolve($0) } : texts
  }

  private func text(_ value: JSON, at key: String) throws(UsageError) -> String {
    switch value {
    case .array(let values):
      var parts: [String] = []
      for value in values { parts.append(try scalar(value, at: key)) }
      return parts.joined(separator: ",")
    case .object(let members):
      var parts: [String] = []
      for member in members { parts.append("\(member.name):\(try scalar(member.value, at: key))") }
      return parts.joined(separator: ",")
    default: return try scalar(value, at: key)
    }
  }

  private func scalar(_ value: JSON, at key: String) throws(UsageError) -> String {
    switch value {
    case .string(let text): return text
    case .integer(let number): return String(number)
    case .number(let number): return decimal(number)
    default: throw failure(at: key, "must be a number or a string")
    }
  }

  private static func hasNull(_ value: JSON) -> Bool {
    switch value {
    case .string(let text): text.utf8.contains(0)
    case .array(let values): values.contains(where: hasNull)
    case .object(let members): members.contains { hasNull($0.value) }
    default: false
    }
  }

  private static func error(_ path: String, _ mistake: TextError) -> UsageError {
    UsageError("\(path):\(mistake.line):\(mistake.column): \(mistake.problem)")
  }
}
