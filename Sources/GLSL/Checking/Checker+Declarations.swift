import CompilerLogs

/// The qualifiers and type before the names in a declaration.
struct DeclarationHead {
  var isConst = false
  var isInvariant = false
  /// `attribute`, `varying` or `uniform`.
  var storage: Symbol.Storage?
  var direction: Symbol.Direction?
  var precision: Precision?
  var type = ValueType.error
  /// The first item, and that of the type.
  var first: Int32 = 0
  var typeItem: Int32 = 0
  /// Whether the type is a structure that is defined here.
  var definesStructure = false
}

/// Variables and structures (§4).
extension Checker {
  // MARK: Names

  /// Checks a name that is being declared (§3.8).
  func checkName(_ item: Int32) {
    let bytes = text.bytes[text.items[Int(item)].token.range]
    if bytes.starts(with: Self.reservedPrefix) {
      report(.reservedName, "'\(name(item))': names that begin with gl_ are reserved", at: item)
    } else if Self.webglPrefixes.contains(where: bytes.starts) {
      report(
        .webglName, "'\(name(item))': WebGL rejects names that begin with webgl_ or _webgl_",
        severity: limitation, at: item)
    } else if zip(bytes, bytes.dropFirst()).contains(where: { $0 == 95 && $1 == 95 }) {
      report(
        .doubleUnderscore, "'\(name(item))': names with two consecutive underscores are reserved",
        severity: .warning, at: item)
    }
    if bytes.count > 256 {
      report(
        .longName, "the name has \(bytes.count) characters; WebGL allows 256",
        severity: limitation, at: item)
    }
  }

  private static let reservedPrefix = Array("gl_".utf8)
  private static let webglPrefixes = ["webgl_", "_webgl_"].map { Array($0.utf8) }

  /// Reports a name that its scope already has; returns whether it is new.
  func checkNew(_ item: Int32) -> Bool {
    guard let known = declaredHere(tag(item)) else { return true }
    let symbol = tree[symbol: known]
    report(
      .redeclaration, "'\(symbol.name)' is already declared", at: item,
      related: declaration(of: symbol, "the first declaration"))
    return false
  }

  /// Returns the place of a declaration, for a finding; nothing for a built-in variable.
  func declaration(of symbol: Symbol, _ message: String) -> [Finding.Related] {
    symbol.item >= 0 ? [related(symbol.item, message)] : []
  }

  /// Returns an item as a place that explains a finding.
  func related(_ item: Int32, _ message: String) -> Finding.Related {
    Finding.Related(range: range(item, item), message: message)
  }

  // MARK: Structures

  /// The limit for the members of a structure and of those inside, which can double at each level.
  private static let memberLimit = 1024
  /// The levels of structures that WebGL allows.
  private static let webglNesting = 4

  /// Defines a structure; `item` is its name, `nil` for an anonymous one.
  func structure(_ item: Int32?, _ members: [Structure.Member], at first: Int32) -> ValueType {
    var structure = Structure(name: item.map(name) ?? "", members: members)
    structure.totalCount = members.reduce(0) { total, member in
      let inner = member.type.basic == .structure && member.type.structure >= 0
      if inner {
        structure.depth = max(
          structure.depth, 1 + tree.structures[Int(member.type.structure)].depth)
      }
      return total + 1 + (inner ? tree.structures[Int(member.type.structure)].totalCount : 0)
    }
    if structure.depth == Self.webglNesting + 1 {
      report(
        .deepStructure,
        "the structure nests others \(structure.depth) levels deep; WebGL allows "
          + "\(Self.webglNesting)", severity: limitation, at: item ?? first)
    }
    let isTooLarge = structure.totalCount > Self.memberLimit
    if isTooLarge {
      report(
        .tooComplex, "the structure has more than \(Self.memberLimit) members in all",
        at: item ?? first)
      structure.members = []
    }
    structure.containsArray = members.contains { containsArray($0.type) }
    structure.containsSampler = members.contains { containsSampler($0.type) }
    tree.structures.append(structure)
    let number = Int32(tree.structures.count - 1)
    for (index, member) in structure.members.enumerated() {
      note(member.item, .member(structure: number, index: Int32(index)), isDeclaration: true)
    }
    let type = isTooLarge ? .error : ValueType(.structure, structure: number)
    guard let item else { return type }
    checkName(item)
    if checkNew(item) {
      let id = add(
        Symbol(kind: .structure, name: structure.name, type: type, precision: nil, item: item))
      note(item, .symbol(id), isDeclaration: true)
      bind(tag(item), id)
    }
    return type
  }

  /// The members of a structure that is being read.
  struct Members {
    var all: [Structure.Member] = []
    /// The name of each member, by its hash.
    var items: [UInt64: Int32] = [:]
  }

  /// Checks a member and adds it, unless its name occurs twice.
  func addMember(
    _ item: Int32, _ type: ValueType, _ precision: Precision?, typeItem: Int32,
    to members: inout Members
  ) {
    let name = name(item)
    if type.basic == .void {
      report(.typeMismatch, "a member can't be void", at: item)
    }
    checkName(item)
    if let other = members.items.updateValue(item, forKey: tag(item)) {
      report(
        .redeclaration, "the structure already has a member '\(name)'", at: item,
        related: [related(other, "the first one")])
      return
    }
    members.all.append(
      Structure.Member(
        name: name, type: type, precision: self.precision(precision, type, at: typeItem),
        item: item))
  }

  /// Returns the number of elements for the size of an array; 0 after a finding.
  func arraySize(_ id: NodeID) -> Int {
    let type = type(id)
    if type.isError { return 0 }
    guard type == .int else {
      report(.badArray, "an array's size must be an int, not \(an(type))", of: id)
      return 0
    }
    guard tree[expression: id].traits.contains(.constant) else {
      report(.badArray, "an array's size must be a constant expression", of: id)
      return 0
    }
    guard let size = tree.value(of: id)?.integer else { return 0 }
    guard size > 0 else {
      report(.badArray, "an array's size must be positive, not \(size)", of: id)
      return 0
    }
    return size
  }

  /// Checks a precision qualifier (§4.5.2).
  func checkPrecision(_ head: DeclarationHead, at item: Int32) {
    guard head.precision != nil, !head.type.isError else { return }
    let basic = head.type.basic
    if !basic.isNumeric && !basic.isSampler {
      report(.badQualifier, "\(an(head.type)) has no precision", at: item)
    }
  }

  // MARK: Variables

  /// Declares a variable.
  ///
  /// - Parameters:
  ///   - item: The name.
  ///   - type: The type, with the size of an array.
  ///   - initializer: The initializer, which was read before the name became visible.
  func declare(
    _ head: DeclarationHead, _ item: Int32, _ type: ValueType, initializer: NodeID?
  ) -> Int32 {
    checkName(item)
    let storage = head.storage ?? (head.isConst ? .const : .plain)
    var symbol = Symbol(
      kind: .variable, name: name(item), type: type,
      precision: precision(head.precision, type, at: head.typeItem), storage: storage, item: item)
    symbol.isInvariant = head.isInvariant
    symbol.namesPrecision = head.precision != nil
    symbol.isReadOnly =
      storage == .const || storage == .uniform || storage == .attribute
      || (storage == .varying && stage == .fragment)
    if type.basic == .void {
      report(.typeMismatch, "'\(symbol.name)' can't be void", at: item)
      symbol.type = .error
    }
    checkStorage(head, symbol, item)
    if let initializer { checkInitializer(initializer, &symbol, item) }
    if head.isConst && initializer == nil {
      report(.badQualifier, "the constant '\(symbol.name)' has no value", at: item)
    }
    let isNew = checkNew(item)
    let id = add(symbol)
    note(item, .symbol(id), isDeclaration: true)
    if function >= 0 { tree.functions[Int(function)].locals.append(id) }
    if isNew { bind(tag(item), id) }
    return id
  }

  private func checkStorage(_ head: DeclarationHead, _ symbol: Symbol, _ item: Int32) {
    let type = symbol.type
    func reject(_ message: String) { report(.badQualifier, message, at: item) }
    if let direction = head.direction {
      report(
        .badQualifier, "'\(direction.rawValue)' is for parameters", at: item,
        hint: direction == .out && stage == .fragment ? "write to gl_FragColor instead" : nil,
        fix: storageFix(direction, head, type: symbol.type),
        allowed: direction == .inout ? [] : .es3)
      return
    }
    if head.storage != nil && function >= 0 {
      reject("'\(symbol.storage.rawValue)' is only allowed at global scope")
      return
    }
    if head.isInvariant && symbol.storage != .varying {
      reject("only varyings and outputs can be invariant")
      return
    }
    if type.isError { return }
    switch symbol.storage {
    case .attribute:
      if stage == .fragment {
        reject("fragment shaders have no attributes")
      } else if type.isArray {
        reject("an attribute can't be an array")
      } else if type.basic.component != .float {
        reject("an attribute must be a float, a vector or a matrix, not \(an(type))")
      }
    case .varying:
      if type.basic.component != .float {
        reject("a varying must be a float, a vector or a matrix, not \(an(type))")
      }
    case .uniform: break
    default:
      if containsSampler(type) { reject("a sampler must be a uniform or a parameter") }
    }
    if symbol.storage == .const && type.isArray {
      report(.badArray, "an array can't be constant: GLSL ES 1.00 can't initialize it", at: item)
    }
  }

  private func checkInitializer(_ id: NodeID, _ symbol: inout Symbol, _ item: Int32) {
    let given = type(id)
    let expression = tree[expression: id]
    if let storage = [Symbol.Storage.attribute, .varying, .uniform].first(where: {
      $0 == symbol.storage
    }) {
      report(
        .badQualifier, "a \(storage.rawValue) can't have an initializer", of: id,
        allowed: storage == .uniform ? .desktop : [])
      return
    }
    if symbol.type.isArray {
      if given.isError { return }
      report(.badArray, "an array can't be initialized in GLSL ES 1.00", of: id)
      return
    }
    symbol.initializer = id
    if given.isError || symbol.type.isError { return }
    guard given == symbol.type else {
      report(
        .typeMismatch, "\(an(symbol.type)) can't be initialized with \(an(given))", of: id,
        hint: conversionAdvice(given, symbol.type),
        fix: symbol.type == .float ? floatFix(id) : nil,
        allowed: dialects(from: given, to: symbol.type))
      // Don't report uses of a constant whose value is wrong.
      if symbol.storage == .const { symbol.type = .error }
      return
    }
    if containsArray(given) {
      report(.badArray, "a structure with arrays can't be initialized in GLSL ES 1.00", of: id)
      return
    }
    if symbol.storage == .const {
      if expression.traits.contains(.constant) {
        symbol.value = expression.value
      } else {
        report(.notConstant, "the initializer of a constant must be a constant expression", of: id)
        symbol.initializer = -1
      }
    } else if isGlobal, !expression.traits.contains(.constant) {
      if profile == .webgl1 && expression.traits.contains(.globalInitializer) { return }
      if isEnabled(.nonConstantInitializers, at: item) { return }
      report(
        .notConstant, "the initializer of a global must be a constant expression", of: id,
        allowed: .webgl)
    }
  }

  /// `precision mediump float;`.
  func setPrecision(_ precision: Precision, _ type: ValueType, at item: Int32) {
    if type.isError { return }
    guard type.basic == .float || type.basic == .int || type.basic.isSampler else {
      report(
        .badQualifier, "a default precision is for float, int and samplers, not \(text(type))",
        at: item)
      return
    }
    precisions[type.basic] = precision
  }

  /// `invariant name;` (§4.6.1).
  func makeInvariant(_ item: Int32) {
    guard let id = lookUp(tag(item), at: item) else {
      reportUndeclared(item)
      return
    }
    let symbol = tree.symbols[Int(id)]
    if symbol.kind == .unknown { return }
    note(item, .symbol(id))
    // §4.6.4: gl_FrontFacing is as invariant as gl_Position.
    let isOutput =
      symbol.storage == .builtIn && (!symbol.isReadOnly || stage == .fragment)
      && symbol.name != "gl_FrontFacing"
    guard symbol.kind == .variable, symbol.storage == .varying || isOutput else {
      report(.badQualifier, "only varyings and outputs can be invariant", at: item)
      return
    }
    if !isGlobal {
      report(.badQualifier, "'invariant' is only allowed at global scope", at: item)
    } else if symbol.reads + symbol.writes > 0 {
      report(
        .badQualifier, "'\(symbol.name)' must be declared invariant before it is used", at: item)
    }
    tree.symbols[Int(id)].isInvariant = true
  }
}

extension RuleID {
  package static let notConstant = RuleID(1010, "not-constant")
  package static let reservedName = RuleID(3301, "reserved-name")
  package static let webglName = RuleID(3303, "webgl-reserved-name")
  package static let deepStructure = RuleID(3305, "deep-structure")
}
