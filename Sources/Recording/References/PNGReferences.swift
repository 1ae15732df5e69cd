import GLESKitFrameKernels
import Imaging
import PageCurl

/// The first and the last picture of a turn, compressed once, from whose compressed bytes the
/// frames between are mostly assembled; see references.c.
///
/// The greater part of most frames equals one of the two. Without references, and without skipping
/// the rows that don't change, 120 PNG frames at 1080p take 47 % more processor time in draft
/// quality and 24 to 38 % more in standard quality (Benchmarks/RESULTS.md).
final class PNGReferences: @unchecked Sendable {
  // Sendable: the two pictures are compressed independently, and nothing changes afterwards.
  private let references: OpaquePointer
  private let pictures: [Image]

  /// How much larger a picture may become by being a reference. Matches between rows are not
  /// possible then, which costs a few per cent of most pages, and a multiple of patterned ones.
  private static let mostGrowth = 1.1

  /// Chooses the Huffman code for two pictures of one size. Compress both before encoding others.
  ///
  /// - Parameter other: Another picture that frames will show parts of, which the code should suit.
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

  /// Compresses the first picture (0) or the last (1), once each, on any thread.
  ///
  /// - Returns: Whether it can be a reference: it is opaque, and at most 10 % larger than by
  ///   itself.
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

  /// Encodes a picture of the same size as PNG. Returns false if it is not opaque, or if the result
  /// exceeds the capacity.
  ///
  /// - Parameter moving: The pixels that may differ from the references. Only these need to be
  ///   drawn. `nil` is all pixels.
  func encode(_ image: inout Image, _ moving: MovingRows?, into bytes: inout [UInt8]) -> Bool {
    let capacity = frame_kernels_png_capacity(image.width, image.height)
    // Top row first.
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
