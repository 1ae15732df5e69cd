import GLESKitSupport

/// Notes in an AVIF how often it plays.
struct AVIFRepetition: VideoFinisher {
  let path: String
  /// How often it plays; 0 is endless.
  let plays: Int

  func finish(_ video: borrowing AtomicFile) throws(RecordingError) -> AtomicFile {
    do throws(FileError) {
      if let bytes = Self.note(plays, in: try Files.read(Spool.path(of: video))) {
        let target = try AtomicFile(path)
        try target.write(bytes)
        return target
      }
    } catch {
      throw .file(error)
    }
    throw .program("cannot write '\(path)': ffmpeg wrote an incomplete AVIF")
  }

  /// Adds an edit list that repeats to each track. Without one, it is up to the reader how often an
  /// animation plays.
  ///
  /// - Parameter bytes: A file as ffmpeg writes it: its index precedes its data.
  /// - Returns: The file with edit lists; `nil` for any other file.
  static func note(_ plays: Int, in bytes: [UInt8]) -> [UInt8]? {
    guard var boxes = Box.all(in: bytes[...]),
      boxes.map(\.name).filter({ $0 != "free" }) == ["ftyp", "meta", "moov", "mdat"],
      let meta = boxes.firstIndex(where: { $0.name == "meta" }),
      let movie = boxes.firstIndex(where: { $0.name == "moov" }),
      let timescale = boxes[movie].part("mvhd")?.number(at: 12)
    else { return nil }
    let before = boxes[movie].length
    var total: UInt64 = 0
    for index in boxes[movie].parts.indices where boxes[movie].parts[index].name == "trak" {
      guard let length = boxes[movie].parts[index].duration(in: timescale) else { return nil }
      // Chromium 156 reads only 64 bits of ones as endless.
      let whole = plays == 0 ? .max : UInt64(length) * UInt64(plays)
      guard boxes[movie].parts[index].addEditList(length, duration: whole) else { return nil }
      total = max(total, whole)
    }
    guard boxes[movie].change("mvhd", { $0.setLongDuration(total, at: 16) }) else { return nil }
    let shift = boxes[movie].length - before
    guard boxes[meta].moveItems(by: shift) else { return nil }
    for index in boxes[movie].parts.indices where boxes[movie].parts[index].name == "trak" {
      guard boxes[movie].parts[index].moveChunks(by: shift) else { return nil }
    }
    return boxes.reduce(into: []) { $1.append(to: &$0) }
  }
}
