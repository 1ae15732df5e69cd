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
      let chord = try #require(curl.chord(at: curl.contactOffset))
      #expect(ground.allSatisfy { $0.x == 0 } && raised.allSatisfy { $0.x == 0 })
      let visible = ground.filter { chord.contains(Double($0.y)) }
      #expect(visible.count > 4)
      #expect(visible == raised.filter { chord.contains(Double($0.y)) })
    }
  }
}
