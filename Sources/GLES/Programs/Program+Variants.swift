extension Program {
  /// Compiles shaders with macros defined, each a name or a name and a value. Names without a value
  /// join the label.
  package convenience init(
    _ context: Context, vertex: String, fragment: String, macros: [String], label: String
  ) throws(GLESError) {
    let lines = macros.map { "#define \($0)\n" }.joined()
    try self.init(
      context, vertex: lines + vertex, fragment: lines + fragment,
      label: ([label] + macros.filter { !$0.contains(" ") }).joined(separator: " "))
  }
}
