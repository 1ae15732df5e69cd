import GLESKitSupport
import TestSupport
import Testing

@testable import GLESKitCommandLine

@Test(arguments: [
  (0, 0.0, 80, "  0 % [........................................]    0/120 frames"),
  (60, 2.0, 80, " 50 % [##################..................]   60/120 frames  30.0/s  0:02 left"),
  (120, 4.0, 50, "100 % [######]  120/120 frames  30.0/s  0:00 left"),
  (1, 60.0, 30, "  0 %    1/120 frames  0.0/s "),
  (200, 1.0, 10, "100 %  20"), (1, 1.0, 0, ""),
])
func progressLines(_ done: Int, _ seconds: Double, _ width: Int, _ expected: String) {
  let pace = Pace(done: done, left: 120 - done, seconds: seconds)
  let line = Progress.line(done: done, total: 120, unit: "frames", pace: pace, width: width)
  #expect(line == expected)
}

@Test func progressLinesNeverWrap() {
  var random = SeededGenerator(seed: 3)
  for _ in 0..<5_000 {
    let width = Int.random(in: 1...200, using: &random)
    let done = Int.random(in: 0...1_000_000, using: &random)
    let pace = Pace(
      done: done, left: 1_000_000 - done, seconds: Double.random(in: 0...1e7, using: &random))
    let line = Progress.line(
      done: done, total: 1_000_000, unit: "frames", pace: pace, width: width)
    #expect(line.count < width)
  }
}

/// Collects what a progress bar writes.
private final class Screen {
  var text = ""
  var now = 0.0
}

@Test func progressIsDrawnForATerminalOnlyAndWiped() {
  for isInteractive in [true, false] {
    let screen = Screen()
    do {
      var bar = Progress(
        total: 100, unit: "frames", style: .bar,
        terminal: Terminal(isInteractive: isInteractive, hasColors: false, width: 60),
        clock: { screen.now }, write: { screen.text += $0 })
      for frame in 1...100 {
        screen.now += 0.01
        bar.update(frame)
      }
    }
    // A second of work at ten drawings a second, the first, the last and the wiping.
    let drawings = screen.text.split(separator: "\r").count
    #expect(isInteractive ? (10...13).contains(drawings) : screen.text.isEmpty)
    let lines = screen.text.replacing("\u{1B}[K", with: "").split(separator: "\r")
    #expect(lines.allSatisfy { $0.count < 60 })
    #expect(!isInteractive || screen.text.hasSuffix("\r\u{1B}[K"))
  }
}

/// Lines for programs come on any stream, at most ten a second; what was done before the first of
/// them says nothing about the rate.
@Test func progressForPrograms() throws {
  let screen = Screen()
  do {
    var lines = Progress(
      total: 150, unit: "frames", file: "a \"b\"", style: .json,
      terminal: Terminal(isInteractive: false, hasColors: false, width: 0),
      clock: { screen.now }, write: { screen.text += $0 })
    for frame in 50...150 {
      lines.update(frame)
      screen.now += 0.01
    }
  }
  let values = try screen.text.split(separator: "\n").map { try JSONDocument(String($0)).value }
  #expect(screen.text.hasSuffix("\n") && (10...12).contains(values.count))
  #expect(
    values.first == [
      "done": 50, "total": 150, "unit": "frames", "rate": .null, "left": .null, "file": "a \"b\"",
    ])
  #expect(
    values.last == [
      "done": 150, "total": 150, "unit": "frames", "rate": 100.0, "left": 0.0, "file": "a \"b\"",
    ])
}

@Test func stylesAreCodes() {
  #expect("x".styled([.bold, .red]) == "\u{1B}[1;31mx\u{1B}[0m")
  #expect("x".styled([]) == "x")
}
