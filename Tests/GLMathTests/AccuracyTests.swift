import GLMath
import Glibc
import TestSupport
import Testing

/// GLMath against double precision on random inputs. Prints the largest error.
@Suite struct AccuracyTests {
  private static let inputs = Sweep(sample: 5_000, full: 1_000_000).count

  /// Runs `error` for each input, which returns an error in units of the last place.
  private func worst(
    _ name: String, seed: UInt64, limit: Double,
    _ error: (inout SeededGenerator) -> Double
  ) {
    var random = SeededGenerator(seed: seed)
    var worst = 0.0
    for _ in 0..<Self.inputs { worst = max(worst, error(&random)) }
    print("\(name): at most \(worst) over \(Self.inputs) inputs")
    #expect(worst <= limit, "\(name)")
  }

  @Test func products() {
    worst("multiply, ulp of the result's norm", seed: 1, limit: 2) { random in
      let (a, b) = (random.matrix4(), random.matrix4())
      let exact = Reference(a) * Reference(b)
      return exact.distance(to: a * b) / ulp(exact.norm)
    }
  }

  @Test func transforms() {
    // Beside the norms' product: a result much shorter than both factors has lost digits to
    // cancellation whatever the formula.
    worst("transform, ulp of the factors' norms", seed: 2, limit: 2) { random in
      let (m, v) = (random.matrix4(), random.vector4())
      let image = m * v
      let exact = Self.exact(m, v)
      let norm = Reference(m).norm * Double(v.length)
      return (0..<4).reduce(0.0) { max($0, abs(exact[$1] - Double(image[$1]))) } / ulp(norm)
    }
  }

  private static func exact(_ m: Matrix4, _ v: SIMD4<Float>) -> [Double] {
    (0..<4).map { row in
      (0..<4).reduce(0.0) { $0 + Double(m[$1, row]) * Double(v[$1]) }
    }
  }

  @Test func inverses() {
    worst("inverse, ulp of the result's norm times the condition", seed: 3, limit: 2) { random in
      let m = random.matrix4()
      guard let exact = Reference(m).inverse, let inverse = m.inverse else { return .infinity }
      let condition = max(1, exact.norm * Reference(m).norm)
      return exact.distance(to: inverse) / (ulp(exact.norm) * condition)
    }
  }

  /// Matrices of which a row and a column stand out: the determinant is small beside its terms.
  @Test func inversesOfGradedMatrices() {
    worst("inverse of graded matrices, ulp of the norm times the condition", seed: 7, limit: 4) {
      random in
      let (u, v) = (random.vector4(), random.vector4())
      let size = random.float(-12...0)
      let rest = random.matrix4() * Float(exp2(Double(size)))
      let m = Matrix4(columns: u * v.x, u * v.y, u * v.z, u * v.w) + rest
      guard let exact = Reference(m).inverse, let inverse = m.inverse else { return 0 }
      let condition = max(1, exact.norm * Reference(m).norm)
      return exact.distance(to: inverse) / (ulp(exact.norm) * condition)
    }
  }

  @Test func views() {
    worst("lookAt, ulp of the result's norm", seed: 4, limit: 2) { random in
      let (eye, center, up) = (
        random.vector3(-10...10), random.vector3(-10...10), random.vector3()
      )
      let exact = Self.lookAt(eye, center, up)
      return exact.distance(to: .lookAt(eye: eye, center: center, up: up)) / ulp(exact.norm)
    }
  }

  /// GLU's formula, literally: f, s = f × up, u = s × f, then the translation by −eye.
  private static func lookAt(
    _ eye: SIMD3<Float>, _ center: SIMD3<Float>, _ up: SIMD3<Float>
  ) -> Reference {
    func unit(_ v: [Double]) -> [Double] {
      let length = hypot(hypot(v[0], v[1]), v[2])
      return v.map { $0 / length }
    }
    func cross(_ a: [Double], _ b: [Double]) -> [Double] {
      [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
    }
    let e = (0..<3).map { Double(eye[$0]) }
    let f = unit((0..<3).map { Double(center[$0]) - e[$0] })
    let s = unit(cross(f, (0..<3).map { Double(up[$0]) }))
    let u = cross(s, f)
    let rotation = Reference([
      s[0], u[0], -f[0], 0, s[1], u[1], -f[1], 0, s[2], u[2], -f[2], 0, 0, 0, 0, 1,
    ])
    var move = Reference.identity
    for k in 0..<3 { move[3, k] = -e[k] }
    return rotation * move
  }

  @Test func projections() {
    worst("projections, ulp of each element", seed: 5, limit: 2) { random in
      let (l, b) = (random.float(-5 ... -0.1), random.float(-5 ... -0.1))
      let (r, t) = (random.float(0.1...5), random.float(0.1...5))
      let (n, f) = (random.float(0.1...2), random.float(3...100))
      let frustum = Matrix4.frustum(left: l, right: r, bottom: b, top: t, near: n, far: f)
      let ortho = Matrix4.ortho(left: l, right: r, bottom: b, top: t, near: n, far: f)
      let (dl, dr, db, dt) = (Double(l), Double(r), Double(b), Double(t))
      let (dn, df) = (Double(n), Double(f))
      let exactFrustum = Reference([
        2 * dn / (dr - dl), 0, 0, 0, 0, 2 * dn / (dt - db), 0, 0, (dr + dl) / (dr - dl),
        (dt + db) / (dt - db), -(df + dn) / (df - dn), -1, 0, 0, -2 * df * dn / (df - dn), 0,
      ])
      let exactOrtho = Reference([
        2 / (dr - dl), 0, 0, 0, 0, 2 / (dt - db), 0, 0, 0, 0, -2 / (df - dn), 0,
        -(dr + dl) / (dr - dl), -(dt + db) / (dt - db), -(df + dn) / (df - dn), 1,
      ])
      return max(Self.perElement(exactFrustum, frustum), Self.perElement(exactOrtho, ortho))
    }
  }

  private static func perElement(_ exact: Reference, _ matrix: Matrix4) -> Double {
    zip(exact.e, matrix.elements).reduce(0) { worst, pair in
      max(worst, abs(pair.0 - Double(pair.1)) / ulp(pair.0))
    }
  }

  @Test func rotations() {
    worst("rotation by axis, ulp of 1", seed: 6, limit: 1) { random in
      let angle = random.float(-10...10)
      let axis = random.vector3()
      let matrix = Matrix3.rotation(angle: angle, axis: axis)
      let quaternion = Matrix3(Quaternion(angle: angle, axis: axis))
      return (0..<9).reduce(0.0) { worst, index in
        max(worst, Double(abs(matrix.elements[index] - quaternion.elements[index]))) / 1
      } / ulp(1) / 4
    }
  }
}
