/// Names, literals, members and indices.
extension Checker {
  /// Adds an expression to the tree.
  func make(
    _ kind: Expression.Kind, _ type: ValueType, _ first: Int32, _ last: Int32,
    traits: Expression.Traits = [], operands: [NodeID] = [], reference: Int32 = -1,
    operation: Lexeme = .end, value: ConstantValue? = nil
  ) -> NodeID {
    var expression = Expression(kind: kind, type: type, first: first, last: last)
    expression.traits = traits
    expression.reference = reference
    expression.operation = operation
    expression.operandStart = Int32(tree.operands.count)
    expression.operandCount = Int32(operands.count)
    tree.operands += operands
    if let value, traits.contains(.constant) { expression.value = add(value) }
    tree.expressions.append(expression)
    return NodeID(tree.expressions.count - 1)
  }

  /// Adds a rejected expression.
  func makeError(_ first: Int32, _ last: Int32, operands: [NodeID] = []) -> NodeID {
    make(.error, .error, first, last, traits: .all, operands: operands)
  }

  func type(_ id: NodeID) -> ValueType { tree.expressions[Int(id)].type }
  func text(_ type: ValueType) -> String { tree.text(type) }
  /// The type with its article, such as "an int".
  func an(_ type: ValueType) -> String { Self.an(text(type)) }
  static func an(_ noun: String) -> String {
    "aeiouAEIOU".contains(noun.prefix(1)) ? "an \(noun)" : "a \(noun)"
  }

  /// Returns whether a type is an array or a structure with arrays in it, which can neither be
  /// assigned nor compared (§5.8, §5.9).
  func containsArray(_ type: ValueType) -> Bool {
    type.isArray
      || (type.basic == .structure && type.structure >= 0
        && tree.structures[Int(type.structure)].containsArray)
  }

  /// Returns whether a type is a sampler or contains one.
  func containsSampler(_ type: ValueType) -> Bool {
    type.basic.isSampler
      || (type.basic == .structure && type.structure >= 0
        && tree.structures[Int(type.structure)].containsSampler)
  }

  /// Returns what operands allow their expression to be: all of them must allow it.
  func traits(_ operands: [NodeID]) -> Expression.Traits {
    operands.reduce(.all) { $0.intersection(tree.expressions[Int($1)].traits) }
  }

  /// Gives an expression in parentheses the range of the parentheses.
  func parenthesize(_ id: NodeID, _ first: Int32, _ last: Int32) {
    tree.expressions[Int(id)].first = first
    tree.expressions[Int(id)].last = last
  }

  // MARK: Literals and names

  /// Returns the languages that have a suffix of numbers. GLSL 1.20 compilers take `1.0f`.
  private func dialects(ofSuffix byte: UInt8?) -> Dialects {
    switch byte {
    case UInt8(ascii: "f"): [.es3, .desktop]
    case UInt8(ascii: "F"), UInt8(ascii: "u"), UInt8(ascii: "U"): .es3
    default: []
    }
  }

  func literal(_ item: Int32, _ lexeme: Lexeme) -> NodeID {
    let bytes = text.bytes[text.items[Int(item)].token.range]
    switch lexeme {
    case .true: return make(.literal, .bool, item, item, traits: .all, value: .scalar(1))
    case .false: return make(.literal, .bool, item, item, traits: .all, value: .scalar(0))
    case .integer:
      let value = Double(Number.integer(bytes) ?? 0)
      if value > Double(UInt32.max) {
        report(.badLiteral, "'\(name(item))' does not fit an int", at: item)
      }
      return make(.literal, .int, item, item, traits: .all, value: .scalar(value))
    case .float:
      let value = Number.float(bytes) ?? 0
      return make(.literal, .float, item, item, traits: .all, value: .scalar(value))
    default:
      report(
        .badLiteral, "'\(name(item))' is not a number", at: item, hint: numberAdvice(bytes),
        fix: suffixFix(item), allowed: dialects(ofSuffix: bytes.last))
      return makeError(item, item)
    }
  }

  private func numberAdvice(_ bytes: ArraySlice<UInt8>) -> String? {
    guard let last = bytes.last, last | 32 == UInt8(ascii: "f") || last | 32 == UInt8(ascii: "u")
    else { return nil }
    let number = String(decoding: bytes.dropLast(), as: UTF8.self)
    return "GLSL ES 1.00 has no suffixes: write \(number)"
  }

  func variable(_ item: Int32) -> NodeID {
    guard let id = lookUp(tag(item), at: item) else {
      let wanted = BuiltInVariable.byTag[tag(item)].flatMap { missingExtension([$0]) }
      reportUndeclared(
        item,
        hint: absence(of: name(item))
          ?? wanted.map { "add '#extension \($0.rawValue) : enable'" },
        fix: wanted.flatMap { extensionFix($0) }, lack: wanted.map { .extensionLine($0.rawValue) })
      return makeError(item, item)
    }
    let symbol = tree.symbols[Int(id)]
    switch symbol.kind {
    case .unknown: return makeError(again: item, item)
    case .function:
      report(
        .syntaxError, "the function '\(symbol.name)' needs parentheses", at: item,
        lack: .functionMacro)
      return makeError(item, item)
    case .structure:
      report(.syntaxError, "'\(symbol.name)' is a type, not a value", at: item)
      return makeError(item, item)
    case .variable: break
    }
    note(item, .symbol(id))
    tree.symbols[Int(id)].reads += 1
    var traits: Expression.Traits = []
    if symbol.storage == .const && symbol.value >= 0 {
      traits = .all
    } else if symbol.storage == .const && !symbol.type.isArray {
      traits = symbol.type.isError ? .all : constTraits(symbol)
    } else if symbol.isLoopIndex {
      traits = .constantIndex
    } else if symbol.isGlobal, symbol.storage == .uniform || symbol.storage == .plain {
      traits = .globalInitializer
    }
    if symbol.type.isError { traits = .all }
    let node = make(.variable, symbol.type, item, item, traits: traits, reference: id)
    if traits.contains(.constant) { tree.expressions[Int(node)].value = symbol.value }
    return node
  }

  /// A constant whose value is not known, such as a structure's, is constant like its initializer.
  private func constTraits(_ symbol: Symbol) -> Expression.Traits {
    symbol.initializer >= 0 ? tree[expression: symbol.initializer].traits : .all
  }

  /// Returns why a name of another language or version does not exist.
  private func absence(of name: String) -> String? {
    switch name {
    case "gl_FragDepthEXT", "gl_FragDepth":
      "#extension GL_EXT_frag_depth : enable, then gl_FragDepthEXT"
    case "gl_Vertex", "gl_Normal", "gl_Color", "gl_MultiTexCoord0":
      "declare an attribute; GLSL ES has no built-in ones"
    case "gl_ModelViewMatrix", "gl_ProjectionMatrix", "gl_ModelViewProjectionMatrix",
      "gl_NormalMatrix":
      "declare a uniform; GLSL ES has no built-in matrices"
    default: nil
    }
  }

  // MARK: Members and indices

  /// `base.name` (§5.5, §5.6).
  func member(_ base: NodeID, _ item: Int32) -> NodeID {
    let type = type(base)
    let first = tree[expression: base].first
    if type.isError { return makeError(first, item, operands: [base]) }
    if type.basic == .structure, !type.isArray, type.structure >= 0 {
      let name = name(item)
      let structure = tree.structures[Int(type.structure)]
      guard let index = structure.members.firstIndex(where: { $0.name == name }) else {
        report(.badField, "'\(text(type))' has no member '\(name)'", at: item)
        return makeError(first, item, operands: [base])
      }
      note(item, .member(structure: type.structure, index: Int32(index)))
      let value = tree.value(of: base).flatMap {
        memberValue($0, structure, index)
      }
      return make(
        .member, structure.members[index].type, first, item, traits: traits([base]),
        operands: [base], reference: Int32(index), value: value)
    }
    guard !type.isArray, type.basic.isVector else {
      report(.badField, "'\(text(type))' has no members", at: item)
      return makeError(first, item, operands: [base])
    }
    guard let swizzle = swizzle(item, of: type) else {
      report(
        .badField, "'\(name(item))' selects no components of \(an(type))", at: item,
        hint: "use up to four letters of one set: xyzw, rgba or stpq")
      return makeError(first, item, operands: [base])
    }
    note(item, .components(type.basic))
    let value = tree.value(of: base).map { base in
      ConstantValue(swizzle.components.map { base[$0] })
    }
    return make(
      .swizzle, ValueType(.vector(of: type.basic.component, count: swizzle.count)), first, item,
      traits: traits([base]), operands: [base], reference: swizzle.rawValue, value: value)
  }

  private func memberValue(
    _ value: ConstantValue, _ structure: Structure, _ index: Int
  ) -> ConstantValue? {
    func count(_ type: ValueType) -> Int {
      guard type.basic == .structure else { return type.basic.componentCount }
      return tree.structures[Int(type.structure)].members.reduce(0) { $0 + count($1.type) }
    }
    guard !structure.containsArray else { return nil }
    let start = structure.members[..<index].reduce(0) { $0 + count($1.type) }
    let end = start + count(structure.members[index].type)
    let components = value.components
    return end <= components.count ? ConstantValue(Array(components[start..<end])) : nil
  }

  private static let componentSets = ["xyzw", "rgba", "stpq"].map { Array($0.utf8) }

  /// Returns the components of a vector that a name selects; `nil` if it is no such name.
  private func swizzle(_ item: Int32, of type: ValueType) -> Swizzle? {
    let letters = text.bytes[text.items[Int(item)].token.range]
    guard letters.count <= 4, let first = letters.first,
      let set = Self.componentSets.first(where: { $0.contains(first) })
    else { return nil }
    var swizzle = Swizzle()
    for letter in letters {
      guard let index = set.firstIndex(of: letter), index < type.basic.rows else { return nil }
      swizzle.append(index)
    }
    return swizzle
  }

  /// `base[index]` (§5.7); `last` is the closing bracket.
  func index(_ base: NodeID, _ index: NodeID, _ last: Int32) -> NodeID {
    let first = tree[expression: base].first
    let (type, indexType) = (type(base), type(index))
    if type.isError { return makeError(first, last, operands: [base, index]) }
    let count: Int
    let element: ValueType
    if type.isArray {
      (count, element) = (Int(type.elements), type.element)
    } else if type.basic.isMatrix {
      count = type.basic.columns
      element = ValueType(.vector(of: .float, count: type.basic.rows))
    } else if type.basic.isVector {
      (count, element) = (type.basic.rows, ValueType(type.basic.component))
    } else {
      report(.badIndex, "\(an(type)) has no elements", of: index)
      return makeError(first, last, operands: [base, index])
    }
    if !indexType.isError, indexType != .int {
      report(.badIndex, "an index must be an int, not \(an(indexType))", of: index)
      return makeError(first, last, operands: [base, index])
    }
    let position = tree.value(of: index)?.integer
    if let position, count > 0, position < 0 || position >= count {
      let isDraw = isFragData(base)
      report(
        isDraw && position > 0 ? .fragDataIndex : .badIndex,
        isDraw && position > 0
          ? "gl_FragData[\(position)]: OpenGL ES 2.0 has one draw buffer"
          : "index \(position) is out of range: \(an(type)) has \(count) elements", of: index)
      return makeError(first, last, operands: [base, index])
    }
    checkIndex(base, index)
    let value = tree.value(of: base).flatMap { base -> ConstantValue? in
      guard let position, !type.isArray else { return nil }
      let rows = element.basic.componentCount
      return ConstantValue((0..<rows).map { base[position * rows + $0] })
    }
    return make(
      .index, element, first, last, traits: traits([base, index]), operands: [base, index],
      value: value)
  }

  private func isFragData(_ base: NodeID) -> Bool {
    tree.rootVariable(of: base).map { tree[symbol: $0].name == "gl_FragData" } ?? false
  }

  /// Appendix A.5: indices that every device supports.
  private func checkIndex(_ base: NodeID, _ index: NodeID) {
    guard !tree[expression: index].traits.contains(.constantIndex),
      let root = tree.rootVariable(of: base)
    else { return }
    let symbol = tree[symbol: root]
    let isSampler = type(base).basic.isSampler || containsSampler(type(base).element)
    // Only a vertex shader's uniforms may be indexed by anything.
    if stage == .vertex && symbol.storage == .uniform && !isSampler { return }
    let what: String
    switch symbol.storage {
    case _ where isSampler: what = "samplers"
    case .uniform: what = "uniforms in fragment shaders"
    case .attribute: what = "attributes"
    case .varying: what = "varyings"
    case .builtIn: what = "built-in variables"
    default: what = "variables"
    }
    report(
      .dynamicIndex,
      "\(what) need a constant or a loop index in brackets: '\(symbol.name)' may not work on "
        + "every device", severity: limitation, of: index)
  }
}

extension RuleID {
  package static let badIndex = RuleID(1009, "bad-index")
  package static let badLiteral = RuleID(1019, "bad-literal")
  package static let fragDataIndex = RuleID(3207, "frag-data-over-minimum")
  package static let dynamicIndex = RuleID(3404, "dynamic-index")
}
