/// The values of constructors whose arguments are constant (§5.4).
enum ConstantConstructor {
  /// Returns the value of a scalar, vector or matrix.
  static func value(
    _ type: BasicType, _ arguments: [ConstantValue], _ types: [BasicType]
  ) -> ConstantValue? {
    guard let first = arguments.first else { return nil }
    if type.isScalar { return ConstantValue.scalar(first[0]).converted(to: type.component) }
    if arguments.count == 1, types[0].isScalar {
      guard type.isMatrix else {
        let value = ConstantValue.scalar(first[0]).converted(to: type.component)[0]
        return ConstantValue([Double](repeating: value, count: type.componentCount))
      }
      return matrix(type.rows) { column, row in column == row ? first[0] : 0 }
    }
    if arguments.count == 1, type.isMatrix, types[0].isMatrix {
      let size = types[0].rows
      // What the smaller matrix lacks comes from the identity.
      return matrix(type.rows) { column, row in
        column < size && row < size ? first[column * size + row] : column == row ? 1 : 0
      }
    }
    let components = arguments.flatMap(\.components).prefix(type.componentCount)
    return ConstantValue(Array(components)).converted(to: type.component)
  }

  private static func matrix(
    _ size: Int, _ body: (_ column: Int, _ row: Int) -> Double
  ) -> ConstantValue {
    ConstantValue((0..<(size * size)).map { body($0 / size, $0 % size) })
  }
}
