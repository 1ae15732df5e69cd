/// Durations of pictures in the time unit of an animation format.
///
/// Each duration is the difference of two rounded times, so rounding errors don't add up: the whole
/// animation is exact to half a unit.
struct FrameClock: Hashable, Sendable {
  let rate: FrameRate
  /// The number of units per second.
  let unitsPerSecond: Int

  /// The duration of some frames in units.
  func duration(of frames: Range<Int>) -> Int {
    moment(frames.upperBound) - moment(frames.lowerBound)
  }

  private func moment(_ frame: Int) -> Int {
    let whole = frame * rate.denominator * unitsPerSecond
    return (2 * whole + rate.numerator) / (2 * rate.numerator)
  }
}

extension FrameRate {
  /// Splits frames into pieces of at most `seconds`, because formats limit the duration of a
  /// picture.
  func pieces(of frames: Range<Int>, seconds: Int) -> [Range<Int>] {
    let length = max(1, seconds * numerator / denominator)
    return stride(from: frames.lowerBound, to: frames.upperBound, by: length).map {
      $0..<min($0 + length, frames.upperBound)
    }
  }
}
