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
}
