import Imaging

/// A small part of a job, drawn into another folder, from which the size and the time of the whole
/// follow.
package struct JobTrial: Sendable {
  /// The part.
  package let plan: BookPlan
  private let job: BookPlan

  /// The pixels of the frames of a trial, at most: about two seconds of work on two processors.
  private static let mostPixels = 100_000_000
  /// As many pixels take as long as what a frame takes besides its pixels.
  private static let otherPixels = 50_000

  /// Takes the two turns in the middle of a job, or as much of them as is drawn soon; of a web page
  /// at most eight pages.
  ///
  /// - Parameter output: Where the part is written, in the format of the job.
  package init(of plan: BookPlan, to output: BookJob.Output) {
    job = plan
    var part = plan
    part.job.output = output
    // The sound of a video is made for the whole job, and is small.
    if !plan.isWebPage { part.job.removeSound() }
    part.job.contactSheet = nil
    (part.job.resumes, part.job.shard) = (false, nil)
    if plan.isWebPage {
      let first = max((plan.pageCount - 8) / 2, 0)
      part.frames.pages = Array(plan.frames.pages.dropFirst(first).prefix(8))
    } else {
      let middle = Self.turns(of: plan.frames.pictures)
      let pixels = plan.frameSize.width * plan.frameSize.height + Self.otherPixels
      let most = max(Self.mostPixels / pixels, 4)
      let pictures = plan.frames.pictures.filter { middle ~= $0.moment.turn }
      // A pause may last an hour.
      part.setPictures(pictures.prefix(most), repeated: 2)
    }
    self.plan = part
  }

  /// The two turns in the middle of a film.
  static func turns(of pictures: [HeldFrame]) -> ClosedRange<Int> {
    let middle = ((pictures.first?.moment.turn ?? 0) + (pictures.last?.moment.turn ?? 0)) / 2
    return middle...middle + 1
  }

  /// Whether the part is all of the job.
  package var isWhole: Bool { plan.stepCount == job.stepCount }

  /// How many times as much the whole job draws. A repeated picture takes next to no time.
  package var share: Double {
    plan.isWebPage
      ? Double(job.pageCount) / Double(max(plan.pageCount, 1))
      : Double(job.frames.pictures.count) / Double(max(plan.frames.pictures.count, 1))
  }

  /// Returns the size of the whole job, if that of the part is `bytes`.
  package func size(ofPart bytes: Int) -> Int {
    switch plan.job.output {
    case .webPage(_, let title):
      let fixed = min(plan.webPage(title).fixedBytes, bytes)
      return fixed + Int(Double(bytes - fixed) * share)
    case .video(_, let format) where !format.storesEveryFrame: return Int(Double(bytes) * share)
    case .still: return Int(Double(bytes) * share)
    case .frames, .video:
      // A repeated picture has as many bytes again.
      return Int(Double(bytes) * Double(job.frameCount) / Double(max(plan.frameCount, 1)))
    }
  }
}

extension BookJob {
  fileprivate mutating func removeSound() { (hasSound, hasClipSound, audio) = (false, false, nil) }
}

extension BookPlan {
  /// The part of the frames to draw, the number of all frames, and the part's turns, from 1; `nil`
  /// for a whole job and an empty part.
  package var part: (shard: Shard, frames: Range<Int>, count: Int, turns: ClosedRange<Int>)? {
    guard let shard = job.shard, let first = frames.pictures.first, let last = frames.pictures.last
    else { return nil }
    return (
      shard, first.first..<last.end, frames.wholeCount,
      first.moment.turn + 1...last.moment.turns.upperBound
    )
  }

  /// The plan of a contact sheet alone, whose pictures are written, too.
  ///
  /// - Parameter output: Where the pictures are written: numbered frames.
  package func contactSheet(to output: BookJob.Output) -> BookPlan {
    var plan = self
    plan.job.output = output
    plan.job.removeSound()
    (plan.job.resumes, plan.job.shard) = (false, nil)
    let sheet = BookContactSheet(pictures: frames.pictures, size: frameSize)
    plan.setPictures(frames.pictures.filter(sheet.shows), repeated: 1)
    return plan
  }

  /// Replaces the pictures by some of them, each repeated a few times at most, and numbers their
  /// frames from 0.
  fileprivate mutating func setPictures(_ pictures: some Sequence<HeldFrame>, repeated most: Int) {
    var next = 0
    frames.pictures = pictures.map { picture in
      let count = min(picture.count, most)
      defer { next += count }
      return HeldFrame(moment: picture.moment, first: next, count: count)
    }
    frames.allPictures = frames.pictures
  }
}
