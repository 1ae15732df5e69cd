/// A place on the line after its message: `┌─ sky.frag:12:5` of naga, `at: (null) (:12)` and
/// `At: :12.` of Godot.
struct FollowingPlace: Hashable {
  var path: String?
  var line: Int
  var column: Int?
  /// Whether the place is in Godot's form, in which it also names its own sources.
  var isGodots: Bool

  /// Parses a line; `nil` if it has another form.
  init?(_ text: ArraySlice<UInt8>) {
    var cursor = LogCursor(text)
    cursor.skipBlanks()
    isGodots = cursor.take("at: ")
    guard isGodots || cursor.takeExactly("┌─ ") else { return nil }
    var rest = cursor.rest[...]
    if isGodots {
      while rest.last == "." || rest.last == ")" { rest.removeLast() }
    }
    // The path may hold colons: `res://sky.gdshader:12`.
    var numbers: [Int] = []
    while numbers.count < (isGodots ? 1 : 2), let colon = rest.lastIndex(of: ":"),
      let number = Int(rest[rest.index(after: colon)...])
    {
      numbers.insert(number, at: 0)
      rest = rest[..<colon]
    }
    guard let line = numbers.first, line > 0 else { return nil }
    self.line = line
    column = numbers.count > 1 ? numbers[1] : nil
    let path = rest.split(separator: "(").last.map(String.init) ?? ""
    self.path = path.isEmpty ? nil : path
  }
}
