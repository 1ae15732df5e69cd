import CompilerLogs
import GLSL

/// Finds what a message of Mesa is about from the start of the grammar's rule, which is the
/// position that Mesa gives; see ``Vendor/mesaRefinements``.
struct RefinedPlace {
  private let items: [Preprocessed.Item]
  private let body: [UInt8]
  private let message: String
  private let start: Int

  /// Returns the index in `items` of what a message at `start` is about; `nil` if the position
  /// needs no refinement or a quoted name is more precise.
  static func index(
    for message: String, from start: Int, in items: [Preprocessed.Item], body: [UInt8]
  ) -> Int? {
    let entry = Vendor.mesaRefinements.first { row in
      row.texts.contains { $0.split(separator: "…").allSatisfy(message.contains) }
    }
    let place = RefinedPlace(items: items, body: body, message: message, start: start)
    return entry.flatMap { place.index($0.refinement) }
  }

  private func index(_ refinement: Refinement) -> Int? {
    switch refinement {
    case .start: start
    case .initializer: initializer
    case .braceBefore: start > 0 && items[start - 1].token.is("{") ? start - 1 : start
    case .secondUse: secondUse
    case .operators(let texts): self.operator(texts)
    case .quotedOperator:
      LogMessage.quotedName(in: message).flatMap { self.operator([$0, "\($0)="]) }
    case .after(let text): self.operator([text]).map { $0 + 1 }
    case .declaredName: declaredName
    }
  }

  private func text(_ index: Int) -> String {
    String(decoding: body[items[index].token.range], as: UTF8.self)
  }

  /// Returns the first of these operators in the same brackets and statement.
  private func `operator`(_ texts: [String]) -> Int? {
    var depth = 0
    for index in start..<items.count where items[index].token.kind == .punctuation {
      let token = items[index].token
      if depth == 0 && texts.contains(text(index)) { return index }
      if token.is("(") || token.is("[") { depth += 1 }
      if token.is(")") || token.is("]") { depth -= 1 }
      if depth < 0 || token.is(";") || token.is("{") { return nil }
    }
    return nil
  }

  private var secondUse: Int? {
    guard let tag = LogMessage.quotedName(in: message).map({ Word($0).tag }) else { return nil }
    return items.indices[start...].filter { items[$0].token.tag == tag }.dropFirst().first
  }

  /// The first name in the declaration.
  private var declaredName: Int? {
    let end = items[start...].firstIndex { $0.token.kind != .identifier } ?? items.count
    return end - start >= 2 ? end - 1 : nil
  }

  /// The wrong initializer in the declaration: of several, the first whose first token has the type
  /// in the message.
  private var initializer: Int? {
    guard declaredName != nil else { return nil }
    let type = message.split(separator: " ").dropFirst(3).first.map(String.init) ?? ""
    var values: [Int] = []
    var depth = 0
    for index in items.indices[start...].dropLast() {
      let token = items[index].token
      if token.is(";") { break }
      if token.is("(") || token.is("[") { depth += 1 }
      if token.is(")") || token.is("]") { depth -= 1 }
      if depth == 0 && token.is("=") { values.append(index + 1) }
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
