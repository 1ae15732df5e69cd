import FixedPipeline
import GLCallCounter
import GLES
import GLMath
import Imaging
import Offscreen
import Testing

/// A context, a framebuffer and a pipeline, with meshes to draw.
struct Stage {
  let offscreen: OffscreenContext
  let target: Framebuffer
  let pipeline: FixedPipeline
  var gl: Context { offscreen.gl }

  init() throws {
    offscreen = try OffscreenContext()
    target = try Framebuffer(offscreen.gl, width: 16, height: 16)
    pipeline = FixedPipeline(offscreen.gl)
    target.bind()
    offscreen.gl.clear(color: SIMD4(0, 0, 0, 1))
  }

  /// A square that fills clip space, its colors red at the first vertex and so on.
  func square(colors: [UInt8]? = nil) throws -> Mesh {
    try Mesh(
      gl, positions: VertexData([-1, -1, 1, -1, -1, 1, 1, 1] as [Float], components: 2),
      colors: colors.map { VertexData($0, component: .unsignedByte, components: 4) })
  }

  func middle() throws -> SIMD4<UInt8> { try target.readImage()[8, 8] }
}

@Suite struct DrawingTests {
  static let red: [UInt8] = [255, 0, 0, 255]
  static let blue: [UInt8] = [0, 0, 255, 255]

  /// Each pipeline draws a mesh with its own program.
  @Test func aMeshIsDrawnByTwoPipelines() throws {
    let stage = try Stage()
    let mesh = try stage.square(colors: Self.red + Self.red + Self.red + Self.red)
    let other = FixedPipeline(stage.gl)
    var dark = FixedState()
    dark.isLightingEnabled = true
    dark.material.ambient = SIMD4(0, 0, 0, 1)
    for _ in 0..<2 {
      try stage.pipeline.draw(.triangleStrip, mesh, with: dark)
      #expect(try stage.middle() == SIMD4(0, 0, 0, 255))
      try other.draw(.triangleStrip, mesh, with: FixedState())
      #expect(try stage.middle() == SIMD4(255, 0, 0, 255))
    }
  }

  /// Without indices, all arrays have a value for each position.
  @Test func arraysThatEndTooEarlyAreErrors() throws {
    let stage = try Stage()
    let positions = VertexData([0, 0, 0, 1, 0, 0, 0, 1, 0] as [Float], components: 3)
    func fault(_ positions: VertexData, _ normals: VertexData) -> String? {
      do {
        _ = try Mesh(stage.gl, positions: positions, normals: normals)
        return nil
      } catch { return "\(error)" }
    }
    let one = VertexData([0, 0, 1] as [Float], components: 3)
    #expect(fault(positions, one)?.contains("has 1 vertices, and the positions have 3") == true)
    #expect(fault(one, positions) == nil)
    let broken = VertexData([0, 0, 0, 1, 0, 0, 0, 1] as [Float], components: 3)
    #expect(
      fault(broken, positions)?.contains(
        "ends within a vertex: 32 bytes are no whole number of vertices of 12") == true)
  }

  /// What is switched on without an effect, or with a surprising one, is a warning.
  @Test func idlePartsOfTheStateAreWarnings() throws {
    let stage = try Stage()
    let mesh = try stage.square()
    func warnings(_ change: (inout FixedState) throws -> Void) throws -> [String] {
      var found: [String] = []
      stage.gl.onWarning = { found.append($0) }
      defer { stage.gl.onWarning = nil }
      var state = FixedState()
      try change(&state)
      for _ in 0..<2 { try stage.pipeline.draw(.triangleStrip, mesh, with: state) }
      return found
    }
    #expect(try warnings { _ in } == [])
    let dark = try warnings { $0.isLightingEnabled = true }
    #expect(dark.count == 2 && dark[0].contains("no light is") && dark[1].contains("no normals"))
    let units = try warnings {
      $0.units[0].isEnabled = true
      $0.units[1].isEnabled = true
      $0.units[1].texture = try Texture(stage.gl, Image(width: 1, height: 1))
    }
    #expect(
      units.count == 2 && units[0].contains("units[0] is enabled without a texture")
        && units[1].contains("no coordinates for it"))
    let fog = try warnings { $0.fog = Fog(mode: .linear, start: 9, end: 2, color: .one) }
    #expect(fog.count == 1 && fog[0].contains("the fog starts at 9.0 and ends at 2.0"))
    let flat = try warnings {
      $0.projection.load(.perspective(verticalFieldOfView: 45, aspectRatio: 1, near: 1, far: 9))
    }
    #expect(flat.count == 1 && flat[0].contains("not finite"))
  }

  /// Vectors and structs in arrays keep their padding, as in buffers.
  @Test func arraysOfVectorsAreNotPacked() throws {
    let stage = try Stage()
    let corners: [SIMD3<Float>] = [[-1, -1, 0], [3, -1, 0], [-1, 3, 0]]
    var state = FixedState()
    state.color = [0, 1, 0, 1]
    for shading in [ShadeModel.smooth, .flat] {
      stage.gl.clear()
      state.shadeModel = shading
      let mesh = try Mesh(stage.gl, positions: VertexData(corners, components: 3))
      try stage.pipeline.draw(.triangles, mesh, with: state)
      #expect(try stage.middle() == [0, 255, 0, 255])
    }
    let error = #expect(throws: FixedPipelineError.self) {
      try Mesh(stage.gl, positions: VertexData([-1.0, -1, 3, -1, -1, 3], components: 2))
    }
    #expect(error?.description == "no attribute can read a buffer of Double; use Float")
  }

  @Test func colorsOfBytesAreWarnings() throws {
    let stage = try Stage()
    var warnings: [String] = []
    stage.gl.onWarning = { warnings.append($0) }
    let mesh = try Mesh(stage.gl, Shape.plane())
    func draw(_ change: (inout FixedState) -> Void) throws -> [String] {
      warnings = []
      var state = FixedState()
      change(&state)
      try stage.pipeline.draw(.triangles, mesh, with: state)
      return warnings.map {
        $0.replacing("fixed pipeline: ", with: "").replacing(
          " has a component of 128, and 1 is the brightest; divide by 255", with: "")
      }
    }
    func light(_ change: (inout FixedState) -> Void) throws -> [String] {
      try draw {
        $0.isLightingEnabled = true
        $0.lights[0].isEnabled = true
        change(&$0)
      }
    }
    let color = SIMD4<Float>(128, 0, 0.5, 1)
    #expect(try draw { $0.color = color } == ["color"])
    #expect(try draw { $0.fog = Fog(color: color) } == ["fog.color"])
    #expect(
      try draw { $0.alphaTest = AlphaTest(.lessOrEqual, reference: 128) } == ["alphaTest.reference"]
    )
    #expect(try light { $0.material.diffuse = color } == ["material.diffuse"])
    #expect(try light { $0.lightModel.ambient = color } == ["lightModel.ambient"])
    #expect(try light { $0.lights[0].light.diffuse = color } == ["lights[0].light.diffuse"])
    // Bright lights, near or far, and colors that are not used.
    #expect(try light { $0.lights[0].light.diffuse = [3, 2, 2, 1] } == [])
    #expect(
      try light {
        $0.lights[0].light.diffuse = color
        $0.lights[0].light.attenuation = [0, 0, 1]
      } == [])
    #expect(try draw { $0.material.diffuse = color } == [])
    warnings = []
    _ = try stage.square(colors: [UInt8](repeating: 255, count: 16))
    #expect(warnings == [])
    let floats = VertexData([Float](repeating: 255, count: 16), components: 4)
    _ = try Mesh(stage.gl, positions: floats, colors: floats)
    #expect(
      warnings == [
        "the colors of a mesh have a component of 255, and floats are 0…1; divide by 255, or give "
          + "[UInt8] and component: .unsignedByte"
      ])
  }

  @Test func numbersWithoutALimitAreWarnings() throws {
    let stage = try Stage()
    var warnings: [String] = []
    stage.gl.onWarning = { warnings.append($0) }
    let mesh = try Mesh(stage.gl, Shape.plane())
    var state = FixedState()
    let limit = stage.gl.limits.pointSize.upperBound
    state.points.size = limit + 1
    try stage.pipeline.draw(.triangles, mesh, with: state)
    #expect(warnings == [])
    try stage.pipeline.draw(.points, mesh, with: state)
    #expect(
      warnings == [
        "fixed pipeline: points.size is \(limit + 1), and this driver's largest point has "
          + "\(limit); draw quads instead"
      ])
    warnings = []
    state = FixedState()
    state.points.attenuation = .zero
    try stage.pipeline.draw(.points, mesh, with: state)
    #expect(
      warnings == [
        "fixed pipeline: points are divided by an attenuation of 0; set points.attenuation to "
          + "[1, 0, 0] for none"
      ])
    warnings = []
    state = FixedState()
    state.isLightingEnabled = true
    state.lights[0].isEnabled = true
    state.lights[0].light.attenuation = .zero
    try stage.pipeline.draw(.triangles, mesh, with: state)
    #expect(warnings == [])
    state.lights[0].light.position = [0, 0, 1, 1]
    try stage.pipeline.draw(.triangles, mesh, with: state)
    #expect(
      warnings == [
        "fixed pipeline: lights[0] is divided by an attenuation of 0; set its attenuation to "
          + "[1, 0, 0] for none"
      ])
  }

  /// What was prepared and is off is a warning, unless an earlier draw has used it.
  @Test func partsThatAreOffAreWarnings() throws {
    let stage = try Stage()
    let mesh = try Mesh(stage.gl, Shape.plane())
    let colored = try stage.square(colors: Self.red + Self.red + Self.red + Self.red)
    var warnings: [String] = []
    stage.gl.onWarning = { warnings.append($0) }
    func draw(_ state: FixedState, _ mesh: Mesh) throws -> [String] {
      warnings = []
      for _ in 0..<2 { try stage.pipeline.draw(.triangles, mesh, with: state) }
      return warnings
    }
    var state = FixedState()
    state.lights[2].isEnabled = true
    state.units[1].texture = try Texture(stage.gl, Image(width: 1, height: 1))
    #expect(
      try draw(state, mesh) == [
        "fixed pipeline: lights[2] is enabled, but nothing was drawn with lighting so far; set "
          + "isLightingEnabled = true",
        "fixed pipeline: units[1] has a texture, but nothing was drawn with it so far; set "
          + "units[1].isEnabled = true",
      ])
    // One texel of black, for a mesh without its coordinates.
    state.units[1].coordinate = SIMD4(0.5, 0.5, 0, 1)
    state.isLightingEnabled = true
    state.units[1].isEnabled = true
    // All lights but the first are black in ES 1.1.
    #expect(
      try draw(state, mesh) == [
        "fixed pipeline: lights[2] is enabled, but black; set its diffuse color"
      ])
    state.setLight(Light(diffuse: .one, position: .zero), at: 2)
    #expect(try draw(state, mesh).first?.contains("neither a place nor a direction") == true)
    state.setLight(Light(diffuse: .one), at: 2)
    #expect(try draw(state, mesh) == [])

    // A pipeline that has used them knows that they are off on purpose.
    let gl = stage.gl
    let pipeline = FixedPipeline(gl)
    try pipeline.draw(.triangles, mesh, with: state)
    state.isLightingEnabled = false
    state.units[1].isEnabled = false
    var other: [String] = []
    gl.onWarning = { other.append($0) }
    state.lights[0].isEnabled = true
    try pipeline.draw(.triangles, mesh, with: state)
    #expect(other == [])
    gl.onWarning = { warnings.append($0) }

    var lit = FixedState()
    lit.isLightingEnabled = true
    lit.setLight(Light(diffuse: .one), at: 0)
    lit.lights[0].isEnabled = true
    lit.material.specular = .one
    let dull = try draw(lit, mesh)
    #expect(dull.count == 1 && dull.first?.contains("no light has") == true)
    lit.lights[0].light.specular = .one
    #expect(try draw(lit, mesh) == [])
    // The color of another state is none of this one's.
    var plain = FixedState()
    plain.color = SIMD4(1, 0, 0, 1)
    try pipeline.draw(.triangles, mesh, with: plain)
    gl.onWarning = { other.append($0) }
    try pipeline.draw(.triangles, mesh, with: lit)
    #expect(other == [])
    gl.onWarning = { warnings.append($0) }
    lit.lights[0].light.spotCutoffDegrees = 30
    lit.lights[0].light.spotDirection = .zero
    #expect(try draw(lit, mesh).first?.contains("is a spot without a direction") == true)
    lit.lights[0].light.spotDirection = SIMD3(0, 0, -1)
    lit.modelview.load(.perspective(verticalFieldOfView: 1, aspectRatio: 1, near: 1, far: 9))
    #expect(try draw(lit, mesh).first?.contains("exchange them") == true)
    lit.modelview.loadIdentity()
    lit.color = SIMD4(1, 0, 0, 1)
    #expect(try draw(lit, mesh).first?.contains("so state.color has no effect") == true)
    lit.normal = SIMD3(0, 1, 0)
    #expect(try draw(lit, colored).first?.contains("so the colors of the mesh have no") == true)
    lit.isColorMaterialEnabled = true
    #expect(try draw(lit, colored) == [] && draw(lit, mesh) == [])
  }

  /// Indices that don't exist don't stop the program: draws with the state throw.
  @Test func indicesAndCountsThatAreNoneAreErrors() throws {
    let stage = try Stage()
    let mesh = try stage.square()
    func fault(_ change: (inout FixedState) -> Void) -> String? {
      var state = FixedState()
      change(&state)
      _ = stage.pipeline.explain(.triangleStrip, mesh, with: state)
      do {
        for _ in 0..<2 { try stage.pipeline.draw(.triangleStrip, mesh, with: state) }
        return nil
      } catch { return "\(error)" }
    }
    let start = "which ES 1.1 does not allow; use"
    for index in [-1, 8] {
      #expect(
        fault { $0.setLight(.light0, at: index) }
          == "the index of a light is \(index), \(start) 0…7")
      #expect(
        fault { $0.setLight(position: .one, at: index) }
          == "the index of a light is \(index), \(start) 0…7")
    }
    #expect(
      fault { $0.setClipPlane([0, 1, 0, 0], at: 6) }
        == "the index of a clip plane is 6, \(start) 0…5")
    #expect(fault { $0.setClipPlane([0, 1, 0, 0], at: 5) } == nil)
    #expect(
      fault { $0.lights[8].isEnabled = true } == "the index of a light is 8, \(start) 0…7")
    #expect(
      fault { $0.units[-1].isEnabled = true }
        == "the index of a texture unit is -1, \(start) 0…3")
    #expect(fault { $0.units[3].isEnabled = true } == nil)
    #expect(
      fault { $0.clipPlanes[6] = [0, 1, 0, 0] }
        == "the index of a clip plane is 6, \(start) 0…5")
    let state = FixedState()
    #expect(state.units[9].coordinate == [0, 0, 0, 1] && !state.lights[.min].isEnabled)
    #expect(state.clipPlanes[.max] == nil)
    #expect(state.lights[8].light == Light() && state.lights.count == 8)
    for range in [-1..<2, 1..<5, 0..<Int.max] {
      for shading in [ShadeModel.smooth, .flat] {
        var state = FixedState()
        state.shadeModel = shading
        #expect(throws: FixedPipelineError.self) {
          try stage.pipeline.draw(.triangleStrip, stage.square(), range: range, with: state)
        }
      }
    }
    for (stride, offset) in [(-12, 0), (0, -4), (.min, .min)] {
      let data = VertexData([0, 0, 0] as [Float], components: 3, stride: stride, offset: offset)
      let error = #expect(throws: FixedPipelineError.self) {
        try Mesh(stage.gl, positions: data)
      }
      #expect(
        error?.description
          == "the position array has a negative stride or offset; use 0 or more")
    }
  }

  /// A mesh that outlives many pipelines keeps few of their programs.
  @Test func aMeshKeepsFewPrograms() throws {
    final class Kept { weak var program: Program? }
    let stage = try Stage()
    let mesh = try stage.square()
    var programs: [Kept] = []
    for _ in 0..<40 {
      let pipeline = FixedPipeline(stage.gl)
      try pipeline.draw(.triangleStrip, mesh, with: FixedState())
      let kept = Kept()
      kept.program = try pipeline.program(for: .triangleStrip, mesh, with: FixedState())
      programs.append(kept)
    }
    #expect(programs.count { $0.program != nil } <= 17)
  }

  @Test func aCachedStateCostsTheDrawAlone() throws {
    let stage = try Stage()
    let mesh = try stage.square()
    var state = FixedState()
    state.isLightingEnabled = true
    state.lights[0].isEnabled = true
    state.fog = Fog()
    state.units[0].isEnabled = true
    state.units[0].texture = try Texture(stage.gl, width: 2, height: 2)
    stage.gl.checksDraws = false
    // Swift makes the descriptions of generic types when they are first used.
    try stage.pipeline.draw(.triangleStrip, mesh, with: state)
    state.material.diffuse = SIMD4(0.25, 0.25, 0.25, 1)
    try stage.pipeline.draw(.triangleStrip, mesh, with: state)
    gl_call_reset()
    try stage.pipeline.draw(.triangleStrip, mesh, with: state)
    #expect(gl_call_allocations() == 0)
    #expect(Self.calls == ["glDrawArrays"])

    gl_call_reset()
    state.material.diffuse = SIMD4(0.5, 0.5, 0.5, 1)
    try stage.pipeline.draw(.triangleStrip, mesh, with: state)
    #expect(gl_call_allocations() == 0)
    #expect(Self.calls == ["glUniform3fv", "glDrawArrays"], "one color changed")

    gl_call_reset()
    state.modelview.translate(by: SIMD3(0, 0, -1))
    try stage.pipeline.draw(.triangleStrip, mesh, with: state)
    #expect(gl_call_allocations() == 0)
    // The modelview and its product with the projection; the normal matrix is the same.
    #expect(Self.calls == ["glUniformMatrix4fv", "glUniformMatrix4fv", "glDrawArrays"])
    #expect(stage.pipeline.programCount == 1)
  }

  @Test func aBindingThatOthersMovedIsFoundAgain() throws {
    let stage = try Stage()
    let mesh = try stage.square()
    let textures = try [Self.red, Self.blue].map { color in
      try Texture(
        stage.gl,
        Image(width: 1, height: 1, filledWith: SIMD4(color[0], color[1], color[2], color[3])))
    }
    var states = [FixedState(), FixedState()]
    for index in 0..<2 {
      states[index].units[0].isEnabled = true
      states[index].units[0].texture = textures[index]
    }
    for round in 0..<4 {
      try stage.pipeline.draw(.triangleStrip, mesh, with: states[round % 2])
      #expect(try stage.middle().x == (round % 2 == 0 ? 255 : 0))
    }
    let copy = states[0]
    states[0].color = SIMD4(0.2, 1, 1, 1)
    try stage.pipeline.draw(.triangleStrip, mesh, with: states[0])
    #expect(try stage.middle().x == 51)
    try stage.pipeline.draw(.triangleStrip, mesh, with: copy)
    #expect(try stage.middle().x == 255, "a copy keeps what it was copied from")
  }

  /// ES 1.1, 2.12.1: colors are clamped before they are interpolated.
  @Test func brightColorsAreClampedAtTheVertices() throws {
    let stage = try Stage()
    let mesh = try Mesh(
      stage.gl, positions: VertexData([-1, -1, 1, -1, -1, 1, 1, 1] as [Float], components: 2),
      colors: VertexData(
        [2, 0, 0, 1, -1, 1, 0, 1, 2, 0, 0, 1, -1, 1, 0, 1] as [Float], components: 4))
    try stage.pipeline.draw(.triangleStrip, mesh, with: FixedState())
    // The center of the ninth of 16 pixels.
    let middle = try stage.middle()
    #expect(abs(Int(middle.x) - 120) <= 1 && abs(Int(middle.y) - 135) <= 1, "\(middle)")
  }

  static var calls: [String] {
    (0..<gl_call_count()).compactMap { gl_call_name($0).map { String(cString: $0) } }
  }

  @Test func stateThatDoesNotMatterMakesNoProgram() throws {
    let stage = try Stage()
    let mesh = try stage.square()
    var state = FixedState()
    try stage.pipeline.draw(.triangleStrip, mesh, with: state)
    state.material.shininess = 5
    state.lights[3].isEnabled = true
    state.lightModel.isTwoSided = true
    state.units[2].environment = .combine(Combine())
    state.points.isSmooth = true
    state.alphaTest = AlphaTest(.always, reference: 0.5)
    state.normalScaling = .normalize
    try stage.pipeline.draw(.triangleStrip, mesh, with: state)
    #expect(stage.pipeline.programCount == 1)
    state.fog = Fog()
    try stage.pipeline.draw(.triangleStrip, mesh, with: state)
    #expect(stage.pipeline.programCount == 2)
  }

  /// Where ES 1.1 divides by zero, fog begins and ends at one distance.
  @Test(arguments: [(0.4, false), (0.49, false), (0.51, true), (0.6, true)] as [(Float, Bool)])
  func fogThatStartsWhereItEnds(distance: Float, isFoggy: Bool) throws {
    let stage = try Stage()
    let mesh = try stage.square()
    var state = FixedState()
    state.fog = Fog(mode: .linear, start: 0.5, end: 0.5, color: [0, 0, 1, 1])
    state.modelview.translate(by: [0, 0, -distance])
    try stage.pipeline.draw(.triangleStrip, mesh, with: state)
    #expect(try stage.middle() == (isFoggy ? [0, 0, 255, 255] : [255, 255, 255, 255]))
  }

  @Test func flatTakesTheLastVertex() throws {
    let stage = try Stage()
    let mesh = try stage.square(colors: Self.red + Self.red + Self.blue + Self.blue)
    var state = FixedState()
    state.shadeModel = .flat
    try stage.pipeline.draw(.triangleStrip, mesh, with: state)
    let image = try stage.target.readImage()
    #expect(image[1, 14] == SIMD4(0, 0, 255, 255) && image[14, 1] == SIMD4(0, 0, 255, 255))
    let buffer = try Buffer(stage.gl, [-1, -1, 1, -1, -1, 1, 1, 1] as [Float])
    let stored = try Mesh(stage.gl, positions: VertexData(buffer, components: 2))
    #expect(throws: FixedPipelineError.self) {
      try stage.pipeline.draw(.triangleStrip, stored, with: state)
    }
  }

  @Test(arguments: LogicOp.allCases) func logicOpsAreExactOrRefused(_ op: LogicOp) throws {
    let stage = try Stage()
    stage.gl.clear(color: SIMD4(0.2, 0.4, 0.6, 0.8))
    let old = SIMD4<UInt8>(51, 102, 153, 204)
    let mesh = try stage.square()
    var state = FixedState()
    let source = SIMD4<UInt8>(10, 20, 30, 40)
    state.color = SIMD4<Float>(source) / 255
    state.logicOp = op
    guard op.isExact else {
      #expect(throws: FixedPipelineError.self) {
        try stage.pipeline.draw(.triangleStrip, mesh, with: state)
      }
      #expect(try stage.middle() == old)
      return
    }
    try stage.pipeline.draw(.triangleStrip, mesh, with: state)
    let expected: SIMD4<UInt8> =
      switch op {
      case .clear: .zero
      case .copy: source
      case .noop: old
      case .set: SIMD4(repeating: 255)
      case .copyInverted: ~source
      default: ~old
      }
    #expect(try stage.middle() == expected)
  }

  @Test func aFragmentStageOfOnesOwnJoinsTheGeneratedVertexStage() throws {
    let stage = try Stage()
    let mesh = try stage.square(colors: Self.red + Self.red + Self.red + Self.red)
    var state = FixedState()
    state.replacement = StageReplacement(
      fragment: """
        precision mediump float;
        varying vec4 v_color;
        uniform float u_tint;
        void main() { gl_FragColor = vec4(v_color.bgr * u_tint, 1.0); }
        """)
    try stage.pipeline.program(for: .triangleStrip, mesh, with: state).set("u_tint", to: 1 as Float)
    try stage.pipeline.draw(.triangleStrip, mesh, with: state)
    #expect(try stage.middle() == SIMD4(0, 0, 255, 255))
    let lines = stage.pipeline.explain(.triangleStrip, mesh, with: state)
    #expect(lines.fragment.allSatisfy { $0.topic == .replacement })
    #expect(lines.vertex.contains { $0.code == "varying vec4 v_color;" })
  }

  @Test func lightByFragmentFindsTheHighlightBetweenVertices() throws {
    let stage = try Stage()
    let mesh = try Mesh(
      stage.gl, positions: VertexData([-1, -1, 1, -1, -1, 1, 1, 1] as [Float], components: 2))
    var state = FixedState()
    state.isLightingEnabled = true
    state.material = Material(
      ambient: .zero, diffuse: SIMD4(0, 0, 0, 1), specular: SIMD4(repeating: 1), shininess: 60)
    state.lights[0].isEnabled = true
    state.lights[0].light = Light(
      specular: SIMD4(repeating: 1), position: SIMD4(0, 0, 0.5, 1))
    try stage.pipeline.draw(.triangleStrip, mesh, with: state)
    let byVertex = try stage.middle().x
    state.lightingStage = .fragment
    try stage.pipeline.draw(.triangleStrip, mesh, with: state)
    #expect(byVertex < 20)
    #expect(try stage.middle().x > 200)
  }

  @Test func reflectionsShowTheFaceTheyLookAt() throws {
    let stage = try Stage()
    let colors: [SIMD4<UInt8>] = (0..<6).map { SIMD4(UInt8($0 * 40), 255, 0, 255) }
    let cube = try Texture(
      stage.gl, cube: colors.map { Image(width: 2, height: 2, filledWith: $0) })
    let mesh = try stage.square()
    var state = FixedState()
    state.modelview.translate(by: SIMD3(0, 0, -0.5))
    state.reflection = ReflectionMap(cube, mode: .replace)
    try stage.pipeline.draw(.triangleStrip, mesh, with: state)
    // The eye looks along −z at a mirror that faces it, and so sees what is behind it, at +z.
    #expect(try stage.middle() == colors[4])
    state.reflection?.matrix = .rotationY(.pi)
    try stage.pipeline.draw(.triangleStrip, mesh, with: state)
    #expect(try stage.middle() == colors[5])
  }

  @Test func alphaIsComparedInWhole255ths() throws {
    let stage = try Stage()
    let mesh = try stage.square()
    var state = FixedState()
    // 127.6/255 and the reference of 0.5, which is 127.5/255, both stand for 128.
    state.color = SIMD4(1, 1, 1, 127.6 / 255)
    state.alphaTest = AlphaTest(.equal, reference: 0.5)
    try stage.pipeline.draw(.triangleStrip, mesh, with: state)
    #expect(try stage.middle().x == 255)
    stage.gl.clear(color: SIMD4(0, 0, 0, 1))
    state.alphaTest = AlphaTest(.less, reference: 0.5)
    try stage.pipeline.draw(.triangleStrip, mesh, with: state)
    #expect(try stage.middle().x == 0)
  }

  @Test func explanationsCompileAndNameTheirCauses() throws {
    let stage = try Stage()
    let mesh = try stage.square()
    var state = FixedState()
    state.isLightingEnabled = true
    state.lights[2].isEnabled = true
    state.fog = Fog(mode: .linear)
    state.alphaTest = AlphaTest(.greater, reference: 0.5)
    let explanation = stage.pipeline.explain(.triangleStrip, mesh, with: state)
    let text = explanation.description
    for cause in ["GL_LIGHT2", "GL_FOG", "glAlphaFunc greater", "[alpha test]", "[lighting]"] {
      #expect(text.contains(cause))
    }
    let stages = text.split(separator: "// fragment stage", maxSplits: 1)
    _ = try Program(stage.gl, vertex: String(stages[0]), fragment: String(stages[1]))
  }

  @Test func valuesOutsideTheirRangeAreRefused() throws {
    let stage = try Stage()
    let mesh = try stage.square()
    func refuses(_ mode: Primitive = .triangleStrip, _ change: (inout FixedState) -> Void) -> Bool {
      var state = FixedState()
      state.isLightingEnabled = true
      state.lights[0].isEnabled = true
      change(&state)
      do {
        try stage.pipeline.draw(mode, mesh, with: state)
        return false
      } catch { return !error.description.isEmpty }
    }
    #expect(!refuses { $0.material.shininess = 128 })
    #expect(refuses { $0.material.shininess = 129 })
    #expect(refuses { $0.material.shininess = .nan })
    #expect(refuses { $0.lights[0].light.spotCutoffDegrees = 91 })
    #expect(refuses { $0.lights[0].light.spotExponent = -1 })
    #expect(refuses { $0.lights[0].light.attenuation.y = -1 })
    #expect(refuses { $0.fog = Fog(density: -1) })
    #expect(refuses(.points) { $0.points.size = 0 })
    #expect(refuses(.lines) { $0.isLineSmooth = true })
    #expect(!refuses(.triangleStrip) { $0.isLineSmooth = true })
  }

  @Test func whatExceedsTheLimitsIsRefused() throws {
    let stage = try Stage()
    let mesh = try stage.square()
    func refusal(_ change: (inout FixedState) -> Void) -> String? {
      var state = FixedState()
      change(&state)
      do throws(FixedPipelineError) {
        try FixedPipeline(stage.gl, limits: .guaranteed).draw(.triangleStrip, mesh, with: state)
        return nil
      } catch {
        guard case .exceedsLimit(let what, let needed, let available) = error else {
          return "\(error)"
        }
        return "\(what) \(needed) \(available)"
      }
    }
    func light(_ state: inout FixedState, _ count: Int) {
      state.isLightingEnabled = true
      for index in 0..<count { state.lights[index].isEnabled = true }
    }
    // Eight lights by vertex fit into what ES 2.0 guarantees; by fragment two do not.
    #expect(refusal { light(&$0, 8) } == nil)
    #expect(
      refusal {
        light(&$0, 8)
        $0.lightingStage = .fragment
      } == "fragment uniform vectors 26 16")
    let texture = try Texture(stage.gl, Image(width: 1, height: 1))
    let cube = try Texture(
      stage.gl, cube: [Image](repeating: Image(width: 1, height: 1), count: 6))
    #expect(
      refusal { state in
        light(&state, 1)
        state.lightModel.isTwoSided = true
        state.fog = Fog()
        for unit in 0..<4 {
          state.units[unit].isEnabled = true
          state.units[unit].texture = texture
          state.units[unit].coordinate.w = 2
        }
        for plane in 0..<6 { state.setClipPlane(SIMD4(0, 0, 0, 1), at: plane) }
        state.reflection = ReflectionMap(cube)
      } == "varying vectors 10 8")
    #expect(stage.pipeline.programCount == 0)
  }

  @Test func arraysThatES1DoesNotTakeAreRefused() throws {
    let stage = try Stage()
    let good = VertexData([0, 0, 0] as [Float], components: 3)
    let pair = VertexData([0, 0] as [Float], components: 2)
    let bytes = VertexData([0, 0, 0, 0] as [UInt8], component: .unsignedByte, components: 4)
    #expect(throws: FixedPipelineError.self) { try Mesh(stage.gl, positions: bytes) }
    #expect(throws: FixedPipelineError.self) {
      try Mesh(stage.gl, positions: good, normals: pair)
    }
    #expect(throws: FixedPipelineError.self) { try Mesh(stage.gl, positions: good, colors: good) }
    #expect(throws: FixedPipelineError.self) {
      try Mesh(stage.gl, positions: good, coordinates: [nil, nil, nil, nil, pair])
    }
  }
}
