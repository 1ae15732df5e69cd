import TestSupport
import Testing

@testable import GLESKitSupport

@Test(arguments: [
  ("angel", "angle"), ("ANGLE", "angle"), ("angl", "angle"), ("anglee", "angle"),
  ("andle", "angle"), ("fra", "frames"), ("tiem", "time"), ("ix", "x"),
])
func findsWhatWasMeant(typed: String, meant: String) {
  let candidates = ["angle", "frames", "format", "background", "time", "x"]
  #expect(Spelling.closest(to: typed, in: candidates) == meant)
}

@Test(arguments: ["zebra", "", "f", "a", "background-colour"])
func doesNotGuessWildly(typed: String) {
  #expect(
    Spelling.closest(to: typed, in: ["angle", "frames", "format", "background", "x"]) == nil)
}

@Test func prefersTheNearest() {
  #expect(Spelling.closest(to: "u_light2", in: ["u_light9x", "u_light1", "u_light"]) == "u_light1")
}

/// Laws of a distance, over random words; the swap of neighbors costs one.
@Test func distanceIsADistance() {
  var random = SeededGenerator(seed: 7)
  func word() -> String {
    String(
      (0..<Int.random(in: 0...6, using: &random)).map { _ in
        Character(["a", "b", "c"][Int.random(in: 0..<3, using: &random)])
      })
  }
  func distance(_ first: String, _ second: String) -> Int {
    Spelling.distance(Array(first), Array(second))
  }
  for _ in 0..<2_000 {
    let (first, second) = (word(), word())
    #expect(distance(first, second) == distance(second, first))
    #expect((distance(first, second) == 0) == (first == second))
    #expect(distance(first, second) >= abs(first.count - second.count))
    #expect(distance(first, second) <= max(first.count, second.count))
    #expect(distance(first + "x", second + "x") == distance(first, second))
  }
  #expect(distance("angel", "angle") == 1)
  #expect(distance("kitten", "sitting") == 3)
}
