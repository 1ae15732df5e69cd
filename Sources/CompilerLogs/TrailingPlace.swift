/// The place that Unity writes after a message: `text at line 34 (on gles)`,
/// `text at noise.cginc(76)`.
struct TrailingPlace {
  /// The text before the place.
  var text: String
  var path: String?
  var line: Int
  /// Whether the name of a graphics interface follows, as in `(on gles3)`.
  var namesPlatform = false

  /// The message before the place.
  func message(_ severity: Severity) -> LogMessage {
    var message = LogMessage(severity, text)
    message.path = path
    message.line = line
    return message
  }

  /// Finds the place in a text; `nil` if it has none.
  init?(_ message: String) {
    guard let at = message.ranges(of: " at ").last else { return nil }
    text = String(message[..<at.lowerBound])
    var cursor = LogCursor(Array(message[at.upperBound...].utf8)[...])
    let named = cursor.attempt { cursor -> Int? in
      cursor.takeExactly("line ") ? cursor.takeNumber() : nil
    }
    if let named {
      line = named
    } else {
      path = cursor.takePathBeforeParenthesis()
      guard path != nil, cursor.take("("), let number = cursor.takeNumber(), cursor.take(")") else {
        return nil
      }
      line = number
    }
    cursor.skipBlanks()
    namesPlatform =
      cursor.takeExactly("(on ")
      && ["d3d", "gles", "glcore", "metal", "vulkan", "opengl", "webgpu", "ps", "xbox", "switch"]
        .contains { cursor.takeExactly($0) }
  }

  /// Reads a message of Unity that people quoted without `Shader error in 'Name': `; `nil` for
  /// other lines.
  static func quoted(_ line: String) -> LogMessage? {
    guard let place = TrailingPlace(line), place.namesPlatform || place.isDirect3Ds else {
      return nil
    }
    return place.message(.error)
  }

  /// Whether the text is one that Unity takes from Direct3D's compiler.
  private var isDirect3Ds: Bool {
    [
      "undeclared identifier '", "unrecognized identifier '", "invalid subscript '",
      "syntax error: unexpected token '",
    ].contains(where: text.hasPrefix)
  }
}
