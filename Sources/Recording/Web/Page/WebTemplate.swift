/// The files of this folder, embedded in the program: a web page in which pages turn interactively.
///
/// `page.html` contains placeholders such as `{{title}}`.
package enum WebTemplate {
  /// A placeholder in `page.html`.
  package enum Place: String, Sendable, CaseIterable {
    /// The language of the document.
    case language
    /// The content security policy.
    case policy
    /// The title, escaped.
    case title
    /// The content of ``WebTemplate/style``.
    case style
    /// The element that loads ``WebTemplate/script(constants:)``.
    case script
    /// What `GleskitBook` in `element.js` reads, as JSON.
    case settings
    /// The pages as images, and their text.
    case pages
  }

  /// A part of `page.html`.
  package enum Part: Hashable, Sendable {
    /// Literal text.
    case text(String)
    /// A placeholder to replace.
    case place(Place)
  }

  /// The parts of `page.html` in order.
  package static let page: [Part] = {
    var parts: [Part] = []
    var rest = text(PackageResources.page_html)[...]
    while let start = rest.firstRange(of: "{{"),
      let end = rest[start.upperBound...].firstRange(of: "}}"),
      let place = Place(rawValue: String(rest[start.upperBound..<end.lowerBound]))
    {
      parts += [.text(String(rest[..<start.lowerBound])), .place(place)]
      rest = rest[end.upperBound...]
    }
    return parts + [.text(String(rest))]
  }()

  /// `page.css`.
  package static let style = text(PackageResources.page_css)
  /// The definition of the element `gleskit-book`: all scripts, without comments, in a function of
  /// their own.
  ///
  /// - Parameters:
  ///   - constants: Constants for the scripts, as names and JavaScript expressions.
  ///   - hasLab: Whether it contains the sliders of `--controls lab`.
  package static func script(
    constants: [(name: String, value: String)], hasLab: Bool
  ) -> String {
    let constants = constants.map { "const \($0.name) = \($0.value);\n" }.joined()
    let parts = scripts + (hasLab ? [PackageResources.lab_js] : []) + [PackageResources.element_js]
    let code = parts.map { tight(dense(text($0))).replacing(";}", with: "}") }.joined()
    return "(() => {\n'use strict';\n\(shortened(constants, code))})();\n"
  }

  /// Scripts whose classes and constants, such as `CurlStrips` and `PAPER_LAYOUT`, and whose
  /// shaders' variables, such as `u_view`, have short names. No property has the name of one, and
  /// no text contains it.
  private static func shortened(_ constants: String, _ code: String) -> String {
    let (head, body) = (words(constants), words(code))
    var names: [Substring: String] = [:]
    for word in head where names[word] == nil {
      if ["u_", "v_", "a_"].contains(where: word.hasPrefix) {
        names[word] = "_" + String(names.count, radix: 36)
      }
    }
    let text = head.map { names[$0] ?? String($0) }.joined()
    for (index, word) in body.enumerated().dropFirst(2) where names[word] == nil {
      if ["class", "const"].contains(body[index - 2]), word.first?.isUppercase == true {
        names[word] = "$" + String(names.count, radix: 36)
      }
    }
    return text + body.map { names[$0] ?? String($0) }.joined()
  }

  /// The words of a text and what is between them, such as `\n` in strings, in order.
  private static func words(_ text: String) -> [Substring] {
    var (result, start, isInWord, last) = ([Substring](), text.startIndex, false, UInt8(0))
    for (index, byte) in zip(text.utf8.indices, text.utf8) {
      if (isWord(byte) && last != UInt8(ascii: "\\")) != isInWord {
        result.append(text[start..<index])
        (start, isInWord) = (index, !isInWord)
      }
      last = byte
    }
    return result + [text[start...]]
  }

  /// The content of the element, its style, and the sliders of `--controls lab`.
  package static let (element, elementStyle, lab) = (
    bare(text(PackageResources.book_html)), tightStyle(dense(text(PackageResources.book_css))),
    bare(text(PackageResources.lab_html))
  )

  /// The scripts before `element.js`, those with similar code near each other: compressed, a page
  /// is then 0.6 % smaller.
  private static let scripts = [
    PackageResources.mesh_js, PackageResources.leaf_js, PackageResources.curl_js,
    PackageResources.renderer_js, PackageResources.motion_js, PackageResources.fold_js,
    PackageResources.stage_js, PackageResources.boards_js, PackageResources.objects_js,
    PackageResources.pull_js, PackageResources.reader_js, PackageResources.sound_js,
    PackageResources.pages_js, PackageResources.text_js, PackageResources.hand_js,
    PackageResources.bar_js,
  ]

  /// A script, shader or style without comments and indentation. A comment beside code begins with
  /// " // ".
  package static func bare(_ text: String) -> String {
    var (result, isComment) = ("", false)
    for line in text.split(separator: "\n") {
      let start = line.drop { $0 == " " }
      if start.hasPrefix("/*") { isComment = true }
      if !isComment && !start.hasPrefix("//") {
        var code = start.prefix(upTo: start.firstRange(of: " //")?.lowerBound ?? start.endIndex)
        while code.last == " " { code.removeLast() }
        result += code + "\n"
      }
      if line.hasSuffix("*/") { isComment = false }
    }
    return result
  }

  /// A shader without comments and needless spaces. Directives are lines of their own.
  ///
  /// - Parameter macros: Macros of which it is known whether they are defined. Their `#ifdef` and
  ///   the code that is then not compiled are left out.
  package static func shader(_ text: String, macros: [Substring: Bool] = [:]) -> String {
    var (result, code) = ("", "")
    // The conditional blocks around a line: whether their directives go, and their content stays.
    var blocks: [(isKnown: Bool, isKept: Bool)] = []
    for line in bare(text).split(separator: "\n") {
      let words = line.split(separator: " ")
      if words[0].hasPrefix("#if") {
        let isDefined = words[0] == "#ifdef" ? macros[words[1]] : nil
        blocks.append((isDefined != nil, isDefined ?? true))
        if isDefined != nil { continue }
      } else if words[0] == "#else", let block = blocks.last, block.isKnown {
        blocks[blocks.count - 1].isKept = !block.isKept
        continue
      } else if words[0] == "#endif", blocks.removeLast().isKnown {
        continue
      }
      guard blocks.allSatisfy(\.isKept) else { continue }
      if line.first == "#" {
        result += (code.isEmpty ? "" : tight(code) + "\n") + line + "\n"
        code = ""
      } else {
        code += line + " "
      }
    }
    return result + tight(code)
  }

  /// A script or style without comments, on one line.
  private static func dense(_ text: String) -> String {
    bare(text).split(separator: "\n").map { line in
      ",;([{}".contains { line.last == $0 } ? String(line) : line + " "
    }.joined()
  }

  /// A script or shader without needless spaces. Statements end with semicolons. Regular
  /// expressions contain no spaces and no quotes, and templates no templates.
  private static func tight(_ script: String) -> String {
    var (result, quote): ([UInt8], UInt8?) = ([], nil)
    let bytes = Array(script.utf8)
    for (index, byte) in bytes.enumerated() {
      let last = result.last ?? 0
      if quote == nil {
        let next = index + 1 < bytes.count ? bytes[index + 1] : 0
        let isSign = last == next && "+-".utf8.contains(last)
        if byte == UInt8(ascii: " "), !isSign, !isWord(last) || !isWord(next) { continue }
        // 0.5 is .5.
        if byte == UInt8(ascii: "."), last == UInt8(ascii: "0"),
          !isWord(result.dropLast().last ?? 0), result.dropLast().last != UInt8(ascii: ".")
        {
          result.removeLast()
        }
        // After the last element of a list.
        if last == UInt8(ascii: ","), ")]}".utf8.contains(byte) { result.removeLast() }
        if "'\"`".utf8.contains(byte) { quote = byte }
      } else if byte == quote, last != UInt8(ascii: "\\") {
        quote = nil
      }
      result.append(byte)
    }
    return text(result)
  }

  /// Whether a byte belongs to a name or a number.
  private static func isWord(_ byte: UInt8) -> Bool {
    switch byte {
    case 48...57, 65...90, 97...122, UInt8(ascii: "_"), UInt8(ascii: "$"), 128...: true
    default: false
    }
  }

  /// A style without the spaces of declarations, rules and lists.
  private static func tightStyle(_ style: String) -> String {
    style.replacing(": ", with: ":").replacing(" {", with: "{").replacing(", ", with: ",")
      .replacing(";}", with: "}")
  }

  private static func text(_ bytes: [UInt8]) -> String {
    String(decoding: bytes, as: UTF8.self)
  }
}
