import Glibc

/// Half a circle.
struct HalfCircle: FoldCurve {
  let power = 1
  let reach = 1.0
  let length = Double.pi

  func point(at s: Double) -> (across: Double, height: Double, bend: Double) {
    let half = sin(s / 2)
    // 2 sin²(s/2) equals 1 − cos s and keeps its precision for small s.
    return (sin(s), 2 * half * half, s)
  }

  func distance(share: Double) -> Double { asin(share) }

  func distance(bend: Double) -> Double { bend }
}
