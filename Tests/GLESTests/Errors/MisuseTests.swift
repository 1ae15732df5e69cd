import GLES
import GLESKitCGLES2
import Imaging
import Offscreen
import Testing

/// Mistakes of callers are errors that name them: no traps, and no blame on the next call.
@Suite struct MisuseTests {
  private func message(_ body: () throws -> Void) -> String {
    do { try body() } catch { return "\(error)" }
    return "no error"
  }

  private func point(_ gl: Context) throws -> VertexInput {
    let program = try Program(
      gl, vertex: "attribute vec4 a; void main() { gl_Position = a; gl_PointSize = 1.0; }",
      fragment: "void main() { gl_FragColor = vec4(1.0); }")
    return try VertexInput(
      program, [VertexAttribute("a", in: Buffer(gl, [SIMD2<Float>.zero]), components: 2)])
  }

  @Test func sizesThatAreNoneAreErrors() throws {
    let offscreen = try OffscreenContext()
    let gl = offscreen.gl
    #expect(
      message { _ = try Framebuffer(gl, width: 640, height: 0) }
        == "there is no flat texture of 640×0 texels; use at least 1×1, and square faces for a "
        + "cube map")
    for (kind, width, height) in [
      (Texture.Kind.flat, -1, 4), (.flat, .min, .max), (.cube, 2, 4), (.cube, 0, 0),
    ] {
      #expect(
        message { _ = try Texture(gl, kind: kind, width: width, height: height) }
          .hasPrefix("there is no \(kind) texture of"))
    }
    let target = try Framebuffer(gl, width: 4, height: 4)
    let region = PixelRegion(x: 2, y: 2, width: -1, height: 1)
    var bytes = [UInt8](repeating: 0, count: 64)
    #expect(
      message {
        try bytes.withUnsafeMutableBytes { try target.readPixels(into: $0, region: region) }
      } == "the region to read is not inside 4×4 pixels")
    gl.setViewport(region)
    #expect(message { _ = try target.readImage() } == "a viewport can't have -1×1 pixels")
    #expect(gl.viewport == target.bounds)
  }

  @Test func unitsThatDoNotExistAreErrors() throws {
    let offscreen = try OffscreenContext()
    let texture = try Texture(offscreen.gl, width: 1, height: 1)
    let last = offscreen.gl.limits.combinedTextureUnits - 1
    for unit in [500, -1, last + 1] {
      texture.bind(to: unit)
      #expect(
        message { try texture.generateMipmaps() }
          == "this driver has no texture unit \(unit); use 0…\(last)")
    }
    texture.bind(to: last)
    #expect(message { try texture.generateMipmaps() } == "no error")
  }

  @Test func layoutsAndRangesThatAreNoneAreErrors() throws {
    let offscreen = try OffscreenContext()
    let gl = offscreen.gl
    let point = try point(gl)
    let buffer = try Buffer(gl, [0, 0] as [Float])
    for (count, stride, offset, fault) in [
      (0, 0, 0, "has 0 components; use 1 to 4"),
      (.max, 0, 0, "has \(Int.max) components; use 1 to 4"),
      (2, -8, 0, "has a negative stride, offset or divisor; use 0 or more"),
      (2, 0, .min, "has a negative stride, offset or divisor; use 0 or more"),
    ] {
      let attribute = VertexAttribute(
        "a", in: buffer, components: count, stride: stride, offset: offset)
      #expect(attribute.vertexCount == 0)
      #expect(
        message { _ = try VertexInput(point.program, [attribute]) } == "attribute 'a' \(fault)")
    }
    let indices = try IndexBuffer(gl, [0] as [UInt8])
    for (first, count) in [(-1, 1), (0, -1), (.min, .min)] {
      #expect(
        message { try point.draw(.points, first: first, count: count) }
          == "\(count) vertices from \(first) on can't be used; use numbers of at least 0")
      #expect(
        message { try point.draw(.points, indices: indices, first: first, count: count) }
          == "\(count) indices from \(first) on can't be used; use numbers of at least 0")
    }
    #expect(message { try buffer.update([1] as [Float], at: -4) }.hasPrefix("4 bytes from -4 on"))
  }

  @Test func attachmentsThatDoNotFitAreErrors() throws {
    let offscreen = try OffscreenContext()
    let gl = offscreen.gl
    let color = try Texture(gl, width: 4, height: 4)
    let other = try Texture(gl, width: 2, height: 4)
    let depth = Texture.Format.depth24
    if gl.supports(.drawBuffers) {
      #expect(
        message { _ = try Framebuffer(gl, color: color, furtherColors: [other]) }
          == "the framebuffer is incomplete: a flat color texture of 2×4 texels doesn't fit; use a "
          + "flat one of 4×4")
      let further = try Texture(gl, width: 4, height: 4)
      for furtherColors in [[color], [further, further]] {
        #expect(
          message { _ = try Framebuffer(gl, color: color, furtherColors: furtherColors) }
            == "the framebuffer is incomplete: a texture is attached twice; use one for each color")
      }
    }
    if gl.supports(.depthTextures) {
      let deep = try Texture(
        gl, width: 4, height: 8, format: depth, sampling: Texture.Sampling(.nearest))
      #expect(
        message { _ = try Framebuffer(gl, color: color, depthTexture: deep) }
          .contains("a flat depth texture of 4×8 texels doesn't fit"))
    }
  }

  @Test func aScissorBoxThatIsNoneIsAnError() throws {
    let offscreen = try OffscreenContext()
    let target = try Framebuffer(offscreen.gl, width: 1, height: 1)
    var state = RenderState()
    state.scissor = PixelRegion(x: 0, y: 0, width: 4, height: -1)
    offscreen.gl.apply(state)
    #expect(message { _ = try target.readImage() } == "a scissor box can't have 4×-1 pixels")
    #expect(message { _ = try target.readImage() } == "no error")
  }

  /// Samplers whose unit the application chooses.
  @Test func unitsOfSamplersAreChecked() throws {
    let offscreen = try OffscreenContext()
    let gl = offscreen.gl
    let last = gl.limits.combinedTextureUnits - 1
    let program = try Program(
      gl, vertex: "attribute vec4 a; void main() { gl_Position = a; gl_PointSize = 1.0; }",
      fragment: """
        uniform sampler2D u_page;
        uniform samplerCube u_sky;
        void main() { gl_FragColor = texture2D(u_page, vec2(0.5)) + textureCube(u_sky, vec3(1.0)); }
        """, label: "sky")
    let error = "this driver has no texture unit 999; use 0…\(last)"
    #expect(message { try program.set("u_page", to: 999) } == error)
    #expect(message { try program.set("u_page", to: [Int32(999)]) } == error)
    #expect(message { try program.set("u_page", to: Int32(-1)) }.contains("texture unit -1"))
    try program.uniform("u_page").set(Int32(999))
    #expect(message { try program.set("u_page", to: last) } == error)
    // Both on unit 0: the driver says what is wrong, not only that the draw is invalid.
    try program.set("u_page", to: 0)
    try program.set("u_sky", to: 0)
    let target = try Framebuffer(gl, width: 1, height: 1)
    let point = try VertexInput(
      program, [VertexAttribute("a", in: Buffer(gl, [0, 0]), components: 2)])
    var warnings: [String] = []
    gl.onWarning = { warnings.append($0) }
    let mistake = message { try point.draw(.points, count: 1) }
    #expect(
      mistake.hasPrefix("sky cannot run in the current state")
        || mistake == "no error" && !gl.driver.version.contains("Mesa"))
    #expect(
      warnings
        == [("u_page", "u_sky"), ("u_sky", "u_page")].map { name, other in
          "'\(name)' of sky samples unit 0, as '\(other)' of another type does; set each to a unit "
            + "of its own"
        })
    withExtendedLifetime(target) {}
  }

  /// A struct is set by its members.
  @Test func aStructsMembersAreNamed() throws {
    let offscreen = try OffscreenContext()
    let program = try Program(
      offscreen.gl, vertex: "void main() { gl_Position = vec4(1.0); }",
      fragment: """
        precision mediump float;
        struct Light { vec4 color; float strength; };
        uniform Light u_light;
        void main() { gl_FragColor = u_light.color * u_light.strength; }
        """, label: "lamp")
    #expect(
      message { try program.set("u_light", to: SIMD4<Float>.one) }
        == "lamp has no 'u_light', or does not use it; u_light.color, u_light.strength can be set")
  }

  /// An error that the application's own call left is not the next call's.
  @Test func earlierErrorsAreWarnings() throws {
    let offscreen = try OffscreenContext()
    let gl = offscreen.gl
    var warnings: [String] = []
    gl.onWarning = { warnings.append($0) }
    let target = try Framebuffer(gl, width: 1, height: 1)
    let point = try point(gl)
    target.bind()
    gl.clear()
    glEnable(0xFFFF)
    #expect(try target.readImage().width == 1)
    #expect(warnings.first?.hasPrefix("a call before glReadPixels failed: GL_INVALID_ENUM") == true)
    glEnable(0xFFFF)
    #expect(message { try point.draw(.points, count: 1) } == "no error")
    #expect(warnings.count == 2 && warnings.last?.contains("before glDrawArrays") == true)
  }

  /// Clearing without a framebuffer fails, and reading an intact one does not.
  @Test func clearingNothingIsTheErrorOfTheClear() throws {
    let offscreen = try OffscreenContext()
    let target = try Framebuffer(offscreen.gl, width: 1, height: 1)
    offscreen.gl.bindWindow(width: 1, height: 1)
    offscreen.gl.clear(color: [1, 0, 0, 1])
    #expect(
      message { _ = try target.readImage() }
        == "glClear failed: GL_INVALID_FRAMEBUFFER_OPERATION; bind a complete framebuffer first")
    #expect(message { _ = try target.readImage() } == "no error")
  }

  @Test func literalsAreFloatsAndShorts() throws {
    let offscreen = try OffscreenContext()
    let gl = offscreen.gl
    let point = try point(gl)
    let target = try Framebuffer(gl, width: 1, height: 1)
    let place = try Buffer(gl, [-0.5, 0])
    let input = try VertexInput(point.program, [VertexAttribute("a", in: place, components: 2)])
    try input.draw(.points, indices: IndexBuffer(gl, [0]))
    #expect(try target.readImage()[0, 0] == [255, 255, 255, 255])

    let doubles = [0.0, 0.0]
    #expect(
      message { _ = try Buffer(gl, doubles) }
        == "no attribute can read a buffer of Double; use Float")
    #expect(
      message { try place.replace([SIMD2<Double>.zero]) }
        == "no attribute can read a buffer of SIMD2<Double>; use Float")
    #expect(message { try place.update([1, 2], at: 0) }.contains("a buffer of Int; use Float"))
    let integers = try Buffer(gl, [0, 0] as [Int32])
    #expect(
      message {
        _ = try VertexInput(point.program, [VertexAttribute("a", in: integers, components: 2)])
      } == "attribute 'a' reads floats from a buffer of Int32; use Float, or name the component")
    #expect(
      message {
        _ = try VertexInput(
          point.program, [VertexAttribute("a", in: integers, component: .fixed, components: 2)])
      } == "no error")
    func fault(
      _ buffer: Buffer, _ components: Int, _ component: VertexAttribute.Component = .float,
      stride: Int = 0
    ) -> String {
      message {
        _ = try VertexInput(
          point.program,
          [
            VertexAttribute(
              "a", in: buffer, component: component, components: components, stride: stride)
          ])
      }
    }
    let colors = try Buffer(gl, [SIMD4<UInt8>](repeating: .one, count: 8))
    #expect(
      fault(colors, 4)
        == "attribute 'a' reads floats from a buffer of UInt8; use Float, or name the component: "
        + "component: .unsignedByte, normalized: true")
    #expect(fault(colors, 4, .unsignedByte) == "no error")
    #expect(try fault(Buffer(gl, [UInt8](repeating: 0, count: 32)), 4) == "no error")
    let (pairs, triples) = (
      try Buffer(gl, [SIMD2<Float>.zero, .one]), try Buffer(gl, [SIMD3<Float>.zero, .one])
    )
    #expect(
      fault(pairs, 3)
        == "attribute 'a' reads 3 components from a buffer of vectors of 2; use components: 2")
    #expect(fault(triples, 4).contains("4 components from a buffer of vectors of 3"))
    // Pairs of pairs, parts of vectors, and what a stride says.
    #expect(fault(pairs, 4) == "no error" && fault(triples, 2) == "no error")
    #expect(fault(pairs, 3, stride: 4) == "no error")
  }
}
