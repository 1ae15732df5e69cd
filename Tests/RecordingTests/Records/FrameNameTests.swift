import Recording
import Testing

@Test(arguments: [
  ("frame-%04d.png", 7, "frame-0007.png"), ("%d.jpg", 0, "0.jpg"), ("a%02d.png", 123, "a123.png"),
  ("100%%-%03d.png", 5, "100%-005.png"), ("%09d", 1, "000000001"),
])
func namesFrames(pattern: String, number: Int, name: String) throws {
  #expect(try FrameName(pattern).name(of: number) == name)
}

@Test(arguments: [
  "frame.png", "", "%d-%d.png", "%s.png", "%4d.png", "%0d.png", "%010d.png", "%", "a%", "%x",
  "a/%d.png", "%-4d.png", "%0٤d.png",
])
func refusesPatternsThatDoNotName(pattern: String) {
  #expect(throws: RecordingError.self) { try FrameName(pattern) }
}
