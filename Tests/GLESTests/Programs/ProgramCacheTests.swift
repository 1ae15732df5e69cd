import GLESKitSupport
import Glibc
import Imaging
import Offscreen
import TestSupport
import Testing

@testable import GLES

@Suite struct ProgramCacheTests {
  private let vertex = """
    attribute vec2 a_position;
    attribute float a_weight;
    varying float v_weight;
    void main() { v_weight = a_weight; gl_Position = vec4(a_position, 0.0, 1.0); }
    """
  private let fragment = """
    precision mediump float;
    uniform vec4 u_color;
    varying float v_weight;
    void main() { gl_FragColor = u_color * v_weight; }
    """
  private let locations = ["a_position": 3, "a_weight": 1]

  /// A context with a cache; Mesa's drivers all have what it takes.
  private func open(_ folder: String) throws -> OffscreenContext {
    let offscreen = try OffscreenContext()
    offscreen.gl.programCache = ProgramCache(folder: folder)
    try #require(offscreen.gl.programBinaries != nil)
    return offscreen
  }

  private func make(_ offscreen: OffscreenContext) throws -> Program {
    try Program(
      offscreen.gl, vertex: vertex, fragment: fragment, attributeLocations: locations,
      label: "weights")
  }

  /// The picture that the program draws.
  private func draw(_ program: Program) throws -> Image {
    let gl = program.context
    let corners: [Float] = [-1, -1, 0.2, 1, -1, 0.4, -1, 1, 0.6, 1, 1, 1]
    let buffer = try Buffer(gl, corners)
    let quad = try VertexInput(
      program,
      [
        VertexAttribute("a_position", in: buffer, count: 2, stride: 12),
        VertexAttribute("a_weight", in: buffer, count: 1, stride: 12, offset: 8),
      ])
    let target = try Framebuffer(gl, width: 33, height: 17)
    target.bind()
    try program.set("u_color", to: [1, 0.5, 0.25, 1] as SIMD4<Float>)
    try quad.draw(.triangleStrip, count: 4)
    return try target.readImage()
  }

  @Test func aKeptProgramIsAsOneThatIsCompiled() throws {
    let folder = try TemporaryFolder()
    // The folders on the way to it are made.
    let path = "\(folder.path)/deep/programs"
    let fresh = try open(path)
    let first = try make(fresh)
    let expected = try draw(first)
    #expect(try Files.list(path).count == 1)
    let later = try open(path)
    let again = try make(later)
    #expect(try Files.list(path).count == 1)
    #expect(again.label == first.label && again.log == nil)
    #expect(again.attributes == first.attributes && again.uniforms == first.uniforms)
    #expect(again.attributes.mapValues { Int($0.location) } == locations)
    let isSame = try draw(again) == expected
    #expect(isSame)
    // Names of uniforms that were left out are still told from misspelt ones.
    #expect(throws: GLESError.self) { try again.set("u_colour", to: 1 as Float) }
    withExtendedLifetime((fresh, later)) {}
  }

  /// What is kept for some sources is what is used, without a look at their shaders.
  @Test func noShaderIsCompiledForAKeptProgram() throws {
    let folder = try TemporaryFolder()
    let offscreen = try open(folder.path)
    let cache = try #require(offscreen.gl.programCache)
    let binaries = try #require(offscreen.gl.programBinaries)
    let binary = try #require(binaries.binary(of: try make(offscreen).name))
    cache.keep(
      binary,
      for: ProgramCache.Key(
        binaries, vertex: "no shader", fragment: "at all", locations: [:]))
    let program = try Program(offscreen.gl, vertex: "no shader", fragment: "at all")
    #expect(program.uniforms.keys.sorted() == ["u_color"])
    // Of another driver, or with other locations, it is another program.
    #expect(throws: GLESError.self) {
      try Program(
        offscreen.gl, vertex: "no shader", fragment: "at all", attributeLocations: ["a": 0])
    }
  }

  /// Whatever becomes of the file, the program is there, and kept again.
  @Test func damagedFilesAreNotUsed() throws {
    let folder = try TemporaryFolder()
    let offscreen = try open(folder.path)
    let expected = try draw(try make(offscreen))
    let name = try #require(try Files.list(folder.path).first)
    let path = "\(folder.path)/\(name)"
    let whole = try Files.read(path)
    var random = SeededGenerator(seed: 1)
    var damaged: [[UInt8]] = [[], Array(whole.dropLast()), whole + [0]]
    for _ in 0..<40 {
      var bytes = whole
      let place = Int.random(in: bytes.indices, using: &random)
      bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
      damaged.append(bytes)
      damaged.append(Array(whole.prefix(Int.random(in: whole.indices, using: &random))))
    }
    for bytes in damaged {
      try AtomicFile.write(bytes, to: path)
      let isSame = try draw(try make(offscreen)) == expected
      #expect(isSame)
      let isKeptAgain = try Files.read(path) == whole
      #expect(isKeptAgain)
    }
  }

  /// The driver is asked, and says no: the program is compiled.
  @Test func whatTheDriverDoesNotKnowIsCompiled() throws {
    let folder = try TemporaryFolder()
    let offscreen = try open(folder.path)
    let cache = try #require(offscreen.gl.programCache)
    let key = ProgramCache.Key(
      try #require(offscreen.gl.programBinaries), vertex: vertex, fragment: fragment,
      locations: locations)
    for binary in [
      ProgramCache.Binary(format: 0x1234, bytes: [1, 2, 3]),
      ProgramCache.Binary(format: 0x875F, bytes: [UInt8](repeating: 7, count: 1000)),
    ] {
      cache.keep(binary, for: key)
      #expect(try make(offscreen).uniforms.count == 1)
      #expect(cache.binary(for: key)?.bytes != binary.bytes)
    }
  }

  @Test func withoutAFolderOrAnExtensionItIsCompiled() throws {
    let folder = try TemporaryFolder()
    try AtomicFile.write([], to: "\(folder.path)/file")
    #expect(try make(try open("\(folder.path)/file/programs")).uniforms.count == 1)
    let plain = try OffscreenContext(ignoresExtensions: true)
    plain.gl.programCache = ProgramCache(folder: folder.path)
    #expect(try make(plain).uniforms.count == 1)
    #expect(try Files.list(folder.path) == ["file"])
  }

  @Test func shadersWithFaultsAreReportedAsEver() throws {
    let folder = try TemporaryFolder()
    let offscreen = try open(folder.path)
    for _ in 0..<2 {
      #expect(throws: GLESError.self) {
        try Program(offscreen.gl, vertex: vertex, fragment: "void main() { oops }")
      }
    }
    #expect(try Files.list(folder.path).isEmpty)
  }

  /// Programs that are generated do not fill the disk.
  @Test func aFullCacheStartsOver() throws {
    let folder = try TemporaryFolder()
    for number in 0..<ProgramCache.mostPrograms {
      try AtomicFile.write([], to: "\(folder.path)/\(number).glprogram")
    }
    try AtomicFile.write([], to: "\(folder.path)/other")
    _ = try make(try open(folder.path))
    #expect(try Files.list(folder.path).count == 2)
  }
}
