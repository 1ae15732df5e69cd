import GLESKitSupport
import Testing

@Test func numbersAreReadAndWrittenInBothOrders() {
  let bytes: [UInt8] = [0x12, 0x34, 0x56, 0x78]
  #expect(bytes.bigEndianNumber == 0x1234_5678 && bytes.littleEndianNumber == 0x7856_3412)
  #expect(bytes[1...2].bigEndianNumber == 0x3456 && [UInt8]().littleEndianNumber == 0)
  #expect(0x1234_5678.bigEndianBytes(4) == bytes && 0x7856_3412.littleEndianBytes(4) == bytes)
  // Higher bytes are left out, and 64 bits of ones don't overflow.
  #expect(0x1234_5678.bigEndianBytes(2) == [0x56, 0x78])
  #expect([UInt8](repeating: 0xFF, count: 8).bigEndianNumber == -1)
}

@Test func linesAreWrappedAtBlanks() {
  #expect(wrappedLines("one two  three", to: 7) == ["one two", "three"])
  #expect(wrappedLines("a longer-than-that word", to: 6) == ["a", "longer-than-that", "word"])
  #expect(wrappedLines("", to: 6) == [""])
}

@Test func markupIsEscaped() {
  #expect(Markup.escaped("a < \"b\" & 'ü' > c") == "a &lt; &quot;b&quot; &amp; 'ü' &gt; c")
}
