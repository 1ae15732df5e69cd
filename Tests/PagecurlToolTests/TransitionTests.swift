import GLESKitSupport
import Glibc
import ImageCoding
import Imaging
import TestSupport
import Testing

/// Transitions between clips that ffmpeg made, judged by what ffmpeg decodes.
@Suite final class TransitionTests {
  private let scratch: TemporaryFolder

  init() throws { scratch = try TemporaryFolder() }

  /// A clip of ffmpeg's test pictures.
  @discardableResult
  private func clip(_ name: String, _ source: String, _ options: String = "") throws -> String {
    let path = "\(scratch.path)/\(name)"
    let words = "ffmpeg -v error -y -f lavfi -i \(source) \(options)".split(separator: " ")
    let run = try Subprocess(words.map(String.init) + [path], capturesErrors: true)
    #expect(run.status == 0, "\(String(decoding: run.errors, as: UTF8.self))")
    return path
  }

  /// The frames' hashes of their 4:2:0 bytes.
  private func frames(_ path: String) throws -> [String] {
    let run = try Subprocess([
      "ffmpeg", "-v", "error", "-i", path, "-map", "0:v", "-f", "framemd5", "-",
    ])
    return run.text.split(separator: "\n").filter { !$0.hasPrefix("#") }
      .compactMap { $0.split(separator: ",").last.map { String($0.filter { $0 != " " }) } }
  }

  private func facts(_ path: String, _ entries: String) throws -> String {
    try Subprocess([
      "ffprobe", "-v", "error", "-show_entries", entries, "-of", "default=nw=1:nk=1", path,
    ]).text
  }

  @Test(
    .long,
    arguments: Sweep.pairs(
      ["out.mkv", "out.y4m"], ["", "--reverse --corner top-right", "--set turn=leaf"]))
  func framesOutsideTheTurnAreExact(output: String, options: String) throws {
    let first = try clip("a.mkv", "testsrc=s=96x64:r=10:d=2", "-pix_fmt yuv420p -c:v ffv1")
    let second = try clip("b.mkv", "testsrc2=s=96x64:r=10:d=2", "-pix_fmt yuv420p -c:v ffv1")
    let path = "\(scratch.path)/\(output)"
    let run = try Pagecurl(
      ["transition", first, second, "-o", path, "--duration", "0.8"]
        + options.split(separator: " ").map(String.init))
    #expect(run.status == 0, "\(run.errors)")
    let (from, to, all) = (try frames(first), try frames(second), try frames(path))
    try #require(from.count == 20 && to.count == 20)
    // 8 frames overlap. At both ends of the turn a clip is seen alone.
    #expect(all.count == 32)
    #expect(Array(all[..<13]) == Array(from[..<13]))
    #expect(Array(all[19...]) == Array(to[7...]))
    // In the middle neither is.
    #expect(Set(all[14..<18]).isDisjoint(with: from + to))
  }

  /// Y4M has no sound.
  @Test func soundIsLeftOutOfAStream() throws {
    let noise = try clip(
      "a.mkv", "testsrc=s=32x24:r=10:d=0.5", "-f lavfi -i sine=d=0.5 -pix_fmt yuv420p -c:v ffv1")
    let path = "\(scratch.path)/out.y4m"
    let run = try Pagecurl(
      ["transition", noise, Pagecurl.page("title.png"), "-o", path, "-q"]
        + ["--duration", "0.3", "--still", "0.5"])
    #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
    #expect(try facts(path, "stream=codec_type") == "video")
    #expect(try frames(path).count == 5 + 5 - 3)
  }

  /// Killed while the sound is added, it leaves nothing behind.
  @Test func nothingIsLeftWhenItIsKilled() throws {
    let noise = try clip(
      "a.mkv", "testsrc=s=32x24:r=10:d=0.5", "-f lavfi -i sine=d=0.5 -pix_fmt yuv420p -c:v ffv1")
    let (programs, temporary) = ("\(scratch.path)/bin", "\(scratch.path)/temporary")
    for folder in [programs, temporary] { try Files.createFolders(folder) }
    let script = """
      #!/bin/sh
      case "$*" in *-filter_complex*) kill -9 $PPID; exit 1;; esac
      PATH=${PATH#*:} exec ffmpeg "$@"
      """
    try AtomicFile.write(Array(script.utf8), to: "\(programs)/ffmpeg")
    #expect(chmod("\(programs)/ffmpeg", 0o755) == 0)
    let run = try Pagecurl(
      ["transition", noise, Pagecurl.page("title.png"), "-o", "\(scratch.path)/out.mkv", "-q"]
        + ["--duration", "0.3", "--still", "0.5"],
      prefix: ["sh", "-c", "PATH=\(programs):$PATH TMPDIR=\(temporary) exec \"$0\" \"$@\""])
    #expect(run.status == 128 + Int(SIGKILL), "\(run.errors)")
    #expect(try Files.list(temporary).isEmpty)
    #expect(try Files.list(scratch.path).sorted() == ["a.mkv", "bin", "temporary"])
  }

  @Test(.long) func soundIsCrossFaded() throws {
    let first = try clip(
      "a.mp4", "testsrc=s=64x48:r=10:d=2", "-f lavfi -i sine=f=440:r=48000:d=2 -pix_fmt yuv420p")
    let second = try clip("b.mp4", "testsrc2=s=64x48:r=10:d=2", "-pix_fmt yuv420p")
    let path = "\(scratch.path)/out.mkv"
    let run = try Pagecurl(["transition", first, second, "-o", path, "-q"])
    #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
    let raw = try Subprocess([
      "ffmpeg", "-v", "error", "-i", path, "-map", "0:a", "-ac", "1", "-f", "s16le", "-",
    ]).output
    #expect(abs(raw.count / 2 - 3 * 48_000) < 480)
    func loudness(_ seconds: Double) -> Int {
      let start = Int(seconds * 48_000) * 2
      return stride(from: start, to: start + 4800, by: 2).map {
        abs(Int(Int16(bitPattern: UInt16(raw[$0]) | UInt16(raw[$0 + 1]) << 8)))
      }.max() ?? 0
    }
    // The turn lasts from 1 s to 2 s; then the second clip is silent. In the middle each clip has
    // half of its power.
    #expect(loudness(0.5) > 2000 && loudness(2.2) < 20)
    #expect((0.7...0.85).contains(Double(loudness(1.45)) / Double(loudness(0.5))))
  }

  /// The turn alone has its part of the sound; a still has the shape and the rate of the video.
  @Test(.long) func theTurnAloneHasSound() throws {
    let video = try clip(
      "a.mkv", "testsrc=s=64x48:r=12:d=2",
      "-f lavfi -i aevalsrc=if(lt(t\\,1)\\,0\\,sin(3000*t)):s=48000:d=2 -pix_fmt yuv420p")
    let still = try clip("b.png", "testsrc2=s=100x300", "-frames:v 1")
    for (clips, peaks) in [([video, still], 0.8...1.1), ([still, video], 0...0.001)] {
      let path = "\(scratch.path)/out.mkv"
      let run = try Pagecurl(["transition"] + clips + ["--only", "-o", path, "-q"])
      #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
      #expect(try facts(path, "stream=width,height,r_frame_rate").hasPrefix("64\n48\n12/1\n"))
      let raw = try Subprocess([
        "ffmpeg", "-v", "error", "-i", path, "-map", "0:a", "-ac", "1", "-f", "f32le", "-",
      ]).output
      let sound = raw.withUnsafeBytes { Array($0.bindMemory(to: Float.self)) }
      #expect(abs(sound.count - 48_000) < 480)
      #expect(peaks.contains(Double(sound.max() ?? 0)), "\(sound.max() ?? 0)")
    }
  }

  /// Other sizes, rates, shapes and ranges, an upright video, and a still.
  @Test(
    .long,
    arguments: [
      ("testsrc2=s=50x90:r=25:d=1.5", "-pix_fmt yuv420p -metadata rotate=90", "b.mp4"),
      ("testsrc2=s=64x48:r=30000/1001:d=1.5,setsar=4/3", "-pix_fmt yuvj420p -c:v mjpeg", "b.mkv"),
      ("testsrc2=s=64x48:r=10:d=1.5", "-pix_fmt yuv422p10le -c:v prores_ks", "b.mov"),
      ("testsrc2=s=200x100", "-frames:v 1", "b.png"),
    ])
  func otherClipsAreFitted(source: String, options: String, name: String) throws {
    let first = try clip("a.mp4", "testsrc=s=80x60:r=24:d=1.5", "-pix_fmt yuv420p")
    var second = try clip(name, source, options)
    if options.contains("rotate") {
      // The encoder does not store it.
      let turned = "\(scratch.path)/turned.mp4"
      let options = ["-c", "copy", "-metadata:s:v", "rotate=90", turned]
      #expect(try Subprocess(["ffmpeg", "-v", "error", "-i", second] + options).status == 0)
      second = turned
    }
    let path = "\(scratch.path)/out.mp4"
    let run = try Pagecurl(["transition", first, second, "-o", path, "--duration", "0.5"])
    #expect(run.status == 0, "\(run.errors)")
    let seconds = name.hasSuffix("png") ? 3 : 1.5
    let shape = try facts(path, "stream=width,height,r_frame_rate").split(separator: "\n")
    #expect(shape == ["80", "60", "24/1"])
    #expect(abs(Double(try frames(path).count) - (1.5 + seconds - 0.5) * 24) <= 2)
    let turned = try Pagecurl(["transition", second, first, "--only", "-o", path])
    #expect(turned.status == 0, "\(turned.errors)")
  }

  /// Clips in a row, with turns at the end of a clip or where an offset says. Frames outside the
  /// turns are exact, and ffprobe counts all of them.
  @Test(
    .long,
    arguments: [
      (3, [], 3 * 20 - 2 * 5), (2, [0.5], 5 + 20), (3, [0.5], 5 + 15 + 20),
      (3, [0.5, 1.4], 5 + 9 + 20), (4, [1, 2, 3], 10 + 10 + 10 + 20),
    ] as [(Int, [Double], Int)])
  func severalClips(count: Int, offsets: [Double], frames expected: Int) throws {
    let clips = try (0..<count).map {
      try clip(
        "\($0).mkv", "testsrc\($0 % 2 + 1)=s=96x64:r=10:d=2".replacing("testsrc1", with: "testsrc"),
        "-f lavfi -i sine=f=\(440 + 110 * $0):r=48000:d=2 -pix_fmt yuv420p -c:v ffv1")
    }
    let path = "\(scratch.path)/out.mkv"
    let run = try Pagecurl(
      ["transition"] + clips + ["-o", path, "--duration", "0.5", "-q"]
        + offsets.flatMap { ["--offset", "\($0)"] })
    #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
    let all = try frames(path)
    try #require(all.count == expected)
    // Where each clip begins in the output.
    let begun = (0..<count).map { number in
      number == 0
        ? 0
        : number <= offsets.count
          ? Int(offsets[number - 1] * 10) : expected - 20 - 15 * (count - 1 - number)
    }
    for (number, clip) in clips.enumerated() {
      let own = try frames(clip)
      let start = begun[number] + (number == 0 ? 0 : 5)
      let end = number == count - 1 ? expected : begun[number + 1]
      #expect(
        Array(all[start..<end]) == Array(own[(start - begun[number])..<(end - begun[number])]))
    }
    let raw = try Subprocess([
      "ffmpeg", "-v", "error", "-i", path, "-map", "0:a", "-ac", "1", "-f", "s16le", "-",
    ]).output
    #expect(abs(raw.count / 2 - expected * 4800) < 480)
    // Each clip is heard by its own tone.
    for number in 0..<count {
      let middle = (begun[number] + (number == count - 1 ? expected : begun[number + 1]) + 5) / 2
      let samples = (middle * 4800..<(middle * 4800 + 2400)).map {
        Int16(bitPattern: UInt16(raw[2 * $0]) | UInt16(raw[2 * $0 + 1]) << 8)
      }
      let crossings = zip(samples, samples.dropFirst()).filter { ($0 < 0) != ($1 < 0) }.count
      #expect(abs(crossings - (440 + 110 * number) / 10) <= 2, "clip \(number): \(crossings)")
    }
  }

  /// Stills are decoded as pages are: upright, from tiles, and from formats that ffmpeg lacks. One
  /// between others lasts as long as its two turns.
  @Test(.long) func stillsAreDecodedAsPages() throws {
    let source = "testsrc=s=48x32:r=10:d=2"
    let upright = try clip("a.png", "\(source),transpose=clock", "-frames:v 1")
    let stored = try clip("b.tiff", source, "-frames:v 1 -pix_fmt rgb24")
    let tiled = "\(scratch.path)/c.tiff"
    #expect(try Subprocess(["tiffcp", "-t", "-w", "16", "-l", "16", stored, tiled]).status == 0)
    #expect(try Subprocess(["tiffset", "-s", "274", "6", tiled]).status == 0)
    let video = try clip("d.mkv", source, "-pix_fmt yuv420p -c:v ffv1")
    let found = try [upright, tiled].map { still in
      let path = "\(scratch.path)/out.mkv"
      let run = try Pagecurl([
        "transition", video, still, video, "--duration", "0.8", "--still", "1", "-o", path, "-q",
      ])
      #expect(run.status == 0, "\(run.errors)")
      return try frames(path)
    }
    #expect(found[0].count == 20 - 8 + 16 - 8 + 20)
    #expect(found[0] == found[1])
    let cut = "\(scratch.path)/e.tiff"
    try AtomicFile.write(Array(try Files.read(stored).prefix(200)), to: cut)
    let run = try Pagecurl(["transition", cut, video, "-o", "\(scratch.path)/out.mkv"])
    #expect(run.status == 1 && run.complainsInOneLine)
    #expect(run.errors.contains("is damaged, or a TIFF"))
  }

  /// Turns that cannot be are named with the reason, also where frames are copied as coded.
  @Test(arguments: [("a.mkv", "ffv1", "y4m"), ("a.mp4", "libx264", "mp4")])
  func turnsThatDoNotFitAreRefused(name: String, codec: String, ending: String) throws {
    let video = try clip(name, "testsrc=s=32x24:r=10:d=1", "-pix_fmt yuv420p -c:v \(codec)")
    let cases = [
      (
        ["--offset", "0.8"], "lasts 1.0 s, less than 1.3 s, the end of the turn that starts at 0.8"
      ),
      (["--offset", "5"], "lasts 1.0 s, less than 5.5 s, the end of the turn that starts at 5.0"),
      (["--offset", "0.1", "--offset", "0.3"], "before the turn to it has ended"),
      (["--duration", "0.6"], "less than its two turns of 0.6 s; give a shorter --duration"),
      (["--only"], "--only writes the turn between two clips"),
      (
        ["--offset", "1", "--offset", "2", "--offset", "3"],
        "--offset is given 3 times, but 3 clips"
      ),
    ]
    for (options, words) in cases {
      let run = try Pagecurl(
        [
          "transition", video, video, video, "-o", "\(scratch.path)/out.\(ending)", "--duration",
          "0.5",
        ] + options)
      #expect(
        run.status != 0 && run.complainsInOneLine && run.errors.contains(words), "\(run.errors)")
    }
  }

  @Test func whatHasNoEffectIsNoted() throws {
    let video = try clip("a.mkv", "testsrc=s=32x24:r=10:d=0.4", "-pix_fmt yuv420p -c:v ffv1")
    let run = try Pagecurl(
      ["transition", video, video, "-o", "\(scratch.path)/out.y4m", "--duration", "0.3", "-s"]
        + ["31x17", "--still", "2"])
    #expect(run.status == 0)
    #expect(run.errors.contains("note: --still has no effect: all clips are videos\n"))
    #expect(run.errors.contains("note: the frame size is 32×18, because video needs even sides\n"))
  }

  /// A transition is opaque, which is said of clips that are not. An opaque picture may have alpha.
  @Test(arguments: [
    ("a.mov", "-c:v prores_ks -profile:v 4444 -pix_fmt yuva444p10le", 0.5, true),
    ("a.webm", "-c:v libvpx-vp9 -pix_fmt yuva420p", 0.5, true),
    ("a.mkv", "-c:v ffv1 -pix_fmt yuv420p", 0.5, false), ("a.png", "-frames:v 1", 0.5, true),
    ("b.png", "-frames:v 1", 1, false),
  ])
  func lostTransparencyIsNoted(
    name: String, options: String, alpha: Double, isTransparent: Bool
  ) throws {
    let source = "color=red@\(alpha):s=32x24:r=10:d=0.4,format=rgba"
    let first = try clip(name, source, options)
    let second = try clip("z.mkv", "testsrc=s=32x24:r=10:d=0.4", "-pix_fmt yuv420p -c:v ffv1")
    let run = try Pagecurl([
      "transition", first, second, "-o", "\(scratch.path)/out.y4m", "--duration", "0.3",
    ])
    #expect(run.status == 0, "\(run.errors)")
    let note = "note: the transparency of '\(first)' is left out\n"
    #expect(run.errors.contains(note) == isTransparent, "\(run.errors)")
  }

  @Test func twoVideosAsPagesMayBeATransition() throws {
    let video = try clip("a.mkv", "testsrc=s=32x24:r=10:d=0.2", "-pix_fmt yuv420p -c:v ffv1")
    let run = try Pagecurl([
      video, video, "-n", "1", "--fps", "10", "--hold", "0", "-o", "\(scratch.path)/out.y4m",
    ])
    #expect(run.status == 0 && run.errors.contains("note: 'pagecurl transition' turns from one"))
  }

  /// JPEGs store their colors by another matrix, and with the full range.
  @Test(arguments: ["a.jpg", "a.png"]) func stillsKeepTheirColors(name: String) throws {
    let still = try clip(name, "color=0x60b7ae:s=96x64", "-frames:v 1 -q:v 1")
    let path = "\(scratch.path)/out.mkv"
    let run = try Pagecurl(
      ["transition", still, still, "-o", path, "--still", "0.5", "--duration", "0.2"])
    #expect(run.status == 0, "\(run.errors)")
    let color = try Subprocess([
      "ffmpeg", "-v", "error", "-i", path, "-frames:v", "1", "-f", "rawvideo", "-pix_fmt", "rgb24",
      "-",
    ]).output.prefix(3)
    for (channel, expected) in zip(color, [0x60, 0xB7, 0xAE]) {
      #expect(abs(Int(channel) - expected) <= 3, "\(color)")
    }
  }

  @Test func stillsAreShownForTheirDuration() throws {
    let path = "\(scratch.path)/out.y4m"
    let run = try Pagecurl(
      ["transition", Pagecurl.page("title.png"), Pagecurl.page("page-1.png"), "-o", path, "-q"]
        + ["-s", "64x48", "--fps", "10", "--duration", "0.5", "--still", "1.5"])
    #expect(run.status == 0, "\(run.errors)")
    // Both stills are seen during the turn.
    #expect(try frames(path).count == 15 + 15 - 5)
  }

  @Test(.long) func whatIsNoClipIsSaidInOneLine() throws {
    let short = try clip("a.mp4", "testsrc=s=64x48:r=10:d=0.5", "-pix_fmt yuv420p")
    let bright = try clip(
      "hdr.mkv", "testsrc=s=64x48:r=10:d=1", "-pix_fmt yuv420p10le -c:v ffv1 -color_trc smpte2084")
    let sound = try clip("sound.wav", "sine=d=1")
    let text = repositoryFile("README.md")
    let cases = [
      ([short, short], "lasts 0.5 s, less than the turn of 1.0 s", 1),
      ([short, bright], "high dynamic range (smpte2084)", 1), ([short, sound], "has no video", 1),
      ([text, short], "is not a video or an image", 1),
      ([short, "\(scratch.path)/none.mp4"], "none.mp4': No such file", 1),
      ([short], "TO is missing", 2), ([short, short, short], "lasts 0.5 s, less than the turn", 1),
    ]
    let before = try Files.list(scratch.path).sorted()
    for (clips, words, status) in cases {
      let run = try Pagecurl(["transition"] + clips + ["-o", "\(scratch.path)/out.mp4"])
      #expect(run.status == status && run.complainsInOneLine, "\(run.errors)")
      #expect(run.errors.contains(words), "\(run.errors)")
    }
    for output in ["out.rgba", "out", "out.mp3"] {
      let run = try Pagecurl(["transition", short, short, "-o", "\(scratch.path)/\(output)"])
      #expect(run.status == 2, "\(run.errors)")
      #expect(run.errors.contains("use .mp4, .mov, .mkv, .webm, .gif, .apng"), "\(run.errors)")
    }
    // The help promises no other formats.
    let help = try Pagecurl(["transition", "--help", "all"]).output
    #expect(!help.contains(".html") && !help.contains("numbered frames"), "\(help)")
    let over = try Pagecurl(["transition", short, bright, "-o", short])
    #expect(over.status == 2 && over.complainsInOneLine)
    #expect(try Files.list(scratch.path).sorted() == before)
  }
}
