/// The kinds of primitive that vertices form. The raw values are GL's.
public enum Primitive: UInt32, Hashable, Sendable {
  /// OpenGL's primitives; strips, loops and fans share vertices between neighbors.
  case points, lines, lineLoop, lineStrip, triangles, triangleStrip, triangleFan

  /// How many of the last vertices form no primitive.
  func unused(of count: Int) -> Int {
    switch self {
    case .points: 0
    case .lines: count % 2
    case .lineStrip, .lineLoop: count < 2 ? count : 0
    case .triangles: count % 3
    case .triangleStrip, .triangleFan: count < 3 ? count : 0
    }
  }
}
