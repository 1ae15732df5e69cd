import GLES
import Imaging
import PageCurl

/// How frames get out of the context that draws them.
extension TurnPainter {
  /// Draws a moment into `frame`, which has the frame's size.
  ///
  /// - Parameters:
  ///   - isKept: Whether `frame` shows what was last painted, and all of it.
  ///   - onlyMoving: Whether to skip pixels that equal the first or the last picture of the turn.
  ///   - page: Loads a page, or a frame of one that is a video, at the pages' size.
  /// - Returns: The pixels that are drawn, and which picture the others equal; `nil` if all are
  ///   drawn.
  @discardableResult
  func paint(
    _ moment: Moment, into frame: inout Image, isKept: Bool = false, onlyMoving: Bool = false,
    loading page: (_ page: Int, _ frame: Int) throws(RecordingError) -> PageView
  ) throws(RecordingError) -> MovingRows? {
    try inContext { () throws(RecordingError) in
      let scene = try scene(at: moment, loading: page)
      let drawn = try render(scene, isKept: isKept, onlyMoving: onlyMoving)
      let regions =
        switch drawn {
        case .all: [target.bounds]
        case .rows(let rows): rows.regions
        case .region(let region): [region]
        }
      let result = frame.pixels.withUnsafeMutableBytes { memory in
        Result { () throws(GLESError) in
          try times.measure(.readback) { () throws(GLESError) -> Void in
            for region in regions { try read(region, into: memory) }
          }
        }
      }
      do throws(GLESError) { try result.get() } catch { throw .gles(error) }
      if case .rows(let rows) = drawn { return rows }
      return nil
    }
  }

  /// Returns what a moment shows, and computes what is seen of its leaves on a thread of its own.
  ///
  /// - Parameter page: As of ``paint(_:into:isKept:onlyMoving:loading:)``.
  func sceneAhead(
    at moment: Moment, loading page: (_ page: Int, _ frame: Int) throws(RecordingError) -> PageView
  ) throws(RecordingError) -> Scene {
    try inContext { () throws(RecordingError) in
      try scene(at: moment, isAhead: true, loading: page)
    }
  }

  /// The most scenes that are computed while another one is drawn.
  static let mostAhead = 3

  /// Draws a scene, and starts to read it back; ``takeFrame(waits:_:)`` hands it over.
  func start(_ scene: Scene) throws(RecordingError) {
    try inContext { () throws(RecordingError) in
      _ = try render(scene)
      do throws(GLESError) {
        if ring == nil { ring = try ReadbackRing(target, count: Self.mostUnderWay + 1) }
        try times.measure(.readback) { () throws(GLESError) in try ring?.start() }
      } catch {
        throw .gles(error)
      }
    }
  }

  /// The most frames that are started and not taken: those with which the driver is busy.
  static let mostUnderWay = 3

  /// Copies the oldest frame that was started into memory of the frame's size.
  ///
  /// - Parameter waits: Whether to wait until it is drawn.
  /// - Returns: Whether there was one.
  func takeFrame(
    waits: Bool, into memory: UnsafeMutableRawBufferPointer
  ) throws(RecordingError) -> Bool {
    guard let ring else { return false }
    return try inContext { () throws(RecordingError) in
      do throws(GLESError) {
        return try times.measure(.readback) { () throws(GLESError) -> Bool in
          guard let (slot, pixels) = try ring.take(waits: waits) else { return false }
          FrameCopy(source: pixels, target: memory, rowBytes: 4 * target.width).run(threads: 4)
          ring.giveBack(slot)
          return true
        }
      } catch {
        throw .gles(error)
      }
    }
  }

  /// Reads back a part of the frame, to its place in the memory of the whole frame.
  private func read(
    _ region: PixelRegion, into memory: UnsafeMutableRawBufferPointer
  ) throws(GLESError) {
    guard region.width > 0, region.height > 0 else { return }
    let bytesPerRow = 4 * target.width
    let top = target.height - region.y - region.height
    let start = top * bytesPerRow + 4 * region.x
    let end = start + (region.height - 1) * bytesPerRow + 4 * region.width
    try target.readPixels(
      into: UnsafeMutableRawBufferPointer(rebasing: memory[start..<end]), region: region,
      bytesPerRow: bytesPerRow)
  }

  /// Makes the context current while `body` runs.
  private func inContext<Result>(
    _ body: () throws(RecordingError) -> Result
  ) throws(RecordingError) -> Result {
    do { try offscreen.makeCurrent() } catch { throw .offscreen(error) }
    defer { offscreen.releaseCurrent() }
    return try body()
  }
}
