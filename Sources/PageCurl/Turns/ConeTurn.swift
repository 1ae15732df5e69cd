import Glibc

/// A leaf that turns over its spine, rolled on a cone: flat at time 0, mirrored and flat at time 1.
///
/// The corner that is furthest from the apex is wound the furthest. Its angle β grows from flat to
/// `curl` in the middle of the turn and shrinks again; the half-angle θ follows from it. Seen along
/// the spine, that corner is ahead of the rest by λ = atan(cos θ tan(β/2)). The leaf swings by
/// ρ = e (π − λ), where e is the eased time. Its foremost part is therefore at ρ + λ, which never
/// exceeds π, and no part of the leaf sinks below the page plane.
public struct ConeTurn: Hashable, Sendable {
  private let width: Double
  private let height: Double
  private let apexDepth: Double
  private let curl: Double
  package let binding: Binding
  private let end: SpineEnd

  /// Makes a turn on a cone.
  ///
  /// - Parameters:
  ///   - width: The page's width in page pixels.
  ///   - height: The page's height in page pixels.
  ///   - apexDepth: The distance of the cone's apex beyond the spine's end, in page pixels, above
  ///     0; the smaller it is, the more the corner leads.
  ///   - curl: How far the foremost corner is wound around the cone in the middle of the turn, in
  ///     radians, less than π. The angle that the flat page spans at the apex is used if that is
  ///     more: `atan(width / apexDepth)` for a vertical spine.
  ///   - binding: The edge at which the leaf is bound.
  ///   - end: The end of the spine beyond which the apex lies; the corner at this end leads.
  /// - Throws: ``PageCurlError/coneTurn(apexDepth:curl:)``, or another ``PageCurlError`` for an
  ///   impossible size.
  public init(
    width: Double, height: Double, apexDepth: Double, curl: Double = 2,
    binding: Binding = .left, end: SpineEnd = .first
  ) throws(PageCurlError) {
    guard apexDepth > 0, apexDepth.isFinite, curl >= 0, curl < .pi else {
      throw .coneTurn(apexDepth: apexDepth, curl: curl)
    }
    self.width = width
    self.height = height
    self.apexDepth = apexDepth
    self.curl = curl
    self.binding = binding
    self.end = end
    try SIMD2(width, height).checkPageSize()
  }

  /// Returns the leaf at `time`, which is clamped to 0…1.
  ///
  /// - Throws: ``PageCurlError/time`` if `time` is NaN.
  public func geometry(at time: Double) throws(PageCurlError) -> ConeGeometry {
    let time = try time.clampedTime()
    let breadth = SpineFrame(binding, end, page: PageRect(width: width, height: height)).breadth
    let span = atan2(breadth, apexDepth)
    let swell = sin(.pi * time)
    // The leaf must be exactly flat at both ends, but in Double sin π is not 0.
    let wound = time == 1 ? span : span + max(curl - span, 0) * swell * swell
    let halfAngle = wound > span ? asin(span / wound) : .pi / 2
    let lead = wound > span ? atan(cos(halfAngle) * tan(wound / 2)) : 0
    // Smoothstep: slow at both ends.
    let eased = time * time * (3 - 2 * time)
    return try ConeGeometry(
      width: width, height: height, halfAngle: halfAngle, apexDepth: apexDepth,
      swing: eased * (.pi - lead), binding: binding, end: end)
  }
}
