import Testing

@testable import Recording

@Suite struct AVCConfigurationTests {
  /// A record of libx264, High, level 4.0, whose sets have the number 0.
  private static let usual: [UInt8] = [
    1, 0x64, 0, 0x28, 0xFF, 0xE1, 0, 6, 0x67, 0x64, 0, 0x28, 0xAC, 0xD9, 1, 0, 4, 0x68, 0xEF, 0x82,
    0x3C, 0xFD, 0xF8, 0xF8, 0,
  ]

  /// The same with other sets: the first byte of their content holds their number.
  private func record(
    sequence: UInt8, picture: UInt8, content: UInt8 = 0xD9, profile: UInt8 = 0x64
  ) -> [UInt8] {
    var bytes = Self.usual
    (bytes[1], bytes[12], bytes[13], bytes[18]) = (profile, sequence, content, picture)
    return bytes
  }

  @Test func aRecordIsReadAndWritten() throws {
    let read = try #require(AVCConfiguration(Self.usual))
    #expect(read.profile == 0x64)
    #expect(read.sequenceSets == [[0x67, 0x64, 0, 0x28, 0xAC, 0xD9]])
    #expect(read.pictureSets == [[0x68, 0xEF, 0x82, 0x3C]])
    #expect(read.bytes == Self.usual)
    // 1 is the code of 0, 010 that of 1.
    #expect(read.freeNumber == 1)
    #expect(AVCConfiguration(record(sequence: 0b0100_0000, picture: 0x80))?.freeNumber == 2)
    #expect(AVCConfiguration(record(sequence: 0b0110_0000, picture: 0b0100_0000))?.freeNumber == 0)
  }

  @Test func setsOfDifferentNumbersAreJoined() throws {
    let one = try #require(AVCConfiguration(Self.usual))
    #expect(one.joined(with: one) == one)
    let two = try #require(AVCConfiguration(record(sequence: 0b0100_0000, picture: 0b0100_0000)))
    let both = try #require(one.joined(with: two))
    #expect(both.sequenceSets == one.sequenceSets + two.sequenceSets)
    #expect(both.pictureSets == one.pictureSets + two.pictureSets)
    #expect(both.freeNumber == 2)
    #expect(AVCConfiguration(both.bytes) == both)
    #expect(both.contains(two.pictureSets[0]) && !one.contains(two.pictureSets[0]))
  }

  @Test func conflictsAreRefused() throws {
    let one = try #require(AVCConfiguration(Self.usual))
    for other in [
      record(sequence: 0xAC, picture: 0xEF, content: 0xD8), record(sequence: 0xAC, picture: 0xEE),
      record(sequence: 0b0100_0000, picture: 0b0100_0000, profile: 0x4D),
    ] {
      #expect(one.joined(with: try #require(AVCConfiguration(other))) == nil)
    }
  }

  /// The higher level, and the constraints that hold for both.
  @Test func levelsAndConstraintsHoldForBoth() throws {
    var (low, high) = (Self.usual, Self.usual)
    (low[2], low[3], high[2], high[3]) = (0xC0, 0x1F, 0x40, 0x33)
    let (one, two) = (try #require(AVCConfiguration(low)), try #require(AVCConfiguration(high)))
    for joined in [one.joined(with: two), two.joined(with: one)] {
      #expect(joined?.bytes[1...3] == [0x64, 0x40, 0x33])
    }
  }

  @Test func damagedRecordsAreRefused() {
    for count in 0..<Self.usual.count - 4 {
      #expect(AVCConfiguration(Array(Self.usual[..<count])) == nil, "\(count)")
    }
    // Another version; units with lengths of two bytes; a set without its number.
    var (version, lengths, empty) = (Self.usual, Self.usual, Self.usual)
    (version[0], lengths[4], empty[12]) = (2, 0xFD, 0)
    for bytes in [version, lengths, empty] { #expect(AVCConfiguration(bytes) == nil) }
  }
}
