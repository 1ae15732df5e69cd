import Glibc
import TestSupport
import Testing

@testable import PageCurl

@Suite struct CurlShadowMeshTests {
  /// A pixel on the contact line would be darkened twice or never if the shadow on the rising paper
  /// began on another line than the shadow on the ground ends.
  @Test(arguments: CurlFold.allCases) func rowsOnTheContactLineAreTheSame(fold: CurlFold) throws {
    for angle in [2.7, 3.6, 5.0] {
      let curl = try CurlGeometry(
        width: 210, height: 160, time: 0.35, angle: angle, radius: 20, fold: fold)
      var mesh = CurlShadowMesh()
      mesh.build(
        curl, CurlShadow(), hiddenBy: CurlShadowMesh.Cover(inset: 6), pixel: 1)
      func row(_ number: Int?) throws -> ArraySlice<SIMD4<Float>> {
        let first = try #require(number) * ShadowColumns.count
        return mesh.vertices[first..<first + ShadowColumns.count]
      }
      let ground = try row(mesh.ground.before.rows.last)
      #expect(try Array(row(mesh.ground.beyond.rows.first)) == Array(ground))
      let raised = try row(mesh.raised.rows.first)
      #expect(ground.allSatisfy { $0.x == 0 } && raised == ground)
    }
  }

  /// Drivers round corners to 1/256 of a pixel. A triangle that turned over would darken pixels of
  /// its neighbors again: such a dot was 0.025 of a sharp lamp's pictures.
  @Test func noTriangleTurnsOverWhenItsCornersAreRounded() {
    let indices = CurlShadowMesh.indices.map(Int.init)
    var judged = 0
    for number in Sweep(short: 100, sample: 400, full: 10_000).numbers {
      var make = RandomCurls(seed: UInt64(number))
      let (size, angle) = (SIMD2(make.number(40...420), make.number(40...420)), make.angle())
      let radius = number.isMultiple(of: 2) ? make.number(1...20) : make.number(1...size.max())
      guard
        let curl = try? CurlGeometry(
          width: size.x, height: size.y, time: make.number(0...1), angle: angle, radius: radius,
          fold: make.fold())
      else {
        Issue.record("no curl \(number)")
        continue
      }
      let (around, up) = (make.number(0...2 * .pi), make.number(0.2...1.57))
      let shadow = CurlShadow(
        direction: SIMD3(cos(around) * cos(up), sin(around) * cos(up), sin(up)),
        softness: make.number(0.02...(number.isMultiple(of: 3) ? 0.6 : 0.1)))
      var mesh = CurlShadowMesh()
      mesh.build(
        curl, shadow,
        hiddenBy: CurlShadowMesh.Cover(
          inset: 2 + 2 * radius.squareRoot(), isFrontClear: number.isMultiple(of: 5)), pixel: 1)
      /// Returns twice a triangle's area, in steps of a driver.
      func area(_ first: Int) -> Double {
        let corners = indices[first..<first + 3].map { index in
          let vertex = mesh.vertices[index]
          let place =
            (curl.contactOffset + Double(vertex.x)) * curl.lift + Double(vertex.y) * curl.axis
          return (256 * place).rounded(.toNearestOrEven)
        }
        let (one, other) = (corners[1] - corners[0], corners[2] - corners[0])
        return one.x * other.y - one.y * other.x
      }
      for cells in [mesh.ground, mesh.under, mesh.raised].flatMap(mesh.cells) {
        let over = stride(from: cells.lowerBound, to: cells.upperBound, by: 3).filter {
          area($0) > 0
        }
        judged += cells.count / 3
        #expect(over.isEmpty, "curl \(number)")
      }
    }
    #expect(judged > 50_000)
  }
}
