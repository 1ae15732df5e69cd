import Imaging
import PageCurl
import TestSupport
import Testing

@testable import Recording

/// Where books lie while their pages begin to move, move, and come to rest.
@Suite struct RestToMotionTests {
  /// In frames of 60 sizes, nothing moves by more than 0.05 pixels as a turn begins or ends, and no
  /// step from frame to frame is more than twice those beside it.
  @Test(.long, arguments: BookLayout.allCases, [BookCover.auto, .none, .hard, .soft])
  func booksNeitherJumpNorJerk(layout: BookLayout, cover: BookCover) throws {
    let shelf = try Shelf(pages: 6, width: 61, height: 83)
    let profiles = layout == .spread ? [TurnStyle.Profile.paper, .cone] : [.paper]
    let bindings = layout == .spread ? Binding.allCases : [.left]
    for (profile, binding) in profiles.flatMap({ profile in bindings.map { (profile, $0) } }) {
      for number in 0..<60 {
        var job = BookJob(pages: shelf.paths, output: .video(path: "a.mp4", format: .mp4))
        job.layout = layout
        job.cover = cover
        job.margin = nil
        job.style.profile = profile
        job.style.binding = layout == .spread ? binding : nil
        job.hasStacks = layout == .spread
        job.size = PixelSize(320 + 7 * number, 180 + 5 * number)
        let plan = try job.plan().frames
        let what = "\(profile), \(binding), \(plan.stage.frame)"
        for turn in plan.turns.indices {
          for (rest, moving) in [(0.0, 0.002), (1, 0.998)] {
            let places = [rest, moving].map {
              plan.placed(at: Moment(turn: turn, times: [$0])).corner
            }
            #expect((places[1] - places[0]).length < 0.05, "\(what), turn \(turn)")
          }
        }
        let places = plan.allPictures.flatMap { picture in
          repeatElement(plan.placed(at: picture.moment).corner, count: picture.count)
        }
        let steps = zip(places.dropFirst(), places).map { ($0 - $1).length }
        for frame in 1..<steps.count - 1 {
          let beside = max(steps[frame - 1], steps[frame + 1])
          #expect(steps[frame] <= 2 * beside + 0.05, "\(what), frame \(frame)")
        }
      }
    }
  }
}
