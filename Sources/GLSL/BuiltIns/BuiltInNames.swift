import CompilerLogs

/// The names that GLSL ES 1.00 predeclares, for suggestions.
package enum BuiltInNames {
  package static func all(in stage: ShaderStage) -> [String] {
    let functions = BuiltInFunction.all.filter { $0.isAvailable(in: stage) }
    let variables = BuiltInVariable.all.filter { $0.isAvailable(in: stage) && $0.value == nil }
    let types = BasicType.keywords.filter { $0 != .void && !$0.isSampler }
    return variables.map(\.name) + Array(Set(functions.map(\.name))).sorted()
      + types.map(\.name).sorted()
  }
}
