import CompilerLogs

/// The names that GLSL ES 1.00 predeclares, for suggestions.
package enum BuiltInNames {
  /// The names of variables and types.
  package static func all(in stage: ShaderStage) -> [String] {
    let variables = BuiltInVariable.all.filter { $0.isAvailable(in: stage) && $0.value == nil }
    return variables.map(\.name) + types
  }

  /// The names of functions, and of types that have constructors.
  package static func called(in stage: ShaderStage) -> [String] {
    let functions = BuiltInFunction.all.filter { $0.isAvailable(in: stage) }
    return Array(Set(functions.map(\.name))).sorted() + types
  }

  private static var types: [String] {
    BasicType.keywords.filter { $0 != .void && !$0.isSampler }.map(\.name).sorted()
  }
}
