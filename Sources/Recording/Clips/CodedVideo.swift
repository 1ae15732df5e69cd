import GLESKitSupport
import Glibc

/// The coded frames of a clip in H.264, for copying them to an MP4 file as they are.
struct CodedVideo: Sendable {
  /// A coded frame.
  struct Frame {
    /// Its place among the frames that are shown, from 0.
    let number: Int
    /// Whether decoding can start with it.
    let isKey: Bool
  }

  /// Why the frames of a clip can't be copied.
  struct Refusal: Error, CustomStringConvertible {
    let description: String
  }

  /// All frames, in the order in which they are decoded.
  let frames: [Frame]
  /// The number of frames that a decoder keeps.
  let references: Int
  /// When the first frame is shown, in seconds from the start of the file, which may start with
  /// sound.
  private let delay: Double
  private let rate: FrameRate
  private let file: InputFile
  /// The number of its stream in the file.
  private let stream: Int

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
    let file = try filing { () throws(FileError) in try InputFile(path) }
    func entries(_ names: String) throws -> [[Substring: Substring]] {
      let (report, ending) = try FFprobe.run(
        on: "/proc/self/fd/3",
        ["-select_streams", "\(stream)", "-show_entries", names, "-of", "compact=p=0"],
        passing: [file.descriptor], limit: Self.longestReport, called: path)
      guard ending.status == 0 else { throw refuse("can't be read: ffprobe \(ending.sentence)") }
      return report.split(separator: "\n").map(Self.entries)
    }
    let facts = try entries(
      "stream=codec_name,codec_tag_string,pix_fmt,field_order,refs,time_base:format=start_time")
    guard let video = facts.first, video["codec_name"] == "h264",
      video["codec_tag_string"] == "avc1"
    else { throw refuse("is not H.264 in an MP4 or QuickTime file") }
    guard video["pix_fmt"] == "yuv420p", video["field_order"] == "progressive" else {
      throw refuse("is interlaced or not 8-bit 4:2:0")
    }
    guard let references = video["refs"].flatMap({ Int($0) }),
      let base = video["time_base"].map({ $0.split(separator: "/").compactMap { Int($0) } }),
      base.count == 2, base[1] > 0
    else { throw refuse("is damaged") }
    var frames: [Frame] = []
    var (first, times): (Int?, [Int]) = (nil, [])
    for packet in try entries("packet=pts,flags") {
      guard let time = packet["pts"].flatMap({ Int($0) }), abs(time) < 1 << 40,
        let flags = packet["flags"], flags.allSatisfy({ "K_".contains($0) })
      else { throw refuse("has an edit list or frames without times") }
      // The first frame that is decoded is the first one that is shown.
      let start = first ?? time
      first = start
      let seconds = Double(time - start) * Double(base[0]) / Double(base[1])
      let number = Int((seconds * rate.value).rounded())
      times.append(number)
      frames.append(Frame(number: number, isKey: flags.contains("K")))
    }
    guard !times.isEmpty, times.sorted() == Array(0..<times.count) else {
      throw refuse("does not have exactly \(rate) frames a second")
    }
    // ffmpeg leaves out what comes before the first key frame.
    guard frames[0].isKey else { throw refuse("does not begin with a key frame") }
    (self.file, self.stream, self.rate) = (file, stream, rate)
    (self.frames, self.references) = (frames, references)
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

  /// Frames of a video in a file of their own.
  struct Part: Sendable {
    let video: CodedVideo
    let frames: ArraySlice<Frame>
    let sets: ParameterSets
    /// The frames in NUT, with start codes and without parameter sets among them.
    let file: InputFile

    /// How many frames are decoded before one that is shown earlier, at most. As many are shown
    /// before the part as are decoded before it.
    var delay: Int { frames.indices.map { $0 - frames[$0].number }.max() ?? 0 }
  }

  /// Takes frames out of the file, at the times of a constant rate, without their parameter sets.
  ///
  /// - Throws: ``Refusal`` if they can't stand among others: they have several parameter sets of a
  ///   number or an extension of H.264, or the first one refers to earlier ones.
  func part(_ frames: ArraySlice<Frame>) throws -> Part {
    func refuse(_ reason: String) -> Refusal {
      Refusal(description: "'\(self.file.path)' \(reason)")
    }
    func output(_ filters: String, _ target: [String]) -> [String] {
      ["-map", "0:\(stream)", "-c", "copy", "-frames:v", "\(frames.endIndex)", "-bsf:v", filters]
        + target
    }
    func units(_ condition: String, _ types: String) -> String {
      "noise=amount=0:drop='\(condition)',h264_mp4toannexb,filter_units=\(types)"
    }
    let first = frames.startIndex
    // `ffconcat` has this time base if it declares a stream. No frame is decoded more than 16
    // frames before it is shown.
    let step = "(90000*\(rate.denominator)/\(rate.numerator))"
    let times =
      "setts=time_base=1/90000:pts='round((PTS-STARTPTS)/\(step))*\(step)':dts='(N-16)*\(step)',"
    let (file, sets, ending): (InputFile, [UInt8], ChildProcess.Ending)
    do {
      let spool = try Spool.open()
      file = try InputFile(Spool.path(of: spool))
      (sets, ending) = try ChildProcess.output(
        of: FFmpeg.command + FFprobe.formats + ["-i", "file:/proc/self/fd/3"]
          + output(
            times + units("lt(n,\(first))", "remove_types=7-8"), ["-f", "nut", "/proc/self/fd/4"])
          + output(
            units("lt(n,\(first))", "pass_types=2-4|7-8|10-11|13-31"), ["-f", "h264", "pipe:1"])
          // A picture that refers to others has units of type 1 (table 7-1).
          + output(units("1-eq(n,\(first))", "pass_types=1"), ["-f", "h264", "pipe:1"]),
        passing: [self.file.descriptor, spool.descriptor], limit: Self.longestReport,
        patience: 600)
    } catch let error as CError where error.code == EFBIG {
      throw refuse("has parts of an extension of H.264")
    } catch let error as CError {
      throw FFmpeg.failure(error, "cannot read '\(self.file.path)'")
    } catch let error as FileError {
      throw RecordingError.file(error)
    }
    guard ending.status == 0, ending.complaint.isEmpty else {
      throw refuse("can't be copied: ffmpeg \(ending.sentence)")
    }
    let units = ParameterSets.units(in: sets)
    let types = Set(units.map { $0[0] & 0x1F })
    guard !types.contains(1) else { throw refuse("has frames that refer to earlier ones") }
    guard types.isSubset(of: [7, 8]) else { throw refuse("has parts of an extension of H.264") }
    guard let sets = ParameterSets(units) else { throw refuse("changes its parameter sets") }
    return Part(video: self, frames: frames, sets: sets, file: file)
  }
}
