import CompilerLogs

/// The tokens of a shader after conditionals are evaluated and macros expanded.
///
/// Malformed directives are skipped, because the compiler reports them. Preprocessing stops early
/// at a macro that expands without bound.
package struct Preprocessed: Sendable {
  /// A token, and where it comes from in the source: itself, or the macro call that produced it.
  package struct Item: Sendable {
    package var token: Token
    package var site: Token
    /// The line on which a preprocessor that writes text would put it. The line breaks inside a
    /// macro call disappear with the call.
    package var outputLine: Int32
  }

  /// The remaining tokens, without directives.
  package var items: [Item] = []
  /// Whether the text contains `#pragma STDGL invariant(all)`.
  package var isAllInvariant = false
  /// Hashes of the names in `#extension` directives with `enable`, `require` or `warn`.
  package var extensions: Set<UInt64> = []
  /// `false` if a macro exceeded the size limit, so that the rest was not read.
  package var complete = true
}

/// Evaluates directives and expands macros.
package struct Preprocessor {
  private struct Macro {
    var parameters: [UInt64]?
    var body: ArraySlice<Token>
  }

  private struct Condition {
    /// Whether the current branch is taken.
    var active: Bool
    /// Whether a branch of this conditional was already taken.
    var taken: Bool
    /// Whether the text around the conditional is active.
    var outer: Bool
  }

  private let bytes: [UInt8]
  private let tokens: [Token]
  private var macros: [UInt64: Macro] = [:]
  private var conditions: [Condition] = []
  private var result = Preprocessed()
  private var budget: Int
  private var lostLines: Int32 = 0
  private let predefined: Set<UInt64>

  /// Preprocesses a shader.
  ///
  /// - Parameters:
  ///   - bytes: The source.
  ///   - scan: The tokens of `bytes`.
  ///   - extensions: Hashes of extensions whose macros are defined.
  package static func run(
    _ bytes: [UInt8], _ scan: Scan, extensions: Set<UInt64> = []
  ) -> Preprocessed {
    var reader = Preprocessor(bytes, scan, extensions)
    reader.read()
    return reader.result
  }

  private init(_ bytes: [UInt8], _ scan: Scan, _ extensions: Set<UInt64>) {
    self.bytes = bytes
    tokens = scan.tokens
    predefined = extensions
    budget = 100_000 + 4 * tokens.count
    result.items.reserveCapacity(tokens.count)
  }

  private var active: Bool { conditions.last?.active ?? true }

  private mutating func read() {
    var index = 0
    while index < tokens.count && result.complete {
      let token = tokens[index]
      if token.startsLine && token.is("#") {
        // A directive ends at the end of its line. After a backslash, startsLine is false.
        var end = index + 1
        while end < tokens.count && !tokens[end].startsLine { end += 1 }
        directive(tokens[(index + 1)..<end])
        index = end
      } else if !active {
        index += 1
      } else if token.kind == .identifier, !macros.isEmpty, macros[token.tag] != nil {
        index = replace(at: index)
      } else {
        append(token, site: token)
        index += 1
      }
    }
  }

  private mutating func append(_ token: Token, site: Token) {
    result.items.append(
      Preprocessed.Item(token: token, site: site, outputLine: site.logicalLine - lostLines))
  }

  // MARK: Directives

  private mutating func directive(_ line: ArraySlice<Token>) {
    guard let word = line.first, word.kind == .identifier else { return }
    let rest = line.dropFirst()
    switch word.tag {
    case Words.ifdef: open(rest.first.map { isDefined($0.tag) } ?? false)
    case Words.ifndef: open(!(rest.first.map { isDefined($0.tag) } ?? false))
    case Words.if: open(active && evaluate(rest) != 0)
    case Words.elif:
      guard let last = conditions.last else { return }
      let holds = last.outer && !last.taken && evaluate(rest) != 0
      conditions[conditions.count - 1] = Condition(
        active: holds, taken: last.taken || holds, outer: last.outer)
    case Words.else:
      guard let last = conditions.last else { return }
      conditions[conditions.count - 1] = Condition(
        active: last.outer && !last.taken, taken: true, outer: last.outer)
    case Words.endif: conditions = conditions.dropLast()
    case Words.define where active: define(rest)
    case Words.undef where active: if let name = rest.first { macros[name.tag] = nil }
    case Words.extension where active:
      let behaviour = rest.dropFirst(2).first?.tag
      if let name = rest.first, behaviour != Words.disable { result.extensions.insert(name.tag) }
    case Words.pragma where active:
      let words = rest.filter { $0.kind == .identifier }.map(\.tag)
      if words == [Words.stdgl, Words.invariant, Words.all] { result.isAllInvariant = true }
    default: break
    }
  }

  private mutating func open(_ holds: Bool) {
    let outer = active
    conditions.append(Condition(active: outer && holds, taken: outer && holds, outer: outer))
  }

  private mutating func define(_ line: ArraySlice<Token>) {
    guard let name = line.first, name.kind == .identifier else { return }
    var rest = line.dropFirst()
    var parameters: [UInt64]?
    // A parenthesis right after the name begins the parameters, after a blank the body.
    if let next = rest.first, next.is("("), next.start == name.start + name.length {
      guard let close = rest.firstIndex(where: { $0.is(")") }) else { return }
      parameters = rest[..<close].filter { $0.kind == .identifier }.map(\.tag)
      rest = rest[(close + 1)...]
    }
    macros[name.tag] = Macro(parameters: parameters, body: rest)
  }

  private func isDefined(_ tag: UInt64) -> Bool {
    macros[tag] != nil || predefined.contains(tag) || Words.always.contains(tag)
  }

  // MARK: Replacement

  /// Expands the macro call at `index` and returns the index after it.
  private mutating func replace(at index: Int) -> Int {
    let site = tokens[index]
    var next = index + 1
    guard let macro = macros[site.tag] else { return next }
    var arguments: [[Token]] = []
    var last = site
    if macro.parameters != nil {
      guard let (found, end) = Self.arguments(tokens, next) else {
        append(site, site: site)
        return next
      }
      arguments = found
      last = tokens[end - 1]
      next = end
    }
    for token in expand(macro, arguments, spaced: site.spaced, hidden: [site.tag], depth: 0) {
      append(token, site: site)
    }
    lostLines += last.logicalLine - site.logicalLine
    return next
  }

  private mutating func expand(
    _ macro: Macro, _ arguments: [[Token]], spaced: Bool, hidden: Set<UInt64>, depth: Int
  ) -> [Token] {
    guard depth < 64, result.complete else {
      result.complete = false
      return []
    }
    var text: [Token] = []
    let parameters = macro.parameters ?? []
    for token in macro.body {
      if token.kind == .identifier, let position = parameters.firstIndex(of: token.tag),
        position < arguments.count
      {
        let argument = rescan(arguments[position], hidden: hidden, depth: depth + 1)
        text += Self.begin(argument, spaced: token.spaced)
      } else {
        text.append(token)
      }
      guard text.count < budget else {
        result.complete = false
        return []
      }
    }
    return Self.begin(rescan(text, hidden: hidden, depth: depth + 1), spaced: spaced)
  }

  /// Returns `text` with the spacing of the replaced token before its first token.
  private static func begin(_ text: [Token], spaced: Bool) -> [Token] {
    guard var first = text.first, first.spaced != spaced else { return text }
    first.spaced = spaced
    return [first] + text.dropFirst()
  }

  private mutating func rescan(_ text: [Token], hidden: Set<UInt64>, depth: Int) -> [Token] {
    guard text.contains(where: { $0.kind == .identifier && macros[$0.tag] != nil }) else {
      budget -= text.count
      if budget < 0 { result.complete = false }
      return text
    }
    var output: [Token] = []
    var index = 0
    while index < text.count && result.complete {
      let token = text[index]
      index += 1
      guard token.kind == .identifier, !hidden.contains(token.tag), let macro = macros[token.tag]
      else {
        output.append(token)
        continue
      }
      var arguments: [[Token]] = []
      if macro.parameters != nil {
        guard let (found, end) = Self.arguments(text, index) else {
          output.append(token)
          continue
        }
        arguments = found
        index = end
      }
      output += expand(
        macro, arguments, spaced: token.spaced, hidden: hidden.union([token.tag]), depth: depth)
    }
    budget -= output.count
    if budget < 0 { result.complete = false }
    return output
  }

  /// The arguments of a call whose parenthesis should stand at `start`, and where the text goes on.
  private static func arguments(_ text: [Token], _ start: Int) -> ([[Token]], Int)? {
    guard start < text.count, text[start].is("(") else { return nil }
    var depth = 1
    var index = start + 1
    var arguments: [[Token]] = [[]]
    while index < text.count {
      let token = text[index]
      index += 1
      if token.is("(") { depth += 1 }
      if token.is(")") {
        depth -= 1
        if depth == 0 { return (arguments, index) }
      }
      if depth == 1 && token.is(",") {
        arguments.append([])
      } else {
        arguments[arguments.count - 1].append(token)
      }
    }
    return nil
  }

  // MARK: #if

  private mutating func evaluate(_ line: ArraySlice<Token>) -> Int {
    // defined X is answered before macros are replaced, so that X itself is not.
    var text: [ConstantExpression.Item] = []
    var pending: [Token] = []
    func flush(_ reader: inout Preprocessor) {
      for token in reader.rescan(pending, hidden: [], depth: 0) { text.append(reader.item(token)) }
      pending = []
    }
    var rest = line
    while let token = rest.popFirst() {
      guard token.tag == Words.defined, token.kind == .identifier else {
        pending.append(token)
        continue
      }
      flush(&self)
      let parenthesis = rest.first?.is("(") ?? false
      if parenthesis { rest = rest.dropFirst() }
      text.append(.value(rest.popFirst().map { isDefined($0.tag) } ?? false ? 1 : 0))
      if parenthesis { rest = rest.dropFirst() }
    }
    flush(&self)
    return ConstantExpression.value(text) ?? 0
  }

  private func item(_ token: Token) -> ConstantExpression.Item {
    switch token.kind {
    case .number:
      return .value(Number.integer(bytes[token.range]) ?? 0)
    case .identifier:
      if token.tag == Words.version { return .value(100) }
      return .value(isDefined(token.tag) ? 1 : 0)
    default: return .symbol(String(decoding: bytes[token.range], as: UTF8.self))
    }
  }
}

/// The words of directives.
private enum Words {
  package static let ifdef = Word("ifdef").tag
  package static let ifndef = Word("ifndef").tag
  package static let `if` = Word("if").tag
  package static let elif = Word("elif").tag
  package static let `else` = Word("else").tag
  package static let endif = Word("endif").tag
  package static let define = Word("define").tag
  package static let undef = Word("undef").tag
  package static let `extension` = Word("extension").tag
  package static let pragma = Word("pragma").tag
  package static let stdgl = Word("STDGL").tag
  package static let invariant = Word("invariant").tag
  package static let all = Word("all").tag
  package static let disable = Word("disable").tag
  package static let defined = Word("defined").tag
  package static let version = Word("__VERSION__").tag
  /// Macros that are defined wherever fragment shaders support highp.
  package static let always: Set<UInt64> = [
    Word("GL_ES").tag, Word("GL_FRAGMENT_PRECISION_HIGH").tag, version,
    Word("__LINE__").tag, Word("__FILE__").tag,
  ]
}
