import GLESKitFrameKernels
import Imaging
import PageCurl

/// Two pictures of which others are mostly parts, compressed as PNG, so that these need not be: of a page that turns the
/// picture before and that after.
final class PNGReferences: @unchecked Sendable {
  // Sendable: the two pictures are compressed apart from each other, and nothing changes afterwards.
  private let references: OpaquePointer
  private let pictures: [Image]

  /// How many times as large a picture may become.
  private static let mostGrowth = 1.1

  /// Chooses how two pictures of one size are compressed; both must be, before others are encoded.
  ///
  /// - Parameter other: What else will be seen, for a code that suits that, too.
  init?(first: Image, last: Image, other: Image?) {
    pictures = [first, last]
    let references = first.pixels.withUnsafeBufferPointer { one in
      last.pixels.withUnsafeBufferPointer { two in
        (other?.pixels ?? []).withUnsafeBufferPointer { pixels in
          let picture = other.map {
            frame_kernels_picture(rgba: pixels.baseAddress, width: $0.width, height: $0.height)
          }
          return withUnsafePointer(to: picture ?? frame_kernels_picture()) {
            frame_kernels_references_new(
              one.baseAddress, two.baseAddress, first.width, first.height,
              picture == nil ? nil : $0)
          }
        }
      }
    }
    guard let references else { return nil }
    self.references = references
  }

  deinit { frame_kernels_references_free(references) }

  /// Compresses the first picture (0) or the last (1), each once, on any thread.
  ///
  /// - Returns: Whether it can stand for parts of others: it is opaque, and takes hardly more room than by itself.
  func compress(_ number: Int) -> Bool {
    let picture = pictures[number]
    let size = picture.pixels.withUnsafeBufferPointer {
      frame_kernels_references_compress(references, Int32(number), $0.baseAddress)
    }
    var alone: [UInt8] = []
    guard size > 0, PictureSink.encodeFast(picture, keepsAlpha: false, into: &alone) else {
      return false
    }
    return Double(size) <= Self.mostGrowth * Double(alone.count)
  }

  /// Encodes a picture of the same size as PNG; false where it is not opaque, or takes more room than noise should.
  ///
  /// - Parameter moving: Where it may be unlike the two pictures, which show what is before a turn and after; other pixels
  ///   need not be there. `nil` is anywhere.
  func encode(_ image: inout Image, _ moving: MovingRows?, into bytes: inout [UInt8]) -> Bool {
    let capacity = frame_kernels_png_capacity(image.width, image.height)
    // From the top.
    let spans = moving?.rows.reversed().map(frame_kernels_span.init)
    return pictures[0].pixels.withUnsafeBufferPointer { first in
      pictures[1].pixels.withUnsafeBufferPointer { last in
        image.pixels.withUnsafeMutableBufferPointer { pixels in
          bytes.replace(capacity: capacity) { file in
            frame_kernels_png_by_references(
              references, first.baseAddress, last.baseAddress, pixels.baseAddress, spans,
              file.baseAddress, capacity)
          }
        }
      }
    }
  }
}

extension frame_kernels_span {
  fileprivate init(_ row: MovingRows.Row) {
    self.init(
      start: UInt32(row.pixels.lowerBound), end: UInt32(row.pixels.upperBound),
      before: row.left == .before ? 0 : 1, behind: row.right == .before ? 0 : 1)
  }
}
