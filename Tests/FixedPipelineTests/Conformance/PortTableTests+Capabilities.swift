import ES1
import FixedPipeline
import GLESKitCGLES1
import TestSupport
import Testing

extension PortTableTests {
  @Test func capabilitiesDrawTheSame() throws {
    try drawOldCapabilities()
    try drawKeptCapabilities()
    try compareWithGuide(prefix: "GL_", cells: 2)
  }

  /// The capabilities that ES 2.0 removed.
  private func drawOldCapabilities() throws {
    try row("GL_ALPHA_TEST", square()) {
      glAlphaFunc(GLenum(GL_GREATER), 0.5)
      glEnable(GLenum(GL_ALPHA_TEST))
    } after: {
      state.alphaTest = AlphaTest(.greater, reference: 0.5)
    }
    let below = square {
      $0.state.modelview.translate(by: [0, 7.2, 0])
      $0.clipView = .translation(x: 0, y: 7.2, z: 0)
    }
    try row("GL_CLIP_PLANE0` … `5", below) {
      glClipPlanef(GLenum(GL_CLIP_PLANE0), [0, 1, 0, -4] as [Float])
      glEnable(GLenum(GL_CLIP_PLANE0))
    } after: {
      state.setClipPlane([0, 1, 0, -4], at: 0)
    }
    try row("GL_COLOR_LOGIC_OP", square()) {
      glLogicOp(GLenum(GL_INVERT))
      glEnable(GLenum(GL_COLOR_LOGIC_OP))
    } after: {
      state.logicOp = .invert
    }
    try row("GL_COLOR_MATERIAL", lit()) {
      glEnable(GLenum(GL_COLOR_MATERIAL))
    } after: {
      state.isColorMaterialEnabled = true
    }
    let near = square { $0.state.modelview.translate(by: [0, 0, -6.5]) }
    try row("GL_FOG", near) {
      glEnable(GLenum(GL_FOG))
    } after: {
      state.fog = Fog()
    }
    try row("GL_LIGHTING`, `GL_LIGHT0` … `7", square()) {
      glEnable(GLenum(GL_LIGHTING))
      glEnable(GLenum(GL_LIGHT0))
    } after: {
      state.isLightingEnabled = true
      state.lights[0].isEnabled = true
    }
    let scaled = lit { $0.state.modelview.scale(by: [2, 2, 2]) }
    try row("GL_NORMALIZE", scaled) {
      glEnable(GLenum(GL_NORMALIZE))
    } after: {
      state.normalScaling = .normalize
    }
    try row("GL_RESCALE_NORMAL", scaled) {
      glEnable(GLenum(GL_RESCALE_NORMAL))
    } after: {
      state.normalScaling = .rescale
    }
    let discs = points { $0.state.points.size = 8 }
    try row("GL_POINT_SMOOTH", discs, deviation: .smoothPoints) {
      glEnable(GLenum(GL_POINT_SMOOTH))
    } after: {
      state.points.isSmooth = true
    }
    var sprites = discs
    for unit in 0..<2 { sprites.state.units[unit].replacesPointCoordinate = true }
    try row("GL_POINT_SPRITE_OES", sprites) {
      glEnable(GLenum(GL_POINT_SPRITE_OES))
    } after: {
      state.points.isSprite = true
    }
    let untextured = textured { $0.state.units[0].isEnabled = false }
    try row("GL_TEXTURE_2D", untextured) {
      glEnable(GLenum(GL_TEXTURE_2D))
    } after: {
      state.units[0].isEnabled = true
    }
  }

  /// Those that ES 2.0 kept.
  private func drawKeptCapabilities() throws {
    try row("GL_BLEND", square()) {
      glBlendFunc(GLenum(GL_ONE), GLenum(GL_ONE_MINUS_SRC_ALPHA))
      glEnable(GLenum(GL_BLEND))
    } after: {
      state.render.blending = .premultiplied
    }
    try row("GL_CULL_FACE", square { $0.state.render.frontFace = .clockwise }) {
      glEnable(GLenum(GL_CULL_FACE))
    } after: {
      state.render.culledFace = .back
    }
    try row("GL_DEPTH_TEST", square { $0.backgroundDepth = 0 }) {
      glEnable(GLenum(GL_DEPTH_TEST))
    } after: {
      state.render.depthTest = .less
    }
    // Eight bits per channel need no dithering.
    try row("GL_DITHER", square(), isVisible: false) {
      glEnable(GLenum(GL_DITHER))
    } after: {
      state.render.dithers = true
    }
    let first = square { $0.state.render.depthTest = .always }
    let second = square {
      $0.state.render.depthTest = .lessOrEqual
      $0.state.color = [0, 1, 0, 1]
    }
    try row("GL_POLYGON_OFFSET_FILL", second, below: [first]) {
      glPolygonOffset(1, 1)
      glEnable(GLenum(GL_POLYGON_OFFSET_FILL))
    } after: {
      state.render.polygonOffset = RenderState.PolygonOffset(factor: 1, units: 1)
    }
    // The targets have one sample per pixel; what samples do is tested with ES 2.0 alone.
    try row("GL_SAMPLE_ALPHA_TO_COVERAGE", square(), isVisible: false) {
      glEnable(GLenum(GL_SAMPLE_ALPHA_TO_COVERAGE))
    } after: {
      state.render.alphaToCoverage = true
    }
    try row("GL_SAMPLE_COVERAGE", square(), isVisible: false) {
      glSampleCoverage(0.5, 0)
      glEnable(GLenum(GL_SAMPLE_COVERAGE))
    } after: {
      state.render.sampleCoverage = 0.5
    }
    try row("GL_SCISSOR_TEST", square()) {
      glScissor(0, 0, 8, 8)
      glEnable(GLenum(GL_SCISSOR_TEST))
    } after: {
      state.render.scissor = PixelRegion(width: 8, height: 8)
    }
    try row("GL_STENCIL_TEST", square()) {
      glStencilFunc(GLenum(GL_EQUAL), 1, 255)
      glEnable(GLenum(GL_STENCIL_TEST))
    } after: {
      state.render.stencil = StencilTest(.equal, reference: 1)
    }
  }

  @Test func smoothLinesAreRefused() throws {
    var scene = square()
    scene.mode = .lines
    state.isLineSmooth = true
    let mesh = try Mesh(gl, positions: data)
    #expect(throws: FixedPipelineError.self) { try pipeline.draw(.lines, mesh, with: state) }
  }

  /// Those of `glEnable` in ES 1.1 (specification 1.1.12, table 6.6 and following) and of its
  /// extensions for points.
  @Test func everyCapabilityIsInTheGuide() throws {
    let text = try SwiftSnippets.document("fixed-pipeline.md")
    for name in [
      "ALPHA_TEST", "BLEND", "CLIP_PLANE0", "COLOR_LOGIC_OP", "COLOR_MATERIAL", "CULL_FACE",
      "DEPTH_TEST", "DITHER", "FOG", "LIGHT0", "LIGHTING", "LINE_SMOOTH", "MULTISAMPLE",
      "NORMALIZE", "POINT_SMOOTH", "POINT_SPRITE_OES", "POLYGON_OFFSET_FILL", "RESCALE_NORMAL",
      "SAMPLE_ALPHA_TO_COVERAGE", "SAMPLE_ALPHA_TO_ONE", "SAMPLE_COVERAGE", "SCISSOR_TEST",
      "STENCIL_TEST", "TEXTURE_2D",
    ] {
      let rows = text.split(separator: "\n").filter {
        $0.hasPrefix("| `GL_") && $0.split(separator: " | ")[0].contains("`GL_\(name)`")
      }
      #expect(rows.count == 1, "GL_\(name)")
    }
  }
}
