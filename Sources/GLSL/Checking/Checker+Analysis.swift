import CompilerLogs

/// What analyses of the whole tree find in a valid shader.
extension Checker {
  func analyze() {
    checkInitialization()
    checkReachability()
    checkDivergence()
    checkValues()
    checkLoopLengths()
    checkUse()
    checkMinimum()
  }

  /// Reports variables that are read before they have a value.
  private func checkInitialization() {
    let analysis = Initialization(tree)
    for use in analysis.uses {
      let name =
        use.isWhole
        ? tree[symbol: use.symbol].name : analysis.slots.name(of: use.slot, in: use.symbol)
      let symbol = tree[symbol: use.symbol]
      report(
        use.isCertain ? .uninitialized : .maybeUninitialized,
        "'\(name)' \(use.isCertain ? "is" : "may be") read before it has a value",
        severity: profile == .webgl1 || !use.isCertain ? .note : .warning, of: use.node,
        related: declaration(of: symbol, "declared here without a value"))
      let repeats = use.repeats.map { range(tree[expression: $0].first, tree[expression: $0].last) }
      findings[findings.count - 1].repeats = repeats
    }
  }

  // MARK: Control flow

  private func checkReachability() {
    let analysis = Reachability(tree, isSwitch: isSwitch)
    for id in analysis.unreachable {
      let statement = tree[statement: id]
      report(
        .unreachableCode, "this code is never reached", severity: .warning, at: statement.first,
        to: statement.last)
    }
    for id in analysis.constantConditions {
      let value = tree.value(of: id)?[0] ?? 0
      report(
        .constantCondition, "the condition is always \(value != 0)", severity: .note, of: id)
    }
    for id in analysis.unfinished {
      let function = tree[function: id]
      report(
        .missingReturn, "'\(function.name)' can end without returning \(an(function.result))",
        severity: .warning, at: function.definition)
    }
  }

  /// Whether an expression contains a macro or the name of a constant.
  private func isSwitch(_ id: NodeID) -> Bool {
    let expression = tree[expression: id]
    return !(expression.first...expression.last).allSatisfy {
      sourceToken($0) != nil && Lexeme.isConstant(text.items[Int($0)].token)
    }
  }

  /// Reports texture look-ups and derivatives in blocks that only some fragments run.
  private func checkDivergence() {
    guard stage == .fragment else { return }
    for id in Divergence(tree).calls {
      let function = BuiltInFunction.all[Int(tree[expression: id].reference)]
      if function.readsTexture {
        report(
          .textureInBranch,
          "\(function.name) in a block that depends on the fragment has an undefined level of "
            + "detail", severity: .warning, of: id)
      } else {
        report(
          .derivativeInBranch,
          "\(function.name) is undefined in a block that depends on the fragment",
          severity: .warning, of: id)
      }
    }
  }

  /// The iterations, of nested loops together, beyond which a loop is long.
  private static let iterationLimit = 4096

  private func checkLoopLengths() {
    for function in tree.functions where function.body >= 0 {
      checkLoopLengths(function.body, 1)
    }
  }

  /// Reports the outermost loops that run too often inside loops of `outer` iterations.
  private func checkLoopLengths(_ id: NodeID, _ outer: Int) {
    switch tree[statement: id].kind {
    case .block(let statements):
      for statement in statements { checkLoopLengths(statement, outer) }
    case .selection:
      var id = id
      while case .selection(_, let then, let other) = tree[statement: id].kind {
        checkLoopLengths(then, outer)
        guard let other else { return }
        id = other
      }
      checkLoopLengths(id, outer)
    case .loop(let loop):
      let (count, isLarge) = outer.multipliedReportingOverflow(
        by: max(1, tree.counted(loop)?.count ?? 1))
      guard isLarge || count > Self.iterationLimit else {
        return checkLoopLengths(loop.body, count)
      }
      report(
        .longLoop, "the loop runs \(isLarge ? "too often" : "\(count) times")", severity: .warning,
        at: tree[statement: id].first)
    default: break
    }
  }

  // MARK: What devices need not support

  private func checkMinimum() {
    let highp = Word("highp").tag
    if stage == .fragment,
      let item = text.items.firstIndex(where: { $0.token.tag == highp }),
      !text.tokens.contains(where: { $0.tag == Directive.highpMacro })
    {
      report(
        .highpInFragment, "devices need not support highp in fragment shaders",
        severity: .warning, at: Int32(item),
        hint: "choose the precision by #ifdef GL_FRAGMENT_PRECISION_HIGH")
    }
    guard !text.extensionChanges.isEmpty else { return }
    var mentions = Dictionary(
      text.extensionChanges.map { ($0.tag, 0) }, uniquingKeysWith: { first, _ in first })
    for token in text.tokens { mentions[token.tag]? += 1 }
    for change in text.extensionChanges where change.behavior != .disable {
      // A shader that tests for the extension has a fallback.
      guard let name = change.name, mentions[change.tag] ?? 0 < 2 else { continue }
      let word = String(decoding: text.bytes[name.range], as: UTF8.self)
      report(
        .optionalExtension, "devices need not support \(word)", severity: .warning,
        in: SourceRange(name), hint: "test for it with #ifdef \(word)")
    }
  }
}

extension Lexeme {
  private static let constants: Set<UInt64> = [Word("true").tag, Word("false").tag]

  /// Whether a token of a constant expression is not the name of a constant.
  fileprivate static func isConstant(_ token: Token) -> Bool {
    token.kind != .identifier || constants.contains(token.tag)
  }
}

extension RuleID {
  package static let uninitialized = RuleID(1201, "uninitialized")
  package static let maybeUninitialized = RuleID(1204, "maybe-uninitialized")
  package static let highpInFragment = RuleID(3208, "highp-over-minimum")
  package static let optionalExtension = RuleID(3209, "extension-over-minimum")
  package static let longLoop = RuleID(3405, "long-loop")
  package static let unreachableCode = RuleID(3701, "unreachable-code")
  package static let constantCondition = RuleID(3702, "constant-condition")
  package static let missingReturn = RuleID(3703, "missing-return")
  package static let textureInBranch = RuleID(3704, "texture-in-branch")
  package static let derivativeInBranch = RuleID(3705, "derivative-in-branch")
}
