import GLESKitSupport
import Glibc
import TestSupport
import Testing

/// Transitions that copy the coded frames of H.264 clips.
@Suite final class TransitionCopyTests {
  private let scratch: TemporaryFolder

  init() throws { scratch = try TemporaryFolder() }

  private func file(_ name: String) -> String { "\(scratch.path)/\(name)" }

  /// Two clips of 2 s. No turn of these tests begins or ends at a key frame.
  private func clips(
    _ options: String = "", rate: String = "20", sound: Bool = false
  ) throws -> [String] {
    try ["testsrc2", "testsrc"].map { source in
      let audio = sound ? "-f lavfi -i sine=d=2:r=48000 -c:a aac " : ""
      return try scratch.ffmpeg(
        "-f lavfi -i \(source)=s=96x64:r=\(rate):d=2 \(audio)-pix_fmt yuv420p -c:v libx264 -g 12 "
          + options, to: "\(source).mp4")
    }
  }

  private struct Frames {
    /// The hashes of the decoded frames, and when they are shown, in units of the file.
    var hashes: [String] = []
    var times: [Int] = []
    /// Whether the decoder had nothing to say.
    var isClean = false
  }

  private func frames(_ path: String) throws -> Frames {
    let run = try Subprocess(
      ["ffmpeg", "-v", "warning", "-i", path, "-map", "0:v", "-f", "framemd5", "-"],
      capturesErrors: true)
    var frames = Frames(isClean: run.status == 0 && run.errors.isEmpty)
    for line in run.text.split(separator: "\n") where !line.hasPrefix("#") {
      let fields = line.split(separator: ",").map { $0.filter { $0 != " " } }
      guard fields.count > 2, let time = Int(fields[2]) else { continue }
      frames.hashes.append(fields[fields.count - 1])
      frames.times.append(time)
    }
    return frames
  }

  /// The lowest peak signal-to-noise ratio of a frame between two videos, in dB.
  private func likeness(_ one: String, _ two: String) throws -> Double {
    let list = file("psnr.txt")
    let command = ["ffmpeg", "-v", "error", "-i", one, "-i", two, "-lavfi", "psnr=f=\(list)"]
    #expect(try Subprocess(command + ["-f", "null", "-"]).status == 0)
    let text = String(decoding: try Files.read(list), as: UTF8.self)
    unlink(list)
    return text.split(separator: " ").compactMap {
      $0.hasPrefix("psnr_avg:") ? Double($0.dropFirst(9)) : nil
    }.min() ?? 0
  }

  /// Whatever the encoder did, the frames outside the turn are those of the clips, at regular
  /// times, and those in between are the same as without copies.
  @Test(
    .long,
    arguments: Sweep.pairs(
      [
        "", "-profile:v baseline", "-preset slow -refs 5", "-x264-params slices=4",
        "-x264-params repeat-headers=1", "-tune zerolatency", "-movflags frag_keyframe+empty_moov",
      ], ["20", "30000/1001"]))
  func framesAreCopied(options: String, rate: String) throws {
    let pair = try clips(options, rate: rate)
    let path = file("out.mp4")
    let job = ["transition"] + pair + ["-o", path, "--duration", "0.5"]
    let run = try Pagecurl(job + ["--copy", "on"])
    #expect(run.status == 0 && !run.errors.contains("note:"), "\(run.errors)")
    let (from, to, all) = (try frames(pair[0]), try frames(pair[1]), try frames(path))
    let (count, turn) = rate == "20" ? (40, 10) : (60, 15)
    try #require(from.hashes.count == count && to.hashes.count == count)
    #expect(all.isClean && all.times.count == 2 * count - turn)
    let step = all.times[1] - all.times[0]
    #expect(all.times == all.times.indices.map { $0 * step })
    // Frames before the turn may be encoded if frames after them are decoded earlier.
    #expect(all.hashes.prefix(count - turn - 4) == from.hashes.prefix(count - turn - 4))
    // The next key frame of the second clip is less than 10 frames after the turn.
    #expect(all.hashes.suffix(count - turn - 10) == to.hashes.suffix(count - turn - 10))
    let encoded = file("encoded.mp4")
    let other = try Pagecurl(
      ["transition"] + pair + ["-o", encoded, "--duration", "0.5", "--copy", "off"])
    #expect(try other.status == 0 && Set(frames(encoded).hashes).isDisjoint(with: from.hashes))
    #expect(try likeness(path, encoded) > 30)
  }

  /// Copies have sound, also of clips whose video starts later, and 2 s + 2 s − 1 s of it.
  @Test(.long) func copiesHaveSound() throws {
    let pair = try clips(sound: true)
    let late = try scratch.ffmpeg(
      "-itsoffset 0.4 -i \(pair[1]) -i \(pair[0]) -map 0:v -map 1:a -c copy", to: "late.mp4")
    for (index, clips) in [pair, [late, pair[1]], [pair[0], late]].enumerated() {
      let path = file("out.mp4")
      let run = try Pagecurl(["transition"] + clips + ["-o", path, "--copy", "on"])
      #expect(run.status == 0 && !run.errors.contains("note:"), "\(index): \(run.errors)")
      let all = try frames(path)
      #expect(all.isClean && all.hashes.count == 60)
      #expect(try all.hashes.prefix(16) == frames(clips[0]).hashes.prefix(16))
      #expect(try all.hashes.suffix(16) == frames(clips[1]).hashes.suffix(16))
      let encoded = file("encoded.mp4")
      let job = ["transition"] + clips + ["-o", encoded, "--copy", "off"]
      #expect(try Pagecurl(job).status == 0)
      #expect(try likeness(path, encoded) > 30)
      let facts = try [path, encoded].map {
        try Subprocess([
          "ffprobe", "-v", "error", "-show_entries", "stream=codec_name,duration,start_time",
          "-of", "csv", $0,
        ]).text
      }
      #expect(facts[0] == facts[1])
    }
  }

  /// What can't be copied is encoded, and `--copy on` says why.
  @Test(.long) func otherClipsAreEncoded() throws {
    let pair = try clips()
    let cut = try scratch.ffmpeg("-ss 0.7 -i \(pair[1]) -c copy", to: "cut.mp4")
    let turned = try scratch.ffmpeg(
      "-i \(pair[1]) -c copy -metadata:s:v rotate=180", to: "turned.mp4")
    let matroska = try scratch.ffmpeg("-i \(pair[1]) -c copy", to: "b.mkv")
    let main = try scratch.ffmpeg("-i \(pair[1]) -profile:v main -bf 0 -g 15", to: "main.mp4")
    let open = try scratch.ffmpeg(
      "-i \(pair[1]) -g 10 -x264-params open-gop=1:scenecut=0:keyint_min=9", to: "open.mp4")
    let bt709 = try scratch.ffmpeg("-i \(pair[1]) -g 10 -colorspace bt709", to: "bt709.mp4")
    let laced = try scratch.ffmpeg("-i \(pair[1]) -g 10 -flags +ildct+ilme", to: "laced.mp4")
    let uneven = try scratch.ffmpeg(
      "-i \(pair[1]) -vf select=not(eq(mod(n\\,7)\\,3)) -vsync vfr -g 10", to: "uneven.mp4")
    for (clip, words) in [
      (cut, "has an edit list"), (turned, "is not H.264 in an MP4"),
      (matroska, "is not H.264 in an MP4"), (main, "has other parameter sets"),
      (open, "refer to earlier ones"), (bt709, "size and colors"), (laced, "is interlaced"),
      (uneven, "does not have exactly 20 frames a second"),
    ] {
      let path = file("out.mp4")
      let run = try Pagecurl(
        ["transition", pair[0], clip, "-o", path, "--duration", "0.5", "--copy", "on"])
      #expect(run.status == 0, "\(clip): \(run.errors)")
      let note = run.errors.split(separator: "\n").first { $0.contains("note:") } ?? ""
      #expect(note.contains("'\(clip)'") && note.contains(words), "\(run.errors)")
      let all = try frames(path)
      #expect(all.isClean, "\(clip)")
      // The first clip is copied all the same.
      #expect(try all.hashes.prefix(26) == frames(pair[0]).hashes.prefix(26), "\(clip)")
      let encoded = file("encoded.mp4")
      let job = ["transition", pair[0], clip, "-o", encoded, "--duration", "0.5", "--copy", "off"]
      #expect(try Pagecurl(job).status == 0)
      #expect(try frames(encoded).times == all.times && likeness(path, encoded) > 30, "\(clip)")
    }
  }

  /// ffmpeg silently leaves out what comes before the first key frame.
  @Test(.long) func leadingFramesAreEncoded() throws {
    let pair = try clips()
    let plain = try scratch.ffmpeg("-i \(pair[0]) -bf 0 -g 10", to: "plain.mp4")
    let leading = try scratch.ffmpeg("-i \(plain) -ss 0.2 -c copy -copyinkf", to: "leading.mp4")
    let path = file("out.mp4")
    let job = ["transition", leading, pair[1], "-o", path, "--duration", "0.5", "--copy"]
    let run = try Pagecurl(job + ["on"])
    #expect(run.status == 0 && run.errors.contains("does not begin with a key frame"))
    let copied = try frames(path)
    #expect(try Pagecurl(job + ["off"]).status == 0)
    #expect(try frames(path).times == copied.times)
  }

  @Test(.long) func settingsThatEncodeAllFrames() throws {
    let pair = try clips()
    let job = ["transition"] + pair + ["--duration", "0.5", "--copy", "on", "-o"]
    for (options, words) in [
      ([file("out.mp4"), "--quality", "70"], "the settings of the encoder apply to all frames"),
      ([file("out.mp4"), "--compress", "small"], "the settings of the encoder"),
      ([file("out.mp4"), "--only"], "only the turn is written"),
      ([file("out.y4m")], "the output is not an MP4 file"),
    ] {
      let run = try Pagecurl(job + options)
      let note = "note: frames are not copied: \(words)"
      #expect(run.status == 0 && run.errors.contains(note), "\(run.errors)")
      if options.count > 1 {
        let frames = try frames(options[0])
        #expect(try Set(frames.hashes).isDisjoint(with: self.frames(pair[0]).hashes))
      }
    }
  }

  /// A still has no frames to copy, which is no reason for a note.
  @Test(.long) func aStillAndAClip() throws {
    let pair = try clips()
    let still = Pagecurl.page("title.png")
    for (clips, copied) in [([pair[0], still], 0..<26), ([still, pair[0]], 20..<40)] {
      let path = file("out.mp4")
      let run = try Pagecurl(
        ["transition"] + clips + ["-o", path, "--duration", "0.5", "--still", "1", "--copy", "on"])
      #expect(run.status == 0 && !run.errors.contains("note:"), "\(run.errors)")
      let (all, own) = (try frames(path), try frames(pair[0]).hashes)
      #expect(all.isClean && all.hashes.count == 50)
      let kept = copied.lowerBound == 0 ? all.hashes.prefix(26) : all.hashes.suffix(20)
      #expect(Array(kept) == Array(own[copied]))
    }
  }

  /// Files whose index or data was cut or changed: the job ends well, or with one line.
  @Test(.long) func damagedClips() throws {
    let pair = try clips("-movflags +faststart")
    let whole = try Files.read(pair[1])
    let places = ["avcC", "stsz", "ctts", "stco", "stss", "mdat"].compactMap { name in
      whole.firstRange(of: Array(name.utf8))?.upperBound
    }
    try #require(places.count == 6)
    var damaged: [[UInt8]] = [Array(whole[..<(whole.count * 7 / 10)])]
    for (index, place) in places.enumerated() {
      for shift in [5, 12, 30] {
        var bytes = whole
        for step in 0..<4 { bytes[place + shift + step] = UInt8(255 - 40 * index) }
        damaged.append(bytes)
      }
    }
    let (bad, path) = (file("bad.mp4"), file("out.mp4"))
    // A sample has each third damage.
    for index in stride(from: 0, to: damaged.count, by: Sweep.isFull ? 1 : 3) {
      let bytes = damaged[index]
      try AtomicFile.write(bytes, to: bad)
      // In a sample, each damage is tried in only one of the clips, in turn.
      let orders = [[pair[0], bad], [bad, pair[0]]]
      for clips in Sweep.isFull ? orders : [orders[index % 2]] {
        let run = try Pagecurl(["transition"] + clips + ["-q", "-o", path, "--duration", "0.5"])
        #expect(run.status == 0 || run.status == 1 && run.complainsInOneLine, "\(run.errors)")
        #expect((Files.kind(of: path) != nil) == (run.status == 0), "\(index): \(run.errors)")
        unlink(path)
      }
    }
    let left = try Files.list(scratch.path).sorted()
    #expect(left == ["bad.mp4", "testsrc.mp4", "testsrc2.mp4"])
  }

  /// Killed while the parts are joined, and on a disk that is full then, it leaves nothing behind.
  @Test(.long) func nothingIsLeft() throws {
    let pair = try clips()
    let (programs, temporary) = (file("bin"), file("temporary"))
    for folder in [programs, temporary] { try Files.createFolders(folder) }
    /// Lets something happen to the process that joins.
    func joining(_ command: String) throws {
      let script = """
        #!/bin/sh
        case "$*" in *"-f concat"*) \(command);; esac
        PATH=${PATH#*:} exec ffmpeg "$@"
        """
      try AtomicFile.write(Array(script.utf8), to: "\(programs)/ffmpeg")
      #expect(chmod("\(programs)/ffmpeg", 0o755) == 0)
    }
    let job = ["transition"] + pair + ["-q", "-o", file("out.mp4"), "--duration", "0.5"]
    let setting = "PATH=\(programs):$PATH TMPDIR=\(temporary) exec \"$0\" \"$@\""
    try joining("kill -9 $PPID; exit 1")
    let killed = try Pagecurl(job, prefix: ["sh", "-c", setting])
    #expect(killed.status == 128 + Int(SIGKILL), "\(killed.errors)")
    try joining("ulimit -f 8")
    let full = try Pagecurl(job, prefix: ["sh", "-c", setting])
    #expect(full.status == 1 && full.complainsInOneLine, "\(full.errors)")
    #expect(try Files.list(temporary).isEmpty)
    let left = try Files.list(scratch.path).sorted()
    #expect(left == ["bin", "temporary", "testsrc.mp4", "testsrc2.mp4"])
  }
}
