import GLESKitSupport

/// The parameter sets of H.264 video in an MP4 file: an `AVCDecoderConfigurationRecord` of ISO/IEC
/// 14496-15.
struct AVCConfiguration: Equatable {
  /// The profile, such as 100 for High.
  private(set) var profile: UInt8
  private var compatibility: UInt8
  private var level: UInt8
  private(set) var sequenceSets: [[UInt8]] = []
  private(set) var pictureSets: [[UInt8]] = []
  /// What follows the sets, in High: the chroma format and the bit depths.
  private var ending: [UInt8]

  /// - Returns: `nil` for a damaged record, and for one of video whose units don't have lengths of
  ///   four bytes.
  init?(_ bytes: [UInt8]) {
    guard bytes.count >= 6, bytes[0] == 1, bytes[4] & 3 == 3 else { return nil }
    (profile, compatibility, level) = (bytes[1], bytes[2], bytes[3])
    var rest = bytes[5...]
    func sets(_ mask: UInt8) -> [[UInt8]]? {
      guard let count = rest.popFirst() else { return nil }
      var sets: [[UInt8]] = []
      for _ in 0..<count & mask {
        guard rest.count >= 2 else { return nil }
        let length = rest.prefix(2).bigEndianNumber
        rest.removeFirst(2)
        // The shortest sets have room for their numbers.
        guard length >= 2, length <= rest.count else { return nil }
        sets.append(Array(rest.prefix(length)))
        rest.removeFirst(length)
      }
      return sets
    }
    guard let sequences = sets(0x1F), let pictures = sets(0xFF),
      sequences.allSatisfy({ Self.number(ofSequence: $0) != nil }),
      pictures.allSatisfy({ Self.number(ofPicture: $0) != nil })
    else { return nil }
    (sequenceSets, pictureSets, ending) = (sequences, pictures, Array(rest))
  }

  /// The record.
  var bytes: [UInt8] {
    func list(_ sets: [[UInt8]]) -> [UInt8] {
      sets.flatMap { $0.count.bigEndianBytes(2) + $0 }
    }
    return [1, profile, compatibility, level, 0xFF, 0xE0 | UInt8(sequenceSets.count)]
      + list(sequenceSets) + [UInt8(pictureSets.count)] + list(pictureSets) + ending
  }

  /// A number from 0 to 31 that no set has.
  var freeNumber: Int? {
    let taken =
      sequenceSets.map(Self.number(ofSequence:)) + pictureSets.map(Self.number(ofPicture:))
    return (0..<32).first { !taken.contains($0) }
  }

  /// The configuration of video that uses the sets of both; `nil` if they have different sets of
  /// the same number, or different profiles.
  func joined(with other: Self) -> Self? {
    guard profile == other.profile, ending == other.ending else { return nil }
    var all = self
    // Constraints have to hold for all of the video.
    all.compatibility &= other.compatibility
    all.level = max(level, other.level)
    func add(
      _ more: [[UInt8]], to sets: inout [[UInt8]], most: Int, number: ([UInt8]) -> Int?
    ) -> Bool {
      for set in more where !sets.contains(set) {
        guard !sets.contains(where: { number($0) == number(set) }) else { return false }
        sets.append(set)
      }
      return sets.count <= most
    }
    guard
      add(other.sequenceSets, to: &all.sequenceSets, most: 31, number: Self.number(ofSequence:)),
      add(other.pictureSets, to: &all.pictureSets, most: 255, number: Self.number(ofPicture:))
    else { return nil }
    return all
  }

  /// Whether it has this set.
  func contains(_ set: [UInt8]) -> Bool { sequenceSets.contains(set) || pictureSets.contains(set) }

  /// The profile, constraints and level precede the number.
  private static func number(ofSequence set: [UInt8]) -> Int? { number(in: set.dropFirst(4)) }

  private static func number(ofPicture set: [UInt8]) -> Int? { number(in: set.dropFirst()) }

  /// The Exp-Golomb code of at most 15 bits with which some bytes start.
  private static func number(in bytes: ArraySlice<UInt8>) -> Int? {
    let word = UInt16(bytes.prefix(2).bigEndianNumber) << (bytes.count < 2 ? 8 : 0)
    let zeros = word.leadingZeroBitCount
    guard !bytes.isEmpty, zeros < 8 else { return nil }
    return Int(word >> (15 - 2 * zeros)) - 1
  }
}
