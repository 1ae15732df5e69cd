/// An operation with `mediump` or `lowp` that half-precision floats cannot compute.
struct HalfLoss {
  enum Kind {
    /// A constant, or a value that is reached, is infinite.
    case constantIsInfinite(Double), resultIsInfinite(Double)
    /// A constant may become 0.
    case constantVanishes(Double)
    /// A constant is outside of the range of `lowp`.
    case constantExceedsLowp(Double)
    /// A constant is too large for an int of 16 bits.
    case constantExceedsInt(Double)
    /// The square of such a value inside of a function is infinite.
    case squareIsInfinite(Double)
    /// A function takes the fraction or the whole number of such a value, or reads a texture there.
    case argumentIsCoarse(function: String, Double)
  }

  /// The expression to report.
  var node: NodeID
  var kind: Kind
  /// The call with whose arguments it occurs; `nil` if it does so with all.
  var call: NodeID?

  /// The largest number. From 65,520 on, numbers are rounded to infinity.
  static let largest = 65504.0
  static let infinite = 65520.0
  /// The smallest normal number. Hardware may replace smaller ones by 0.
  static let smallest = 0x1p-14
  /// The whole numbers to which all smaller ones exist. There are no fractions from half of it on.
  static let wholeLimit = 2048.0

  /// From here on, a texture has less than 32 positions.
  static let positionLimit = 64.0

  /// The range of `lowp` goes from -2 to 2 (§4.5.2).
  static let lowpLimit = 2.0

  /// Returns the distance between numbers of half precision at a magnitude.
  static func step(at value: Double) -> Double {
    Double(Float16(min(value, largest)).ulp)
  }
}

extension RangeAnalysis {
  /// Returns what an expression with a range loses in half precision.
  func loss(_ id: NodeID, _ expression: Expression, _ range: ValueRange) -> HalfLoss? {
    let operands = tree.operands(of: expression)
    guard let first = operands.first, let last = operands.last else { return nil }
    let precision = precisions.finest(operands)
    switch expression.kind {
    case .binary, .assignment:
      guard precision.isCoarse else { return nil }
      switch expression.operation.operation {
      case .assign where precisions[first] == .lowp: return lowpLoss(last)
      case .plus, .minus, .star, .slash:
        return constantLoss(operands, precision) ?? overflow(id, range)
      // A limit that no value exceeds is infinite.
      case .less, .greater, .lessEqual, .greaterEqual: return constantLoss(operands)
      default: return nil
      }
    case .builtInCall:
      let function = BuiltInFunction.all[Int(expression.reference)]
      if function.readsTexture { return textureLoss(id, function.name, operands) }
      guard precision.isCoarse else { return nil }
      // smoothstep works with an edge of 0.
      let constants = function.name == "smoothstep" ? operands.suffix(1) : operands
      return constantLoss(constants, function.isLimit ? nil : precision)
        ?? loss(ofCall: id, function.name, first, last) ?? overflow(id, range)
    case .call:
      // The function that is called mod289, as in many copies of one noise.
      let name = tree[function: expression.reference].name
      guard operands.count == 1, name.hasPrefix("mod"), let modulus = Double(name.dropFirst(3))
      else { return nil }
      return permutationLoss(first, modulus)
    default: return nil
    }
  }

  private func loss(
    ofCall id: NodeID, _ name: String, _ first: NodeID, _ last: NodeID
  ) -> HalfLoss? {
    switch name {
    case "mod":
      if let modulus = self[last].magnitude, let loss = permutationLoss(first, modulus) {
        return loss
      }
      fallthrough
    case "fract", "floor", "ceil", "sin", "cos", "tan":
      let range = self[first]
      guard let magnitude = range.magnitude, magnitude > HalfLoss.wholeLimit,
        !range.isConstant || range.constant(where: { Double(Float16($0)) != $0 }) != nil
      else { return nil }
      return HalfLoss(node: id, kind: .argumentIsCoarse(function: name, magnitude))
    case "length", "distance", "normalize":
      let count = tree[expression: first].type.basic.rows
      let vector = name == "distance" ? self[first] - self[last] : self[first]
      let squares = vector.squared.sum(of: count).greatest
      guard count > 1, squares.isFinite, squares >= HalfLoss.infinite,
        let magnitude = vector.magnitude
      else { return nil }
      return HalfLoss(node: id, kind: .squareIsInfinite(magnitude))
    default: return nil
    }
  }

  /// Returns the loss of a position in a texture whose steps are larger than a texel.
  private func textureLoss(
    _ id: NodeID, _ name: String, _ operands: ArraySlice<NodeID>
  ) -> HalfLoss? {
    let position = operands[operands.startIndex + 1]
    guard name.hasPrefix("texture2D"), !name.hasPrefix("texture2DProj"),
      precisions[position].isCoarse, let magnitude = self[position].magnitude,
      magnitude >= HalfLoss.positionLimit
    else { return nil }
    return HalfLoss(node: id, kind: .argumentIsCoarse(function: name, magnitude))
  }

  /// Returns the loss of a result that is finite, but not in half precision.
  private func overflow(_ id: NodeID, _ range: ValueRange) -> HalfLoss? {
    guard let magnitude = range.magnitude, magnitude >= HalfLoss.infinite else { return nil }
    return HalfLoss(
      node: id, kind: .resultIsInfinite(range.greatest == magnitude ? magnitude : -magnitude))
  }

  /// Returns the loss of an operand that has one value.
  ///
  /// - Parameter precision: That of the operation, if it cannot work with an infinite constant.
  private func constantLoss(
    _ operands: ArraySlice<NodeID>, _ precision: Precision? = nil
  ) -> HalfLoss? {
    for operand in operands where tree[expression: operand].type.basic.component == .float {
      let range = self[operand]
      if let value = range.constant(where: { $0 != 0 && abs($0) < HalfLoss.smallest }) {
        return HalfLoss(node: operand, kind: .constantVanishes(value))
      }
      guard let precision else { continue }
      if let value = range.constant(where: { abs($0) >= HalfLoss.infinite }) {
        return HalfLoss(node: operand, kind: .constantIsInfinite(value))
      }
      // What a lowp variable is assigned is a finding of its own.
      if precision == .lowp, precisions[operand] != .lowp, let loss = lowpLoss(operand) {
        return loss
      }
    }
    return nil
  }

  /// Returns the loss of a value in `lowp`, if a component has one value that exceeds it.
  private func lowpLoss(_ id: NodeID) -> HalfLoss? {
    self[id].constant { abs($0) > HalfLoss.lowpLimit }
      .map { HalfLoss(node: id, kind: .constantExceedsLowp($0)) }
  }

  /// The losses of values that `lowp` floats and coarse ints are declared with.
  var initializerLosses: [HalfLoss] {
    tree.symbols.filter { $0.initializer >= 0 }.compactMap { symbol in
      let precision = precisions.precision(of: symbol)
      guard precision.isCoarse else { return nil }
      switch symbol.type.basic.component {
      case .float: return precision == .lowp ? lowpLoss(symbol.initializer) : nil
      case .int:
        let value = tree.value(of: symbol.initializer)?.components.first {
          !(-32768...32767 ~= $0)
        }
        return value.map { HalfLoss(node: symbol.initializer, kind: .constantExceedsInt($0)) }
      default: return nil
      }
    }
  }

  /// Returns the loss of `(x * a + b) * x` as the argument of a modulo function. Noise permutes the
  /// numbers below the modulus with it.
  private func permutationLoss(_ id: NodeID, _ modulus: Double) -> HalfLoss? {
    let product = tree[expression: id]
    guard product.kind == .binary, product.operation == .star, precisions[id].isCoarse else {
      return nil
    }
    let operands = tree.operands(of: product)
    for (x, other) in zip(operands, operands.reversed()) {
      let sum = tree[expression: other]
      guard sum.kind == .binary, sum.operation == .plus else { continue }
      let term = tree[expression: tree.operand(0, of: sum)]
      guard term.kind == .binary, term.operation == .star else { continue }
      let factors = tree.operands(of: term)
      let factor = factors.lazy.compactMap { self[$0].constant { _ in true } }.first
      guard factors.contains(where: { isSame(x, $0) }), let factor,
        abs(factor) * modulus * modulus >= HalfLoss.infinite
      else { continue }
      return HalfLoss(node: id, kind: .resultIsInfinite(factor * modulus * modulus))
    }
    return nil
  }
}
