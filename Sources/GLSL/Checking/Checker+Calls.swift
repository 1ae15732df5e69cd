/// Calls and constructors (§5.4, §6.1, §8).
extension Checker {
  // MARK: Functions

  /// `name(arguments)`; `last` is the closing parenthesis.
  func call(_ item: Int32, _ arguments: [NodeID], _ last: Int32) -> NodeID {
    let tag = tag(item)
    let own = lookUp(tag, at: item)
    if let own {
      let symbol = tree.symbols[Int(own)]
      switch symbol.kind {
      case .structure:
        note(item, .symbol(own))
        return construct(symbol.type, item, arguments, last)
      case .unknown: return makeError(again: item, last, operands: arguments)
      case .variable:
        if !symbol.type.isError {
          report(
            .noMatchingFunction, "'\(symbol.name)' is a variable, not a function", at: item,
            related: declaration(of: symbol, "declared here"))
        }
        return makeError(item, last, operands: arguments)
      case .function:
        if let result = callOwn(own, item, arguments, last) { return result }
      }
    }
    let types = arguments.map(type)
    let candidates = BuiltInFunction.byTag[tag] ?? []
    for index in candidates {
      guard let result = BuiltInFunction.all[index].result(for: types),
        isAvailable(BuiltInFunction.all[index], at: item)
      else { continue }
      // The result of mod and others has the type of the first argument, which may be unknown.
      let isKnown = types.first?.isError != true || result != .float
      return callBuiltIn(index, isKnown ? result : .error, item, arguments, last)
    }
    // An editor shows the function while its arguments are being typed.
    if let own, let first = tree.symbols[Int(own)].overloads.first { note(item, .function(first)) }
    if !types.contains(where: \.isError) || (own == nil && candidates.isEmpty) {
      let overloads = own.map { Array(nearOverloads($0)) } ?? []
      reportNoMatch(
        item, types, candidates.map { BuiltInFunction.all[$0] }, own,
        fix: callFix(item, arguments, own: overloads, candidates))
    }
    return makeError(item, last, operands: arguments)
  }

  private func callBuiltIn(
    _ index: Int, _ result: ValueType, _ item: Int32, _ arguments: [NodeID], _ last: Int32
  ) -> NodeID {
    note(item, .builtIn(Int32(index)))
    // A look-up is never constant (§5.10).
    let traits = BuiltInFunction.all[index].readsTexture ? [] : traits(arguments)
    let value = values(of: arguments, traits).flatMap {
      ConstantFunctions.value(BuiltInFunction.all[index].name, $0)
    }
    return make(
      .builtInCall, result, item, last, traits: traits, operands: arguments,
      reference: Int32(index), value: value)
  }

  /// Returns the values of the arguments of a constant expression; `nil` if one is not known.
  private func values(
    of arguments: [NodeID], _ traits: Expression.Traits
  ) -> [ConstantValue]? {
    guard traits.contains(.constant) else { return nil }
    let values = arguments.compactMap { tree.value(of: $0) }
    return values.count == arguments.count ? values : nil
  }

  /// Returns the call of a function of the shader; `nil` if none of its overloads fits.
  private func callOwn(
    _ group: Int32, _ item: Int32, _ arguments: [NodeID], _ last: Int32
  ) -> NodeID? {
    let types = arguments.map(type)
    let same = signatures[Signature(group: group, types: types)]
    guard let match = same ?? possibleOverload(group, types) else { return nil }
    note(item, .function(match))
    tree.functions[Int(match)].uses += 1
    if function >= 0 {
      tree.functions[Int(function)].calls.append(Function.Call(callee: match, item: item))
    }
    for (parameter, argument) in zip(tree.functions[Int(match)].parameters, arguments)
    where parameter.direction != .in {
      _ = assign(to: argument, reads: parameter.direction == .inout, isArgument: true)
    }
    return make(
      .call, tree.functions[Int(match)].result, item, last, operands: arguments, reference: match)
  }

  /// How many overloads of a function are looked at after a mistake, for linear time.
  private static let candidateLimit = 64

  private func nearOverloads(_ group: Int32) -> ArraySlice<Int32> {
    tree.symbols[Int(group)].overloads.prefix(Self.candidateLimit)
  }

  /// Returns an overload that fits if arguments or parameters of unknown type do.
  private func possibleOverload(_ group: Int32, _ types: [ValueType]) -> Int32? {
    guard hasErrors else { return nil }
    return nearOverloads(group).first { id in
      let parameters = tree.functions[Int(id)].parameters
      return parameters.count == types.count
        && zip(parameters, types).allSatisfy { $1.isError || $0.type.isError || $0.type == $1 }
    }
  }

  private func reportNoMatch(
    _ item: Int32, _ types: [ValueType], _ builtIns: [BuiltInFunction], _ own: Int32?,
    fix: Fix?
  ) {
    let name = name(item)
    let given = "\(name)(\(types.map(text).joined(separator: ", ")))"
    if own == nil && builtIns.isEmpty {
      noteUndeclared(item)
      report(
        .noMatchingFunction, "no function '\(name)'", at: item, hint: LaterName.advice(name),
        fix: fix, lack: .name(name))
      return
    }
    // The function exists, but in another stage or extension.
    if let hint = absence(builtIns, at: item), own == nil {
      report(
        .noMatchingFunction, "'\(name)' is not available here", at: item, hint: hint,
        fix: missingExtension(builtIns).flatMap { extensionFix($0) },
        lack: missingExtension(builtIns).map { .extensionLine($0.rawValue) })
      return
    }
    let functions = own.map(nearOverloads) ?? []
    let candidates = functions.map { signature($0) } + builtIns.map(\.text)
    report(
      .noMatchingFunction, "no function matches \(given)", at: item,
      hint: "candidates: " + candidates.prefix(6).joined(separator: "; "), fix: fix,
      allowed: types.contains(.int) ? [.es3, .desktop] : [])
  }

  func missingExtension(_ builtIns: [some BuiltIn]) -> Extension? {
    builtIns.first { $0.stage ?? stage == stage }?.extensions.first
  }

  private func absence(_ builtIns: [BuiltInFunction], at item: Int32) -> String? {
    guard !builtIns.isEmpty, builtIns.allSatisfy({ !isAvailable($0, at: item) }) else { return nil }
    if let wanted = missingExtension(builtIns) {
      return "add '#extension \(wanted.rawValue) : enable'"
    }
    guard builtIns[0].name.hasSuffix("Lod") else {
      return "it exists in \(builtIns[0].stage == .vertex ? "vertex" : "fragment") shaders only"
    }
    return "add '#extension GL_EXT_shader_texture_lod : enable' and use \(builtIns[0].name)EXT"
  }

  /// Returns a function's declaration without the names of parameters.
  func signature(_ id: Int32) -> String {
    let function = tree.functions[Int(id)]
    let parameters = function.parameters.map { parameter in
      parameter.direction == .in
        ? text(parameter.type) : "\(parameter.direction.rawValue) \(text(parameter.type))"
    }
    return "\(text(function.result)) \(function.name)(\(parameters.joined(separator: ", ")))"
  }

  // MARK: Constructors

  /// `type(arguments)` (§5.4).
  func construct(
    _ type: ValueType, _ item: Int32, _ arguments: [NodeID], _ last: Int32
  ) -> NodeID {
    let types = arguments.map(self.type)
    if types.contains(where: \.isError) || type.isError {
      return make(
        type.isError ? .error : .constructor, type, item, last, traits: traits(arguments),
        operands: arguments)
    }
    let problem =
      type.basic == .structure
      ? structureProblem(type, types) : componentProblem(type.basic, types)
    if let problem {
      report(.badConstructor, problem, at: item, to: last)
      return makeError(item, last, operands: arguments)
    }
    let traits = traits(arguments)
    let value = values(of: arguments, traits).flatMap { values in
      type.basic == .structure
        ? ConstantValue(values.flatMap(\.components))
        : ConstantConstructor.value(type.basic, values, types.map(\.basic))
    }
    return make(
      .constructor, type, item, last, traits: traits, operands: arguments, value: value)
  }

  private func structureProblem(_ type: ValueType, _ types: [ValueType]) -> String? {
    // §4.1.7: samplers are no operands.
    if containsSampler(type) { return "\(text(type)) has a sampler and can't be constructed" }
    let members = tree.structures[Int(type.structure)].members
    guard members.count == types.count else {
      return "\(text(type)) has \(members.count) members, not \(types.count)"
    }
    for (member, given) in zip(members, types) where member.type != given && !member.type.isError {
      return "the member '\(member.name)' is \(an(member.type)), not \(an(given))"
    }
    return nil
  }

  private func componentProblem(_ wanted: BasicType, _ types: [ValueType]) -> String? {
    guard wanted.componentCount > 0 else { return "\(Self.an(wanted.name)) can't be constructed" }
    if let wrong = types.first(where: { $0.isArray || $0.basic.componentCount == 0 }) {
      return "\(Self.an(wanted.name)) can't be made from \(an(wrong))"
    }
    guard !types.isEmpty else { return "\(wanted.name)() needs arguments" }
    if wanted.isScalar {
      return types.count == 1 ? nil : "\(wanted.name)() takes one argument, not \(types.count)"
    }
    if types.count == 1, types[0].isScalar || (wanted.isMatrix && types[0].basic.isMatrix) {
      return nil
    }
    if wanted.isMatrix, types.contains(where: \.basic.isMatrix) {
      return "a matrix is made from one matrix, or from scalars and vectors"
    }
    let needed = wanted.componentCount
    var count = 0
    for type in types {
      if count >= needed { return "\(wanted.name)() has more arguments than components" }
      count += type.basic.componentCount
    }
    return count < needed
      ? "\(wanted.name)() needs \(needed) components, but the arguments have \(count)" : nil
  }
}

extension RuleID {
  package static let noMatchingFunction = RuleID(1004, "no-matching-function")
  package static let badConstructor = RuleID(1012, "bad-constructor")
}
