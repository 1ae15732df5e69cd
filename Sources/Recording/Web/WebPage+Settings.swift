import GLESKitShaders
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
      "title": .string(title), "language": options.language.map { .string($0) } ?? .null,
      "count": .integer(pages.count), "first": .integer(first),
      "size": [.integer(pictureSize.width), .integer(pictureSize.height)],
      "layout": .string(layout.rawValue), "direction": .string(direction.rawValue),
      "angle": .number(angle * 180 / .pi), "radius": .number(radius),
      "fold": WebFold.table(style.profile.fold ?? .elastica),
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
      overhang: cover.map { overhang.beyond($0.squares) } ?? overhang, cover: cover) ?? .null
  }

  /// The motions of those leaves.
  var motions: JSON? {
    get throws(RecordingError) {
      guard let leaf else { return nil }
      do {
        return ["paper": try leaf.motion, "board": try board?.motion ?? .null]
      } catch {
        throw .curl(error)
      }
    }
  }

  /// The script that defines the element, with the shaders.
  static let script: String = {
    let shaders = [
      ("paper.vert", Shaders.paperVertex), ("paper.frag", Shaders.paperFragment),
      ("edge.vert", Shaders.edgeVertex), ("edge.frag", Shaders.edgeFragment),
      ("fold.vert", Shaders.foldVertex), ("fold.frag", Shaders.foldFragment),
      ("shadow.vert", Shaders.shadowVertex), ("shadow.frag", Shaders.shadowFragment),
      ("ruled.vert", Shaders.ruledVertex), ("ruled.frag", Shaders.ruledFragment),
      ("shade.vert", Shaders.shadeVertex), ("body.vert", Shaders.bodyVertex),
      ("board.frag", Shaders.boardFragment),
    ].map { JSON.Member($0, .string(bare(shader: withoutUnused($1)))) }
    return WebTemplate.script(
      constants: [("SHADERS", inScript(.object(shaders)))])
  }()

  /// The macros that `renderer.js` never defines.
  private static let unused: Set<Substring> = ["BARE", "CURVED", "FINE", "NARROW", "PAIRS"]

  /// A shader without what needs one of these macros.
  private static func withoutUnused(_ shader: String) -> String {
    // For each condition that a line is in: whether its lines stay, or nil if it stays itself.
    var conditions: [Bool?] = []
    return shader.split(separator: "\n").filter { line in
      let words = line.split(separator: " ")
      let isDropped = conditions.contains(false)
      switch words.first {
      case "#ifdef" where unused.contains(words[1]): conditions.append(false)
      case "#ifndef" where unused.contains(words[1]): conditions.append(true)
      case "#if", "#ifdef", "#ifndef": conditions.append(isDropped ? false : nil)
      case "#else":
        guard let stays = conditions.removeLast() else {
          conditions.append(nil)
          return !isDropped
        }
        conditions.append(!stays)
      case "#endif": return conditions.removeLast() == nil && !isDropped
      default: return !isDropped
      }
      return conditions.last == .some(nil) && !isDropped
    }.joined(separator: "\n")
  }

  /// A shader without comments, and without spaces but in directives and between words: less than
  /// half of it.
  static func bare(shader: String) -> String {
    // GLSL has no strings, and the shaders have no block comments.
    shader.split(separator: "\n").map { line in
      let code = line.prefix(upTo: line.firstRange(of: "//")?.lowerBound ?? line.endIndex)
        .split(separator: " ")
      if code.first?.first == "#" { return code.joined(separator: " ") }
      return code.dropFirst().reduce(into: String(code.first ?? "")) { text, part in
        let needsSpace =
          text.last == part.first
          || [text.last, part.first].allSatisfy { $0.map(isWordPart) == true }
        text += (needsSpace ? " " : "") + part
      }
    }
    .filter { !$0.isEmpty }.map { $0 + "\n" }.joined()
  }

  private static func isWordPart(_ letter: Character) -> Bool {
    letter.isLetter || letter.isNumber || letter == "_"
  }

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
      "showThrough": .number(showThrough), "reflectance": .number(PaperSample.reflectance),
      "transmittance": .number(PaperSample.transmittance), "frontTint": vector(frontTint),
      "backTint": vector(backTint),
    ]
  }
}
