import GLES

/// Splits strips, fans and loops into separate triangles or lines.
///
/// ES 1.1 gives a flat primitive the color of its last vertex (specification, table 2.6). GLSL ES
/// 1.00 has no `flat`, but vertices that primitives do not share can all carry that color.
struct Deindexer {
  /// The vertices of each primitive, in an order that keeps its winding.
  private(set) var vertices: [Int] = []
  /// For each of ``vertices``, the last vertex of its primitive.
  private(set) var provoking: [Int] = []

  /// Returns the mode that draws the separate primitives.
  static func plainMode(of mode: Primitive) -> Primitive {
    switch mode {
    case .points: .points
    case .lines, .lineStrip, .lineLoop: .lines
    case .triangles, .triangleStrip, .triangleFan: .triangles
    }
  }

  /// Splits the primitives of `order`, a list of vertex indices. Incomplete primitives are left
  /// out.
  init(_ mode: Primitive, _ order: [Int]) {
    let count = order.count
    switch mode {
    case .points:
      for vertex in order { add(vertex) }
    case .lines:
      for start in stride(from: 0, to: count - 1, by: 2) { add(order[start], order[start + 1]) }
    case .lineStrip, .lineLoop:
      for start in 0..<max(count - 1, 0) { add(order[start], order[start + 1]) }
      if mode == .lineLoop, count > 1, let first = order.first, let last = order.last {
        add(last, first)
      }
    case .triangles:
      for start in stride(from: 0, to: count - 2, by: 3) {
        add(order[start], order[start + 1], order[start + 2])
      }
    case .triangleStrip:
      for start in 0..<max(count - 2, 0) {
        // Every other triangle of a strip has the opposite winding; its last vertex stays last.
        let (a, b) = start % 2 == 0 ? (start, start + 1) : (start + 1, start)
        add(order[a], order[b], order[start + 2])
      }
    case .triangleFan:
      for start in 1..<max(count - 1, 1) { add(order[0], order[start], order[start + 1]) }
    }
  }

  private mutating func add(_ primitive: Int...) {
    vertices += primitive
    provoking += primitive.map { _ in primitive[primitive.count - 1] }
  }
}
