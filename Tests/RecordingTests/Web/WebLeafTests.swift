import GLESKitSupport
import GLMath
import Glibc
import TestSupport
import Testing

@testable import PageCurl
@testable import Recording

/// The tables from which the web page draws leaves that bend like paper.
@Suite struct WebLeafTests {
  private static let pieces = TurnMotion.pieces

  private func leaf(
    _ paper: PaperMaterial = .office, _ binding: PageCurl.Binding = .left, boards: Bool = false
  ) throws -> (settings: JSON, motions: JSON) {
    var style = TurnStyle()
    (style.profile, style.paper) = (.paper, paper)
    let leaf = WebLeaf(style, binding, shape: 0.75)
    let board = WebLeaf(style, binding, shape: 0.75, isBoard: true)
    return (
      leaf.settings(overhang: Overhang(along: 0.1), 0.8, cover: nil),
      ["paper": try leaf.motion(), "board": boards ? try board.motion() : .null]
    )
  }

  /// The bytes of a Base64 text. The judge is coreutils' tool.
  private func bytes(_ json: JSON) throws -> [UInt8] {
    let text = try #require(json.string)
    return try Subprocess(["base64", "--decode"], input: Array(text.utf8)).output
  }

  /// The numbers of a table whose rows are written as the change of their change.
  private func words(_ json: JSON, _ size: Int) throws -> [Double] {
    let bytes = try bytes(json)
    var words = stride(from: 0, to: bytes.count, by: 2).map {
      Int16(bitPattern: UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8)
    }
    for _ in 0..<2 {
      for place in size..<words.count { words[place] &+= words[place - size] }
    }
    return words.map { Double($0) }
  }

  /// Interpolates rows of a table as `motion.js` does, of which one lies beyond each end.
  private func row(_ table: [Double], _ size: Int, at time: Double) -> [Double] {
    let count = table.count / size - 2
    let place = time * Double(count - 1)
    let index = min(Int(place), count - 2)
    let share = place - Double(index)
    let rest = 1 - share
    return (0..<size).map { column in
      func at(_ moment: Int) -> Double { table[(moment + 1) * size + column] }
      let (start, end) = (at(index), at(index + 1))
      let (before, after) = (at(index - 1), at(index + 2))
      return start * (1 + 2 * share) * rest * rest + (end - before) / 2 * share * rest * rest
        + end * (3 - 2 * share) * share * share - (after - start) / 2 * share * share * rest
    }
  }

  /// On pages of 1000 pixels, no point is more than a tenth of a pixel off.
  @Test(
    arguments: [PaperMaterial.cover, .silk, .office].prefix(
      Sweep(short: 1, sample: 3, full: 3).count))
  func paperIsWhereTheToolPutsIt(_ paper: PaperMaterial) throws {
    let table = try leaf(paper).motions["paper"]
    let curvatures = try words(table["curvatures"], Self.pieces + 1)
    let unit = try #require(table["unit"].value)
    let angles = table["angles"].elements.compactMap(\.value)
    let turn = try PaperTurn(width: 1000, height: 1300, paper: paper)
    var worst = 0.0
    let steps = Sweep(short: 80, sample: 500, full: 500).count
    for step in 0..<steps {
      let time = Double(step) / Double(steps - 1)
      let row = row(curvatures, Self.pieces + 1, at: time)
      let profile = CrossSection(
        length: 1, angle: self.row(angles, 1, at: time)[0], curvatures: row.map { $0 * unit })
      let page = try turn.geometry(at: time)
      for share in 1...8 {
        let (here, there) = (
          profile.point(at: Double(share) / 8), page.profile.point(at: Double(share) / 8)
        )
        worst = max(worst, 1000 * hypot(here.x - there.x, here.z - there.z))
      }
    }
    #expect(worst < 0.1)
  }

  /// Nothing changes as a page begins to turn, and as it lands.
  @Test(.long, arguments: [PageCurl.Binding.left, .right])
  func levelPaperKeepsItsColor(_ binding: PageCurl.Binding) throws {
    let leaf = try self.leaf(.office, binding, boards: true).motions
    for paper in ["paper", "board"] {
      let angles = leaf[paper]["angles"].elements.compactMap(\.value).dropFirst().dropLast()
      #expect(angles.first == 0 && angles.last.map { abs($0 - .pi) < 1e-6 } == true)
      let sides = Self.pieces + 1
      let curvatures = try words(leaf[paper]["curvatures"], sides)
        .dropFirst(sides).dropLast(sides)
      #expect((curvatures.prefix(sides) + curvatures.suffix(sides)).allSatisfy { $0 == 0 })
      let lights = try words(leaf[paper]["lights"], 2 * sides + 1)
      #expect(lights.prefix(sides).allSatisfy { $0 == 16_384 })
      #expect(lights.suffix(sides + 1).dropLast().allSatisfy { $0 == 16_384 })
      let shadows = try bytes(leaf[paper]["shadows"])
      let across = leaf[paper]["across"].elements.compactMap(\.value)
      let along = leaf[paper]["along"].elements.compactMap(\.value)
      let cells = across.count * along.count
      // The page covers what lies below it.
      for (index, dark) in shadows.prefix(cells).enumerated() {
        let (x, y) = (across[index / along.count], along[index % along.count])
        if x < 0 || x > 1 || y < 0 || y > 1 { #expect(dark == 0) }
      }
      #expect(shadows.contains { $0 > 100 })
    }
  }

  /// Loose sheets, folds and the lab need no tables of leaves.
  @Test(.long) func otherPagesHaveNoTables() throws {
    let shelf = try Shelf(pages: 5)
    func hasLeaf(_ change: (inout BookJob) -> Void) throws -> (paper: Bool, board: Bool) {
      let path = "\(shelf.path)/page.html"
      var job = BookJob(pages: shelf.paths, output: .webPage(path: path, title: ""))
      (job.layout, job.style.profile, job.hasStacks) = (.spread, .paper, true)
      change(&job)
      try job.plan().run { _ in }
      let text = String(decoding: try Files.read(path), as: UTF8.self)
      return (!text.contains(#""leaf":null"#), !text.contains(#""board":null"#))
    }
    #expect(try hasLeaf { _ in } == (true, true))
    #expect(try hasLeaf { $0.hasStacks = false } == (true, false))
    #expect(try hasLeaf { $0.webPage.controls = .lab }.paper == false)
    #expect(try hasLeaf { $0.style.profile = .cylinder }.paper == false)
    #expect(
      try hasLeaf {
        $0.layout = .sheets
        $0.style.profile = .cylinder
      }.paper == false)
  }
}

extension JSON {
  /// A number.
  var value: Double? {
    guard case .number(let value) = self else { return nil }
    return value
  }
}
