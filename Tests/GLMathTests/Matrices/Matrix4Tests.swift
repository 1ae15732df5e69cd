import GLMath
import TestSupport
import Testing

@Suite struct Matrix4Tests {
  @Test func rowsColumnsAndElementsAgree() {
    let rows = Matrix4(
      rows: SIMD4(1, 2, 3, 4), SIMD4(5, 6, 7, 8), SIMD4(9, 10, 11, 12), SIMD4(13, 14, 15, 16))
    #expect(rows.elements == [1, 5, 9, 13, 2, 6, 10, 14, 3, 7, 11, 15, 4, 8, 12, 16])
    #expect(rows == Matrix4(elements: rows.elements))
    #expect(rows.transpose.elements == (1...16).map(Float.init))
    #expect(rows[column: 2] == SIMD4(3, 7, 11, 15))
    #expect(rows[row: 2] == SIMD4(9, 10, 11, 12))
    #expect(rows[3, 1] == 8)
    #expect(rows.description.hasPrefix("[1.0, 2.0, 3.0, 4.0]\n[5.0"))
    #expect(MemoryLayout<Matrix4>.size == 64)
  }

  @Test func writingARowOrAColumnChangesOnlyIt() {
    var matrix = Matrix4.zero
    matrix[row: 1] = SIMD4(1, 2, 3, 4)
    matrix[column: 3] = SIMD4(5, 6, 7, 8)
    matrix[0, 0] = 9
    #expect(
      matrix
        == Matrix4(
          rows: SIMD4(9, 0, 0, 5), SIMD4(1, 2, 3, 6), SIMD4(0, 0, 0, 7), SIMD4(0, 0, 0, 8)))
  }

  @Test func theRightFactorActsFirst() {
    let move = Matrix4.translation(x: 10, y: 0, z: 0)
    let grow = Matrix4.scale(x: 2, y: 2, z: 2)
    #expect((move * grow).transform(point: SIMD3(1, 1, 1)) == SIMD3(12, 2, 2))
    #expect((grow * move).transform(point: SIMD3(1, 1, 1)) == SIMD3(22, 2, 2))
    #expect(
      Matrix4.identity.translated(by: SIMD3(10, 0, 0)).scaled(by: SIMD3(2, 2, 2)) == move * grow)
  }

  @Test func rotationsTurnCounterClockwise() {
    let quarter = Float.pi / 2
    func near(_ a: SIMD3<Float>, _ b: SIMD3<Float>) -> Bool { a.distance(to: b) < 1e-6 }
    let (x, y, z) = (SIMD3<Float>(1, 0, 0), SIMD3<Float>(0, 1, 0), SIMD3<Float>(0, 0, 1))
    #expect(near(Matrix4.rotationX(quarter).transform(point: y), z))
    #expect(near(Matrix4.rotationY(quarter).transform(point: z), x))
    #expect(near(Matrix4.rotationZ(quarter).transform(point: x), y))
    #expect(near(Matrix4.rotation(angle: quarter, axis: z * 7).transform(point: x), y))
    #expect(Matrix4.rotation(angle: 1, axis: .zero) == .identity)
  }

  @Test func singularMatricesHaveNoInverse() {
    var random = SeededGenerator(seed: 1)
    #expect(Matrix4.zero.inverse == nil)
    #expect(Matrix4.scale(x: 1, y: 0, z: 1).inverse == nil)
    #expect(Matrix4(diagonal: SIMD4(.nan, 1, 1, 1)).inverse == nil)
    #expect(Matrix4(diagonal: SIMD4(.infinity, 1, 1, 1)).inverse == nil)
    #expect(Matrix4(diagonal: SIMD4(0x1p-140, 1, 1, 1)).inverse == nil)
    for _ in 0..<1000 {
      // Rank three with exact floats: the determinant's terms cancel only up to double rounding.
      var matrix = random.matrix4()
      matrix.column3 = matrix.column0 * 2
      #expect(matrix.inverse == nil)
    }
  }

  @Test func badlyScaledMatricesStillHaveTheirInverse() throws {
    for matrix in [
      Matrix4.scale(x: 1e-12, y: 1e-12, z: 1e-12), Matrix4.scale(x: 1e10, y: 1e10, z: 1e10),
      Matrix4.translation(x: 1e20, y: -1e20, z: 3), Matrix4(diagonal: SIMD4(repeating: 1e-30)),
    ] {
      let inverse = try #require(matrix.inverse)
      let product = Reference(matrix) * Reference(inverse)
      for column in 0..<4 {
        for row in 0..<4 where column != 3 || row == 3 {
          #expect(abs(product[column, row] - (column == row ? 1 : 0)) < 1e-6)
        }
      }
    }
  }

  @Test func inverseUndoesTheMatrix() throws {
    var random = SeededGenerator(seed: 2)
    for _ in 0..<1000 {
      let matrix = random.matrix4()
      let reference = try #require(Reference(matrix).inverse)
      let condition = reference.norm * Reference(matrix).norm
      let inverse = try #require(matrix.inverse)
      #expect(reference.distance(to: inverse) <= 2 * ulp(reference.norm) * max(1, condition))
    }
  }

  /// In single precision the error is that of a float times the condition, here above 1000.
  @Test func nearlySingularMatricesAreInvertedInDoublePrecision() throws {
    var random = SeededGenerator(seed: 12)
    for step in 0..<200 {
      var matrix = random.matrix4()
      let away = Float.random(in: 0.5...1, using: &random) * (step % 2 == 0 ? 0x1p-10 : 0x1p-11)
      matrix.column3 = matrix.column0 * 2 + random.vector4() * away
      let reference = try #require(Reference(matrix).inverse)
      let inverse = try #require(matrix.inverse)
      #expect(reference.distance(to: inverse) <= ulp(reference.norm))
    }
  }

  @Test func everyElementIsReachableInPlace() {
    var vectors = [SIMD4<Float>(1, 2, 3, 1), SIMD4(0, 0, 0, 1)]
    let move = Matrix4.translation(x: 1, y: 2, z: 3)
    let images = move.transform(vectors)
    move.transform(&vectors)
    #expect(vectors == images)
    #expect(vectors == [SIMD4(2, 4, 6, 1), SIMD4(1, 2, 3, 1)])
  }

  @Test func stridedTransformsTouchOnlyTheirVectors() {
    let move = Matrix4.translation(x: 1, y: 2, z: 3)
    var floats: [Float] = [9, 1, 1, 1, 9, 9, 2, 2, 2, 9]
    floats.withUnsafeMutableBytes {
      move.transform($0, offset: 4, stride: 20, count: 2, as: .point)
    }
    #expect(floats == [9, 2, 3, 4, 9, 9, 3, 4, 5, 9])
    floats.withUnsafeMutableBytes {
      move.transform($0, offset: 4, stride: 20, count: 2, as: .direction)
    }
    #expect(floats == [9, 2, 3, 4, 9, 9, 3, 4, 5, 9])
  }
}
