import Foundation
import GLMath
import Testing

@Suite struct LightTests {
  @Test func lightModelsHaveWhatTheyAreGiven() {
    let model = LightModel(ambient: [0.1, 0.2, 0.3, 1], isTwoSided: true)
    #expect(model.ambient == [0.1, 0.2, 0.3, 1] && model.isTwoSided)
    // The initial state of ES 1.1.
    #expect(LightModel() == LightModel(ambient: [0.2, 0.2, 0.2, 1], isTwoSided: false))
    #expect(!LightModel().isTwoSided)
  }

  /// Lights that were written by former versions are read.
  @Test func lightsAreStoredByTheirFormerNames() throws {
    let light = Light(position: [1, 2, 3, 1], spotCutoffDegrees: 30)
    let text = String(decoding: try JSONEncoder().encode(light), as: UTF8.self)
    #expect(text.contains(#""spotCutoff":30"#))
    #expect(try JSONDecoder().decode(Light.self, from: Data(text.utf8)) == light)
  }
}
