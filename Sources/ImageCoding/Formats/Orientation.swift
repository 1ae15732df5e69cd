import Imaging

/// How a stored image is turned to be upright. The raw values are those of the EXIF `Orientation`
/// tag (Exif 2.32, 4.6.4, tag 274).
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
  /// Turned clockwise by a quarter turn.
  case turned90 = 6
  /// Mirrored about the diagonal from top right to bottom left.
  case transversed = 7
  /// Turned counterclockwise by a quarter turn.
  case turned270 = 8

  /// Whether width and height are swapped.
  package var swapsAxes: Bool { rawValue >= 5 }
}

extension Image {
  /// Returns the upright image of one that was stored in `orientation`.
  package func upright(from orientation: Orientation) -> Image {
    // The position in the source of the result's pixel (0, 0), and the steps in source pixels to
    // the next pixel on the right and below.
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
        // In tiles, because a source column touches another cache line at every pixel.
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
