import Glibc

/// A leaf that turns over its spine, rolled on a cone: flat at 0, mirrored and flat at 1.
///
/// The schedule: the corner that is furthest from the apex is wound the furthest, by an angle β that swells
/// from flat to `curl` in the middle of the turn and back; the half-angle follows from it. Seen along
/// the spine that corner stands ahead of the rest by λ = atan(cos θ tan(β/2)), and the whole leaf is swung
/// by ρ = e (π − λ), with e the eased time: so its foremost part stands at ρ + λ, which never passes π,
/// and no part of the leaf sinks below the page plane.
public struct ConeTurn: Hashable, Sendable {
  /// The page's width in page pixels.
  public let width: Double
  /// The page's height in page pixels.
  public let height: Double
  /// How far beyond the spine's end the apex is, in page pixels; above 0.
  public let apexDepth: Double
  /// How far the foremost corner is wound around the cone in the middle of the turn, in radians.
  public let curl: Double
  /// The edge at which the leaf is bound.
  public let binding: Binding
  /// The end of the spine beyond which the apex lies; the corner at this end leads.
  public let end: SpineEnd

  /// A turn on a cone.
  ///
  /// - Parameters:
  ///   - width: the page's, in page pixels.
  ///   - height: the page's, in page pixels.
  ///   - apexDepth: page pixels, above 0; the smaller, the more the corner leads.
  ///   - curl: radians, at least as much as the flat page spans (`atan(width / apexDepth)` of an
  ///     upright spine, which is used if it is less) and below π.
  ///   - binding: where the spine is.
  ///   - end: at which end of the spine the corner that leads is.
  /// - Throws: ``PageCurlError`` for a size or a cone that is impossible.
  public init(
    width: Double, height: Double, apexDepth: Double, curl: Double = 2,
    binding: Binding = .left, end: SpineEnd = .first
  ) throws(PageCurlError) {
    guard apexDepth > 0, apexDepth.isFinite, curl >= 0, curl < .pi else {
      throw .cone(halfAngle: curl, apex: -apexDepth, swing: 0)
    }
    self.width = width
    self.height = height
    self.apexDepth = apexDepth
    self.curl = curl
    self.binding = binding
    self.end = end
    _ = try ConeGeometry(
      width: width, height: height, halfAngle: .pi / 2, apex: -apexDepth, swing: 0)
  }

  /// The leaf at `time`, clamped to 0…1.
  ///
  /// - Throws: ``PageCurlError/time`` if `time` is not a number.
  public func geometry(at time: Double) throws(PageCurlError) -> ConeGeometry {
    guard !time.isNaN else { throw .time }
    let time = min(max(time, 0), 1)
    let breadth = SpineFrame(binding, end, width: width, height: height).breadth
    let span = atan2(breadth, apexDepth)
    let swell = sin(.pi * time)
    // Exactly flat at both ends: sin π is not 0 in Double.
    let wound = time == 1 ? span : span + max(curl - span, 0) * swell * swell
    let halfAngle = wound > span ? asin(span / wound) : .pi / 2
    let lead = wound > span ? atan(cos(halfAngle) * tan(wound / 2)) : 0
    let eased = time * time * (3 - 2 * time)
    return try ConeGeometry(
      width: width, height: height, halfAngle: halfAngle, apex: -apexDepth,
      swing: eased * (.pi - lead), binding: binding, end: end)
  }
}
