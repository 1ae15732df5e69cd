import GLESKitSupport
import Imaging
import PageCurl

extension BookPlan {
  /// The geometry of each frame that differs from the one before: where the paper is, without
  /// drawing it. `Documentation/geometry.schema.json` describes it.
  ///
  /// - Throws: ``RecordingError/curl(_:)`` for an impossible shape.
  package func geometry() throws(RecordingError) -> JSON {
    let pictures = try frames.pictures.map { picture throws(RecordingError) in
      try json(picture)
    }
    return [
      "version": 1, "frame": Self.json(frameSize), "page": Self.json(pageSize),
      "frames": .array(pictures),
    ]
  }

  private func json(_ picture: HeldFrame) throws(RecordingError) -> JSON {
    let (moment, view) = (picture.moment, picture.moment.view)
    let corner = frames.placed(at: moment).corner
    var leaves: [JSON] = []
    for (index, shape) in try frames.shapes(at: moment).enumerated() {
      let turn = moment.turn + index
      let eye = view.lens.map { $0.eye - SIMD3(corner, 0) } ?? frames.placed[turn].eye
      let place: JSON = [
        "turn": .integer(turn + 1), "time": .number(moment.times[index]),
        "corner": .vector(corner), "eye": eye.map { JSON.vector($0) } ?? .null,
      ]
      do { leaves.append(place + (try Self.json(shape, from: eye))) } catch { throw .curl(error) }
    }
    var json: JSON = ["frame": .integer(picture.first), "leaves": .array(leaves)]
    guard view.zoom != 1 || view.lens != nil else { return json }
    var camera: JSON = ["corner": .vector(view.origin), "zoom": .number(view.zoom)]
    camera.add("map", (view.lens?.columns).map { .array($0.map { JSON.vector($0) }) })
    json.add("camera", camera)
    return json
  }

  private static func json(
    _ shape: CurlShape, from eye: SIMD3<Double>?
  ) throws(PageCurlError) -> JSON {
    let coverage = try shape.coverage(from: eye)
    let form: JSON =
      switch shape {
      case .flat(let page):
        ["form": "flat", "landed": page.landedOver.map { .string($0.rawValue) } ?? .null]
      case .fold(let curl):
        [
          "form": .string(curl.fold.rawValue), "angle": .number(curl.angle * 180 / .pi),
          "radius": .number(curl.radius), "contact": .number(curl.contactOffset),
          "lift": .vector(curl.lift),
          "contactLine": curl.contactSegment.map { [.vector($0.0), .vector($0.1)] } ?? .null,
          "flat": .array(curl.flatOutline.map { JSON.vector($0) }), "gone": .bool(curl.isGone),
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
    return form + [
      "coverage": [
        "front": .number(coverage.front), "back": .number(coverage.back),
        "below": .number(1 - coverage.front - coverage.back),
      ],
      "edge": .array(shape.edge().map { JSON.vector($0) }), "samples": .array(samples(shape)),
    ]
  }

  /// A grid of 9 × 9 points of the page, with their positions and normals.
  private static func samples(_ shape: CurlShape) -> [JSON] {
    if shape.curl?.isGone == true { return [] }
    return (0..<81).map { index in
      let paper = shape.page * SIMD2(Double(index % 9), Double(index / 9)) / 8
      return [
        "paper": .vector(paper), "position": .vector(shape.position(of: paper)),
        "normal": .vector(shape.normal(at: paper)),
      ]
    }
  }

  private static func json(_ size: PixelSize) -> JSON {
    ["width": .integer(size.width), "height": .integer(size.height)]
  }
}
