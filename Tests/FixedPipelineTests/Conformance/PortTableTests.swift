import ES1
import FixedPipeline
import GLESKitCGLES1
import GLESKitSupport
import Offscreen
import TestSupport
import Testing

/// The guide's tables for ports, drawn both ways: by the calls of ES 1.1 in a real ES 1.1 context,
/// and by their replacements.
///
/// Each row of the tables is a call of `row`, whose text contains that of the guide: a second test
/// compares them.
@Suite(.serialized) final class PortTableTests {
  private static let size = 16
  /// The corners of ``square`` in pixels. As normals, the first one has length 7.
  static let floats: [Float] = [2, 3, 6, 13, 3, 6, 2, 12.3, 6, 13, 12.3, 6]
  /// One color for each corner.
  static let bytes: [UInt8] = [
    250, 0, 40, 255, 20, 220, 0, 200, 0, 60, 230, 255, 240, 230, 10, 100,
  ]
  /// The faces of a cube map, one color each.
  static let faces: [[UInt8]] = [
    [255, 0, 0, 255], [0, 255, 0, 255], [0, 0, 255, 255], [255, 255, 0, 255],
    [0, 255, 255, 255], [255, 0, 255, 255],
  ]

  // What the guide's replacements use.
  let floats = PortTableTests.floats
  let bytes = PortTableTests.bytes
  let data = VertexData(PortTableTests.floats, components: 3)
  let matrix = Matrix4.scale([0.26, 0.25, 0.25]).rotated(by: 0.1, about: [0, 0, 1])
  let gl: Context
  let pipeline: FixedPipeline
  let texture: Texture
  let cube: Texture
  var state = FixedState()
  /// `nil` if the row has drawn something else.
  var mesh: Mesh?

  private let offscreen: OffscreenContext
  private let ours: OurDrawing
  private(set) var real: RealContext
  private var lent: [UnsafeMutableRawBufferPointer] = []
  private var drawn: [String] = []

  init() throws {
    offscreen = try OffscreenContext()
    gl = offscreen.gl
    ours = try OurDrawing(gl, size: Self.size)
    pipeline = ours.pipeline
    texture = try Texture(gl, Image(width: 1, height: 1, pixels: [200, 100, 50, 255]))
    cube = try Texture(
      gl, cube: Self.faces.map { Image(width: 1, height: 1, pixels: $0) },
      sampling: Texture.Sampling(.nearest))
    real = try #require(RealContext(size: Self.size))
    try offscreen.makeCurrent()
  }

  deinit { for memory in lent { memory.deallocate() } }

  /// Draws a row of a table both ways.
  ///
  /// - Parameters:
  ///   - name: The first cell.
  ///   - scene: What is drawn. Its state is set before the row's.
  ///   - below: What is drawn first.
  ///   - isVisible: Whether the calls change the picture.
  ///   - deviation: How some drivers' ES 1.1 departs from the specification here.
  ///   - before: The calls of ES 1.1, right before the draw.
  ///   - after: The replacement, which changes ``state`` or ``mesh``.
  func row(
    _ name: String, _ scene: Scene, below: [Scene] = [], isVisible: Bool = true,
    deviation: Deviation? = nil,
    _ before: () -> Void, after: () throws -> Void
  ) throws {
    drawn.append(name)
    // A fresh context for each row, because the calls may leave any state behind.
    real = try #require(RealContext(size: Self.size))
    // The former one has let go of what was current.
    real.makeCurrent()
    let plain = real.draw(below + [scene])
    let expected = real.draw(below + [scene], after: before)
    try offscreen.makeCurrent()
    let deviations = Deviation.candidates(of: real.version).filter { $0 == deviation }
    let actual = try ours.draw(
      below + [scene],
      patch: deviations.isEmpty ? nil : { $0.edited(deviations, []) },
      change: { state, mesh in
        (self.state, self.mesh) = (state, mesh)
        try after()
        (state, mesh) = (self.state, self.mesh)
      })
    let difference = Self.difference(expected, actual)
    // How NVIDIA's driver softens the edges of points is not known.
    let isKnown = deviations != [.smoothPoints] || real.version.contains("Mesa")
    #expect(difference <= 2 || !isKnown, "\(name) differs by \(difference)")
    #expect((Self.difference(expected, plain) > 2) == isVisible, "\(name) changes nothing")
  }

  private static func difference(_ a: [UInt8], _ b: [UInt8]) -> Int {
    zip(a, b).reduce(0) { max($0, abs(Int($1.0) - Int($1.1))) }
  }

  /// Checks that the rows drawn are those of the guide's table that begin with `prefix`.
  ///
  /// The text of each row in `file`, a source file, must contain that of the guide's cells; or, for
  /// a row of two cells, `glEnable` of each capability in the first one.
  func compareWithGuide(prefix: String, cells: Int, in file: String = #filePath) throws {
    let rows = try SwiftSnippets.rows(of: "fixed-pipeline.md", prefix: prefix)
      .filter { $0.count == cells }
    #expect(!rows.isEmpty)
    #expect(rows.map { $0[0] }.sorted() == drawn.sorted())
    let texts = Self.plain(String(decoding: try Files.read(file), as: UTF8.self))
      .split(separator: "tryrow(\"")
    for row in rows {
      let text = try #require(texts.first { $0.hasPrefix(Self.plain(row[0]) + "\"") }, "\(row[0])")
      let calls =
        cells == 3
        ? [row[1]]
        : row[0].hasPrefix("GL_")
          ? row[0].split(separator: "`, `").map { "glEnable(\($0.prefix { $0 != "`" }))" } : []
      for call in calls + [row[cells - 1]] {
        #expect(text.contains(Self.plain(call)), "\(row[0]): \(call)")
      }
    }
  }

  /// Code without spaces, semicolons, discarded results and the conversions that Swift needs.
  private static func plain(_ code: some StringProtocol) -> String {
    String(code).filter { !$0.isWhitespace && $0 != ";" }
      .replacing(/GLenum\((\w+)\)/) { $0.output.1 }.replacing(/(^|})_=/) { $0.output.1 }
  }

  /// A colored square, flat on the screen.
  func square(_ change: (inout Scene) -> Void = { _ in }) -> Scene {
    var scene = Scene()
    scene.mode = .triangleStrip
    scene.positions = Scene.Array(Self.floats, .float, count: 3)
    scene.background = [0.1, 0.2, 0.3, 0.4]
    scene.state.color = [0.8, 0.6, 0.4, 0.3]
    let side = Float(Self.size)
    scene.state.projection.load(
      .ortho(left: 0, right: side, bottom: 0, top: side, near: -20, far: 20))
    change(&scene)
    return scene
  }

  /// The square, lit by light 0, which shines along −z.
  func lit(_ change: (inout Scene) -> Void = { _ in }) -> Scene {
    square {
      $0.state.isLightingEnabled = true
      $0.state.lights[0].isEnabled = true
      change(&$0)
    }
  }

  /// The square with a picture of four texels in texture units 0 and 1.
  func textured(_ change: (inout Scene) -> Void = { _ in }) -> Scene {
    square {
      for unit in 0..<2 {
        $0.state.units[unit].isEnabled = true
        $0.state.units[unit].matrix.scale(by: [0.3, 0.3, 1])
        $0.pictures[unit] = Scene.Picture(
          format: .rgba8, size: 2, bytes: Self.bytes, sampling: Texture.Sampling(wrap: .repeat))
      }
      change(&$0)
    }
  }

  /// The square's corners as points, whose centers are away from those of pixels.
  func points(_ change: (inout Scene) -> Void = { _ in }) -> Scene {
    var scene = textured()
    scene.mode = .points
    scene.state.modelview.translate(by: [0.25, 0.25, 0])
    change(&scene)
    return scene
  }
}

// ES 1.1 reads client arrays while it draws: these copies live until then.
extension PortTableTests {
  private func lend<Number>(_ array: [Number]) -> UnsafeRawPointer? {
    let memory = UnsafeMutableRawBufferPointer.allocate(
      byteCount: array.count * MemoryLayout<Number>.stride, alignment: 8)
    array.withUnsafeBytes { memory.copyMemory(from: $0) }
    lent.append(memory)
    return UnsafeRawPointer(memory.baseAddress)
  }

  func glVertexPointer(_ count: GLint, _ type: Int32, _ stride: GLsizei, _ array: [Float]) {
    GLESKitCGLES1.glVertexPointer(count, GLenum(type), stride, lend(array))
  }

  func glNormalPointer(_ type: Int32, _ stride: GLsizei, _ array: [Float]) {
    GLESKitCGLES1.glNormalPointer(GLenum(type), stride, lend(array))
  }

  func glColorPointer(_ count: GLint, _ type: Int32, _ stride: GLsizei, _ array: [UInt8]) {
    GLESKitCGLES1.glColorPointer(count, GLenum(type), stride, lend(array))
  }

  func glTexCoordPointer(_ count: GLint, _ type: Int32, _ stride: GLsizei, _ array: [Float]) {
    GLESKitCGLES1.glTexCoordPointer(count, GLenum(type), stride, lend(array))
  }

  func glPointSizePointerOES(_ type: Int32, _ stride: GLsizei, _ array: [Float]) {
    GLESKitCGLES1.glPointSizePointerOES(GLenum(type), stride, lend(array))
  }
}
