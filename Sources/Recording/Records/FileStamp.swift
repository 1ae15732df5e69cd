import GLESKitFrameKernels
import GLESKitSupport

/// The length and checksum of a file that a job wrote, by which a resumed job tells it from one
/// that a power failure filled with zeros or cut off.
struct FileStamp: Hashable {
  /// Bytes.
  let length: Int
  /// CRC-64 (ECMA-182, reflected).
  let checksum: UInt64
}

extension FileStamp {
  /// The stamp of a file with these bytes.
  init(_ bytes: UnsafeRawBufferPointer) {
    self.init(length: bytes.count, checksum: Self.checksum(0, bytes))
  }

  /// The stamp of an existing file.
  init(ofFile path: String) throws(FileError) {
    var (length, checksum) = (0, UInt64(0))
    try Files.read(path) {
      length += $0.count
      checksum = Self.checksum(checksum, $0)
    }
    self.init(length: length, checksum: checksum)
  }

  /// Whether the file at `path` has this length and checksum.
  func matches(_ path: String) -> Bool {
    Files.length(of: path) == length && (try? FileStamp(ofFile: path)) == self
  }

  /// Continues a checksum with more bytes.
  static func checksum(_ start: UInt64, _ bytes: UnsafeRawBufferPointer) -> UInt64 {
    guard let base = bytes.baseAddress else { return start }
    return frame_kernels_crc64(start, base.assumingMemoryBound(to: UInt8.self), bytes.count)
  }
}
