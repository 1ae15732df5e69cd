import GLESKitSupport
import Imaging

/// The decoded frames of a clip, one after the other.
struct ClipReader: ~Copyable {
  private let path: String
  private let length: Int
  private var program: ChildProcess
  private var count = 0

  /// - Parameter size: The size of the frames, with even sides.
  init(_ clip: Clip, decoding command: [String], size: PixelSize) throws(RecordingError) {
    path = clip.path
    length = size.width * size.height * 3 / 2
    do throws(CError) {
      program = try ChildProcess(command, flow: .output, patience: VideoSink.patience)
    } catch {
      throw VideoSink.failure(path, error)
    }
  }

  /// The next frame in planar 4:2:0; `nil` at the end.
  ///
  /// - Throws: ``RecordingError/clip(_:)`` if nothing could be decoded.
  mutating func next() throws(RecordingError) -> [UInt8]? {
    let frame: [UInt8]?
    do throws(CError) {
      frame = try program.read(length)
    } catch {
      throw .clip("cannot read '\(path)': \(error.reason)")
    }
    if let frame {
      count += 1
      return frame
    }
    let ending = program.finish()
    // After a damaged end, what came before it counts.
    guard count > 0 else { throw .clip("cannot decode '\(path)': ffmpeg \(ending.sentence)") }
    return nil
  }
}
