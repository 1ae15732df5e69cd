import CompilerLogs

/// Finds the ``Declarations`` in preprocessed tokens.
///
/// It only recognizes the form of global declarations and skips everything else, because the
/// compiler checks the grammar.
package struct DeclarationScanner {
  private let bytes: [UInt8]
  private let items: [Preprocessed.Item]
  private let stage: ShaderStage
  private var index = 0
  private var result = Declarations()
  private var structures: [UInt64: [Declarations.Member]] = [:]
  private var constants: [UInt64: Int] = [:]
  /// The current default precisions at global scope, by type name.
  private var defaults: [String: Precision]

  package static func run(
    _ bytes: [UInt8], _ preprocessed: Preprocessed, stage: ShaderStage
  ) -> Declarations {
    var scanner = DeclarationScanner(bytes, preprocessed, stage)
    scanner.readGlobals()
    scanner.readEverywhere()
    return scanner.result
  }

  private init(_ bytes: [UInt8], _ preprocessed: Preprocessed, _ stage: ShaderStage) {
    self.bytes = bytes
    self.stage = stage
    items = preprocessed.items
    defaults =
      stage == .vertex
      ? ["float": .highp, "int": .highp, "sampler2D": .lowp, "samplerCube": .lowp]
      : ["int": .mediump, "sampler2D": .lowp, "samplerCube": .lowp]
  }

  private var token: Token? { index < items.count ? items[index].token : nil }

  private func string(_ token: Token) -> String {
    String(decoding: bytes[token.range], as: UTF8.self)
  }

  // MARK: Global scope

  private mutating func readGlobals() {
    while let token {
      let start = index
      if token.is(Words.precision) {
        readPrecision()
      } else if token.is(";") || token.is("}") {
        index += 1
      } else {
        readDeclaration()
      }
      // Always make progress, whatever the token is.
      if index == start { index += 1 }
    }
  }

  private mutating func readPrecision() {
    if index + 2 < items.count, let precision = Words.precisions[items[index + 1].token.tag] {
      defaults[string(items[index + 2].token)] = precision
    }
    skip(past: ";")
  }

  private mutating func skip(past end: Unicode.Scalar) {
    while let token {
      index += 1
      if token.is(end) { return }
    }
  }

  /// Reads from `{` past the matching `}` and notes the names used in between.
  private mutating func readBlock() {
    var depth = 0
    while let token {
      index += 1
      if token.is("{") { depth += 1 }
      if token.kind == .identifier { result.used.insert(token.tag) }
      if token.is("}") {
        depth -= 1
        if depth <= 0 { return }
      }
    }
  }

  private mutating func readDeclaration() {
    var storage = Declarations.Storage.plain
    var invariant = false
    var precision: Precision?
    var isConstant = false
    while let token, token.kind == .identifier {
      if let found = Words.storage[token.tag] {
        storage = found
      } else if let found = Words.precisions[token.tag] {
        precision = found
      } else if token.is(Words.invariant) {
        invariant = true
      } else if token.is(Words.const) {
        isConstant = true
      } else {
        break
      }
      index += 1
    }
    guard let first = token, first.kind == .identifier else {
      if token?.is("{") == true { readBlock() } else { index += 1 }
      return
    }
    var type: Declarations.TypeUse
    if first.is(Words.struct) {
      guard let read = readStructure() else { return }
      type = read
    } else {
      index += 1
      type = typeUse(named: first, precision)
      if invariant && storage == .plain, token?.is(";") == true || token?.is(",") == true {
        readInvariantNames(first)
        return
      }
    }
    readDeclarators(storage, invariant, &type, isConstant: isConstant)
  }

  private mutating func readInvariantNames(_ first: Token) {
    result.redeclaredInvariant.insert(string(first))
    while let token, !token.is(";") {
      if token.kind == .identifier { result.redeclaredInvariant.insert(string(token)) }
      index += 1
    }
  }

  private mutating func readDeclarators(
    _ storage: Declarations.Storage, _ invariant: Bool, _ type: inout Declarations.TypeUse,
    isConstant: Bool
  ) {
    while let name = token, name.kind == .identifier {
      let site = items[index].site
      index += 1
      if token?.is("(") == true {
        readFunction(string(name), site)
        return
      }
      var own = type
      if token?.is("[") == true { own.array = readArraySize() }
      result.variables.append(
        Declarations.Variable(
          storage: storage, invariant: invariant, type: own, name: string(name), site: site))
      if token?.is("=") == true {
        let value = readInitialiser()
        if isConstant && own.name == "int" { constants[name.tag] = value }
      }
      guard token?.is(",") == true else { break }
      index += 1
    }
    skip(past: ";")
  }

  /// Reads `= …` up to the comma or semicolon after it and returns the value of a constant integer.
  private mutating func readInitialiser() -> Int? {
    index += 1
    var depth = 0
    var text: [ConstantExpression.Item] = []
    while let token {
      if depth == 0 && (token.is(",") || token.is(";")) { break }
      if token.is("(") || token.is("[") { depth += 1 }
      if token.is(")") || token.is("]") { depth -= 1 }
      if token.kind == .identifier { result.used.insert(token.tag) }
      text.append(item(token))
      index += 1
    }
    return ConstantExpression.value(text)
  }

  private mutating func readArraySize() -> Int {
    index += 1
    var text: [ConstantExpression.Item] = []
    while let token, !token.is("]"), !token.is(";") {
      text.append(item(token))
      index += 1
    }
    if token?.is("]") == true { index += 1 }
    return max(0, ConstantExpression.value(text) ?? 0)
  }

  private func item(_ token: Token) -> ConstantExpression.Item {
    if token.kind == .number {
      return Number.integer(bytes[token.range]).map { .value($0) } ?? .symbol("?")
    }
    if token.kind == .identifier {
      return constants[token.tag].map { .value($0) } ?? .symbol("?")
    }
    return .symbol(string(token))
  }

  private mutating func readFunction(_ name: String, _ site: Token) {
    var depth = 0
    while let token {
      index += 1
      if token.is("(") { depth += 1 }
      if token.is(")") {
        depth -= 1
        if depth == 0 { break }
      }
    }
    let isDefined = token?.is("{") == true
    result.functions.append(Declarations.Function(name: name, site: site, isDefined: isDefined))
    if isDefined { readBlock() } else { skip(past: ";") }
  }

  private mutating func readStructure() -> Declarations.TypeUse? {
    index += 1
    var name = ""
    var tag: UInt64?
    if let token, token.kind == .identifier {
      name = string(token)
      tag = token.tag
      index += 1
    }
    guard token?.is("{") == true else { return nil }
    index += 1
    var members: [Declarations.Member] = []
    while let token, !token.is("}") {
      var precision: Precision?
      if let found = Words.precisions[token.tag] {
        precision = found
        index += 1
      }
      guard let type = self.token, type.kind == .identifier else {
        index += 1
        continue
      }
      index += 1
      while let member = self.token, member.kind == .identifier {
        index += 1
        var use = typeUse(named: type, precision)
        if self.token?.is("[") == true { use.array = readArraySize() }
        members.append(Declarations.Member(name: string(member), type: use))
        guard self.token?.is(",") == true else { break }
        index += 1
      }
      if self.token?.is(";") == true { index += 1 }
    }
    index += 1
    if let tag { structures[tag] = members }
    return Declarations.TypeUse(name: name, precision: nil, array: nil, members: members)
  }

  private func typeUse(named token: Token, _ precision: Precision?) -> Declarations.TypeUse {
    let name = string(token)
    var use = Declarations.TypeUse(name: name, precision: precision, array: nil)
    if let members = structures[token.tag] {
      use.members = members
      use.precision = nil
    } else if name.hasPrefix("b") {
      use.precision = nil
    } else if precision == nil {
      let basis = BuiltInType.isFloat(name) ? "float" : BuiltInType.isInteger(name) ? "int" : name
      use.precision = defaults[basis]
    }
    return use
  }

  // MARK: Every scope

  /// Finds names declared in any scope, and floats without a precision.
  private mutating func readEverywhere() {
    var floatDefault: [Bool] = [stage == .vertex]
    for position in items.indices {
      let token = items[position].token
      if token.is("{") {
        floatDefault.append(floatDefault.last ?? false)
        continue
      }
      if token.is("}") {
        if floatDefault.count > 1 { floatDefault.removeLast() }
        continue
      }
      guard token.kind == .identifier else { continue }
      if token.is(Words.precision) {
        if position + 2 < items.count, string(items[position + 2].token) == "float" {
          floatDefault[floatDefault.count - 1] = true
        }
        continue
      }
      let type = BuiltInType.byTag[token.tag]
      guard type != nil || structures[token.tag] != nil || token.is(Words.struct),
        position + 1 < items.count
      else { continue }
      let next = items[position + 1]
      if next.token.kind == .identifier {
        result.declaredNames.append((string(next.token), next.site))
      }
      guard let type, BuiltInType.isFloat(type), floatDefault.last == false,
        !next.token.is("("), !next.token.is(";")
      else { continue }
      // A precision qualifier stands right before the type.
      if position > 0, Words.precisions[items[position - 1].token.tag] != nil { continue }
      result.floatWithoutPrecision.append((items[position].site, type))
    }
  }
}

private enum Words {
  static let precision = Word("precision")
  static let invariant = Word("invariant")
  static let const = Word("const")
  static let `struct` = Word("struct")
  static let storage: [UInt64: Declarations.Storage] = [
    Word("attribute").tag: .attribute, Word("varying").tag: .varying,
    Word("uniform").tag: .uniform,
  ]
  static let precisions: [UInt64: Precision] = [
    Word("lowp").tag: .lowp, Word("mediump").tag: .mediump, Word("highp").tag: .highp,
  ]
}
