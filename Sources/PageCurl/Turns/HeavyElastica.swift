import Glibc

/// A page that is bound at one end, seen along its rulings: a strip of rigid segments with elastic
/// joints, and the forces on it. Lengths are in page widths, and the weight per area is 1.
struct HeavyElastica {
  /// The number of segments.
  static let segments = 64
  /// The length of a segment.
  static let step = 1 / Double(segments)

  /// The forces on the strip at one moment.
  struct Forces {
    /// The bending stiffness B, 1/Γ.
    var bending: Double
    /// The angle at which the binding holds the page.
    var rest: Double
    /// The stiffness of the binding.
    var binding: Double
    /// Where the hand holds the free edge, x and z.
    var hand: SIMD2<Double>
    /// How stiffly it does; 0 when it has let go.
    var grip: Double
    /// The stiffness of the pages below, per area.
    var contact: Double
    /// The resistance of the air per area: the strip is drawn to the places in ``previous``.
    var drag: Double
    /// The inner friction of the paper, in moments: how long a joint takes to follow its force.
    var friction: Double
    /// The segments' angles and ends a moment before.
    var previous: (angles: [Double], places: [SIMD2<Double>])
  }

  /// The segments' angles to the ground, from the spine.
  private(set) var angles = [Double](repeating: 0, count: segments)
  /// The segments' ends, x and z.
  private(set) var places: [SIMD2<Double>] = (1...segments).map { SIMD2(Double($0) * step, 0) }
  private var trial = (
    angles: [Double](repeating: 0, count: segments),
    places: [SIMD2<Double>](repeating: .zero, count: segments)
  )
  private var gains = [Gain](repeating: (0, .zero, 0), count: segments)
  /// The energy's derivatives by the angles, and Newton's step.
  private var gradient = [Double](repeating: 0, count: segments)
  private var moves = [Double](repeating: 0, count: segments)

  /// Makes a strip that lies flat.
  init() {}

  /// Makes a strip with the shape of a page's cross-section.
  init(_ profile: CrossSection) {
    angles = (0..<Self.segments).map { profile.point(at: (Double($0) + 0.5) * Self.step).angle }
    var end = SIMD2<Double>.zero
    places = angles.map { angle in
      end += Self.step * SIMD2(cos(angle), sin(angle))
      return end
    }
  }

  /// How the best change of a segment's angle depends on the changes before it: of the place where
  /// it begins, and of the angle of its neighbor.
  private typealias Gain = (constant: Double, place: SIMD2<Double>, angle: Double)

  private static func mass(_ index: Int) -> Double {
    index == segments - 1 ? step / 2 : step
  }

  /// Moves the strip to the nearest minimum of its energy, by Newton's method.
  ///
  /// - Returns: The number of iterations.
  @discardableResult
  mutating func settle(_ forces: Forces) -> Int {
    var energy = self.energy(forces, angles, places)
    for iteration in 0..<100 {
      let (steepness, slope) = solve(forces)
      if steepness < 1e-9 { return iteration }
      var furthest = 0.0
      for move in moves { furthest = max(furthest, abs(move)) }
      var share = min(1, 0.5 / furthest)
      while true {
        walk(share)
        let next = self.energy(forces, trial.angles, trial.places)
        if next <= energy + 1e-4 * share * slope + 1e-15 || share < 1e-9 {
          energy = next
          break
        }
        share /= 2
      }
      swap(&angles, &trial.angles)
      swap(&places, &trial.places)
    }
    return 100
  }

  private mutating func walk(_ share: Double) {
    var place = SIMD2<Double>.zero
    for index in 0..<Self.segments {
      let angle = angles[index] + share * moves[index]
      place += Self.step * SIMD2(cos(angle), sin(angle))
      trial.angles[index] = angle
      trial.places[index] = place
    }
  }

  private func energy(
    _ forces: Forces, _ angles: [Double], _ places: [SIMD2<Double>]
  ) -> Double {
    let twist = angles[0] - forces.rest
    var (bend, held, sum) = (0.0, 0.0, 0.5 * forces.binding * twist * twist)
    for index in 0..<Self.segments {
      let place = places[index]
      let way = place - forces.previous.places[index]
      let depth = min(place.y, 0)
      held +=
        Self.mass(index)
        * (place.y + 0.5 * forces.drag * (way.x * way.x + way.y * way.y)
          + 0.5 * forces.contact * depth * depth)
      if index > 0 {
        let bent = angles[index] - angles[index - 1]
        let change = bent - (forces.previous.angles[index] - forces.previous.angles[index - 1])
        bend += bent * bent + forces.friction * change * change
      }
    }
    let pull = places[Self.segments - 1] - forces.hand
    sum += 0.5 * forces.bending * bend / Self.step + held
    return sum + 0.5 * forces.grip * (pull.x * pull.x + pull.y * pull.y)
  }

  /// Fills ``moves`` with Newton's step, and returns the largest component of the energy's gradient
  /// by the angles and its slope along the step.
  ///
  /// The Hessian by the angles is full, but each place depends on the place before it and one angle
  /// only. Bellman's recursion from the free end to the spine therefore solves the system in linear
  /// time: the least energy of all segments from one on is a quadratic function of where that
  /// segment begins and of the angle before it.
  private mutating func solve(_ forces: Forces) -> (steepness: Double, slope: Double) {
    let (count, h) = (Self.segments, Self.step)
    let elastic = forces.bending / h
    // The derivative of the energy by the bend of the joint before a segment.
    func torque(_ index: Int) -> Double {
      let bent = angles[index] - angles[index - 1]
      let change = bent - (forces.previous.angles[index] - forces.previous.angles[index - 1])
      return elastic * (bent + forces.friction * change)
    }
    // ½ xx X² + xz XZ + ½ zz Z² + ½ tt T² + (xt X + zt Z) T + x X + z Z + t T
    var (xx, xz, zz, xt, zt, tt) = (0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    var (x, z, t) = (0.0, 0.0, 0.0)
    var sum = SIMD2<Double>.zero
    var steepness = 0.0
    for index in stride(from: count - 1, through: 0, by: -1) {
      let mass = Self.mass(index)
      let way = places[index] - forces.previous.places[index]
      var force = forces.drag * mass * way
      force.y += mass * (1 + forces.contact * min(places[index].y, 0))
      var stiff = SIMD2(repeating: forces.drag * mass)
      if places[index].y < 0 { stiff.y += forces.contact * mass }
      if index == count - 1 {
        force += forces.grip * (places[index] - forces.hand)
        stiff += SIMD2(repeating: forces.grip)
      }
      sum += force
      xx += stiff.x
      zz += stiff.y
      x += force.x
      z += force.y
      // The segment's end moves by v = h (−sin θ, cos θ) with its angle.
      let v = h * SIMD2(-sin(angles[index]), cos(angles[index]))
      let joint = index == 0 ? forces.binding : elastic * (1 + forces.friction)
      let bend = index == 0 ? joint * (angles[0] - forces.rest) : torque(index)
      let after = index + 1 < count ? torque(index + 1) : 0
      gradient[index] = v.x * sum.x + v.y * sum.y + bend - after
      steepness = max(steepness, abs(gradient[index]))
      let (px, pz) = (xx * v.x + xz * v.y + xt, xz * v.x + zz * v.y + zt)
      let pt = xt * v.x + zt * v.y + tt
      // The last term is the curvature of the arc on which the end moves.
      let arc = h * (-cos(angles[index]) * sum.x - sin(angles[index]) * sum.y)
      var stiffness = v.x * px + v.y * pz + pt + joint + arc
      // Downhill, where the energy is not convex.
      let least = 1e-3 * joint
      if stiffness < least { stiffness = max(abs(stiffness), least) }
      let linear = v.x * x + v.y * z + t + bend
      gains[index] = (-linear / stiffness, SIMD2(-px, -pz) / stiffness, joint / stiffness)
      // What is left when the segment's angle is the best one.
      (xx, xz, zz) = (
        xx - px * px / stiffness, xz - px * pz / stiffness, zz - pz * pz / stiffness
      )
      (xt, zt) = (px * joint / stiffness, pz * joint / stiffness)
      tt = joint - joint * joint / stiffness
      (x, z, t) = (
        x - linear * px / stiffness, z - linear * pz / stiffness,
        -bend + linear * joint / stiffness
      )
    }
    var (place, turn, slope) = (SIMD2<Double>.zero, 0.0, 0.0)
    for index in 0..<count {
      let gain = gains[index]
      let pull = gain.place * place
      let move = gain.constant + pull.x + pull.y + (index == 0 ? 0 : gain.angle * turn)
      moves[index] = move
      slope += gradient[index] * move
      turn = move
      place += h * move * SIMD2(-sin(angles[index]), cos(angles[index]))
    }
    return (steepness, slope)
  }
}
