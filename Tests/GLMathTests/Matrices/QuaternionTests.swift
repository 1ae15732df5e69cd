import GLMath
import TestSupport
import Testing

@Suite struct QuaternionTests {
  private static func random(_ random: inout SeededGenerator) -> Quaternion {
    Quaternion(random.vector4()).normalized
  }

  private static func distance(_ a: Matrix3, _ b: Matrix3) -> Float {
    zip(a.elements, b.elements).reduce(0) { max($0, abs($1.0 - $1.1)) }
  }

  @Test func matricesAndQuaternionsSayTheSame() throws {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<2000 {
      let (a, b) = (Self.random(&random), Self.random(&random))
      let v = random.vector3()
      #expect((a.rotate(v)).distance(to: Matrix3(a) * v) < 1e-6)
      #expect(Self.distance(Matrix3(a * b), Matrix3(a) * Matrix3(b)) < 1e-6)
      #expect(Self.distance(Matrix3(Quaternion(Matrix3(a))), Matrix3(a)) < 1e-6)
      #expect(Self.distance(Matrix3(a.conjugate), Matrix3(a).transpose) < 1e-6)
      let inverse = try #require(a.inverse)
      #expect((a * inverse).vector.distance(to: Quaternion.identity.vector) < 1e-6)
    }
    #expect(Quaternion(SIMD4.zero).inverse == nil)
  }

  @Test func slerpKeepsItsSpeedAndTakesTheShortWay() {
    var random = SeededGenerator(seed: 8)
    for _ in 0..<500 {
      let (a, b) = (Self.random(&random), Self.random(&random))
      let t = random.float(0...1)
      let whole = abs(a.vector.dot(b.vector))
      let part = abs(a.vector.dot(a.slerp(to: b, t).vector))
      #expect(abs(acosine(part) - t * acosine(whole)) < 1e-3)
      #expect(abs(a.slerp(to: b, t).length - 1) < 1e-6)
    }
    let a = Quaternion(angle: 0.3, axis: SIMD3(0, 0, 1))
    #expect(a.slerp(to: a, 0.5).vector.distance(to: a.vector) < 1e-6)
  }

  private func acosine(_ x: Float) -> Float {
    Quaternion(imaginary: SIMD3((1 - min(x * x, 1)).squareRoot(), 0, 0), real: x).angle / 2
  }

  @Test func decompositionsPutTogetherGiveTheMatrixBack() throws {
    var random = SeededGenerator(seed: 9)
    for _ in 0..<1000 {
      var matrix = random.matrix4()
      matrix[row: 3] = SIMD4(0, 0, 0, 1)
      let parts = try #require(matrix.decomposed)
      let again = Matrix4(parts)
      #expect(Reference(matrix).distance(to: again) < 1e-4)
      #expect(abs(parts.rotation.length - 1) < 1e-5)
    }
    #expect(Matrix4.scale(x: 1, y: 0, z: 1).decomposed == nil)
    #expect(
      Matrix4.infinitePerspective(verticalFieldOfView: 1, aspectRatio: 1, near: 1).decomposed == nil
    )
  }

  @Test func stacksKeepTheirLimits() throws {
    var stack = MatrixStack(depthLimit: 2)
    stack.translate(by: SIMD3(1, 2, 3))
    try stack.push()
    stack.scale(by: SIMD3(2, 2, 2))
    let full = stack
    #expect(throws: MatrixStackError.overflow(depthLimit: 2)) { try stack.push() }
    #expect(stack == full)
    try stack.pop()
    #expect(stack.top == .translation(x: 1, y: 2, z: 3))
    #expect(throws: MatrixStackError.underflow) { try stack.pop() }
    #expect(stack.count == 1)
  }

  @Test func projectAndUnprojectAreInverse() throws {
    var random = SeededGenerator(seed: 10)
    let projection = Matrix4.perspective(
      verticalFieldOfView: 1, aspectRatio: 1.5, near: 1, far: 50)
    let viewport = Viewport(x: 10, y: 20, width: 640, height: 480)
    for _ in 0..<500 {
      let view = Matrix4.lookAt(
        eye: random.vector3(8...10), center: random.vector3(), up: SIMD3(0, 1, 0))
      let point = random.vector3()
      let window = try #require(viewport.project(point, modelview: view, projection: projection))
      let back = try #require(viewport.unproject(window, modelview: view, projection: projection))
      #expect(back.distance(to: point) < 0.01)
    }
    #expect(viewport.project(.zero, modelview: .identity, projection: projection) == nil)
    #expect(viewport.unproject(.zero, modelview: .zero, projection: projection) == nil)
    // The greatest depth is infinitely far away.
    let endless = Matrix4.infinitePerspective(verticalFieldOfView: 1, aspectRatio: 1, near: 1)
    #expect(
      viewport.unproject(SIMD3(100, 100, 1), modelview: .identity, projection: endless) == nil)
    // A viewport without depth maps every point to one depth.
    let flat = Viewport(width: 640, height: 480, nearDepth: 0.5, farDepth: 0.5)
    #expect(flat.unproject(SIMD3(1, 2, 0.5), modelview: .identity, projection: projection) == nil)
    let thin = Viewport(width: 0, height: 480)
    #expect(thin.unproject(SIMD3(0, 2, 0.5), modelview: .identity, projection: projection) == nil)
  }
}
