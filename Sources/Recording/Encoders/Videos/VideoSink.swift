import GLESKitSupport
import Glibc
import Imaging

/// A video, encoded by an `ffmpeg` process, so that no codec's license binds this library.
///
/// `ffmpeg` writes to an unnamed file that gets its name when the video is complete: however this
/// process ends, no incomplete video is left.
final class VideoSink: FrameSink {
  let encoder: FrameEncoder
  private(set) var isEmpty = true
  /// The path that messages name.
  private let name: String
  private var file: AtomicFile?
  private var program: ChildProcess?
  /// What adds sound, or how often an animation plays, at the end; `nil` is nothing.
  var finisher: (any VideoFinisher)?

  /// Starts the encoder.
  ///
  /// - Parameters:
  ///   - format: A format that `ffmpeg` encodes: a video or AVIF.
  ///   - finisher: What adds to the video at the end; `nil` is nothing, or what is set later.
  ///   - isScratch: Whether the video before that is a temporary file of ``Spool/open()``, so that
  ///     the output may be a pipe.
  ///   - name: The path that messages name; `nil` is `path`.
  /// - Throws: ``RecordingError/program(_:)`` if `ffmpeg` is missing, ``RecordingError/file(_:)``.
  init(
    path: String, format: VideoFormat, _ settings: VideoSettings,
    _ finisher: (any VideoFinisher)? = nil, isScratch: Bool = false, called name: String? = nil
  ) throws(RecordingError) {
    let name = name ?? (path == "-" ? Files.standardOutput : path)
    self.name = name
    self.finisher = finisher
    let encoding = VideoEncoding(format: format, settings: settings)
    encoder = encoding.encoder
    do throws(FileError) {
      file = try isScratch ? Spool.open() : AtomicFile(path)
    } catch {
      throw .file(isScratch ? error : FileError(error.operation, name, code: error.code))
    }
    let descriptor = file?.descriptor ?? -1
    let command = encoding.command(canSeek: file?.isSeekable ?? false)
    do throws(CError) {
      program = try ChildProcess(
        command, flow: .input, passing: [descriptor], patience: Self.patience)
    } catch {
      throw FFmpeg.failure(writing: name, error)
    }
  }

  func append(_ bytes: UnsafeRawBufferPointer, for frames: Range<Int>) throws(RecordingError) {
    do {
      for _ in frames {
        try program?.write(bytes)
      }
      isEmpty = false
    } catch {
      // ffmpeg has closed its input: it has ended, or will, and has reported why.
      throw failure(program?.finish())
    }
  }

  func finish() throws(RecordingError) {
    let ending = program?.finish()
    program = nil
    // On a full disk ffmpeg reports an error, yet exits with 0. It only reports errors here.
    guard ending?.status == 0, ending?.complaint.isEmpty == true else { throw failure(ending) }
    guard let file = file.take() else { return }
    try VideoFile.commit(file, with: finisher, as: name)
  }

  /// A part of the frames has no sound.
  func interrupt(playable: Bool) throws(RecordingError) {
    if finisher is Soundtrack { finisher = nil }
    if isEmpty || !playable { cancel() } else { try finish() }
  }

  /// Closes the input, so that the encoder can finish while others work. Call ``finish()`` later.
  func endInput() { program?.endInput() }

  func cancel() {
    program = nil
    file = nil
  }

  /// The error to report; a broken output pipe is not the encoder's fault.
  private func failure(_ ending: ChildProcess.Ending?) -> RecordingError {
    if file?.isBroken == true { return .file(FileError(.write, name, code: EPIPE)) }
    return FFmpeg.failure(writing: name, ending)
  }
}

extension VideoSink {
  /// Seconds that the encoder may take for a frame, or for the end of a file.
  static let patience = 600
}
