import CompilerLogs
import GLESKitSupport

/// Decodes a ``Configuration`` from the values of a configuration file.
struct ConfigurationDecoder {
  let path: String

  private static let keys = [
    "include", "prelude", "define", "permute", "exclude", "webgl", "levels", "program",
  ]

  private func failure(_ problem: String) -> ConfigurationError {
    ConfigurationError(path: path, line: 0, problem: problem)
  }

  mutating func decode(
    _ value: JSON, into configuration: inout Configuration
  ) throws(ConfigurationError) {
    let folder = Paths.folder(of: path)
    for member in try members(value, "the file") {
      switch member.name {
      case "include":
        configuration.assembly.includeFolders = try strings(member).map { Paths.join(folder, $0) }
      case "prelude": configuration.assembly.prelude = Paths.join(folder, try string(member))
      case "define":
        configuration.assembly.definitions = try definitions(member)
      case "permute":
        configuration.permutations = try permutations(member)
      case "exclude": configuration.exclude = try strings(member)
      case "webgl":
        guard case .bool(let value) = member.value else {
          throw failure("'webgl' must be true or false")
        }
        configuration.webgl = value
      case "levels": configuration.levels = try levels(member)
      case "program": configuration.programs = try programs(member, folder)
      default:
        let near = Spelling.closest(to: member.name, in: Self.keys)
        throw failure(
          "unknown key '\(member.name)'"
            + (near == nil
              ? "; the keys are \(Self.keys.joined(separator: ", "))" : Spelling.question(near)))
      }
    }
  }

  private func members(_ value: JSON, _ name: String) throws(ConfigurationError) -> [JSON.Member] {
    guard case .object(let members) = value else { throw failure("\(name) must be a table") }
    return members
  }

  private func string(_ member: JSON.Member) throws(ConfigurationError) -> String {
    guard case .string(let text) = member.value else {
      throw failure("'\(member.name)' must be a string")
    }
    return text
  }

  private func strings(_ member: JSON.Member) throws(ConfigurationError) -> [String] {
    if case .string(let text) = member.value { return [text] }
    guard case .array(let values) = member.value else {
      throw failure("'\(member.name)' must be a list of strings")
    }
    var texts: [String] = []
    for value in values {
      guard case .string(let text) = value else {
        throw failure("'\(member.name)' must be a list of strings")
      }
      texts.append(text)
    }
    return texts
  }

  /// Returns a macro's replacement text; `nil` for `false` and `null`, which leave it undefined.
  private func macroValue(_ value: JSON, _ name: String) throws(ConfigurationError) -> String? {
    switch value {
    case .string(let text): return text
    case .integer(let number): return String(number)
    case .number(let number): return String(number)
    case .bool(let on): return on ? "1" : nil
    case .null: return nil
    default: throw failure("the value of '\(name)' must be a number, a string or a boolean")
    }
  }

  private func checkedName(_ name: String) throws(ConfigurationError) -> String {
    guard let problem = MacroName.problem(name) else { return name }
    throw failure(problem)
  }

  private func definitions(
    _ member: JSON.Member
  ) throws(ConfigurationError) -> [AssemblyOptions.Definition] {
    var definitions: [AssemblyOptions.Definition] = []
    for macro in try members(member.value, "'define'") {
      guard let value = try macroValue(macro.value, macro.name) else { continue }
      definitions.append(AssemblyOptions.Definition(try checkedName(macro.name), value))
    }
    return definitions
  }

  private func permutations(
    _ member: JSON.Member
  ) throws(ConfigurationError) -> [Configuration.Permutation] {
    var permutations: [Configuration.Permutation] = []
    for macro in try members(member.value, "'permute'") {
      guard case .array(let values) = macro.value, !values.isEmpty else {
        throw failure("'permute.\(macro.name)' must be a list of values")
      }
      var texts: [String?] = []
      for value in values { texts.append(try macroValue(value, macro.name)) }
      permutations.append(
        Configuration.Permutation(name: try checkedName(macro.name), values: texts))
    }
    return permutations
  }

  private func levels(
    _ member: JSON.Member
  ) throws(ConfigurationError) -> [Rule.ID: Configuration.Level] {
    var levels: [Rule.ID: Configuration.Level] = [:]
    for level in try members(member.value, "'levels'") {
      guard let rule = Rule.ID(text: level.name) else {
        let near = Spelling.closest(to: level.name, in: Rule.catalogue.map(\.name))
        throw failure(
          "'levels' contains the unknown rule '\(level.name)'"
            + (near == nil ? "; shaderlint explain lists all rules" : Spelling.question(near)))
      }
      let word = try string(level)
      if word == "off" {
        levels[rule] = .off
      } else if let severity = Severity(word: word) {
        levels[rule] = .severity(severity)
      } else {
        throw failure("the level of '\(level.name)' must be off, note, warning or error")
      }
    }
    return levels
  }

  private func programs(
    _ member: JSON.Member, _ folder: String
  ) throws(ConfigurationError) -> [Configuration.Program] {
    guard case .array(let values) = member.value else {
      throw failure("'program' must be an array of tables; write [[program]]")
    }
    var programs: [Configuration.Program] = []
    for value in values {
      var program = Configuration.Program(vertex: "", fragment: "")
      for part in try members(value, "'program'") {
        switch part.name {
        case "vertex": program.vertex = Paths.join(folder, try string(part))
        case "fragment": program.fragment = Paths.join(folder, try string(part))
        default:
          throw failure("unknown key '\(part.name)' in 'program'; use 'vertex' and 'fragment'")
        }
      }
      guard !program.vertex.isEmpty, !program.fragment.isEmpty else {
        throw failure("a program needs 'vertex' and 'fragment'")
      }
      programs.append(program)
    }
    return programs
  }
}

/// The rules for macro names in `-D`, `--permute` and configuration files.
package enum MacroName {
  /// Returns why `name` is not a valid macro name; `nil` if it is one.
  package static func problem(_ name: String) -> String? {
    let bytes = Array(name.utf8)
    guard let first = bytes.first, first.startsIdentifier,
      bytes.allSatisfy(\.continuesIdentifier)
    else {
      return "'\(name)' is not a macro name; use letters, digits and underscores, no digit first"
    }
    guard !name.hasPrefix("GL_") && !name.contains("__") else {
      return "'\(name)' is reserved, like all names that begin with GL_ or contain __"
    }
    return nil
  }
}
