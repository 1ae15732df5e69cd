import FixedPipeline
import GLES
import GLMath
import Glibc

/// The meshes of the street. Lighting is computed per vertex, so large surfaces are fine grids.
struct Meshes {
  let ground, house, window, barrels, post, frame, panes, flame, halo: Mesh

  init(_ gl: Context) throws {
    var ground = Shape.surface(columns: 120, rows: 120) { s, t in [s * 36 - 12, 0, 6 - t * 30] }
    ground.repeatTexture(18, 15)
    self.ground = try Mesh(gl, ground)
    var front = Shape.surface(columns: 120, rows: 50) { s, t in [s * 16 - 12, t * 7, -5] }
    front.repeatTexture(7, 4)
    // Seen from the street, s increases to the right along the far side.
    var side = Shape.surface(columns: 60, rows: 50) { s, t in [4, t * 7, -5 - s * 10] }
    side.repeatTexture(4, 4)
    house = try Mesh(gl, front + side)

    window = try Mesh(
      gl, Shape.surface(columns: 1, rows: 1) { s, t in [s * 1.1 - 2.9, t * 1.5 + 1.7, -4.95] })

    let lid = Shape.revolution(
      of: [[0.38, 0.86], [0.34, 0.86], [0.32, 0.82], [0, 0.82]], segments: 32)
    let staves = Shape.revolution(
      of: (0...12).map { step in
        let t = Float(step) / 12
        return [0.38 + 0.09 * sin(.pi * t), 0.86 * t]
      }, segments: 32)
    let barrel = staves + lid
    barrels = try Mesh(
      gl,
      barrel.transformed(by: .translation([2.2, 0, -3.6]))
        + barrel.transformed(by: .translation([3.15, 0, -3.9]))
        + barrel.transformed(
          by: .translation([2.5, 0.4, -2.7]) * .rotation(angle: .pi / 2, axis: [1, 0, 0.4])))

    let pole = Shape.revolution(
      of: [
        [0.26, 0], [0.26, 0.12], [0.2, 0.2], [0.12, 0.42], [0.1, 0.5], [0.13, 0.55], [0.1, 0.6],
        [0.06, 0.8], [0.05, 3.2], [0.08, 3.24], [0.08, 3.3], [0.03, 3.42], [0.05, 3.5],
        [0, 3.56],
      ], segments: 20)
    let arm = Shape.tube(columns: 10, rows: 24, side: [0, 0, 1]) { t in
      ([-0.85 * t, 0.1 + 0.25 * sin(.pi * t), 0], 0.028)
    }
    let scroll = Shape.tube(columns: 8, rows: 32, side: [0, 0, 1]) { t in
      let angle = 5.2 * t
      return (
        [-0.2 - 0.16 * (1 - 0.6 * t) * cos(angle), -0.02 + 0.16 * (1 - 0.6 * t) * sin(angle), 0],
        0.016
      )
    }
    post = try Mesh(
      gl,
      pole.transformed(by: .translation([1, 0, -2]))
        + (arm + scroll).transformed(by: .translation([1, 3.22, -2])))

    // The lantern, centered on its flame: six panes between a foot and a roof, and a ring.
    let foot = Shape.revolution(
      of: [[0, -0.3], [0.16, -0.3], [0.19, -0.24], [0.17, -0.22], [0, -0.22]], segments: 6)
    let roof = Shape.revolution(
      of: [[0, 0.2], [0.27, 0.2], [0.27, 0.23], [0.1, 0.4], [0.1, 0.44], [0, 0.5]], segments: 6)
    let ring = Shape.tube(columns: 8, rows: 20, side: [0, 0, 1]) { t in
      ([0.06 * sin(2 * .pi * t), 0.56 + 0.07 * cos(2 * .pi * t), 0], 0.013)
    }
    var bars = foot + roof + ring
    for corner in 0..<6 {
      let angle = Float(corner) * .pi / 3
      bars += Shape.tube(columns: 6, rows: 2, side: [0, 0, 1]) { t in
        let radius = 0.165 + 0.06 * t
        return ([radius * sin(angle), -0.22 + 0.42 * t, radius * cos(angle)], 0.012)
      }
    }
    frame = try Mesh(gl, bars)
    panes = try Mesh(gl, Shape.revolution(of: [[0.16, -0.22], [0.22, 0.2]], segments: 6))
    // In eye space, slightly in front of the panes.
    halo = try Mesh(
      gl, Shape.surface(columns: 1, rows: 1) { s, t in [s * 3.6 - 1.8, t * 3.6 - 1.8, 0.35] })
    flame = try Mesh(
      gl,
      Shape.revolution(
        of: [
          [0, -0.1], [0.035, -0.08], [0.05, -0.04], [0.04, 0.02], [0.018, 0.08], [0, 0.13],
        ],
        segments: 12, crease: .pi))
  }
}

extension Shape {
  /// Scales the texture coordinates so that the texture repeats this often along s and t.
  fileprivate mutating func repeatTexture(_ s: Float, _ t: Float) {
    coordinates = coordinates.map { $0 * SIMD2(s, t) }
  }
}
