import GLES
import GLMath

/// Draws with ES 1.1's fixed-function state on ES 2.0.
///
/// For each kind of state it generates a program that does what that state needs and no more, and
/// keeps it: drawing with a state seen before compiles nothing, and only what changed reaches GL.
///
/// ```swift
/// let pipeline = FixedPipeline(gl)
/// var state = FixedState()
/// state.fog = Fog(mode: .linear, start: 5, end: 50, color: [0.5, 0.6, 0.7, 1])
/// try pipeline.draw(.triangles, mesh, with: state)
/// ```
///
/// It draws into whatever framebuffer is bound. While drawing it binds textures to units
/// 0 … ``FixedState/textureUnitCount``.
public final class FixedPipeline {
  /// The context that is drawn in.
  public let context: Context
  /// How many programs have been generated so far.
  public private(set) var programCount = 0

  private var programs: [PipelineKey: GeneratedProgram] = [:]
  private var skyboxProgram: SkyboxProgram?
  // Unchecked as the context's bindings are: every draw asks.
  /// What the last draw was of: the same again needs no look at the state.
  @exclusivity(unchecked) private var last:
    (revision: Revision, mode: Primitive, layout: Mesh.Layout, program: GeneratedProgram)?

  /// What programs may use.
  private let limits: Limits

  /// A pipeline without programs; they are made when they are needed.
  ///
  /// - Parameters:
  ///   - context: The context, which is current.
  ///   - limits: What programs may use. Default: what the driver has. With `Limits.guaranteed` states
  ///     are refused that some driver would refuse, by
  ///     ``FixedPipelineError/exceedsLimit(what:needed:available:)``.
  public init(_ context: Context, limits: Limits? = nil) {
    self.context = context
    self.limits = limits ?? context.limits
  }

  /// Draws a mesh, or a part of it. The corresponding ES 1.1 functions are `glDrawArrays` and
  /// `glDrawElements`.
  ///
  /// - Parameters:
  ///   - mode: What the vertices make.
  ///   - mesh: The vertices, made in the same context.
  ///   - range: The vertices, or indices where the mesh has them. Default: all.
  ///   - state: All of the fixed-function state.
  /// - Throws: ``FixedPipelineError``; nothing has been drawn then.
  public func draw(
    _ mode: Primitive, _ mesh: Mesh, range: Range<Int>? = nil, with state: FixedState
  ) throws(FixedPipelineError) {
    // Now, since deleting in the midst of it would unbind what has just been bound.
    context.deleteDroppedObjects()
    let generated = try prepare(mode, mesh, state)
    generated.setUniforms(state, viewport: context.viewport)
    for unit in 0..<FixedState.textureUnitCount where state.units[unit].isEnabled {
      state.units[unit].texture?.bind(to: unit)
    }
    state.reflection?.texture.bind(to: FixedState.textureUnitCount)
    context.apply(state.renderState)
    if state.isFlat(mode) {
      let flat = try mesh.flattened(mode, range ?? 0..<mesh.elementCount)
      try flat.draw(
        Deindexer.plainMode(of: mode), nil, with: generated.program, serial: generated.serial)
    } else {
      try mesh.draw(mode, range, with: generated.program, serial: generated.serial)
    }
  }

  /// Draws the sky: see ``Skybox`` for which parts of the state count.
  ///
  /// - Parameters:
  ///   - skybox: The sky; its texture was made in the same context.
  ///   - state: The matrices and what ES 2.0 kept; nothing else touches the sky.
  /// - Throws: ``FixedPipelineError/gl(_:)``.
  public func draw(_ skybox: Skybox, with state: FixedState) throws(FixedPipelineError) {
    if let skyboxProgram { return try skyboxProgram.draw(skybox, with: state) }
    let program = try SkyboxProgram(context)
    skyboxProgram = program
    try program.draw(skybox, with: state)
  }

  /// The program that draws such a mesh with such a state, to set uniforms of a
  /// ``StageReplacement``, or to look at.
  ///
  /// - Throws: ``FixedPipelineError``, as drawing does.
  public func program(
    for mode: Primitive, _ mesh: Mesh, with state: FixedState
  ) throws(FixedPipelineError) -> Program {
    try prepare(mode, mesh, state).program
  }

  /// The generated GLSL for such a mesh and state, each line with the state that caused it. Nothing is
  /// compiled. Stages of a ``StageReplacement`` are shown instead of those that they replace.
  public func explain(
    _ mode: Primitive, _ mesh: Mesh, with state: FixedState
  ) -> Explanation {
    let key = PipelineKey(state, mesh.layout, mode)
    func own(_ text: String?) -> [Explanation.Line]? {
      text.map { text in
        var stage = StageText()
        stage.add(text, .replacement, "stage of one's own")
        return stage.lines
      }
    }
    return Explanation(
      vertex: own(key.replacement?.vertex) ?? VertexText.generate(key).stage.lines,
      fragment: own(key.replacement?.fragment) ?? FragmentText.generate(key).lines)
  }

  private func prepare(
    _ mode: Primitive, _ mesh: Mesh, _ state: FixedState
  ) throws(FixedPipelineError) -> GeneratedProgram {
    if let last, last.revision == state.revision, last.mode == mode, last.layout == mesh.layout {
      return last.program
    }
    try state.validate()
    if mode == .points { try state.validatePoints() }
    if state.isLineSmooth && Deindexer.plainMode(of: mode) == .lines {
      throw .unsupported(
        what: "GL_LINE_SMOOTH", remedy: "draw lines as thin textured quads, or switch it off")
    }
    let key = PipelineKey(state, mesh.layout, mode)
    let program = try program(for: key)
    last = (state.revision, mode, mesh.layout, program)
    return program
  }

  private func program(for key: PipelineKey) throws(FixedPipelineError) -> GeneratedProgram {
    if let last, last.program.key == key { return last.program }
    if let known = programs[key] { return known }
    programCount += 1
    let made = try GeneratedProgram(key, in: context, limits, serial: programCount)
    programs[key] = made
    return made
  }
}

extension FixedState {
  /// ``render``, with blending as the logic op needs it.
  var renderState: RenderState {
    guard let logicOp else { return render }
    var render = render
    switch logicOp {
    case .clear: render.blending = Blending(.zero, .zero)
    case .noop: render.blending = Blending(.zero, .one)
    case .invert: render.blending = Blending(.oneMinusDestinationColor, .zero)
    default: render.blending = nil
    }
    return render
  }
}
