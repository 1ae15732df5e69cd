import GLESKitCommandLine
import GLESKitSupport
import Imaging
import TestSupport
import Testing

@testable import PagecurlTool
@testable import Recording

/// Turn lists as a person writes them.
@Suite struct ScriptTests {
  private let pages = ["title.png", "page-1.png", "cover.jpg"].map(Pagecurl.page)

  /// A script beside links to the pages.
  private func folder(_ script: String) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    try Files.createFolders("\(folder.path)/pages")
    for (number, page) in pages.enumerated() {
      try AtomicFile.write(try Files.read(page), to: "\(folder.path)/pages/\(number).png")
    }
    try AtomicFile.write(Array(script.utf8), to: "\(folder.path)/turns.json")
    return folder
  }

  /// What the script says is what the flags would say, byte for byte.
  @Test func aScriptSaysWhatFlagsSay() throws {
    let scratch = try folder(
      """
      {
        "input": "pages", "pages": [1, 3, 2], "layout": "pages", "size": "60x80", "frames": 3,
        "angle": 150, "background": "#abc", "output": "script/",
      }
      """)
    let folder = scratch.path
    let script = try Pagecurl(["--script", "\(folder)/turns.json"])
    try #require(script.status == 0 && script.errors == "", "\(script.errors)")
    let flags = try Pagecurl([
      "\(folder)/pages", "-p", "1,3,2", "-l", "pages", "-s", "60x80", "-n", "3", "-a", "150",
      "-b", "#abc", "-o", "\(folder)/flags",
    ])
    try #require(flags.status == 0)
    let frames = try contents(of: "\(folder)/script")
    #expect(try frames.count == 6 && frames == contents(of: "\(folder)/flags"))

    // Flags and pages override the script, on either side of it.
    for arguments in [
      ["-n", "2", "--script", "\(folder)/turns.json"],
      ["--script", "\(folder)/turns.json", "-n", "2"],
    ] {
      let run = try Pagecurl(arguments + pages + pages + ["--dry-run"])
      #expect(run.output.contains("frames:    4 of 60×80"), "\(run.output)\(run.errors)")
      #expect(run.output.contains("pages:     3 of "), "\(run.output)")
    }
  }

  @Test func eachTurnHasItsOwn() throws {
    let scratch = try folder(
      """
      {
        "input": ["pages/0.png", "pages/1.png", "pages/2.png"], "size": "60x80", "output": "out",
        "fps": 10, "turn-time": 0.3, "hold": 0.1,
        "turns": [
          {"back": null, "angle": "up-left", "radius": 0, "easing": "linear"},
          {"front": 1, "reverse": true, "turn-time": 0.5, "hold": 0.2}
        ]
      }
      """)
    let folder = scratch.path
    let plan = try Pagecurl(["--script", "\(folder)/turns.json", "--dry-run"])
    #expect(plan.output.contains("turns:     2\nframes:    12 of"), "\(plan.output)\(plan.errors)")
    #expect(
      plan.output.hasSuffix(
        """
        turn 1:    page 1, below 3; 3 frames
        turn 2:    page 1, back 2, below 3; 5 frames, reversed
        """), "\(plan.output)")
    // A flag counts for all turns but for those that say otherwise.
    let other = try Pagecurl(["--script", "\(folder)/turns.json", "--turn-time", "1", "--dry-run"])
    #expect(other.output.contains("frames:    19 of"), "\(other.output)")
    let run = try Pagecurl(["--script", "\(folder)/turns.json"])
    #expect(run.status == 0, "\(run.errors)")
    let frames = try contents(of: "\(folder)/out")
    #expect(frames.count == 12)
    #expect(frames["frame-0000.png"] == frames["frame-0011.png"])
  }

  /// The published schema is the one that the tool prints.
  @Test func theSchemaIsPublished() throws {
    let published = try Files.read(repositoryFile("Documentation/turns.schema.json"))
    #expect(
      String(decoding: published, as: UTF8.self) == TurnScript.schema.text() + "\n",
      "write it anew: pagecurl schema > Documentation/turns.schema.json")
  }

  /// The tool and the schema agree on what is a script. Its judge is Python's jsonschema.
  @Test func theSchemaAgrees() throws {
    let good = [
      "{}", "{\"input\": \"pages\", \"quiet\": true, \"angle\": \"left\"}",
      "{\"$schema\": \"x\", \"turns\": [{}, {\"front\": 1, \"back\": null, \"below\": 2}]}",
      "{\"angle\": \"0:150,0.6:180\", \"turns\": [{\"angle\": {\"0\": 150, \"0.6\": 180}}]}",
      "{\"layout\": \"spread\", \"turns\": [{\"facing\": 1, \"reverse\": false, \"hold\": 2.5}]}",
      "{\"camera\": \"reading\", \"hold\": 0.1}", "{\"camera\": []}",
      "{\"camera\": [{\"time\": 0, \"duration\": 0.5, \"page\": 1}, {\"easing\": \"linear\"}]}",
      "{\"camera\": [{\"page\": 1, \"area\": [0, 0.5, 0.5, 0.5]}]}",
      "{\"camera\": [{\"tilt\": 25, \"orbit\": -45, \"blur\": 1, \"focus\": -0.5}]}",
    ]
    let bad = [
      "[]", "{\"sise\": \"3x4\"}", "{\"size\": \"3\"}", "{\"size\": 3}", "{\"layout\": \"book\"}",
      "{\"input\": 3}", "{\"input\": [3]}", "{\"turns\": {}}", "{\"turns\": [3]}",
      "{\"turns\": []}",
      "{\"turns\": [{\"angel\": 3}]}", "{\"turns\": [{\"front\": \"1\"}]}",
      "{\"turns\": [{\"output\": \"x\"}]}", "{\"turns\": [{\"back\": 1.5}]}", "{\"quiet\": 1}",
      "{\"margin\": -1}", "{\"margin\": 2.5}", "{\"turns\": [{\"hold\": 1e9}]}",
      "{\"camera\": \"fast\"}", "{\"camera\": [3]}", "{\"camera\": [{\"time\": -1}]}",
      "{\"camera\": [{\"duration\": \"1\"}]}", "{\"camera\": [{\"page\": 0}]}",
      "{\"camera\": [{\"page\": 1, \"area\": [0, 0, 1]}]}", "{\"camera\": [{\"zoom\": 2}]}",
      "{\"camera\": [{\"page\": 1, \"area\": [0, 0, 1, 2]}]}",
      "{\"camera\": [{\"easing\": \"bounce\"}]}", "{\"script\": \"x\"}",
      "{\"camera\": [{\"tilt\": 26}]}", "{\"camera\": [{\"focus\": -2}]}",
      "{\"turns\": [{\"reverse\": 1}]}", "{\"turns\": [{\"front\": 0}]}",
    ]
    let scratch = try folder("{}")
    for (text, isGood) in good.map({ ($0, true) }) + bad.map({ ($0, false) }) {
      try AtomicFile.write(Array(text.utf8), to: "\(scratch.path)/turns.json")
      let arguments = pages + ["--script", "\(scratch.path)/turns.json", "-s", "40x30", "-o", "x"]
      if isGood {
        _ = try PlannedJob(arguments)
      } else {
        let error = #expect(throws: (any Error).self) { try PlannedJob(arguments) }
        #expect(error is UsageError || error is OptionError, "\(text): \(error as Any)")
      }
    }
    let verdicts = try Subprocess(
      [
        "/usr/bin/python3", "-c",
        """
        import json, sys, jsonschema
        schema = json.load(open(sys.argv[1]))
        jsonschema.Draft202012Validator.check_schema(schema)
        judge = jsonschema.Draft202012Validator(schema)
        print(*[int(judge.is_valid(json.loads(text))) for text in sys.argv[2:]], sep="")
        """, repositoryFile("Documentation/turns.schema.json"),
      ] + good + bad)
    #expect(
      verdicts.text
        == String(repeating: "1", count: good.count) + String(repeating: "0", count: bad.count))
  }

  /// Moves that the schema can't tell from good ones are errors, too.
  @Test(arguments: [
    ("{\"area\": [0, 0, 0.5, 0.5]}", "'camera[0].area' needs a page"),
    ("{\"page\": 1, \"area\": [0.6, 0, 0.5, 1]}", "'camera[0].area' must be [left, top, width, "),
    ("{\"page\": 1, \"area\": [0, 0, 0, 1]}", "'camera[0].area' must be [left, top, width, "),
    ("{\"time\": 90000}", "'camera[0].time' must be a number of seconds from 0 to 86400"),
    ("{\"easing\": \"soft\"}", "'camera[0].easing' must be linear, ease-in, ease-out or ease-in"),
    ("{\"tilt\": -1}", "'camera[0].tilt' must be a number from 0 to 25"),
    ("{\"orbit\": \"left\"}", "'camera[0].orbit' must be a number from -45 to 45"),
    ("{\"tiem\": 1}", "'camera[0].tiem' is unknown; use time, duration, page, area, tilt, orbit, "),
  ])
  func errorsOfMovesNameTheKey(move: String, message: String) throws {
    let scratch = try folder("{\"camera\": [\(move)]}")
    var options = BookArguments()
    let error = #expect(throws: UsageError.self) {
      try TurnScript("\(scratch.path)/turns.json", settingOptionsOf: &options)
    }
    #expect(error?.description.contains(message) == true, "\(error?.description ?? "")")
    #expect(error?.description.contains("turns.json:1:") == true)
  }

  @Test func aCameraIsAStyleOrMoves() throws {
    let scratch = try folder("{\"camera\": 5}")
    var options = BookArguments()
    let error = #expect(throws: UsageError.self) {
      try TurnScript("\(scratch.path)/turns.json", settingOptionsOf: &options)
    }
    #expect(error?.description.contains("'camera' must be a style (reading, ") == true)
    #expect(error?.description.contains("or a list of moves") == true)
  }

  /// Without times, moves follow each other.
  @Test func movesFollowEachOther() throws {
    let scratch = try folder(
      "{\"camera\": [{\"time\": 1, \"duration\": 2}, {\"page\": 2}, {\"duration\": 0}]}")
    var options = BookArguments()
    _ = try TurnScript("\(scratch.path)/turns.json", settingOptionsOf: &options)
    guard case .moves(let moves)? = options.job.camera else {
      Issue.record("no moves")
      return
    }
    #expect(moves.map(\.time) == [1, 3, 4] && moves.map(\.duration) == [2, 1, 0])
    #expect(moves.map(\.target) == [.whole, .page(2, .whole), .whole])
  }

  /// An option overrides a preset, before it or after it.
  @Test func optionsReplaceThoseOfAPreset() throws {
    for text in [
      "{\"size\": \"30x40\", \"preset\": \"loop\", \"loop\": 3}",
      "{\"loop\": 3, \"preset\": \"loop\", \"size\": \"30x40\"}",
    ] {
      let scratch = try folder(text)
      var options = BookArguments()
      options.job.pages = pages
      options.output.path = "x.gif"
      let script = try TurnScript("\(scratch.path)/turns.json", settingOptionsOf: &options)
      #expect(options.job.size == PixelSize(30, 40) && options.turn.hold == 0.6)
      #expect(try options.makeJob().plays == 3 && script.pages == [])
    }
  }
}
