import GLES
import Imaging
import PageCurl
import Pixels

/// A page turn from picture files to picture files: what `pagecurl` does.
///
/// ```swift
/// let job = TurnJob(
///   front: "front.png", back: "back.png", next: "next.png",
///   output: .frames(folder: "out", name: "frame-%04d.png", count: 30, contactSheet: nil))
/// let offscreen = try OffscreenContext()
/// try job.run(try job.load(), in: offscreen.gl) { done in }
/// ```
public struct TurnJob: Sendable {
  /// What a job writes.
  public enum Output: Hashable, Sendable {
    /// One moment as a picture; the path's ending says the format.
    case still(path: String, time: Double)
    /// `count` moments as files of a folder, named by a pattern (``FrameName``), and a contact sheet
    /// where a path is given for it.
    case frames(folder: String, name: String, count: Int, contactSheet: String?)
  }

  /// The page that turns, as a path; `-` is standard input.
  public var front: String
  /// Its back, as a path.
  public var back: String?
  /// The page below, as a path.
  public var next: String?
  /// See ``PageTurn/size``.
  public var size: PixelSize?
  /// See ``PageTurn/margin``.
  public var margin = 0
  /// See ``PageTurn/angle``.
  public var angle = Double.pi
  /// See ``PageTurn/radius``.
  public var radius: Double?
  /// Red, green, blue and alpha behind the pages, not premultiplied. Default: transparent.
  public var background = SIMD4<UInt8>.zero
  /// What is written.
  public var output: Output

  /// A job with the defaults above.
  public init(front: String, back: String? = nil, next: String? = nil, output: Output) {
    self.front = front
    self.back = back
    self.next = next
    self.output = output
  }

  /// Whether a path's ending is that of a picture that can be written.
  public static func isPicture(_ path: String) -> Bool { ImageFormat(extensionOf: path) != nil }

  /// The moments that are drawn, each 0…1.
  public var times: [Double] {
    switch output {
    case .still(_, let time): [time]
    case .frames(_, _, let count, _): PageTurn.times(frames: count)
    }
  }

  /// Checks the names of what will be written and reads the pages. Nothing is written.
  ///
  /// - Throws: ``RecordingError/frameName(_:reason:)``, ``RecordingError/image(_:)``.
  public func load() throws(RecordingError) -> PageTurn {
    for path in try outputNames() where !Self.isPicture(path) {
      throw .image(.unknownExtension(path: path))
    }
    // A page larger than the frame is reduced while it is read; a smaller one is left as it is.
    var options = DecodingOptions()
    options.fitting = size
    func read(_ path: String) throws(RecordingError) -> Image {
      do { return try ImageFile.read(path, options: options) } catch { throw .image(error) }
    }
    var turn = PageTurn(front: try read(front))
    if let back { turn.back = try read(back) }
    if let next { turn.next = try read(next) }
    turn.size = size
    turn.margin = margin
    turn.angle = angle
    turn.radius = radius
    turn.background = background.premultiplied
    return turn
  }

  /// Draws and writes.
  ///
  /// - Parameters:
  ///   - turn: The pages, from ``load()``.
  ///   - context: The context, which is current.
  ///   - progress: Called with the number of frames that are done, from 0 on. An error that it
  ///     throws ends the job; the whole frames that are there then stay.
  /// - Throws: ``RecordingError``; what was added to the folder has then been taken away again.
  public func run(
    _ turn: PageTurn, in context: Context, progress: (_ done: Int) throws -> Void
  ) throws {
    let renderer = try TurnRenderer(turn, context: context)
    var frame = renderer.makeFrame()
    switch output {
    case .still(let path, let time):
      try progress(0)
      try renderer.render(at: time, into: &frame)
      try Self.write(frame, to: path)
      try progress(1)
    case .frames(let folder, let name, let count, let sheetPath):
      let sequence = try FrameSequence(folder: folder, name: try FrameName(name))
      do {
        var sheet = sheetPath.map { _ in TurnSheet(frames: count, size: turn.frameSize) }
        for (index, time) in times.enumerated() {
          try progress(index)
          try renderer.render(at: time, into: &frame)
          try sequence.append(frame)
          sheet?.add(frame, index: index)
        }
        if let sheetPath, let sheet { try Self.write(sheet.image, to: sheetPath) }
        try progress(count)
      } catch let error as RecordingError {
        sequence.cancel()
        throw error
      }
    }
  }

  private func outputNames() throws(RecordingError) -> [String] {
    switch output {
    case .still(let path, _): [path]
    case .frames(_, let name, _, let sheet):
      [try FrameName(name).description] + (sheet.map { [$0] } ?? [])
    }
  }

  private static func write(_ image: Image, to path: String) throws(RecordingError) {
    do { try ImageFile.write(image, to: path) } catch { throw .image(error) }
  }
}
