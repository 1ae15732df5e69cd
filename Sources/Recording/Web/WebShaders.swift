import GLESKitShaders
import GLESKitSupport

/// The shaders of web pages, as short as they can be without other names.
enum WebShaders {
  /// A fragment shader of `shaders/page-curl`, the vertex shaders that it is linked with, and what
  /// the programs of `renderer.js` define for them.
  struct Source {
    /// By their names in scripts.
    let texts: [(name: String, text: String)]
    /// The macros that all of their programs define.
    var always: Set<Substring> = []
    /// The macros that some of their programs define. The others, none does.
    var sometimes: Set<Substring> = []

    /// Returns what is left of one of its shaders.
    func text(of shader: String) -> String {
      WebShaders.bare(WebShaders.selected(shader, always: always, sometimes: sometimes))
    }
  }

  /// All of them.
  static let sources = [
    Source(texts: [
      ("paper.vert", Shaders.paperVertex), ("paper.frag", Shaders.paperFragment),
    ]),
    Source(
      texts: [("edge.vert", Shaders.edgeVertex), ("edge.frag", Shaders.edgeFragment)],
      always: ["ASKEW"], sometimes: ["THROUGH"]),
    Source(
      texts: [("fold.vert", Shaders.foldVertex), ("fold.frag", Shaders.foldFragment)],
      always: ["ASKEW", "BORDER"], sometimes: ["THROUGH"]),
    Source(
      texts: [
        ("shadow.vert", Shaders.shadowVertex), ("shade.vert", Shaders.shadeVertex),
        ("shadow.frag", Shaders.shadowFragment),
      ],
      always: ["TINT"], sometimes: ["RAISED", "ROOM"]),
    Source(
      texts: [("ruled.vert", Shaders.ruledVertex), ("ruled.frag", Shaders.ruledFragment)],
      always: ["SMOOTH"], sometimes: ["BOARD", "THROUGH"]),
    Source(texts: [("body.vert", Shaders.bodyVertex), ("board.frag", Shaders.boardFragment)]),
  ]

  /// An object with the text of each shader.
  static let json = JSON.object(
    sources.flatMap { source in
      source.texts.map { JSON.Member($0.name, .string(source.text(of: $0.text))) }
    })

  /// A shader without the branches that are never taken, and without the conditions of those that
  /// always are. Other conditions than `#ifdef` and `#ifndef` stay, with both of their branches.
  static func selected(
    _ shader: String, always: Set<Substring>, sometimes: Set<Substring>
  ) -> String {
    var defined = always
    // For each condition that a line is in: whether its lines stay, or nil if it stays itself.
    var conditions: [Bool?] = []
    return shader.split(separator: "\n").filter { line in
      let words = line.split(separator: " ")
      let isDropped = conditions.contains(false)
      switch words.first {
      case "#ifdef" where !sometimes.contains(words[1]),
        "#ifndef" where !sometimes.contains(words[1]):
        conditions.append(defined.contains(words[1]) == (words[0] == "#ifdef"))
        return false
      case "#if", "#ifdef", "#ifndef": conditions.append(nil)
      case "#else":
        let isTaken = conditions.removeLast()
        conditions.append(isTaken.map { !$0 })
        return isTaken == nil && !isDropped
      case "#endif": return conditions.removeLast() == nil && !conditions.contains(false)
      case "#define" where words.count == 2 && !isDropped && !conditions.contains(nil):
        defined.insert(words[1])
      default: break
      }
      return !isDropped
    }.joined(separator: "\n")
  }

  /// A shader without comments, without spaces but in directives and between words, and without
  /// ends of lines but at directives: less than half of it.
  static func bare(_ shader: String) -> String {
    // GLSL has no strings, and the shaders have no block comments.
    shader.split(separator: "\n").reduce(into: "") { text, line in
      let code = line.prefix(upTo: line.firstRange(of: "//")?.lowerBound ?? line.endIndex)
        .split(separator: " ")
      if code.first?.first == "#" {
        if !text.isEmpty && text.last != "\n" { text += "\n" }
        text += code.joined(separator: " ") + "\n"
        return
      }
      for part in code {
        let needsSpace =
          text.last == part.first
          || [text.last, part.first].allSatisfy { $0.map(isWordPart) == true }
        text += (needsSpace ? " " : "") + part
      }
    }
  }

  private static func isWordPart(_ letter: Character) -> Bool {
    letter.isLetter || letter.isNumber || letter == "_"
  }
}
