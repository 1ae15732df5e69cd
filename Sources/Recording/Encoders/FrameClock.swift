/// How long a picture is seen, in the units of an animation's format.
///
/// Each duration is the difference of two rounded moments, so that what is lost of one is gained by
/// another and the whole is as long as it should be, to half a unit.
struct FrameClock: Hashable, Sendable {
  let rate: FrameRate
  /// Units a second.
  let unitsPerSecond: Int

  /// How many units the frames take.
  func duration(of frames: Range<Int>) -> Int {
    moment(frames.upperBound) - moment(frames.lowerBound)
  }

  private func moment(_ frame: Int) -> Int {
    let whole = frame * rate.seconds * unitsPerSecond
    return (2 * whole + rate.frames) / (2 * rate.frames)
  }
}

extension FrameRate {
  /// The frames in pieces of at most `seconds`, in order: formats limit how long one picture is seen.
  func pieces(of frames: Range<Int>, seconds: Int) -> [Range<Int>] {
    let length = max(1, seconds * self.frames / self.seconds)
    return stride(from: frames.lowerBound, to: frames.upperBound, by: length).map {
      $0..<min($0 + length, frames.upperBound)
    }
  }
}
