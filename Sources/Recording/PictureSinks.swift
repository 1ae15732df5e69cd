import Files
import FrameKernels
import Glibc
import Imaging
import Pixels

/// Frames as numbered picture files in a folder.
///
/// Each file appears under its name only when it is whole. ``cancel()`` takes away what was added, and
/// nothing that was there before.
final class SequenceSink: FrameSink {
  let encoder: @Sendable (Image, inout [UInt8]) throws(RecordingError) -> Void
  private let folder: String
  private let name: FrameName
  private let createdFolders: [String]
  private let record: JobRecord
  private var added: [String] = []

  /// Makes the folder, and those above it, where they are not there.
  ///
  /// - Throws: ``RecordingError/file(_:)``, or ``RecordingError/image(_:)`` for a name whose ending is
  ///   that of no picture.
  init(
    folder: String, name: FrameName, plan: BookPlan
  ) throws(RecordingError) {
    guard let format = ImageFormat(extensionOf: name.description) else {
      throw .image(.unknownExtension(path: name.description))
    }
    self.folder = folder.last == "/" ? folder : "\(folder)/"
    self.name = name
    encoder = PictureSink.encoder(format, plan.job.compression)
    let hash = try JobHash.of(plan, name: name)
    let created: [String]
    do { created = try Files.createFolders(folder) } catch { throw .file(error) }
    createdFolders = created
    let shard = plan.job.shard.map { ".\($0.number)-of-\($0.count)" } ?? ""
    do throws(RecordingError) {
      record = try JobRecord(
        ".\(name)\(shard).job", in: folder, hash: hash, resumes: plan.job.resumes)
    } catch {
      Files.removeEmptyFolders(created)
      throw error
    }
  }

  /// Whether an earlier run of the same job has written all of these frames.
  func has(_ frames: Range<Int>) -> Bool {
    frames.allSatisfy { record.done.contains($0) && Files.kind(of: path(of: $0)) == .regular }
  }

  func append(_ bytes: [UInt8], for frames: Range<Int>) throws(RecordingError) {
    for frame in frames {
      let path = path(of: frame)
      let wasThere = Files.kind(of: path) != nil
      do { try AtomicFile.write(bytes, to: path) } catch { throw .file(error) }
      if !wasThere { added.append(path) }
      try record.add(frame)
    }
  }

  func finish() { record.remove() }

  /// The whole frames stay, and the record of them, so that the job can go on.
  func interrupt() {}

  func cancel() {
    for path in added { unlink(path) }
    if !record.isContinued { record.remove() }
    Files.removeEmptyFolders(createdFolders)
  }

  private func path(of frame: Int) -> String { folder + name.name(of: frame) }
}

/// One frame as a picture file.
final class PictureSink: FrameSink {
  let encoder: @Sendable (Image, inout [UInt8]) throws(RecordingError) -> Void
  private let path: String

  /// - Throws: ``RecordingError/image(_:)`` for a name whose ending is that of no picture.
  init(path: String, compression: Compression) throws(RecordingError) {
    guard let format = ImageFormat(extensionOf: path) else {
      throw .image(.unknownExtension(path: path))
    }
    self.path = path
    encoder = Self.encoder(format, compression)
  }

  func append(_ bytes: [UInt8], for frames: Range<Int>) throws(RecordingError) {
    do { try AtomicFile.write(bytes, to: path) } catch { throw .file(error) }
  }

  func finish() {}
  func interrupt() {}
  func cancel() {}

  /// Encodes pictures as files of `format`.
  static func encoder(
    _ format: ImageFormat, _ compression: Compression
  ) -> @Sendable (Image, inout [UInt8]) throws(RecordingError) -> Void {
    let encoding =
      format == .png && compression == .small
      ? ImageEncoding.png(PNGOptions(compressionLevel: 9, filters: .all)) : ImageEncoding(format)
    let isFast = format == .png && compression != .small
    return { image, bytes throws(RecordingError) in
      if isFast && encodeFast(image, into: &bytes) { return }
      try imaging { () throws(ImageError) in
        try ImageFile.encode(image, as: encoding, into: &bytes)
      }
    }
  }

  /// Encodes a picture as PNG by ISA-L, many times as fast as zlib does; false for noise, which takes
  /// more room than there is.
  private static func encodeFast(_ image: Image, into bytes: inout [UInt8]) -> Bool {
    let capacity = frame_kernels_png_capacity(image.width, image.height)
    // Given back before it is asked for again: the allocator then hands out the same memory, which need
    // not be cleared and of which only as much is touched as the file takes.
    bytes = []
    bytes = [UInt8](unsafeUninitializedCapacity: capacity) { file, count in
      count = image.pixels.withUnsafeBufferPointer { pixels in
        frame_kernels_png(
          pixels.baseAddress, image.width, image.height, file.baseAddress, capacity)
      }
    }
    return !bytes.isEmpty
  }
}
