import ES1
import FixedPipeline
import GLES
import Offscreen

/// Compares scenes as real ES 1.1 and `FixedPipeline` draw them.
final class Judgement {
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
    var used = Deviation.allCases.filter { $0.applies(to: scene) }
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
    let edits = deviations.flatMap(\.edits) + nudges
    let actual = try ours.draw(scene, patch: edits.isEmpty ? nil : { $0.edited(edits) })
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

  /// The mismatches that are neither on an edge nor at the alpha test's threshold.
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
    if let test = scene.state.alphaTest, !left.isEmpty {
      var untested = scene
      untested.state.alphaTest = nil
      let all = try draw(untested, used).actual
      left = left.filter { mismatch in
        let alpha = Float(all[(mismatch.y * real.size + mismatch.x) * 4 + 3])
        let reference = min(max(test.reference, 0), 1) * 255
        let isThreshold = abs(alpha - reference) <= 1
        if isThreshold { alphaPixels += 1 }
        return !isThreshold
      }
    }
    return try withoutTexelBoundaries(left, scene, used, expected)
  }

  /// Leaves out the mismatches that go away when coordinates move by 1/2048: a texture that is not
  /// filtered jumps from texel to texel, and the last bit of a coordinate decides where.
  private func withoutTexelBoundaries(
    _ bad: [Mismatch], _ scene: Scene, _ used: [Deviation], _ expected: [UInt8]
  ) throws -> [Mismatch] {
    guard scene.pictures.contains(where: { $0?.sampling.magnification == .nearest }) else {
      return bad
    }
    var left = bad
    for nudge in ["0.0005, 0.0", "-0.0005, 0.0", "0.0, 0.0005", "0.0, -0.0005"] where !left.isEmpty
    {
      let nudges = (0..<4).flatMap { unit in
        [
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
      }
      let moved = try draw(scene, used, nudges: nudges).actual
      let before = left.count
      left = left.filter {
        Self.difference(Self.pixel(moved, $0.y * real.size + $0.x), $0.expected) > 1
      }
      texelPixels += before - left.count
    }
    return left
  }

  /// Whether the colour is one that the other picture has within the 3×3 neighbourhood.
  private func isNear(_ color: SIMD4<UInt8>, in other: [UInt8], _ mismatch: Mismatch) -> Bool {
    neighbours(mismatch).contains { Self.difference(Self.pixel(other, $0), color) <= 3 }
  }

  private func neighbours(_ mismatch: Mismatch) -> [Int] {
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
    var lines = ["\(equal) scenes were equal at once; largest difference \(worst)/255"]
    for deviation in Deviation.allCases {
      lines.append("\(after[deviation] ?? 0) scenes: \(deviation.rawValue)")
    }
    lines.append(
      "let off: \(edgePixels) pixels on edges, \(alphaPixels) at the alpha test's threshold, "
        + "\(texelPixels) between texels, of \(pixels)")
    return lines.joined(separator: "\n")
  }
}
