import GLESKitSupport
import Glibc
import Imaging

/// Frames as a video, encoded by `ffmpeg` as a process of its own, so that no codec's licence binds
/// this library.
///
/// It writes into a file without a name, which gets its name when the video is whole: however this
/// process ends, no half video is left.
final class VideoSink: FrameSink {
  let encoder: FrameEncoder
  private(set) var isEmpty = true
  /// What messages call the file.
  private let name: String
  private var file: AtomicFile?
  private var program: ChildProcess?

  /// Starts the encoder.
  ///
  /// - Parameters:
  ///   - format: ``VideoFormat/mp4`` or ``VideoFormat/webm``.
  ///   - name: What messages call the file; `nil` is its path.
  /// - Throws: ``RecordingError/program(_:)`` where `ffmpeg` is missing, ``RecordingError/file(_:)``.
  init(
    path: String, format: VideoFormat, _ settings: VideoSettings, called name: String? = nil
  ) throws(RecordingError) {
    let name = name ?? (path == "-" ? Files.standardOutput : path)
    self.name = name
    encoder = { image, bytes throws(RecordingError) in I420.convert(image, into: &bytes) }
    do throws(FileError) {
      file = try AtomicFile(path)
    } catch {
      throw .file(FileError(error.operation, name, code: error.code))
    }
    let descriptor = file?.descriptor ?? -1
    let command = [Self.program] + format.arguments(settings, canSeek: file?.isSeekable ?? false)
    do throws(CError) {
      program = try ChildProcess(command, flow: .input, passing: [descriptor])
    } catch {
      throw Self.failure(name, error)
    }
  }

  func append(_ bytes: [UInt8], for frames: Range<Int>) throws(RecordingError) {
    do {
      for _ in frames {
        try bytes.withUnsafeBytes { try program?.write($0) }
      }
      isEmpty = false
    } catch {
      // It reads no more, so it has ended, or is about to, and has said why.
      throw failure(program?.finish())
    }
  }

  func finish() throws(RecordingError) {
    let ending = program?.finish()
    program = nil
    // On a full disk it complains, yet ends with 0; it is told to speak of errors only.
    guard ending?.status == 0, ending?.complaint.isEmpty == true else { throw failure(ending) }
    guard let file = file.take() else { return }
    do { try file.commit() } catch {
      throw .file(FileError(error.operation, name, code: error.code))
    }
  }

  /// No frame follows: it can end while others work. ``finish()`` is called later.
  func endInput() { program?.endInput() }

  func cancel() {
    program = nil
    file = nil
  }

  /// Why it came to nothing; a pipe that nobody reads any more is no fault of the program's.
  private func failure(_ ending: ChildProcess.Ending?) -> RecordingError {
    if file?.isBroken == true { return .file(FileError(.write, name, code: EPIPE)) }
    return Self.failure(name, ending)
  }
}

extension VideoSink {
  /// The program that encodes videos.
  static let program = "ffmpeg"

  /// What it calls itself, `ffmpeg 5.1.6`: another version may encode the same frames as other bytes.
  static func programVersion() -> String {
    let answer = try? ChildProcess.output(of: [program, "-version"], limit: 1 << 20).0
    let words = String(decoding: answer ?? [], as: UTF8.self).split { $0.isWhitespace }
    // `ffmpeg version 5.1.6-0+deb12u1 Copyright …`
    return words.count > 2 ? "\(words[0]) \(words[2])" : "\(program) of an unknown version"
  }

  static func failure(_ path: String, _ error: CError) -> RecordingError {
    .program(
      error.code == ENOENT
        ? "cannot write '\(path)': ffmpeg is not installed (apt-get install ffmpeg)"
        : "cannot write '\(path)' with ffmpeg: \(error.reason)")
  }

  static func failure(_ path: String, _ ending: ChildProcess.Ending?) -> RecordingError {
    .program("cannot write '\(path)': ffmpeg \(ending?.sentence ?? "has ended")")
  }
}

extension VideoFormat {
  /// The arguments of `ffmpeg` that read I420 frames from its standard input and write to the file
  /// that is open as descriptor 3.
  ///
  /// - Parameter canSeek: Whether that is a file; into a pipe an MP4 is written in fragments.
  fileprivate func arguments(_ settings: VideoSettings, canSeek: Bool) -> [String] {
    let (size, rate, compression) = (settings.size, settings.rate, settings.compression)
    let input = [
      "-hide_banner", "-loglevel", "error", "-y", "-f", "rawvideo", "-pix_fmt", "yuv420p",
      "-video_size", "\(size.width)x\(size.height)", "-framerate", rate.description, "-i", "pipe:0",
    ]
    // The pictures are sRGB: BT.709's primaries with sRGB's own curve, converted by BT.709's matrix;
    // a colour sample is the mean of four pixels, so it sits in their middle.
    let tags = [
      "-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "iec61966-2-1",
      "-color_range", "tv", "-chroma_sample_location", "center",
    ]
    let codec: [String]
    if self == .mp4 {
      let preset =
        switch compression {
        case .fast: "ultrafast"
        case .normal: "veryfast"
        case .small: "medium"
        }
      codec = ["-c:v", "libx264", "-preset", preset, "-crf", "20", "-pix_fmt", "yuv420p"]
    } else {
      let speed =
        switch compression {
        case .fast: ["-deadline", "realtime", "-cpu-used", "8"]
        case .normal: ["-deadline", "good", "-cpu-used", "5"]
        case .small: ["-deadline", "good", "-cpu-used", "2"]
        }
      codec =
        ["-c:v", "libvpx-vp9", "-crf", "31", "-b:v", "0", "-row-mt", "1", "-pix_fmt", "yuv420p"]
        + speed
    }
    let note = settings.comment.map { ["-metadata", "comment=\($0)"] } ?? []
    return input + tags + codec + note + container(canSeek: canSeek)
  }

  /// The arguments of `ffmpeg` on the file that is open as descriptor 3.
  func container(canSeek: Bool) -> [String] {
    let flags = canSeek ? "+faststart" : "+frag_keyframe+empty_moov"
    let options = self == .mp4 ? ["-movflags", flags, "-f", "mp4"] : ["-f", "webm"]
    // By its path the file is opened anew, so that it can be written in any order.
    return options + [canSeek ? "/proc/self/fd/3" : "pipe:3"]
  }
}
