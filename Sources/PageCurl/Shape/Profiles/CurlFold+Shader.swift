import Glibc

extension CurlFold {
  /// The cross-section for `common/fold.glsl`, as macros with values: polynomials that meet the
  /// curve to 2e−6 reaches.
  package var macros: [String] {
    let (curve, half) = (curve, length / 2 / reach)
    let order = 2 * power
    /// Returns the place of the paper whose t is a root of q, in reaches.
    func place(_ q: Double) -> (t: Double, across: Double, height: Double) {
      let t = pow(q, 1 / order)
      let point = curve.point(at: t * reach)
      return (t, point.across / reach, point.height / reach)
    }
    let end = pow(half, order)
    let arc = Polynomial(degree: 6, to: 1) { x in
      (half - curve.distance(share: x) / reach) / (1 - x).squareRoot()
    }
    let across = Polynomial(degree: 4, to: end) { q in
      let place = place(q)
      return place.across / place.t
    }
    let height = Polynomial(degree: 4, to: end) { q in
      let place = place(q)
      return place.height / pow(place.t, power + 1)
    }
    return [
      "FOLD_HALF \(Float(half))", "FOLD_TOP \(Float(2 / reach))",
      "FOLD_EXPONENT \(Float(power))", "FOLD_POWER \(powerText)",
      "FOLD_ARC \(arc.text("x"))", "FOLD_ACROSS \(across.text("q"))",
      "FOLD_HEIGHT \(height.text("q"))",
    ]
  }

  /// xⁿ in GLSL.
  private var powerText: String {
    Array(repeating: "x", count: curve.power).joined(separator: " * ")
  }
}

/// The polynomial that meets a function of 0…`end` where a Chebyshev polynomial is 0: nearly the
/// best one of its degree.
private struct Polynomial {
  /// The factor of 1, of x, of x²…
  private let factors: [Double]

  init(degree: Int, to end: Double, _ function: (Double) -> Double) {
    let step = Double.pi / Double(degree + 1)
    let places = (0...degree).map { end / 2 * (1 + cos(step * (Double($0) + 0.5))) }
    // Newton's divided differences, and from them the powers of x.
    var differences = places.map(function)
    for order in 1...degree {
      for index in (order...degree).reversed() {
        differences[index] =
          (differences[index] - differences[index - 1]) / (places[index] - places[index - order])
      }
    }
    var factors = [differences[degree]]
    for index in (0..<degree).reversed() {
      let shifted = [0] + factors
      factors = zip(shifted, factors + [0]).map { $0 - places[index] * $1 }
      factors[0] += differences[index]
    }
    self.factors = factors
  }

  /// The polynomial in GLSL.
  func text(_ name: String) -> String {
    factors.dropLast().reversed().reduce("\(Float(factors[factors.count - 1]))") {
      "(\($0)) * \(name) + \(Float($1))"
    }
  }
}
