import Glibc

/// The normal distribution, from a table.
enum NormalDistribution {
  private static let reach = 6.0
  private static let density = 64.0
  private static let values: [Double] = (0...Int(2 * reach * density) + 1).map {
    0.5 * erfc((reach - Double($0) / density) / 2.0.squareRoot())
  }

  /// Returns the share below `x`, to 2e−5.
  static func below(_ x: Double) -> Double {
    let place = (min(max(x, -reach), reach) + reach) * density
    let index = Int(place)
    return values[index] + (place - Double(index)) * (values[index + 1] - values[index])
  }

  /// Returns the value below which a share of 0…1 lies, to 1e−4 except near 0 and 1.
  static func value(above share: Double) -> Double {
    let index = max(values.firstIndex { $0 > share } ?? 1, 1)
    let way = (share - values[index - 1]) / (values[index] - values[index - 1])
    return (Double(index - 1) + way) / density - reach
  }
}
