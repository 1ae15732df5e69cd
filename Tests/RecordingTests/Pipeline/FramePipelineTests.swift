import GLESKitSupport
import ImageCoding
import Offscreen
import TestSupport
import Testing

@testable import Recording

@Suite struct FramePipelineTests {
  private static func job(_ shelf: Shelf) -> BookJob {
    var job = BookJob(pages: shelf.paths, output: shelf.frames)
    job.layout = .pages
    job.timing.turnFrames = 26
    job.timing.holdFrames = 2
    return job
  }

  /// Draws a job and returns its frames.
  static func frames(
    _ plan: FramePlan, workers: Int, drawsWithOne: Bool, takesReferences: Bool
  ) throws -> [[UInt8]] {
    let pipeline = try FramePipeline(
      plan, workers: workers, in: .threads, encoder: PictureSink.encoder(.png, .balanced),
      takesReferences: takesReferences, sheet: nil, profiler: nil, drawsWithOne: drawsWithOne)
    var frames: [[UInt8]] = []
    try pipeline.run { _, encoded in frames.append(Array(encoded.bytes)) }
    return frames
  }

  /// With any number of workers, and where one draws and the others encode, as with a GPU.
  @Test func framesDoNotDependOnTheWorkers() throws {
    let shelf = try Shelf(pages: 4)
    let plan = try Self.job(shelf).plan().frames
    for takesReferences in [false, true] {
      let expected = try Self.frames(
        plan, workers: 1, drawsWithOne: false, takesReferences: takesReferences)
      #expect(expected.count == plan.pictures.count)
      let others = [(3, false), (3, true), (2, false), (7, false), (1, true)]
      for (workers, drawsWithOne) in others.prefix(Sweep(short: 2, sample: 5, full: 5).count) {
        let found = try Self.frames(
          plan, workers: workers, drawsWithOne: drawsWithOne, takesReferences: takesReferences)
        #expect(found == expected, "\(workers) workers, one draws: \(drawsWithOne)")
      }
    }
  }

  /// Workers keep no display from others while they don't draw, not even where their frames wait.
  @Test func othersDrawWhileFramesWait() throws {
    let shelf = try Shelf(pages: 4)
    let plan = try Self.job(shelf).plan().frames
    let pipeline = try FramePipeline(
      plan, workers: 8, in: .threads, encoder: PictureSink.encoder(.png, .balanced),
      takesReferences: false, sheet: nil, profiler: nil)
    var others: [OffscreenContext] = []
    try pipeline.run { _, _ in
      guard others.count < 6 else { return }
      let other = try OffscreenContext()
      other.gl.clear(color: .zero)
      other.releaseCurrent()
      others.append(other)
    }
    #expect(others.count == 6)
  }

  /// A page that cannot be decoded stops all workers with its error.
  @Test func anErrorOfAWorkerIsReported() throws {
    let shelf = try Shelf(pages: 4)
    let plan = try Self.job(shelf).plan().frames
    try AtomicFile.write(Array("not an image".utf8), to: shelf.paths[2])
    let error = #expect(throws: RecordingError.self) {
      try Self.frames(plan, workers: 3, drawsWithOne: false, takesReferences: true)
    }
    #expect(error.map { "\($0)".contains(shelf.paths[2]) } == true)
  }

  /// However long the book is, only the pages of the turns that are drawn and of the next one are
  /// held, and what is not needed is freed.
  @Test func pagesAreReadAheadButNotFarAhead() throws {
    let shelf = try Shelf(pages: 1)
    var job = BookJob(
      pages: [String](repeating: shelf.paths[0], count: 40), output: shelf.frames)
    job.layout = .pages
    let plan = try job.plan().frames
    let memory = try FrameMemory(
      plan.stage.frame, largestPage: FrameNeeds(of: plan).largestPage, workers: 2,
      hasReferences: false)
    var resources = FrameResources(plan, memory, turnsWithReferences: [])
    var decoded = 0
    for (index, picture) in plan.pictures.enumerated() {
      resources.update(from: index, next: index)
      while case .page(let page, _) = resources.nextTask(canDraw: true) {
        resources.noteDecoded(page)
        decoded += 1
      }
      #expect(!resources.isMissing(for: picture))
      #expect(resources.held <= 4)
    }
    #expect(resources.underWay == 0 && decoded == 40)
  }
}
