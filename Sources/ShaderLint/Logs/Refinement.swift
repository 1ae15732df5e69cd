import CompilerLogs
import GLSL

/// Refines positions at the start of an expression or declaration to the part that is wrong.
///
/// Mesa reports where a grammar rule begins. If the text of a message says which part is wrong,
/// this type searches for that part.
struct Refinement {
  private let items: [Preprocessed.Item]
  private let body: [UInt8]

  /// Returns the index in `items` of what a message at `start` is about; `nil` if the position
  /// needs no refinement or a quoted name is more precise.
  static func index(
    for message: String, from start: Int, in items: [Preprocessed.Item], body: [UInt8]
  ) -> Int? {
    let finder = Refinement(items: items, body: body)
    for entry in table where entry.words.allSatisfy(message.contains) {
      return entry.find(finder, start, message)
    }
    return nil
  }

  private struct Entry: Sendable {
    var words: [String]
    var find: @Sendable (Refinement, _ start: Int, _ message: String) -> Int?
  }

  /// The first entry applies whose words all occur.
  private static let table: [Entry] = [
    Entry(words: ["initializer of", "must be a constant"]) { _, start, _ in start },
    Entry(words: ["initializer of type"]) { finder, start, message in
      finder.initialiser(from: start, message: message)
    },
    Entry(words: ["C-style initialization"]) { finder, start, _ in finder.braceBefore(start) },
    Entry(words: ["parameter `", "redeclared"]) { finder, start, message in
      finder.secondUse(from: start, message: message)
    },
    Entry(words: ["bit-wise"]) { finder, start, _ in
      finder.operator(from: start) { ["<<", ">>", "&", "|", "^", "~"].contains($0.prefix(2)) }
    },
    Entry(words: ["arithmetic operator"]) { finder, start, _ in
      finder.operator(from: start, where: arithmetic)
    },
    Entry(words: ["matrix multiplication"]) { finder, start, _ in
      finder.operator(from: start) { $0.hasPrefix("*") }
    },
    Entry(words: ["relational operator"]) { finder, start, _ in
      finder.operator(from: start) { ["<", ">", "<=", ">="].contains($0) }
    },
    Entry(words: ["operator '"]) { finder, start, message in
      finder.quotedOperator(from: start, message: message)
    },
    Entry(words: ["operands of `"]) { finder, start, message in
      finder.quotedOperator(from: start, message: message)
    },
    Entry(words: ["index must be"]) { finder, start, _ in
      finder.operator(from: start) { $0 == "[" }.map { $0 + 1 }
    },
    Entry(words: ["in declaration of `"]) { finder, start, _ in finder.declaredName(from: start) },
    Entry(words: ["varying variables m"]) { finder, start, _ in finder.declaredName(from: start) },
    Entry(words: ["illegal type for a"]) { finder, start, _ in finder.declaredName(from: start) },
    Entry(words: ["variables may not be declared in"]) { finder, start, _ in
      finder.declaredName(from: start)
    },
    Entry(words: ["attribute cannot have"]) { finder, start, _ in finder.declaredName(from: start)
    },
    Entry(words: ["input cannot have"]) { finder, start, _ in finder.declaredName(from: start) },
    Entry(words: ["sampler variables may only"]) { finder, start, _ in
      finder.declaredName(from: start)
    },
    Entry(words: ["opaque variables must"]) { finder, start, _ in finder.declaredName(from: start)
    },
    Entry(words: ["methods not supported"]) { finder, start, _ in
      finder.operator(from: start) { $0 == "." }.map { $0 + 1 }
    },
    Entry(words: ["unsized array"]) { finder, start, _ in finder.declaredName(from: start) },
  ]

  private static func arithmetic(_ text: String) -> Bool {
    ["+", "-", "*", "/", "+=", "-=", "*=", "/="].contains(text)
  }

  private func text(_ index: Int) -> String {
    String(decoding: body[items[index].token.range], as: UTF8.self)
  }

  /// Returns the first operator that satisfies `holds`, in the same brackets and statement.
  private func `operator`(from start: Int, where holds: (String) -> Bool) -> Int? {
    var depth = 0
    for index in start..<items.count {
      let token = items[index].token
      guard token.kind == .punctuation else { continue }
      if depth == 0 && holds(text(index)) { return index }
      if token.is("(") || token.is("[") { depth += 1 }
      if token.is(")") || token.is("]") {
        depth -= 1
        if depth < 0 { return nil }
      }
      if token.is(";") || token.is("{") { return nil }
    }
    return nil
  }

  private func quotedOperator(from start: Int, message: String) -> Int? {
    guard let quoted = LogMessage.quotedName(in: message) else { return nil }
    return `operator`(from: start) { $0 == quoted || $0 == "\(quoted)=" }
  }

  private func braceBefore(_ start: Int) -> Int {
    start > 0 && items[start - 1].token.is("{") ? start - 1 : start
  }

  private func secondUse(from start: Int, message: String) -> Int? {
    guard let name = LogMessage.quotedName(in: message) else { return nil }
    let tag = Word(name).tag
    return items.indices[start...].filter { items[$0].token.tag == tag }.dropFirst().first
  }

  /// Returns the first name in the declaration at `start`.
  private func declaredName(from start: Int) -> Int? {
    var index = start
    while index < items.count, items[index].token.kind == .identifier { index += 1 }
    return index - start >= 2 ? index - 1 : nil
  }

  /// Returns the wrong initializer in the declaration at `start`: of several, the first whose first
  /// token has the type in the message.
  private func initialiser(from start: Int, message: String) -> Int? {
    guard declaredName(from: start) != nil else { return nil }
    let type = message.split(separator: " ").dropFirst(3).first.map(String.init) ?? ""
    var values: [Int] = []
    var depth = 0
    for index in start..<items.count {
      let token = items[index].token
      if token.is(";") { break }
      if token.is("(") || token.is("[") { depth += 1 }
      if token.is(")") || token.is("]") { depth -= 1 }
      if depth == 0 && token.is("=") && index + 1 < items.count { values.append(index + 1) }
    }
    return values.first { self.type(of: $0) == type } ?? values.first { self.type(of: $0) == nil }
      ?? values.first
  }

  /// Returns the type of a literal or constructor; `nil` for other tokens.
  private func type(of index: Int) -> String? {
    let text = text(index)
    switch items[index].token.kind {
    case .number: return Number.integer(Array(text.utf8)[...]) == nil ? "float" : "int"
    case .identifier:
      if text == "true" || text == "false" { return "bool" }
      return BasicType.byTag[Word(text).tag] == nil ? nil : text
    default: return nil
    }
  }
}
