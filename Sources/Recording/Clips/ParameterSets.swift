/// Parameter sets of H.264 video, each as a unit without its start code (ITU-T H.264, 7.3.2).
struct ParameterSets {
  /// Each once: a sequence's with the highest level, then in the order of the video.
  private(set) var units: [[UInt8]] = []
  /// The profile of all, such as 100 for High, and the highest level, such as 40 for 4.0.
  private(set) var (profile, level): (UInt8, UInt8) = (0, 0)

  /// - Returns: `nil` for sets that no file can have together: different ones of the same number,
  ///   or of different profiles.
  init?(_ sets: some Sequence<[UInt8]>) {
    for set in sets where !units.contains(set) {
      guard let number = Self.number(of: set),
        !units.contains(where: { $0[0] & 0x1F == set[0] & 0x1F && Self.number(of: $0) == number })
      else { return nil }
      units.append(set)
      guard Self.isSequence(set) else { continue }
      guard profile == 0 || profile == set[1] else { return nil }
      (profile, level) = (set[1], max(level, set[3]))
    }
    guard profile > 0 else { return nil }
    // ffmpeg describes a file by its first one.
    let highest = units.firstIndex { Self.isSequence($0) && $0[3] == level } ?? 0
    units.insert(units.remove(at: highest), at: 0)
  }

  /// A number from 0 to 31 that no set has.
  var freeNumber: Int? {
    let taken = units.map(Self.number(of:))
    return (0..<32).first { !taken.contains($0) }
  }

  /// Splits a stream of units with start codes.
  static func units(in stream: [UInt8]) -> [[UInt8]] {
    stream.split(separator: [0, 0, 1]).map { unit in
      // No unit ends with 0, and a start code may begin with another 0.
      Array(unit.last == 0 ? unit.dropLast() : unit)
    }.filter { !$0.isEmpty }
  }

  private static func isSequence(_ set: [UInt8]) -> Bool { set[0] & 0x1F == 7 }

  /// The Exp-Golomb code of at most 15 bits after the type, and after the profile, constraints and
  /// level of a sequence's set; `nil` for a damaged set.
  private static func number(of set: [UInt8]) -> Int? {
    let bytes = set.dropFirst(isSequence(set) ? 4 : 1).prefix(2)
    let word = bytes.reduce(0) { UInt16($0) << 8 | UInt16($1) } << (bytes.count < 2 ? 8 : 0)
    let zeros = word.leadingZeroBitCount
    guard !bytes.isEmpty, zeros < 8 else { return nil }
    return Int(word >> (15 - 2 * zeros)) - 1
  }
}
