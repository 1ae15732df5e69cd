/// Count, total and distribution of durations in nanoseconds.
///
/// The distribution has 64 bins per power of two, so a percentile is off by at most 1/128.
struct Tally {
  private static let binBits: UInt64 = 6

  private(set) var count = 0
  private(set) var total: UInt64 = 0
  private(set) var longest: UInt64 = 0
  private var bins: [UInt32] = []

  mutating func add(_ nanoseconds: UInt64) {
    count += 1
    total &+= nanoseconds
    longest = max(longest, nanoseconds)
    let bin = Self.bin(of: nanoseconds)
    grow(to: bin + 1)
    bins[bin] &+= 1
  }

  mutating func merge(_ other: Tally) {
    count += other.count
    total &+= other.total
    longest = max(longest, other.longest)
    grow(to: other.bins.count)
    for (bin, count) in other.bins.enumerated() { bins[bin] &+= count }
  }

  /// The duration that the fraction `share` of all durations don't exceed.
  func percentile(_ share: Double) -> Double {
    let rank = max(Int((Double(count) * share).rounded(.up)), 1)
    var seen = 0
    for (bin, count) in bins.enumerated() {
      seen += Int(count)
      if seen >= rank { return min(Self.middle(of: bin), Double(longest)) }
    }
    return 0
  }

  private mutating func grow(to count: Int) {
    guard bins.count < count else { return }
    bins += repeatElement(0, count: count - bins.count)
  }

  /// Values below 128 have bins of their own; above, a bin is told by the power of two and the six
  /// bits below the highest.
  private static func bin(of value: UInt64) -> Int {
    let octave = max(0, 63 - Int(value.leadingZeroBitCount) - Int(binBits))
    return octave << binBits + Int(value >> UInt64(octave))
  }

  private static func middle(of bin: Int) -> Double {
    let octave = max(0, bin >> Int(binBits) - 1)
    let first = Double(bin - octave << binBits)
    let width = Double(UInt64(1) << UInt64(octave))
    return first * width + (width - 1) / 2
  }
}
