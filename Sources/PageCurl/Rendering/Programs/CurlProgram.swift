import GLES
import GLESKitShaders

/// The macros that the paper's shaders are compiled with: a software driver goes through both branches of
/// an `if`, so each case is a program of its own.
struct PaperVariant: OptionSet, Hashable {
  let rawValue: Int
  /// `FINE`: pixels that lie askew over the texels are sampled as such.
  static let fine = PaperVariant(rawValue: 1)
  /// `BORDER`: the page's edges may cross the pixels.
  static let border = PaperVariant(rawValue: 2)
  /// `TAPS`: so many samples a pixel are enough.
  static let twoTaps = PaperVariant(rawValue: 4)
  static let fourTaps = PaperVariant(rawValue: 8)
  /// `STRAIGHT`: what is sampled lies between two texels, not four; see ``PaperSurface/axis``.
  static let straight = PaperVariant(rawValue: 16)
  /// `PLAIN`: an opaque page's own picture.
  static let plain = PaperVariant(rawValue: 32)

  /// Their definitions in the shaders.
  var macros: [String] {
    let names: [(PaperVariant, String)] = [
      (.fine, "FINE"), (.border, "BORDER"), (.twoTaps, "TAPS 2"), (.fourTaps, "TAPS 4"),
      (.straight, "STRAIGHT"), (.plain, "PLAIN"),
    ]
    return names.compactMap { contains($0.0) ? $0.1 : nil }
  }
}

/// One of the programs that draw ``CurlVertex`` data, with its uniforms looked up.
struct CurlProgram {
  private let program: Program
  private let array: VertexInput
  private let view: Uniform<SIMD4<Float>>
  private let page: Uniform<Int32>
  private let sheet: Uniform<SIMD4<Float>>
  /// Only with `STRAIGHT`.
  private let along: Uniform<SIMD4<Float>>?
  /// Only where the program mixes the picture with the paper's colour.
  private let ink: Uniform<SIMD3<Float>>?
  private let wash: Uniform<SIMD3<Float>>?

  /// Compiles the program.
  ///
  /// - Parameter variant: which of the shaders' variants.
  init(
    _ context: Context, vertex: String, fragment: String, variant: PaperVariant = [], label: String,
    vertices buffer: Buffer
  ) throws(GLESError) {
    program = try Program(
      context, vertex: vertex, fragment: fragment, macros: variant.macros, label: label)
    let stride = MemoryLayout<CurlVertex>.stride
    let attributes = [
      VertexAttribute("a_place", in: buffer, count: 2, stride: stride),
      VertexAttribute("a_paper", in: buffer, count: 2, stride: stride, offset: 8),
      VertexAttribute("a_light", in: buffer, count: 4, stride: stride, offset: 16),
    ]
    // Not every vertex shader reads all of them.
    let active = program.attributes
    array = try VertexInput(program, attributes.filter { active[$0.name] != nil })
    view = try program.uniform("u_view")
    page = try program.uniform("u_page")
    sheet = try program.uniform("u_sheet")
    along = try program.uniformIfUsed("u_along")
    ink = try program.uniformIfUsed("u_ink")
    wash = try program.uniformIfUsed("u_wash")
  }

  /// Looks up a uniform that only some of the programs have.
  func uniform<Value: UniformValue>(_ name: String) throws(GLESError) -> Uniform<Value> {
    try program.uniform(name)
  }

  /// Looks up a uniform that only some variants use; `nil` in the others.
  func uniformIfUsed<Value: UniformValue>(
    _ name: String
  ) throws(GLESError) -> Uniform<Value>? {
    try program.uniformIfUsed(name)
  }

  /// Draws strips of paper with `surface` on it.
  ///
  /// - Parameter sampling: how the surface's picture is sampled; a program with `STRAIGHT` does it by itself.
  func draw(
    _ strip: Range<Int>, _ surface: PaperSurface, view: SIMD4<Float>,
    sampling filter: Texture.Sampling.Filter
  ) throws(GLESError) {
    guard !strip.isEmpty else { return }
    let texture = surface.page.texture
    let sampling = Texture.Sampling(along == nil ? filter : .nearest)
    if texture.sampling != sampling { try texture.setSampling(sampling) }
    texture.bind(to: 0)
    self.view.set(view)
    page.set(0)
    sheet.set(surface.mapping)
    if let along {
      let axis = filter == .nearest ? .zero : surface.axis ?? .zero
      along.set(
        SIMD4(lowHalf: axis * surface.page.texels, highHalf: axis / surface.page.texels))
    }
    ink?.set(surface.ink)
    wash?.set(surface.wash)
    try array.draw(.triangleStrip, first: strip.lowerBound, count: strip.count)
  }
}

extension Program {
  /// Compiles shaders with some macros defined, which also join the label.
  convenience init(
    _ context: Context, vertex: String, fragment: String, macros: [String], label: String
  ) throws(GLESError) {
    let lines = macros.map { "#define \($0)\n" }.joined()
    try self.init(
      context, vertex: lines + vertex, fragment: lines + fragment,
      label: ([label] + macros).joined(separator: " "))
  }

  /// A uniform that only some variants use; `nil` in the others.
  func uniformIfUsed<Value: UniformValue>(
    _ name: String
  ) throws(GLESError) -> Uniform<Value>? {
    uniforms[name] == nil ? nil : try uniform(name)
  }
}

/// `paper.frag`: paper with one sample a pixel. Each variant is compiled when it is first drawn with.
struct PaperProgram {
  private let context: Context
  private let vertices: Buffer
  private var variants: [PaperVariant: CurlProgram] = [:]

  init(_ context: Context, vertices: Buffer) {
    self.context = context
    self.vertices = vertices
  }

  /// Draws strips of paper.
  mutating func draw(
    _ strip: Range<Int>, _ surface: PaperSurface, view: SIMD4<Float>,
    sampling: Texture.Sampling.Filter = .linear
  ) throws(GLESError) {
    guard !strip.isEmpty else { return }
    try program(surface.variant).draw(strip, surface, view: view, sampling: sampling)
  }

  private mutating func program(_ variant: PaperVariant) throws(GLESError) -> CurlProgram {
    if let known = variants[variant] { return known }
    let made = try CurlProgram(
      context, vertex: Shaders.paperVertex, fragment: Shaders.paperFragment, variant: variant,
      label: "paper", vertices: vertices)
    variants[variant] = made
    return made
  }
}
