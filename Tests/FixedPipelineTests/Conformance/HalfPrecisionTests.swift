import ES1
import FixedPipeline
import GLES
import GLMath
import Imaging
import Offscreen
import TestSupport
import Testing

/// Generated programs, and the sky, in emulated half precision.
@Suite(.serialized) struct HalfPrecisionTests {
  private static let size = 48

  @Test(.long) func randomScenesLoseNoPixel() throws {
    func picture(_ scene: Scene) throws -> Image {
      let offscreen = try OffscreenContext()
      let drawing = try OurDrawing(offscreen.gl, size: Self.size)
      return Image(width: Self.size, height: Self.size, pixels: try drawing.draw(scene))
    }
    for seed in Sweep(sample: 60, full: 1000).numbers {
      var generator = RandomScene(seed: UInt64(seed))
      let scene = generator.next()
      let half = try withHalfPrecision { try picture(scene) }
      let lost = lostPixels(half, from: try picture(scene))
      #expect(lost.isEmpty, "seed \(seed): \(lost.count) pixels of \(scene.mode), \(lost[0])")
    }
  }

  /// Draws a square in a state, and compares.
  private func compare(
    _ shape: Primitive = .triangleStrip,
    _ change: (inout FixedState, _ stage: Stage) throws -> Void
  ) throws {
    func picture() throws -> Image {
      let stage = try Stage()
      var state = FixedState()
      try change(&state, stage)
      try stage.pipeline.draw(shape, try stage.square(), with: state)
      return try stage.target.readImage()
    }
    let lost = lostPixels(try withHalfPrecision { try picture() }, from: try picture())
    #expect(lost.isEmpty, "\(lost.count) pixels, \(lost.first ?? "")")
  }

  /// Places the square at a distance from the eye so that it fills the target.
  private func place(_ state: inout FixedState, _ distance: Float) {
    state.projection.load(
      .perspective(
        verticalFieldOfView: .pi / 2, aspectRatio: 1, near: distance / 2, far: 2 * distance))
    state.modelview.translate(by: [0, 0, -distance])
    state.modelview.scale(by: SIMD3(repeating: distance))
  }

  /// Half precision has neither the squares of these distances nor the normals' lengths.
  @Test(arguments: [0.001, 1, 400, 20_000] as [Float])
  func lightsAtAllDistancesLoseNoPixel(distance: Float) throws {
    // A factor below 6e-5 is 0.
    let attenuations = [[1, 0, 0], [0.5, 0.5 / distance, 0]] as [SIMD3<Float>]
    for attenuation in distance > 8192 ? [attenuations[0]] : attenuations {
      try compare { state, _ in
        state.setLight(
          Light(
            diffuse: [1, 1, 1, 1], position: [0, 0, distance / 2, 1], attenuation: attenuation),
          at: 0)
        place(&state, distance)
        state.isLightingEnabled = true
        state.lights[0].isEnabled = true
        state.lightingStage = .fragment
      }
    }
  }

  @Test(arguments: [0.001, 1, 400, 20_000] as [Float])
  func reflectionsAtAllDistancesLoseNoPixel(distance: Float) throws {
    try compare { state, stage in
      place(&state, distance)
      let faces = (0..<6).map { face in
        Image(width: 4, height: 4, filledWith: SIMD4(UInt8(100 + 25 * face), 200, 150, 255))
      }
      state.reflection = ReflectionMap(try Texture(stage.gl, cube: faces), mode: .replace)
    }
  }

  @Test(arguments: [0.001, 1, 400, 20_000] as [Float])
  func fogAtAllDistancesLosesNoPixel(distance: Float) throws {
    let color: SIMD4<Float> = [0.2, 0.4, 1, 1]
    for fog in [
      Fog(mode: .linear, start: 0, end: 4 * distance, color: color),
      Fog(mode: .linear, start: distance, end: distance, color: color),
      Fog(mode: .exponential, density: 0.5 / distance, color: color),
      Fog(mode: .exponentialSquared, density: 0.5 / distance, color: color),
    ] {
      try compare { state, _ in
        place(&state, distance)
        state.fog = fog
      }
    }
  }

  @Test(arguments: [3, 40, 250, 800] as [Float]) func smoothPointsLoseNoPixel(size: Float) throws {
    try compare(.points) { state, _ in
      state.points.size = size
      state.points.isSmooth = true
    }
  }

  @Test func theSkyLosesNoPixel() throws {
    func picture() throws -> Image {
      let stage = try Stage()
      let faces = (0..<6).map { face in
        Image(width: 64, height: 64, filledWith: SIMD4(UInt8(100 + 25 * face), 200, 150, 255))
      }
      var state = FixedState()
      state.projection.load(
        .perspective(verticalFieldOfView: .pi / 2, aspectRatio: 1, near: 1, far: 2))
      state.modelview.rotate(by: 0.7, about: [0.3, 1, 0.2])
      try stage.pipeline.draw(Skybox(try Texture(stage.gl, cube: faces)), with: state)
      return try stage.target.readImage()
    }
    let lost = lostPixels(try withHalfPrecision { try picture() }, from: try picture())
    #expect(lost.isEmpty, "\(lost.count) pixels, \(lost.first ?? "")")
  }
}
