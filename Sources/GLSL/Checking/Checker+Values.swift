import CompilerLogs

/// What the ranges of values and their precisions show in a valid shader.
extension Checker {
  func checkValues() {
    let ranges = RangeAnalysis(tree)
    checkArguments(ranges)
    for loss in ranges.losses { report(loss) }
    checkTimePrecision()
  }

  /// Reports arguments for which a function of §8 is undefined.
  private func checkArguments(_ ranges: RangeAnalysis) {
    for (id, expression) in tree.expressions.enumerated() where expression.kind == .builtInCall {
      guard let domain = BuiltInFunction.all[Int(expression.reference)].domain else { continue }
      let range = ranges[tree.operand(0, of: expression)]
      let (low, high) = (range.least, range.greatest)
      let isOutside =
        high < domain.low || low > domain.high || domain.excludesLow && high <= domain.low
      // An infinite end is not known.
      let mayBeOutside =
        low.isFinite && low < domain.low || high.isFinite && high > domain.high
      guard isOutside || mayBeOutside else { continue }
      report(
        isOutside ? .domain : .maybeDomain,
        "\(domain.function) is undefined for \(domain.outside), and the argument "
          + (isOutside ? "is" : "may be") + " outside", severity: isOutside ? .warning : .note,
        of: NodeID(id))
    }
  }

  // MARK: Precision

  /// Reports what `mediump` loses on hardware that computes it with half-precision floats.
  private func report(_ loss: HalfLoss) {
    func text(_ value: Double) -> String {
      value == value.rounded() && abs(value) < 1e7 ? "\(Int(value))" : "\(Float(value))"
    }
    let hint: String
    let message: String
    switch loss.kind {
    case .constantExceedsLowp(let value):
      report(
        .lowpRange, "lowp goes from -2 to 2, which \(text(value)) exceeds", severity: .note,
        of: loss.node, hint: "use mediump")
      return
    case .constantIsInfinite(let value):
      message = "\(text(value)) is infinite in half precision, which ends at 65504"
      hint = "use highp"
    case .resultIsInfinite(let value):
      message = "the result reaches \(text(value)), which is infinite in half precision"
      hint = "use highp, or scale the values down first"
    case .constantVanishes(let value):
      message = "\(text(value)) can become 0 in half precision, which is exact from 6.1e-05 on"
      hint = "use highp, or a number from 0.0001 on"
    case .squareIsInfinite(let value):
      message = "the square of \(text(value)) is infinite in half precision"
      hint = "use highp, or scale the vector down first"
    case .argumentIsCoarse(let function, let value):
      message =
        "\(function) of a value that reaches \(text(value)), where half precision has steps of "
        + text(HalfLoss.step(at: value))
      hint = "use highp"
    }
    // A variable's value comes from its declaration.
    let operand = tree[expression: loss.node]
    let related =
      operand.kind == .variable
      ? declaration(of: tree[symbol: operand.reference], "the variable") : []
    report(
      .mediumpRange, message, severity: .warning, of: loss.node, related: related, hint: hint)
  }

  /// Reports a default or explicit precision that a growing time exceeds.
  private func checkTimePrecision() {
    guard stage == .fragment else { return }
    for symbol in tree.symbols
    where symbol.storage == .uniform && symbol.type == .float && symbol.reads > 0 {
      guard let precision = symbol.precision, precision != .highp, Self.isTime(symbol.name) else {
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
