import GLESKitSupport

/// The languages of programs.
extension HostCode {
  /// How a language writes long literals.
  enum Language {
    /// JavaScript and what is read like it: template strings, also those of Go, and what
    /// ``withTemplates(_:_:)`` makes one of.
    case script
    /// C, C++ and Objective-C: raw strings.
    case cpp
    /// Python, Cython and Processing in Python: strings in three quotes of both kinds.
    case python
    /// Swift, Kotlin, Java, Processing, Scala and Groovy: strings in three quotes.
    case tripleQuotes

    init?(path: String) {
      let ending = Paths.ending(of: path)
      switch ending {
      case "c", "cc", "cpp", "cxx", "h", "hh", "hpp", "hxx", "inl", "m", "mm": self = .cpp
      case "py", "pyx", "pyde": self = .python
      case "swift", "kt", "kts", "java", "pde", "scala", "groovy": self = .tripleQuotes
      case "go", "qml", "hx", "dart", "rs", "cs": self = .script
      default:
        guard HostCode.webEndings.contains(ending) else { return nil }
        self = .script
      }
    }
  }

  private static let pageEndings: Set = ["html", "htm", "vue", "svelte"]
  fileprivate static let webEndings = pageEndings.union([
    "js", "mjs", "cjs", "jsx", "ts", "tsx", "mts", "cts", "elm",
  ])

  /// The most bytes of a program whose strings are read without being named.
  static let sizeLimit = 4 << 20

  /// Returns whether a file may hold shaders in literals, by its name.
  static func isHost(_ path: String) -> Bool { Language(path: path) != nil }

  /// Returns whether a file is a script or a page of the web, whose shaders are for WebGL.
  static func isWeb(_ path: String) -> Bool { webEndings.contains(Paths.ending(of: path)) }

  /// Returns whether a script was made from others by a tool that removes line ends.
  static func isMinified(_ path: String, _ bytes: [UInt8]) -> Bool {
    guard isWeb(path), bytes.count > 10_000 else { return false }
    return bytes.count > 200 * bytes.count { $0 == .newline }
  }

  /// Returns a text in which literals on several lines are template strings, and what is no program
  /// is blank.
  static func withTemplates(_ bytes: [UInt8], _ ending: String) -> [UInt8] {
    switch ending {
    case "qml", "hx", "dart": quoted(bytes, by: "\"'")
    // An apostrophe begins a character or, in Rust, a lifetime.
    case "rs", "cs": quoted(bytes, by: "\"")
    case "elm": blocks(ofElm: bytes)
    case _ where pageEndings.contains(ending): scripts(ofPage: bytes)
    default: bytes
    }
  }

  /// Returns the scripts and shaders of a page of HTML, with blanks in the place of all other text.
  /// The content of a `<script>` whose type is no JavaScript becomes a template string.
  private static func scripts(ofPage bytes: [UInt8]) -> [UInt8] {
    var text = FileParts.blanked(bytes, except: 0..<0)
    var index = 0
    while let start = next("<script", in: bytes, after: &index),
      let end = bytes.next(">", from: start), let close = bytes.next("</script", from: end)
    {
      let tag = String(decoding: bytes[start..<end], as: UTF8.self)
      let code = [
        "/javascript", "/ecmascript", "/x-javascript", "typescript", "module", "babel", "json",
        "map",
      ]
      let isCode = !tag.contains("type") || code.contains { tag.contains($0) }
      let first = isCode ? end + 1 : start
      text.replaceSubrange(first..<close, with: bytes[first..<close])
      if !isCode {
        for index in end..<close where text[index] == backtick { text[index] = .space }
        (text[end], text[close]) = (backtick, backtick)
      }
      index = close
    }
    addElements(of: bytes, to: &text)
    addAttributes(of: bytes, to: &text)
    return text
  }

  /// Returns the shaders of an Elm module, `[glsl| … |]`, as template strings, with blanks in the
  /// place of all other text.
  private static func blocks(ofElm bytes: [UInt8]) -> [UInt8] {
    var text = FileParts.blanked(bytes, except: 0..<0)
    var index = 0
    while let start = bytes.next("[glsl|", from: index), let end = bytes.next("|]", from: start) {
      text.replaceSubrange(start..<end, with: bytes[start..<end])
      (text[start + 5], text[end]) = (backtick, backtick)
      index = end
    }
    return text
  }

  /// The elements from which scripts read the texts of shaders.
  private static let elementNames = ["script", "div", "pre", "span", "template", "textarea"]

  /// The most bytes of a start tag.
  private static let longestTag = 2_000

  /// Returns whether a tag of ``elementNames`` begins at an index.
  private static func isElement(_ bytes: ArraySlice<UInt8>) -> Bool {
    let name = bytes.dropFirst().prefix { $0.continuesIdentifier }
    return elementNames.contains { name.elementsEqual($0.utf8) }
  }

  /// Returns whether a text begins with `</`, `<b>` or a tag of ``elementNames``, not with `<n` as
  /// in a shader's `i<n`.
  private static func isTag(_ bytes: ArraySlice<UInt8>) -> Bool {
    let name = bytes.dropFirst().prefix { $0.continuesIdentifier }
    let next = bytes[name.endIndex...].first
    return name.isEmpty ? next == .slash : next == UInt8(ascii: ">") || isElement(bytes)
  }

  /// Adds the texts of elements with an ID that are whole shaders, as template strings.
  private static func addElements(of bytes: [UInt8], to text: inout [UInt8]) {
    var index = 0
    while let start = bytes.next("<", from: index) {
      index = start + 1
      if bytes[start...].starts(with: "<!--".utf8) {
        index = bytes.next("-->", from: start) ?? bytes.count
        continue
      }
      guard text[start] == .space, isElement(bytes[start...]),
        let end = bytes.next(">", from: start, before: min(start + longestTag, bytes.count)),
        find("id=", in: bytes[start..<end]),
        let close = bytes.indices[end...].first(where: {
          bytes[$0] == UInt8(ascii: "<") && isTag(bytes[$0...])
        })
      else { continue }
      index = close
      let content = decoded(bytes[(end + 1)..<close])
      guard Evidence(content[...]).isShader else { continue }
      text.replaceSubrange(start..<end, with: bytes[start..<end])
      text.replaceSubrange(
        (end + 1)..<close, with: content.map { $0 == backtick ? UInt8.space : $0 })
      (text[end], text[close]) = (backtick, backtick)
    }
  }

  /// Returns the text of a file that is one `<script>` element, with blanks in the place of its
  /// tags, and other texts as they are.
  static func withoutTags(_ bytes: [UInt8]) -> [UInt8] {
    let end = "</script>".utf8
    let text = bytes.drop(while: \.isSpace)
    guard text.starts(with: "<script".utf8), let open = text.firstIndex(of: UInt8(ascii: ">")),
      let last = text.lastIndex(where: { !$0.isSpace }),
      text[open...last].suffix(end.count).elementsEqual(end)
    else { return bytes }
    return FileParts.blanked(bytes, except: open + 1..<last + 1 - end.count)
  }

  /// Returns the start tag that ends before a literal; nothing outside of pages.
  func element(before start: Int) -> ArraySlice<UInt8> {
    let before = bytes[..<start].suffix(200)
    guard Self.pageEndings.contains(Paths.ending(of: path)), bytes[start] == Self.backtick,
      let open = before.lastIndex(of: UInt8(ascii: "<")), Self.isElement(bytes[open...])
    else { return [] }
    return before[open...]
  }

  /// Adds the values of attributes in which glslCanvas looks for shaders, as template strings.
  private static func addAttributes(of bytes: [UInt8], to text: inout [UInt8]) {
    var index = 0
    while let start = next("data-", in: bytes, after: &index) {
      index = start + 5
      for name in ["fragment=", "vertex="] where bytes[index...].starts(with: name.utf8) {
        let open = index + name.utf8.count
        guard open < bytes.count, "\"'".utf8.contains(bytes[open]), text[start] == .space,
          let close = bytes[(open + 1)...].firstIndex(of: bytes[open])
        else { continue }
        text.replaceSubrange(open..<close, with: decoded(bytes[open..<close]))
        (text[open], text[close]) = (backtick, backtick)
        index = close
      }
    }
  }

  /// Returns a text of HTML in which blanks after the characters make up for the length of their
  /// names, such as `&lt;`.
  private static func decoded(_ text: ArraySlice<UInt8>) -> [UInt8] {
    let names = [("lt;", "<"), ("gt;", ">"), ("amp;", "&"), ("quot;", "\"")]
    var result: [UInt8] = []
    var missing = 0
    var index = text.startIndex
    while index < text.endIndex {
      if text[index] == UInt8(ascii: "&"),
        let (name, character) = names.first(where: {
          text[(index + 1)...].starts(with: $0.0.utf8)
        })
      {
        result += character.utf8
        missing += name.utf8.count
        index += name.utf8.count + 1
        continue
      }
      result += [UInt8](repeating: .space, count: missing) + [text[index]]
      missing = 0
      index += 1
    }
    return result + [UInt8](repeating: .space, count: missing)
  }

  /// Returns where a word begins that is not in a comment of HTML, and moves `index` behind the
  /// comments before it.
  private static func next(_ word: StaticString, in bytes: [UInt8], after index: inout Int) -> Int?
  {
    while let start = bytes.next(word, from: index) {
      guard let comment = bytes.next("<!--", from: index, before: start) else { return start }
      index = bytes.next("-->", from: comment) ?? bytes.count
      if index < start { continue }
    }
    return nil
  }

  /// Returns a text in which strings on several lines are template strings.
  private static func quoted(_ bytes: [UInt8], by quotes: String) -> [UInt8] {
    var text = bytes
    var index = 0
    while index < bytes.count {
      let rest = bytes[index...]
      if rest.starts(with: "//".utf8) {
        index = rest.firstIndex(of: .newline) ?? bytes.count
      } else if rest.starts(with: "/*".utf8) {
        index = bytes.next("*/", from: index + 2).map { $0 + 2 } ?? bytes.count
      } else if quotes.utf8.contains(bytes[index]) {
        var end = index + 1
        while end < bytes.count, bytes[end] != bytes[index] {
          end += bytes[end] == .backslash ? 2 : 1
        }
        if end < bytes.count, bytes[index..<end].contains(.newline) {
          (text[index], text[end]) = (backtick, backtick)
        }
        index = end + 1
      } else {
        // A quote may be a character.
        let character = ["'\"'", "'\\\"'"].first { rest.starts(with: $0.utf8) }
        index += character?.utf8.count ?? 1
      }
    }
    return text
  }

  /// Returns whether the literal at `start` is a format of Rust or C#, in which braces stand twice.
  func isFormat(_ start: Int) -> Bool {
    let before = bytes[..<start].suffix(80)
    switch Paths.ending(of: path) {
    case "cs": return before.suffix(2).contains(UInt8(ascii: "$"))
    case "rs":
      let code = before.reversed().drop { "r#".utf8.contains($0) || $0.isSpace }
      return code.starts(with: "(!tamrof".utf8)
    default: return false
    }
  }

  private static let backtick = UInt8(ascii: "`")
}

extension [UInt8] {
  /// Returns where a word begins, at an index or behind it.
  fileprivate func next(_ word: StaticString, from start: Int, before end: Int? = nil) -> Int? {
    let rest = self[Swift.min(start, count)..<(end ?? count)]
    return rest.withUnsafeBufferPointer { $0.find(word) }.map { rest.startIndex + $0 }
  }
}
