/// Fixes of findings whose correction is certain.
extension Checker {
  /// Returns a fix that replaces one token of the source; `nil` if the token comes from a macro,
  /// whose other uses may be right.
  private func replacement(of item: Int32, with replacement: String) -> Fix? {
    guard let token = sourceToken(item) else { return nil }
    return Fix(
      title: "Replace '\(name(item))' with '\(replacement)'",
      edits: [Fix.Edit(range: SourceRange(token), text: replacement)])
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
    guard let sampler = arguments.first.map(type), own.isEmpty,
      let new = LaterName.lookUp(name(item), of: sampler.basic),
      (BuiltInFunction.byTag[Word(new).tag] ?? []).contains(where: {
        let function = BuiltInFunction.all[$0]
        return isAvailable(function, at: item) && function.result(for: arguments.map(type)) != nil
      })
    else { return nil }
    return replacement(of: item, with: new)
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
      title: "Add '\(line)'",
      edits: [
        Fix.Edit(
          range: SourceRange(start: offset, end: offset, line: token.line),
          text: "\(line)\(text.lineEnd)")
      ])
  }
}
