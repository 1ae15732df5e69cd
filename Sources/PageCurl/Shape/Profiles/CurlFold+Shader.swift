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
    let arc = polynomial(of: "x", degree: 6, to: 1) { x in
      (half - curve.distance(share: x) / reach) / (1 - x).squareRoot()
    }
    let across = polynomial(of: "q", degree: 4, to: end) { q in
      let place = place(q)
      return place.across / place.t
    }
    let height = polynomial(of: "q", degree: 4, to: end) { q in
      let place = place(q)
      return place.height / pow(place.t, power + 1)
    }
    return [
      "FOLD_HALF \(Float(half))", "FOLD_TOP \(Float(2 / reach))",
      "FOLD_EXPONENT \(Float(power))", "FOLD_POWER \(powerText)",
      "FOLD_ARC \(arc)", "FOLD_ACROSS \(across)", "FOLD_HEIGHT \(height)",
    ]
  }

  /// xⁿ in GLSL.
  private var powerText: String {
    Array(repeating: "x", count: curve.power).joined(separator: " * ")
  }
}

/// Returns the polynomial, in GLSL, that meets a function of 0…`end` where a Chebyshev polynomial
/// is 0: nearly the best one of its degree.
private func polynomial(
  of name: String, degree: Int, to end: Double, _ function: (Double) -> Double
) -> String {
  let step = Double.pi / Double(degree + 1)
  let places = (0...degree).map { end / 2 * (1 + cos(step * (Double($0) + 0.5))) }
  // Newton's divided differences, and from them the factors of 1, of x, of x²…
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
  return factors.dropLast().reversed().reduce("\(Float(factors[degree]))") {
    "(\($0)) * \(name) + \(Float($1))"
  }
}
