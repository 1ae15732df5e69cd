import FixedPipeline
import GLES
import GLMath
import TestSupport
import Testing

/// The lighting equation in Swift (`Material.color`) and in GLSL
/// (`shaders/lighting/lighting.glsl`).
@Suite struct LightingTwinTests {
  @Test func bothGiveTheSameColor() throws {
    let stage = try Stage()
    var random = SeededGenerator(seed: 11)
    func float(_ low: Float, _ high: Float) -> Float { .random(in: low...high, using: &random) }
    func vector(_ low: Float, _ high: Float) -> SIMD3<Float> {
      SIMD3(float(low, high), float(low, high), float(low, high))
    }
    for _ in 0..<100 {
      // One large point at the origin shows the color of one vertex.
      let normal = vector(-1, 1).normalized
      let mesh = try Mesh(
        stage.gl, positions: VertexData([0, 0, 0] as [Float], components: 3),
        normals: VertexData([normal.x, normal.y, normal.z], components: 3))
      var state = FixedState()
      state.points.size = 8
      state.isLightingEnabled = true
      state.material = Material(
        ambient: SIMD4(vector(0, 1), w: 1), diffuse: SIMD4(vector(0, 1), w: float(0, 1)),
        specular: SIMD4(vector(0, 1), w: 1), shininess: float(0, 30))
      for index in 0..<3 {
        state.lights[index].isEnabled = true
        state.lights[index].light = Light(
          ambient: SIMD4(vector(0, 0.2), w: 1), diffuse: SIMD4(vector(0, 1), w: 1),
          specular: SIMD4(vector(0, 1), w: 1), position: SIMD4(vector(-3, 3), w: Float(index % 2)),
          spotDirection: vector(-1, 1), spotExponent: float(0, 5),
          spotCutoffDegrees: index == 2 ? 80 : 180, attenuation: SIMD3(1, float(0, 0.3), 0))
      }
      try stage.pipeline.draw(.points, mesh, with: state)
      let expected = state.material.color(
        at: .zero, normal: normal, lights: state.lights.prefix(3).map(\.light),
        model: state.lightModel)
      let drawn = SIMD4<Float>(try stage.middle())
      #expect((drawn - expected * 255).lengthSquared < 3, "\(drawn) for \(expected * 255)")
    }
  }
}
