import Glibc

extension CurlStrips {
  /// How finely the sheet is cut, and how far beyond the paper's edges.
  struct Cut {
    /// How deep a chord may lie inside the fold, in page pixels; strips deviate by half of it.
    var tolerance: Double
    /// The size of a target pixel in page pixels.
    var pixel: Double
    /// The `u` from which on the flat part is needed; the rest has been copied.
    var flatFrom = -Double.infinity
    /// The distance from the edges of steep paper at which the frame begins outside and ends
    /// inside, in page pixels: room for the pixels that an edge touches. The frame of mild and of
    /// level paper is narrower. 0 makes no frame.
    var margin = 0.0
    /// How far the flat part extends beyond its edges; 0 if page pixels are target pixels.
    var flatMargin = 0.0
    /// How far the silhouette extends beyond the fold.
    var overhang = 0.0
    /// The length of paper under a pixel, in pixels, up to which paper is mild. Steeper paper is
    /// placed pixel by pixel; `nil` makes all of it steep.
    var mildLength: Double? = .infinity
    /// Whether the back hides what lies under it.
    var hides = false
    /// The angles at which the light has a kink, between which it is interpolated.
    var kinks: [Double] = []
    /// Returns the place near another one at which a corner may lie.
    ///
    /// Drivers round corners to a step of 1/16 of a pixel (SwiftShader) or less, but interpolate as
    /// if they had not. On the same steps here, corners keep their points of the paper; else text
    /// is off by up to 1/32 of a pixel.
    var nearest: (SIMD2<Double>) -> SIMD2<Double> = { $0 }

    /// The bend at which a pixel, seen from above, covers ``mildLength``: it covers 1 / cos ψ of
    /// its own length.
    var mildBend: Double? { mildLength.map { acos(min(1 / $0, 1)) } }

    /// The width of the frame of mild and of level paper, on either side of the edges.
    var mildMargin: Double { min(2 * (mildLength ?? .infinity) * pixel, margin) }
  }

  /// A half of the fold, divided by how much paper a pixel covers. Each part is one strip,
  /// or two if the back hides what lies between them.
  struct Half {
    /// The part on which a pixel covers at most ``Cut/mildLength`` of paper.
    var mild: [Range<Int>] = []
    /// The rest, up to the silhouette.
    var steep: [Range<Int>] = []
    /// What the paper's edges may cross, of the whole half.
    var borders: [Range<Int>] = []
    /// Where the strips have corners on the contact line: coordinates along the cylinder,
    /// ascending.
    var feet: [Double] = []
  }
}
