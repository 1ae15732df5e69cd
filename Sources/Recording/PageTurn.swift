import Imaging
import PageCurl
import Pixels

/// A page turn as it is asked for: which pages, how they turn, how large the frames are.
public struct PageTurn: Sendable {
  /// The page that turns.
  public var front: Image
  /// Its back; `nil` is paper through which the front shows.
  public var back: Image?
  /// The page that comes to light; `nil` leaves the background.
  public var next: Image?
  /// The frame's size in pixels; `nil` is the front page with the margin round it.
  public var size: PixelSize?
  /// Room round the page, in frame pixels, for the curl to hang over. Default: 0.
  public var margin = 0
  /// The direction in which the curl travels, in radians counter-clockwise from right. Default: π,
  /// to the left.
  public var angle = Double.pi
  /// The curl's radius in frame pixels; `nil` is a tenth of the page's shorter side.
  public var radius: Double?
  /// What lies behind the pages, premultiplied RGBA. Default: transparent.
  public var background = SIMD4<UInt8>.zero
  /// Light, shadow, tints and quality.
  public var look = CurlLook()

  /// A turn of `front` with the defaults above.
  public init(front: Image, back: Image? = nil, next: Image? = nil) {
    self.front = front
    self.back = back
    self.next = next
  }

  /// The moments of `count` frames, evenly spread from 0 (flat) to 1 (gone); one frame shows 0.
  public static func times(frames count: Int) -> [Double] {
    (0..<count).map { count == 1 ? 0 : Double($0) / Double(count - 1) }
  }

  /// The frame's size: ``size``, or the front's with the margin round it.
  public var frameSize: PixelSize {
    size ?? PixelSize(front.width + 2 * margin, front.height + 2 * margin)
  }

  /// The size of the page in the frame: the front's shape, as large as the frame less its margins
  /// allows, but enlarged only where ``size`` asks for it.
  ///
  /// - Throws: ``RecordingError/size(_:)`` where the margins leave nothing.
  func pageSize() throws(RecordingError) -> PixelSize {
    let frame = frameSize
    let room = PixelSize(frame.width - 2 * margin, frame.height - 2 * margin)
    guard room.width > 0 && room.height > 0 else {
      throw .size(
        "a margin of \(margin) pixels leaves no page in a \(frame) frame; make it smaller")
    }
    return PixelSize(front.width, front.height).fitted(within: room, enlarging: true)
  }
}

extension Image {
  /// The picture as a page of `size`: stretched where its shape is as good as the page's (scans of
  /// one book differ by a few pixels), else as large as fits, in the middle of white paper.
  func laid(on size: PixelSize) -> Image {
    let across = Double(size.width) / Double(width)
    let down = Double(size.height) / Double(height)
    if abs(across / down - 1) < 0.02 { return resized(to: size) }
    let picture = resized(to: PixelSize(width, height).fitted(within: size, enlarging: true))
    var page = Image(width: size.width, height: size.height, filledWith: [255, 255, 255, 255])
    page.draw(
      picture, left: (size.width - picture.width) / 2, top: (size.height - picture.height) / 2)
    return page
  }
}
