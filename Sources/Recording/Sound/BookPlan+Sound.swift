import GLESKitSupport
import Glibc

extension BookPlan {
  /// Writes the sound of the turns to a WAV file of 48 kHz, 16 bits, one channel.
  ///
  /// - Throws: ``RecordingError/file(_:)``.
  package func writeSound(to path: String) throws(RecordingError) {
    try filing { () throws(FileError) in
      let file = try AtomicFile(path)
      try sound.write(to: file)
      try file.commit()
    }
  }

  /// The sound of the job's video; `nil` if it has none.
  ///
  /// - Throws: ``RecordingError/clip(_:)`` if ``BookJob/audio`` has no sound,
  ///   ``RecordingError/format(_:)`` for a pipe, ``RecordingError/file(_:)``,
  ///   ``RecordingError/program(_:)``.
  func soundtrack() throws(RecordingError) -> Soundtrack? {
    let music = try job.audio.map { file throws(RecordingError) in try Self.seconds(of: file) }
    guard job.shard == nil, case .video(let path, let format) = job.output, format.hasKeyFrames
    else { return nil }
    guard Self.isFile(path) else {
      guard job.hasSound || music != nil else { return nil }
      throw .format("'\(path)' is a pipe; write a video with sound to a file")
    }
    let clips = job.hasClipSound ? frames.clipSounds : []
    // Sound is added after the last frame, which is late to find that it can't be decoded.
    for path in Set(clips.map(\.path) + [job.audio].compactMap(\.self)).sorted() {
      try FFprobe.checkSound(of: path)
    }
    guard job.hasSound || job.audio != nil || !clips.isEmpty else { return nil }
    var turns: Soundtrack.Writer?
    if job.hasSound {
      let sound = sound
      turns = { file throws(FileError) in try sound.write(to: file) }
    }
    return Soundtrack(
      path: path, format: format, duration: duration, turns: turns, clips: clips,
      music: music.flatMap { seconds in job.audio.map { ($0, seconds) } })
  }

  /// The sound of each turn of a web page, ``TurnSound/companded``; `nil` if it has none.
  var turnSound: [UInt8]? {
    guard job.hasSound else { return nil }
    let sound = TurnSound(
      seconds: Double(job.timing.turnFrames) / job.timing.rate.value, easing: job.timing.easing,
      lands: job.style.spine(job.layout, job.direction) != nil)
    return sound.companded
  }

  private var sound: TurnSound { TurnSound(frames, layout: job.layout, rate: job.timing.rate) }

  /// The duration of a file with sound in seconds.
  ///
  /// - Throws: ``RecordingError/clip(_:)`` for a file without sound, ``RecordingError/file(_:)``,
  ///   ``RecordingError/program(_:)``.
  package static func seconds(of path: String) throws(RecordingError) -> Double {
    guard Files.kind(of: path) != nil else { throw .missing(path) }
    let (output, ending) = try FFprobe.run(
      on: path,
      [
        "-select_streams", "a:0", "-show_entries", "stream=codec_type:format=duration", "-of",
        "default=nw=1:nk=1",
      ])
    let words = output.split(separator: "\n")
    guard ending.status == 0, words.first == "audio",
      let seconds = words.last.flatMap({ Double($0) }), seconds > 0
    else { throw .clip("'\(path)' has no sound; use an audio file or a video with sound") }
    return seconds
  }
}

extension FramePlan {
  /// The sound of the pages that are videos. Each is heard while its page is seen.
  var clipSounds: [Soundtrack.Clip] {
    var seen: [Int: Range<Int>] = [:]
    for picture in allPictures {
      for clip in picture.moment.clips where pages[clip.page].video?.hasSound == true {
        let start = seen[clip.page]?.lowerBound ?? picture.first
        seen[clip.page] = start..<picture.end
      }
    }
    return seen.sorted { $0.key < $1.key }.compactMap { page, frames in
      pages[page].video.map {
        let start = Double(frames.lowerBound) / rate.value
        return Soundtrack.Clip(
          path: $0.path, start: start,
          end: min(Double(frames.upperBound) / rate.value, start + $0.seconds))
      }
    }
  }
}

extension TurnSound {
  /// Writes it as a WAV file of 48 kHz, 16 bits, one channel.
  func write(to file: borrowing AtomicFile) throws(FileError) {
    try file.write(Self.header(samples: count))
    try synthesize { samples throws(FileError) in
      let bytes = samples.flatMap { sample in
        [UInt8(truncatingIfNeeded: sample), UInt8(truncatingIfNeeded: sample >> 8)]
      }
      try file.write(bytes)
    }
  }

  /// The header of a WAV file of 16 bits and one channel.
  private static func header(samples: Int) -> [UInt8] {
    func bytes(_ value: Int, _ count: Int) -> [UInt8] { value.littleEndianBytes(count) }
    let (length, rate) = (2 * samples, sampleRate)
    return Array("RIFF".utf8) + bytes(36 + length, 4) + Array("WAVEfmt ".utf8) + bytes(16, 4)
      + bytes(1, 2) + bytes(1, 2) + bytes(rate, 4) + bytes(2 * rate, 4) + bytes(2, 2)
      + bytes(16, 2) + Array("data".utf8) + bytes(length, 4)
  }
}
