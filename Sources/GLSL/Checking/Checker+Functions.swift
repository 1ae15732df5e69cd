/// Functions and `return` (§6.1, §6.4).
extension Checker {
  /// A parameter as the parser reads it.
  struct ParameterHead {
    var parameter: Function.Parameter
    /// The name; `nil` for a parameter without a name.
    var item: Int32?
    var namesPrecision: Bool
  }

  /// What a function is found by: the symbol of its name, and the types of its parameters.
  struct Signature: Hashable {
    var group: Int32
    var types: [ValueType]
  }

  /// Checks a parameter's qualifiers and type.
  func parameter(_ head: DeclarationHead, _ item: Int32?, _ type: ValueType) -> ParameterHead {
    let place = item ?? head.typeItem
    let direction = head.direction ?? .in
    func reject(_ message: String) { report(.badQualifier, message, at: place) }
    if let storage = head.storage {
      reject("a parameter can't be \(storage == .attribute ? "an" : "a") \(storage.rawValue)")
    } else if head.isInvariant {
      reject("a parameter can't be invariant")
    } else if head.isConst && direction != .in {
      reject("a const parameter can't be '\(direction.rawValue)'")
    } else if containsSampler(type) && direction != .in {
      reject("a sampler can't be '\(direction.rawValue)'")
    }
    if type.basic == .void { report(.badFunction, "a parameter can't be void", at: place) }
    if head.definesStructure {
      report(.badFunction, "a parameter can't define a structure", at: place)
    }
    let precision = precision(head.precision, type, at: head.typeItem)
    return ParameterHead(
      parameter: Function.Parameter(
        type: type.basic == .void ? .error : type, precision: precision, direction: direction,
        isConst: head.isConst),
      item: item, namesPrecision: head.precision != nil)
  }

  /// Declares a function and returns its index.
  func declareFunction(
    _ head: DeclarationHead, _ item: Int32, _ parameters: [ParameterHead], isDefinition: Bool
  ) -> Int32 {
    checkResult(head, item)
    let name = name(item)
    if name != "main" { checkName(item) }
    var function = Function(
      name: name, result: head.type,
      resultPrecision: precision(head.precision, head.type, at: head.typeItem),
      parameters: parameters.map(\.parameter), item: item)
    if name == "main", !parameters.isEmpty || (head.type != .void && !head.type.isError) {
      report(.badFunction, "main must be 'void main()'", at: item)
    }
    let types = function.parameters.map(\.type)
    if redefinesBuiltIn(tag(item), types) {
      report(.redeclaration, "'\(name)' is a built-in function and can't be redefined", at: item)
    }
    let group = declaredHere(tag(item)).flatMap {
      tree.symbols[Int($0)].kind == .function ? $0 : nil
    }
    if let group, let same = signatures[Signature(group: group, types: types)] {
      compare(function, with: same, item, isDefinition: isDefinition)
      if !isDefinition {
        tree.functions[Int(same)].hasPrototype = true
      } else if tree.functions[Int(same)].definition < 0 {
        tree.functions[Int(same)].definition = item
      }
      note(item, .function(same), isDeclaration: true)
      return same
    }
    function.hasPrototype = !isDefinition
    if isDefinition { function.definition = item }
    tree.functions.append(function)
    let id = Int32(tree.functions.count - 1)
    note(item, .function(id), isDeclaration: true)
    if let group {
      tree.symbols[Int(group)].overloads.append(id)
      signatures[Signature(group: group, types: types)] = id
    } else if checkNew(item) {
      var symbol = Symbol(
        kind: .function, name: name, type: .error, precision: nil, item: item)
      symbol.overloads = [id]
      let group = add(symbol)
      signatures[Signature(group: group, types: types)] = id
      bind(tag(item), group)
    }
    return id
  }

  private func checkResult(_ head: DeclarationHead, _ item: Int32) {
    if head.storage != nil || head.isConst || head.isInvariant || head.direction != nil {
      report(.badQualifier, "a function's result can only have a precision", at: head.first)
    } else if containsArray(head.type) {
      report(.badReturn, "a function can't return arrays or structures with arrays", at: item)
    } else if containsSampler(head.type) {
      report(.badReturn, "a function can't return a sampler", at: item)
    } else if head.definesStructure {
      // The grammar allows it (§9), but Mesa 22.3 does not find the structure.
      report(
        .badFunction, "some compilers reject a function's result that defines a structure",
        severity: .warning, at: item, hint: "define the structure above the function")
    }
  }

  private func redefinesBuiltIn(_ tag: UInt64, _ types: [ValueType]) -> Bool {
    (BuiltInFunction.byTag[tag] ?? []).contains { index in
      let function = BuiltInFunction.all[index]
      return function.isAvailable(in: stage) && function.result(for: types) != nil
        && !types.contains(where: \.isError)
    }
  }

  /// Compares a declaration with an earlier one that takes the same types.
  private func compare(
    _ function: Function, with other: Int32, _ item: Int32, isDefinition: Bool
  ) {
    let known = tree.functions[Int(other)]
    func reject(_ rule: RuleID, _ message: String) {
      report(
        rule, message, at: item, related: [related(known.item, "the first declaration")])
    }
    if known.result != function.result || known.resultPrecision != function.resultPrecision {
      reject(.badReturn, "'\(function.name)' differs from its first declaration in the result")
      // Either may be meant.
      tree.functions[Int(other)].result = .error
    } else if known.parameters != function.parameters {
      reject(
        .badFunction, "'\(function.name)' differs from its first declaration in the qualifiers")
    } else if isDefinition && known.definition >= 0 {
      reject(.redeclaration, "the function '\(function.name)' is already defined")
    } else if !isDefinition && known.hasPrototype {
      // §4.2.6 allows one prototype and one definition, in any order.
      reject(.redeclaration, "the function '\(function.name)' is already declared")
    }
  }

  /// Begins a function's body: its parameters are in a scope around that of the body.
  func beginBody(_ id: Int32, _ parameters: [ParameterHead]) {
    function = id
    returnsValue = false
    pushScope()
    tree.functions[Int(id)].parameterSymbols = []
    for head in parameters {
      guard let item = head.item else {
        tree.functions[Int(id)].parameterSymbols.append(nil)
        continue
      }
      checkName(item)
      var symbol = Symbol(
        kind: .variable, name: name(item), type: head.parameter.type,
        precision: head.parameter.precision, storage: .parameter, item: item)
      symbol.namesPrecision = head.namesPrecision
      symbol.isReadOnly = head.parameter.isConst
      let isNew = checkNew(item)
      let symbolID = add(symbol)
      note(item, .symbol(symbolID), isDeclaration: true)
      tree.functions[Int(id)].parameterSymbols.append(symbolID)
      if isNew { bind(tag(item), symbolID) }
    }
    pushScope()
  }

  func endBody(_ body: NodeID) {
    popScope()
    popScope()
    tree.functions[Int(function)].body = body
    let declared = tree.functions[Int(function)]
    function = -1
    if declared.result != .void, !declared.result.isError, !returnsValue {
      report(
        .badReturn, "'\(declared.name)' returns no \(text(declared.result))",
        at: declared.definition)
    }
  }

  /// `return value;`; `item` is the keyword.
  func checkReturn(_ value: NodeID?, _ item: Int32) {
    guard function >= 0 else { return }
    let wanted = tree.functions[Int(function)].result
    let name = tree.functions[Int(function)].name
    guard let value else {
      if wanted != .void && !wanted.isError {
        report(.badReturn, "'\(name)' must return \(an(wanted))", at: item)
        returnsValue = true
      }
      return
    }
    returnsValue = true
    let given = type(value)
    if given.isError || wanted.isError { return }
    let last = tree[expression: value].last
    if wanted == .void {
      report(.badReturn, "'\(name)' is void and can't return a value", at: item, to: last)
    } else if given != wanted {
      report(
        .badReturn, "'\(name)' must return \(an(wanted)), not \(an(given))", at: item,
        to: last, hint: conversionAdvice(given, wanted),
        fix: wanted == .float ? floatFix(value) : nil, allowed: dialects(from: given, to: wanted))
    }
  }

  /// Reports functions that call themselves, directly or through others (§6.1).
  func checkRecursion() {
    for (caller, call) in tree.callOrder.cycles {
      let function = tree[function: call.callee]
      let way = call.callee == caller ? "" : " through other functions"
      report(
        .recursion, "'\(function.name)' calls itself\(way)",
        at: function.definition >= 0 ? function.definition : function.item,
        related: [related(call.item, "the call")])
    }
  }
}

extension RuleID {
  package static let badReturn = RuleID(1013, "bad-return")
  package static let recursion = RuleID(1016, "recursion")
}
