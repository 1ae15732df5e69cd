import GLESKitSupport

/// A JSON file that sets options by their long names: what a command line says, written down.
///
/// A member `"size": "30x40"` stands for `--size 30x40`, `"turn-time": 2` for `--turn-time 2`, and
/// `"quiet": true` for `--quiet`. A list stands for its elements with commas between them, or for as many
/// uses of an option that repeats; an object for `name:value` pairs with commas between them. Paths are
/// seen from the file's own folder. A mistake is named with file, line, column and key.
package struct SettingsFile: Sendable {
  /// The file's path, as it was given; `-` is standard input.
  package let path: String
  /// The members of the object that it holds.
  package let members: [JSON.Member]
  private let document: JSONDocument

  /// Reads a file, of at most 16 MiB.
  ///
  /// - Throws: ``UsageError`` for a file that cannot be read, or that does not hold an object.
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
    do {
      document = try JSONDocument(String(decoding: bytes, as: UTF8.self))
    } catch {
      throw Self.error(path, error)
    }
    guard case .object(let members) = document.value else {
      throw Self.error(path, document.failure(at: "", "an object in braces is expected"))
    }
    self.members = members
  }

  /// A mistake in a part of the file; `problem` follows its key, such as "must be a number".
  package func failure(at key: String, _ problem: String) -> UsageError {
    Self.error(path, document.failure(at: key, "'\(shortened(key))' \(problem)"))
  }

  /// Sets options by the members of an object in the file.
  ///
  /// - Parameters:
  ///   - members: The object.
  ///   - key: Where it stands, such as `turns[2]`; empty for the file's own.
  ///   - others: Names of members that are no options, which are passed over.
  ///   - options: The options that may be set.
  ///   - values: What they set.
  /// - Throws: ``UsageError`` for a name that is neither, and for a value that is none of its option's.
  package func apply<Values>(
    _ members: [JSON.Member], at key: String = "", besides others: [String],
    _ options: [Option<Values>], to values: inout Values
  ) throws(UsageError) {
    for member in members where !others.contains(member.name) {
      let memberKey = JSON.path(key, member: member.name)
      guard let option = options.first(where: { $0.description.long == member.name }) else {
        let names = others + options.map(\.description.long)
        throw failure(at: memberKey, unknown(member.name, among: names))
      }
      // The place stands where a command line has the option's name.
      let place = document.failure(at: memberKey, "")
      let name = "\(path):\(place.line):\(place.column): \(memberKey)"
      for text in try texts(member.value, for: option.description, at: memberKey) {
        try option.apply(text, name, &values)
      }
    }
  }

  /// A path in the file, seen from the current folder.
  package func resolve(_ path: String) -> String {
    guard !path.hasPrefix("/"), path != "-", let slash = self.path.lastIndex(of: "/") else {
      return path
    }
    return self.path[...slash] + path
  }

  /// The texts that stand for a value on the command line: one, or one for each use.
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
    // An empty path stays empty, and is refused as such.
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
    default: throw failure(at: key, "must be a number or a text")
    }
  }

  private static func error(_ path: String, _ mistake: TextError) -> UsageError {
    UsageError("\(path):\(mistake.line):\(mistake.column): \(mistake.problem)")
  }
}
