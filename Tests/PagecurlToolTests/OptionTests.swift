import GLESKitCommandLine
import GLESKitSupport
import TestSupport
import Testing

@testable import PagecurlTool
@testable import Recording

/// What follows from the declarations of options.
@Suite struct OptionTests {
  private let pages = ["page-1.png", "title.png", "cover.jpg", "page-1.png"].map(Pagecurl.page)

  private func job(_ arguments: [String]) throws -> BookJob {
    try #require(try BookArguments.table.parse(pages + arguments)).makeJob()
  }

  /// The hash by which a job with numbered frames is recognized.
  private func hash(_ arguments: [String]) throws -> UInt64 {
    let job = try job(["-s", "60x80", "-o", "frames/"] + arguments)
    guard case .frames(_, let name) = job.output else { return 0 }
    return try JobHash.of(
      try job.plan().frames, compression: job.compression, quality: job.quality, name: name)
  }

  /// Values of options, after other options that they need to have an effect. A job of a script, of
  /// a PDF, or of another output has other tests.
  private static let samples: [String: (needs: String, value: String)] = [
    "preset": ("", "draft"), "name": ("", "%d.png"), "contact-sheet": ("", "sheet.png"),
    "manifest": ("", "m.json"), "compress": ("", "small"), "encoder": ("", "hardware"),
    "quality": ("", "50"), "pages": ("", "1-2"), "password": ("", "x"), "on-error": ("", "skip"),
    "layout": ("", "pages"), "cover": ("", "none"), "endless": ("", ""), "mixed": ("", "fill"),
    "direction": ("", "rtl"), "turn": ("-l sheets", "leaf"), "binding": ("", "top"),
    "profile": ("", "elastica"), "paper": ("--cover none", "silk"), "droop": ("--cover none", "3"),
    "angle": ("", "150"),
    "corner": ("", "bottom-right"), "drag": ("", "140,190:20,120"),
    "release": ("--set drag=140,190:20,120", ""), "radius": ("--profile elastica", "9"),
    "perspective": ("", "3"), "easing": ("", "linear"), "duration": ("", "0.3"),
    "hold": ("", "0.2"), "overlap": ("", "0.5"), "fps": ("", "15"), "frames": ("", "4"),
    "size": ("", "64x80"), "margin": ("", "9"), "background": ("", "red"), "light": ("", "off"),
    "camera": ("--hold 1", "reading"),
    "ambient": ("", "0.1"), "highlight": ("", "0.5"), "shininess": ("", "3"), "shadow": ("", "0.1"),
    "shadow-size": ("", "0.1"), "shadow-color": ("", "red"), "body": ("", "none"),
    "gutter": ("", "0.1"), "paper-color": ("", "red"), "show-through": ("", "0.5"),
    "front-tint": ("", "red"), "back-tint": ("", "red"), "antialias": ("", "best"),
    "mute": ("", ""), "progress": ("", "none"), "quiet": ("", ""), "stats": ("", ""),
    "trace": ("", "t.json"), "threads": ("", "2"), "resume": ("", ""), "shard": ("", "1/2"),
    "segment": ("", "2"),
  ]

  /// A job is resumed from frames that another value of the option has drawn, unless its hash
  /// depends on the option.
  @Test func optionsHaveTheirPlaceInTheHash() throws {
    var hashes: [String: UInt64] = [:]
    for option in BookArguments.options {
      let name = option.description.long
      guard let (needs, value) = Self.samples[name] else {
        let isOfPDFs = ["box", "dpi"].contains(name)
        #expect(!option.meaning.isHashed || isOfPDFs, "no sample of '\(name)'")
        continue
      }
      let base = ["-l", "spread", "--duration", "0.2", "--hold", "0.1"] + words(needs)
      let word = option.description.name + (value.isEmpty ? "" : "=\(value)")
      // Most options need no other one.
      let before = try hashes[needs] ?? hash(base)
      hashes[needs] = before
      let isChanged = try before != hash(base + words(word))
      #expect(isChanged == option.meaning.isHashed, "\(name)")
    }
  }

  private func words(_ line: String) -> [String] { line.split(separator: " ").map(String.init) }

  @Test(arguments: [
    ("100K", 100_000), ("250000", 250_000), ("2m", 2_000_000), ("1G", 1_000_000_000),
    ("99K", nil), ("99999", nil), ("-1M", nil), ("1T", nil), ("M", nil),
    ("9999999999999999999K", nil),
  ])
  func webPagesHaveASize(word: String, bytes: Int?) throws {
    let words = ["-o", "book.html", "--set", "max-size=\(word)"]
    if let bytes {
      #expect(try job(words).webPage.maximumBytes == bytes)
    } else {
      #expect(throws: UsageError.self) { try job(words) }
    }
  }

  /// An option of books is one of transitions, or an error there.
  @Test func noOptionVanishesFromTransitions() throws {
    let clips = ["transition", "a.mp4", "b.mp4", "-o", "c.mp4"]
    for option in BookArguments.options where !option.description.isKey {
      let name = option.description.long
      let known = TransitionArguments.table.groups.flatMap(\.options).contains {
        $0.description.long == name
      }
      var isDeclared = name == "output"
      if case .none = option.meaning.clips {} else { isDeclared = true }
      #expect(known == isDeclared, "\(name)")
      if known { continue }
      let error = #expect(throws: UsageError.self) {
        try TransitionArguments.table.parse(Array(clips.dropFirst()) + ["--\(name)"])
      }
      #expect(error?.description.contains("an option of books") == true, "\(name)")
    }
  }

  @Test func theGuideExplainsEachOption() throws {
    let folder = repositoryFile("Documentation")
    let names = try Files.list(folder).filter { $0.hasSuffix(".md") }.map { "\(folder)/\($0)" }
    let guide = try (names + [repositoryFile("README.md")]).map {
      String(decoding: try Files.read($0), as: UTF8.self)
    }.joined()
    let transitions = TransitionArguments.table.groups.flatMap(\.options).map(\.description)
    for option in BookArguments.options.map(\.description) + transitions {
      let starts = option.isKey ? ["`", "--set "] : ["--"]
      let isNamed = starts.contains { start in
        guide.ranges(of: start + option.long).contains { range in
          guide[range.upperBound...].first.map { !$0.isLetter && $0 != "-" } ?? true
        }
      }
      #expect(isNamed, "\(option.long)")
    }
  }

  /// In ffmpeg, -r is the frame rate. However it is written, it is refused for usual rates.
  @Test(arguments: [
    (["-r", "30"], true), (["-r30"], true), (["-r=30"], true), (["-qr30"], true),
    (["-r", "31"], false), (["--radius", "30"], false), (["--radius=30"], false),
    (["-r", "30", "--fps", "25"], false), (["-r30", "-t", "0.5", "-o", "a.png"], false),
  ])
  func aRateIsNotTakenForARadius(arguments: [String], isRefused: Bool) throws {
    let line = (arguments.contains("-o") ? [] : ["-o", "a.mp4"]) + arguments
    if isRefused {
      let error = #expect(throws: UsageError.self) { try job(line) }
      #expect(error?.description.contains("use --fps 30") == true)
    } else {
      #expect(try job(line).style.radius != nil)
    }
  }

  /// A script sets keys of web pages, whose turns are the readers'.
  @Test func scriptsSetKeysOfWebPages() throws {
    let scratch = try TemporaryFolder()
    let script = "\(scratch.path)/keys.json"
    let arguments = ["--script", script, "-o", "a.html"]
    try AtomicFile.write(Array("{\"ambient\": 0.25}".utf8), to: script)
    #expect(try job(arguments).style.look.light?.ambient == 0.25)
    for text in ["{\"turns\": [{}]}", "{\"camera\": [{\"page\": 1}]}"] {
      try AtomicFile.write(Array(text.utf8), to: script)
      let error = #expect(throws: UsageError.self) { try job(arguments) }
      #expect(
        error?.description.hasPrefix("--script with turns or moves of the camera does not") == true)
    }
    // Its moves stay beside a preset.
    let both = "{\"preset\": \"reading\", \"camera\": [{\"page\": 1}]}"
    try AtomicFile.write(Array(both.utf8), to: script)
    guard case .moves(let moves)? = try job(["--script", script, "-o", "a.mp4"]).camera else {
      Issue.record("the preset's camera")
      return
    }
    #expect(moves.count == 1)
  }

  /// Nothing that turns starts or stops abruptly, whatever its layout.
  @Test(arguments: ["-l pages", "-l spread", "-l sheets", "--preset social"])
  func turnsStartAndEndSlowly(options: String) throws {
    let line = ["-o", "a.mp4"] + words(options)
    #expect(try job(line).timing.easing == .easeInOut)
    #expect(try job(line + ["--set", "easing=linear"]).timing.easing == .linear)
  }

  /// Backs of pictures are as white as their fronts, whatever the layout.
  @Test(arguments: ["-l pages", "-l spread", "-l sheets"])
  func picturesAreCoated(options: String) throws {
    let line = ["-o", "a.mp4"] + words(options)
    #expect(try job(line).style.look.paperColor == LookValues.coatedColor)
    let cream = try job(line + ["--set", "paper-color=#f5f2eb"]).style.look.paperColor
    #expect(cream != LookValues.coatedColor)
  }

  /// A page that doesn't fill the frame has room on the desk, and one that does has no desk around.
  @Test(arguments: [
    ("-s 600x600 -o a.mp4", "405×540", true), ("-s 300x400 -o a.mp4", "300×400", true),
    ("-s 600x600 --margin 0 -o a.mp4", "450×600", false),
    ("-s 600x600 -o a.png -t 0", "450×600", false), ("-o a.mp4", "150×200", false),
    ("--margin 9 -o a.mp4", "150×200", true), ("--margin 9 -o a.gif", "150×200", false),
  ])
  func pagesOnADeskHaveAMargin(options: String, size: String, hasGrain: Bool) throws {
    let job = try job(["-l", "pages"] + words(options))
    #expect("\(try job.plan().pageSize)" == size)
    #expect((job.backdrop != nil) == hasGrain)
  }

  /// What a preset sets was not asked for, so that no output refuses it.
  @Test func presetsSuitWebPages() throws {
    for preset in ["film", "social", "draft", "trailer"] {
      #expect(try job(["--preset", preset, "-o", "a.html"]).timing.turnFrames > 1)
    }
    #expect(throws: UsageError.self) { try job(["--hold", "1", "-o", "a.html"]) }
  }
}
