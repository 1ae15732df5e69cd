import GLESKitFrameKernels
import Imaging
import PageCurl

/// The first and the last picture of a turn, compressed once, from whose compressed bytes the
/// frames between are mostly assembled; see references.c. It looks at memory that workers share.
///
/// The greater part of most frames equals one of the two. Without references, and without skipping
/// the rows that don't change, 120 PNG frames at 1080p take 47 % more processor time in draft
/// quality and 24 to 38 % more in standard quality (Benchmarks/RESULTS.md).
struct ReferencesView {
  private let size: PixelSize
  private let pictures: [UnsafeMutableRawBufferPointer]
  private let references: UnsafeMutableRawPointer?

  /// How much larger a picture may become by being a reference. Matches between rows are not
  /// possible then, which costs a few per cent of most pages, and a multiple of patterned ones.
  private static let mostGrowth = 1.1

  /// The bytes that the references of pictures of a size take.
  static func size(_ size: PixelSize) -> Int {
    2 * pictureSize(size) + frame_kernels_references_size(size.width, size.height)
  }

  /// The bytes of a picture's pixels, such that what follows is aligned.
  private static func pictureSize(_ size: PixelSize) -> Int {
    (4 * size.width * size.height + 63) / 64 * 64
  }

  /// - Parameter memory: At least as many bytes as ``size(_:)`` says, aligned to 64 bytes.
  init(_ memory: UnsafeMutableRawBufferPointer, _ size: PixelSize) {
    self.size = size
    let length = Self.pictureSize(size)
    pictures = (0..<2).map {
      UnsafeMutableRawBufferPointer(rebasing: memory[$0 * length..<($0 + 1) * length])
    }
    references = memory.baseAddress?.advanced(by: 2 * length)
  }

  /// Sets the first picture (0) or the last (1).
  func set(_ number: Int, _ picture: Image) {
    picture.pixels.withUnsafeBytes { pictures[number].copyMemory(from: $0) }
  }

  /// Chooses the Huffman code for both pictures. Compress both before encoding others.
  ///
  /// - Parameter other: Another picture that frames will show parts of, which the code should suit.
  /// - Returns: Whether the pictures can be references.
  func make(other: Image?) -> Bool {
    guard let references else { return false }
    return (other?.pixels ?? []).withUnsafeBufferPointer { pixels in
      let picture = other.map {
        frame_kernels_picture(rgba: pixels.baseAddress, width: $0.width, height: $0.height)
      }
      return withUnsafePointer(to: picture ?? frame_kernels_picture()) {
        frame_kernels_references_make(
          references, Self.pixels(pictures[0]), Self.pixels(pictures[1]), size.width, size.height,
          picture == nil ? nil : $0)
      }
    }
  }

  /// Compresses the first picture (0) or the last (1), once each, in any process.
  ///
  /// - Returns: Whether it can be a reference: it is opaque, and at most 10 % larger than by
  ///   itself.
  func compress(_ number: Int) -> Bool {
    let pixels = Self.pixels(pictures[number])
    let length = frame_kernels_references_compress(references, Int32(number), pixels)
    let capacity = frame_kernels_png_capacity(size.width, size.height)
    var alone: [UInt8] = []
    guard length > 0,
      alone.replace(
        capacity: capacity,
        by: { file in
          frame_kernels_png(pixels, size.width, size.height, false, file.baseAddress, capacity)
        })
    else { return false }
    return Double(length) <= Self.mostGrowth * Double(alone.count)
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
    return image.pixels.withUnsafeMutableBufferPointer { pixels in
      bytes.replace(capacity: capacity) { file in
        frame_kernels_png_by_references(
          references, Self.pixels(pictures[0]), Self.pixels(pictures[1]), pixels.baseAddress, spans,
          file.baseAddress, capacity)
      }
    }
  }

  private static func pixels(_ memory: UnsafeMutableRawBufferPointer) -> UnsafePointer<UInt8>? {
    memory.baseAddress.map { UnsafePointer($0.assumingMemoryBound(to: UInt8.self)) }
  }
}

extension frame_kernels_span {
  fileprivate init(_ row: MovingRows.Row) {
    self.init(
      start: UInt32(row.pixels.lowerBound), end: UInt32(row.pixels.upperBound),
      before: row.left == .before ? 0 : 1, behind: row.right == .before ? 0 : 1)
  }
}
