import GLES

/// Macros that shaders are compiled with. A software driver executes both branches of an `if`, so
/// each set of them makes a program of its own.
protocol ShaderMacros: OptionSet, Hashable where RawValue == Int {
  /// Their names in the shaders, in the order of their bits.
  static var names: [String] { get }
}

extension ShaderMacros {
  /// The names of those in the set.
  var names: [String] {
    Self.names.indices.filter { rawValue >> $0 & 1 == 1 }.map { Self.names[$0] }
  }
}

extension Program {
  /// Returns what reads the fields of vertices in a buffer. Not every variant has all attributes.
  func input<Corner>(
    of vertex: Corner.Type, in buffer: Buffer,
    _ fields: [(name: String, count: Int, field: PartialKeyPath<Corner>)]
  ) throws(GLESError) -> VertexInput {
    let active = attributes
    let used = fields.filter { active[$0.name] != nil }
    return try VertexInput(
      self,
      used.map {
        VertexAttribute(
          $0.name, in: buffer, components: $0.count, stride: MemoryLayout<Corner>.stride,
          offset: MemoryLayout<Corner>.offset(of: $0.field) ?? 0)
      })
  }
}
