import GLESKitSupport

/// The decoded frames of a clip, one after the other.
struct ClipReader: ~Copyable {
  private let path: String
  private let length: Int
  private var program: ChildProcess
  private var count = 0
  /// Frames that were given back. New memory costs more time than reading into it.
  private var spare: [[UInt8]] = []

  /// Seconds that `ffmpeg` may take for a frame.
  private static let patience = 600

  /// - Parameter length: The number of bytes of a frame.
  init(_ clip: Clip, decoding command: [String], length: Int) throws(RecordingError) {
    path = clip.path
    self.length = length
    do throws(CError) {
      program = try ChildProcess(command, flow: .output, patience: Self.patience)
    } catch {
      throw FFmpeg.failure(error, "cannot read '\(path)'")
    }
  }

  /// The next frame; `nil` at the end.
  ///
  /// - Throws: ``RecordingError/clip(_:)`` if nothing could be decoded.
  mutating func next() throws(RecordingError) -> [UInt8]? {
    var frame = spare.popLast() ?? [UInt8](repeating: 0, count: length)
    do throws(CError) {
      if try program.read(into: &frame) {
        count += 1
        return frame
      }
    } catch {
      throw .clip("cannot read '\(path)': \(error.reason)")
    }
    let ending = program.finish()
    // After a damaged end, what came before it counts.
    guard count > 0, ending.status != nil else {
      throw .clip(
        "cannot decode '\(path)': ffmpeg \(ending.sentence); convert it to MP4, PNG or JPEG")
    }
    return nil
  }

  /// Gives back a frame that is no longer needed.
  mutating func reuse(_ frame: consuming [UInt8]) { spare.append(frame) }
}
