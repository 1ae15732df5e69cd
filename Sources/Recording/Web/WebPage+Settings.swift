import GLESKitSupport
import GLESKitWebPage
import Imaging
import PageCurl

extension WebPage {
  /// What `GleskitBook` in `element.js` reads.
  func settings(title: String, pictureSize: PixelSize, contents: WebContents) -> JSON {
    var angle = direction == .leftToRight ? Double.pi : 0
    if case .angle(let asked) = style.motion { angle = asked }
    let (width, height) = (Double(pageSize.width), Double(pageSize.height))
    let radius = style.radius(of: width, height) / min(width, height)
    // A table serves all kinds of easings.
    let easing = (0...32).map { step in
      JSON.number((timing.easing.value(at: Double(step) / 32) * 10_000).rounded() / 10_000)
    }
    let color = style.background
    return [
      "title": .string(title),
      "language": (options.language ?? contents.language).map { .string($0) } ?? .null,
      "count": .integer(pages.count), "first": .integer(first),
      "size": [.integer(pictureSize.width), .integer(pictureSize.height)],
      "layout": .string(layout.rawValue), "direction": .string(direction.rawValue),
      "angle": .number(angle * 180 / .pi), "radius": .number(radius),
      "fold": WebFold.table(style.fold ?? .elastica),
      "look": style.look.json,
      "seconds": .number(Double(timing.turnFrames) / timing.rate.value), "easing": .array(easing),
      "controls": .string(options.controls.rawValue),
      "background": color.w == 0
        ? .null : "rgb(\(color.x) \(color.y) \(color.z) / \(Double(color.w) / 255))",
      "outline": .array(
        contents.outline.map {
          [.integer($0.depth), .string($0.title), .integer($0.page)]
        }),
      "hasText": .bool(contents.hasText), "hasSound": .bool(sound != nil), "leaf": leafSettings,
      "isPrint": .bool(pages.contains { $0.pdf != nil }),
      "download": options.download.map { .string($0) } ?? .null,
    ]
  }

  /// About the number of bytes that do not depend on the number of pages: the script, the tables of
  /// the leaves and the sound.
  var fixedBytes: Int {
    let tables = (try? motions).map { Self.inScript($0).utf8.count } ?? 0
    return Self.script.utf8.count + tables + (sound?.count ?? 0) * 4 / 3
  }

  /// The leaves of a spread that bend like paper, or `nil`. The sliders of the lab are those of a
  /// fold.
  private var leaf: WebLeaf? {
    guard style.profile == .paper, layout == .spread, options.controls != .lab else { return nil }
    return WebLeaf(style, binding, shape: Double(pageSize.width) / Double(pageSize.height))
  }

  /// The boards of a hard cover, or `nil`.
  private var board: WebLeaf? {
    guard leaf != nil, let squares = cover?.squares else { return nil }
    let (width, height) = (Double(pageSize.width), Double(pageSize.height))
    return WebLeaf(
      style, binding,
      shape: width * (1 + squares.beyond) / (height * (1 + 2 * squares.along)), isBoard: true)
  }

  private var binding: Binding { direction == .leftToRight ? .left : .right }

  private var leafSettings: JSON {
    var turn = TurnSettings()
    (turn.style, turn.direction) = (style, direction)
    if cover != nil { turn.style.paper = .cover }
    let overhang = turn.overhang(of: pageSize, in: layout)
    return leaf?.settings(
      overhang: cover.map { overhang.beyond($0.squares) } ?? overhang, gutter, cover: cover)
      ?? .null
  }

  /// The motions of those leaves.
  var motions: JSON? {
    get throws(RecordingError) {
      guard let leaf else { return nil }
      do {
        return ["paper": try leaf.motion(), "board": try board?.motion() ?? .null]
      } catch {
        throw .curl(error)
      }
    }
  }

  /// The script that defines the element, with the shaders.
  static let script = WebTemplate.script(constants: [("SHADERS", inScript(WebShaders.json))])

  /// JSON for the inside of a script element, which `</script>` and `<!--` would end or change.
  static func inScript(_ json: JSON) -> String {
    json.text(isPretty: false).replacing("<", with: "\\u003c")
  }
}

extension CurlLook {
  /// The look in the form that `mesh.js` reads.
  fileprivate var json: JSON {
    func vector(_ value: SIMD3<Double>) -> JSON {
      [.number(value.x), .number(value.y), .number(value.z)]
    }
    let light = light.map { light -> JSON in
      [
        "way": vector(light.unitDirection), "sky": .number(light.ambientShare),
        "highlight": .number(light.highlight), "shininess": .number(light.shininess),
      ]
    }
    let shadow = shadow.map { shadow -> JSON in
      [
        "slope": [.number(shadow.slope.x), .number(shadow.slope.y)],
        "spread": .number(shadow.spread), "strength": .number(shadow.strength),
        "color": vector(shadow.color),
      ]
    }
    return [
      "light": light ?? .null, "shadow": shadow ?? .null, "paper": vector(paperColor),
      "showThrough": .number(showThrough), "reflectance": .number(PaperGeometry.reflectance),
      "transmittance": .number(PaperGeometry.transmittance), "frontTint": vector(frontTint),
      "backTint": vector(backTint),
    ]
  }
}
