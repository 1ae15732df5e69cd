import GLES

/// Values for uniforms by name. The names and types of a program's uniforms come from the linked
/// program.
struct Settings {
  /// A malformed setting.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  private(set) var values: [String: [Float]]

  init(_ values: [String: [Float]]) { self.values = values }

  /// Parses `NAME=NUMBER` or `NAME=NUMBER,NUMBER,NUMBER`.
  mutating func read(_ argument: String) throws(Failure) {
    let parts = argument.split(separator: "=", omittingEmptySubsequences: false)
    let numbers = parts.last?.split(separator: ",").map { Float($0) } ?? []
    guard parts.count == 2, (1...4).contains(numbers.count), numbers.allSatisfy({ $0 != nil })
    else { throw Failure(description: "'\(argument)' is not NAME=NUMBER,NUMBER…") }
    values[String(parts[0])] = numbers.compactMap { $0 }
  }

  /// Sets the uniforms that `program` has.
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

  /// Throws the library's error, with its suggestion, for a name that none of the programs has.
  func check(against programs: [Program]) throws {
    for name in values.keys where programs.allSatisfy({ $0.uniforms[name] == nil }) {
      _ = try programs[0].uniform(name, as: Float.self)
    }
  }

  /// Lists the uniforms of a program with type, name and, if it was set here, value.
  func list(_ program: Program) -> String {
    program.uniforms.values.sorted { $0.name < $1.name }.map { uniform in
      let value = values[uniform.name].map { numbers in
        " = " + numbers.map { "\($0)" }.joined(separator: ",")
      }
      return "  \(uniform.type) \(uniform.name)\(value ?? "  (FixedPipeline's)")\n"
    }.joined()
  }
}
