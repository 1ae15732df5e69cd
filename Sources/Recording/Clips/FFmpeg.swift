import GLESKitSupport
import Glibc

/// The programs of ffmpeg: how they are started, and the errors of starting them.
enum FFmpeg {
  /// The program that decodes and encodes.
  static let program = "ffmpeg"

  /// How each command begins: it prints errors only, and opens files that exist already.
  static let command = [program, "-hide_banner", "-loglevel", "error", "-y"]

  /// Its name and version, such as `ffmpeg 5.1.6`. Another version may encode frames differently.
  /// It is asked once.
  static let version: String = {
    let answer = try? ChildProcess.output(of: [program, "-version"], limit: 1 << 20).0
    let words = String(decoding: answer ?? [], as: UTF8.self).split { $0.isWhitespace }
    // `ffmpeg version 5.1.6-0+deb12u1 Copyright …`
    return words.count > 2 ? "\(words[0]) \(words[2])" : "\(program) of an unknown version"
  }()

  /// Runs a program until it ends, as `ChildProcess.output` does.
  ///
  /// - Parameters:
  ///   - sentence: What the error says if it does not start, such as "cannot read 'a'".
  ///   - package: The package that has the program.
  /// - Throws: ``RecordingError/program(_:)`` if it does not start or its output is too long.
  static func output(
    of command: [String], failing sentence: String, passing descriptors: [Int32] = [], limit: Int,
    memory: Int? = nil, patience: Int, grace: Int = 0, package: String = "ffmpeg"
  ) throws(RecordingError) -> (output: [UInt8], ending: ChildProcess.Ending) {
    do throws(CError) {
      return try ChildProcess.output(
        of: command, passing: descriptors, limit: limit, memory: memory, patience: patience,
        grace: grace)
    } catch {
      throw failure(error, sentence, program: command[0], package: package)
    }
  }

  /// Runs the program, which reads `input` and writes a file, until it ends.
  ///
  /// - Throws: ``RecordingError/program(_:)`` if it does not start.
  static func ending(
    of command: [String], reading input: [UInt8], passing descriptors: [Int32],
    writing path: String, patience: Int
  ) throws(RecordingError) -> ChildProcess.Ending {
    do throws(CError) {
      var program = try ChildProcess(
        command, flow: .input, passing: descriptors, patience: patience)
      do throws(CError) {
        try input.withUnsafeBufferPointer { buffer throws(CError) in
          try program.write(UnsafeRawBufferPointer(buffer))
        }
      } catch  where error.code == EPIPE {
        // It has ended; its exit status and messages say why.
      }
      return program.finish()
    } catch {
      throw failure(writing: path, error)
    }
  }

  /// Returns the error of starting a program for what a sentence says, such as "cannot read 'a'".
  static func failure(
    _ error: CError, _ sentence: String, program: String = program, package: String = "ffmpeg"
  ) -> RecordingError {
    .program(
      error.code == ENOENT
        ? "\(sentence): \(program) is not installed (apt-get install \(package))"
        : "\(sentence) with \(program): \(error.reason)")
  }

  /// Returns the error of starting the program that writes a file.
  static func failure(writing path: String, _ error: CError) -> RecordingError {
    failure(error, "cannot write '\(path)'")
  }

  /// Returns the error of the program that has ended before a file was complete.
  static func failure(writing path: String, _ ending: ChildProcess.Ending?) -> RecordingError {
    if ending?.signal == SIGXFSZ { return .file(FileError(.write, path, code: EFBIG)) }
    if path != "-", Files.freeSpace(in: AtomicFile.folder(of: path)) == 0 {
      return .file(FileError(.write, path, code: ENOSPC))
    }
    return .program("cannot write '\(path)': ffmpeg \(ending?.sentence ?? "has ended")")
  }
}
