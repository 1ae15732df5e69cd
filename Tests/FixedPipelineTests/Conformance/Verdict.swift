import ES1
import FixedPipeline
import GLES
import Offscreen

/// Compares scenes as real ES 1.1 and `FixedPipeline` draw them.
final class Verdict {
  private(set) var real: RealContext
  let offscreen: OffscreenContext
  let ours: OurDrawing
  /// How many scenes were equal at once, and how many after which deviation.
  private(set) var equal = 0
  private(set) var after: [Deviation: Int] = [:]
  /// Pixels let off, and why.
  private(set) var edgePixels = 0
  private(set) var alphaPixels = 0
  private(set) var texelPixels = 0
  private(set) var subpixelPixels = 0
  private(set) var pixels = 0
  private var judged = 0
  /// The largest difference of a channel among the pixels that were not let off.
  private(set) var worst = 0

  init?(size: Int) throws {
    guard let real = RealContext(size: size) else { return nil }
    self.real = real
    offscreen = try OffscreenContext()
    ours = try OurDrawing(offscreen.gl, size: size)
  }

  /// What is wrong with our picture of `scene`; `nil` where it is right.
  func fault(in scene: Scene) throws -> String? {
    pixels += real.size * real.size
    judged += 1
    // Mesa 22.3 crashes in a context that has drawn some hundreds of scenes with smooth points.
    if judged % 100 == 0, let fresh = RealContext(size: real.size) { real = fresh }
    if try mismatches(scene, []).isEmpty {
      equal += 1
      return nil
    }
    // Only as many deviations as it takes: one that mends nothing is taken out again.
    var used = Deviation.candidates(of: real.version).filter { $0.applies(to: scene) }
    var bad = try mismatches(scene, used)
    for deviation in used {
      let fewer = used.filter { $0 != deviation }
      let next = try mismatches(scene, fewer)
      if next.count <= bad.count { (used, bad) = (fewer, next) }
    }
    for deviation in used { after[deviation, default: 0] += 1 }
    let left = try letOff(bad, scene, used)
    guard let first = left.first else { return nil }
    let names = used.map(\.rawValue).joined(separator: ", ")
    return "\(left.count) pixels of \(scene.mode), first at (\(first.x), \(first.y)): "
      + "ES 1.1 \(first.expected), ours \(first.actual) [\(names)]"
  }

  private struct Mismatch {
    let x: Int
    let y: Int
    let expected: SIMD4<UInt8>
    let actual: SIMD4<UInt8>
  }

  private func draw(
    _ scene: Scene, _ deviations: [Deviation], nudges: [(from: String, to: String)] = []
  ) throws -> (expected: [UInt8], actual: [UInt8]) {
    var rewritten = scene
    for deviation in deviations { deviation.rewrite(&rewritten) }
    real.makeCurrent()
    let expected = real.draw(rewritten)
    try offscreen.makeCurrent()
    let isPlain = deviations.isEmpty && nudges.isEmpty
    let actual = try ours.draw(scene, patch: isPlain ? nil : { $0.edited(deviations, nudges) })
    return (expected, actual)
  }

  private func mismatches(_ scene: Scene, _ deviations: [Deviation]) throws -> [Mismatch] {
    let (expected, actual) = try draw(scene, deviations)
    var list: [Mismatch] = []
    var worstHere = 0
    for pixel in 0..<expected.count / 4 {
      let (e, a) = (Self.pixel(expected, pixel), Self.pixel(actual, pixel))
      let difference = Self.difference(e, a)
      if difference > 1 {
        list.append(
          Mismatch(x: pixel % real.size, y: pixel / real.size, expected: e, actual: a))
      } else {
        worstHere = max(worstHere, difference)
      }
    }
    worst = max(worst, worstHere)
    return list
  }

  /// The mismatches that no last bit explains.
  private func letOff(
    _ bad: [Mismatch], _ scene: Scene, _ used: [Deviation]
  ) throws -> [Mismatch] {
    if bad.isEmpty { return [] }
    real.makeCurrent()
    var rewritten = scene
    for deviation in used { deviation.rewrite(&rewritten) }
    let edges = real.edges(of: rewritten)
    let (expected, actual) = try draw(scene, used)
    var left = bad.filter { mismatch in
      // A primitive of few pixels may be all edge, and then leaves nothing near to compare with.
      let isEdge =
        edges[mismatch.y * real.size + mismatch.x]
        && (bad.count <= 4 || isNear(mismatch.actual, in: expected, mismatch)
          || isNear(mismatch.expected, in: actual, mismatch))
      if isEdge { edgePixels += 1 }
      return !isEdge
    }
    if scene.state.alphaTest != nil {
      left = try withoutAlphaThresholds(left, scene, used)
    }
    return try withoutSubpixelMoves(
      withoutTexelBoundaries(left, scene, used), scene, used)
  }

  /// Leaves out the mismatches that go away when the alpha test takes alpha for 1/5,000 more or
  /// less: where it lies between two 255ths the last bit decides to which it is rounded.
  private func withoutAlphaThresholds(
    _ bad: [Mismatch], _ scene: Scene, _ used: [Deviation]
  ) throws -> [Mismatch] {
    var left = bad
    for half in ["0.45", "0.55"] where !left.isEmpty {
      let nudge = (from: " * 255.0 + 0.5", to: " * 255.0 + \(half)")
      let moved = try draw(scene, used, nudges: [nudge]).actual
      let before = left.count
      left = left.filter {
        Self.difference(Self.pixel(moved, $0.y * real.size + $0.x), $0.expected) > 1
      }
      alphaPixels += before - left.count
    }
    return left
  }

  /// Leaves out the mismatches that go away when the coordinates of one unit move by 1/2048: a
  /// texture that is not filtered jumps from texel to texel, and the last bit of a coordinate
  /// decides where.
  private func withoutTexelBoundaries(
    _ bad: [Mismatch], _ scene: Scene, _ used: [Deviation]
  ) throws -> [Mismatch] {
    var left = bad
    for unit in 0..<4 where scene.pictures[unit]?.sampling.magnification == .nearest {
      for nudge in ["0.0005, 0.0", "-0.0005, 0.0", "0.0, 0.0005", "0.0, -0.0005"]
      where !left.isEmpty {
        let nudges = [
          (
            from: "texture2D(u_texture\(unit), v_coordinate\(unit))",
            to: "texture2D(u_texture\(unit), v_coordinate\(unit) + vec2(\(nudge)))"
          ),
          (
            from: "texture2DProj(u_texture\(unit), v_coordinate\(unit))",
            to: "texture2D(u_texture\(unit), "
              + "v_coordinate\(unit).xy / v_coordinate\(unit).w + vec2(\(nudge)))"
          ),
          (
            from: "texture2D(u_texture\(unit), gl_PointCoord)",
            to: "texture2D(u_texture\(unit), gl_PointCoord + vec2(\(nudge)))"
          ),
        ]
        let moved = try draw(scene, used, nudges: nudges).actual
        let before = left.count
        left = left.filter {
          Self.difference(Self.pixel(moved, $0.y * real.size + $0.x), $0.expected) > 1
        }
        texelPixels += before - left.count
      }
    }
    return left
  }

  /// Leaves out the mismatches whose color lies between those that ours takes when everything
  /// moves by 1/32 pixel. ES 1.1 asks for four bits of a pixel's fraction (`GL_SUBPIXEL_BITS`),
  /// which is twice that; within it a primitive may end, or a color change steeply.
  private func withoutSubpixelMoves(
    _ bad: [Mismatch], _ scene: Scene, _ used: [Deviation]
  ) throws -> [Mismatch] {
    if bad.isEmpty { return [] }
    let step = 2 / Float(real.size) / 32
    var low = bad.map(\.actual)
    var high = low
    for (x, y) in [(-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1)] {
      let position = "gl_Position = u_modelviewProjection * a_position;"
      let move = "vec2(\(Float(x) * step), \(Float(y) * step))"
      let moved = try draw(
        scene, used,
        nudges: [(from: position, to: "\(position) gl_Position.xy += \(move) * gl_Position.w;")])
      for (index, mismatch) in bad.enumerated() {
        let color = Self.pixel(moved.actual, mismatch.y * real.size + mismatch.x)
        low[index] = pointwiseMin(low[index], color)
        high[index] = pointwiseMax(high[index], color)
      }
    }
    let left = bad.indices.filter { index in
      let color = bad[index].expected
      let nearest = color.clamped(lowerBound: low[index], upperBound: high[index])
      return Self.difference(color, nearest) > 1
    }
    subpixelPixels += bad.count - left.count
    return left.map { bad[$0] }
  }

  /// Whether the color is one that the other picture has within the 3×3 neighborhood.
  private func isNear(_ color: SIMD4<UInt8>, in other: [UInt8], _ mismatch: Mismatch) -> Bool {
    neighbors(mismatch).contains { Self.difference(Self.pixel(other, $0), color) <= 3 }
  }

  private func neighbors(_ mismatch: Mismatch) -> [Int] {
    var list: [Int] = []
    for y in max(mismatch.y - 1, 0)...min(mismatch.y + 1, real.size - 1) {
      for x in max(mismatch.x - 1, 0)...min(mismatch.x + 1, real.size - 1) {
        list.append(y * real.size + x)
      }
    }
    return list
  }

  private static func pixel(_ bytes: [UInt8], _ index: Int) -> SIMD4<UInt8> {
    SIMD4(bytes[index * 4], bytes[index * 4 + 1], bytes[index * 4 + 2], bytes[index * 4 + 3])
  }

  private static func difference(_ a: SIMD4<UInt8>, _ b: SIMD4<UInt8>) -> Int {
    let (x, y) = (SIMD4<Int>(truncatingIfNeeded: a), SIMD4<Int>(truncatingIfNeeded: b))
    let d = x &- y
    return max(d.max(), -d.min())
  }

  /// A few lines for people.
  var report: String {
    var lines = [
      "\(real.version): \(equal) scenes were equal at once; largest difference \(worst)/255"
    ]
    for deviation in Deviation.allCases {
      lines.append("\(after[deviation] ?? 0) scenes: \(deviation.rawValue)")
    }
    lines.append(
      "let off: \(edgePixels) pixels on edges, \(alphaPixels) at the alpha test's threshold, "
        + "\(texelPixels) between texels, \(subpixelPixels) within 1/32 pixel, of \(pixels)")
    return lines.joined(separator: "\n")
  }
}
