/// The value of a constant expression (§5.10): its components in order, a matrix by columns, a
/// structure member by member. A bool is 0 or 1.
///
/// `Double` holds every `int` and `float` of GLSL ES exactly.
package enum ConstantValue: Hashable, Sendable {
  case scalar(Double)
  case components([Double])

  package init(_ components: [Double]) {
    self = components.count == 1 ? .scalar(components[0]) : .components(components)
  }

  package var components: [Double] {
    switch self {
    case .scalar(let value): [value]
    case .components(let values): values
    }
  }

  /// The number of components.
  package var count: Int {
    switch self {
    case .scalar: 1
    case .components(let values): values.count
    }
  }

  /// Returns whether all components satisfy a condition.
  package func allSatisfy(_ condition: (Double) -> Bool) -> Bool {
    switch self {
    case .scalar(let value): condition(value)
    case .components(let values): values.allSatisfy(condition)
    }
  }

  /// The component at `index`, or the only component.
  package subscript(index: Int) -> Double {
    switch self {
    case .scalar(let value): value
    case .components(let values): index < values.count ? values[index] : 0
    }
  }

  /// The value as a whole number; `nil` if it is none.
  package var integer: Int? {
    guard case .scalar(let value) = self else { return nil }
    return Int(exactly: value)
  }

  /// Returns the value after conversion to `component`, as a constructor converts (§5.4.1).
  package func converted(to component: BasicType) -> ConstantValue {
    func convert(_ value: Double) -> Double {
      switch component {
      case .bool: value == 0 ? 0 : 1
      case .int: value.isFinite ? value.rounded(.towardZero) : 0
      default: value
      }
    }
    switch self {
    case .scalar(let value): return .scalar(convert(value))
    case .components(let values): return .components(values.map(convert))
    }
  }
}
