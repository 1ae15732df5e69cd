import GLESKitSupport
import Glibc
import Imaging
import Offscreen
import PageCurl
import TestSupport
import Testing

@testable import Recording

/// A camera that looks at the book from the side. The judge is a pinhole: lines of sight through a
/// screen that is turned together with the eye.
@Suite struct CameraLensTests {
  private static let frame = PixelSize(320, 180)
  private static let size = SIMD2(320.0, 180.0)

  private struct Pinhole {
    let eye: SIMD3<Double>
    let middle: SIMD3<Double>
    let (right, up, toward): (SIMD3<Double>, SIMD3<Double>, SIMD3<Double>)
    let distance: Double

    init(_ view: CameraView, from above: SIMD3<Double>) {
      middle = SIMD3(view.origin + size / view.zoom / 2, 0)
      let (tilt, orbit) = (view.pose.tilt * .pi / 180, view.pose.orbit * .pi / 180)
      // The screen's axes: across, up the picture, and toward the viewer.
      right = SIMD3(cos(orbit), sin(orbit), 0)
      up = SIMD3(-sin(orbit) * cos(tilt), cos(orbit) * cos(tilt), sin(tilt))
      toward = SIMD3(sin(orbit) * sin(tilt), -cos(orbit) * sin(tilt), cos(tilt))
      let away = above - middle
      eye = middle + right * away.x + up * away.y + toward * away.z
      distance = Self.product(toward, middle - eye)
    }

    /// The dot product; `sum()` takes many times as long without optimization.
    private static func product(_ one: SIMD3<Double>, _ other: SIMD3<Double>) -> Double {
      one.x * other.x + one.y * other.y + one.z * other.z
    }

    /// Where a point of the desk is seen, 0…1 from the lower left corner.
    func place(of point: SIMD2<Double>, _ view: CameraView) -> SIMD2<Double> {
      let way = SIMD3(point, 0) - eye
      let seen = eye + way * (distance / Self.product(toward, way)) - middle
      let place = SIMD2(Self.product(seen, right), Self.product(seen, up))
      return place / (size / view.zoom) + 0.5
    }
  }

  private static let poses = [
    CameraPose(tilt: 12), CameraPose(tilt: 25, orbit: 45), CameraPose(orbit: -30),
    CameraPose(tilt: 1, orbit: 3),
  ]

  @Test(arguments: poses, [1, 2.4])
  func pointsAreWhereAPinholeSeesThem(pose: CameraPose, zoom: Double) throws {
    let view = CameraView(origin: SIMD2(40, 30) * (zoom - 1), zoom: zoom, pose: pose)
    let above = SIMD3(160, 90, 500.0)
    let resolved = view.resolved(from: above, in: Self.frame)
    let lens = try #require(resolved.lens)
    let pinhole = Pinhole(view, from: above)
    #expect((lens.eye - pinhole.eye).max() < 1e-9 && (pinhole.eye - lens.eye).max() < 1e-9)
    let drawn = Self.size / resolved.zoom
    #expect(resolved.origin.min() >= 0 && (resolved.origin + drawn - Self.size).max() < 1e-9)
    for step in 0..<121 {
      let place = SIMD2(Double(step % 11), Double(step / 11)) / 10
      let seen = lens.columns[0] * place.x + lens.columns[1] * place.y + lens.columns[2]
      let inside = SIMD2(seen.x, seen.y) / seen.z
      let back = pinhole.place(of: resolved.origin + inside * drawn, view)
      #expect(abs(back.x - place.x) < 1e-9 && abs(back.y - place.y) < 1e-9)
      // What is drawn has all that is seen of the frame.
      let point = resolved.origin + inside * drawn
      if point.min() >= 0, (point - Self.size).max() <= 0 {
        #expect(inside.min() > -1e-9 && inside.max() < 1 + 1e-9)
      }
    }
  }

  private func job(_ shelf: Shelf, _ pose: CameraPose, scale: Int = 1) -> BookJob {
    var job = BookJob(pages: shelf.paths, output: shelf.frames)
    job.size = PixelSize(Self.frame.width * scale, Self.frame.height * scale)
    (job.layout, job.style.profile, job.margin) = (.spread, .paper, 0)
    job.timing.turnFrames = 8
    var move = CameraMove(time: 0, duration: 0, to: .whole)
    move.pose = pose
    job.camera = .moves([move])
    return job
  }

  private func psnr(_ one: [Double], _ other: [Double]) -> Double {
    let error = zip(one, other).map { ($0 - $1) * ($0 - $1) }.reduce(0, +) / Double(one.count)
    return 10 * log10(255 * 255 / max(error, 1e-9))
  }

  /// A book that lies open is what the pinhole sees of a picture that is four times as large.
  @Test(arguments: [CameraPose(tilt: 15), CameraPose(tilt: 10, orbit: 20)])
  func aBookAtRestIsSeenFromTheSide(pose: CameraPose) throws {
    let shelf = try Shelf(pages: 4, width: 120, height: 160)
    var large = job(shelf, CameraPose(), scale: 4)
    large.camera = nil
    let desk = try shelf.still(large, at: 0)
    let seen = try shelf.still(job(shelf, pose), at: 0)
    let plan = try job(shelf, pose).plan().frames
    let placed = plan.placed(at: plan.pictures[0].moment)
    let above = try #require(placed.eye) + SIMD3(placed.corner, 0)
    let pinhole = Pinhole(CameraView(origin: .zero, zoom: 1, pose: pose), from: above)
    // Sums of the samples of the desk that fall into a pixel.
    var sums = [SIMD4<Double>](repeating: .zero, count: Self.frame.width * Self.frame.height)
    for y in 0..<desk.height {
      for x in 0..<desk.width {
        let point = SIMD2(Double(x) + 0.5, Double(desk.height - y) - 0.5) / 4
        let place =
          pinhole.place(of: point, CameraView(origin: .zero, zoom: 1, pose: pose)) * Self.size
        guard place.min() >= 0, place.x < 320, place.y < 180 else { continue }
        let color = desk[x, y]
        sums[(179 - Int(place.y)) * 320 + Int(place.x)] += SIMD4(
          Double(color.x), Double(color.y), Double(color.z), 1)
      }
    }
    var (one, other): ([Double], [Double]) = ([], [])
    for (index, sum) in sums.enumerated() where sum.w >= 9 {
      let color = seen[index % 320, index / 320]
      for channel in 0..<3 {
        one.append(sum[channel] / sum.w)
        other.append(Double(color[channel]))
      }
    }
    #expect(one.count > 3 * 40_000)
    // Noise of a pixel's size: half a pixel beside, it would be 15 dB.
    #expect(psnr(one, other) > 24)
  }

  /// A camera that leaves the vertical doesn't jump, in the middle of a turn either.
  @Test(arguments: [0, 0.5]) func aSmallTiltChangesLittle(time: Double) throws {
    let shelf = try Shelf(pages: 4, width: 120, height: 160)
    func pixels(_ pose: CameraPose) throws -> [Double] {
      try shelf.still(job(shelf, pose), at: time).pixels.map { Double($0) }
    }
    let (one, other) = (try pixels(CameraPose(tilt: 0.02)), try pixels(CameraPose(tilt: 0.04)))
    #expect(psnr(one, other) > 40)
    #expect(try psnr(one, pixels(CameraPose(tilt: 8))) < 25)
  }

  /// The program stays within what ES 2.0 guarantees.
  @Test func theLensFitsTheMinimum() throws {
    let gl = try OffscreenContext().gl
    let programs = try ShaderWatch.programs { _ = try LensProgram(gl) }
    #expect(programs.count == 1)
    #expect(try ShaderWatch.findings(in: programs) == [])
  }

  /// What is in the focus stays sharp, and the blur grows with the distance from it.
  @Test func depthOfFieldGrowsFromTheFocus() throws {
    let shelf = try Shelf(pages: 4, width: 120, height: 160)
    /// How much neighbors differ in some rows.
    func contrast(_ focus: Double, blur: Double, rows: Range<Int>) throws -> Double {
      let image = try shelf.still(
        job(shelf, CameraPose(tilt: 12, blur: blur, focus: focus)), at: 0)
      var sum = 0.0
      for y in rows {
        for x in 100..<220 {
          let (one, other) = (Double(image[x, y].x), Double(image[x + 1, y].x))
          sum += (one - other) * (one - other)
        }
      }
      return sum
    }
    let (upper, lower) = (30..<50, 130..<150)
    for (rows, near, far) in [(upper, 0.55, -0.6), (lower, -0.55, 0.6)] {
      let sharp = try contrast(near, blur: 0, rows: rows)
      #expect(try contrast(near, blur: 1, rows: rows) > 0.8 * sharp)
      #expect(try contrast(far, blur: 1, rows: rows) < 0.5 * sharp)
      #expect(try contrast(0, blur: 0.4, rows: rows) > contrast(far, blur: 1, rows: rows))
    }
  }
}
