/// The macros of a shader, and their expansion.
struct Macros {
  struct Macro {
    /// The positions of the parameters, by their hashes; `nil` for an object-like macro.
    var parameters: [UInt64: Int]?
    var body: ArraySlice<Token>
    var name: Token
  }

  /// A wrong call.
  struct CallProblem {
    var message: String
    var token: Token
  }

  /// The index in ``all`` of each macro that is defined.
  private var indices = TagTable<Int32>(capacity: 32)
  private var all: [Macro] = []
  /// `false` if an expansion exceeded the size limit.
  private(set) var complete = true
  /// The wrong calls since the last expansion began.
  private(set) var problems: [CallProblem] = []
  /// The tokens that expansions may still make: a macro that doubles itself grows exponentially.
  private var budget: Int
  /// Makes the numbers that `__LINE__` and the like stand for.
  var counters: Counters

  /// Whether an unclosed call was found; calls after it aren't searched for their ends.
  private var isOpen = false

  /// Whether the text is that of an `#if`.
  private var isDirective = false

  private static let depthLimit = 64

  /// - Parameter size: The number of tokens of the shader.
  /// - Parameter length: The number of bytes of the shader.
  init(size: Int, length: Int) {
    budget = 100_000 + 4 * size
    counters = Counters(start: length)
  }

  subscript(tag: UInt64) -> Macro? { indices[tag].map { all[Int($0)] } }

  func isDefined(_ tag: UInt64) -> Bool { indices[tag] != nil }

  mutating func define(_ macro: Macro) {
    indices[macro.name.tag] = Int32(all.count)
    all.append(macro)
  }

  mutating func remove(_ tag: UInt64) { indices[tag] = nil }

  /// Expands the macro call at `index` of `tokens`.
  ///
  /// - Parameter site: The call in the source, if `tokens` begin with what it expanded to.
  /// - Returns: The tokens, and the index after the call; `nil` if a function-like macro's name has
  ///   no arguments, and so is not a call.
  mutating func expandCall(
    _ tokens: [Token], at index: Int, site: Token? = nil
  ) -> (text: [Token], end: Int)? {
    problems = []
    let call = tokens[index]
    let site = site ?? call
    guard let macro = self[call.tag] else { return nil }
    var end = index + 1
    var arguments: [[Token]] = []
    if macro.parameters != nil {
      guard end < tokens.count, tokens[end].is("("), !isOpen else { return nil }
      guard let (found, next) = Self.arguments(tokens[...], end) else {
        problems.append(CallProblem(message: "the macro call is not closed", token: site))
        isOpen = true
        return nil
      }
      arguments = found
      end = next
    }
    let text = expand(
      macro, arguments, spaced: call.spaced, call: call, site: site, hidden: [], depth: 0)
    return (text, end)
  }

  /// Returns where an expansion has the name of a function-like macro whose call does not end in
  /// it: what follows in the source may complete it.
  func openCall(in text: [Token]) -> Int? {
    /// Above 0 if the next parenthesis opens and stays open, below 0 if more close than open.
    var balance = 0
    for index in text.indices.reversed() {
      let token = text[index]
      if token.is(")") { balance = min(balance, 0) - 1 }
      if token.is("(") { balance = min(balance, 0) + 1 }
      guard token.kind == .identifier,
        index + 1 == text.count || (balance > 0 && text[index + 1].is("(")),
        !token.isPainted, self[token.tag]?.parameters != nil
      else { continue }
      return index
    }
    return nil
  }

  /// Expands the macros in the expression of an `#if`, but not the operands of `defined`.
  mutating func expandAll(_ text: [Token]) -> [Token] {
    problems = []
    guard let first = text.first else { return text }
    isDirective = true
    defer { isDirective = false }
    return rescan(text, site: first, hidden: [], depth: 0)
  }

  /// Expands a call; `hidden` are the macros in whose expansions it stands.
  private mutating func expand(
    _ macro: Macro, _ arguments: [[Token]], spaced: Bool, call: Token, site: Token,
    hidden: Set<UInt64>, depth: Int
  ) -> [Token] {
    guard depth < Self.depthLimit, complete else {
      complete = false
      return []
    }
    let parameters = macro.parameters ?? [:]
    checkCount(parameters.count, arguments, call, site)
    var text: [Token] = []
    var replaced: [Int: [Token]] = [:]
    for token in macro.body {
      if token.kind == .identifier, let position = parameters[token.tag],
        position < arguments.count
      {
        let argument =
          replaced[position]
          ?? rescan(arguments[position], site: site, hidden: hidden, depth: depth + 1)
        replaced[position] = argument
        text += Self.begin(argument, spaced: token.spaced)
      } else {
        text.append(token)
      }
      guard text.count < budget else {
        complete = false
        return []
      }
    }
    let expanded = rescan(
      text, site: site, hidden: hidden.union([macro.name.tag]), depth: depth + 1)
    return Self.begin(expanded, spaced: spaced)
  }

  private mutating func checkCount(
    _ count: Int, _ arguments: [[Token]], _ call: Token, _ site: Token
  ) {
    // f() has one empty argument, also if f has no parameters.
    let isEmpty = arguments.count == 1 && arguments[0].isEmpty
    guard arguments.count != count, !(count == 0 && (isEmpty || arguments.isEmpty)) else { return }
    let given = isEmpty ? 0 : arguments.count
    problems.append(
      CallProblem(
        message: "the macro takes \(count) arguments, not \(given)",
        token: call.start >= site.start ? call : site))
  }

  /// Returns `text` with the spacing of the replaced token before its first token.
  private static func begin(_ text: [Token], spaced: Bool) -> [Token] {
    guard var first = text.first, first.spaced != spaced else { return text }
    first.spaced = spaced
    return [first] + text.dropFirst()
  }

  private mutating func rescan(
    _ text: [Token], site: Token, hidden: Set<UInt64>, depth: Int
  ) -> [Token] {
    budget -= text.count
    guard budget > 0 else {
      complete = false
      return []
    }
    guard
      text.contains(where: {
        $0.kind == .identifier && (isDefined($0.tag) || Counters.isName($0.tag))
      })
    else { return text }
    var text = text
    var output: [Token] = []
    var index = 0
    while index < text.count && complete {
      var token = text[index]
      index += 1
      if isDirective && token.is(.defined) {
        let end = min(index + (index < text.count && text[index].is("(") ? 3 : 1), text.count)
        output += text[(index - 1)..<end]
        index = end
        continue
      }
      if token.kind == .identifier && hidden.contains(token.tag) { token.isPainted = true }
      guard token.kind == .identifier, !token.isPainted, let macro = self[token.tag] else {
        let isCounter = token.kind == .identifier && Counters.isName(token.tag)
        output.append(isCounter ? counters.number(for: token, at: site) : token)
        continue
      }
      var arguments: [[Token]] = []
      if macro.parameters != nil {
        guard let (found, end) = Self.arguments(text[...], index) else {
          output.append(token)
          continue
        }
        arguments = found
        index = end
      }
      let expanded = expand(
        macro, arguments, spaced: token.spaced, call: token, site: site, hidden: hidden,
        depth: depth)
      if index < text.count, let open = openCall(in: expanded) {
        // What follows may complete the call.
        output += expanded[..<open]
        text = Array(expanded[open...]) + text[index...]
        index = 0
        budget -= expanded.count - open
        if budget <= 0 { complete = false }
      } else {
        output += expanded
      }
    }
    return output
  }

  /// The arguments of a call whose parenthesis should stand at `start`, and the index after it.
  private static func arguments(_ text: ArraySlice<Token>, _ start: Int) -> ([[Token]], Int)? {
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
      // A directive inside a call ends it: the behavior is undefined in C as well.
      if token.startsLine && token.is("#") { return nil }
      if depth == 1 && token.is(",") {
        arguments.append([])
      } else {
        arguments[arguments.count - 1].append(token)
      }
    }
    return nil
  }
}

/// Makes number tokens, whose digits stand after the source.
struct Counters {
  /// The digits, which the preprocessor appends to the text.
  private(set) var digits: [UInt8] = []
  private let start: Int
  /// What `#line` adds to the numbers of the lines after it.
  var lineOffset = 0
  /// The number of the source string, from `#line`.
  var source = 0

  private static let line = Word("__LINE__")
  private static let file = Word("__FILE__")
  private static let version = Word("__VERSION__")

  /// Whether a name stands for a number.
  static func isName(_ tag: UInt64) -> Bool {
    tag == line.tag || tag == file.tag || tag == version.tag
  }

  /// - Parameter start: The offset of the first digit.
  init(start: Int) { self.start = start }

  /// Returns the number that `name` stands for.
  mutating func number(for name: Token, at site: Token) -> Token {
    let value =
      name.is(Self.line) ? Int(site.logicalLine) + lineOffset : name.is(Self.file) ? source : 100
    return token(value, like: name)
  }

  /// Returns a number token with the flags of `name`.
  mutating func token(_ value: Int, like name: Token) -> Token {
    let text = Array("\(value)".utf8)
    var token = name
    token.kind = .number
    token.line = 0
    token.start = Int32(start + digits.count)
    token.length = Int32(text.count)
    token.tag = UInt64(text[0])
    digits += text
    return token
  }
}
