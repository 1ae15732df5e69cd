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
      var camera: JSON = ["corner": Self.point(frame.origin), "zoom": .number(frame.zoom)]
      let columns = frame.map?.map { JSON.array([.number($0.x), .number($0.y), .number($0.z)]) }
      camera.add("map", columns.map(JSON.array))
      var json: JSON = ["frame": .integer(frame.frame), "leaves": .array(leaves)]
      json.add("camera", frame.zoom == 1 && frame.map == nil ? nil : camera)
      frames.append(json)
    }
    return [
      "version": 1,
      "frame": Self.size(plan.frameSize.width, plan.frameSize.height),
      "page": Self.size(plan.pageSize.width, plan.pageSize.height),
      "frames": .array(frames),
    ]
  }

  private static func json(_ leaf: FrameGeometry.Leaf) throws(PageCurlError) -> JSON {
    let coverage = try leaf.shape.coverage(from: leaf.eye)
    let place: JSON = [
      "turn": .integer(leaf.turn), "time": .number(leaf.time), "corner": point(leaf.corner),
      "eye": leaf.eye.map { point($0) } ?? .null,
    ]
    let form: JSON =
      switch leaf.shape {
      case .flat(let page):
        ["form": "flat", "landed": page.landedOver.map { .string($0.rawValue) } ?? .null]
      case .fold(let curl):
        [
          "form": .string(curl.fold.rawValue), "angle": .number(curl.angle * 180 / .pi),
          "radius": .number(curl.radius), "contact": .number(curl.contactOffset),
          "lift": point(curl.lift),
          "contactLine": curl.contactSegment.map { [point($0.0), point($0.1)] } ?? .null,
          "flat": .array(curl.flatOutline.map { point($0) }), "gone": .bool(curl.isGone),
        ]
      case .cone(let cone):
        [
          "form": "cone", "binding": .string(cone.binding.rawValue),
          "end": .string(cone.end.rawValue), "halfAngle": .number(cone.halfAngle * 180 / .pi),
          "apex": .number(-cone.apexDepth), "swing": .number(cone.swing * 180 / .pi),
        ]
      case .paper(let leaf):
        [
          "form": "paper", "binding": .string(leaf.binding.rawValue),
          "lean": .number(leaf.tilt * 180 / .pi),
        ]
      }
    return place + form + [
      "coverage": [
        "front": .number(coverage.front), "back": .number(coverage.back),
        "below": .number(1 - coverage.front - coverage.back),
      ],
      "edge": .array(leaf.shape.edge().map { point($0) }),
      "samples": .array(samples(leaf.shape)),
    ]
  }

  /// A grid of 9 × 9 points of the page, with their positions and normals.
  private static func samples(_ shape: CurlShape) -> [JSON] {
    if shape.curl?.isGone == true { return [] }
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
