import GLES
import Imaging
import PageCurl
import TestSupport
import Testing

/// The programs that pictures are drawn with, each with its macros, as the driver gets them.
@Suite(.serialized) struct ShaderVariantTests {
  private static let size = SIMD2(60, 45)

  /// Draws all shapes in all looks.
  private func drawAll() throws {
    let stage = try Stage()
    let (width, height) = (Double(Self.size.x), Double(Self.size.y))
    var shapes: [(CurlShape, CoverBoard?)] = []
    for fold in CurlFold.allCases {
      for angle in [Double.pi, 2.6] {
        let curl = try CurlGeometry(
          width: width, height: height, time: 0.4, angle: angle, radius: 7, fold: fold)
        shapes.append((.fold(curl), nil))
      }
    }
    shapes.append(
      (.cone(try ConeTurn(width: width, height: height, apexDepth: 40).geometry(at: 0.4)), nil))
    let board = CoverBoard(outside: .front, page: SIMD2(width, height), cloth: [0.7, 0.5, 0.6])
    let cover = PageRect(low: SIMD2(0, -4), high: SIMD2(width + 4, height + 4))
    let hard = try PaperTurn(page: cover, binding: .left, paper: .cover)
    for time in [0.2, 0.5, 0.8] {
      shapes.append((.paper(try hard.geometry(at: time)), board))
      for tilt in [0, 0.4] {
        let turn = try PaperTurn(width: width, height: height, tilt: tilt)
        shapes.append((.paper(try turn.geometry(at: time)), nil))
      }
    }
    let mesh = try CurlMesh(stage.gl, width: width, height: height)
    try drawBody(CurlLook(), stage)
    let looks = CurlQuality.allCases.flatMap { quality in
      [false, true].map { (quality: quality, isSphere: $0) }
    }
    let pages = [1, 3].flatMap { scale in
      [(true, false), (true, true), (false, true)].map { (scale, $0, $1) }
    }
    for (quality, isSphere) in looks {
      for (scale, isOpaque, hasBack) in pages {
        let front = try stage.page(
          Stage.noise(scale * Self.size.x, scale * Self.size.y, seed: 1), isOpaque: isOpaque)
        let pages = CurlPages(front: front, back: hasBack ? front : nil, below: front)
        for (shape, board) in shapes {
          var look = CurlLook()
          look.quality = quality
          look.board = board
          if isSphere {
            look.shading = CurlShading(
              sphere: Image(width: 8, height: 8, filledWith: [200, 200, 200, 255]))
          }
          if !isOpaque { look.shadow?.color = [0.2, 0, 0] }
          try draw(shape, pages, look, stage, mesh)
        }
      }
    }
  }

  private func draw(
    _ shape: CurlShape, _ pages: CurlPages, _ look: CurlLook, _ stage: Stage, _ mesh: CurlMesh
  ) throws {
    let target = try Framebuffer(stage.gl, width: 150, height: 75, depth: true)
    let view = CurlView(origin: SIMD2(-70, -15))
    // Pixels of the page that are none of the target, and a second page above.
    let loose = CurlView(origin: SIMD2(-70.5, -15), scale: 0.9)
    let center = SIMD2(Double(Self.size.x), Double(Self.size.y)) / 2
    let isNear = look.quality == .standard
    for eye in [nil, SIMD3(center.x, center.y, 350)] where eye == nil || isNear {
      target.bind()
      stage.gl.apply(RenderState())
      stage.gl.clear(color: [0.8, 0.7, 0.6, 1], depth: 1)
      let leaf = CurlLeaf(shape, pages: pages, look: look)
      try stage.renderer.draw([leaf], eye: eye, view: view, into: target)
      try stage.renderer.draw([leaf, leaf], eye: eye, view: loose, into: target)
    }
    let matrix = try view.matrix(eye: SIMD3(center.x, center.y, 350), width: 150, height: 75)
    // A board is larger than the mesh.
    if look.board == nil { try mesh.draw(shape, pages: pages, look: look, matrix: matrix) }
  }

  private func drawBody(_ look: CurlLook, _ stage: Stage) throws {
    func board(_ x: Double) -> BookBody.Board {
      BookBody.Board(
        place: PageRect(low: SIMD2(x, 20), high: SIMD2(x + 130, 130)), cloth: [0.7, 0.5, 0.6],
        isThere: true, sheets: 3)
    }
    func stack(_ x: Double) -> BookBody.Stack {
      let page = PageRect(low: SIMD2(x, 30), high: SIMD2(x + 120, 120))
      return BookBody.Stack(page: page, height: 5, edge: 3, board: board(x))
    }
    let target = try Framebuffer(stage.gl, width: 300, height: 150)
    target.bind()
    let (program, first) = (try BookBodyProgram(stage.renderer), stack(150))
    try program.draw(
      BookBody(first: first, last: stack(20), away: SIMD2(1, 0)), look, into: target)
    let gutter = try #require(Gutter(depth: SIMD2(1, 1), look, away: SIMD2(1, 0)))
    try program.shade(first.page, SIMD2(1, 0), by: gutter, .front, into: target)
  }

  /// Each program that is really compiled stays within what ES 2.0 guarantees.
  @Test(.long) func everyProgramFitsTheMinimum() throws {
    let programs = try ShaderWatch.programs(drawAll)
    #expect(programs.count > 57, "\(programs.count) programs")
    let macros = Self.macros(of: programs)
    // Only web pages fade shadows up to the end of their canvas.
    #expect(macros.known.subtracting(macros.used) == ["ROOM"], "macros that were never defined")
    let findings = try ShaderWatch.findings(in: programs)
    #expect(findings.isEmpty, "\(findings.joined(separator: "\n"))")
  }

  /// The macros that the shaders ask for, and those that they were compiled with.
  private static func macros(of programs: Set<ShaderWatch.Program>) -> (
    known: Set<String>, used: Set<String>
  ) {
    var (known, used): (Set<String>, Set<String>) = ([], [])
    for text in programs.flatMap({ [$0.vertex, $0.fragment] }) {
      let words = text.split(separator: "\n").map { $0.split(separator: " ") }
      func names(_ directives: Set<Substring>) -> [String] {
        words.filter { $0.count == 2 && directives.contains($0[0]) }.map { String($0[1]) }
      }
      known.formUnion(names(["#ifdef", "#ifndef"]).filter { !$0.hasPrefix("GL_") })
      used.formUnion(names(["#define"]))
    }
    return (known, used)
  }
}
