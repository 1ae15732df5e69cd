import Glibc
import Imaging
import PageCurl

/// A picture of a curl by brute force: 256 points per pixel, each mapped back to its texel. Slow
/// but simple.
///
/// Light and shadow are left out; pages are opaque and have the page's size.
struct CurlReference {
  var curl: CurlGeometry
  var front: Image
  var back: Image
  var below: Image
  private let width: Int
  private let height: Int

  /// Points of a pixel (a Hammersley set), none of which share a row or a column: edges along the
  /// pixels' rows are as exact as others.
  static let points: [SIMD2<Double>] = (0..<256).map { index in
    let reversed = (0..<8).reduce(0) { $0 | ((index >> $1) & 1) << (7 - $1) }
    return SIMD2(Double(index) + 0.5, Double(reversed) + 0.5) / 256
  }

  init(_ curl: CurlGeometry, front: Image, back: Image, below: Image) {
    self.curl = curl
    self.front = front
    self.back = back
    self.below = below
    width = front.width
    height = front.height
  }

  func picture() -> Image {
    var image = Image(width: width, height: height)
    let (n, c) = (curl.lift, curl.contactOffset)
    let fold = FoldReference(curl)
    let sideways = abs(n.x) >= abs(n.y)
    let (w, h) = (Double(width), Double(height))
    let points = Self.points
    front.pixels.withUnsafeBufferPointer { front in
      back.pixels.withUnsafeBufferPointer { back in
        below.pixels.withUnsafeBufferPointer { below in
          for y in 0..<height {
            for x in 0..<width {
              var (red, green, blue) = (0, 0, 0)
              for point in points {
                let px = Double(x) + point.x
                let py = h - Double(y) - point.y
                let d = px * n.x + py * n.y - c
                var at = -1
                var source = below
                if d <= fold.reach {
                  // The back lies on top.
                  let t = d > 0 ? fold.length(to: d) : d
                  let s = fold.length - t
                  let bx = px + (s - d) * n.x
                  let by = py + (s - d) * n.y
                  if bx >= 0 && bx < w && by >= 0 && by < h {
                    let tx = sideways ? w - bx : bx
                    let ty = sideways ? by : h - by
                    at = texel(tx, ty)
                    source = back
                  } else {
                    let fx = px + (t - d) * n.x
                    let fy = py + (t - d) * n.y
                    if fx >= 0 && fx < w && fy >= 0 && fy < h {
                      at = texel(fx, fy)
                      source = front
                    }
                  }
                }
                if at < 0 { at = (y * width + x) * 4 }
                red += Int(source[at])
                green += Int(source[at + 1])
                blue += Int(source[at + 2])
              }
              let total = points.count
              image[x, y] = SIMD4(
                UInt8((red + total / 2) / total), UInt8((green + total / 2) / total),
                UInt8((blue + total / 2) / total), 255)
            }
          }
        }
      }
    }
    return image
  }

  /// The offset of the texel at a paper point; rows are stored top first.
  private func texel(_ x: Double, _ y: Double) -> Int {
    let column = min(Int(x), width - 1)
    let row = height - 1 - min(max(Int(y), 0), height - 1)
    return (row * width + max(column, 0)) * 4
  }
}

/// The lower half of a fold by numbers: with the sine x of an angle φ as the distance beyond the
/// contact line in reaches, a cylinder's paper is φ long, and that of an elastica, whose slope is
/// asin x², the integral of dφ / √(1 + x²).
struct FoldReference {
  /// How far the fold reaches beyond the contact line, and the length of its paper.
  let reach: Double
  let length: Double
  /// The lengths of the paper, and its heights, at equal steps of φ to π/2.
  private let lengths: [Double]
  private let heights: [Double]

  private static let steps = 4096

  init(_ curl: CurlGeometry) {
    let isElastica = curl.fold == .elastica
    var (lengths, heights) = ([0.0], [0.0])
    let step = Double.pi / 2 / Double(Self.steps)
    for index in 0..<Self.steps {
      let x = sin((Double(index) + 0.5) * step)
      let length = isElastica ? step / (1 + x * x).squareRoot() : step
      lengths.append(lengths[index] + length)
      heights.append(heights[index] + length * (isElastica ? x * x : x))
    }
    // The fold is two radii high.
    let reach = curl.radius / heights[Self.steps]
    self.reach = reach
    self.lengths = lengths.map { $0 * reach }
    self.heights = heights.map { $0 * reach }
    length = 2 * self.lengths[Self.steps]
  }

  /// Returns the length of the paper from the contact line to a distance from it.
  func length(to across: Double) -> Double { value(lengths, at: across) }

  /// Returns the height of the paper on the lower half at a distance from the contact line.
  func height(at across: Double) -> Double { value(heights, at: across) }

  private func value(_ values: [Double], at across: Double) -> Double {
    guard reach > 0 else { return 0 }
    let place = asin(min(across / reach, 1)) / (.pi / 2) * Double(Self.steps)
    let index = min(Int(place), Self.steps - 1)
    return values[index] + (place - Double(index)) * (values[index + 1] - values[index])
  }
}

/// Peak signal to noise ratio of the colors, in dB.
func psnr(_ a: Image, _ b: Image) -> Double {
  var sum = 0
  for index in a.pixels.indices where index % 4 != 3 {
    let difference = Int(a.pixels[index]) - Int(b.pixels[index])
    sum += difference * difference
  }
  let mean = Double(sum) / Double(a.width * a.height * 3)
  return mean == 0 ? .infinity : 10 * log10(255 * 255 / mean)
}
