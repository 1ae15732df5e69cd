import CompilerLogs

/// What the ranges of values and their precisions show in a valid shader.
extension Checker {
  func checkValues() {
    let inputs = text.inputRanges
    // Few shaders have values that are too much for mediump, which decides with less work.
    var ranges = RangeAnalysis(tree, inputs: inputs, precisions: .mediump)
    mayLosePrecision = !ranges.losses.isEmpty
    if mayLosePrecision || text.items.contains(where: { $0.token.is(Self.lowp) }) {
      ranges = RangeAnalysis(tree, inputs: inputs)
    }
    checkArguments(ranges)
    for loss in ranges.losses { report(loss) }
    checkTimePrecision(except: Set(inputs.keys))
  }

  private static let lowp = Word("lowp")

  /// Reports arguments and divisors for which a result is undefined (§5.9, §8).
  private func checkArguments(_ ranges: RangeAnalysis) {
    // Of inputs nothing is certain. Most shaders have no finding, and take only one pass.
    lazy var certain = RangeAnalysis(tree, inputs: nil)
    lazy var tested = TestedVariables(tree)
    func report(_ id: NodeID, _ message: String, isCertain: Bool) {
      guard isCertain || !tested.occur(in: id) else { return }
      self.report(
        isCertain ? .domain : .maybeDomain, message, severity: isCertain ? .warning : .note, of: id)
    }
    var unreached = ranges.unreached[...]
    for (index, expression) in tree.expressions.enumerated() {
      let id = NodeID(index)
      while let range = unreached.first, range.upperBound <= id { unreached.removeFirst() }
      if unreached.first?.contains(id) ?? false { continue }
      switch expression.kind {
      case .builtInCall:
        let function = BuiltInFunction.all[Int(expression.reference)]
        guard function.isPartial else { continue }
        let arguments = tree.operands(of: expression).map { ranges[$0] }
        let first = tree.operand(0, of: expression)
        if let (message, isCertain) = Self.domainProblem(
          function, arguments[0], certain: certain[first])
        {
          report(id, message, isCertain: isCertain)
        } else if function.domain?.high == 1, isDotOfUnits(first, ranges) {
          report(
            id, "\(function.name) is undefined for |x| > 1, which rounding can give here",
            isCertain: false)
        } else if let message = Self.certainProblem(function.name, arguments) {
          let known = tree.operands(of: expression).map { certain[$0] }
          if Self.certainProblem(function.name, known) != nil {
            report(id, message, isCertain: true)
          }
        } else if function.name == "mod", arguments[1].canBeZero {
          report(tree.operand(1, of: expression), "the divisor may be 0", isCertain: false)
        }
      case .binary, .assignment:
        // A divisor that is a constant 0 is a rule of its own.
        let divisor = tree.operand(1, of: expression)
        guard expression.operation.operation == .slash, tree.value(of: divisor) == nil,
          tree[expression: divisor].type.basic.component == .float, ranges[divisor].canBeZero,
          !isPartOfUnit(divisor, ranges), !isWave(divisor, ranges)
        else { continue }
        report(divisor, "the divisor may be 0", isCertain: false)
      default: break
      }
    }
  }

  /// Whether an expression is the dot product of two vectors of length 1.
  private func isDotOfUnits(_ id: NodeID, _ ranges: RangeAnalysis) -> Bool {
    let expression = tree[expression: id]
    return expression.kind == .builtInCall
      && BuiltInFunction.all[Int(expression.reference)].name == "dot"
      && tree.operands(of: expression).allSatisfy { ranges.value($0).isUnit }
  }

  /// Whether an expression is the sine or cosine of a value of unknown magnitude, which may be an
  /// angle between 0 and 180°.
  private func isWave(_ id: NodeID, _ ranges: RangeAnalysis) -> Bool {
    let expression = tree[expression: id]
    return expression.kind == .builtInCall
      && ["cos", "sin"].contains(BuiltInFunction.all[Int(expression.reference)].name)
      && ranges[tree.operand(0, of: expression)].magnitude == nil
  }

  /// Whether an expression is a component of a vector of length 1, such as the direction of a ray,
  /// or its magnitude. These become 0 in exceptional places only, and then give the infinity that
  /// such code expects.
  private func isPartOfUnit(_ id: NodeID, _ ranges: RangeAnalysis) -> Bool {
    var id = id
    while !ranges.value(id).isUnit {
      let expression = tree[expression: id]
      let isMagnitude =
        expression.kind == .builtInCall
        && ["abs", "length"].contains(BuiltInFunction.all[Int(expression.reference)].name)
      guard isMagnitude || [.swizzle, .index, .prefix].contains(expression.kind) else {
        return false
      }
      id = tree.operand(0, of: expression)
    }
    return true
  }

  /// Returns why a result is undefined for values of the first argument, and whether for all.
  ///
  /// - Parameters:
  ///   - range: The values, if inputs are in their usual ranges.
  ///   - certain: The values for all inputs.
  private static func domainProblem(
    _ function: BuiltInFunction, _ range: ValueRange, certain: @autoclosure () -> ValueRange
  ) -> (message: String, isCertain: Bool)? {
    guard let domain = function.domain else { return nil }
    func isOutside(_ range: ValueRange) -> Bool {
      range.greatest < domain.low || range.least > domain.high
        || domain.excludesLow && range.greatest <= domain.low
    }
    // An infinite end is not known, and the other one then says little: x * x - 1.0.
    let isKnown = range.least.isFinite && range.greatest.isFinite
    let mayBeOutside = isKnown && (range.least < domain.low || range.greatest > domain.high)
    guard isOutside(range) || mayBeOutside else { return nil }
    let isCertain = isOutside(range) && isOutside(certain())
    let verb = isCertain ? "is" : "may be"
    return (
      "\(function.name) is undefined for \(domain.outside), and the argument \(verb) outside",
      isCertain
    )
  }

  /// Returns why a result is undefined for all values of the arguments.
  private static func certainProblem(_ name: String, _ arguments: [ValueRange]) -> String? {
    guard let a = arguments.first, let b = arguments.last else { return nil }
    switch (name, arguments.count) {
    case ("mod", 2) where b.isZero: return "mod is undefined for a divisor of 0"
    case ("pow", 2) where a.isZero && b.greatest <= 0:
      return "pow is undefined for x = 0 and y <= 0"
    case ("atan", 2) where a.isZero && b.isZero: return "atan is undefined for x = 0 and y = 0"
    case ("normalize", 1) where a.least == 0 && a.greatest == 0:
      return "normalize is undefined for a vector of length 0"
    case ("smoothstep", 3) where a.isAtLeast(arguments[1]):
      return "smoothstep is undefined unless its first edge is less than its second"
    case ("clamp", 3) where arguments[1].isGreater(than: b):
      return "clamp is undefined if its minimum is greater than its maximum"
    default: return nil
    }
  }

  // MARK: Precision

  /// Reports what `mediump` loses on hardware that computes it with half-precision floats.
  private func report(_ loss: HalfLoss) {
    func text(_ value: Double) -> String {
      if value == value.rounded() && abs(value) < 1e7 { return "\(Int(value))" }
      // A constant may be too large for any float.
      return Float(value).isFinite ? "\(Float(value))" : "\(value)"
    }
    var hint = "use highp"
    let message: String
    switch loss.kind {
    case .constantExceedsLowp(let value):
      report(
        .lowpRange, "lowp goes from -2 to 2, which \(text(value)) exceeds", severity: .note,
        of: loss.node, hint: "use mediump")
      return
    case .constantExceedsInt(let value):
      message = "\(text(value)) exceeds the 16 bits that an int can have without highp"
    case .constantIsInfinite(let value):
      message = "\(text(value)) is infinite in half precision, which ends at 65504"
    case .resultIsInfinite(let value):
      message = "the result reaches \(text(value)), which is infinite in half precision"
      hint += ", or scale the values down first"
    case .constantVanishes(let value):
      message = "\(text(value)) can become 0 in half precision, which is exact from 6.1e-05 on"
      hint += ", or a number from 0.0001 on"
    case .squareIsInfinite(let value):
      message = "the square of \(text(value)) is infinite in half precision"
      hint += ", or scale the vector down first"
    case .argumentIsCoarse(let function, let value):
      message =
        "\(function) of a value that reaches \(text(value)), where half precision has steps of "
        + text(HalfLoss.step(at: value))
    }
    // A variable's value comes from its declaration.
    let operand = tree[expression: loss.node]
    let related =
      operand.kind == .variable
      ? declaration(of: tree[symbol: operand.reference], "the variable") : []
    let call = loss.call.map { id in
      let call = tree[expression: id]
      return Finding.Related(range: range(call.first, call.last), message: "the call")
    }
    report(
      .mediumpRange, message, severity: .warning, of: loss.node,
      related: related + [call].compactMap { $0 }, hint: hint)
  }

  /// Reports a default or explicit precision that a growing time exceeds.
  ///
  /// - Parameter known: The uniforms that end somewhere.
  private func checkTimePrecision(except known: Set<String>) {
    guard stage == .fragment else { return }
    for symbol in tree.symbols
    where symbol.storage == .uniform && symbol.type == .float && symbol.reads > 0 {
      guard let precision = symbol.precision, precision != .highp, Self.isTime(symbol.name),
        !known.contains(symbol.name)
      else {
        continue
      }
      report(
        .timePrecision, "\(precision.rawValue) is too coarse for a time that keeps growing",
        severity: .note, at: symbol.item)
    }
  }

  /// Whether a name is one that a time since the start has: `u_time`, `iGlobalTime` or `seconds`.
  private static func isTime(_ name: String) -> Bool {
    var name = name.lowercased()
    if name.hasPrefix("u") || name.hasPrefix("i") { name.removeFirst() }
    name.removeAll { $0 == "_" }
    return ["time", "seconds", "globaltime", "elapsedtime", "totaltime"].contains(name)
  }
}

extension RuleID {
  package static let timePrecision = RuleID(3102, "time-precision")
  package static let mediumpRange = RuleID(3104, "mediump-range")
  package static let lowpRange = RuleID(3105, "lowp-range")
  package static let precisionFallback = RuleID(3106, "precision-fallback")
  package static let domain = RuleID(3502, "domain-error")
  package static let maybeDomain = RuleID(3503, "possible-domain-error")
}
