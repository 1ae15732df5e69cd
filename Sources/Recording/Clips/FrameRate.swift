/// Frames per second as a fraction of whole numbers, so that videos store it without rounding.
public struct FrameRate: Hashable, Sendable, CustomStringConvertible {
  /// The number of frames in ``denominator`` seconds.
  public let numerator: Int
  /// The number of seconds that ``numerator`` frames take.
  public let denominator: Int

  /// A whole number of frames per second.
  ///
  /// - Precondition: `framesPerSecond` is at least 1.
  public init(_ framesPerSecond: Int) {
    precondition(framesPerSecond > 0, "a frame rate is above 0")
    numerator = framesPerSecond
    denominator = 1
  }

  /// Parses `30`, `12.5` or `30000/1001`, from 1 to 240; `nil` for any other text.
  ///
  /// The rounded broadcast rates `23.976`, `29.97`, `47.952` and `59.94` stand for their exact
  /// fractions.
  public init?(_ text: String) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    if let exact = Self.broadcast[text] {
      (numerator, denominator) = (exact, 1001)
    } else if parts.count == 2, let numerator = Self.whole(parts[0]),
      let denominator = Self.whole(parts[1])
    {
      (self.numerator, self.denominator) = (numerator, denominator)
    } else if let (numerator, denominator) = Self.decimal(text) {
      (self.numerator, self.denominator) = (numerator, denominator)
    } else {
      return nil
    }
    guard denominator > 0, numerator >= denominator, numerator <= 240 * denominator else {
      return nil
    }
  }

  /// `30` or `30000/1001`, the notation of `ffmpeg`.
  public var description: String {
    denominator == 1 ? String(numerator) : "\(numerator)/\(denominator)"
  }

  /// The rate as a floating-point number.
  public var value: Double { Double(numerator) / Double(denominator) }

  private static let broadcast = [
    "23.976": 24_000, "29.97": 30_000, "47.952": 48_000, "59.94": 60_000,
  ]

  private static func whole(_ text: Substring) -> Int? {
    guard (1...6).contains(text.count), text.utf8.allSatisfy({ (48...57).contains($0) }) else {
      return nil
    }
    return Int(text)
  }

  /// A decimal number of at most three places, as a fraction of a power of ten.
  private static func decimal(_ text: String) -> (Int, Int)? {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    guard let whole = whole(parts[0]) else { return nil }
    if parts.count == 1 { return (whole, 1) }
    guard parts.count == 2, parts[1].count <= 3, let rest = self.whole(parts[1]) else { return nil }
    let scale = [1, 10, 100, 1000][parts[1].count]
    return (whole * scale + rest, scale)
  }
}
