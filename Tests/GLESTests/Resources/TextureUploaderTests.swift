import Imaging
import Offscreen
import TestSupport
import Testing

@testable import GLES

@Suite struct TextureUploaderTests {
  private func pixels(_ texture: Texture, _ gl: Context) throws -> Image {
    try Framebuffer(gl, color: texture).readImage()
  }

  /// Whatever the time for each frame, textures have the images' pixels.
  @Test(arguments: [0, 0.00001, 0.001, 100])
  func texturesHaveTheImagesPixels(seconds: Double) throws {
    let offscreen = try OffscreenContext()
    let gl = offscreen.gl
    let images = [(1, 1), (64, 3), (37, 50), (16, 128)].enumerated().map { index, size in
      randomImage(size.0, size.1, isOpaque: false, seed: UInt64(index))
    }
    let uploader = TextureUploader(gl)
    var textures: [Texture] = []
    for image in images {
      uploader.upload(image) { if case .success(let texture) = $0 { textures.append(texture) } }
    }
    #expect(uploader.pendingCount == 4 && textures.isEmpty)
    var calls = 1
    while uploader.advance(for: seconds) { calls += 1 }
    #expect(uploader.pendingCount == 0 && textures.count == 4)
    // Each texture and each row.
    if seconds == 0 { #expect(calls == 4 + 1 + 3 + 50 + 128) }
    if seconds == 100 { #expect(calls == 1) }
    for (texture, image) in zip(textures, images) { #expect(try pixels(texture, gl) == image) }
    #expect(!uploader.advance())
  }

  @Test(arguments: [0, 100]) func mipmapsComeLast(seconds: Double) throws {
    let offscreen = try OffscreenContext()
    let gl = offscreen.gl
    let image = randomImage(64, 64, isOpaque: true, seed: 1)
    let sampling = Texture.Sampling(.linear, mipmaps: .linear)
    let uploader = TextureUploader(gl)
    var texture: Texture?
    uploader.upload(image, sampling: sampling) { texture = try? $0.get() }
    var calls = 1
    while uploader.advance(for: seconds) {
      #expect(texture == nil)
      calls += 1
    }
    // The texture, 64 rows and the mipmaps.
    if seconds == 0 { #expect(calls == 66) }
    let made = try #require(texture)
    #expect(made.sampling == sampling)
    #expect(try pixels(made, gl) == image)
    let expected = try Texture(gl, image, sampling: sampling)
    #expect(try smallest(made, gl) == smallest(expected, gl))
  }

  /// The texture drawn to one pixel, which uses its smallest mipmap.
  private func smallest(_ texture: Texture, _ gl: Context) throws -> Image {
    let target = try Framebuffer(gl, width: 1, height: 1)
    let program = try Program(
      gl,
      vertex: """
        attribute vec2 a_corner;
        varying vec2 v_texel;
        void main() { v_texel = a_corner; gl_Position = vec4(2.0 * a_corner - 1.0, 0.0, 1.0); }
        """,
      fragment: """
        precision mediump float;
        uniform sampler2D u_image;
        varying vec2 v_texel;
        void main() { gl_FragColor = texture2D(u_image, v_texel); }
        """)
    let corners: [SIMD2<Float>] = [[0, 0], [1, 0], [0, 1], [1, 1]]
    let square = try VertexInput(
      program, [VertexAttribute("a_corner", in: Buffer(gl, corners), components: 2)])
    target.bind()
    try program.set("u_image", to: texture)
    try square.draw(.triangleStrip, count: 4)
    return try target.readImage()
  }

  @Test(arguments: [0, 100]) func anImageReplacesAnother(seconds: Double) throws {
    let offscreen = try OffscreenContext()
    let gl = offscreen.gl
    let sampling = Texture.Sampling(.linear, mipmaps: .nearest)
    let texture = try Texture(
      gl, randomImage(32, 16, isOpaque: true, seed: 1), sampling: sampling)
    let image = randomImage(32, 16, isOpaque: true, seed: 2)
    let uploader = TextureUploader(gl)
    var replaced: Texture?
    uploader.upload(image, to: texture) { replaced = try? $0.get() }
    while uploader.advance(for: seconds) {}
    #expect(replaced === texture)
    #expect(try pixels(texture, gl) == image)
    let expected = try Texture(gl, image, sampling: sampling)
    #expect(try smallest(texture, gl) == smallest(expected, gl))
  }

  @Test func anImageOfAnotherSizeReplacesNone() throws {
    let offscreen = try OffscreenContext()
    let gl = offscreen.gl
    let image = randomImage(32, 16, isOpaque: true, seed: 1)
    let texture = try Texture(gl, image)
    let gray = try Texture(gl, width: 8, height: 8, format: .luminance8)
    let uploader = TextureUploader(gl)
    var failures = 0
    for (size, target) in [((31, 16), texture), ((32, 17), texture), ((8, 8), gray)] {
      uploader.upload(Image(width: size.0, height: size.1), to: target) {
        if case .failure(.badPixels) = $0 { failures += 1 }
      }
    }
    while uploader.advance() {}
    #expect(failures == 3)
    #expect(try pixels(texture, gl) == image)
  }

  @Test func anImageThatCannotBeUploadedLeavesTheOthers() throws {
    let offscreen = try OffscreenContext(ignoresExtensions: true)
    let gl = offscreen.gl
    let uploader = TextureUploader(gl)
    var results: [Bool] = []
    let tooWide = Image(width: gl.limits.textureSize + 1, height: 1)
    let odd = Image(width: 3, height: 5)
    for (image, mipmaps) in [
      (odd, nil), (tooWide, nil), (odd, Texture.Sampling.Filter.linear), (odd, nil),
    ] {
      uploader.upload(image, sampling: Texture.Sampling(.linear, mipmaps: mipmaps)) { result in
        if case .success = result { results.append(true) } else { results.append(false) }
      }
    }
    while uploader.advance(for: 0) {}
    #expect(results == [true, false, false, true])
  }

  @Test func completionsMayAddImages() throws {
    let offscreen = try OffscreenContext()
    let uploader = TextureUploader(offscreen.gl)
    var count = 0
    func add() {
      uploader.upload(Image(width: 2, height: 2)) { _ in
        count += 1
        if count < 5 { add() }
      }
    }
    add()
    while uploader.advance() {}
    #expect(count == 5)
  }
}
