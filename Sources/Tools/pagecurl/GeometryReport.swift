import GLESKitCommandLine
import GLESKitSupport
import PageCurl
import Recording

/// The output of `--json`: the geometry of frames. `Documentation/geometry.schema.json` describes
/// it.
struct GeometryReport {
  let plan: BookPlan

  /// The report.
  ///
  /// - Throws: ``RecordingError``.
  func json() throws(RecordingError) -> JSON {
    var frames: [JSON] = []
    for frame in try plan.geometry() {
      var leaves: [JSON] = []
      for leaf in frame.leaves {
        do { leaves.append(try Self.json(leaf)) } catch { throw .curl(error) }
      }
      var members = [
        JSON.Member("frame", .integer(frame.frame)), JSON.Member("leaves", .array(leaves)),
      ]
      if frame.zoom != 1 {
        members.append(
          JSON.Member("camera", ["corner": Self.point(frame.origin), "zoom": .number(frame.zoom)]))
      }
      frames.append(.object(members))
    }
    return [
      "version": 1,
      "frame": Self.size(plan.frameSize.width, plan.frameSize.height),
      "page": Self.size(plan.pageSize.width, plan.pageSize.height),
      "frames": .array(frames),
    ]
  }

  private static func json(
    _ leaf: FrameGeometry.Leaf
  ) throws(PageCurlError) -> JSON {
    let coverage = try leaf.shape.coverage(from: leaf.eye)
    var members: [JSON.Member] = [
      JSON.Member("turn", .integer(leaf.turn)), JSON.Member("time", .number(leaf.time)),
      JSON.Member("corner", [.number(leaf.corner.x), .number(leaf.corner.y)]),
      JSON.Member("eye", leaf.eye.map { point($0) } ?? .null),
    ]
    switch leaf.shape {
    case .fold(let curl):
      members += [
        JSON.Member("form", .string(curl.fold.rawValue)),
        JSON.Member("angle", .number(curl.angle * 180 / .pi)),
        JSON.Member("radius", .number(curl.radius)),
        JSON.Member("contact", .number(curl.contactOffset)), JSON.Member("lift", point(curl.lift)),
        JSON.Member(
          "contactLine", curl.contactSegment.map { [point($0.0), point($0.1)] } ?? .null),
        JSON.Member("flat", .array(curl.flatOutline.map { point($0) })),
        JSON.Member("gone", .bool(curl.isGone)),
      ]
    case .cone(let cone):
      members += [
        JSON.Member("form", "cone"), JSON.Member("binding", .string(cone.binding.rawValue)),
        JSON.Member("end", .string(cone.end.rawValue)),
        JSON.Member("halfAngle", .number(cone.halfAngle * 180 / .pi)),
        JSON.Member("apex", .number(-cone.apexDepth)),
        JSON.Member("swing", .number(cone.swing * 180 / .pi)),
      ]
    case .paper(let leaf):
      members += [
        JSON.Member("form", "paper"), JSON.Member("binding", .string(leaf.binding.rawValue)),
        JSON.Member("lean", .number(leaf.tilt * 180 / .pi)),
      ]
    }
    members += [
      JSON.Member(
        "coverage",
        [
          "front": .number(coverage.front), "back": .number(coverage.back),
          "below": .number(coverage.below),
        ]),
      JSON.Member("edge", .array(leaf.shape.edge().map { point($0) })),
      JSON.Member("samples", .array(samples(leaf.shape))),
    ]
    return .object(members)
  }

  /// A grid of 9 × 9 points of the page, with their positions and normals.
  private static func samples(_ shape: CurlShape) -> [JSON] {
    if case .fold(let curl) = shape, curl.isGone { return [] }
    return (0..<81).map { index in
      let paper = shape.page * SIMD2(Double(index % 9), Double(index / 9)) / 8
      return [
        "paper": point(paper), "position": point(shape.position(of: paper)),
        "normal": point(shape.normal(at: paper)),
      ]
    }
  }

  private static func size(_ width: Int, _ height: Int) -> JSON {
    ["width": .integer(width), "height": .integer(height)]
  }

  private static func point(_ point: SIMD2<Double>) -> JSON {
    [.number(point.x), .number(point.y)]
  }

  private static func point(_ point: SIMD3<Double>) -> JSON {
    [.number(point.x), .number(point.y), .number(point.z)]
  }
}
