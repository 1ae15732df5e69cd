import GLMath
import Glibc

/// The places along the fold at which a ``CurlShadowMesh`` computes the shadow.
///
/// Each end of the sheet, projected by the light, has a penumbra as wide as the paper is high. Half
/// of the columns lie in either penumbra, on each line anew, so they follow slanted edges. Between
/// the two penumbras the shadow is even.
struct ShadowColumns {
  /// The number of columns. A penumbra is 5.4 standard deviations of the light wide, so columns are
  /// half a deviation apart, and linear interpolation is off by 0.5² / 8 × 0.24 = 0.8 % of the
  /// light at most.
  static let count = 26
  /// The least reach of a penumbra in page pixels. In triangles that are narrower than a driver's
  /// steps of 1/256 pixel a pixel may get a value far from those at its corners.
  private static let narrowest = 2.0
  /// The share of columns in a penumbra that is far narrower than that, as that of paper near the
  /// contact line. Of slanted sheets it grows over the first pixels beyond that line: columns that
  /// moved to it over the whole page from one row to the next would be too near each other.
  private static let least = (share: 0.5, way: 4.0)

  /// The number of pieces of bent paper. Columns need not lie better than to a tenth of a penumbra.
  private static let pieces = 40

  private let curl: CurlGeometry
  /// The number of the light's slopes for which the paper's ends are projected. Slanted ends lie
  /// elsewhere for each of them.
  private let slopes: Int
  /// The middle slope of the light across and along the fold, and the standard deviation.
  private let light: SIMD2<Double>
  private let spread: Double
  /// How far the sheet extends beyond the contact line, and the place of that end.
  private let end: Double
  private let endAcross: Double
  private let endHeight: Double
  /// The bent paper, cut into pieces that are as good as straight.
  private let bend: [(s: Double, across: Double, height: Double)]
  /// That share on the last line.
  private var least = 0.0
  private var penumbras = Penumbras()
  /// The slopes of the light, across the fold, between which paper hides the last line.
  private var hidden = (low: 0.0, high: 0.0)

  init(_ curl: CurlGeometry, _ shadow: CurlShadow) {
    self.curl = curl
    slopes = curl.isStraight ? 5 : 17
    light = SIMD2(shadow.slope.dot(curl.lift), shadow.slope.dot(curl.axis))
    spread = shadow.spread
    end = curl.extent.upperBound - curl.contactOffset
    (endAcross, endHeight) = curl.profile(at: end)
    bend = (0...Self.pieces).map { piece in
      let s = curl.turn * (Double(piece) / Double(Self.pieces))
      let place = curl.profile(at: s)
      return (s, place.along, place.height)
    }
  }

  /// Returns the row on the line at distance `d` beyond the contact line, with its places in
  /// ascending order; without any if there is no paper between the line and the light.
  ///
  /// The places depend on the penumbras alone: where neighboring lines divided different parts of
  /// them, cells between the lines would join light to shadow.
  ///
  /// - Parameters:
  ///   - isRaised: Whether the line is on the rising paper instead of on the ground.
  ///   - visible: The part of the line on which the shadow may be seen.
  ///   - gap: The part of the line that paper hides. As far as the shadow is even there, the gap is
  ///     between the two middle columns.
  mutating func row(
    at d: Double, isRaised: Bool, within visible: ClosedRange<Double>, gap: ClosedRange<Double>?
  ) -> ShadowRow {
    project(from: d, isRaised: isRaised)
    guard !penumbras.isEmpty else {
      return ShadowRow(line: d, hidden: hidden, places: [], hasGap: false)
    }
    var places: [Double] = []
    let ends = (visible.clamp(penumbras.ends.0), visible.clamp(penumbras.ends.1))
    let half = Self.count / 2
    penumbras.sort()
    penumbras.divide(from: visible.lowerBound, to: ends.0, into: half) { places.append($0) }
    penumbras.mirror()
    penumbras.divide(from: -visible.upperBound, to: -ends.1, into: half) { places.append(-$0) }
    places[half...].reverse()
    if let gap {
      let even = ends.0...ends.1
      (places[half - 1], places[half]) = (even.clamp(gap.lowerBound), even.clamp(gap.upperBound))
    }
    return ShadowRow(line: d, hidden: hidden, places: places, hasGap: gap != nil)
  }

  /// Projects the ends of the paper that is between a line and the light.
  private mutating func project(from d: Double, isRaised: Bool) {
    penumbras.removeAll()
    least = Self.least.share * (curl.isStraight ? 1 : min(max(d, 0) / Self.least.way, 1))
    let radius = curl.radius
    let own = isRaised ? curl.rising(to: d) : nil
    let height = own.map { curl.profile(at: $0).height } ?? 0
    hidden = hiddenSlopes(from: d, height, on: own)
    let from = max(hidden.low, light.x - CurlShadowMesh.reach * spread)
    let to = min(hidden.high, light.x + CurlShadowMesh.reach * spread)
    guard from < to else { return }
    // The paper beside a place on it is as high.
    if let own { project(own, height: 0) }
    // Paper does not shade itself.
    let least = isRaised ? 1e-3 : 0
    // The sheet's end may be higher than all that the slopes below meet.
    let rise = endHeight - height
    // The light's slopes may begin or end there, too: rounding must not decide about its columns.
    let slack = 1e-6 * radius
    if curl.isStraight, rise > least, d + rise * from < endAcross + slack,
      endAcross < d + rise * to + slack
    {
      // It gets columns little by little as it comes into the light.
      project(end, height: rise, weight: weight(of: (endAcross - d) / rise))
    }
    for index in 0..<slopes {
      let slope = from + (to - from) * Double(index) / Double(slopes - 1)
      let weight = weight(of: slope)
      let across = d + (2 * radius - height) * slope
      let level = curl.turn - across
      if across <= 0, !curl.isStraight || level < end - slack {
        project(level, height: 2 * radius - height, weight: weight)
      }
      // Where the fold crosses the light's way: once on its way out, once on its way back.
      let start = d - slope * height
      var last = bend[0].across - slope * bend[0].height - start
      for piece in 1..<bend.count {
        let beyond = bend[piece].across - slope * bend[piece].height - start
        defer { last = beyond }
        guard last < 0 ? beyond >= 0 && !isRaised : beyond < 0 else { continue }
        let share = last / (last - beyond)
        let (low, high) = (bend[piece - 1], bend[piece])
        let rise = low.height + share * (high.height - low.height) - height
        let s = low.s + share * (high.s - low.s)
        if rise > least, !curl.isStraight || s < end - slack {
          project(s, height: rise, weight: weight)
        }
      }
    }
  }

  /// Returns the share of columns for a slope of the light across the fold. The error of lines
  /// between columns is smallest with about the square root of the share of light: an even share
  /// for slopes with little light makes columns jump where these pass the sheet's end.
  ///
  /// On slanted sheets, the light of sharp lamps gets streaks with fewer columns for such slopes.
  private func weight(of slope: Double) -> Double {
    let softness = curl.isStraight ? 1 : min(max(spread / Self.sharp - 1, 0), 1)
    let deviations = (slope - light.x) / spread
    return exp(-0.25 * softness * deviations * deviations)
  }

  /// The largest spread of lamps that cast streaks so: ``CurlShadowRayTests`` tests lamps up to it.
  private static let sharp = 0.12

  /// Returns the slopes of the light, across the fold, between which paper hides a line.
  ///
  /// Seen from inside the curl, these are all above the sheet's end, and on the rising paper below
  /// that paper itself; from beyond the curl, all below the tangent to the fold, or below the
  /// sheet's end if that comes first.
  ///
  /// - Parameters:
  ///   - d: The line's distance beyond the contact line.
  ///   - height: Its height.
  ///   - own: Where it is on the rising paper; `nil` is on the ground.
  private func hiddenSlopes(
    from d: Double, _ height: Double, on own: Double?
  ) -> (low: Double, high: Double) {
    let endSlope = (endAcross - d) / max(endHeight - height, 1e-3)
    if let own {
      let bend = curl.bend(at: own)
      return (endSlope, cos(bend) / max(sin(bend), 1e-6))
    }
    guard d > 0 else { return (endSlope, Self.far) }
    let tangent = curl.fold.tangent(from: d / curl.radius)
    guard tangent * curl.radius < end else { return (-Self.far, endSlope) }
    let bend = curl.fold.point(at: tangent).bend
    return (-Self.far, cos(bend) / sin(bend))
  }

  /// More than the slope of any light.
  private static let far = 1e6

  /// Projects both ends of the paper at distance `s`, so much higher than the line.
  private mutating func project(_ s: Double, height: Double, weight: Double = 1) {
    // The first slope may just miss the end.
    guard s <= end + 1e-6 * curl.radius,
      let chord = curl.chord(at: curl.contactOffset + min(s, end))
    else { return }
    let shift = height * light.y
    let reach = height * spread * CurlShadowMesh.reach
    penumbras.add(
      low: chord.lowerBound - shift, high: chord.upperBound - shift,
      max(reach, Self.narrowest), weight: weight * max(min(reach / Self.narrowest, 1), least))
  }
}

/// Intervals in which the sheet's ends hide some of the light.
private struct Penumbras {
  /// The places at which intervals begin and end, and the change of the columns' density there.
  private var brinks: [(place: Double, change: Double)] = []
  private var lowEnd = -Double.infinity
  private var highStart = Double.infinity
  /// The sum of the weights, and of the weighted middles between both ends.
  private var weights = 0.0
  private var sum = 0.0

  var isEmpty: Bool { weights == 0 }

  /// Where the intervals at the lower end are over, and where those at the upper end begin. Where
  /// they overlap it is the mean of the paper's middles, which moves smoothly from line to line.
  var ends: (Double, Double) {
    guard lowEnd < highStart else { return (sum / weights, sum / weights) }
    return (lowEnd, highStart)
  }

  mutating func removeAll() {
    brinks.removeAll(keepingCapacity: true)
    (lowEnd, highStart, weights, sum) = (-.infinity, .infinity, 0, 0)
  }

  /// Adds an interval around either end, with columns in proportion to a weight.
  mutating func add(low: Double, high: Double, _ reach: Double, weight: Double) {
    // A corner of the paper hides more and more light, so that columns move to it little by little.
    let weight = weight * min((high - low) / reach, 1)
    weights += weight
    sum += weight * (low + high) / 2
    let density = weight / reach
    brinks.append((low - reach, density))
    brinks.append((low + reach, -density))
    brinks.append((high - reach, density))
    brinks.append((high + reach, -density))
    lowEnd = max(lowEnd, low + reach)
    highStart = min(highStart, high - reach)
  }

  mutating func sort() {
    // Insertion sort: there are few, and many are in order.
    brinks.withUnsafeMutableBufferPointer { brinks in
      for index in brinks.indices.dropFirst() {
        let brink = brinks[index]
        var hole = index
        while hole > 0, brinks[hole - 1].place > brink.place {
          brinks[hole] = brinks[hole - 1]
          hole -= 1
        }
        brinks[hole] = brink
      }
    }
  }

  mutating func mirror() {
    brinks.reverse()
    for index in brinks.indices {
      brinks[index] = (-brinks[index].place, -brinks[index].change)
    }
  }

  /// Calls `body` with `count` places from the first interval's start to `to`, or from `from` on if
  /// that is later.
  mutating func divide(from: Double, to: Double, into count: Int, _ body: (Double) -> Void) {
    let start = min(max(brinks[0].place, from), to)
    /// Calls `body` with each interval of constant density.
    func walk(_ body: (_ from: Double, _ to: Double, _ density: Double) -> Void) {
      var (place, density) = (start, 0.0)
      for brink in brinks {
        let next = min(max(brink.place, start), to)
        if next > place {
          body(place, next, density)
          place = next
        }
        density += brink.change
      }
    }
    var columns = 0.0
    walk { columns += ($1 - $0) * $2 }
    body(start)
    var (passed, number) = (0.0, 1)
    if columns > 0 {
      walk { from, to, density in
        let more = (to - from) * density
        while number < count - 1 {
          let wanted = columns * Double(number) / Double(count - 1)
          guard wanted <= passed + more, more > 0 else { break }
          // Where only rounding errors are left of the density, the share may be anything.
          body(from + (to - from) * min(max((wanted - passed) / more, 0), 1))
          number += 1
        }
        passed += more
      }
    }
    while number < count {
      body(to)
      number += 1
    }
  }
}

extension ClosedRange<Double> {
  /// Returns the value of the range that is nearest to `value`.
  fileprivate func clamp(_ value: Double) -> Double {
    Swift.min(Swift.max(value, lowerBound), upperBound)
  }
}
