import GLES
import GLMath
import Glibc

// Ready-made shapes. Sphere, lathe and tube are in Shape.swift.
extension Shape {
  /// A box centered on the origin. Each face shows the whole texture.
  ///
  /// - Parameter size: The lengths of its edges. Default: 1.
  public static func box(size: SIMD3<Float> = SIMD3(repeating: 1)) -> Shape {
    let half = size / 2
    // The directions of s and t on each face, seen from outside.
    let faces: [(s: SIMD3<Float>, t: SIMD3<Float>)] = [
      ([1, 0, 0], [0, 1, 0]), ([-1, 0, 0], [0, 1, 0]), ([0, 0, -1], [0, 1, 0]),
      ([0, 0, 1], [0, 1, 0]), ([1, 0, 0], [0, 0, -1]), ([1, 0, 0], [0, 0, 1]),
    ]
    return faces.reduce(into: Shape()) { box, face in
      let out = face.s.cross(face.t)
      box += surface(columns: 1, rows: 1) { s, t in
        (out + (2 * s - 1) * face.s + (2 * t - 1) * face.t) * half
      }
    }
  }

  /// A horizontal rectangle centered on the origin that faces up (+y); t runs away from the viewer
  /// (−z).
  ///
  /// - Parameters:
  ///   - width: Its length along x. Default: 1.
  ///   - depth: Its length along z. Default: 1.
  ///   - columns: Cells along x, for light that is computed per vertex. Default: 1.
  ///   - rows: Cells along z. Default: 1.
  public static func plane(
    width: Float = 1, depth: Float = 1, columns: Int = 1, rows: Int = 1
  ) -> Shape {
    surface(columns: columns, rows: rows) { s, t in [(s - 0.5) * width, 0, (0.5 - t) * depth] }
  }

  /// An upright cylinder centered on the origin, closed at both ends.
  public static func cylinder(radius: Float = 0.5, height: Float = 1, segments: Int = 32) -> Shape {
    revolution(
      of: [[0, -height / 2], [radius, -height / 2], [radius, height / 2], [0, height / 2]],
      segments: segments)
  }

  /// A horizontal torus centered on the origin; s runs around the axis, t around the tube.
  ///
  /// - Parameters:
  ///   - radius: The distance from the axis to the tube's center line. Default: 1.
  ///   - tube: The tube's radius. Default: 0.35.
  ///   - columns: Cells around the axis.
  ///   - rows: Cells around the tube.
  public static func torus(
    radius: Float = 1, tube: Float = 0.35, columns: Int = 48, rows: Int = 24
  ) -> Shape {
    surface(columns: columns, rows: rows) { s, t in
      let (around, up) = (2 * Float.pi * s, 2 * Float.pi * t)
      let flat = radius + tube * cos(up)
      return [flat * sin(around), tube * sin(up), flat * cos(around)]
    }
  }

  /// The Utah teapot: it stands on y = 0, is 3.15 high, and its spout points along +x.
  ///
  /// The body and the lid are surfaces of revolution; the spout and the handle are Bézier patches
  /// that end inside the body. Source of the control points: Martin Newell, 1975.
  ///
  /// - Parameter segments: Steps along each curve, at least 6. Default: 8.
  public static func teapot(segments: Int = 8) -> Shape {
    let segments = max(segments, 6)
    func lathe(_ curves: [[SIMD2<Float>]]) -> Shape {
      var profile = curves.prefix(1).map { $0[0] }
      for curve in curves {
        profile += (1...segments).map { step in
          bezier(curve.map { SIMD3($0.x, $0.y, 0) }, Float(step) / Float(segments))
        }.map { [$0.x, $0.y] }
      }
      return revolution(of: profile, segments: 4 * segments)
    }
    let body = lathe([
      [[0, 0], [1.425, 0], [1.5, 0.075], [1.5, 0.15]],
      [[1.5, 0.15], [1.5, 0.225], [2, 0.45], [2, 0.9]],
      [[2, 0.9], [2, 1.35], [1.75, 1.875], [1.5, 2.4]],
      [[1.5, 2.4], [1.4375, 2.53125], [1.3375, 2.53125], [1.4, 2.4]],
    ])
    let lid = lathe([
      [[1.3, 2.4], [1.3, 2.55], [0.4, 2.55], [0.2, 2.7]],
      [[0.2, 2.7], [0, 2.7], [0.8, 3.15], [0, 3.15]],
    ])
    // Cross sections from the body outwards. Each runs round the front, downwards where the tube
    // leads to the right, so that the normals point out.
    let spout = [
      section([1.7, 1.425], [1.7, 0.6], 0.66), section([2.6, 1.425], [3.1, 0.825], 0.66),
      section([2.3, 2.1], [2.4, 2.025], 0.25), section([2.7, 2.4], [3.3, 2.4], 0.25),
    ]
    let lip = [
      spout[3], section([2.8, 2.475], [3.525, 2.49375], 0.25),
      section([2.9, 2.475], [3.45, 2.5125], 0.15), section([2.8, 2.4], [3.2, 2.4], 0.15),
    ]
    let handle = [
      section([-1.6, 2.025], [-1.5, 2.25], 0.3), section([-2.3, 2.025], [-2.5, 2.25], 0.3),
      section([-2.7, 2.025], [-3, 2.25], 0.3), section([-2.7, 1.8], [-3, 1.8], 0.3),
    ]
    let grip = [
      handle[3], section([-2.7, 1.575], [-3, 1.35], 0.3),
      section([-2.5, 1.125], [-2.65, 0.9375], 0.3), section([-2, 0.9], [-1.9, 0.6], 0.3),
    ]
    return [spout, lip, handle, grip].reduce(body + lid) { pot, sections in
      let half = surface(columns: segments, rows: segments) { s, t in
        bezier(sections.map { bezier($0, s) }, t)
      }
      return pot + half + half.transformed(by: .scale(x: 1, y: 1, z: -1))
    }
  }

  /// Half of a tube's cross section, through the front, between two points of the plane z = 0.
  private static func section(
    _ a: SIMD2<Float>, _ b: SIMD2<Float>, _ depth: Float
  ) -> [SIMD3<Float>] {
    [[a.x, a.y, 0], [a.x, a.y, depth], [b.x, b.y, depth], [b.x, b.y, 0]]
  }

  /// The point of a cubic Bézier curve.
  private static func bezier(_ points: [SIMD3<Float>], _ t: Float) -> SIMD3<Float> {
    let r = 1 - t
    let left: SIMD3<Float> = r * r * r * points[0] + 3 * r * r * t * points[1]
    let right: SIMD3<Float> = 3 * r * t * t * points[2] + t * t * t * points[3]
    return left + right
  }

  /// The smallest and the largest coordinates; zero for a shape without vertices.
  public var bounds: (minimum: SIMD3<Float>, maximum: SIMD3<Float>) {
    guard let first = positions.first else { return (.zero, .zero) }
    return positions.reduce((first, first)) { bounds, position in
      (pointwiseMin(bounds.0, position), pointwiseMax(bounds.1, position))
    }
  }

  /// The direction in which s increases on the surface, for normal maps: unit vectors perpendicular
  /// to the normals. The fourth component is the sign of t: the bitangent is
  /// `cross(normal, tangent.xyz) * tangent.w`.
  ///
  /// Source: Lengyel, "Foundations of Game Engine Development 2", 2019, section 7.5.
  public var tangents: [SIMD4<Float>] {
    var along = [SIMD3<Float>](repeating: .zero, count: positions.count)
    var up = along
    for first in stride(from: 0, to: indices.count, by: 3) {
      let corners = (first..<first + 3).map { Int(indices[$0]) }
      let (a, b) = (
        positions[corners[1]] - positions[corners[0]], positions[corners[2]] - positions[corners[0]]
      )
      let (p, q) = (
        coordinates[corners[1]] - coordinates[corners[0]],
        coordinates[corners[2]] - coordinates[corners[0]]
      )
      let area = p.x * q.y - q.x * p.y
      guard area != 0 else { continue }
      for corner in corners {
        along[corner] += (a * q.y - b * p.y) / area
        up[corner] += (b * p.x - a * q.x) / area
      }
    }
    return positions.indices.map { index in
      let normal = normals[index]
      var tangent = along[index] - normal * normal.dot(along[index])
      // Without a direction, as where the texture falls into a point, any one will do.
      if tangent.length <= 1e-6 * along[index].length || tangent.length == 0 {
        let axis: SIMD3<Float> = abs(normal.x) < 0.5 ? [1, 0, 0] : [0, 1, 0]
        tangent = axis - normal * normal.dot(axis)
      }
      let sign: Float = normal.cross(tangent).dot(up[index]) < 0 ? -1 : 1
      return SIMD4(tangent.normalized, w: sign)
    }
  }
}

extension VertexInput {
  /// Makes the vertices of a shape for a program of your own. Draw them with an ``IndexBuffer`` of
  /// the shape's indices.
  ///
  /// ```swift
  /// let shape = Shape.teapot()
  /// let teapot = try VertexInput(program, shape)
  /// let indices = try IndexBuffer(gl, shape.indices)
  /// try teapot.draw(.triangles, indices: indices)
  /// ```
  ///
  /// - Parameters:
  ///   - program: The program. Those of the attributes `a_position`, `a_normal` (`vec3`),
  ///     `a_coordinate` (`vec2`) and `a_tangent` (`vec4`) that it declares are set.
  ///   - shape: The shape.
  /// - Throws: ``GLESError/missingAttribute(name:program:)`` if the program has others.
  public convenience init(_ program: Program, _ shape: Shape) throws(GLESError) {
    let gl = program.context
    var attributes: [VertexAttribute] = []
    for name in program.attributes.keys.sorted() {
      switch name {
      case "a_position":
        attributes.append(VertexAttribute(name, in: try Buffer(gl, shape.positions), components: 3))
      case "a_normal":
        attributes.append(VertexAttribute(name, in: try Buffer(gl, shape.normals), components: 3))
      case "a_coordinate":
        attributes.append(
          VertexAttribute(name, in: try Buffer(gl, shape.coordinates), components: 2))
      case "a_tangent":
        attributes.append(VertexAttribute(name, in: try Buffer(gl, shape.tangents), components: 4))
      default: break
      }
    }
    try self.init(program, attributes)
  }
}
