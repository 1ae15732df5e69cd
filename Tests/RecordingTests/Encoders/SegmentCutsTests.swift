import Imaging
import Testing

@testable import Recording

@Suite struct SegmentCutsTests {
  /// Turns of 30 frames with rests before, between and behind them.
  private func pictures(rest: Int, turns: Int) -> [HeldFrame] {
    var pictures: [HeldFrame] = []
    func show(_ moment: Moment, _ count: Int) {
      pictures.append(HeldFrame(moment: moment, first: pictures.last?.end ?? 0, count: count))
    }
    for turn in 0..<turns {
      show(Moment(turn: turn, times: [0]), rest)
      for frame in 1..<30 { show(Moment(turn: turn, times: [Double(frame) / 30]), 1) }
    }
    show(Moment(turn: turns - 1, times: [1]), rest)
    return pictures
  }

  @Test(arguments: [1, 7, 30, 75, 150], [1, 2, 5, 17, 100, 240])
  func segmentsCoverAVideoAndBeginInTurns(rest: Int, length: Int) {
    let pictures = pictures(rest: rest, turns: 30)
    let cuts = SegmentCuts(pictures, length: length)
    var end = 0
    for number in 0..<cuts.count {
      let frames = cuts[number]
      #expect(frames.lowerBound == end && !frames.isEmpty)
      end = frames.upperBound
      #expect(frames.allSatisfy { cuts.number(of: $0) == number })
      #expect(cuts.numbers(of: frames) == number...number)
      // Rests and turns alternate, so that some movement is near unless segments are short.
      guard number > 0, 3 * length / 8 * 2 > rest else { continue }
      let first = pictures.first { $0.frames.contains(frames.lowerBound) }
      #expect(first?.count == 1 && first?.first == frames.lowerBound, "\(frames)")
      if length == 240 { #expect(first?.moment.times == [0.5], "\(frames)") }
    }
    #expect(end == pictures.last?.end)
  }

  @Test func aLongRestIsCutSometimes() {
    let rest = HeldFrame(moment: Moment(turn: 0, times: [0]), first: 0, count: 100_000)
    let cuts = SegmentCuts([rest], length: 240)
    #expect(cuts.count == 105 && cuts[1] == 960..<1920 && cuts[104] == 99_840..<100_000)
    #expect(SegmentCuts([], length: 240).count == 0)
    let still = HeldFrame(moment: Moment(turn: 0, times: [0]), first: 0, count: 1)
    #expect(SegmentCuts([still], length: 240)[0] == 0..<1)
  }

  /// The rest behind a turn belongs to the segment that begins in it, for four lengths.
  @Test func aRestIsCutSomeLengthsAfterTheLastCut() {
    var pictures = [HeldFrame(moment: Moment(turn: 0, times: [0]), first: 0, count: 705)]
    for frame in 1..<30 {
      let moment = Moment(turn: 0, times: [Double(frame) / 30])
      pictures.append(HeldFrame(moment: moment, first: 704 + frame, count: 1))
    }
    pictures.append(HeldFrame(moment: Moment(turn: 0, times: [1]), first: 734, count: 2266))
    let cuts = SegmentCuts(pictures, length: 240)
    #expect((0..<cuts.count).map { cuts[$0].lowerBound } == [0, 719, 1680, 2640])
  }

  @Test func partsConsistOfSegments() throws {
    let pictures = pictures(rest: 40, turns: 20)
    let cuts = SegmentCuts(pictures, length: 100)
    for count in [1, 3, 8, 50] {
      var end = 0
      for number in 1...count {
        let frames = cuts.frames(of: try #require(Shard("\(number)/\(count)")))
        #expect(frames.lowerBound == end)
        end = frames.upperBound
        guard !frames.isEmpty else { continue }
        #expect(cuts[cuts.number(of: frames.lowerBound)].lowerBound == frames.lowerBound)
      }
      #expect(end == pictures.last?.end)
    }
  }

  /// What is seen: a segment that begins in a picture at rest changes all its pixels.
  @Test(.long) func noPulseIsSeenWhereASegmentBegins() throws {
    let shelf = try Shelf(pages: 10, width: 90, height: 120)
    let path = "\(shelf.path)/film.mp4"
    var job = BookJob(pages: shelf.paths, output: .video(path: path, format: .mp4))
    job.layout = .spread
    job.style.profile = .paper
    job.size = PixelSize(320, 180)
    job.margin = nil
    (job.timing.turnFrames, job.timing.holdFrames) = (24, 30)
    job.segmentFrames = 80
    let plan = try job.plan()
    try plan.run { _ in }
    let frames = try Decoded(path).frames
    let cuts = SegmentCuts(plan.frames.allPictures, length: 80)
    try #require(cuts.count > 2 && frames.count == plan.frameCount)
    func change(_ frame: Int) -> Double {
      let pairs = zip(frames[frame].pixels, frames[frame - 1].pixels)
      return Double(pairs.reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) })
    }
    for number in 1..<cuts.count {
      let first = cuts[number].lowerBound
      let neighbors = max(change(first - 1), change(first + 1))
      #expect(change(first) <= 2 * neighbors, "frame \(first)")
    }
  }
}
