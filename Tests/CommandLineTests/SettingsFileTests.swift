import GLESKitSupport
import TestSupport
import Testing

@testable import GLESKitCommandLine

@Suite struct SettingsFileTests {
  /// The test's command, and one more option, whose file sets the others.
  private static let table = OptionTable(
    Turn(), positionals: Turn.table.positionals,
    groups: Turn.table.groups + [
      OptionGroup(
        "File",
        [
          .first("settings", .path("FILE"), help: "Settings.") { path, turn throws(UsageError) in
            let file = try SettingsFile(path)
            try file.apply(
              file.members, besides: ["other"], Turn.table.options { _ in true }, to: &turn)
          }
        ])
    ])

  private func parse(_ text: String, _ arguments: [String] = []) throws -> Turn {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/settings.json"
    try AtomicFile.write(Array(text.utf8), to: path)
    do {
      let values = try Self.table.parse(["front.png"] + arguments + ["--settings", path])
      var turn = try #require(values)
      turn.output = turn.output?.replacing("\(folder.path)/", with: "@/")
      return turn
    } catch let error as UsageError {
      throw UsageError(error.description.replacing(path, with: "settings.json"))
    }
  }

  private func problem(_ text: String) throws -> String {
    do {
      _ = try parse(text, ["--output", "x"])
      return ""
    } catch let error as UsageError {
      return error.description
    }
  }

  @Test func membersAreOptions() throws {
    let turn = try parse(
      """
      {
        "angle": -20.5, "frames": 30, "size": "30x40", "edge": "top", "output": "out",
        "define": ["A", "B"], "quiet": true, "verbose": false, "no-shadow": true, "other": [{}],
      }
      """)
    var expected = Turn()
    expected.front = "front.png"
    (expected.angle, expected.frames, expected.edge) = (-20.5, 30, .top)
    expected.size = .init(30, 40)
    expected.defines = ["A", "B"]
    (expected.quiet, expected.shadow) = (true, false)
    // Paths are relative to the file's folder.
    expected.output = "@/out"
    #expect(turn == expected)
    #expect(try parse("{\"angle\": \"left\"}", ["--output=x"]).angle == 180)
  }

  /// The command line overrides the file, on either side of it.
  @Test func theCommandLineCountsFirst() throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/a.json"
    try AtomicFile.write(Array("{\"frames\": 30, \"angle\": 5}".utf8), to: path)
    for arguments in [
      ["--settings", path, "--frames", "7"], ["--frames", "7", "--settings", path],
    ] {
      let turn = try #require(try Self.table.parse(["front.png"] + arguments))
      #expect(turn.frames == 7 && turn.angle == 5)
    }
  }

  @Test(arguments: [
    ("{\n  \"frmaes\": 3}", "settings.json:2:3: 'frmaes' is unknown; did you mean 'frames'?"),
    (
      "{\"angle\": \"lefd\"}",
      "settings.json:1:2: angle 'lefd' is not a number; did you mean 'left'?"
    ),
    ("{\"frames\":\n 2.5}", "settings.json:1:2: frames '2.5' is not an integer; use"),
    ("{\"quiet\": 1}", "settings.json:1:2: 'quiet' must be true or false"),
    ("{\"angle\": true}", "settings.json:1:2: 'angle' must be a number or a string"),
    ("{\"angle\": null}", "settings.json:1:2: 'angle' must be a number or a string"),
    ("{\"angle\": [[1]]}", "settings.json:1:2: 'angle' must be a number or a string"),
    ("{\"output\": \"\"}", "settings.json:1:2: output '' is empty"),
    ("{\"settings\": \"x\"}", "settings.json:1:2: 'settings' is unknown"),
    ("{\"help\": true}", "settings.json:1:2: 'help' is unknown"),
    ("[1]", "settings.json:1:1: expected an object in braces"),
    ("", "settings.json:1:1: expected a value"),
    ("{\"a\": 1,\n \"a\": 2}", "settings.json:2:2: duplicate name \"a\""),
    ("{\"a\": 1} {", "settings.json:1:10: unexpected text after the value"),
    ("{\"a\": \"x\n\"}", "settings.json:1:7: unterminated string"),
    ("{\"a\": \"\\x\"}", "settings.json:1:9: unknown escape '\\x'"),
    ("{\"a\": 0x10}", "settings.json:1:7: '0x10' is not a JSON value"),
    ("{\"a\" 1}", "settings.json:1:6: expected ':' after \"a\""),
  ])
  func mistakesAreNamedByTheirPlace(_ text: String, _ words: String) throws {
    let problem = try problem(text)
    #expect(problem.hasPrefix(words), "\(problem)")
  }

  @Test func filesThatCannotBeRead() {
    for path in ["/none.json", "/"] {
      #expect {
        try SettingsFile(path)
      } throws: { "\($0)".hasPrefix("cannot read '\(path)': ") }
    }
  }

  @Test func listsAndPairsAreJoined() throws {
    struct Values: Sendable { var text = "" }
    let table = OptionTable(
      Values(), groups: [OptionGroup("", [.value(\.text, "keys", .text("X"), help: "")])])
    let folder = try TemporaryFolder()
    for (json, text) in [
      ("[1, 2.5, \"3-\"]", "1,2.5,3-"), ("{\"0\": 150, \"0.6\": \"left\"}", "0:150,0.6:left"),
    ] {
      let path = "\(folder.path)/a.json"
      try AtomicFile.write(Array("{\"keys\": \(json)}".utf8), to: path)
      var values = Values()
      let file = try SettingsFile(path)
      try file.apply(file.members, besides: [], table.options { _ in true }, to: &values)
      #expect(values.text == text)
    }
  }
}
