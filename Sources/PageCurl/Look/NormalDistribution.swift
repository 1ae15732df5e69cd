import Glibc

/// The normal distribution, from tables.
enum NormalDistribution {
  private static let reach = 6.0
  private static let steps = 64.0
  private static let values: [Double] = (0...Int(2 * reach * steps) + 1).map {
    0.5 * erfc((reach - Double($0) / steps) / 2.0.squareRoot())
  }

  private static let densities: [Double] = values.indices.map {
    let x = Double($0) / steps - reach
    return exp(-x * x / 2) / (2 * Double.pi).squareRoot()
  }

  /// Returns the share below `x`, to 2e−5.
  static func below(_ x: Double) -> Double { value(of: values, at: x) }

  /// Returns the density at `x`, to 2e−5.
  static func density(_ x: Double) -> Double { value(of: densities, at: x) }

  private static func value(of table: [Double], at x: Double) -> Double {
    let place = (min(max(x, -reach), reach) + reach) * steps
    let index = Int(place)
    return table[index] + (place - Double(index)) * (table[index + 1] - table[index])
  }

  /// Returns the value below which a share of 0…1 lies, to 1e−4 except near 0 and 1.
  static func value(above share: Double) -> Double {
    let index = max(values.firstIndex { $0 > share } ?? 1, 1)
    let way = (share - values[index - 1]) / (values[index] - values[index - 1])
    return (Double(index - 1) + way) / steps - reach
  }
}
