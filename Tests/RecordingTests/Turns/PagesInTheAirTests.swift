import Imaging
import PageCurl
import TestSupport
import Testing

@testable import Recording

/// What is seen beside and below pages that are in the air.
@Suite struct PagesInTheAirTests {
  private static let colors: [SIMD4<UInt8>] = [
    [200, 0, 0, 255], [0, 200, 0, 255], [0, 0, 200, 255],
  ]

  /// Three pages of one color each.
  private func shelf() throws -> Shelf {
    try Shelf(Self.colors.map { Image(width: 60, height: 80, filledWith: $0) })
  }

  /// With two pages in the air, the third one shows, not the second once more.
  @Test(arguments: [nil, 4] as [Double?]) func twoPages(eye: Double?) throws {
    let shelf = try shelf()
    var job = BookJob(pages: shelf.paths, output: shelf.frames)
    job.layout = .pages
    job.timing.turnFrames = 10
    job.timing.overlap = 0.5
    job.timing.easing = .linear
    job.style.eye = eye
    job.style.look.shadow = nil
    try job.plan().run { _ in }
    let frame = try shelf.frame(8)
    let seen = Set((0..<80).flatMap { y in (0..<60).map { frame[$0, y] } })
    #expect(seen.contains(Self.colors[1]) && seen.contains(Self.colors[2]))
  }

  @Test(arguments: [(0, 20), (0.3, 17), (0.5, 15), (0.8, 12)] as [(Double, Int)])
  func turnsOverlapByAShareOfTheirDuration(overlap: Double, frames: Int) throws {
    let shelf = try shelf()
    var job = BookJob(pages: shelf.paths, output: shelf.frames)
    job.layout = .pages
    job.timing.turnFrames = 10
    job.timing.overlap = overlap
    #expect(try job.plan().frameCount == frames)
  }

  /// Paper that rises is drawn on a layer of its own. Between it and the flat paper nothing shows
  /// through.
  @Test(arguments: [0.2, 0.35, 0.5, 0.65]) func noSeam(time: Double) throws {
    let shelf = try shelf()
    var job = BookJob(pages: [shelf.paths[0]], output: shelf.frames)
    job.style.eye = 4
    job.style.look.shadow = nil
    let still = try shelf.still(job, at: time)
    for y in 0..<80 {
      let alphas = (0..<60).map { still[$0, y].w }
      guard let last = alphas.lastIndex(of: 255) else { continue }
      #expect(alphas[...last].allSatisfy { $0 == 255 }, "row \(y): \(alphas)")
    }
  }
}
