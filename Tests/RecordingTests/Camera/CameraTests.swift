import GLESKitSupport
import Glibc
import ImageCoding
import Imaging
import PageCurl
import TestSupport
import Testing

@testable import Recording

/// Books that are filmed by a camera that moves.
@Suite struct CameraTests {
  /// A book that bends like paper, with boards, on a desk.
  private func job(_ shelf: Shelf) -> BookJob {
    var job = BookJob(pages: shelf.paths, output: shelf.frames)
    job.layout = .spread
    job.margin = nil
    (job.style.profile, job.hasStacks, job.gutter) = (.paper, true, 0.8)
    job.backdrop = .desk([200, 190, 180])
    (job.timing.turnFrames, job.timing.holdFrames) = (6, 12)
    job.timing.rate = FrameRate(12)
    return job
  }

  /// Draws a job, or its parts, and reads its frames.
  private func files(_ shelf: Shelf, _ job: BookJob, parts: Int = 1) throws -> [[UInt8]] {
    var job = job
    let folder = "\(shelf.path)/\(parts)-\(job.threads ?? 0)"
    job.output = .frames(folder: folder, name: "%d.png")
    let count = try job.plan().frameCount
    for part in 1...parts {
      if parts > 1 { job.shard = Shard("\(part)/\(parts)") }
      try job.plan().run { _ in }
    }
    return try (0..<count).map { try Files.read("\(folder)/\($0).png") }
  }

  private static let center = CameraMove.PageArea(
    left: 1.0 / 3, top: 1.0 / 3, width: 1.0 / 3, height: 1.0 / 3)

  /// A camera that doesn't move changes no byte, whether pictures have references or not.
  @Test(.long, arguments: [6, 26])
  func aCameraAtRestChangesNothing(turnFrames: Int) throws {
    let shelf = try Shelf(pages: 4)
    var job = job(shelf)
    job.timing.turnFrames = turnFrames
    let frames = try files(shelf, job)
    #expect(frames.count > 20)
    for camera in [
      Camera.moves([]), .moves([CameraMove(time: 0.5, duration: 1, to: .whole)]),
      .moves([CameraMove(time: 0, duration: 1, to: .page(1, .whole))]),
    ] {
      job.camera = camera
      // The page, with its room above and below, is as high as the frame.
      let isWhole = try job.plan().mostZoom == 1
      if isWhole { #expect(try files(shelf, job) == frames) }
    }
    job.camera = .moves([CameraMove(time: 0, duration: 1, to: .page(1, Self.center))])
    #expect(try job.plan().mostZoom > 2)
    #expect(try files(shelf, job) != frames)
  }

  /// A page of text, four or eight times as large as the page in the frame. Its strokes are about a
  /// pixel wide there.
  private static let text: Image = {
    let (width, height) = (960, 1280)
    var pixels = [UInt8](repeating: 255, count: 4 * width * height)
    var state: UInt32 = 7
    for line in 0..<24 {
      for letter in 0..<17 {
        for stroke in 0..<3 {
          state = state &* 1_664_525 &+ 1_013_904_223
          let isUpright = state >> 30 < 2
          let (x, y) = (60 + 49 * letter + 15 * stroke, 60 + 48 * line + Int(state >> 24 & 7))
          let (wide, high) = isUpright ? (9, 32) : (24, 8)
          for row in y..<y + high {
            for column in x..<min(x + wide, width) {
              let place = 4 * (row * width + column)
              (pixels[place], pixels[place + 1], pixels[place + 2]) = (30, 28, 26)
            }
          }
        }
      }
    }
    return Image(width: width, height: height, pixels: pixels)
  }()

  private func psnr(_ one: Image, _ other: Image) -> Double {
    let sum = zip(one.pixels, other.pixels).reduce(0.0) {
      let difference = Double($1.0) - Double($1.1)
      return $0 + difference * difference
    }
    return 10 * (255 * 255 / max(sum / Double(one.pixels.count), 1e-9)).log10
  }

  /// What a camera shows that has settled is what a frame three times as large shows there: pages
  /// are decoded for it, and nothing is an enlarged frame.
  @Test(.long, arguments: [0, 0.35, 1])
  func textIsAsSharpAsInALargerFrame(time: Double) throws {
    let shelf = try Shelf([Self.text, Self.text])
    var job = BookJob(pages: shelf.paths, output: shelf.frames)
    job.layout = .pages
    job.size = PixelSize(240, 320)
    job.style.radius = 24
    job.camera = .moves([CameraMove(time: 0, duration: 0, to: .page(1, Self.center))])
    let near = try shelf.still(job, at: time)
    job.camera = nil
    job.size = PixelSize(720, 960)
    job.style.radius = 72
    let large = try shelf.still(job, at: time).cropped(240, 320, PixelSize(240, 320))
    #expect(psnr(near, large) > 43, "\(psnr(near, large))")
    // An enlarged frame is far from it.
    job.size = PixelSize(240, 320)
    job.style.radius = 24
    let enlarged = try shelf.still(job, at: time).resized(to: PixelSize(720, 960))
      .cropped(240, 320, PixelSize(240, 320))
    #expect(psnr(enlarged, large) < 30)
  }

  /// The first frame of a page of text as a view shows it.
  private func text(_ shelf: Shelf, from view: CameraView) throws -> Image {
    var job = BookJob(pages: shelf.paths, output: shelf.frames)
    job.layout = .pages
    job.size = PixelSize(120, 160)
    var plan = try job.plan()
    plan.frames.pictures = [plan.frames.pictures[0]]
    plan.frames.pictures[0].moment.view = view
    plan.frames.allPictures = plan.frames.pictures
    try plan.run { _ in }
    return try shelf.frame(0).cropped(0, Self.rows.lowerBound, PixelSize(120, Self.rows.count))
  }

  /// The rows that are compared.
  private static let rows = 60..<110

  /// Those rows by the mean of 16×16 samples per pixel of the page, which has 8×8 texels per pixel
  /// of the whole frame.
  private func meanText(_ view: CameraView) -> Image {
    var expected = [UInt8](repeating: 255, count: 4 * 120 * Self.rows.count)
    let (top, texels) = (160 - view.origin.y - 160 / view.zoom, 8 / view.zoom)
    for y in Self.rows {
      for x in 0..<120 {
        var sum = SIMD4<Int>.zero
        for sample in 0..<256 {
          let at = SIMD2(
            (Double(x) + (Double(sample % 16) + 0.5) / 16) * texels + view.origin.x * 8,
            (Double(y) + (Double(sample / 16) + 0.5) / 16) * texels + top * 8)
          sum &+= SIMD4<Int>(truncatingIfNeeded: Self.text[Int(at.x), Int(at.y)])
        }
        let start = 4 * ((y - Self.rows.lowerBound) * 120 + x)
        for part in 0..<3 { expected[start + part] = UInt8((sum[part] + 128) / 256) }
      }
    }
    return Image(width: 120, height: Self.rows.count, pixels: expected)
  }

  /// The contrast of neighbors in a row: the sum of the squares of their differences.
  private func contrast(_ image: Image) -> Double {
    var sum = 0.0
    for y in 0..<image.height {
      for x in 1..<image.width {
        let difference = Double(image[x, y].x) - Double(image[x - 1, y].x)
        sum += difference * difference
      }
    }
    return sum
  }

  /// While the camera moves, pages lie anywhere between pixels. Text is as sharp there as on them,
  /// and lies where it should.
  @Test(.long, arguments: [1.5, 3.0])
  func textIsSharpBetweenPixels(zoom: Double) throws {
    let shelf = try Shelf([Self.text, Self.text])
    var contrasts: [Double] = []
    for step in 0..<3 {
      let origin = SIMD2(12 + Double(step) / (4 * zoom), 9 + Double(step) / (3 * zoom))
      let view = CameraView(origin: origin, zoom: zoom)
      let frame = try text(shelf, from: view)
      let mean = meanText(view)
      #expect(psnr(frame, mean) > 33, "\(psnr(frame, mean))")
      contrasts.append(contrast(frame) / contrast(mean))
    }
    let (low, high) = (contrasts.min() ?? 0, contrasts.max() ?? 0)
    #expect(low > 0.85 && high < 1.05 && high - low < 0.06, "\(contrasts)")
  }

  /// One plan: a still shows what the film shows at its moment.
  @Test(.long, arguments: CameraStyle.allCases)
  func stillsAreFramesOfTheFilm(style: CameraStyle) throws {
    let shelf = try Shelf(pages: 6)
    var job = job(shelf)
    job.camera = .style(style)
    job.timing.easing = .linear
    // The second opening, too, so that moves before and after it count.
    for pages in [nil, "4-"] {
      job.selection = pages.flatMap { PageSelection($0) }
      try job.plan().run { _ in }
      let turn = try job.plan().frames.pictures.filter {
        $0.moment.turn == 0 && ![0, 1].contains($0.moment.times[0])
      }
      #expect(turn.count == 4)
      for picture in turn {
        let still = try shelf.still(job, at: picture.moment.times[0])
        #expect(try still == shelf.frame(picture.first), "\(picture.first)")
      }
      #expect(turn.contains { !$0.moment.view.isWhole })
    }
  }

  /// Pages that the camera enlarges take memory, which limits the number of threads.
  @Test func aCameraTakesMemory() throws {
    let shelf = try Shelf(pages: 6)
    var job = job(shelf)
    job.size = PixelSize(1920, 1080)
    let plain = try FrameNeeds(of: job.plan().frames).bytesPerWorker
    job.camera = .style(.documentary)
    let filmed = try FrameNeeds(of: job.plan().frames).bytesPerWorker
    #expect(plain < 256 << 20 && filmed > 300 << 20)
  }

  /// A video page is decoded as large as the camera shows it, not as large as it shows others.
  @Test func onlyPagesThatTheCameraApproachesAreLarge() throws {
    let shelf = try Shelf(pages: 8)
    var job = job(shelf)
    job.camera = .moves([
      CameraMove(time: 0, duration: 0, to: .page(1, Self.center)),
      CameraMove(time: 0.5, duration: 0, to: .whole),
    ])
    let plan = try job.plan().frames
    #expect(plan.mostColumns > plan.stage.page.width)
    #expect(plan.mostColumns(of: 0) == plan.mostColumns)
    #expect(plan.mostColumns(of: 7) == plan.stage.page.width)
  }

  /// An estimate of a film has its turns, and reads the pages of those in the middle only.
  @Test func estimatesReadFewPages() throws {
    var page = Image(width: 61, height: 83, filledWith: SIMD4(repeating: 255))
    for y in 30..<50 {
      for x in 20..<40 { page[x, y] = SIMD4(0, 0, 0, 255) }
    }
    let shelf = try Shelf([Image](repeating: page, count: 12))
    var job = job(shelf)
    job.camera = .style(.documentary)
    let (whole, estimate) = try (job.plan().frames, job.estimatedPlan().frames)
    #expect(whole.frameCount == estimate.frameCount)
    let middle = JobTrial.turns(of: whole.pictures).lowerBound
    func film(_ plan: FramePlan, _ isShown: (Int) -> Bool) -> [HeldFrame] {
      plan.pictures.filter { isShown($0.moment.turn) }
    }
    let shown = film(whole) { $0 == middle }
    #expect(shown.contains { !$0.moment.view.isWhole })
    let isSame = film(estimate) { $0 == middle } == shown
    let isOther = film(estimate) { $0 > middle + 1 } != film(whole) { $0 > middle + 1 }
    #expect(isSame && isOther)
  }

  /// The bytes of a film depend neither on the number of workers nor on the parts.
  @Test(.long) func workersAndPartsDrawTheSame() throws {
    let shelf = try Shelf(pages: 4)
    var job = job(shelf)
    job.camera = .style(.reading)
    job.threads = 1
    let whole = try files(shelf, job)
    job.threads = 3
    #expect(try files(shelf, job) == whole)
    #expect(try files(shelf, job, parts: 3) == whole)
  }

  /// Trailers are short, whatever the book.
  @Test func trailersShowAFewTurns() throws {
    let shelf = try Shelf(pages: 40)
    var job = job(shelf)
    #expect(try job.plan().turnCount == 20)
    job.camera = .style(.trailer)
    #expect(try job.plan().turnCount == 8 && job.plan().omittedTurns == 12)
    job.camera = .style(.reading)
    #expect(try job.plan().turnCount == 20)
  }

  @Test(arguments: [
    (
      CameraMove(time: 0, duration: 1, to: .page(9, .whole)),
      "move 1 of the camera shows page 9, but the book has 6 pages; use a page from 1 to 6"
    ),
    (
      CameraMove(time: 0, duration: 0.5, to: .page(3, .whole)),
      "move 1 of the camera ends at 0.5 s at page 3, which is not seen then; let it end from"
    ),
    (
      CameraMove(time: 99, duration: 0.5, to: .whole),
      "move 1 of the camera starts at 99.0 s, but the film lasts"
    ),
    (
      CameraMove(
        time: 0, duration: 1,
        to: .page(1, CameraMove.PageArea(left: 0, top: 0, width: 0.1, height: 0.05))),
      "at most 4 times is possible, so use an area"
    ),
  ])
  func movesThatCannotBeMadeAreErrors(move: CameraMove, message: String) throws {
    let shelf = try Shelf(pages: 6)
    var job = job(shelf)
    job.camera = .moves([move])
    let error = #expect(throws: RecordingError.self) { try job.plan() }
    #expect(error?.description.contains(message) == true, "\(error?.description ?? "")")
  }

  @Test func movesAreInOrder() throws {
    let shelf = try Shelf(pages: 6)
    var job = job(shelf)
    job.camera = .moves([
      CameraMove(time: 2, duration: 1, to: .whole), CameraMove(time: 1, duration: 1, to: .whole),
    ])
    let error = #expect(throws: RecordingError.self) { try job.plan() }
    #expect(
      error?.description.contains("move 2 of the camera starts at 1.0 s, before move 1") == true)
  }
}

extension Double {
  fileprivate var log10: Double { Glibc.log10(self) }
}

extension Image {
  /// A part of the image.
  fileprivate func cropped(_ left: Int, _ top: Int, _ size: PixelSize) -> Image {
    cut(to: size, left: left, top: top)
  }
}
