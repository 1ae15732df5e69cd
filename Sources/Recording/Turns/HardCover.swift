import Glibc
import Imaging
import PageCurl

/// The boards of a hard cover: how far they extend beyond the pages, and the color of their cloth,
/// in which the pictures on them end.
struct HardCover: Hashable, Sendable {
  /// The color of both boards, that of the front cover's border; red, green and blue, each 0…1.
  let cloth: SIMD3<Double>
  /// How far the boards extend beyond the pages: 3 mm, and at the fore-edge also beyond the edges
  /// of all sheets; 0 for boards of the pages' size.
  let squares: Overhang

  /// - Parameters:
  ///   - front: The front cover; `nil` is a book that starts open, whose boards have the color of
  ///     the back cover.
  ///   - back: The back cover; `nil` is a book without one.
  ///   - page: The natural size of a page.
  ///   - look: Its tints color the covers.
  ///   - isLevel: Whether the spine is horizontal.
  ///   - sheets: The number of sheets; `nil` is a book without a body, whose boards have the pages'
  ///     size.
  /// - Throws: ``RecordingError/image(_:)`` for a cover that cannot be read.
  init(
    front: PageSource?, back: PageSource?, page: PixelSize, _ look: CurlLook, isLevel: Bool,
    sheets: Int?
  ) throws(RecordingError) {
    if let front {
      cloth = try front.borderColor() * look.frontTint
    } else {
      cloth = try (back?.borderColor() ?? .one) * look.backTint
    }
    squares =
      if let sheets, let cover = front ?? back {
        Self.squares(of: cover, page: page, isLevel: isLevel, sheets: sheets)
      } else { Overhang() }
  }

  /// Returns how far boards extend beyond the pages of a book with so many sheets.
  ///
  /// - Parameters:
  ///   - front: A page that tells how large the book is.
  ///   - page: The natural size of a page.
  static func squares(
    of front: PageSource, page: PixelSize, isLevel: Bool, sheets: Int
  ) -> Overhang {
    // Without millimeters, those of a common novel.
    let square = Double(page.height) * (front.millimeters.map { min(3 / $0, 0.03) } ?? 0.014)
    let (spine, reach) = isLevel ? (page.width, page.height) : (page.height, page.width)
    return Overhang(
      along: square / Double(spine), beyond: square / Double(reach) + edge(ofSheets: Double(sheets))
    )
  }

  /// Returns how high sheets on a board are, in page widths. A few of them are drawn too thick, so
  /// that thin books show an edge.
  static func height(ofSheets count: Double) -> Double {
    min(0.009 * min(count / 2, 1) + FramePlan.leafThickness * count, 0.065)
  }

  /// Returns how far the edges of sheets on a board extend beyond the page on top, in page widths.
  static func edge(ofSheets count: Double) -> Double {
    edge(ofHeight: height(ofSheets: count), breadth: 1)
  }

  /// Returns how far the edges of a stack extend beyond the page on top, in the unit of its height
  /// and of its page's extent from the spine.
  static func edge(ofHeight height: Double, breadth: Double) -> Double {
    min(0.4 * height, 0.025 * breadth)
  }
}

extension PageSource {
  /// The longest side of the picture that a border's color is taken from, in pixels.
  private static let sample = 160

  /// Returns the mean color of a page's outermost pixels.
  fileprivate func borderColor() throws(RecordingError) -> SIMD3<Double> {
    let size = try naturalSize().fitted(within: PixelSize(Self.sample, Self.sample))
    return try picture(for: size).borderColor
  }

  /// The page's height in millimeters, if it is known.
  var millimeters: Double? {
    pdf.map { $0.file.millimeters(of: $0.page) }
  }
}

extension Image {
  /// The mean color of the outermost pixels in linear light, each component 0…1; white if they are
  /// transparent.
  var borderColor: SIMD3<Double> {
    var (sum, weight) = (SIMD3<Double>.zero, 0.0)
    for pixel in edgePixels.map({ SIMD4<Double>($0) / 255 }) where pixel.w > 0 {
      for part in 0..<3 { sum[part] += pixel.w * Self.light(min(pixel[part] / pixel.w, 1)) }
      weight += pixel.w
    }
    guard weight > 0 else { return SIMD3(repeating: 1) }
    var color = SIMD3<Double>.zero
    for part in 0..<3 { color[part] = Self.shown(sum[part] / weight) }
    return color
  }

  /// The light of an sRGB component, and the component that shows it.
  private static func light(_ shown: Double) -> Double {
    shown <= 0.04045 ? shown / 12.92 : pow((shown + 0.055) / 1.055, 2.4)
  }

  private static func shown(_ light: Double) -> Double {
    light <= 0.0031308 ? 12.92 * light : 1.055 * pow(light, 1 / 2.4) - 0.055
  }
}
