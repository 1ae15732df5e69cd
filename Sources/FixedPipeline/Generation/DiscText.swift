/// The part of the fragment stage that draws smooth points.
enum DiscText {
  /// The side of the square that is rasterized for a disc of the diameter `size`. Pixels whose
  /// centers lie up to half a pixel beside the disc are covered by it in part; the rest is for
  /// drivers that round positions. Drivers also round sizes, but not whole ones: with 13.3 pixels
  /// for a disc of 11.3, NVIDIA 580.159.04 draws an edge that is 0.008 pixels off, as if it had
  /// 13.28125, the next lower multiple of 1/32.
  static let square = "ceil(size) + 2.0"

  /// The exact area that a disc and a pixel share (ES 1.1, 3.3.1), in closed form.
  ///
  /// `discBelow` is the area of the disc between two verticals, from the horizontal diameter up to
  /// the height `y`. The arc's part of it is a trapezium and a circular segment. For short arcs the
  /// difference of arcsine and sine would cancel, so a series stands for it.
  static let coverage = """
    float discArc(vec2 sides, float radius) {
      if (sides.y <= sides.x) return 0.0;
      vec2 heights = sqrt(max(radius - sides, 0.0)) * sqrt(max(radius + sides, 0.0));
      float sine = length(vec2(sides.y - sides.x, heights.y - heights.x)) / (2.0 * radius);
      float square = min(sine * sine, 1.0);
      float segment = square < 0.25
        ? square * sine * (0.6666667 + square * (0.2 + square * (0.1071429 + square * 0.0694444)))
        : asin(sqrt(square)) - sqrt(square * (1.0 - square));
      return 0.5 * (sides.y - sides.x) * (heights.x + heights.y) + radius * (radius * segment);
    }
    float discBelow(float y, vec2 sides, float radius) {
      float height = min(abs(y), radius);
      float reach = sqrt(radius - height) * sqrt(radius + height);
      vec2 level = clamp(sides, -reach, reach);
      float area = height * (level.y - level.x)
        + discArc(vec2(sides.x, min(sides.y, -reach)), radius)
        + discArc(vec2(max(sides.x, reach), sides.y), radius);
      return y < 0.0 ? -area : area;
    }
    float discCoverage(vec2 offset, float radius) {
      float inside = radius - 0.7072;
      vec2 place = offset / max(inside, 1e-3);
      if (inside > 0.0 && dot(place, place) < 1.0) return 1.0;
      vec2 sides = clamp(vec2(offset.x - 0.5, offset.x + 0.5), -radius, radius);
      return discBelow(offset.y + 0.5, sides, radius) - discBelow(offset.y - 0.5, sides, radius);
    }
    """
}
