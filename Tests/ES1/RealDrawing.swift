import FixedPipeline
import GLES
internal import GLESKitCGLES1
import GLMath

// Each function hands one part of a scene to real ES 1.1, name by name; no formula is repeated
// here.
extension RealContext {
  /// Draws a scene and reads it back: RGBA, bottom row first.
  public func draw(_ scene: Scene) -> [UInt8] { draw([scene]) }

  /// Draws scenes one over the other on the background of the first, and reads them back.
  ///
  /// - Parameter calls: ES 1.1 calls right before the last scene is drawn.
  public func draw(_ scenes: [Scene], after calls: () -> Void = {}) -> [UInt8] {
    clear(scenes.first?.background ?? .zero, depth: scenes.first?.backgroundDepth ?? 1)
    for (index, scene) in scenes.enumerated() {
      setMatrices(scene)
      setLighting(scene)
      setClipPlanes(scene)
      let textures = setTextures(scene)
      setRest(scene.state)
      drawArrays(scene, after: index == scenes.count - 1 ? calls : {})
      glDeleteTextures(GLsizei(textures.count), textures)
    }
    return readPixels()
  }

  /// The pixels on an edge of a primitive, hidden ones too: those whose 3×3 neighborhood one of
  /// the primitives covers in part, or would if the clip planes were a tenth of a unit further out.
  /// Nothing is lit, textured or tested for this.
  public func edges(of scene: Scene) -> [Bool] {
    setMatrices(scene)
    setClipPlanes(scene)
    for capability in [
      GL_LIGHTING, GL_FOG, GL_ALPHA_TEST, GL_COLOR_LOGIC_OP, GL_BLEND, GL_POINT_SPRITE_OES,
      GL_DEPTH_TEST, GL_CULL_FACE,
    ] {
      glDisable(GLenum(capability))
    }
    for unit in 0..<4 {
      glActiveTexture(GLenum(GL_TEXTURE0 + Int32(unit)))
      glDisable(GLenum(GL_TEXTURE_2D))
    }
    setPoints(scene.state)
    enable(GL_POINT_SPRITE_OES, scene.state.points.isSprite)
    glColor4f(1, 1, 1, 1)
    var plain = scene
    plain.colors = nil
    plain.normals = nil
    plain.coordinates = [nil, nil, nil, nil]
    let order = scene.indices ?? (0..<UInt16(scene.vertexCount)).map { $0 }
    var edges = [Bool](repeating: false, count: size * size)
    for primitive in primitives(scene.mode, order) {
      plain.indices = primitive
      plain.mode =
        primitive.count == 1 ? .points : primitive.count == 2 ? .lines : .triangles
      setClipPlanes(plain)
      let covered = coverage(plain)
      mark(&edges, covered)
      guard plain.clipPlanes.contains(where: { $0 != nil }) else { continue }
      var wider = plain
      wider.clipPlanes = plain.clipPlanes.map { $0.map { $0 + SIMD4(0, 0, 0, 0.1) } }
      setClipPlanes(wider)
      for (pixel, isCovered) in coverage(wider).enumerated() where isCovered != covered[pixel] {
        edges[pixel] = true
      }
    }
    return edges
  }

  private func coverage(_ scene: Scene) -> [Bool] {
    clear(.zero)
    drawArrays(scene)
    let pixels = readPixels()
    return stride(from: 3, to: pixels.count, by: 4).map { pixels[$0] != 0 }
  }

  private func mark(_ edges: inout [Bool], _ covered: [Bool]) {
    for y in 0..<size {
      for x in 0..<size {
        let here = covered[y * size + x]
        for v in max(y - 1, 0)...min(y + 1, size - 1) {
          for u in max(x - 1, 0)...min(x + 1, size - 1) where covered[v * size + u] != here {
            edges[y * size + x] = true
          }
        }
      }
    }
  }

  private func primitives(_ mode: Primitive, _ order: [UInt16]) -> [[UInt16]] {
    let (width, step) =
      switch mode {
      case .points: (1, 1)
      case .lines: (2, 2)
      case .lineStrip, .lineLoop: (2, 1)
      case .triangles: (3, 3)
      case .triangleStrip, .triangleFan: (3, 1)
      }
    var list = stride(from: 0, through: order.count - width, by: step).map { start in
      mode == .triangleFan
        ? [
          order[0], order[min(start + 1, order.count - 1)], order[min(start + 2, order.count - 1)],
        ]
        : [UInt16](order[start..<start + width])
    }
    if mode == .lineLoop, order.count > 1 { list.append([order[order.count - 1], order[0]]) }
    return list
  }

  func clear(_ color: SIMD4<Float>, depth: Float = 1) {
    glClearColor(color.x, color.y, color.z, color.w)
    glClearDepthf(depth)
    glDepthMask(1)
    glClear(GLbitfield(GL_COLOR_BUFFER_BIT | GL_DEPTH_BUFFER_BIT | GL_STENCIL_BUFFER_BIT))
  }

  private func load(_ matrix: Matrix4) {
    matrix.withUnsafeElements { glLoadMatrixf($0.baseAddress) }
  }

  private func enable(_ capability: Int32, _ on: Bool) {
    if on { glEnable(GLenum(capability)) } else { glDisable(GLenum(capability)) }
  }

  private func floats(_ v: SIMD4<Float>) -> [Float] { [v.x, v.y, v.z, v.w] }

  private func setMatrices(_ scene: Scene) {
    glMatrixMode(GLenum(GL_PROJECTION))
    load(scene.state.projection.top)
    for unit in 0..<4 {
      glActiveTexture(GLenum(GL_TEXTURE0 + Int32(unit)))
      glMatrixMode(GLenum(GL_TEXTURE))
      load(scene.state.units[unit].matrix.top)
    }
    glMatrixMode(GLenum(GL_MODELVIEW))
    load(scene.state.modelview.top)
  }

  private func setLighting(_ scene: Scene) {
    let state = scene.state
    enable(GL_LIGHTING, state.isLightingEnabled)
    load(scene.lightView)
    for index in 0..<8 {
      let name = GLenum(GL_LIGHT0 + Int32(index))
      let light = scene.lights[index]
      enable(GL_LIGHT0 + Int32(index), state.lights[index].isEnabled)
      glLightfv(name, GLenum(GL_AMBIENT), floats(light.ambient))
      glLightfv(name, GLenum(GL_DIFFUSE), floats(light.diffuse))
      glLightfv(name, GLenum(GL_SPECULAR), floats(light.specular))
      glLightfv(name, GLenum(GL_POSITION), floats(light.position))
      let axis = light.spotDirection
      glLightfv(name, GLenum(GL_SPOT_DIRECTION), [axis.x, axis.y, axis.z])
      glLightf(name, GLenum(GL_SPOT_EXPONENT), light.spotExponent)
      glLightf(name, GLenum(GL_SPOT_CUTOFF), light.spotCutoffDegrees)
      glLightf(name, GLenum(GL_CONSTANT_ATTENUATION), light.attenuation.x)
      glLightf(name, GLenum(GL_LINEAR_ATTENUATION), light.attenuation.y)
      glLightf(name, GLenum(GL_QUADRATIC_ATTENUATION), light.attenuation.z)
    }
    load(state.modelview.top)
    glLightModelfv(GLenum(GL_LIGHT_MODEL_AMBIENT), floats(state.lightModel.ambient))
    glLightModelf(GLenum(GL_LIGHT_MODEL_TWO_SIDE), state.lightModel.isTwoSided ? 1 : 0)
    let faces = GLenum(GL_FRONT_AND_BACK)
    // A material set while color material is on would be overwritten by the color at once.
    glDisable(GLenum(GL_COLOR_MATERIAL))
    glMaterialfv(faces, GLenum(GL_AMBIENT), floats(state.material.ambient))
    glMaterialfv(faces, GLenum(GL_DIFFUSE), floats(state.material.diffuse))
    glMaterialfv(faces, GLenum(GL_SPECULAR), floats(state.material.specular))
    glMaterialfv(faces, GLenum(GL_EMISSION), floats(state.material.emission))
    glMaterialf(faces, GLenum(GL_SHININESS), state.material.shininess)
    // Mesa 22.3 keeps the color to itself until something asks, and gives the material the old
    // one.
    let color = state.color
    glColor4f(color.x, color.y, color.z, color.w)
    var current: [GLfloat] = [0, 0, 0, 0]
    glGetFloatv(GLenum(GL_CURRENT_COLOR), &current)
    enable(GL_COLOR_MATERIAL, state.isColorMaterialEnabled)
    enable(GL_NORMALIZE, state.normalScaling == .normalize)
    enable(GL_RESCALE_NORMAL, state.normalScaling == .rescale)
    glShadeModel(GLenum(state.shadeModel == .flat ? GL_FLAT : GL_SMOOTH))
  }

  private func setClipPlanes(_ scene: Scene) {
    load(scene.clipView)
    for (index, plane) in scene.clipPlanes.enumerated() {
      enable(GL_CLIP_PLANE0 + Int32(index), plane != nil)
      if let plane { glClipPlanef(GLenum(GL_CLIP_PLANE0 + Int32(index)), floats(plane)) }
    }
    load(scene.state.modelview.top)
  }

  private func setPoints(_ state: FixedState) {
    let points = state.points
    glPointSize(points.size)
    glPointParameterf(GLenum(GL_POINT_SIZE_MIN), points.minimumSize)
    glPointParameterf(GLenum(GL_POINT_SIZE_MAX), min(points.maximumSize, 255))
    let factors = points.attenuation
    glPointParameterfv(
      GLenum(GL_POINT_DISTANCE_ATTENUATION), [factors.x, factors.y, factors.z])
    enable(GL_POINT_SMOOTH, points.isSmooth)
  }

  private func setRest(_ state: FixedState) {
    enable(GL_FOG, state.fog != nil)
    if let fog = state.fog {
      let mode =
        switch fog.mode {
        case .linear: GL_LINEAR
        case .exponential: GL_EXP
        case .exponentialSquared: GL_EXP2
        }
      glFogf(GLenum(GL_FOG_MODE), Float(mode))
      glFogf(GLenum(GL_FOG_DENSITY), fog.density)
      glFogf(GLenum(GL_FOG_START), fog.start)
      glFogf(GLenum(GL_FOG_END), fog.end)
      // Mesa 22.3 takes a color that equals the clamped old one for no change; another one between
      // them makes it look.
      glFogfv(GLenum(GL_FOG_COLOR), floats(SIMD4(repeating: 0.5)))
      glFogfv(GLenum(GL_FOG_COLOR), floats(fog.color))
    }
    enable(GL_ALPHA_TEST, state.alphaTest != nil)
    if let test = state.alphaTest {
      let function = AlphaTest.Function.allCases.firstIndex(of: test.function) ?? 0
      // GL_NEVER … GL_ALWAYS are numbered in this order.
      glAlphaFunc(GLenum(GL_NEVER) + GLenum(function), test.reference)
    }
    setPoints(state)
    enable(GL_POINT_SPRITE_OES, state.points.isSprite)
    enable(GL_COLOR_LOGIC_OP, state.logicOp != nil)
    if let op = state.logicOp {
      // GL_CLEAR … GL_SET are numbered in the order of LogicOp's cases.
      glLogicOp(GLenum(GL_CLEAR) + GLenum(LogicOp.allCases.firstIndex(of: op) ?? 0))
    }
    setRender(state.render)
  }

  /// The part of what ES 2.0 kept that scenes use.
  private func setRender(_ render: RenderState) {
    enable(GL_BLEND, render.blending != nil)
    switch render.blending {
    case .additive: glBlendFunc(GLenum(GL_ONE), GLenum(GL_ONE))
    default: glBlendFunc(GLenum(GL_SRC_ALPHA), GLenum(GL_ONE_MINUS_SRC_ALPHA))
    }
    glDepthMask(render.writesDepth ? 1 : 0)
    glFrontFace(GLenum(render.frontFace == .clockwise ? GL_CW : GL_CCW))
    enable(GL_CULL_FACE, render.culledFace != nil)
    glCullFace(GLenum(render.culledFace == .front ? GL_FRONT : GL_BACK))
    enable(GL_DEPTH_TEST, render.depthTest != nil)
    let function =
      switch render.depthTest {
      case .never: GL_NEVER
      case .less, nil: GL_LESS
      case .equal: GL_EQUAL
      case .lessOrEqual: GL_LEQUAL
      case .greater: GL_GREATER
      case .notEqual: GL_NOTEQUAL
      case .greaterOrEqual: GL_GEQUAL
      case .always: GL_ALWAYS
      }
    glDepthFunc(GLenum(function))
  }

  /// Sets one client array; ES 1.1 reads it during the draw, from memory that ``lent`` keeps.
  private func pointer(
    _ capability: Int32, _ array: Scene.Array?, _ body: (Scene.Array, UnsafeRawPointer?) -> Void
  ) {
    guard let array else { return glDisableClientState(GLenum(capability)) }
    glEnableClientState(GLenum(capability))
    let memory = UnsafeMutableRawBufferPointer.allocate(
      byteCount: array.bytes.count, alignment: 8)
    memory.copyBytes(from: array.bytes)
    lent.append(memory)
    body(array, UnsafeRawPointer(memory.baseAddress))
  }

  private func type(_ component: VertexData.Component) -> GLenum {
    switch component {
    case .byte: GLenum(GL_BYTE)
    case .unsignedByte: GLenum(GL_UNSIGNED_BYTE)
    case .short: GLenum(GL_SHORT)
    case .unsignedShort: GLenum(GL_UNSIGNED_SHORT)
    case .fixed: GLenum(GL_FIXED)
    case .float: GLenum(GL_FLOAT)
    }
  }

  private func drawArrays(_ scene: Scene, after calls: () -> Void = {}) {
    let normal = scene.state.normal
    glNormal3f(normal.x, normal.y, normal.z)
    pointer(GL_VERTEX_ARRAY, scene.positions) {
      glVertexPointer(GLint($0.count), type($0.component), 0, $1)
    }
    pointer(GL_NORMAL_ARRAY, scene.normals) { glNormalPointer(type($0.component), 0, $1) }
    pointer(GL_COLOR_ARRAY, scene.colors) {
      glColorPointer(GLint($0.count), type($0.component), 0, $1)
    }
    pointer(GL_POINT_SIZE_ARRAY_OES, scene.mode == .points ? scene.pointSizes : nil) {
      glPointSizePointerOES(type($0.component), 0, $1)
    }
    for unit in 0..<4 {
      glClientActiveTexture(GLenum(GL_TEXTURE0 + Int32(unit)))
      let c = scene.state.units[unit].coordinate
      glMultiTexCoord4f(GLenum(GL_TEXTURE0 + Int32(unit)), c.x, c.y, c.z, c.w)
      pointer(GL_TEXTURE_COORD_ARRAY, scene.coordinates[unit]) {
        glTexCoordPointer(GLint($0.count), type($0.component), 0, $1)
      }
    }
    glActiveTexture(GLenum(GL_TEXTURE0))
    glClientActiveTexture(GLenum(GL_TEXTURE0))
    calls()
    if let indices = scene.indices {
      glDrawElements(
        mode(scene.mode), GLsizei(indices.count), GLenum(GL_UNSIGNED_SHORT), indices)
    } else {
      glDrawArrays(mode(scene.mode), 0, GLsizei(scene.vertexCount))
    }
    for memory in lent { memory.deallocate() }
    lent = []
  }

  private func mode(_ mode: Primitive) -> GLenum {
    switch mode {
    case .points: GLenum(GL_POINTS)
    case .lines: GLenum(GL_LINES)
    case .lineStrip: GLenum(GL_LINE_STRIP)
    case .lineLoop: GLenum(GL_LINE_LOOP)
    case .triangles: GLenum(GL_TRIANGLES)
    case .triangleStrip: GLenum(GL_TRIANGLE_STRIP)
    case .triangleFan: GLenum(GL_TRIANGLE_FAN)
    }
  }
}
