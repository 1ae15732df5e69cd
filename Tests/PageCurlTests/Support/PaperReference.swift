import Glibc
import Imaging
import PageCurl

/// A picture by brute force of a leaf that bends like paper: 256 points per pixel, each followed
/// along its line of sight to a texel. Slow but simple.
///
/// Light and shadow are left out, the leaf is bound at the left and has the pictures' size, and
/// around it all is white.
struct PaperReference {
  private let eye: SIMD3<Double>
  private let size: SIMD2<Double>
  /// The direction across the rulings, and a corner from which distances on the paper are measured.
  private let away: SIMD2<Double>
  private let origin: SIMD2<Double>
  /// Points of the cross-section: how far they lie on the paper, how high, and where they are seen
  /// on the page plane.
  private var lengths: [Double] = []
  private var heights: [Double] = []
  private var seen: [Double] = []
  /// For each part of the page plane of ``step`` pixels from ``first`` on, the points after which
  /// paper is seen there.
  private var parts: [[Int]] = []
  private var first = 0.0

  private static let step = 0.25
  private static let count = 8192

  /// - Parameter eye: The eye, in page space.
  init(_ leaf: PaperGeometry, from eye: SIMD3<Double>) {
    self.eye = eye
    size = leaf.page.high
    away = SIMD2(cos(leaf.tilt), sin(leaf.tilt))
    origin = SIMD2(0, leaf.tilt < 0 ? size.y : 0)
    let breadth = size.x * cos(leaf.tilt) + size.y * abs(sin(leaf.tilt))
    let level = (eye.x - origin.x) * away.x + (eye.y - origin.y) * away.y
    for index in 0...Self.count {
      let length = breadth * Double(index) / Double(Self.count)
      let place = leaf.position(of: origin + length * away)
      let across = (place.x - origin.x) * away.x + (place.y - origin.y) * away.y
      lengths.append(length)
      heights.append(place.z)
      seen.append(level + (across - level) * eye.z / (eye.z - place.z))
    }
    first = seen.reduce(.infinity, min)
    let last = seen.reduce(-.infinity, max)
    parts = Array(repeating: [], count: Int((last - first) / Self.step) + 1)
    for index in 0..<Self.count {
      let (one, other) = (part(of: seen[index]), part(of: seen[index + 1]))
      for part in min(one, other)...max(one, other) { parts[part].append(index) }
    }
  }

  private func part(of place: Double) -> Int { Int(((place - first) / Self.step).rounded(.down)) }

  /// Returns the picture of the open book: the leaf's place on both sides of the spine.
  func picture(front: Image, back: Image) -> Image {
    let (width, height) = (front.width, front.height)
    var image = Image(width: 2 * width, height: height)
    let points = CurlReference.points
    front.pixels.withUnsafeBufferPointer { front in
      back.pixels.withUnsafeBufferPointer { back in
        for y in 0..<height {
          for x in 0..<2 * width {
            var (red, green, blue) = (0, 0, 0)
            for point in points {
              let texel = texel(
                atX: Double(x - width) + point.x, y: Double(height - y) - point.y)
              guard texel.index >= 0 else {
                (red, green, blue) = (red + 255, green + 255, blue + 255)
                continue
              }
              let source = texel.isFront ? front : back
              red += Int(source[texel.index])
              green += Int(source[texel.index + 1])
              blue += Int(source[texel.index + 2])
            }
            image[x, y] = SIMD4(
              UInt8((red + 128) / 256), UInt8((green + 128) / 256), UInt8((blue + 128) / 256), 255)
          }
        }
      }
    }
    return image
  }

  /// Returns the byte at which the texel begins that is seen at a point of the page plane, −1
  /// beside the leaf, and the side.
  private func texel(atX x: Double, y: Double) -> (index: Int, isFront: Bool) {
    // In scalars, because vectors are slow in debug builds.
    let (cosine, sine) = (away.x, away.y)
    let (left, low) = (x - origin.x, y - origin.y)
    let across = left * cosine + low * sine
    let along = low * cosine - left * sine
    let level = (eye.y - origin.y) * cosine - (eye.x - origin.x) * sine
    let part = part(of: across)
    guard part >= 0, part < parts.count else { return (-1, true) }
    var (highest, index, isFront) = (-Double.infinity, -1, true)
    for start in parts[part] {
      let (one, next) = (seen[start], seen[start + 1])
      guard min(one, next) <= across, across < max(one, next) else { continue }
      let share = (across - one) / (next - one)
      let z = heights[start] + share * (heights[start + 1] - heights[start])
      guard z > highest else { continue }
      let s = lengths[start] + share * (lengths[start + 1] - lengths[start])
      let t = level + (along - level) * (eye.z - z) / eye.z
      let px = origin.x + s * cosine - t * sine
      let py = origin.y + s * sine + t * cosine
      guard px >= 0, py >= 0, px < size.x, py < size.y else { continue }
      (highest, isFront) = (z, next > one)
      let column = isFront ? Int(px) : Int(size.x) - 1 - Int(px)
      index = 4 * ((Int(size.y) - 1 - Int(py)) * Int(size.x) + column)
    }
    return (index, isFront)
  }
}
