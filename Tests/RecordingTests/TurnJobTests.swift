import Files
import Glibc
import Imaging
import Offscreen
import Pixels
import Recording
import TestSupport
import Testing

@Suite struct TurnJobTests {
  /// A page on which every pixel differs from its neighbours and no mirror image equals it.
  private func page(_ width: Int, _ height: Int, seed: Int) -> Image {
    var image = Image(width: width, height: height)
    for y in 0..<height {
      for x in 0..<width {
        let mixed = (x &* 73 &+ y &* 151 &+ seed &* 199) & 0xFF
        image[x, y] = [UInt8(mixed), UInt8((x + seed) & 0xFF), UInt8(y & 0xFF), 255]
      }
    }
    return image
  }

  private struct Files3: ~Copyable {
    let folder: TemporaryFolder
    let front: Image
    let back: Image
    let next: Image

    func job(_ output: TurnJob.Output) -> TurnJob {
      TurnJob(
        front: "\(folder.path)/front.png", back: "\(folder.path)/back.png",
        next: "\(folder.path)/next.png", output: output)
    }
  }

  private func pages(_ width: Int = 61, _ height: Int = 83) throws -> Files3 {
    let files = Files3(
      folder: try TemporaryFolder(), front: page(width, height, seed: 1),
      back: page(width, height, seed: 2), next: page(width, height, seed: 3))
    try ImageFile.write(files.front, to: "\(files.folder.path)/front.png")
    try ImageFile.write(files.back, to: "\(files.folder.path)/back.png")
    try ImageFile.write(files.next, to: "\(files.folder.path)/next.png")
    return files
  }

  @Test(arguments: [180.0, 0, 90, -20, 135])
  func firstFrameIsTheFrontAndLastTheNextPage(degrees: Double) throws {
    let offscreen = try OffscreenContext()
    let files = try pages()
    let folder = "\(files.folder.path)/out"
    var job = files.job(
      .frames(folder: folder, name: "%02d.png", count: 5, contactSheet: "\(folder).png"))
    job.angle = degrees * .pi / 180
    var done: [Int] = []
    try job.run(try job.load(), in: offscreen.gl) { done.append($0) }
    #expect(done == [0, 1, 2, 3, 4, 5])
    #expect(try Files.list(folder) == ["00.png", "01.png", "02.png", "03.png", "04.png"])
    #expect(try ImageFile.read("\(folder)/00.png") == files.front)
    #expect(try ImageFile.read("\(folder)/04.png") == files.next)
    let middle = try ImageFile.read("\(folder)/02.png")
    #expect(middle != files.front && middle != files.next)
    #expect(try ImageFile.read("\(folder).png").width > files.front.width)
  }

  @Test func theFrontKeepsItsAlphaAndTheBackgroundShowsThrough() throws {
    let offscreen = try OffscreenContext()
    var turn = PageTurn(front: Image(width: 8, height: 6, filledWith: [40, 30, 20, 128]))
    var frame = Image(width: 8, height: 6)
    try TurnRenderer(turn, context: offscreen.gl).render(at: 0, into: &frame)
    #expect(frame == turn.front)
    turn.background = [200, 100, 0, 255]
    try TurnRenderer(turn, context: offscreen.gl).render(at: 0, into: &frame)
    #expect(frame[3, 3] == [140, 80, 20, 255])
    try TurnRenderer(turn, context: offscreen.gl).render(at: 1, into: &frame)
    #expect(frame == Image(width: 8, height: 6, filledWith: [200, 100, 0, 255]))
  }

  @Test func thePageIsFittedIntoTheFrame() throws {
    let offscreen = try OffscreenContext()
    let white = Image(width: 10, height: 20, filledWith: [255, 255, 255, 255])
    var turn = PageTurn(front: white)
    turn.size = PixelSize(100, 60)
    turn.margin = 10
    let renderer = try TurnRenderer(turn, context: offscreen.gl)
    var frame = renderer.makeFrame()
    try renderer.render(at: 0, into: &frame)
    // 80×40 of room for a page twice as high as wide: 20×40 in the middle.
    for (x, y, isPage) in [(39, 30, false), (40, 10, true), (59, 49, true), (60, 30, false)] {
      #expect(frame[x, y] == (isPage ? [255, 255, 255, 255] : .zero), "\(x), \(y)")
    }
    #expect(frame[50, 9] == .zero && frame[50, 50] == .zero)

    turn.margin = 30
    #expect(throws: RecordingError.self) { try TurnRenderer(turn, context: offscreen.gl) }
  }

  @Test func pagesOfAnotherShapeAreLaidOnWhitePaper() throws {
    let offscreen = try OffscreenContext()
    var turn = PageTurn(front: Image(width: 20, height: 20, filledWith: [9, 9, 9, 255]))
    turn.next = Image(width: 20, height: 10, filledWith: [0, 0, 255, 255])
    var frame = Image(width: 20, height: 20)
    try TurnRenderer(turn, context: offscreen.gl).render(at: 1, into: &frame)
    #expect(frame[10, 2] == [255, 255, 255, 255] && frame[10, 17] == [255, 255, 255, 255])
    #expect(frame[10, 10] == [0, 0, 255, 255])
  }

  /// The sheet has left the page at its right half by then, so what shows there is the back,
  /// mirrored twice: unmirrored.
  @Test func theBackReadsUnmirrored() throws {
    let offscreen = try OffscreenContext()
    var back = Image(width: 100, height: 50, filledWith: [255, 255, 255, 255])
    // A red mark at the left end of the back's top line.
    for y in 0..<10 { for x in 0..<20 { back[x, y] = [255, 0, 0, 255] } }
    var turn = PageTurn(front: Image(width: 100, height: 50, filledWith: [0, 0, 0, 255]))
    turn.back = back
    turn.radius = 0
    turn.look.light = nil
    turn.look.shadow = nil
    var frame = Image(width: 100, height: 50)
    // Folded at x = 50: the right half lies face down on the left one.
    try TurnRenderer(turn, context: offscreen.gl).render(at: 0.5, into: &frame)
    #expect(frame[5, 4] == [255, 0, 0, 255], "the back's left edge, where a reader begins")
    #expect(frame[5, 30] == [255, 255, 255, 255])
    #expect(frame[80, 4] == .zero, "the page below")
  }

  @Test func failuresLeaveNothingBehind() throws {
    let offscreen = try OffscreenContext()
    let files = try pages()
    let root = files.folder.path
    let before = try Files.list(root)

    // The contact sheet cannot be written, after all frames were.
    let output = TurnJob.Output.frames(
      folder: "\(root)/a/b", name: "%d.png", count: 3, contactSheet: "\(root)/none/sheet.png")
    let job = files.job(output)
    #expect(throws: RecordingError.self) { try job.run(try job.load(), in: offscreen.gl) { _ in } }
    #expect(try Files.list(root) == before)

    // What was there before stays.
    try Files.createFolders("\(root)/out")
    symlink("/dev/full", "\(root)/full.png")
    try AtomicFile.write([1], to: "\(root)/out/notes.txt")
    let second = files.job(
      .frames(folder: "\(root)/out", name: "%d.png", count: 3, contactSheet: "\(root)/full.png"))
    #expect(throws: RecordingError.self) {
      try second.run(try second.load(), in: offscreen.gl) { _ in }
    }
    #expect(try Files.list("\(root)/out") == ["notes.txt"])
  }

  @Test func anInterruptedJobKeepsItsWholeFrames() throws {
    struct Stop: Error {}
    let offscreen = try OffscreenContext()
    let files = try pages()
    let folder = "\(files.folder.path)/out"
    let job = files.job(.frames(folder: folder, name: "%d.png", count: 9, contactSheet: nil))
    #expect(throws: Stop.self) {
      try job.run(try job.load(), in: offscreen.gl) { if $0 == 2 { throw Stop() } }
    }
    #expect(try Files.list(folder) == ["0.png", "1.png"])
    #expect(try ImageFile.read("\(folder)/0.png") == files.front)
  }
}
