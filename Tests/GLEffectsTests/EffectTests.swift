import GLCallCounter
import GLEffects
import GLMath
import Imaging
import Offscreen
import TestSupport
import Testing

/// Effects against references in double precision, and in emulated half precision.
@Suite(.serialized) struct EffectTests {
  /// An effect, by what makes it in a context with a layer.
  struct Case: CustomTestStringConvertible, Sendable {
    var testDescription: String
    let effect: @Sendable (_ layer: Texture) -> TextureEffect

    init(_ name: String, _ effect: @escaping @Sendable (_ layer: Texture) -> TextureEffect) {
      (testDescription, self.effect) = (name, effect)
    }
  }

  static let cases: [Case] =
    [0, 0.4, 1.3, 5, 15].map { deviation in
      Case("blur \(deviation)") { _ in .blur(deviation: deviation) }
    } + [
      Case("bloom") { _ in .bloom(threshold: 0.6, deviation: 3, strength: 0.8) },
      Case("bloom of all") { _ in .bloom(threshold: 0, deviation: 1, strength: 0.5) },
      Case("saturation") { _ in .colorMatrix(saturation(1.6)) },
      Case("inversion") { _ in
        .colorMatrix(Matrix4(diagonal: [-1, -1, -1, 1]), offset: [1, 1, 1, 0])
      },
      Case("half alpha") { _ in .colorMatrix(Matrix4(diagonal: [1, 1, 1, 0.5])) },
      Case("contrast") { _ in .toneCurve([[0, 0], [0.25, 0.15], [0.75, 0.85], [1, 1]]) },
      Case("level curve") { _ in .toneCurve([[0.5, 0.3]]) },
      Case("peak") { _ in .toneCurve([[0.1, 0.2], [0.5, 0.9], [0.8, 0.1]]) },
      Case("edges") { _ in .edges() },
      Case("strong edges") { _ in .edges(strength: 2.5) },
      Case("unsharp mask") { _ in .unsharpMask(deviation: 2, amount: 0.8) },
      Case("chroma key") { _ in .chromaKey([0.1, 0.8, 0.2], tolerance: 0.2, softness: 0.15) },
    ]
    + TextureEffect.BlendMode.allCases.map { mode in Case("\(mode)") { .blend($0, mode) } }

  private static func saturation(_ amount: Float) -> Matrix4 {
    let luma = SIMD4<Float>(0.2126, 0.7152, 0.0722, 0) * (1 - amount)
    return Matrix4(
      rows: luma + [amount, 0, 0, 0], luma + [0, amount, 0, 0], luma + [0, 0, amount, 0],
      [0, 0, 0, 1])
  }

  /// Noise, and soft colors with all alphas in between.
  private static let pictures: [Image] = {
    var soft = Image(width: 43, height: 33)
    for y in 0..<33 {
      for x in 0..<43 {
        let alpha = min(6 * x, 255)
        soft[x, y] = SIMD4(
          UInt8(alpha * x / 43), UInt8(alpha * y / 33),
          UInt8(alpha * (x + y) % 256 * alpha / 65536),
          UInt8(alpha))
      }
    }
    return [
      randomImage(43, 33, isOpaque: true, seed: 3), randomImage(43, 33, isOpaque: false, seed: 4),
      soft,
    ]
  }()

  private func check(_ test: Case, limit: Double) throws {
    let gl = try OffscreenContext().gl
    let effects = EffectRenderer(gl)
    for (index, picture) in Self.pictures.enumerated() {
      let over = Self.pictures[(index + 1) % 3]
      let effect = test.effect(try Texture(gl, over))
      let reference = EffectReference(picture).applying(effect, layer: EffectReference(over))
      let worst = try effects.image([effect], of: picture).distance(from: reference)
      #expect(worst.bytes <= limit, "picture \(index), \(worst.place)")
    }
  }

  @Test(.long, arguments: cases) func isItsReference(_ test: Case) throws {
    try check(test, limit: 1)
  }

  @Test(.long, arguments: cases) func isItsReferenceInHalfPrecision(_ test: Case) throws {
    try withHalfPrecision { try check(test, limit: 4) }
  }

  /// As wide as half precision finds texels.
  @Test func findsTheTexelsOfWidePicturesInHalfPrecision() throws {
    let picture = randomImage(1000, 12, isOpaque: true, seed: 5)
    try withHalfPrecision {
      let effects = EffectRenderer(try OffscreenContext().gl)
      for effect in [TextureEffect.blur(deviation: 2), .edges()] {
        let reference = EffectReference(picture).applying(effect)
        let worst = try effects.image([effect], of: picture).distance(from: reference)
        #expect(worst.bytes <= 4, "\(effect), \(worst.place)")
      }
    }
  }

  @Test func chainsAreTheirEffectsInOrder() throws {
    let gl = try OffscreenContext().gl
    let effects = EffectRenderer(gl)
    let picture = Self.pictures[0]
    let layer = try Texture(gl, Self.pictures[1])
    let chain: [TextureEffect] = [
      .unsharpMask(deviation: 1, amount: 1), .bloom(threshold: 0.5, deviation: 2),
      .blend(layer, .screen, effects: [.blur(deviation: 2), .edges(strength: 3)]),
      .toneCurve([[0, 0.1], [1, 0.8]]),
    ]
    var expected = picture
    for effect in chain {
      var effect = effect
      if case .blend(_, let mode, let inner) = effect {
        let drawn = try effects.image(inner, of: Self.pictures[1])
        effect = .blend(try Texture(gl, drawn), mode)
      }
      expected = try effects.image([effect], of: expected)
    }
    #expect(try effects.image(chain, of: picture) == expected)
    #expect(try effects.image([], of: picture) == picture)
  }

  /// Drawing again makes no object.
  @Test func targetsAreReused() throws {
    let gl = try OffscreenContext().gl
    let effects = EffectRenderer(gl)
    let texture = try Texture(gl, Self.pictures[0])
    let layer = try Texture(gl, Image(width: 20, height: 20))
    let target = try Framebuffer(gl, width: 43, height: 33)
    let chain: [TextureEffect] = [
      .bloom(threshold: 0.5, deviation: 2), .unsharpMask(deviation: 2, amount: 1),
      .blend(layer, effects: [.bloom(threshold: 0.5, deviation: 1), .edges()]), .edges(),
    ]
    try effects.draw(chain, of: texture, into: target)
    gl_call_reset()
    try effects.draw(chain, of: texture, into: target)
    let names = (0..<64).compactMap { gl_call_name($0).map { String(cString: $0) } }
    #expect(names.contains("glDrawArrays"))
    #expect(!names.contains { $0.hasPrefix("glGen") || $0 == "glTexImage2D" }, "\(names)")
  }

  /// A target may hold the picture or a layer, and the caller's texture keeps its sampling.
  @Test func samplesWhatItDrawsInto() throws {
    let gl = try OffscreenContext().gl
    var warnings: [String] = []
    gl.onWarning = { warnings.append($0) }
    let effects = EffectRenderer(gl)
    let sampling = Texture.Sampling(.linear, mipmaps: .linear, wrap: .repeat)
    let texture = try Texture(gl, Self.pictures[0], sampling: sampling)
    let target = try Framebuffer(gl, color: texture)
    try effects.draw([.edges()], of: texture, into: target)
    let edges = try effects.image([.edges()], of: Self.pictures[0])
    #expect(try target.readImage() == edges)
    #expect(texture.sampling == sampling)
    let picture = try Texture(gl, Self.pictures[1])
    try effects.draw([.blend(texture, .multiply)], of: picture, into: target)
    let layer = try Texture(gl, edges)
    let expected = try effects.image([.blend(layer, .multiply)], of: Self.pictures[1])
    #expect(try target.readImage() == expected)
    #expect(warnings.isEmpty, "\(warnings)")
  }

  /// A target of another size gets the scaled result, and a layer is stretched.
  @Test func scalesToOtherSizes() throws {
    let gl = try OffscreenContext().gl
    let effects = EffectRenderer(gl)
    let half = Image(width: 2, height: 1, pixels: [0, 0, 0, 255, 200, 100, 0, 255])
    let target = try Framebuffer(gl, width: 8, height: 4)
    try effects.draw([.toneCurve([[0, 0.2], [1, 1]])], of: try Texture(gl, half), into: target)
    let image = try target.readImage()
    #expect(image[0, 0] == [51, 51, 51, 255])
    #expect(image[7, 3].x == 211)
    // Halfway between the texels.
    #expect(abs(Int(image[3, 1].x) - 111) <= 1 && abs(Int(image[4, 1].x) - 151) <= 1)
    let white = Image(width: 8, height: 4, filledWith: [255, 255, 255, 255])
    let layer = try Texture(gl, half)
    let blended = try effects.image([.blend(layer)], of: white)
    #expect(abs(Int(blended[3, 1].x) - 75) <= 1 && blended[0, 0] == [0, 0, 0, 255])
  }

  @Test func mistakesAreNamed() throws {
    let gl = try OffscreenContext().gl
    let effects = EffectRenderer(gl)
    let picture = Self.pictures[0]
    for (effect, message) in [
      (TextureEffect.blur(deviation: 16), "the deviation of a blur can't be 16.0; use 0.0 to 15.0"),
      (.blur(deviation: .nan), "the deviation of a blur can't be nan"),
      (.unsharpMask(deviation: -1, amount: 1), "the deviation of a blur can't be -1.0"),
      (.unsharpMask(deviation: 1, amount: .infinity), "the amount of an unsharp mask can't be inf"),
      (.bloom(threshold: 1, deviation: 2), "the threshold of a bloom can't be 1.0"),
      (.bloom(threshold: 0, deviation: 2, strength: -1), "the strength of a bloom can't be -1.0"),
      (.edges(strength: -1), "the strength of edges can't be -1.0"),
      (.chromaKey([0, 1.5, 0]), "the channel of a key can't be 1.5"),
      (.chromaKey([0, 1, 0], tolerance: 2), "the tolerance of a chroma key can't be 2.0"),
      (.chromaKey([0, 1, 0], softness: 0), "the softness of a chroma key can't be 0.0"),
      (
        .colorMatrix(.identity, offset: [0, .infinity, 0, 0]),
        "a color matrix and its offset need finite numbers"
      ), (.colorMatrix(Matrix4(diagonal: [.nan, 1, 1, 1])), "a color matrix and its offset need"),
      (
        .colorMatrix(.identity, offset: [0, 20, 0, 0]),
        "the offset of a color matrix has a component of 20, and colors are 0…1; divide by 255"
      ), (.toneCurve([]), "a tone curve needs at least one point"),
      (.toneCurve([[0.5, 0], [0.5, 1]]), "a tone curve can't have the points (0.5, 0.0), (0.5"),
      (
        .toneCurve([[0, 0], [1, 2]]), "a tone curve can't have the points (0.0, 0.0), (1.0, 2.0)"
      ),
    ] {
      let error = #expect(throws: GLESError.self) { try effects.image([effect], of: picture) }
      #expect(error?.description.hasPrefix(message) == true, "\(error?.description ?? "")")
    }
    let cube = try Texture(
      gl, cube: [Image](repeating: Image(width: 4, height: 4), count: 6))
    let target = try Framebuffer(gl, width: 4, height: 4)
    let error = #expect(throws: GLESError.self) {
      try effects.draw([], of: cube, into: target)
    }
    #expect(error?.description == "uniform 'u_picture' is a sampler2D, not a cube map")
    let other = try OffscreenContext()
    let foreign = try Framebuffer(other.gl, width: 4, height: 4)
    #expect(throws: GLESError.self) {
      try effects.draw([], of: foreign.color, into: foreign)
    }
  }

  /// Each program that is compiled passes our own linter, also for the minimum of ES 2.0.
  @Test func everyProgramFitsTheMinimum() throws {
    let gl = try OffscreenContext().gl
    let layer = try Texture(gl, Self.pictures[1])
    let programs = try ShaderWatch.programs {
      let effects = EffectRenderer(gl)
      for test in Self.cases {
        _ = try effects.image([test.effect(layer)], of: Self.pictures[0])
      }
      _ = try effects.image([], of: Self.pictures[0])
    }
    // Five lengths of blurs, of which three mix the input in; and each other shader.
    #expect(programs.count >= 24, "\(programs.count) programs")
    let findings = try ShaderWatch.findings(in: programs)
    #expect(findings.isEmpty, "\(findings.joined(separator: "\n"))")
  }
}
