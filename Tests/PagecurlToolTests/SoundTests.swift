import GLESKitSupport
import TestSupport
import Testing

/// The sound of turns, judged by its samples and by ffprobe.
@Suite final class SoundTests {
  private let scratch: TemporaryFolder
  private let pages = ["page-1.png", "title.png", "page-1.png", "title.png"].map(Pagecurl.page)

  init() throws { scratch = try TemporaryFolder() }

  private func wave(_ options: [String], _ name: String = "a.wav") throws -> [Int] {
    let path = "\(scratch.path)/\(name)"
    let run = try Pagecurl(pages + ["--sound-only", path] + options)
    #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
    return try samples(path)
  }

  private func samples(_ path: String) throws -> [Int] {
    let bytes = try Files.read(path)
    #expect(bytes[..<4].elementsEqual("RIFF".utf8) && bytes[8..<12].elementsEqual("WAVE".utf8))
    return stride(from: 44, to: bytes.count, by: 2).map {
      Int(Int16(bitPattern: UInt16(bytes[$0]) | UInt16(bytes[$0 + 1]) << 8))
    }
  }

  private func loudness(_ samples: [Int], _ seconds: Range<Double>) -> Int {
    let part = samples[Int(seconds.lowerBound * 48_000)..<Int(seconds.upperBound * 48_000)]
    return part.reduce(0) { $0 + abs($1) } / part.count
  }

  /// A soft book whose pages turn at a constant speed.
  private let soft = ["--set", "easing=linear", "--layout", "spread", "--cover", "soft"]

  /// How like a landing is to itself after some seconds, -1 to 1.
  private func likeness(_ landing: ArraySlice<Int>, after seconds: Double) -> Double {
    let boom = landing.map(Double.init)
    let later = boom.dropFirst(Int(seconds * 48_000))
    return zip(boom, later).reduce(0) { $0 + $1.0 * $1.1 } / boom.reduce(0) { $0 + $1 * $1 }
  }

  /// Two turns of a second with pauses of a second between: 5 s.
  @Test func pagesRubAndLand() throws {
    let samples = try wave(soft)
    #expect(abs(samples.count - 5 * 48_000) <= 48)
    #expect(loudness(samples, 0.1..<0.9) == 0 && loudness(samples, 2.6..<2.9) == 0)
    #expect(loudness(samples, 1.4..<1.6) > 200)
    // The last frame of the turn starts at 1 s + 29/30 s. The landing is the loudest moment.
    let peak = samples[..<(3 * 48_000)].indices.max { abs(samples[$0]) < abs(samples[$1]) } ?? 0
    #expect(abs(Double(peak) / 48_000 - (1 + 29.0 / 30)) < 0.02)
    // The page booms at 95 Hz: it sounds the same after a period, and reversed after half of one.
    let boom = samples[Int((1 + 29.0 / 30) * 48_000)...].prefix(4000)
    #expect(likeness(boom, after: 1.0 / 95) > 0.5 && likeness(boom, after: 0.5 / 95) < -0.5)
    #expect(try wave(soft, "b.wav") == samples)
  }

  /// Turns differ in loudness, in pitch and in the moment at which they are loudest.
  @Test func noTwoTurnsSoundTheSame() throws {
    let pages = (0..<16).map { _ in Pagecurl.page("page-1.png") }
    let path = "\(scratch.path)/a.wav"
    #expect(try Pagecurl(pages + soft + ["--sound-only", path]).status == 0)
    let samples = try samples(path)
    let turns = (0..<8).map { 1 + 2 * Double($0) }
    let rubs = turns.map { loudness(samples, $0..<($0 + 0.95)) }
    #expect(Set(rubs).count == 8, "\(rubs)")
    let (quiet, loud) = (Double(rubs.min() ?? 0), Double(rubs.max() ?? 0))
    #expect(loud / quiet > 1.15 && loud / quiet < 1.6, "\(rubs)")
    let pitches = turns.map { start in
      let boom = samples[Int((start + 29.0 / 30) * 48_000)...].prefix(4000)
      return (80...110).max {
        likeness(boom, after: 1 / Double($0)) < likeness(boom, after: 1 / Double($1))
      }
    }
    #expect(Set(pitches).count > 3, "\(pitches)")
  }

  /// A board does not rustle, and lands with less treble than a page.
  @Test func boardsThump() throws {
    let (board, page) = (try wave(soft.dropLast() + ["hard"]), try wave(soft))
    #expect(3 * loudness(board, 1.3..<1.7) < loudness(page, 1.3..<1.7))
    /// The share of a sound that changes from sample to sample.
    func treble(_ samples: [Int]) -> Double {
      let landing = samples[Int((1 + 29.0 / 30) * 48_000)...].prefix(1500)
      let steps = zip(landing, landing.dropFirst()).map { abs($1 - $0) }
      return Double(steps.reduce(0, +)) / Double(landing.reduce(0) { $0 + abs($1) })
    }
    #expect(treble(board) < 0.5 * treble(page), "\(treble(board)) \(treble(page))")
    #expect(loudness(board, 1.97..<2.0) > loudness(board, 1.3..<1.7))
  }

  @Test func looseSheetsDoNotLand() throws {
    let samples = try wave(["--set", "easing=linear", "--layout", "pages", "-n", "30"])
    #expect(loudness(samples, 1.4..<1.6) > 200 && loudness(samples, 1.98..<2.1) < 60)
  }

  @Test(.long, arguments: ["mp4", "mov", "mkv", "webm"])
  func aVideoHasIt(format: String) throws {
    let path = "\(scratch.path)/a.\(format)"
    let music = "\(scratch.path)/music.wav"
    let sine = ["ffmpeg", "-v", "error", "-f", "lavfi", "-i", "sine=d=9", music]
    #expect(try Subprocess(sine).status == 0)
    let run = try Pagecurl(
      pages + ["-s", "64x48", "--fps", "10", "--hold", "0.2", "--sound", "--audio", music]
        + ["-o", path, "-q"])
    #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
    let facts = try Subprocess([
      "ffprobe", "-v", "error", "-show_entries", "stream=codec_type:format=duration", "-of",
      "default=nw=1:nk=1", path,
    ]).text.split(separator: "\n")
    #expect(facts.prefix(2) == ["video", "audio"])
    #expect(abs((Double(facts.last ?? "") ?? 0) - 2.6) < 0.1, "\(facts)")
  }

  /// Silence at the end would be taken for a fault.
  @Test(.long) func musicThatEndsEarlyIsNoted() throws {
    let music = "\(scratch.path)/music.wav"
    let sine = ["ffmpeg", "-v", "error", "-f", "lavfi", "-i", "sine=d=1.5", music]
    #expect(try Subprocess(sine).status == 0)
    let job = pages + ["-s", "64x48", "--fps", "10", "--audio", music]
    let note = "note: '\(music)' ends after 1.5 s, but the video lasts "
    let path = "\(scratch.path)/a.mp4"
    for options in [["--dry-run"], []] {
      let run = try Pagecurl(job + options + ["-o", path])
      #expect(run.status == 0 && run.complainsInOneLine, "\(run.errors)")
      #expect(run.errors.contains(note + "5.0 s"), "\(run.errors)")
    }
    let short = try Pagecurl(job + ["--hold", "0", "--duration", "0.5", "-o", path])
    #expect(short.status == 0 && short.errors.isEmpty, "\(short.errors)")
    let clip = try Pagecurl(
      ["transition", pages[0], pages[1], "--audio", music, "-o", "\(scratch.path)/b.mp4"])
    #expect(clip.errors.contains(note + "5.0 s"), "\(clip.errors)")
  }

  @Test func whatCannotSoundIsSaidInOneLine() throws {
    let cases = [
      (["--sound", "-o", "a.gif"], "--sound needs a video", 2),
      (["--sound", "--audio", "x.mp3", "-o", "a.html"], "--audio needs a video", 2),
      (["--audio", "x.mp3", "-o", "a.png", "-t", "0"], "--audio needs a video", 2),
      (["--sound", "--shard", "1/2", "-o", "a.mp4"], "--shard", 2),
      (["--sound-only", "a.mp3"], "ends in .wav", 2),
      (["--audio", "\(scratch.path)/none.mp3", "-o", "\(scratch.path)/a.mp4"], "none.mp3", 1),
      (["--audio", pages[0], "-o", "\(scratch.path)/a.mp4"], "has no sound", 1),
    ]
    for (options, words, status) in cases {
      let run = try Pagecurl(pages + options)
      #expect(run.status == status && run.complainsInOneLine, "\(run.errors)")
      #expect(run.errors.contains(words), "\(run.errors)")
    }
    #expect(try Files.list(scratch.path) == [])
  }
}
