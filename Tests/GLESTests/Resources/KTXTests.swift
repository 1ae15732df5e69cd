import GLESKitSupport
import GLMath
import Imaging
import Offscreen
import TestSupport
import Testing

@testable import GLES

/// Textures from KTX files.
@Suite struct KTXTests {
  private let gl: Context

  init() throws { gl = try OffscreenContext().gl }

  private static let etc1 = 0x8D64
  /// A block of one color, in ETC1's and ETC2's differential mode: 8 · `shade` + 2 or so.
  private static func block(_ shade: UInt8) -> [UInt8] {
    [shade << 3, shade << 3, shade << 3, 2, 0, 0, 0, 0]
  }

  private static func bytes(_ numbers: [Int], size: Int = 4, big: Bool = false) -> [UInt8] {
    numbers.flatMap { number in
      let little = (0..<size).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
      return big ? little.reversed() : little
    }
  }

  /// A file of version 1, of levels of faces.
  private static func version1(
    format: Int = etc1, type: Int = 0, size: (Int, Int) = (4, 4), depth: Int = 0,
    levels: [[[UInt8]]], big: Bool = false
  ) -> [UInt8] {
    var file: [UInt8] = [0xAB, 0x4B, 0x54, 0x58, 0x20, 0x31, 0x31, 0xBB, 0x0D, 0x0A, 0x1A, 0x0A]
    file += bytes(
      [
        0x0403_0201, type, 1, 0, format, 0x1907, size.0, size.1, depth, 0, levels[0].count,
        levels.count, 8,
      ], big: big)
    file += [4, 0, 0, 0] + Array("a\0b\0".utf8)
    for faces in levels {
      file += bytes([faces[0].count], big: big)
      for face in faces { file += face }
    }
    return file
  }

  /// A file of version 2, whose levels lie in the file from the smallest on, as the format asks.
  private static func version2(
    vulkan: Int = 147, scheme: Int = 0, layers: Int = 0, levels: [[[UInt8]]]
  ) -> [UInt8] {
    var file: [UInt8] = [0xAB, 0x4B, 0x54, 0x58, 0x20, 0x32, 0x30, 0xBB, 0x0D, 0x0A, 0x1A, 0x0A]
    file += bytes([vulkan, 1, 4, 4, 0, layers, levels[0].count, levels.count, scheme])
    file += [UInt8](repeating: 0, count: 32)
    var place = file.count + 24 * levels.count
    var index: [[UInt8]] = []
    for faces in levels.reversed() {
      let data = faces.flatMap(\.self)
      index.append(bytes([place, data.count, data.count], size: 8))
      place += data.count
    }
    file += index.reversed().flatMap(\.self)
    for faces in levels.reversed() { file += faces.flatMap(\.self) }
    return file
  }

  /// Draws a texture over a pixel; returns its red.
  private func shade(_ texture: Texture, at direction: SIMD3<Float> = [0.5, 0.5, 0]) throws -> Int {
    let isCube = texture.kind == .cube
    let program = try Program(
      gl, vertex: "attribute vec4 a; void main() { gl_Position = a; gl_PointSize = 4.0; }",
      fragment: """
        precision mediump float;
        uniform \(isCube ? "samplerCube" : "sampler2D") u;
        uniform vec3 u_at;
        void main() { gl_FragColor = \(isCube ? "textureCube(u, u_at)" : "texture2D(u, u_at.xy)"); }
        """)
    let input = try VertexInput(program, [], constants: ["a": [0, 0, 0, 1]])
    let target = try Framebuffer(gl, width: 1, height: 1)
    try program.set("u", to: texture)
    try program.set("u_at", to: direction)
    try input.draw(.points, count: 1)
    return Int(try target.readImage()[0, 0].x)
  }

  /// Whether the driver reads blocks of a format. Mesa lists ETC2 in contexts of ES 2.0, and
  /// refuses it there; the error is then that of a format that it doesn't list.
  private func reads(_ format: UInt32) throws -> Bool {
    do {
      _ = try Texture(gl, compressed: [Self.block(1)], format: format, width: 4, height: 4)
      return true
    } catch .unsupported(let what, _) {
      #expect(what == "compressed textures of format 0x\(String(format, radix: 16))")
      #expect(gl.majorVersion == 2 || !gl.limits.compressedTextureFormats.contains(format))
      return false
    }
  }

  private func isNear(_ shade: Int, _ expected: UInt8) -> Bool {
    // 5 bits are widened to 8, and the smallest modifier adds 2.
    abs(shade - (Int(expected) * 255 + 15) / 31 - 2) <= 2
  }

  @Test(arguments: [false, true]) func version1IsRead(isBigEndian: Bool) throws {
    guard try reads(UInt32(Self.etc1)) else { return }
    let levels = [20, 10, 5].map { [Self.block($0)] }
    let file = Self.version1(levels: levels, big: isBigEndian)
    let texture = try Texture(gl, ktx: file, sampling: Texture.Sampling(.nearest))
    #expect(texture.width == 4 && texture.height == 4 && texture.format == .rgb8)
    #expect(isNear(try shade(texture), 20))
    #expect(try Texture(gl, ktx: file).sampling.mipmaps == .linear)
    // Each level has a size of its own.
    let wide = Self.version1(
      size: (8, 4), levels: [[Self.block(9) + Self.block(9)]] + levels)
    #expect(isNear(try shade(try Texture(gl, ktx: wide)), 9))
  }

  @Test func version2IsRead() throws {
    guard try reads(0x9274) else { return }
    let file = Self.version2(levels: [20, 10, 5].map { [Self.block($0)] })
    let texture = try Texture(gl, ktx: file, sampling: Texture.Sampling(.nearest))
    #expect(isNear(try shade(texture), 20))
    #expect(try Texture(gl, ktx: file).sampling.mipmaps == .linear)
    let folder = try TemporaryFolder()
    try AtomicFile.write(file, to: "\(folder.path)/wall.ktx2")
    #expect(isNear(try shade(try Texture(gl, ktx: "\(folder.path)/wall.ktx2")), 20))
    #expect(throws: GLESError.self) { try Texture(gl, ktx: "\(folder.path)/none.ktx2") }
  }

  @Test(arguments: [1, 2]) func sixFacesAreACubeMap(version: Int) throws {
    guard try reads(version == 1 ? UInt32(Self.etc1) : 0x9274) else { return }
    let faces = (1...6).map { Self.block(4 * UInt8($0)) }
    let file = version == 1 ? Self.version1(levels: [faces]) : Self.version2(levels: [faces])
    let texture = try Texture(gl, ktx: file)
    #expect(texture.kind == .cube)
    let axes: [SIMD3<Float>] = [
      [1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0], [0, 0, 1], [0, 0, -1],
    ]
    for (axis, number) in zip(axes, 1...) {
      #expect(isNear(try shade(texture, at: axis), 4 * UInt8(number)))
    }
  }

  @Test func formatsOfVulkanAreThoseOfGL() throws {
    for (vulkan, format, channels) in [
      (131, 0x83F0, Texture.Format.rgb8), (146, 0x8E8D, .rgba8), (147, 0x9274, .rgb8),
      (152, 0x9279, .rgba8), (156, 0x9273, .rgb8), (157, 0x93B0, .rgba8), (158, 0x93D0, .rgba8),
      (183, 0x93BD, .rgba8), (184, 0x93DD, .rgba8),
    ] {
      let image = try KTXImage(Self.version2(vulkan: vulkan, levels: [[Self.block(1)]]))
      #expect(image.format == UInt32(format) && image.channels == channels, "\(vulkan)")
    }
  }

  @Test func etc1IsReadAsETC2() throws {
    var image = try KTXImage(Self.version1(levels: [[Self.block(11)]]))
    image.choose(from: [0x8D64, 0x9274])
    #expect(image.format == 0x8D64)
    image.choose(from: [0x83F0, 0x9274])
    #expect(image.format == 0x9274)
    guard try reads(image.format) else { return }
    let texture = try Texture(
      gl, compressed: [Array(image.faces[0][0])], format: image.format, width: 4, height: 4)
    #expect(isNear(try shade(texture), 11))
  }

  @Test func otherFilesAreErrors() throws {
    let one = [[Self.block(1)]]
    for (file, message) in [
      (Self.version1(type: 0x1401, levels: one), "the texels of the KTX file are not compressed"),
      (Self.version1(depth: 2, levels: one), "has a depth of 2, 0 layers, 1 faces and 1 levels"),
      (Self.version1(format: 1, levels: one), "no compressed textures of format 0x1"),
      (Self.version1(levels: [[Self.block(1), Self.block(2)]]), "0 layers, 2 faces"),
      (Self.version1(levels: [[[1, 2, 3, 4]]]), "glCompressedTexImage2D failed: GL_INVALID_VALUE"),
      (Self.version2(vulkan: 37, levels: one), "has Vulkan's format 37, which is not one of"),
      (Self.version2(scheme: 2, levels: one), "is supercompressed by scheme 2"),
      (Self.version2(layers: 3, levels: one), "3 layers"),
      (Array("not a texture".utf8), "are not a KTX file of version 1 or 2"),
      ([], "are not a KTX file"),
    ] {
      let error = #expect(throws: GLESError.self) { try Texture(gl, ktx: file) }
      #expect(error?.description.contains(message) == true, "\(error?.description ?? "")")
    }
    let error = #expect(throws: GLESError.self) {
      try Texture(
        gl, ktx: Self.version1(levels: one), sampling: Texture.Sampling(mipmaps: .linear))
    }
    #expect(error?.description.contains("use levels of 4×4, 2×2, 1×1") == true)
  }

  /// Every beginning of a file is an error, and so are numbers that lead outside.
  @Test func damagedFilesAreErrors() throws {
    for file in [
      Self.version1(levels: [20, 10, 5].map { [Self.block($0)] }),
      Self.version2(levels: [20, 10, 5].map { [Self.block($0)] }),
    ] {
      for count in 0..<file.count {
        #expect(throws: GLESError.self) { try Texture(gl, ktx: Array(file[..<count])) }
      }
      for place in 12..<min(file.count, 152) {
        var damaged = file
        damaged[place] = 255
        // It may be a texture still, or an error.
        _ = try? Texture(gl, ktx: damaged)
      }
    }
  }

  @Test func blocksAreReplaced() throws {
    let dxt1 = UInt32(0x83F0)
    try #require(gl.limits.compressedTextureFormats.contains(dxt1))
    // Blocks of one color: white, and red.
    let white: [UInt8] = [255, 255, 255, 255, 0, 0, 0, 0]
    let red: [UInt8] = [0, 0xF8, 0, 0xF8, 0, 0, 0, 0]
    let texture = try Texture(
      gl, compressed: [white + white + white + white], format: dxt1, width: 8, height: 8,
      sampling: Texture.Sampling(.nearest))
    try texture.update(compressed: red, region: PixelRegion(x: 4, y: 0, width: 4, height: 4))
    let target = try Framebuffer(gl, width: 8, height: 8)
    let program = try Program(
      gl,
      vertex: """
        attribute vec2 a;
        varying vec2 v;
        void main() { v = 0.5 + 0.5 * a; gl_Position = vec4(a, 0.0, 1.0); }
        """,
      fragment: """
        precision mediump float;
        uniform sampler2D u;
        varying vec2 v;
        void main() { gl_FragColor = texture2D(u, v); }
        """)
    try program.set("u", to: texture)
    let corners = try Buffer(gl, [-1, -1, 3, -1, -1, 3])
    try VertexInput(program, [VertexAttribute("a", in: corners, components: 2)])
      .draw(.triangles, count: 3)
    let image = try target.readImage()
    // The texel at t = 0 is at the bottom of the target.
    #expect(image[6, 6] == [255, 0, 0, 255] && image[6, 2] == [255, 255, 255, 255])
    #expect(image[2, 6] == [255, 255, 255, 255])
    for (wrong, message) in [
      (
        { try texture.update(compressed: red, region: PixelRegion(x: 8, width: 4, height: 4)) },
        "4×4 texels at (8, 0) do not fit level 0 of a 8×8 texture"
      ),
      (
        {
          try texture.update(compressed: red, region: PixelRegion(width: 4, height: 4), level: 40)
        },
        "do not fit level 40"
      ),
      (
        { try texture.update(compressed: [1], region: PixelRegion(width: 4, height: 4)) },
        "glCompressedTexSubImage2D failed: GL_INVALID_VALUE"
      ),
      (
        { try target.color.update(compressed: red, region: PixelRegion(width: 4, height: 4)) },
        "compressed data needs a flat compressed texture"
      ),
    ] as [(() throws -> Void, String)] {
      let error = try #require(throws: GLESError.self) { try wrong() }
      #expect("\(error)".contains(message), "\(error)")
    }
  }
}
