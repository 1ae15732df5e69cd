import GLESKitSupport

/// The name of a job's record: `.frame-%04d.png.job`, or `.frame-%04d.png.2-of-8.job` for a part.
struct RecordName: Hashable {
  /// The pattern of the frames' names.
  var frames: String
  var shard: Shard?

  init(_ frames: FrameName, _ shard: Shard?) {
    self.frames = frames.description
    self.shard = shard
  }

  /// Parses a file's name; `nil` if it isn't that of a record.
  init?(file: String) {
    guard file.hasPrefix("."), file.hasSuffix(".job"), file.utf8.count > 5 else { return nil }
    frames = String(file.dropFirst().dropLast(4))
    guard let dot = frames.lastIndex(of: ".") else { return }
    let tail = frames[frames.index(after: dot)...].split(separator: "-")
    if tail.count == 3, tail[1] == "of", let shard = Shard("\(tail[0])/\(tail[2])") {
      self.shard = shard
      frames = String(frames[..<dot])
    }
  }

  /// The path of the record.
  func path(in folder: String) -> String {
    let part = shard.map { ".\($0.number)-of-\($0.count)" } ?? ""
    return "\(folder.last == "/" ? folder : "\(folder)/").\(frames)\(part).job"
  }

  /// The names of all records in a folder.
  static func all(in folder: String) throws(RecordingError) -> [RecordName] {
    let names = try filing { () throws(FileError) in try Files.list(folder) }
    return names.compactMap { RecordName(file: $0) }
  }
}
