import CompilerLogs
import GLCallCounter
import GLSL
import Glibc
import Imaging

/// Runs `body` as with a driver that has no `highp` in fragment shaders and whose `mediump` is half
/// precision: shaders that it compiles are rewritten by `PrecisionEmulation`.
///
/// The precisions of a context are asked for when it is made, so make it in here, too.
public func withHalfPrecision<Result>(_ body: () throws -> Result) rethrows -> Result {
  gl_simulate_highp(gl_highp_missing)
  gl_rewrite_fragment_shaders { text in
    let bytes = text.map { Array(String(cString: $0).utf8) } ?? []
    let shader = CheckedShader(bytes, Scan(bytes), stage: .fragment)
    // A text that does not compile shows what has no emulation.
    return strdup(PrecisionEmulation.text(of: shader) ?? "no emulation of this shader")
  }
  defer {
    gl_rewrite_fragment_shaders(nil)
    gl_simulate_highp(gl_highp_as_it_is)
  }
  return try body()
}

/// Describes the pixels that half precision lost: those that differ much from the picture in full
/// precision, although that is even around them.
public func lostPixels(_ half: Image, from full: Image) -> [String] {
  var lost: [String] = []
  guard full.width > 2, full.height > 2 else { return [] }
  for y in 1..<full.height - 1 {
    for x in 1..<full.width - 1 {
      let (expected, found) = (full[x, y], half[x, y])
      func isFar(_ one: SIMD4<UInt8>, _ limit: Int16) -> Bool {
        let away =
          SIMD4<Int16>(truncatingIfNeeded: one) &- SIMD4<Int16>(truncatingIfNeeded: expected)
        return away.max() > limit || away.min() < -limit
      }
      guard isFar(found, 40) else { continue }
      let isEven = (-1...1).allSatisfy { dy in
        (-1...1).allSatisfy { dx in !isFar(full[x + dx, y + dy], 24) }
      }
      if isEven { lost.append("(\(x), \(y)): \(found), not \(expected)") }
    }
  }
  return lost
}
