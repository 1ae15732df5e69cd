import GLESKitSupport
import Testing

private let writtenValues: [(JSON, String)] = [
  (JSON.null, "null"),
  (JSON.bool(true), "true"),
  (JSON.integer(-7), "-7"),
  (JSON.integer(.min), "-9223372036854775808"),
  (JSON.number(1.5), "1.5"),
  (JSON.number(0.1), "0.1"),
  (JSON.number(.nan), "null"),
  (JSON.number(-.infinity), "null"),
  (JSON.number(.leastNonzeroMagnitude), "5e-324"),
  (JSON.string("a\"b\\c/"), #""a\"b\\c/""#),
  (JSON.string("\n\r\t\u{1}\u{7F}\u{2028}"), #""\n\r\t\u0001\u007f\u2028""#),
  (JSON.string("é🏳️‍🌈"), "\"é🏳️‍🌈\""),
  (JSON.array([]), "[]"),
  (JSON.object([]), "{}"),
  (JSON.array([1, ["x", 2.5, false]]), #"[1,["x",2.5,false]]"#),
  (JSON.object([.init("z", 1), .init("a\n", [:])]), #"{"z":1,"a\n":{}}"#),
]

@Test(arguments: writtenValues)
func writesJSON(_ value: JSON, _ expected: String) {
  #expect(value.text(isPretty: false) == expected)
}

@Test func prettyJSONIsIndented() {
  let value: JSON = ["name": "a", "sizes": [1, 2], "none": []]
  #expect(
    value.text() == """
      {
        "name": "a",
        "sizes": [
          1,
          2
        ],
        "none": []
      }
      """)
}

@Test func escapesAreRead() throws {
  let text = #""\"\\\/\b\f\n\r\t\u00e9\ud83d\ude00""#
  #expect(try JSONDocument(text).value == .string("\"\\/\u{8}\u{C}\n\r\té\u{1F600}"))
}
