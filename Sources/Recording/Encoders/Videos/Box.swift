import GLESKitSupport

/// A box of an ISO base media file (ISO/IEC 14496-12).
struct Box {
  let name: String
  /// The content before its parts.
  private var body: [UInt8]
  var parts: [Box]

  init(_ name: String, _ body: [UInt8], parts: [Box] = []) {
    (self.name, self.body, self.parts) = (name, body, parts)
  }

  /// The length and the name that begin a box; the length is 1 if one of 64 bits follows, and 0 for
  /// a box up to the end of the file.
  static func head(_ bytes: some Collection<UInt8>) -> (length: Int, name: String) {
    (bytes.prefix(4).bigEndianNumber, String(decoding: bytes.dropFirst(4).prefix(4), as: UTF8.self))
  }

  /// How many bytes of a box precede its parts. Boxes with other names are not taken apart.
  private static let starts = ["moov": 0, "trak": 0, "mdia": 0, "minf": 0, "stbl": 0, "meta": 4]

  /// The boxes that fill `bytes`; `nil` if they don't.
  static func all(in bytes: ArraySlice<UInt8>) -> [Box]? {
    var boxes: [Box] = []
    var rest = bytes
    while !rest.isEmpty {
      guard rest.count >= 8 else { return nil }
      let (length, name) = head(rest)
      let start = starts[name]
      guard length >= 8 + (start ?? 0), length <= rest.count else { return nil }
      let content = rest.prefix(length).dropFirst(8)
      guard let parts = start.map({ all(in: content.dropFirst($0)) }) ?? [] else { return nil }
      boxes.append(Box(name, Array(content.prefix(start ?? .max)), parts: parts))
      rest = rest.dropFirst(length)
    }
    return boxes
  }

  var length: Int { parts.reduce(8 + body.count) { $0 + $1.length } }

  func append(to bytes: inout [UInt8]) {
    bytes += length.bigEndianBytes(4) + Array(name.utf8) + body
    for part in parts { part.append(to: &bytes) }
  }

  func part(_ name: String) -> Box? { parts.first { $0.name == name } }

  /// Changes the first part of this name. Returns whether there is one and the change succeeds.
  mutating func change(_ name: String, _ change: (inout Box) -> Bool) -> Bool {
    guard let index = parts.firstIndex(where: { $0.name == name }) else { return false }
    return change(&parts[index])
  }

  /// A number of 32 bits in a box of version 0.
  func number(at place: Int) -> Int? {
    guard body.first == 0, place + 4 <= body.count else { return nil }
    return body[place..<place + 4].bigEndianNumber
  }

  mutating func setNumber(_ value: Int, at place: Int) -> Bool {
    guard number(at: place) != nil, UInt32(exactly: value) != nil else { return false }
    body.replaceSubrange(place..<place + 4, with: value.bigEndianBytes(4))
    return true
  }

  /// Replaces the duration of a movie or track by one of 64 bits, for which the box becomes one of
  /// version 1. Two times before it become longer, too.
  mutating func setLongDuration(_ value: UInt64, at place: Int) -> Bool {
    guard number(at: place) != nil else { return false }
    let high = [UInt8](repeating: 0, count: 4)
    body =
      [1] + body[1..<4] + high + body[4..<8] + high + body[8..<place]
      + Int(truncatingIfNeeded: value).bigEndianBytes(8) + body[(place + 4)...]
    return true
  }

  /// The duration of a track, in units of the movie, rounded up so that no frame is cut off.
  func duration(in timescale: Int) -> Int? {
    guard let clock = part("mdia")?.part("mdhd"), let unit = clock.number(at: 12), unit > 0,
      let length = clock.number(at: 16), length > 0
    else { return nil }
    return (length * timescale + unit - 1) / unit
  }

  /// Lets a track repeat its first `length` units until `duration`.
  mutating func addEditList(_ length: Int, duration: UInt64) -> Bool {
    guard let head = parts.firstIndex(where: { $0.name == "tkhd" }),
      parts[head].setLongDuration(duration, at: 20), length <= UInt32.max
    else { return false }
    // Version 0 with the flag to repeat; one entry, from the start of the media, at its own rate.
    let entry = [1, 1, length, 0, 1 << 16].flatMap { $0.bigEndianBytes(4) }
    let list = Box("elst", entry)
    parts.insert(Box("edts", [], parts: [list]), at: head + 1)
    return true
  }

  /// Moves the places of a track's data.
  mutating func moveChunks(by shift: Int) -> Bool {
    change("mdia") { media in
      media.change("minf") { information in
        information.change("stbl") { table in
          table.change("stco") { $0.move(by: shift, from: 8, step: 4, count: $0.number(at: 4)) }
        }
      }
    }
  }

  /// Moves the places of a file's items, each with one extent of 32 bits.
  mutating func moveItems(by shift: Int) -> Bool {
    change("iloc") { items in
      guard items.body.count >= 8, items.body[4...5] == [0x44, 0] else { return false }
      let count = items.body[6...7].bigEndianNumber
      return items.body.count == 8 + 14 * count
        && items.move(by: shift, from: 14, step: 14, count: count)
    }
  }

  private mutating func move(by shift: Int, from first: Int, step: Int, count: Int?) -> Bool {
    guard let count else { return false }
    for index in 0..<count {
      let place = first + index * step
      guard let number = number(at: place), setNumber(number + shift, at: place) else {
        return false
      }
    }
    return true
  }
}
