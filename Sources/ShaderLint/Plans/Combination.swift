import GLSL

/// One value of each of some permuted macros.
struct Combination: Hashable {
  private var choices: [Choice] = []

  private struct Choice: Hashable {
    var macro: Configuration.Permutation
    /// The index of its value.
    var value: Int
  }

  /// The most combinations with which a shader or program is checked.
  private static let limit = 4096

  /// Returns all combinations of the values of macros; one without values if there are no macros.
  /// Those that differ in the last macro only stand together.
  ///
  /// - Parameter name: What is checked, for the error.
  /// - Throws: ``ConfigurationError`` if there are too many.
  static func all(
    of macros: [Configuration.Permutation], for name: String
  ) throws(ConfigurationError) -> [Combination] {
    let all = some(of: macros)
    guard all.count > limit else { return all }
    throw ConfigurationError(
      path: name, line: 0,
      problem: "the permutations make more than \(limit) combinations; permute fewer macros")
  }

  /// Returns the combinations, but only some if there are more than ``limit``: with each macro they
  /// multiply.
  static func some(of macros: [Configuration.Permutation]) -> [Combination] {
    macros.reduce([Combination()]) { combinations, macro in
      let all = combinations.lazy.flatMap { combination in
        macro.values.indices.lazy.map { value -> Combination in
          var next = combination
          next.choices.append(Choice(macro: macro, value: value))
          return next
        }
      }
      return Array(all.prefix(limit + 1))
    }
  }

  /// The macros of which it has a value.
  var macros: [Configuration.Permutation] { choices.map(\.macro) }

  /// What it defines.
  var definitions: [AssemblyOptions.Definition] {
    choices.compactMap { choice in
      choice.macro.values[choice.value].map { AssemblyOptions.Definition(choice.macro.name, $0) }
    }
  }

  /// What reports show after a name; empty for no macros.
  var label: String {
    choices.map { choice in
      choice.macro.values[choice.value].map { "\(choice.macro.name)=\($0)" }
        ?? "no \(choice.macro.name)"
    }.joined(separator: " ")
  }

  /// Returns the index of the combination with the same values of some of the macros, among all
  /// combinations of these.
  func index(among macros: [Configuration.Permutation]) -> Int {
    macros.reduce(0) { index, macro in
      index * macro.values.count + (choices.first { $0.macro == macro }?.value ?? 0)
    }
  }

  /// Whether it and another give the macros of both the same values.
  func agrees(with other: Combination) -> Bool {
    choices.allSatisfy { choice in
      other.choices.allSatisfy { $0.macro != choice.macro || $0 == choice }
    }
  }
}

extension Assembly {
  /// Returns the permuted macros on which the text depends: those that it names, and those that
  /// their values name.
  func named(_ macros: [Configuration.Permutation]) -> [Configuration.Permutation] {
    let values = Scan(Array(macros.flatMap(\.values).map { $0 ?? "" }.joined(separator: "\n").utf8))
    let words = Set((scan.tokens + values.tokens).map(\.tag))
    return macros.filter { words.contains(Word($0.name).tag) }
  }
}

extension Configuration {
  /// Returns the permuted macros; others of the same names replace its own. Those that are given
  /// twice have the values of both.
  func permutations(_ others: [Permutation]) -> [Permutation] {
    let own = permutations.filter { own in !others.contains { $0.name == own.name } }
    return others.reduce(into: own) { all, macro in
      guard let index = all.firstIndex(where: { $0.name == macro.name }) else {
        return all.append(macro)
      }
      all[index].values += macro.values.filter { !all[index].values.contains($0) }
    }
  }
}
