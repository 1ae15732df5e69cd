import CompilerLogs
import GLESKitSupport

/// Decodes a ``Configuration`` from the values of a configuration file.
struct ConfigurationDecoder {
  let path: String
  /// Returns the line of a part of the file, from its path (``JSON/path(_:member:)``).
  let line: (_ part: String) -> Int

  static let keys = [
    "include", "prelude", "define", "permute", "exclude", "webgl", "minimum", "levels", "program",
    "files", "preset",
  ]

  /// A value of the file and where it is.
  private struct Part {
    var name = ""
    let value: JSON
    var path = ""
  }

  private func failure(_ problem: String, at part: Part) -> ConfigurationError {
    ConfigurationError(path: path, line: line(part.path), problem: problem)
  }

  func decode(
    _ value: JSON, into configuration: inout Configuration
  ) throws(ConfigurationError) {
    let folder = Paths.folder(of: path)
    var presetName: Part?
    for member in try members(Part(value: value), "the file") {
      switch member.name {
      case "include":
        configuration.assembly.includeFolders = try strings(member).map { Paths.join(folder, $0) }
      case "prelude": configuration.assembly.prelude = Paths.join(folder, try string(member))
      case "define":
        configuration.assembly.definitions = try definitions(member)
      case "permute":
        configuration.permutations = try permutations(member)
      case "exclude": configuration.exclude = try strings(member)
      case "webgl": configuration.webgl = try bool(member)
      case "minimum": configuration.minimum = try bool(member)
      case "levels": configuration.levels = try levels(member)
      case "files": configuration.files = try files(member, folder)
      case "preset": presetName = member
      case "program": configuration.programs = try programs(member, folder)
      default:
        let near = Spelling.closest(to: member.name, in: Self.keys)
        throw failure(
          "unknown key '\(member.name)'"
            + (near == nil
              ? "; the keys are \(Self.keys.joined(separator: ", "))" : Spelling.question(near)),
          at: member)
      }
    }
    configuration.ownPatterns = configuration.files.flatMap(\.patterns)
    // Last, so that the order of the keys doesn't matter.
    if let presetName { try preset(presetName, into: &configuration) }
  }

  /// Adds what a preset says. Keys of the file itself replace it or come before it.
  private func preset(
    _ part: Part, into configuration: inout Configuration
  ) throws(ConfigurationError) {
    let name = try string(part)
    guard let text = Presets.text(of: name) else {
      throw failure(
        "unknown preset '\(name)'; the presets are \(Presets.names.joined(separator: ", "))",
        at: part)
    }
    // Paths in a preset are relative to the folder of the file that names it.
    let path = Paths.join(Paths.folder(of: path), "\(name).toml")
    let preset = try Configuration(path: path, text: text)
    let own = configuration
    configuration.files = own.files + preset.files
    configuration.webgl = own.webgl ?? preset.webgl
    configuration.minimum = own.minimum || preset.minimum
    configuration.exclude = own.exclude + preset.exclude
    configuration.levels = preset.levels.merging(own.levels) { _, own in own }
    if own.assembly.includeFolders.isEmpty {
      configuration.assembly.includeFolders = preset.assembly.includeFolders
    }
    if own.assembly.definitions.isEmpty {
      configuration.assembly.definitions = preset.assembly.definitions
    }
  }

  private func files(
    _ member: Part, _ folder: String
  ) throws(ConfigurationError) -> [Configuration.FileKind] {
    let values = try elements(member, "'files' must be an array of tables; write [[files]]")
    return try values.map { value throws(ConfigurationError) in
      var kind = Configuration.FileKind()
      for part in try members(value, "'files'") {
        switch part.name {
        case "match": kind.patterns = try strings(part)
        case "stage":
          let word = try string(part)
          guard let content = Configuration.FileKind.Content(rawValue: word) else {
            let words = Configuration.FileKind.Content.allCases.map(\.rawValue)
            throw failure("'stage' must be one of \(words.joined(separator: ", "))", at: part)
          }
          kind.content = content
        case "define": kind.assembly.definitions = try definitions(part)
        case "prelude": kind.assembly.prelude = Paths.join(folder, try string(part))
        case "include":
          kind.assembly.includeFolders = try strings(part).map { Paths.join(folder, $0) }
        case "include-suffix": kind.assembly.includeSuffixes = try strings(part)
        case "vertex-lines": kind.assembly.vertexLines = try strings(part)
        case "fragment-lines": kind.assembly.fragmentLines = try strings(part)
        case "replace": kind.assembly.standIns = try standIns(part)
        case "ignore-version": kind.assembly.ignoresVersion = try bool(part)
        default:
          throw failure(
            "unknown key '\(part.name)' in 'files'; use match, stage, define, prelude, include, "
              + "include-suffix, vertex-lines, fragment-lines, replace and ignore-version",
            at: part)
        }
      }
      guard !kind.patterns.isEmpty else { throw failure("'files' needs 'match'", at: value) }
      return kind
    }
  }

  private func members(_ part: Part, _ name: String) throws(ConfigurationError) -> [Part] {
    guard case .object(let members) = part.value else {
      throw failure("\(name) must be a table", at: part)
    }
    return members.map {
      Part(name: $0.name, value: $0.value, path: JSON.path(part.path, member: $0.name))
    }
  }

  private func elements(_ part: Part, _ problem: String) throws(ConfigurationError) -> [Part] {
    guard case .array(let values) = part.value else { throw failure(problem, at: part) }
    return values.enumerated().map { index, value in
      Part(name: part.name, value: value, path: JSON.path(part.path, element: index))
    }
  }

  private func bool(_ member: Part) throws(ConfigurationError) -> Bool {
    guard case .bool(let value) = member.value else {
      throw failure("'\(member.name)' must be true or false", at: member)
    }
    return value
  }

  private func string(_ member: Part) throws(ConfigurationError) -> String {
    guard case .string(let text) = member.value else {
      throw failure("'\(member.name)' must be a string", at: member)
    }
    return text
  }

  private func strings(_ member: Part) throws(ConfigurationError) -> [String] {
    if case .string(let text) = member.value { return [text] }
    let problem = "'\(member.name)' must be a list of strings"
    return try elements(member, problem).map { element throws(ConfigurationError) in
      guard case .string(let text) = element.value else { throw failure(problem, at: element) }
      return text
    }
  }

  /// Returns a macro's replacement text; `nil` for `false` and `null`, which leave it undefined.
  private func macroValue(_ macro: Part) throws(ConfigurationError) -> String? {
    switch macro.value {
    case .string(let text): return text
    case .integer(let number): return String(number)
    case .number(let number): return String(number)
    case .bool(let on): return on ? "1" : nil
    case .null: return nil
    default:
      throw failure(
        "the value of '\(macro.name)' must be a number, a string or a boolean", at: macro)
    }
  }

  private func checkedName(_ macro: Part) throws(ConfigurationError) -> String {
    guard let problem = MacroName.problem(macro.name) else { return macro.name }
    throw failure(problem, at: macro)
  }

  private func definitions(
    _ member: Part
  ) throws(ConfigurationError) -> [AssemblyOptions.Definition] {
    var definitions: [AssemblyOptions.Definition] = []
    for macro in try members(member, "'define'") {
      guard let value = try macroValue(macro) else { continue }
      definitions.append(AssemblyOptions.Definition(try checkedName(macro), value))
    }
    return definitions
  }

  private func standIns(_ member: Part) throws(ConfigurationError) -> [StandIn] {
    try members(member, "'replace'").map { text throws(ConfigurationError) in
      let replacement = try macroValue(text) ?? ""
      guard !text.name.isEmpty, !text.name.contains("\n"), !replacement.contains("\n") else {
        throw failure("'replace' needs texts on one line", at: text)
      }
      guard replacement.utf8.count <= text.name.utf8.count else {
        throw failure(
          "the stand-in '\(replacement)' is longer than '\(text.name)', so columns would change; "
            + "use a macro of 'define'", at: text)
      }
      return StandIn(text: text.name, replacement: replacement)
    }
  }

  private func permutations(
    _ member: Part
  ) throws(ConfigurationError) -> [Configuration.Permutation] {
    try members(member, "'permute'").map { macro throws(ConfigurationError) in
      let problem = "'permute.\(macro.name)' must be a list of values"
      let texts = try elements(macro, problem).map(macroValue)
      guard !texts.isEmpty else { throw failure(problem, at: macro) }
      return Configuration.Permutation(name: try checkedName(macro), values: texts)
    }
  }

  private func levels(
    _ member: Part
  ) throws(ConfigurationError) -> [Rule.ID: Configuration.Level] {
    var levels: [Rule.ID: Configuration.Level] = [:]
    for level in try members(member, "'levels'") {
      guard let rule = Rule.ID(text: level.name) else {
        let near = Spelling.closest(to: level.name, in: Rule.catalog.map(\.name))
        throw failure(
          "'levels' contains the unknown rule '\(level.name)'"
            + (near == nil ? "; shaderlint explain lists all rules" : Spelling.question(near)),
          at: level)
      }
      guard let wanted = Configuration.Level(rawValue: try string(level)) else {
        throw failure(
          "the level of '\(level.name)' must be off, note, warning or error", at: level)
      }
      levels[rule] = wanted
    }
    return levels
  }

  private func programs(
    _ member: Part, _ folder: String
  ) throws(ConfigurationError) -> [Configuration.Program] {
    let values = try elements(member, "'program' must be an array of tables; write [[program]]")
    return try values.map { value throws(ConfigurationError) in
      var program = Configuration.Program(vertex: "", fragment: "")
      for part in try members(value, "'program'") {
        switch part.name {
        case "vertex": program.vertex = Paths.join(folder, try string(part))
        case "fragment": program.fragment = Paths.join(folder, try string(part))
        default:
          throw failure(
            "unknown key '\(part.name)' in 'program'; use 'vertex' and 'fragment'", at: part)
        }
      }
      guard !program.vertex.isEmpty, !program.fragment.isEmpty else {
        throw failure("a program needs 'vertex' and 'fragment'", at: value)
      }
      return program
    }
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
