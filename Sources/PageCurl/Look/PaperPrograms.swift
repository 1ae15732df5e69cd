import GLES

/// The programs that draw the vertices of one buffer, each compiled when it is first needed. A
/// software driver executes both branches of an `if`, so each set of macros makes a program of its
/// own.
struct PaperPrograms {
  private let context: Context
  private let attributes: [VertexAttribute]
  private var programs = VariantCache<[String], PaperProgram>()

  /// - Parameter attributes: The vertices' attributes. Not every program uses all.
  init(_ context: Context, _ attributes: [VertexAttribute]) {
    self.context = context
    self.attributes = attributes
  }

  /// Returns a program.
  ///
  /// - Parameters:
  ///   - label: The program's name, the same for the same shaders.
  ///   - macros: The macros that are defined, each a name or a name and a value.
  mutating func program(
    _ label: String, vertex: String, fragment: String, _ macros: [String] = []
  ) throws(GLESError) -> PaperProgram {
    try programs.value(for: [label] + macros) { [context, attributes] () throws(GLESError) in
      let program = try Program(
        context, vertex: vertex, fragment: fragment, macros: macros, label: label)
      let active = program.attributes
      return PaperProgram(
        program: program,
        array: try VertexInput(program, attributes.filter { active[$0.name] != nil }))
    }
  }
}

/// A program with the vertices that it draws.
struct PaperProgram {
  fileprivate let program: Program
  let array: VertexInput

  /// Whether the program has a uniform.
  func has(_ uniform: String) -> Bool { program.uniforms[uniform] != nil }

  /// Sets a uniform.
  func set(_ uniform: String, _ value: some UniformValue) throws(GLESError) {
    try program.set(uniform, to: value)
  }

  /// Sets elements of a uniform array.
  func set<Value: UniformValue>(_ uniform: String, _ values: [Value]) throws(GLESError) {
    try program.set(uniform, to: values)
  }

  /// Sets a uniform that only some variants of the program have.
  func setIfUsed(_ uniform: String, _ value: some UniformValue) throws(GLESError) {
    if has(uniform) { try program.set(uniform, to: value) }
  }

  /// Sets what a side of the paper is drawn with, and binds its pictures.
  func set(
    _ surface: PaperSurface, filter: Texture.Sampling.Filter = .linear
  ) throws(GLESError) {
    if let other = surface.other, has("u_other") {
      // Without a filter, web pages would take other texels of some pixels than this driver.
      try other.page.texture.bind(filter: .linear)
      other.page.texture.bind(to: 1)
      try set("u_other", 1 as Int32)
      try setIfUsed("u_through", other.share)
    }
    try surface.page.texture.bind(filter: filter)
    try set("u_page", 0 as Int32)
    try set("u_sheet", surface.mapping)
    try set("u_ink", surface.ink)
    try setIfUsed("u_wash", surface.wash)
    try setIfUsed("u_texels", surface.page.texels)
  }

  /// Draws a part of the buffer.
  func draw(_ mode: Primitive, _ vertices: Range<Int>) throws(GLESError) {
    guard !vertices.isEmpty else { return }
    try array.draw(mode, first: vertices.lowerBound, count: vertices.count)
  }
}

extension VertexAttribute {
  /// Makes the attribute that reads a field of the vertices in a buffer.
  init<Vertex>(_ name: String, _ count: Int, _ field: PartialKeyPath<Vertex>, in buffer: Buffer) {
    self.init(
      name, in: buffer, components: count, stride: MemoryLayout<Vertex>.stride,
      offset: MemoryLayout<Vertex>.offset(of: field) ?? 0)
  }
}
