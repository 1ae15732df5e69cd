import ES1
import FixedPipeline
import GLES
import GLMath

/// Where a driver's ES 1.1 is not what the ES 1.1 specification says, so that it cannot judge as it
/// is. Each deviation says how to make the two comparable again; a scene to which one applies is
/// not let off but compared after that.
///
/// `Documentation/fixed-pipeline.md` lists them for readers; a test holds the two lists together.
enum Deviation: String, CaseIterable {
  /// Colors are clamped to 0…1 at the vertex (2.12.5); Mesa interpolates them unclamped.
  case vertexClamp = "colors beyond 0…1 at a vertex"
  /// Positions of four components are points x/w, y/w, z/w in lighting; Mesa leaves w out.
  case homogeneousEye = "lit positions with w ≠ 1"
  /// Fog colors are clamped when they are set (3.8); Mesa keeps them.
  case fogColor = "fog colors beyond 0…1"
  /// Environment colors are clamped when they are set (3.7.12); Mesa keeps them.
  case environmentColor = "environment colors beyond 0…1"
  /// Points shrink with their distance to the eye (3.3); Mesa takes the depth |z| for it.
  case pointDistance = "attenuated points beside the line of sight"
  /// Sizes of an array are attenuated and clamped as others (3.3); Mesa does either or.
  case pointSizeArray = "arrays of point sizes with attenuation or limits"
  /// The alpha of a smooth point's edge is multiplied by its coverage (3.3.1); Mesa leaves the
  /// edge and multiplies the inside by more than 1.
  case smoothPoints = "soft edges of smooth points"
  /// Smooth points have the size that is set (3.3); Mesa draws those below 2 pixels as 2 pixels
  /// wide where all have one size.
  case smallSmoothPoints = "smooth points of less than 2 pixels"
  /// A shininess of 0 makes the highlight's factor 1; Mesa's is another for positional lights.
  case shininessZero = "a shininess of 0 under positional lights"
  /// Fog depends on the distance of the fragment (3.8), which is that of the point x/w, y/w, z/w;
  /// Mesa leaves w out.
  case fogWithoutW = "fog at positions with w ≠ 1"
  /// NVIDIA divides by w, but at the vertices, and interpolates the quotient.
  case fogPerVertex = "fog between positions with different w"
  /// Points whose center is outside the view are discarded (2.11); NVIDIA and Mesa's zink draw the
  /// part that is inside, as ES 2.0 does.
  case pointsOutside = "points whose center is outside the view"
  /// `GL_ALPHA_SCALE` multiplies alpha, also that of `GL_DOT3_RGBA` (3.7.12); NVIDIA takes
  /// `GL_RGB_SCALE` for it, or nothing: only states with an `GL_RGB_SCALE` of 1 have shown it.
  case dotProductAlpha = "the alpha scale of DOT3_RGBA"

  /// The deviations of which a driver is suspected, by its `GL_VERSION`. Mesa's are known from
  /// 10,000 states. NVIDIA's driver 580.159.04 has drawn 400 states, too few to rule one out.
  static func candidates(of version: String) -> [Deviation] {
    version.contains("Mesa")
      ? allCases.filter { ![.fogPerVertex, .dotProductAlpha].contains($0) } : allCases
  }

  func applies(to scene: Scene) -> Bool {
    let state = scene.state
    switch self {
    case .vertexClamp: return true
    case .homogeneousEye: return scene.positions.count == 4
    case .fogColor: return state.fog.map { $0.color != clamped($0.color) } ?? false
    case .environmentColor:
      return state.units.contains { $0.environmentColor != clamped($0.environmentColor) }
    case .pointDistance:
      return scene.mode == .points && scene.pointSizes == nil
        && state.points.attenuation != SIMD3(1, 0, 0)
    case .pointSizeArray: return scene.mode == .points && scene.pointSizes != nil
    case .smoothPoints:
      return scene.mode == .points && state.points.isSmooth && !state.points.isSprite
    case .smallSmoothPoints:
      return Self.smoothPoints.applies(to: scene) && scene.pointSizes == nil
        && state.points.attenuation == SIMD3(1, 0, 0) && state.points.size < 2
    case .shininessZero: return state.isLightingEnabled && state.material.shininess == 0
    case .fogWithoutW, .fogPerVertex: return state.fog != nil && scene.positions.count == 4
    case .pointsOutside: return scene.mode == .points
    case .dotProductAlpha:
      return state.units.contains {
        guard case .combine(let combine) = $0.environment else { return false }
        return combine.rgb.function == .dot3RGBA && combine.alpha.scale != combine.rgb.scale
      }
    }
  }

  /// The same scene by the specification, in a way that Mesa draws as specified.
  func rewrite(_ scene: inout Scene) {
    switch self {
    case .fogColor:
      let color = clamped(scene.state.fog?.color ?? .zero)
      scene.state.fog?.color = color
    case .environmentColor:
      for unit in 0..<4 {
        let color = scene.state.units[unit].environmentColor
        scene.state.units[unit].environmentColor = clamped(color)
      }
    case .pointSizeArray: bakePointSizes(&scene)
    // The powers of this exponent round to 1, as those of 0 are; only 0 itself has another one.
    case .shininessZero: scene.state.material.shininess = 1e-7
    case .vertexClamp, .homogeneousEye, .pointDistance, .smoothPoints, .smallSmoothPoints,
      .fogWithoutW, .fogPerVertex, .pointsOutside, .dotProductAlpha:
      break
    }
  }

  /// A line of our program, and what caused it, as it has to be to do as Mesa does.
  func edit(_ code: String, cause: String) -> String {
    var code = code
    // Colors that Mesa lets leave 0…1 are clamped for its alpha test.
    code.replace("floor(color.a * 255.0", with: "floor(clamp(color.a, 0.0, 1.0) * 255.0")
    if self == .vertexClamp, cause.hasPrefix("GL_COMBINE") { return withMesaClamping(code, cause) }
    if self == .dotProductAlpha, code.contains("color = clamp(product") {
      code.replace(/vec4\(vec3\((.*?)\), .*?\)/) { "vec4(\($0.1))" }
    }
    for edit in edits { code.replace(edit.from, with: edit.to) }
    return code
  }

  private var edits: [(from: String, to: String)] {
    switch self {
    case .vertexClamp:
      [
        ("v_color = clamp(vec4(lit(", "v_color = (vec4(lit("),
        ("v_backColor = clamp(vec4(lit(", "v_backColor = (vec4(lit("),
        ("u_alpha), 0.0, 1.0);", "u_alpha));"), ("_color.a), 0.0, 1.0);", "_color.a));"),
        ("v_color = clamp(u_color, 0.0, 1.0);", "v_color = u_color;"),
        ("v_color = clamp(a_color, 0.0, 1.0);", "v_color = a_color;"),
        // The sum of GL_ADD is not negative unless the color is.
        (" = min(color.rgb + ", " = clamp(color.rgb + "), (".rgb, 1.0);", ".rgb, 0.0, 1.0);"),
      ]
    case .homogeneousEye:
      [("lit(eyePoint,", "lit(eye.xyz,"), ("lit(litEye,", "lit(lit4.xyz,")]
    case .pointDistance: [("length(eyePoint)", "abs(eye.z)")]
    case .smoothPoints:
      [
        ("gl_PointSize = v_disc.y;", "gl_PointSize = size;"),
        ("abs(gl_PointCoord - 0.5) * v_disc.y", "gl_PointCoord * 2.0 - 1.0"),
        (
          "float covered = discCoverage(offset, 0.5 * v_disc.x);",
          """
          float square = dot(offset, offset);
          float inner = 1.0 - 2.0 / max(v_disc.x, 1.0);
          inner *= inner;
          if (square > 1.0) discard;
          float covered = square >= inner ? 1.0 : (1.0 - square) / (1.0 - inner);
          """
        ),
      ]
    case .smallSmoothPoints:
      [("size = clamp(size, u_pointSize.y, u_pointSize.z);", "size = max(size, 2.0);")]
    case .shininessZero:
      [
        (
          "lightPower(max(dot(normal, halfway), 0.0), shininess)",
          "pow(max(dot(normal, halfway), 0.0), 1e-7)"
        )
      ]
    case .fogWithoutW: [("vec2(abs(eye.z), eye.w)", "vec2(abs(eye.z), 1.0)")]
    case .fogPerVertex: [("vec2(abs(eye.z), eye.w)", "vec2(abs(eye.z / eye.w), 1.0)")]
    case .pointsOutside:
      [
        (
          "any(greaterThan(abs(gl_Position.xyz), vec3(gl_Position.w)))",
          "abs(gl_Position.z) > gl_Position.w"
        )
      ]
    case .fogColor, .environmentColor, .pointSizeArray, .dotProductAlpha: []
    }
  }

  /// Mesa clamps only the results of those functions that leave 0…1 when their arguments do not,
  /// and so hands colors beyond it on.
  private func withMesaClamping(_ code: String, _ cause: String) -> String {
    let (start, end) = ("  color = clamp(", " * vec4(vec3(1.0), 1.0), 0.0, 1.0);")
    let functions = cause.dropFirst("GL_COMBINE ".count).prefix { $0 != "," }.split(separator: "/")
    guard code.hasPrefix(start), code.hasSuffix(end), functions.count == 2,
      functions[0] != "dot3RGBA"
    else { return code }
    func clamped(_ part: String, _ function: Substring) -> String {
      ["replace", "modulate", "interpolate"].contains(function)
        ? part : "clamp(\(part), 0.0, 1.0)"
    }
    let result = code.dropFirst(start.count).dropLast(end.count)
    return "  { vec4 result = \(result); color = vec4(\(clamped("result.rgb", functions[0])), "
      + "\(clamped("result.a", functions[1]))); }"
  }

  /// Each point's size after attenuation and limits, by the formula of ES 1.1's section 3.3, in
  /// double precision.
  private func bakePointSizes(_ scene: inout Scene) {
    guard let sizes = scene.pointSizes?.numbers else { return }
    let points = scene.state.points
    let positions = scene.positions.numbers
    let width = scene.positions.count
    let matrix = scene.state.modelview.top
    let baked = sizes.enumerated().map { index, size in
      var v = SIMD4<Float>(0, 0, 0, 1)
      for k in 0..<width { v[k] = positions[index * width + k] }
      let eye = SIMD4<Double>(matrix * v)
      let point = SIMD3(eye.x, eye.y, eye.z) / eye.w
      let d = (point * point).sum().squareRoot()
      let factors = SIMD3<Double>(points.attenuation)
      let attenuation = factors.x + factors.y * d + factors.z * d * d
      let derived = Double(size) / attenuation.squareRoot()
      return Float(
        min(max(derived, Double(points.minimumSize)), Double(points.maximumSize)))
    }
    scene.pointSizes = Scene.Array(baked, .float, count: 1)
    scene.state.points.attenuation = SIMD3(1, 0, 0)
    scene.state.points.minimumSize = 0
    scene.state.points.maximumSize = .greatestFiniteMagnitude
  }
}

private func clamped(_ color: SIMD4<Float>) -> SIMD4<Float> {
  color.clamped(lowerBound: .zero, upperBound: SIMD4(repeating: 1))
}

extension Scene.Array {
  /// The components as numbers; integers stand for themselves.
  var numbers: [Float] {
    bytes.withUnsafeBytes { raw in
      switch component {
      case .byte: raw.bindMemory(to: Int8.self).map { Float($0) }
      case .unsignedByte: raw.map { Float($0) }
      case .short: raw.bindMemory(to: Int16.self).map { Float($0) }
      case .unsignedShort: raw.bindMemory(to: UInt16.self).map { Float($0) }
      case .fixed: raw.bindMemory(to: Int32.self).map { Float($0) / 65536 }
      case .float: [Float](raw.bindMemory(to: Float.self))
      }
    }
  }
}

extension Explanation {
  /// Both stages as they have to be for `deviations`, and with each of `nudges` made.
  func edited(
    _ deviations: [Deviation], _ nudges: [(from: String, to: String)]
  ) -> StageReplacement {
    func text(_ lines: [Line]) -> String {
      var text = ""
      for line in lines {
        var code = line.code
        for deviation in deviations { code = deviation.edit(code, cause: line.cause) }
        for nudge in nudges { code.replace(nudge.from, with: nudge.to) }
        text += code + "\n"
      }
      return text
    }
    return StageReplacement(vertex: text(vertex), fragment: text(fragment))
  }
}
