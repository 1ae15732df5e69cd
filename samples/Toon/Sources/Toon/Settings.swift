import GLES

/// Values of uniforms by name, given without the program being known: what a program's uniforms are called
/// and of which type they are, the linked program says itself.
struct Settings {
  /// Why a setting was not understood.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  private(set) var values: [String: [Float]]

  init(_ values: [String: [Float]]) { self.values = values }

  /// Reads `NAME=NUMBER` or `NAME=NUMBER,NUMBER,NUMBER`.
  mutating func read(_ argument: String) throws(Failure) {
    let parts = argument.split(separator: "=", omittingEmptySubsequences: false)
    let numbers = parts.last?.split(separator: ",").map { Float($0) } ?? []
    guard parts.count == 2, (1...4).contains(numbers.count), numbers.allSatisfy({ $0 != nil })
    else { throw Failure(description: "'\(argument)' is not NAME=NUMBER,NUMBER…") }
    values[String(parts[0])] = numbers.compactMap { $0 }
  }

  /// The settings that `program` has uniforms for are set.
  func apply(to program: Program) throws {
    for (name, values) in values where program.uniforms[name] != nil {
      switch values.count {
      case 1: try program.set(name, to: values[0])
      case 2: try program.set(name, to: SIMD2(values[0], values[1]))
      case 3: try program.set(name, to: SIMD3(values[0], values[1], values[2]))
      default: try program.set(name, to: SIMD4(values[0], values[1], values[2], values[3]))
      }
    }
  }

  /// Throws the library's own message, with its suggestion, for a name that none of the programs has.
  func check(against programs: [Program]) throws {
    for name in values.keys where programs.allSatisfy({ $0.uniforms[name] == nil }) {
      _ = try programs[0].uniform(name, as: Float.self)
    }
  }

  /// Every uniform of a program: its type, its name, and its value where it is one of ours.
  func list(_ program: Program) -> String {
    program.uniforms.values.sorted { $0.name < $1.name }.map { uniform in
      let value = values[uniform.name].map { numbers in
        " = " + numbers.map { "\($0)" }.joined(separator: ",")
      }
      return "  \(uniform.type) \(uniform.name)\(value ?? "  (FixedPipeline's)")\n"
    }.joined()
  }
}
