import GLESKitSupport
import Glibc

extension BookPlan {
  /// Writes the sound of the turns to a WAV file of 48 kHz, 16 bits, one channel.
  ///
  /// - Throws: ``RecordingError/file(_:)``.
  package func writeSound(to path: String) throws(RecordingError) {
    do throws(FileError) {
      let file = try AtomicFile(path)
      try write(sound, to: file)
      try file.commit()
    } catch {
      throw .file(error)
    }
  }

  /// Adds the job's sound to the video that it has written.
  ///
  /// - Parameter music: The duration of ``BookJob/audio`` in seconds.
  /// - Throws: ``RecordingError/file(_:)``, ``RecordingError/program(_:)``.
  func addSound(_ music: Double?) throws(RecordingError) {
    guard job.hasSound || job.audio != nil, job.shard == nil,
      case .video(let path, let format) = job.output, format.hasKeyFrames, path != "-"
    else { return }
    let scratch: AtomicFile
    do { scratch = try Spool.open() } catch { throw .file(error) }
    if job.hasSound {
      do { try write(sound, to: scratch) } catch { throw .file(error) }
    }
    let target: AtomicFile
    do { target = try AtomicFile(path) } catch { throw .file(error) }
    var (inputs, filters, tracks): ([String], [String], [String]) = ([], [], [])
    if job.hasSound {
      inputs += ["-f", "wav", "-i", "/proc/self/fd/4"]
      tracks.append("[1:a]")
    }
    if let audio = job.audio, let music {
      inputs += ["-i", "file:\(audio)"]
      let end = min(duration, music)
      let fade = min(1, end / 2)
      filters.append(
        "[\(tracks.count + 1):a:0]atrim=0:\(end),afade=t=in:d=\(fade),"
          + "afade=t=out:st=\(end - fade):d=\(fade),apad,atrim=0:\(duration)[audio]")
      tracks.append("[audio]")
    }
    filters.append(
      tracks.joined() + (tracks.count > 1 ? "amix=inputs=2:duration=longest:normalize=0," : "")
        + "aresample=48000,aformat=channel_layouts=stereo[sound]")
    let command =
      [VideoSink.program, "-hide_banner", "-loglevel", "error", "-y", "-i", "file:\(path)"]
      + inputs + [
        "-filter_complex", filters.joined(separator: ";"), "-map", "0:v:0", "-map", "[sound]",
        "-c:v", "copy", "-flags:a", "+bitexact",
      ] + format.soundCodec + format.container(canSeek: target.isSeekable)
    let (_, ending): ([UInt8], ChildProcess.Ending)
    do throws(CError) {
      (_, ending) = try ChildProcess.output(
        of: command, passing: [target.descriptor, scratch.descriptor], limit: 1 << 20,
        patience: VideoSink.patience)
    } catch {
      throw VideoSink.failure(path, error)
    }
    guard ending.status == 0 else { throw VideoSink.failure(path, ending) }
    try VideoFile.commit(target, as: path)
  }

  private var sound: TurnSound { TurnSound(frames, layout: job.layout, rate: job.timing.rate) }

  private func write(_ sound: TurnSound, to file: borrowing AtomicFile) throws(FileError) {
    try file.write(Self.header(samples: sound.count))
    try sound.synthesize { samples throws(FileError) in
      let bytes = samples.flatMap { sample in
        [UInt8(truncatingIfNeeded: sample), UInt8(truncatingIfNeeded: sample >> 8)]
      }
      try file.write(bytes)
    }
  }

  /// The header of a WAV file of 16 bits and one channel.
  private static func header(samples: Int) -> [UInt8] {
    func bytes(_ value: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }
    let (length, rate) = (2 * samples, TurnSound.sampleRate)
    return Array("RIFF".utf8) + bytes(36 + length, 4) + Array("WAVEfmt ".utf8) + bytes(16, 4)
      + bytes(1, 2) + bytes(1, 2) + bytes(rate, 4) + bytes(2 * rate, 4) + bytes(2, 2)
      + bytes(16, 2) + Array("data".utf8) + bytes(length, 4)
  }

  /// The duration of a file with sound in seconds.
  ///
  /// - Throws: ``RecordingError/clip(_:)`` for a file without sound, ``RecordingError/file(_:)``,
  ///   ``RecordingError/program(_:)``.
  static func seconds(of path: String) throws(RecordingError) -> Double {
    guard Files.kind(of: path) != nil else {
      throw .file(FileError(.read, path, code: ENOENT))
    }
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
