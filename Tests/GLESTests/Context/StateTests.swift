import GLES
import GLESKitCGLES2
import Imaging
import Offscreen
import Testing

/// What reaches GL, as GL itself answers.
@Suite struct StateTests {
  private func integer(_ name: Int32) -> Int32 {
    var value: GLint = -1
    glGetIntegerv(GLenum(name), &value)
    return value
  }

  private func floats(_ name: Int32, _ count: Int) -> [Float] {
    var values = [GLfloat](repeating: -1, count: count)
    glGetFloatv(GLenum(name), &values)
    return values
  }

  private func isEnabled(_ capability: Int32) -> Bool {
    glIsEnabled(GLenum(capability)) == GL_TRUE
  }

  @Test func aNewStateIsGLsDefault() throws {
    let offscreen = try OffscreenContext()
    for (capability, isOn) in [
      (GL_BLEND, false), (GL_CULL_FACE, false), (GL_DEPTH_TEST, false), (GL_SCISSOR_TEST, false),
      (GL_POLYGON_OFFSET_FILL, false), (GL_STENCIL_TEST, false), (GL_DITHER, true),
      (GL_SAMPLE_COVERAGE, false), (GL_SAMPLE_ALPHA_TO_COVERAGE, false),
    ] {
      #expect(isEnabled(capability) == isOn)
      if isOn { glDisable(GLenum(capability)) } else { glEnable(GLenum(capability)) }
    }
    glFrontFace(GLenum(GL_CW))
    glDepthMask(0)
    glStencilMask(0)
    glDepthRangef(0.25, 0.5)
    glLineWidth(3)
    glColorMask(0, 1, 0, 1)
    offscreen.gl.apply(RenderState())
    for capability in [
      GL_BLEND, GL_CULL_FACE, GL_DEPTH_TEST, GL_SCISSOR_TEST, GL_POLYGON_OFFSET_FILL,
      GL_STENCIL_TEST, GL_SAMPLE_COVERAGE, GL_SAMPLE_ALPHA_TO_COVERAGE,
    ] { #expect(!isEnabled(capability)) }
    #expect(floats(GL_DEPTH_RANGE, 2) == [0, 1])
    #expect(isEnabled(GL_DITHER))
    #expect(integer(GL_FRONT_FACE) == GL_CCW && integer(GL_DEPTH_WRITEMASK) == 1)
    #expect(floats(GL_COLOR_WRITEMASK, 4) == [1, 1, 1, 1] && floats(GL_LINE_WIDTH, 1) == [1])
    #expect(integer(GL_STENCIL_WRITEMASK) & 0xFF == 0xFF)
  }

  /// Masks that write nothing don't keep a second frame from clearing, whether the library or other
  /// code set them. They are as before afterwards.
  @Test(arguments: [false, true]) func clearingLiftsMasks(isKnown: Bool) throws {
    let offscreen = try OffscreenContext()
    let gl = offscreen.gl
    let target = try Framebuffer(gl, width: 1, height: 1, depth: true, stencil: true)
    gl.clear(color: .zero, depth: 0, stencil: 1)
    var state = RenderState()
    state.colorMask = []
    state.writesDepth = false
    state.stencil = StencilTest(.equal, reference: 1)
    state.stencil?.writeMask = 0
    state.backStencil = StencilTest(.equal, reference: 1)
    state.backStencil?.writeMask = 3
    gl.apply(state)
    if !isKnown { gl.invalidateState() }
    gl.clear(color: [0, 1, 0, 1], depth: 1, stencil: 2)
    #expect(floats(GL_COLOR_WRITEMASK, 4) == [0, 0, 0, 0] && integer(GL_DEPTH_WRITEMASK) == 0)
    #expect(integer(GL_STENCIL_WRITEMASK) == 0 && integer(GL_STENCIL_BACK_WRITEMASK) == 3)
    #expect(try target.readImage()[0, 0] == [0, 255, 0, 255])

    // Only where depth and stencil were cleared, a point passes.
    state = RenderState()
    state.depthTest = .less
    state.stencil = StencilTest(.equal, reference: 2)
    gl.apply(state)
    let program = try Program(
      gl, vertex: "attribute vec4 a; void main() { gl_Position = a; gl_PointSize = 1.0; }",
      fragment: "void main() { gl_FragColor = vec4(1.0); }")
    try VertexInput(program, [VertexAttribute("a", in: Buffer(gl, [0, 0]), components: 2)])
      .draw(.points, count: 1)
    #expect(try target.readImage()[0, 0] == [255, 255, 255, 255])
  }

  @Test func blendingReachesGL() throws {
    let offscreen = try OffscreenContext()
    let factors: [(Blending.Factor, Int32)] = [
      (.zero, GL_ZERO), (.one, GL_ONE), (.sourceColor, GL_SRC_COLOR),
      (.oneMinusSourceColor, GL_ONE_MINUS_SRC_COLOR), (.destinationColor, GL_DST_COLOR),
      (.oneMinusDestinationColor, GL_ONE_MINUS_DST_COLOR), (.sourceAlpha, GL_SRC_ALPHA),
      (.oneMinusSourceAlpha, GL_ONE_MINUS_SRC_ALPHA), (.destinationAlpha, GL_DST_ALPHA),
      (.oneMinusDestinationAlpha, GL_ONE_MINUS_DST_ALPHA), (.constantColor, GL_CONSTANT_COLOR),
      (.oneMinusConstantColor, GL_ONE_MINUS_CONSTANT_COLOR), (.constantAlpha, GL_CONSTANT_ALPHA),
      (.oneMinusConstantAlpha, GL_ONE_MINUS_CONSTANT_ALPHA),
    ]
    var state = RenderState()
    for (index, (factor, name)) in factors.enumerated() {
      let (other, otherName) = factors[(index + 5) % factors.count]
      var blending = Blending(factor, other)
      blending.sourceAlpha = other
      blending.destinationAlpha = factor
      state.blending = blending
      offscreen.gl.apply(state)
      #expect(integer(GL_BLEND_SRC_RGB) == name && integer(GL_BLEND_DST_ALPHA) == name)
      #expect(integer(GL_BLEND_DST_RGB) == otherName && integer(GL_BLEND_SRC_ALPHA) == otherName)
    }
    #expect(floats(GL_BLEND_COLOR, 4) == [0, 0, 0, 0])
    state.blending = Blending(.sourceAlphaSaturate, .one)
    for (equation, name) in [
      (Blending.Equation.subtract, GL_FUNC_SUBTRACT), (.add, GL_FUNC_ADD),
      (.reverseSubtract, GL_FUNC_REVERSE_SUBTRACT),
    ] {
      state.blending?.equation = equation
      state.blending?.alphaEquation = .subtract
      offscreen.gl.apply(state)
      #expect(integer(GL_BLEND_EQUATION_RGB) == name)
      #expect(integer(GL_BLEND_EQUATION_ALPHA) == GL_FUNC_SUBTRACT)
    }
    state.blending?.constant = [0.25, 0.5, 0.75, 1]
    offscreen.gl.apply(state)
    #expect(floats(GL_BLEND_COLOR, 4) == [0.25, 0.5, 0.75, 1])
    #expect(isEnabled(GL_BLEND) && integer(GL_BLEND_SRC_RGB) == GL_SRC_ALPHA_SATURATE)
    state.blending = nil
    offscreen.gl.apply(state)
    #expect(!isEnabled(GL_BLEND))
    try offscreen.gl.checkErrors(after: "apply")
  }

  @Test func samplesReachGL() throws {
    let offscreen = try OffscreenContext()
    var state = RenderState()
    state.sampleCoverage = 0.25
    state.alphaToCoverage = true
    offscreen.gl.apply(state)
    #expect(isEnabled(GL_SAMPLE_COVERAGE) && isEnabled(GL_SAMPLE_ALPHA_TO_COVERAGE))
    #expect(floats(GL_SAMPLE_COVERAGE_VALUE, 1) == [0.25])
    #expect(integer(GL_SAMPLE_COVERAGE_INVERT) == 0)
    state.invertsSampleCoverage = true
    offscreen.gl.apply(state)
    #expect(integer(GL_SAMPLE_COVERAGE_INVERT) == 1)
  }

  @Test func backFacesHaveTheirOwnStencilTest() throws {
    let offscreen = try OffscreenContext()
    let target = try Framebuffer(offscreen.gl, width: 1, height: 1, stencil: true)
    target.bind()
    var state = RenderState()
    state.stencil = StencilTest(.equal, reference: 3)
    state.stencil?.writeMask = 5
    offscreen.gl.apply(state)
    #expect(integer(GL_STENCIL_BACK_FUNC) == GL_EQUAL && integer(GL_STENCIL_BACK_REF) == 3)
    #expect(integer(GL_STENCIL_BACK_WRITEMASK) == 5)
    state.backStencil = StencilTest(.less, reference: 4)
    state.backStencil?.whenPassed = .increment
    state.backStencil?.writeMask = 6
    offscreen.gl.apply(state)
    #expect(integer(GL_STENCIL_FUNC) == GL_EQUAL && integer(GL_STENCIL_BACK_FUNC) == GL_LESS)
    #expect(integer(GL_STENCIL_REF) == 3 && integer(GL_STENCIL_BACK_REF) == 4)
    #expect(integer(GL_STENCIL_WRITEMASK) == 5 && integer(GL_STENCIL_BACK_WRITEMASK) == 6)
    #expect(integer(GL_STENCIL_PASS_DEPTH_PASS) == GL_KEEP)
    #expect(integer(GL_STENCIL_BACK_PASS_DEPTH_PASS) == GL_INCR)
  }

  @Test func facesDepthAndOffsetReachGL() throws {
    let offscreen = try OffscreenContext()
    let gl = offscreen.gl
    var state = RenderState()
    for (face, name) in [
      (RenderState.Face.front, GL_FRONT), (.back, GL_BACK), (.frontAndBack, GL_FRONT_AND_BACK),
    ] {
      state.culledFace = face
      gl.apply(state)
      #expect(isEnabled(GL_CULL_FACE) && integer(GL_CULL_FACE_MODE) == name)
    }
    state.depthRange = [0.75, 0.25]
    gl.apply(state)
    #expect(floats(GL_DEPTH_RANGE, 2) == [0.75, 0.25])
    state.frontFace = .clockwise
    gl.apply(state)
    #expect(integer(GL_FRONT_FACE) == GL_CW)
    for (comparison, name) in [
      (RenderState.Comparison.never, GL_NEVER), (.less, GL_LESS), (.equal, GL_EQUAL),
      (.lessOrEqual, GL_LEQUAL), (.greater, GL_GREATER), (.notEqual, GL_NOTEQUAL),
      (.greaterOrEqual, GL_GEQUAL), (.always, GL_ALWAYS),
    ] {
      state.depthTest = comparison
      gl.apply(state)
      #expect(isEnabled(GL_DEPTH_TEST) && integer(GL_DEPTH_FUNC) == name)
    }
    state.writesDepth = false
    state.dithers = false
    state.polygonOffset = RenderState.PolygonOffset(factor: 2, units: -3)
    state.scissor = PixelRegion(x: 1, y: 2, width: 3, height: 4)
    state.colorMask = [.green, .alpha]
    gl.apply(state)
    #expect(integer(GL_DEPTH_WRITEMASK) == 0 && !isEnabled(GL_DITHER))
    #expect(isEnabled(GL_POLYGON_OFFSET_FILL))
    #expect(
      floats(GL_POLYGON_OFFSET_FACTOR, 1) == [2] && floats(GL_POLYGON_OFFSET_UNITS, 1) == [-3])
    #expect(floats(GL_SCISSOR_BOX, 4) == [1, 2, 3, 4])
    #expect(floats(GL_COLOR_WRITEMASK, 4) == [0, 1, 0, 1])
  }

  @Test func stencilAndLineWidthReachGL() throws {
    let offscreen = try OffscreenContext()
    let gl = offscreen.gl
    let target = try Framebuffer(gl, width: 1, height: 1, stencil: true)
    target.bind()
    let operations: [(StencilTest.Operation, Int32)] = [
      (.keep, GL_KEEP), (.zero, GL_ZERO), (.replace, GL_REPLACE), (.increment, GL_INCR),
      (.decrement, GL_DECR), (.incrementWrapping, GL_INCR_WRAP),
      (.decrementWrapping, GL_DECR_WRAP), (.invert, GL_INVERT),
    ]
    var state = RenderState()
    for (index, (operation, name)) in operations.enumerated() {
      let (second, secondName) = operations[(index + 1) % operations.count]
      let (third, thirdName) = operations[(index + 2) % operations.count]
      var test = StencilTest(.greater, reference: 7)
      test.readMask = 0x3F
      test.writeMask = 0x1F
      test.whenStencilFails = operation
      test.whenDepthFails = second
      test.whenPassed = third
      state.stencil = test
      gl.apply(state)
      #expect(integer(GL_STENCIL_FAIL) == name)
      #expect(integer(GL_STENCIL_PASS_DEPTH_FAIL) == secondName)
      #expect(integer(GL_STENCIL_PASS_DEPTH_PASS) == thirdName)
    }
    #expect(isEnabled(GL_STENCIL_TEST) && integer(GL_STENCIL_FUNC) == GL_GREATER)
    #expect(integer(GL_STENCIL_REF) == 7)
    #expect(integer(GL_STENCIL_VALUE_MASK) == 0x3F && integer(GL_STENCIL_WRITEMASK) == 0x1F)
    for (width, expected) in [(Float(2.5), Float(2.5)), (0, 1), (-1, 1), (.nan, 1)] {
      state.lineWidth = width
      gl.apply(state)
      #expect(floats(GL_LINE_WIDTH, 1) == [expected])
    }
    try gl.checkErrors(after: "glLineWidth")
  }

  /// A stencil cut by one triangle keeps the next drawing to it.
  @Test func aStencilKeepsDrawingWithin() throws {
    let offscreen = try OffscreenContext()
    let gl = offscreen.gl
    let program = try Program(
      gl, vertex: "attribute vec2 a; void main() { gl_Position = vec4(a, 0.0, 1.0); }",
      fragment: "uniform lowp vec4 u_color; void main() { gl_FragColor = u_color; }")
    let left = try Buffer(gl, [-1, -1, 0, -1, -1, 1, 0, 1] as [Float])
    let all = try Buffer(gl, [-1, -1, 1, -1, -1, 1, 1, 1] as [Float])
    let target = try Framebuffer(gl, width: 4, height: 1, stencil: true)
    target.bind()
    var state = RenderState()
    gl.apply(state)
    gl.clear(color: .zero, stencil: 0)
    var test = StencilTest(.always, reference: 1)
    test.whenPassed = .replace
    state.stencil = test
    gl.apply(state)
    try program.set("u_color", to: SIMD4<Float>(1, 0, 0, 1))
    try VertexInput(program, [VertexAttribute("a", in: left, components: 2)]).draw(
      .triangleStrip, count: 4)
    state.stencil = StencilTest(.notEqual, reference: 1)
    gl.apply(state)
    try program.set("u_color", to: SIMD4<Float>(0, 0, 1, 1))
    try VertexInput(program, [VertexAttribute("a", in: all, components: 2)]).draw(
      .triangleStrip, count: 4)
    let image = try target.readImage()
    let red: SIMD4<UInt8> = [255, 0, 0, 255]
    let blue: SIMD4<UInt8> = [0, 0, 255, 255]
    #expect((0..<4).map { image[$0, 0] } == [red, red, blue, blue])
    gl.clear(stencil: 5)
    state.stencil = StencilTest(.equal, reference: 5)
    gl.apply(state)
    try VertexInput(program, [VertexAttribute("a", in: all, components: 2)]).draw(
      .triangleStrip, count: 4)
    let cleared = try target.readImage()
    #expect((0..<4).allSatisfy { cleared[$0, 0] == blue })
  }

  @Test func samplingReachesGL() throws {
    let offscreen = try OffscreenContext()
    let texture = try Texture(offscreen.gl, width: 4, height: 4)
    func parameter(_ name: Int32) -> Int32 {
      var value: GLint = -1
      glGetTexParameteriv(GLenum(GL_TEXTURE_2D), GLenum(name), &value)
      return value
    }
    typealias Filter = Texture.Sampling.Filter
    for (filter, mipmaps, name) in [
      (Filter.nearest, nil, GL_NEAREST), (.linear, nil, GL_LINEAR),
      (.nearest, Filter.nearest, GL_NEAREST_MIPMAP_NEAREST),
      (.linear, .nearest, GL_LINEAR_MIPMAP_NEAREST), (.nearest, .linear, GL_NEAREST_MIPMAP_LINEAR),
      (.linear, .linear, GL_LINEAR_MIPMAP_LINEAR),
    ] {
      var sampling = Texture.Sampling(filter, mipmaps: mipmaps)
      sampling.magnification = filter == .linear ? .nearest : .linear
      try texture.setSampling(sampling)
      #expect(parameter(GL_TEXTURE_MIN_FILTER) == name)
      #expect(parameter(GL_TEXTURE_MAG_FILTER) == (filter == .linear ? GL_NEAREST : GL_LINEAR))
    }
    let wraps: [(Texture.Sampling.Wrap, Int32)] = [
      (.clampToEdge, GL_CLAMP_TO_EDGE), (.repeat, GL_REPEAT), (.mirroredRepeat, GL_MIRRORED_REPEAT),
    ]
    for (index, (wrap, name)) in wraps.enumerated() {
      var sampling = Texture.Sampling()
      sampling.wrapS = wrap
      sampling.wrapT = wraps[(index + 1) % 3].0
      try texture.setSampling(sampling)
      #expect(parameter(GL_TEXTURE_WRAP_S) == name)
      #expect(parameter(GL_TEXTURE_WRAP_T) == wraps[(index + 1) % 3].1)
    }
  }

  /// Framebuffers have the depth and stencil that were asked for, packed or apart.
  @Test(arguments: [false, true]) func depthAndStencilWork(ignoresExtensions: Bool) throws {
    let offscreen = try OffscreenContext(ignoresExtensions: ignoresExtensions)
    let gl = offscreen.gl
    for (depth, stencil) in [(false, false), (true, false), (false, true), (true, true)] {
      // Drivers whose depth and stencil come packed only need not take them apart.
      let mayFail = ignoresExtensions && depth && stencil
      let target = Result { () throws(GLESError) in
        try Framebuffer(gl, width: 2, height: 2, depth: depth, stencil: stencil)
      }
      if mayFail, case .failure(.incompleteFramebuffer) = target { continue }
      try target.get().bind()
      #expect((integer(GL_DEPTH_BITS) >= 16) == depth, "\(depth) \(stencil)")
      #expect((integer(GL_STENCIL_BITS) >= 8) == stencil, "\(depth) \(stencil)")
    }
  }

  @Test func limitsAreTheDrivers() throws {
    let offscreen = try OffscreenContext()
    let limits = offscreen.gl.limits
    for (limit, name) in [
      (limits.textureSize, GL_MAX_TEXTURE_SIZE),
      (limits.cubeMapTextureSize, GL_MAX_CUBE_MAP_TEXTURE_SIZE),
      (limits.renderbufferSize, GL_MAX_RENDERBUFFER_SIZE),
      (limits.vertexAttributes, GL_MAX_VERTEX_ATTRIBS),
      (limits.vertexUniformVectors, GL_MAX_VERTEX_UNIFORM_VECTORS),
      (limits.fragmentUniformVectors, GL_MAX_FRAGMENT_UNIFORM_VECTORS),
      (limits.varyingVectors, GL_MAX_VARYING_VECTORS),
      (limits.textureUnits, GL_MAX_TEXTURE_IMAGE_UNITS),
      (limits.vertexTextureUnits, GL_MAX_VERTEX_TEXTURE_IMAGE_UNITS),
      (limits.combinedTextureUnits, GL_MAX_COMBINED_TEXTURE_IMAGE_UNITS),
    ] { #expect(Int32(limit) == integer(name)) }
    #expect(
      floats(GL_MAX_VIEWPORT_DIMS, 2) == [
        Float(limits.viewportSize.x), Float(limits.viewportSize.y),
      ])
    #expect(
      floats(GL_ALIASED_POINT_SIZE_RANGE, 2) == [
        limits.pointSize.lowerBound, limits.pointSize.upperBound,
      ])
    #expect(
      floats(GL_ALIASED_LINE_WIDTH_RANGE, 2) == [
        limits.lineWidth.lowerBound, limits.lineWidth.upperBound,
      ])
    #expect(
      limits.compressedTextureFormats.count == integer(GL_NUM_COMPRESSED_TEXTURE_FORMATS))
    // A fragment stage has no highp, or all of it.
    #expect(limits.fragmentHighFloatBits == 0 || limits.fragmentHighFloatBits >= 16)
  }

  /// The vertex stage has all formats, each at least as ES Shading Language 1.00, 4.5.2, demands.
  @Test(arguments: [
    (ShaderPrecision.lowFloat, 1, 8), (.mediumFloat, 14, 10), (.highFloat, 62, 16),
    (.lowInt, 8, 0), (.mediumInt, 10, 0), (.highInt, 16, 0),
  ])
  func precisionsAreThoseOfTheSpecification(
    format: ShaderPrecision, exponent: Int, bits: Int
  ) throws {
    let offscreen = try OffscreenContext()
    let gl = offscreen.gl
    let vertex = try #require(gl.precision(of: format, in: .vertex))
    // Integers end one below a power of two.
    #expect(vertex.leastExponent >= exponent && vertex.greatestExponent >= exponent - 1)
    #expect(vertex.fractionBits >= bits)
    if format == .highFloat {
      let fragment = gl.precision(of: format, in: .fragment)
      #expect(fragment?.fractionBits ?? 0 == gl.limits.fragmentHighFloatBits)
    }
  }
}
