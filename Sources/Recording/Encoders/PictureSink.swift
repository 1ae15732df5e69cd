import GLESKitFrameKernels
import GLESKitSupport
import ImageCoding
import Imaging

/// One frame as an image file.
final class PictureSink: FrameSink {
  let encoder: FrameEncoder
  let isEmpty = true
  private let path: String

  /// - Parameter path: The file; `-` is standard output.
  init(
    path: String, format: ImageFormat, compression: Compression, quality: Int?
  ) throws(RecordingError) {
    try refuseTerminal(path)
    self.path = path
    encoder = Self.encoder(format, compression, quality: quality)
  }

  func append(_ bytes: UnsafeRawBufferPointer, for frames: Range<Int>) throws(RecordingError) {
    do { try AtomicFile.write(bytes, to: path) } catch { throw .file(error) }
  }

  func finish() {}
  func interrupt(playable: Bool) {}
  func cancel() {}

  /// An encoder for files of `format`.
  ///
  /// - Parameters:
  ///   - quality: The quality of JPEG and WebP, 1…100; `nil` is the usual one.
  ///   - keepsAlpha: Whether PNG files of opaque pictures have an alpha channel, too.
  static func encoder(
    _ format: ImageFormat, _ compression: Compression, quality: Int? = nil, keepsAlpha: Bool = false
  ) -> FrameEncoder {
    // Checked where a person gives it; here it must only not trap.
    let quality = quality.map { min(max($0, 1), 100) }
    let encoding: ImageEncoding =
      switch format {
      case .png:
        compression == .small
          ? .png(PNGOptions(compressionLevel: 9, filters: .all, keepsAlpha: keepsAlpha))
          : .png(PNGOptions(keepsAlpha: keepsAlpha))
      case .jpeg: .jpeg(quality.map { JPEGOptions(quality: $0) } ?? JPEGOptions())
      case .webp: .webp(WebPOptions(quality: quality, effort: compression))
      }
    let isFast = isFast(format, compression)
    return { image, bytes throws(RecordingError) in
      if isFast && encodeFast(image, keepsAlpha: keepsAlpha, into: &bytes) { return }
      try imaging { () throws(ImageError) in
        try ImageFile.encode(image, as: encoding, into: &bytes)
      }
    }
  }

  /// Whether our own PNG encoder is used instead of a library.
  static func isFast(_ format: ImageFormat, _ compression: Compression) -> Bool {
    format == .png && compression != .small
  }

  /// Encodes a picture as PNG with our own encoder, which is several times as fast as zlib. Returns
  /// false if the result exceeds the capacity, which suffices for noise.
  static func encodeFast(_ image: Image, keepsAlpha: Bool, into bytes: inout [UInt8]) -> Bool {
    let capacity = frame_kernels_png_capacity(image.width, image.height)
    return image.pixels.withUnsafeBufferPointer { pixels in
      bytes.replace(capacity: capacity) { file in
        frame_kernels_png(
          pixels.baseAddress, image.width, image.height, keepsAlpha, file.baseAddress, capacity)
      }
    }
  }
}

extension WebPOptions {
  fileprivate init(quality: Int?, effort compression: Compression) {
    self.init()
    if let quality { self.quality = quality }
    switch compression {
    case .fast: effort = 0
    case .balanced: break
    case .small: effort = 6
    }
  }
}

extension [UInt8] {
  /// Replaces the contents by at most `capacity` bytes that `write` makes; returns whether there
  /// are any.
  mutating func replace(
    capacity: Int, by write: (UnsafeMutableBufferPointer<UInt8>) -> Int
  ) -> Bool {
    // Reusing the memory of the last frame avoids page faults.
    removeAll(keepingCapacity: true)
    append(addingCapacity: capacity) { span in
      span.withUnsafeMutableBufferPointer { file, count in count = write(file) }
    }
    return !isEmpty
  }
}
