/// Fixes of findings whose correction is certain.
extension Checker {
  /// Returns a fix that replaces one token of the source; `nil` if the token comes from a macro,
  /// whose other uses may be right.
  private func replacement(of item: Int32, with replacement: String) -> Fix? {
    guard let token = sourceToken(item) else { return nil }
    return Fix(
      "Replace '\(name(item))' with '\(replacement)'", SourceRange(token), replacement)
  }

  /// Returns the token of an item that stands in the source as it is.
  func sourceToken(_ item: Int32) -> Token? {
    let item = text.items[Int(item)]
    return item.token.line > 0 && item.token.start == item.site.start ? item.token : nil
  }

  // MARK: Floats

  /// Returns a fix that writes an integer literal as a float; `nil` for other expressions.
  func floatFix(_ id: NodeID) -> Fix? {
    guard let item = integerLiteral(id) else { return nil }
    let digits = name(item)
    // Octal and hexadecimal numbers have no float of the same spelling.
    guard digits.allSatisfy(\.isNumber), digits == "0" || !digits.hasPrefix("0") else { return nil }
    return replacement(of: item, with: "\(digits).0")
  }

  /// Returns a fix for the operands of a binary expression, one of which is a float.
  func floatFix(_ left: NodeID, _ right: NodeID) -> Fix? {
    let (a, b) = (type(left), type(right))
    if a == .int, b.basic.component == .float, !b.isArray { return floatFix(left) }
    if b == .int, a.basic.component == .float, !a.isArray { return floatFix(right) }
    return nil
  }

  /// Returns a fix for the arguments of a call that no function matches: floats for integer
  /// literals, if that makes it match.
  func floatFix(_ arguments: [NodeID], parameters: [ValueType]) -> Fix? {
    guard arguments.count == parameters.count else { return nil }
    var edits: [Fix.Edit] = []
    for (argument, wanted) in zip(arguments, parameters) where type(argument) != wanted {
      guard wanted == .float, let fix = floatFix(argument) else { return nil }
      edits += fix.edits
    }
    return edits.isEmpty ? nil : Fix(title: "Write integers as floats", edits: edits)
  }

  /// The item of an integer literal, which may have signs.
  private func integerLiteral(_ id: NodeID) -> Int32? {
    var id = id
    while true {
      let expression = tree[expression: id]
      guard expression.type == .int else { return nil }
      switch expression.kind {
      case .prefix where expression.operation == .minus || expression.operation == .plus:
        id = tree.operand(0, of: expression)
      case .literal:
        // In parentheses, the first item is a parenthesis.
        let items = expression.first...expression.last
        return items.first { text.items[Int($0)].token.kind == .number }
      default: return nil
      }
    }
  }

  // MARK: Functions

  /// Returns a fix for a call of a function that no own or built-in function matches.
  func callFix(_ item: Int32, _ arguments: [NodeID], own: [Int32], _ builtIns: [Int]) -> Fix? {
    for id in own {
      let parameters = tree.functions[Int(id)].parameters.map(\.type)
      if let fix = floatFix(arguments, parameters: parameters) { return fix }
    }
    // No built-in function takes a single int.
    let floats = arguments.map { type($0) == .int ? .float : type($0) }
    if builtIns.contains(where: { BuiltInFunction.all[$0].result(for: floats) != nil }) {
      return floatFix(arguments, parameters: floats)
    }
    guard let first = arguments.first, own.isEmpty else { return nil }
    if let fix = typeFix(item, everywhere: false) { return fix }
    let types = arguments.map(type)
    func exists(_ name: String, _ types: [ValueType]) -> Bool {
      let tag = Word(name).tag
      // A declaration of the shader may hide the built-in function.
      return lookUp(tag, at: item) == nil
        && (BuiltInFunction.byTag[tag] ?? []).contains {
          let function = BuiltInFunction.all[$0]
          // An extension that is not enabled is the next finding, with a fix.
          return (isAvailable(function, at: item) || missingExtension([function]) != nil)
            && function.result(for: types) != nil
        }
    }
    let name = name(item)
    if let new = LaterName.lookUp(name, of: type(first).basic) ?? LaterName.twin(name),
      exists(new, types)
    {
      return replacement(of: item, with: new)
    }
    if name == "mul", arguments.count == 2 { return productFix(item, arguments) }
    if name == "saturate", arguments.count == 1, exists("clamp", [types[0], .float, .float]) {
      return clampFix(item, first)
    }
    return nil
  }

  /// Returns a fix that writes `(a * b)` for `mul(a, b)`.
  private func productFix(_ item: Int32, _ factors: [NodeID]) -> Fix? {
    let ends = factors.map { (tree[expression: $0].first, tree[expression: $0].last) }
    guard let name = sourceToken(item), ends[0].1 + 2 == ends[1].0,
      let comma = sourceToken(ends[0].1 + 1)
    else { return nil }
    var edits = [Fix.Edit(range: SourceRange(name), text: "")]
    for (factor, (first, last)) in zip(factors, ends) {
      guard let first = sourceToken(first), let last = sourceToken(last) else { return nil }
      // The first item of (a) + b is a parenthesis, too.
      let needsParentheses = [.binary, .conditional, .assignment, .error]
        .contains(tree[expression: factor].kind)
      func insert(_ text: String, at offset: Int32, _ token: Token) {
        guard needsParentheses else { return }
        edits.append(
          Fix.Edit(range: SourceRange(start: offset, end: offset, line: token.line), text: text))
      }
      insert("(", at: first.start, first)
      insert(")", at: last.start + last.length, last)
      if factor == factors[0] { edits.append(Fix.Edit(range: SourceRange(comma), text: " *")) }
    }
    return Fix(title: "Replace 'mul' with '*'", edits: edits)
  }

  /// Returns a fix that writes a type of GLSL for one of another language.
  ///
  /// - Parameter everywhere: Whether other places have the same mistake, and no finding.
  func typeFix(_ item: Int32, everywhere: Bool) -> Fix? {
    guard let token = sourceToken(item), let new = LaterName.type(name(item)) else { return nil }
    let places = text.tokens.filter { $0.kind == .identifier && $0.tag == token.tag }
    return Fix(
      title: "Replace '\(name(item))' with '\(new)'",
      edits: (everywhere ? places : [token]).map {
        Fix.Edit(range: SourceRange($0), text: new)
      })
  }

  /// Returns a fix that writes `clamp(x, 0.0, 1.0)` for `saturate(x)`.
  private func clampFix(_ item: Int32, _ argument: NodeID) -> Fix? {
    guard let name = sourceToken(item), let last = sourceToken(tree[expression: argument].last)
    else { return nil }
    let end = last.start + last.length
    return Fix(
      title: "Replace 'saturate' with 'clamp'",
      edits: [
        Fix.Edit(range: SourceRange(name), text: "clamp"),
        Fix.Edit(range: SourceRange(start: end, end: end, line: last.line), text: ", 0.0, 1.0"),
      ])
  }

  // MARK: Words of other versions

  /// Returns a fix that removes the suffix of a number, such as that of `1.0f`.
  func suffixFix(_ item: Int32) -> Fix? {
    let text = name(item)
    let number = String(text.dropLast())
    guard let last = text.utf8.last,
      last | 32 == UInt8(ascii: "f") || last | 32 == UInt8(ascii: "u")
    else { return nil }
    let bytes = Array(number.utf8)[...]
    if last | 32 == UInt8(ascii: "f"), !number.hasPrefix("0x"), Number.integer(bytes) != nil {
      // 1f is a float.
      return replacement(of: item, with: "\(number).0")
    }
    guard Number.integer(bytes) != nil || Number.float(bytes) != nil else { return nil }
    return replacement(of: item, with: number)
  }

  /// Returns a fix that writes `attribute` or `varying` for the `in` or `out` of a global.
  func storageFix(
    _ direction: Symbol.Direction, _ head: DeclarationHead, type: ValueType
  ) -> Fix? {
    // Only floats can be attributes and varyings.
    let isAttribute = stage == .vertex && direction == .in
    guard isGlobal, type.basic.component == .float, !isAttribute || !type.isArray else {
      return nil
    }
    let new: String
    switch direction {
    case .in: new = isAttribute ? "attribute" : "varying"
    case .out where stage == .vertex: new = "varying"
    default: return nil
    }
    return (head.first...head.typeItem).first { name($0) == direction.rawValue }
      .flatMap { replacement(of: $0, with: new) }
  }

  /// Returns a fix that writes a semicolon after an item.
  func semicolonFix(after item: Int32) -> Fix? {
    guard item >= 0, let token = sourceToken(item) else { return nil }
    let end = token.start + token.length
    return Fix("Add ';'", SourceRange(start: end, end: end, line: token.line), ";")
  }

  // MARK: Lines above all declarations

  /// Returns a fix that declares the default precision of a type.
  func precisionFix(_ type: BasicType) -> Fix? {
    insertion(of: "precision mediump \(type.name);", needsLine: false)
  }

  /// Returns a fix that enables an extension.
  func extensionFix(_ wanted: Extension, _ behavior: Extension.Behavior = .enable) -> Fix? {
    insertion(of: "#extension \(wanted.rawValue) : \(behavior.rawValue)", needsLine: true)
  }

  /// Returns a fix that writes a line above all declarations.
  private func insertion(of line: String, needsLine: Bool) -> Fix? {
    guard let token = text.firstDeclaration else { return nil }
    let place = Int(token.start)
    let start = text.bytes[..<place].lastIndex(where: \.isLineEnd).map { $0 + 1 } ?? 0
    // A comment can end on the line.
    let isFree = text.bytes[start..<place].allSatisfy(\.isBlank)
    guard isFree || !needsLine else { return nil }
    let offset = isFree ? Int32(start) : token.start
    return Fix(
      "Add '\(line)'", SourceRange(start: offset, end: offset, line: token.line),
      line + String(decoding: text.bytes.lineEnd, as: UTF8.self))
  }
}
