import GLESKitSupport
import Imaging
import TestSupport
import Testing

@testable import Recording

@Suite struct AVIFRepetitionTests {
  /// The content of each box of a name and a version.
  private func contents(
    of name: String, version: UInt8, in file: [UInt8]
  ) -> [ArraySlice<UInt8>] {
    let start = Array(name.utf8) + [version]
    return file.indices.filter { file[$0...].starts(with: start) }.map { file[($0 + 4)...] }
  }

  private func number(_ bytes: ArraySlice<UInt8>, at place: Int, count: Int = 4) -> UInt64 {
    bytes.dropFirst(place).prefix(count).reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// Three frames of a picture, and four of nothing.
  private func animation(_ path: String, plays: Int) throws {
    var options = Recorder.Options()
    options.plays = plays
    options.keepsAlpha = true
    let rate = try #require(FrameRate("29.97"))
    var recorder = try Recorder(to: path, size: PixelSize(66, 50), rate: rate, options: options)
    try recorder.append(quarters(66, 50), for: 3)
    try recorder.append(Image(width: 66, height: 50), for: 4)
    try recorder.finish()
  }

  /// A track repeats its edit list until its own duration ends; all ones are endless.
  @Test(arguments: [0, 1, 5, 65_535])
  func itPlaysAsOftenAsItShould(plays: Int) throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/a.avif"
    try animation(path, plays: plays)
    let file = try Files.read(path)
    let movie = try #require(contents(of: "mvhd", version: 1, in: file).first)
    let timescale = Double(number(movie, at: 20))
    let heads = contents(of: "tkhd", version: 1, in: file)
    let lists = contents(of: "elst", version: 0, in: file)
    // Colors and alpha.
    try #require(heads.count == 2 && lists.count == 2)
    for (list, head) in zip(lists, heads) {
      // The flag to repeat; one entry, from the start, at its own rate.
      #expect(number(list, at: 1, count: 3) == 1)
      #expect(number(list, at: 4) == 1)
      #expect(number(list, at: 12) == 0)
      #expect(number(list, at: 16) == 65_536)
      let once = number(list, at: 8)
      let seconds: Double = 7 * 1001 / 30_000
      #expect(abs(Double(once) / timescale - seconds) < 0.002)
      let whole = plays == 0 ? UInt64.max : once * UInt64(plays)
      #expect(number(head, at: 28, count: 8) == whole)
      #expect(number(movie, at: 24, count: 8) == whole)
    }
  }

  /// The places of the data move with it.
  @Test func decodersFindTheData() throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/a.avif"
    try animation(path, plays: 2)
    let decoded = try Decoded(path)
    #expect(decoded.facts["nb_read_frames"] == "7")
    try #require(decoded.frames.count == 7)
    #expect(departures(decoded.frames[0], quarters(66, 50), within: 8) == [])
    #expect(departures(decoded.frames[6], Image(width: 66, height: 50), within: 8) == [])
    // The still that readers without animations show has a place of its own.
    let file = try Files.read(path)
    let items = try #require(contents(of: "iloc", version: 0, in: file).first)
    let chunks = contents(of: "stco", version: 0, in: file)
    try #require(chunks.count == 2)
    #expect(number(items, at: 14) == number(chunks[0], at: 8))
    #expect(number(items, at: 28) == number(chunks[1], at: 8))
  }

  @Test func aFileThatIsCutIsRefused() throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/a.avif"
    try animation(path, plays: 0)
    let file = try Files.read(path)
    for length in [0, 4, 40, 500, file.count - 1] {
      #expect(AVIFRepetition.note(3, in: Array(file.prefix(length))) == nil, "\(length)")
    }
  }
}
