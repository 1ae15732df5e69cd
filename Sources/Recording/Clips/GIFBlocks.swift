/// The places of a GIF's images and extensions, which follow its header and palette (GIF89a).
struct GIFBlocks: Sequence, IteratorProtocol {
  private let file: [UInt8]
  private var place: Int

  init(_ file: [UInt8]) {
    (self.file, place) = (file, 0)
    place = 13 + tableLength(10)
  }

  /// Whether the file has been parsed to its end.
  var areWhole: Bool { byte(place) == 0x3B }

  mutating func next() -> Int? {
    let start = place
    switch byte(place) {
    case 0x21: place += 2
    // One byte between the colors and the data holds the code size.
    case 0x2C: place += 11 + tableLength(place + 9)
    default: return nil
    }
    // Pieces of data start with their lengths; the last length is 0.
    while byte(place) > 0 { place += byte(place) + 1 }
    place += 1
    return start
  }

  /// A byte of the file; 0 behind its end.
  private func byte(_ place: Int) -> Int { place < file.count ? Int(file[place]) : 0 }

  /// The length of a color table that the flags at a place announce.
  private func tableLength(_ place: Int) -> Int {
    byte(place) & 0x80 == 0 ? 0 : 3 << (byte(place) & 7 + 1)
  }

  /// Whether a file has a second image.
  static func haveSeveralImages(_ file: [UInt8]) -> Bool {
    GIFBlocks(file).lazy.filter { file[$0] == 0x2C }.dropFirst().first { _ in true } != nil
  }

  /// Makes every picture be cleared before the next one is shown (section 23), so that it doesn't
  /// show through transparent pixels.
  ///
  /// ffmpeg only does this for pictures with transparent pixels, and leaves an opaque picture in
  /// place even if a transparent one follows (libavcodec/gif.c, 5.1).
  ///
  /// - Returns: Whether the file was parsed to its end.
  static func clearAll(_ file: inout [UInt8]) -> Bool {
    guard let controls = controls(in: file) else { return false }
    for place in controls { file[place + 3] = file[place + 3] & ~0x1C | 2 << 2 }
    return true
  }

  /// The graphic control extensions; `nil` if the file was not parsed to its end.
  private static func controls(in file: [UInt8]) -> [Int]? {
    var blocks = GIFBlocks(file)
    var places: [Int] = []
    while let place = blocks.next() {
      if blocks.byte(place) == 0x21, blocks.byte(place + 1) == 0xF9 { places.append(place) }
    }
    return blocks.areWhole ? places : nil
  }
}
