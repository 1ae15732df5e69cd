import GLESKitSupport

/// The coded frames of a clip in H.264, for copying them to an MP4 file as they are.
struct CodedVideo: Sendable {
  /// A coded frame.
  struct Frame: Hashable {
    /// Its place among the frames that are shown, from 0.
    let number: Int
    /// Where its bytes start in the file.
    let place: Int
    let length: Int
    /// Whether decoding can start with it.
    let isKey: Bool
  }

  /// Why the frames of a clip can't be copied.
  struct Refusal: Error, CustomStringConvertible {
    let description: String
  }

  /// All frames, in the order in which they are decoded.
  let frames: [Frame]
  let configuration: AVCConfiguration
  /// The number of frames that a decoder keeps.
  let references: Int
  /// When the first frame is shown, in seconds from the start of the file, which may start with
  /// sound.
  private let delay: Double
  private let rate: FrameRate
  private let file: InputFile

  /// The most bytes that `ffprobe` may say: about a million frames.
  private static let longestReport = 1 << 26

  /// Lists the frames of a file.
  ///
  /// - Parameters:
  ///   - stream: The number of the video stream.
  ///   - rate: The frame rate at which each of its frames has to be shown once.
  /// - Throws: ``Refusal``, ``RecordingError``.
  init(_ path: String, stream: Int, rate: FrameRate) throws {
    func refuse(_ reason: String) -> Refusal { Refusal(description: "'\(path)' \(reason)") }
    let file: InputFile
    do { file = try InputFile(path) } catch { throw RecordingError.file(error) }
    func entries(_ names: String, _ options: [String]) throws -> [[Substring: Substring]] {
      let (report, ending) = try FFprobe.run(
        on: "/proc/self/fd/3",
        ["-select_streams", "\(stream)", "-show_entries", names, "-of", "compact=p=0"] + options,
        passing: [file.descriptor], limit: Self.longestReport, called: path)
      guard ending.status == 0 else { throw refuse("can't be read: ffprobe \(ending.sentence)") }
      return report.split(separator: "\n").map(Self.entries)
    }
    // With packets, the data of all frames would be converted to text, too.
    let facts = try entries(
      "stream=codec_name,codec_tag_string,pix_fmt,field_order,refs,time_base,extradata"
        + ":format=start_time", ["-show_data"])
    guard let video = facts.first, video["codec_name"] == "h264",
      video["codec_tag_string"] == "avc1"
    else { throw refuse("is not H.264 in an MP4 or QuickTime file") }
    guard video["pix_fmt"] == "yuv420p", video["field_order"] == "progressive" else {
      throw refuse("is interlaced or not 8-bit 4:2:0")
    }
    guard let configuration = video["extradata"].flatMap({ AVCConfiguration(Self.bytes(in: $0)) }),
      let references = video["refs"].flatMap({ Int($0) }),
      let base = video["time_base"].map({ $0.split(separator: "/").compactMap { Int($0) } }),
      base.count == 2, base[1] > 0
    else { throw refuse("has no usable parameter sets") }
    var frames: [Frame] = []
    var (first, times): (Int?, [Int]) = (nil, [])
    for packet in try entries("packet=pts,size,pos,flags", []) {
      guard let time = packet["pts"].flatMap({ Int($0) }), abs(time) < 1 << 40,
        let place = packet["pos"].flatMap({ Int($0) }), place >= 0,
        let length = packet["size"].flatMap({ Int($0) }), length > 0,
        let flags = packet["flags"], flags.allSatisfy({ "K_".contains($0) })
      else { throw refuse("has an edit list or frames without times") }
      // The first frame that is decoded is the first one that is shown.
      let start = first ?? time
      first = start
      let seconds = Double(time - start) * Double(base[0]) / Double(base[1])
      let number = Int((seconds * rate.value).rounded())
      times.append(number)
      frames.append(
        Frame(number: number, place: place, length: length, isKey: flags.contains("K")))
    }
    guard !times.isEmpty, times.sorted() == Array(0..<times.count) else {
      throw refuse("does not have exactly \(rate) frames a second")
    }
    (self.file, self.rate, self.frames) = (file, rate, frames)
    (self.configuration, self.references) = (configuration, references)
    let start = facts.last?["start_time"].flatMap { Double($0) } ?? 0
    delay = Double(first ?? 0) * Double(base[0]) / Double(base[1]) - start
  }

  /// When to start decoding so that a frame is the first one, in seconds from the start of the
  /// file: half a frame earlier.
  func start(of number: Int) -> Double { max(0, delay + (Double(number) - 0.5) / rate.value) }

  /// The entries `key=value` of a line.
  private static func entries(_ line: Substring) -> [Substring: Substring] {
    var entries: [Substring: Substring] = [:]
    for entry in line.split(separator: "|") {
      guard let sign = entry.firstIndex(of: "=") else { continue }
      entries[entry[..<sign]] = entry[entry.index(after: sign)...]
    }
    return entries
  }

  /// The bytes of a hexadecimal dump, whose lines, `00000010: 0227 e5c0  .'..`, end with `\n`.
  private static func bytes(in dump: Substring) -> [UInt8] {
    dump.split(separator: "\\n").flatMap { line -> [UInt8] in
      let digits = line.utf8.dropFirst(10).prefix(39).compactMap {
        Character(Unicode.Scalar($0)).hexDigitValue
      }
      return stride(from: 0, to: digits.count - 1, by: 2).map {
        UInt8(digits[$0] << 4 | digits[$0 + 1])
      }
    }
  }

  /// Where the video can be cut: before these frames in the order of decoding, all that are shown
  /// earlier have been decoded, and no others.
  private var cuts: [Int] {
    var last = -1
    return frames.indices.filter { index in
      defer { last = max(last, frames[index].number) }
      return last == index - 1
    } + [frames.count]
  }

  /// The longest part at the start of at most `limit` frames that can be decoded by itself.
  func start(atMost limit: Int) -> ArraySlice<Frame> {
    frames[..<(cuts.last { $0 <= limit } ?? 0)]
  }

  /// The longest part at the end without the first `limit` frames that can be decoded by itself.
  func end(without limit: Int) -> ArraySlice<Frame> {
    frames[(cuts.first { $0 >= limit && $0 < frames.count && frames[$0].isKey } ?? frames.count)...]
  }

  /// Checks that frames need no other parameter sets than those of ``configuration``, and that the
  /// first one needs no other frame.
  ///
  /// - Throws: ``Refusal``.
  func check(_ frames: ArraySlice<Frame>) throws {
    for frame in frames {
      var (rest, types) = (frame.place..<frame.place + frame.length, Set<UInt8>())
      while !rest.isEmpty {
        guard let head = file.bytes(rest.prefix(5)), head.count == 5,
          case let length = head[..<4].reduce(0, { $0 << 8 | Int($1) }),
          length > 0, length <= rest.count - 4
        else { throw Refusal(description: "'\(file.path)' is damaged") }
        let unit = rest.dropFirst(4).prefix(length)
        rest = rest.dropFirst(4 + length)
        let type = head[4] & 0x1F
        types.insert(type)
        if Self.setTypes.contains(type) {
          guard length < 1 << 16, let set = file.bytes(unit), configuration.contains(set) else {
            throw Refusal(description: "'\(file.path)' changes its parameter sets")
          }
        }
      }
      guard types.isSubset(of: Self.knownTypes) else {
        throw Refusal(description: "'\(file.path)' has parts of an extension of H.264")
      }
      if frame == frames.first, types.contains(Self.slice) {
        throw Refusal(description: "'\(file.path)' has frames that refer to earlier ones")
      }
    }
  }

  /// The types of units, as in table 7-1 of ITU-T H.264: a slice of a picture that needs others,
  /// both sets, and all that can be copied.
  private static let slice: UInt8 = 1
  private static let setTypes: Set<UInt8> = [7, 8]
  private static let knownTypes: Set<UInt8> = [1, 5, 6, 7, 8, 9, 12]

  /// Calls `body` with the bytes of each frame.
  func read(
    _ frames: ArraySlice<Frame>, _ body: (_ frame: Frame, _ bytes: [UInt8]) throws -> Void
  ) throws {
    for frame in frames {
      guard let bytes = file.bytes(frame.place..<frame.place + frame.length) else {
        throw RecordingError.clip("cannot read '\(file.path)': it has become shorter")
      }
      try body(frame, bytes)
    }
  }
}
