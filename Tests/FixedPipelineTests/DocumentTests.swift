import TestSupport
import Testing

/// `Documentation/fixed-pipeline.md` says what the code does.
@Suite struct DocumentTests {
  @Test func everyDeviationIsInTheTable() throws {
    let text = try SwiftSnippets.document("fixed-pipeline.md")
    for deviation in Deviation.allCases {
      #expect(text.contains("\n| \(deviation.rawValue) |"), "\(deviation.rawValue)")
    }
  }
}
