import Testing

@testable import Recording

@Suite struct ParameterSetsTests {
  /// The sets of libx264, High, level 4.0, whose numbers are 0.
  private static let usual: [[UInt8]] = [
    [0x67, 0x64, 0, 0x28, 0xAC, 0xD9], [0x68, 0xEF, 0x82, 0x3C],
  ]

  /// The same with others: the first byte of their content holds their number.
  private func sets(
    sequence: UInt8, picture: UInt8, content: UInt8 = 0xD9, profile: UInt8 = 0x64
  ) -> [[UInt8]] {
    [[0x67, profile, 0, 0x33, sequence, content], [0x68, picture, 0x82, 0x3C]]
  }

  @Test func aNumberIsFree() throws {
    let usual = try #require(ParameterSets(Self.usual))
    #expect((usual.profile, usual.level) == (0x64, 0x28))
    // 1 is the code of 0, 010 that of 1.
    #expect(usual.freeNumber == 1)
    #expect(ParameterSets(sets(sequence: 0b0100_0000, picture: 0x80))?.freeNumber == 2)
    #expect(ParameterSets(sets(sequence: 0b0110_0000, picture: 0b0100_0000))?.freeNumber == 0)
  }

  @Test func setsOfDifferentNumbersFit() throws {
    let others = sets(sequence: 0b0100_0000, picture: 0b0100_0000)
    let both = try #require(ParameterSets(Self.usual + others + Self.usual))
    #expect(both.units == [others[0]] + Self.usual + others.dropFirst())
    #expect(both.freeNumber == 2 && both.level == 0x33)
  }

  @Test func conflictsAreRefused() {
    for others in [
      sets(sequence: 0xAC, picture: 0xEF, content: 0xD8),
      sets(sequence: 0b0100_0000, picture: 0xEE),
      sets(sequence: 0b0100_0000, picture: 0b0100_0000, profile: 0x4D),
    ] {
      #expect(ParameterSets(others) != nil && ParameterSets(Self.usual + others) == nil)
    }
  }

  @Test func damagedSetsAreRefused() {
    for sets: [[UInt8]] in [
      [], [Self.usual[1]], [[0x67, 0x64, 0, 0x28]], [Self.usual[0], [0x68]],
      [Self.usual[0], [0x68, 0, 0x40]],
    ] { #expect(ParameterSets(sets) == nil, "\(sets)") }
  }

  /// Start codes have three or four bytes.
  @Test func aStreamIsSplit() {
    #expect(
      ParameterSets.units(in: [0, 0, 0, 1, 7, 0, 3, 0, 0, 1, 8, 9, 0, 0, 0, 1, 5]) == [
        [7, 0, 3], [8, 9], [5],
      ])
    #expect(ParameterSets.units(in: []).isEmpty)
  }
}
