import GLES
import GLMath

/// Draws with ES 1.1's fixed-function state on ES 2.0.
///
/// For each kind of state, it generates a program with only the code that the state needs, and
/// caches it. Drawing with a known kind of state compiles nothing, and sends only changes to GL.
///
/// ```swift
/// let pipeline = FixedPipeline(gl)
/// var state = FixedState()
/// state.fog = Fog(mode: .linear, start: 5, end: 50, color: [0.5, 0.6, 0.7, 1])
/// try pipeline.draw(.triangles, mesh, with: state)
/// ```
///
/// It draws into the bound framebuffer. A generated program keeps the textures of its last draw.
public final class FixedPipeline {
  /// The context to draw in.
  public let context: Context
  /// The number of programs generated so far.
  package var programCount: Int { programs.count }

  private var programs = VariantCache<PipelineKey, GeneratedProgram>()
  private var skyboxProgram: SkyboxProgram?
  /// The input and program of the last draw: drawing the same again need not read the state.
  private var last:
    (revision: Revision, mode: Primitive, layout: MeshLayout, program: GeneratedProgram)?

  /// Whether something was drawn with lighting, which units and lights gave texels and light, and
  /// the last color without lighting. What is prepared and was never used is probably not switched
  /// on, and what was used before is off on purpose.
  private var used: (lighting: Bool, units: Set<Int>, lights: Set<Int>, color: SIMD4<Float>) =
    (false, [], [], SIMD4(repeating: 1))

  /// The limits that programs must respect.
  private let limits: Limits

  /// Makes a pipeline. It generates programs when they are needed.
  ///
  /// - Parameters:
  ///   - context: The current context.
  ///   - limits: The limits that programs must respect. Default: the driver's. With
  ///     `Limits.guaranteed` a state that exceeds some driver's limits throws
  ///     ``FixedPipelineError/exceedsLimit(what:needed:available:)``.
  public init(_ context: Context, limits: Limits? = nil) {
    self.context = context
    self.limits = limits ?? context.limits
  }

  /// Draws a mesh, or part of it. The corresponding ES 1.1 functions are `glDrawArrays` and
  /// `glDrawElements`.
  ///
  /// - Parameters:
  ///   - mode: The kind of primitive.
  ///   - mesh: The mesh, made in the same context.
  ///   - range: The vertices, or the indices if the mesh has indices. Default: all.
  ///   - state: The fixed-function state.
  /// - Throws: ``FixedPipelineError``; nothing is drawn then.
  public func draw(
    _ mode: Primitive, _ mesh: Mesh, range: Range<Int>? = nil, with state: FixedState
  ) throws(FixedPipelineError) {
    // First, because deleting dropped objects later would unbind what has just been bound.
    do { try context.begin("glDrawArrays", asksEGL: false) } catch { throw .gl(error) }
    let generated = try prepare(mode, mesh, state)
    generated.setUniforms(state, viewport: context.viewport)
    try generated.setTextures(state)
    context.apply(state.renderState)
    if state.isFlat(mode) {
      let flat = try mesh.flattened(mode, range ?? 0..<mesh.elementCount)
      try flat.draw(
        Deindexer.plainMode(of: mode), nil, with: generated.program)
    } else {
      try mesh.draw(mode, range, with: generated.program)
    }
  }

  /// Draws a sky; see ``Skybox`` for the parts of the state that it uses.
  ///
  /// - Parameters:
  ///   - skybox: The sky; its texture was made in the same context.
  ///   - state: The state, of which the matrices and ``FixedState/render`` are used.
  /// - Throws: ``FixedPipelineError/gl(_:)``.
  public func draw(_ skybox: Skybox, with state: FixedState) throws(FixedPipelineError) {
    if let skyboxProgram { return try skyboxProgram.draw(skybox, with: state) }
    let program = try SkyboxProgram(context)
    skyboxProgram = program
    try program.draw(skybox, with: state)
  }

  /// Returns the program that draws a mesh with a state, to inspect it or to set uniforms of a
  /// ``StageReplacement``.
  ///
  /// - Throws: ``FixedPipelineError``, as drawing does.
  public func program(
    for mode: Primitive, _ mesh: Mesh, with state: FixedState
  ) throws(FixedPipelineError) -> Program {
    try prepare(mode, mesh, state).program
  }

  /// Returns the generated GLSL for a mesh and a state, each line with the state that caused it,
  /// without compiling it. The stages of a ``StageReplacement`` appear instead of those they
  /// replace.
  public func explain(_ mode: Primitive, _ mesh: Mesh, with state: FixedState) -> Explanation {
    let key = PipelineKey(state, mesh.layout, mode)
    func own(_ text: String?) -> [Explanation.Line]? {
      text.map { text in
        var stage = StageText()
        stage.add(text, .replacement, "replaced stage")
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
    let unused = unusedParts(of: state, with: mesh.layout)
    if context.onWarning != nil {
      let limit = context.limits.pointSize.upperBound
      let size = min(max(state.points.size, state.points.minimumSize), state.points.maximumSize)
      if mode == .points, !mesh.layout.hasPointSizes, state.points.attenuation == [1, 0, 0],
        size > limit
      {
        context.warn(
          "fixed pipeline: points.size is \(size), and this driver's largest point "
            + "has \(limit); draw quads instead")
      }
      if mode == .points, state.points.attenuation == .zero {
        context.warn(
          "fixed pipeline: points are divided by an attenuation of 0; set points.attenuation to "
            + "[1, 0, 0] for none")
      }
      for fault in unused + state.idleParts(with: mesh.layout) {
        context.warn("fixed pipeline: \(fault)")
      }
    }
    last = (state.revision, mode, mesh.layout, program)
    return program
  }

  /// Lights, textures and colors that no draw has used so far.
  private func unusedParts(of state: FixedState, with mesh: MeshLayout) -> [String] {
    var faults: [String] = []
    // Without a listener, what is used is noted only, and no text is built.
    let isHeard = context.onWarning != nil
    if state.isLightingEnabled {
      used.lighting = true
      for index in state.lights.indices where state.lights[index].isEnabled {
        let light = state.lights[index].light
        if light.ambient.xyz != .zero || light.diffuse.xyz != .zero || light.specular.xyz != .zero {
          used.lights.insert(index)
        } else if isHeard, !used.lights.contains(index) {
          faults.append("lights[\(index)] is enabled, but black; set its diffuse color")
        }
      }
      let isUsual = state.color == used.color || state.color == SIMD4(repeating: 1)
      if isHeard, !state.isColorMaterialEnabled, mesh.hasColors || !isUsual {
        let what = mesh.hasColors ? "the colors of the mesh have" : "state.color has"
        faults.append(
          "lighting is on, so \(what) no effect; set material, or isColorMaterialEnabled = true")
      }
    } else {
      used.color = state.color
      if isHeard, !used.lighting, let index = state.lights.firstIndex(where: \.isEnabled) {
        faults.append(
          "lights[\(index)] is enabled, but nothing was drawn with lighting so far; set "
            + "isLightingEnabled = true")
      }
    }
    for index in state.units.indices {
      if state.units[index].isEnabled {
        used.units.insert(index)
      } else if isHeard, state.units[index].texture != nil, !used.units.contains(index) {
        faults.append(
          "units[\(index)] has a texture, but nothing was drawn with it so far; set "
            + "units[\(index)].isEnabled = true")
      }
    }
    return faults
  }

  private func program(for key: PipelineKey) throws(FixedPipelineError) -> GeneratedProgram {
    if let last, last.program.key == key { return last.program }
    return try programs.value(for: key) { () throws(FixedPipelineError) in
      try GeneratedProgram(key, in: context, limits)
    }
  }
}

extension FixedState {
  /// Parts of the state that are switched on, and have no effect or a surprising one.
  func idleParts(with mesh: MeshLayout) -> [String] {
    var faults: [String] = []
    if isLightingEnabled {
      if !lights.contains(where: \.isEnabled) {
        faults.append("lighting is on, but no light is; call setLight, or set lights[0].isEnabled")
      }
      if !mesh.hasNormals, normal == SIMD3(0, 0, 1) {
        faults.append("lighting is on, but the mesh has no normals; all share state.normal")
      }
      for index in lights.indices where lights[index].isEnabled {
        let light = lights[index].light
        if light.position == .zero {
          faults.append(
            "lights[\(index)] has neither a place nor a direction; set its position, whose w is 1 "
              + "for a place and 0 for a direction")
        }
        if light.position.w != 0, light.attenuation == .zero {
          faults.append(
            "lights[\(index)] is divided by an attenuation of 0; set its attenuation to [1, 0, 0] "
              + "for none")
        }
        if light.spotCutoffDegrees != 180, light.spotDirection == .zero {
          faults.append("lights[\(index)] is a spot without a direction; set its spotDirection")
        }
      }
      let colors = lights.filter(\.isEnabled).map(\.light.specular.xyz)
      if material.specular.xyz != .zero, !colors.isEmpty, colors.allSatisfy({ $0 == .zero }) {
        faults.append(
          "the material has a specular color, but no light has; set the specular color of a light")
      }
    }
    for index in units.indices where units[index].isEnabled {
      if units[index].texture == nil {
        faults.append("units[\(index)] is enabled without a texture, so it has no effect")
      } else if mesh.coordinateCounts[index] == 0, !units[index].replacesPointCoordinate,
        units[index].coordinate == SIMD4(0, 0, 0, 1)
      {
        faults.append(
          "units[\(index)] is enabled, but the mesh has no coordinates for it, so one texel covers "
            + "everything")
      }
    }
    faults += byteColors(with: mesh)
    // A shadow on a plane, too, has a perspective in modelview, but of another kind.
    let rows = (projection.top[row: 3], modelview.top[row: 3])
    if rows.0 == SIMD4(0, 0, 0, 1), rows.1 == SIMD4(0, 0, -1, 0) {
      faults.append("modelview has a perspective and projection has none; exchange them")
    }
    if let fog, fog.mode == .linear, fog.start >= fog.end {
      faults.append("the fog starts at \(fog.start) and ends at \(fog.end); start before the end")
    }
    return faults
  }

  /// Colors that are probably of 0…255.
  private func byteColors(with mesh: MeshLayout) -> [String] {
    // Those that ES 1.1 limits to 0…1.
    var limited = units.indices.filter { units[$0].takesPart }.map {
      ("units[\($0)].environmentColor", units[$0].environmentColor)
    }
    if let fog { limited.append(("fog.color", fog.color)) }
    if let alphaTest {
      limited.append(("alphaTest.reference", SIMD4(alphaTest.reference, 0, 0, 0)))
    }
    if !isLightingEnabled, !mesh.hasColors { limited.append(("color", color)) }
    // Others are limited when all are added, and may brighten others.
    var others: [(String, SIMD4<Float>)] = []
    if isLightingEnabled {
      others = [
        ("material.ambient", material.ambient), ("material.diffuse", material.diffuse),
        ("material.specular", material.specular), ("material.emission", material.emission),
        ("lightModel.ambient", lightModel.ambient),
      ]
      for index in lights.indices where lights[index].isEnabled {
        let light = lights[index].light
        // A far light is bright.
        guard light.attenuation == SIMD3(1, 0, 0) else { continue }
        others += [
          ("lights[\(index)].light.ambient", light.ambient),
          ("lights[\(index)].light.diffuse", light.diffuse),
          ("lights[\(index)].light.specular", light.specular),
        ]
      }
    }
    return (limited.map { ($0, $1, Float(1)) } + others.map { ($0, $1, 15) }).compactMap {
      name, color, limit in
      color.byteValue(above: limit).map {
        "\(name) has a component of \($0), and 1 is the brightest; divide by 255"
      }
    }
  }

  /// ``render`` with the blending that the logic op needs.
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
