import GLESKitSupport
import TestSupport
import Testing

/// The outputs of transitions that are not made of the clips' own frames: animations and sound.
@Suite final class TransitionOutputTests {
  private let scratch: TemporaryFolder

  init() throws { scratch = try TemporaryFolder() }

  private func file(_ name: String) -> String { "\(scratch.path)/\(name)" }

  /// The size, the number of frames and the first pixel of each, by Pillow.
  private func pillow(_ path: String) throws -> [String] {
    let script = """
      import sys
      from PIL import Image
      image = Image.open(sys.argv[1])
      print(*image.size, image.n_frames)
      for number in range(image.n_frames):
          image.seek(number)
          image.load()
          print(image.info["duration"], *image.convert("RGB").getpixel((2, 2)))
      """
    return try Subprocess(["/usr/bin/python3", "-c", script, path]).text.split(separator: "\n")
      .map(String.init)
  }

  /// Red turns to reveal blue. What doesn't change is stored once.
  @Test(arguments: ["out.gif", "out.webp", "out.apng"])
  func animations(name: String) throws {
    let red = try scratch.ffmpeg("-f lavfi -i color=red:s=48x32:r=30:d=1 -c:v ffv1", to: "a.mkv")
    let blue = try scratch.ffmpeg("-f lavfi -i color=blue:s=48x32 -frames:v 1", to: "b.png")
    let path = file(name)
    let run = try Pagecurl(
      ["transition", red, blue, "-o", path, "-q", "--duration", "0.4", "--still", "1"])
    #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
    let facts = try pillow(path).map { $0.split(separator: " ").compactMap { Double($0) } }
    #expect(facts.first?.prefix(2) == [48, 32])
    let frames = facts.dropFirst()
    // 15 frames a second in a GIF, otherwise 30, and 1.6 s.
    let turn = name.hasSuffix(".gif") ? 6 : 12
    #expect(frames.count <= turn && frames.count > turn / 2, "\(facts)")
    #expect(abs(frames.reduce(0) { $0 + $1[0] } - 1600) <= 20, "\(facts)")
    let (first, last) = (try #require(frames.first), try #require(frames.last))
    #expect(first[1] > 240 && first[2] < 15 && first[3] < 15, "\(first)")
    #expect(last[1] < 15 && last[2] < 15 && last[3] > 240, "\(last)")
    #expect(first[0] > 500 && last[0] > 500)
  }

  @Test func anAVIF() throws {
    let red = try scratch.ffmpeg("-f lavfi -i color=red:s=48x32:r=30:d=1 -c:v ffv1", to: "a.mkv")
    let blue = try scratch.ffmpeg("-f lavfi -i color=blue:s=48x32 -frames:v 1", to: "b.png")
    let path = file("out.avif")
    let run = try Pagecurl(
      ["transition", red, blue, "-o", path, "-q", "--duration", "0.4", "--still", "1"])
    #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
    let decoder = ["ffmpeg", "-v", "error", "-i", path, "-f", "rawvideo", "-pix_fmt", "rgb24", "-"]
    let raw = try Subprocess(decoder).output
    // 1.6 s.
    let frameLength = 48 * 32 * 3
    try #require(raw.count == 48 * frameLength)
    let (first, last) = (Array(raw.prefix(3)), Array(raw.suffix(3)))
    #expect(first[0] > 240 && max(first[1], first[2]) < 15, "\(first)")
    #expect(last[2] > 240 && max(last[0], last[1]) < 15, "\(last)")
  }

  /// The peak in a tenth of a second from `start`, 0 to 1.
  private func peak(_ path: String, at start: Double) throws -> Float {
    let raw = try Subprocess([
      "ffmpeg", "-v", "error", "-ss", "\(start)", "-t", "0.1", "-i", path, "-map", "0:a", "-ac",
      "1", "-f", "f32le", "-",
    ]).output
    return raw.withUnsafeBytes { $0.bindMemory(to: Float.self).max() ?? 0 }
  }

  @Test func musicFadesAtBothEnds() throws {
    let silent = try scratch.ffmpeg(
      "-f lavfi -i testsrc=s=32x24:r=10:d=2 -pix_fmt yuv420p -c:v ffv1", to: "a.mkv")
    let music = try scratch.ffmpeg("-f lavfi -i aevalsrc=0.5*sin(3000*t):s=48000:d=9", to: "m.wav")
    let path = file("out.mkv")
    let job = ["transition", silent, silent, "-o", path, "-q", "--duration", "0.5"]
    let run = try Pagecurl(job + ["--audio", music])
    #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
    // 3.5 s in all; a fade takes a second.
    #expect(try peak(path, at: 0) < 0.1 && peak(path, at: 3.4) < 0.1)
    #expect(try abs(peak(path, at: 1.5) - 0.5) < 0.02)
  }

  @Test func musicJoinsTheClipsUnlessTheyAreMuted() throws {
    let loud = try scratch.ffmpeg(
      "-f lavfi -i testsrc=s=32x24:r=10:d=2 -f lavfi -i aevalsrc=0.25:s=48000:d=2 "
        + "-pix_fmt yuv420p -c:v ffv1 -c:a flac", to: "a.mkv")
    let music = try scratch.ffmpeg("-f lavfi -i aevalsrc=0.5:s=48000:d=9", to: "m.wav")
    let path = file("out.mkv")
    let job = ["transition", loud, loud, "-o", path, "-q", "--duration", "0.5", "--audio", music]
    for (options, level) in [([], Float(0.75)), (["--mute"], 0.5)] {
      let run = try Pagecurl(job + options)
      #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
      let peak = try peak(path, at: 1.2)
      #expect(abs(peak - level) < 0.02, "\(peak)")
    }
  }

  /// Sound that can't be decoded stops the job before its first frame.
  @Test func undecodableSoundIsToldFirst() throws {
    let good = try scratch.ffmpeg(
      "-f lavfi -i testsrc=s=32x24:r=10:d=1 -f lavfi -i sine=d=1 -pix_fmt yuv420p -c:v ffv1 "
        + "-c:a aac", to: "a.mkv")
    var bytes = try Files.read(good)
    let codec = Array("A_AAC".utf8)
    let place = try #require(
      bytes.indices.first { bytes[$0...].starts(with: codec) })
    bytes.replaceSubrange(place..<place + codec.count, with: Array("A_ZZZ".utf8))
    let bad = file("bad.mkv")
    try AtomicFile.write(bytes, to: bad)
    let page = Pagecurl.page("page-1.png")
    let path = file("out.mp4")
    let jobs = [
      ["transition", good, bad, "--duration", "0.5"], ["transition", good, good, "--audio", bad],
      [page, bad, page, "-s", "32x24"], [page, page, "-s", "32x24", "--audio", bad],
    ]
    for job in jobs {
      let run = try Pagecurl(job + ["-o", path])
      #expect(run.status == 1 && run.complainsInOneLine, "\(run.errors)")
      #expect(run.errors.contains("cannot decode the sound of '\(bad)'"), "\(run.errors)")
    }
    #expect(try Files.list(scratch.path).sorted() == ["a.mkv", "bad.mkv"])
    let muted = try Pagecurl(jobs[0] + ["-o", path, "-q", "--mute"])
    #expect(muted.status == 0 && muted.errors.isEmpty, "\(muted.errors)")
  }

  @Test func idleOptionsAreNoted() throws {
    let clip = try scratch.ffmpeg("-f lavfi -i testsrc=s=32x24:r=10:d=0.3 -c:v ffv1", to: "a.mkv")
    let job = ["transition", clip, clip, "--duration", "0.2", "-o", file("out.mkv")]
    for (options, note) in [
      (["--quality", "50"], "--quality has no effect on this output"),
      (["--compress", "small"], "--compress has no effect on this output"),
    ] {
      let run = try Pagecurl(job + options)
      #expect(run.status == 0 && run.errors.contains("note: \(note)\n"), "\(run.errors)")
    }
    let usual = try Pagecurl(job)
    #expect(usual.status == 0 && !usual.errors.contains("note:"), "\(usual.errors)")
  }

  @Test func soundAndLoopsNeedTheirFormats() throws {
    for (options, words) in [
      (["--audio", "m.wav", "-o", "x.gif"], "--audio needs a video"),
      (["--audio", "m.wav", "-o", "x.y4m"], "--audio needs a video"),
      (["--loop", "2", "-o", "x.mp4"], "--loop applies only to animations"),
    ] {
      let run = try Pagecurl(["transition", "a.mp4", "b.mp4"] + options)
      #expect(run.status == 2 && run.complainsInOneLine, "\(run.errors)")
      #expect(run.errors.contains(words), "\(run.errors)")
    }
  }
}
