import Imaging

/// How a stored picture is turned to be upright; raw values and meaning are those of the EXIF
/// `Orientation` tag (Exif 2.32, 4.6.4, tag 274).
public enum Orientation: Int, Hashable, Sendable, CaseIterable {
  /// As stored.
  case upright = 1
  /// Mirrored left to right.
  case mirrored = 2
  /// Turned by half a turn.
  case turned180 = 3
  /// Mirrored top to bottom.
  case flipped = 4
  /// Rows become columns: mirrored about the diagonal from top left to bottom right.
  case transposed = 5
  /// To be turned clockwise by a quarter turn.
  case turned90 = 6
  /// Mirrored about the diagonal from top right to bottom left.
  case transversed = 7
  /// To be turned anticlockwise by a quarter turn.
  case turned270 = 8

  /// Whether width and height change places.
  public var swapsAxes: Bool { rawValue >= 5 }
}

extension Image {
  /// The upright picture of one that was stored in `orientation`: every pixel moved, none changed.
  public func upright(from orientation: Orientation) -> Image {
    // Where pixel (0, 0) of the result lies in the source, and the way to the next pixel to the
    // right and below, counted in source pixels.
    let (w, h) = (width, height)
    let start: Int
    let right: Int
    let down: Int
    switch orientation {
    case .upright: return self
    case .mirrored: (start, right, down) = (w - 1, -1, w)
    case .turned180: (start, right, down) = (w * h - 1, -1, -w)
    case .flipped: (start, right, down) = ((h - 1) * w, 1, -w)
    case .transposed: (start, right, down) = (0, w, 1)
    case .turned90: (start, right, down) = ((h - 1) * w, -w, 1)
    case .transversed: (start, right, down) = (w * h - 1, -w, -1)
    case .turned270: (start, right, down) = (w - 1, w, -1)
    }
    let size = orientation.swapsAxes ? PixelSize(h, w) : PixelSize(w, h)
    let moved = [UInt8](unsafeUninitializedCapacity: pixels.count) { buffer, count in
      pixels.withUnsafeBytes { source in
        let target = UnsafeMutableRawBufferPointer(buffer)
        // Tiles, because a column of the source touches another cache line at every pixel.
        let tile = 32
        for top in stride(from: 0, to: size.height, by: tile) {
          for left in stride(from: 0, to: size.width, by: tile) {
            for y in top..<min(top + tile, size.height) {
              var from = start + left * right + y * down
              for x in left..<min(left + tile, size.width) {
                let pixel = source.loadUnaligned(fromByteOffset: from * 4, as: UInt32.self)
                target.storeBytes(
                  of: pixel, toByteOffset: (y * size.width + x) * 4, as: UInt32.self)
                from += right
              }
            }
          }
        }
      }
      count = buffer.count
    }
    return Image(width: size.width, height: size.height, pixels: moved)
  }
}
