import CompilerLogs
import GLESKitSupport
import GLSL

/// Packs uniforms and varyings into vectors, as every OpenGL ES 2.0 device can.
///
/// Source: GLSL ES 1.00.17, appendix A, section 7. Variables are placed into a grid of four columns
/// in the order mat4, mat2, vec4, mat3, vec3, vec2, float, larger arrays first. A mat2 takes all
/// four columns, like a vec4. Variables with four or three components go to the topmost free rows,
/// those with two components to columns 0–1 from the top or, if these are full, to columns 2–3 from
/// the bottom. Scalars go to the smallest gap in a column that is large enough.
struct Packing {
  /// A variable to pack.
  struct Item: Hashable {
    /// The position in the order of placement.
    var order: Int
    /// The number of columns, 1 to 4.
    var width: Int
    /// The number of rows: vectors times array size.
    var rows: Int
  }

  /// Returns whether `items` fit into `limit` rows.
  static func fits(_ items: [Item], into limit: Int) -> Bool {
    // Usually everything fits without sharing rows.
    if items.reduce(0, { $0 + $1.rows }) <= limit { return true }
    guard items.reduce(0, { $0 + $1.width * $1.rows }) <= 4 * limit else { return false }
    var grid = [UInt8](repeating: 0, count: limit)
    let sorted = items.sorted { ($0.order, -$0.rows) < ($1.order, -$1.rows) }
    for item in sorted {
      guard place(item, &grid) else { return false }
    }
    return true
  }

  /// More rows than any device has.
  static let rowLimit = 1024

  /// Returns the smallest number of rows that `items` fit into; `nil` for more than ``rowLimit``.
  static func rows(_ items: [Item]) -> Int? {
    guard items.reduce(0, { $0 + $1.width * $1.rows }) <= 4 * rowLimit else { return nil }
    let total = items.reduce(0) { $0 + $1.rows }
    guard total > 0 else { return 0 }
    // Unshared rows are always enough, and what fits into n rows fits into n + 1.
    return (1..<total).partitioningIndex { fits(items, into: $0) }
  }

  private static func place(_ item: Item, _ grid: inout [UInt8]) -> Bool {
    switch item.width {
    case 4: return fill(&grid, mask: 0b1111, item.rows, from: .top)
    case 3: return fill(&grid, mask: 0b0111, item.rows, from: .top)
    case 2:
      return fill(&grid, mask: 0b0011, item.rows, from: .top)
        || fill(&grid, mask: 0b1100, item.rows, from: .bottom)
    default: return fillSmallestGap(&grid, item.rows)
    }
  }

  private enum Edge { case top, bottom }

  private static func fill(_ grid: inout [UInt8], mask: UInt8, _ rows: Int, from edge: Edge) -> Bool
  {
    guard rows <= grid.count else { return false }
    let last = grid.count - rows
    let starts = edge == .top ? Array(0...last) : Array((0...last).reversed())
    for start in starts where grid[start..<(start + rows)].allSatisfy({ $0 & mask == 0 }) {
      for row in start..<(start + rows) { grid[row] |= mask }
      return true
    }
    return false
  }

  private static func fillSmallestGap(_ grid: inout [UInt8], _ rows: Int) -> Bool {
    var best: (gap: Int, column: UInt8, start: Int)?
    for column: UInt8 in [1, 2, 4, 8] {
      var start = 0
      while start < grid.count {
        guard grid[start] & column == 0 else {
          start += 1
          continue
        }
        var end = start
        while end < grid.count && grid[end] & column == 0 { end += 1 }
        let gap = end - start
        if gap >= rows, best.map({ gap < $0.gap }) ?? true { best = (gap, column, start) }
        start = end
      }
    }
    guard let best else { return false }
    for row in best.start..<(best.start + rows) { grid[row] |= best.column }
    return true
  }
}

extension Declarations.TypeUse {
  /// The items to pack: those of each member of a structure, none for a sampler. The elements of an
  /// array of structures are packed one by one, as by ANGLE: appendix A.7 doesn't mention them.
  var packingItems: [Packing.Item] {
    let count = max(1, array ?? 1)
    if !members.isEmpty {
      let element = members.flatMap(\.type.packingItems)
      // More items than cells fit nowhere.
      let limit = 4 * Packing.rowLimit + 1
      return Array(repeatElement(element, count: min(count, limit)).joined().prefix(limit))
    }
    guard basic.rows > 0 else { return [] }
    // mat2 is packed as two rows of four columns (appendix A.7, note on mat2).
    let width = basic == .mat2 ? 4 : basic.rows
    let order =
      switch basic {
      case .mat4: 0
      case .mat2: 1
      case .mat3: 3
      default: [4: 2, 3: 4, 2: 5][basic.rows] ?? 6
      }
    return [Packing.Item(order: order, width: width, rows: basic.columns * count)]
  }

  /// The rows that the variable takes if it shares none with others.
  var unsharedRows: Int {
    let rows =
      members.isEmpty
      ? (basic.rows > 0 ? basic.columns : 0) : members.reduce(0) { $0 + $1.type.unsharedRows }
    return Self.product(max(1, array ?? 1), rows)
  }

  /// The number of samplers in the variable.
  var samplerCount: Int {
    let count = max(1, array ?? 1)
    guard members.isEmpty else {
      return Self.product(count, members.reduce(0) { $0 + $1.type.samplerCount })
    }
    return basic.isSampler ? count : 0
  }

  /// A product of sizes that does not overflow: no device has that many.
  private static func product(_ a: Int, _ b: Int) -> Int {
    min(a, 1 << 31) * min(b, 1 << 31) > 1 << 31 ? 1 << 31 : a * b
  }
}
