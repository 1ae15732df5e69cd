/// The turns whose pictures are encoded by references.
enum TurnsWithReferences {
  /// The fewest pictures of a turn with references. For drafts at 1080p, making references costs as
  /// much processor time as they save in 10 pictures; if they turn out too large, that is lost, so
  /// the limit is more than twice as high.
  static let fewestPictures = 24

  /// The turns with enough pictures, of pages that are not videos. They are the same in all parts
  /// of a job, so that its files are, too.
  static func all(of plan: FramePlan) -> Set<Int> {
    var counts: [Int: Int] = [:]
    for picture in plan.allPictures where picture.moment.times.count == 1 {
      counts[picture.moment.turn, default: 0] += 1
    }
    // While the camera moves, no part of a frame looks like the ends of its turn.
    for picture in plan.allPictures where !picture.moment.view.isWhole {
      counts[picture.moment.turn] = 0
    }
    return Set(
      counts.filter { turn, count in
        count >= fewestPictures
          && plan.turns[turn].pages.allSatisfy { plan.pages[$0].video == nil }
      }.keys)
  }
}
