import GLESKitSupport
import Testing

@Test func controlCharactersBecomeEscapes() {
  #expect(oneLine("a\nb\tc\u{1B}[31m\u{85}\u{7}é") == "a\\nb\\tc\\x1b[31m\\x85\\x07é")
  #expect(oneLine("a\u{202E}gpj\u{2066}") == "a\\u{202e}gpj\\u{2066}")
  #expect(oneLine("größe 😀") == "größe 😀")
}
