import GLESKitSupport

/// A video that ffmpeg wrote. On a full disk, or if it is broken, ffmpeg may exit with 0 and leave
/// a file that is empty or cut.
struct VideoFile {
  private let path: String
  private let length: Int

  /// Gives a file its name if it is a whole video. What a pipe received can't be checked.
  ///
  /// - Parameters:
  ///   - finisher: What adds to the video first; `nil` is nothing.
  ///   - path: The output's path, for errors.
  /// - Throws: ``RecordingError/program(_:)``, ``RecordingError/file(_:)``.
  static func commit(
    _ file: consuming AtomicFile, with finisher: (any VideoFinisher)? = nil, as path: String
  ) throws(RecordingError) {
    if let finisher { return try commit(try finisher.finish(file), as: path) }
    guard !file.isSeekable || VideoFile(file).isWhole else {
      throw .program("cannot write '\(path)': ffmpeg wrote no video, or not all of it")
    }
    do { try file.commit() } catch {
      throw .file(FileError(error.operation, path, code: error.code))
    }
  }

  private init(_ file: borrowing AtomicFile) {
    path = Spool.path(of: file)
    length = Files.length(of: path) ?? 0
  }

  /// Whether it is an MP4, QuickTime, AVIF or Matroska file up to its end.
  private var isWhole: Bool {
    guard let start = bytes(8, at: 0) else { return false }
    return Box.head(start).name == "ftyp"
      ? isWholeMP4 : start[..<4] == [0x1A, 0x45, 0xDF, 0xA3] && isWholeMatroska
  }

  /// Whether boxes, each with its length, reach to the end, one of them the index.
  private var isWholeMP4: Bool {
    var (place, hasIndex) = (0, false)
    while place < length, let head = bytes(8, at: place) {
      let (start, name) = Box.head(head)
      var size = start
      if size == 1, let long = bytes(8, at: place + 8) { size = long.bigEndianNumber }
      // 0 is a box up to the end.
      if size == 0 { size = length - place }
      guard size >= 8, size <= length - place else { return false }
      if name == "moov" { hasIndex = true }
      place += size
    }
    return place == length && hasIndex
  }

  /// Whether a head and a segment, whose length ffmpeg notes last, reach to the end.
  private var isWholeMatroska: Bool {
    guard let head = number(at: 4), let size = head.value else { return false }
    let segment = head.end + size
    guard bytes(4, at: segment) == [0x18, 0x53, 0x80, 0x67], let body = number(at: segment + 4)
    else { return false }
    return body.value.map { body.end + $0 == length } ?? false
  }

  /// A number of 1…8 bytes as in Matroska, whose first bits tell how many; `nil` is unknown.
  private func number(at place: Int) -> (value: Int?, end: Int)? {
    guard let first = bytes(1, at: place)?.first, first > 0 else { return nil }
    let count = first.leadingZeroBitCount + 1
    guard let bytes = bytes(count, at: place) else { return nil }
    let ones = (1 << (7 * count)) - 1
    let value = bytes.bigEndianNumber & ones
    return (value == ones ? nil : value, place + count)
  }

  private func bytes(_ count: Int, at place: Int) -> [UInt8]? {
    let bytes = try? Files.part(of: path, at: place, count: count)
    return bytes?.count == count ? bytes : nil
  }
}
