import GLES
import GLMath
import Glibc

/// A surface made of triangles, with normals and texture coordinates: the shapes of GLU's
/// `gluSphere`, `gluCylinder` and `gluDisk`, and any parametric surface.
///
/// Triangles are counterclockwise as seen from the side that the normals point to. More than 65,536
/// vertices need `GL_OES_element_index_uint`: without it, making a ``Mesh`` or an `IndexBuffer`
/// throws.
public struct Shape: Hashable, Sendable {
  /// The positions, in object space.
  public var positions: [SIMD3<Float>] = []
  /// The unit normals, one for each position.
  public var normals: [SIMD3<Float>] = []
  /// The texture coordinates (s, t), one for each position; 0…1 in the shapes that this type makes.
  public var coordinates: [SIMD2<Float>] = []
  /// The indices, three for each triangle.
  public var indices: [UInt32] = []

  /// A shape without triangles.
  public init() {}

  /// The surface of all points that `point` returns for s and t in 0…1.
  ///
  /// Normals are ∂p/∂s × ∂p/∂t, by finite differences: as seen from outside, s runs to the right
  /// and t upward. Where a whole edge collapses to one point, as at a pole, the normal is that of a
  /// nearby point.
  ///
  /// - Parameters:
  ///   - columns: Cells along s; less than 1 is 1.
  ///   - rows: Cells along t; less than 1 is 1.
  ///   - point: Returns the point for s and t. It is also called with values slightly outside 0…1.
  public static func surface(
    columns: Int, rows: Int, _ point: (_ s: Float, _ t: Float) -> SIMD3<Float>
  ) -> Shape {
    let (columns, rows) = (max(columns, 1), max(rows, 1))
    var shape = Shape()
    for row in 0...rows {
      for column in 0...columns {
        let (s, t) = (Float(column) / Float(columns), Float(row) / Float(rows))
        shape.positions.append(point(s, t))
        shape.normals.append(normal(s, t, point))
        shape.coordinates.append(SIMD2(s, t))
      }
    }
    shape.connect(columns: columns, rows: rows, from: 0)
    return shape
  }

  /// A surface of revolution: a profile rotated about the y axis, as on a lathe.
  ///
  /// - Parameters:
  ///   - profile: Distances from the axis, and heights. The outside is to the right of the
  ///     direction of the profile: if it runs from bottom to top, the surface faces outward; if it
  ///     runs from top to bottom, inward. Where the profile bends by more than `crease` there is a
  ///     sharp edge; elsewhere the surface is smooth.
  ///   - segments: Cells around the axis; less than 3 is 3.
  ///   - crease: The angle in radians. Default: π/6.
  public static func revolution(
    of profile: [SIMD2<Float>], segments: Int, crease: Float = .pi / 6
  ) -> Shape {
    let segments = max(segments, 3)
    let steps = zip(profile, profile.dropFirst()).map { ($1 - $0).normalized }
    let lengths = zip(profile, profile.dropFirst()).map { $0.distance(to: $1) }
    let whole = max(lengths.reduce(0, +), .leastNormalMagnitude)
    var shape = Shape()
    var way: Float = 0
    for (index, step) in steps.enumerated() {
      // The way on at an end of this step: on both sides of an edge there are rings of their own.
      func tangent(_ neighbor: Int) -> SIMD2<Float> {
        guard steps.indices.contains(neighbor), step.dot(steps[neighbor]) >= cos(crease) else {
          return step
        }
        return (step + steps[neighbor]).normalized
      }
      shape.ring(at: profile[index], along: tangent(index - 1), t: way / whole, segments)
      way += lengths[index]
      shape.ring(at: profile[index + 1], along: tangent(index + 1), t: way / whole, segments)
      shape.connect(
        columns: segments, rows: 1, from: shape.positions.count - 2 * (segments + 1))
    }
    return shape
  }

  /// A sphere centered on the origin; s runs around it, t from its south pole to its north pole.
  /// The corresponding GLU function is `gluSphere`.
  public static func sphere(radius: Float = 1, columns: Int = 32, rows: Int = 16) -> Shape {
    surface(columns: columns, rows: rows) { s, t in
      let (around, up) = (2 * Float.pi * s, Float.pi * (t - 0.5))
      let flat = radius * cos(up)
      return SIMD3(flat * sin(around), radius * sin(up), flat * cos(around))
    }
  }

  /// A round tube along a curve, open at both ends; s runs around it, t along it.
  ///
  /// - Parameters:
  ///   - columns: Cells around the tube.
  ///   - rows: Cells along it.
  ///   - side: A direction to which the curve is nowhere parallel.
  ///   - curve: Returns the center and the radius for t in 0…1. It is also called with values
  ///     slightly outside that range.
  public static func tube(
    columns: Int, rows: Int, side: SIMD3<Float>,
    _ curve: (_ t: Float) -> (center: SIMD3<Float>, radius: Float)
  ) -> Shape {
    surface(columns: columns, rows: rows) { s, t in
      let (center, radius) = curve(t)
      let along = curve(t + step).center - curve(t - step).center
      let right = along.cross(side).normalized
      let up = along.cross(right).normalized
      let angle = 2 * Float.pi * s
      let out: SIMD3<Float> = cos(angle) * right + sin(angle) * up
      return center + radius * out
    }
  }

  /// The shape transformed by `matrix`; the normals stay perpendicular to it and of length 1.
  ///
  /// If the matrix mirrors, the winding of the triangles is reversed, so that the outside stays the
  /// outside. If it is not invertible, the normals are unchanged.
  public func transformed(by matrix: Matrix4) -> Shape {
    var shape = self
    shape.positions = positions.map { matrix.transform(point: $0) }
    if let normalMatrix = matrix.normalMatrix {
      shape.normals = normals.map { (normalMatrix * $0).normalized }
    }
    if matrix.upperLeft.determinant < 0 {
      for corner in stride(from: 0, to: indices.count, by: 3) {
        shape.indices.swapAt(corner + 1, corner + 2)
      }
    }
    return shape
  }

  /// Both shapes as one.
  public static func + (a: Shape, b: Shape) -> Shape {
    var sum = a
    sum += b
    return sum
  }

  /// Adds a shape to this one.
  public static func += (a: inout Shape, b: Shape) {
    let first = a.positions.count
    a.positions += b.positions
    a.normals += b.normals
    a.coordinates += b.coordinates
    a.indices += b.indices.map { UInt32(first) + $0 }
  }

  /// How far apart differences are taken: small beside the cells, large beside a float's last bit.
  private static let step: Float = 1 / 1024

  private static func normal(
    _ s: Float, _ t: Float, _ point: (Float, Float) -> SIMD3<Float>
  ) -> SIMD3<Float> {
    func cross(_ s: Float, _ t: Float) -> SIMD3<Float> {
      (point(s + step, t) - point(s - step, t)).cross(point(s, t + step) - point(s, t - step))
    }
    let here = cross(s, t)
    // At a pole what is left is rounding; a step inwards it is the surface's again.
    let inside = cross(s, t < 0.5 ? t + 2 * step : t - 2 * step)
    return (here.length > 0.1 * inside.length ? here : inside).normalized
  }

  private mutating func ring(
    at place: SIMD2<Float>, along tangent: SIMD2<Float>, t: Float, _ segments: Int
  ) {
    for segment in 0...segments {
      let s = Float(segment) / Float(segments)
      // The seam's two sides are at the same place, bit for bit.
      let angle = segment == segments ? 0 : 2 * Float.pi * s
      positions.append(SIMD3(place.x * sin(angle), place.y, place.x * cos(angle)))
      normals.append(SIMD3(tangent.y * sin(angle), -tangent.x, tangent.y * cos(angle)))
      coordinates.append(SIMD2(s, t))
    }
  }

  /// Two triangles for each cell of a grid of vertices.
  private mutating func connect(columns: Int, rows: Int, from first: Int) {
    for row in 0..<rows {
      for column in 0..<columns {
        let corner = first + row * (columns + 1) + column
        let above = corner + columns + 1
        indices += [corner, corner + 1, above + 1, corner, above + 1, above].map { UInt32($0) }
      }
    }
  }
}

extension Mesh {
  /// Makes a mesh of a shape: its positions, its normals, and its coordinates for the first `units`
  /// texture units.
  ///
  /// - Parameters:
  ///   - context: The context, which is current.
  ///   - shape: The triangles; draw them with `.triangles`.
  ///   - colors: One for each position; see
  ///     ``init(_:positions:normals:colors:coordinates:pointSizes:indices:)``.
  ///   - units: The number of texture units that get the shape's coordinates. Default: 1.
  /// - Throws: ``FixedPipelineError``.
  public convenience init(
    _ context: Context, _ shape: Shape, colors: VertexData? = nil, units: Int = 1
  ) throws(FixedPipelineError) {
    try self.init(
      context, positions: .positions(shape.positions), normals: .positions(shape.normals),
      colors: colors,
      coordinates: [VertexData?](
        repeating: VertexData(shape.coordinates, components: 2), count: units),
      indices: .ints(shape.indices))
  }
}
