/// Writes the fragment stage for a key, and says which varyings lie between the stages.
struct FragmentText {
  private let key: PipelineKey
  private var stage = StageText()

  static func generate(_ key: PipelineKey) -> StageText {
    var writer = FragmentText(key: key)
    writer.stage.add(
      """
      precision highp float;
      precision highp sampler2D;
      precision highp samplerCube;
      """, .program, "the best precision that the fragment stage has")
    writer.declare()
    if key.lighting == .fragment || key.reflection != nil {
      writer.stage.add(
        """
        vec3 direction(vec3 v) {
          float scale = max(max(abs(v.x), abs(v.y)), abs(v.z));
          return scale > 0.0 ? normalize(v / scale) : v;
        }
        """, key.reflection == nil ? .lighting : .reflection,
        "normalize() for lengths of up to 65,504 with mediump, too")
    }
    if key.points?.shape == .disc {
      writer.stage.add(DiscText.coverage, .points, "GL_POINT_SMOOTH: coverage of the disc")
    }
    writer.stage.add("void main() {", .program, "fragment stage")
    writer.color()
    writer.textures()
    writer.reflection()
    writer.fog()
    writer.smoothPoint()
    writer.clip()
    writer.alphaTest()
    writer.output()
    writer.stage.add("}", .program, "fragment stage")
    return writer.stage
  }

  private init(key: PipelineKey) { self.key = key }

  // MARK: What both stages know

  /// The units that take part.
  static func units(_ key: PipelineKey) -> [(index: Int, unit: PipelineKey.UnitKey)] {
    (0..<FixedState.textureUnitCount).compactMap { index in
      key.units[index].map { (index, $0) }
    }
  }

  static func clipPlanes(_ key: PipelineKey) -> [Int] {
    (0..<FixedState.clipPlaneCount).filter { key.clipPlanes & 1 << UInt8($0) != 0 }
  }

  /// Up to six distances, packed into a vec4 and a vec2.
  static func clipVarying(_ place: Int) -> String {
    "v_clip\(place / 4).\(["x", "y", "z", "w"][place % 4])"
  }

  static func passesNormal(_ key: PipelineKey) -> Bool {
    (key.lighting == .fragment && key.lights != .zero) || key.reflection != nil
  }

  static func passesEye(_ key: PipelineKey) -> Bool {
    (key.lighting == .fragment && key.hasPositionalLight) || key.reflection != nil
  }

  private static func passesColor(_ key: PipelineKey) -> Bool {
    key.lighting != .fragment || key.usesColorMaterial
  }

  static func varyings(
    _ key: PipelineKey
  ) -> [(type: String, name: String, topic: Explanation.Topic, cause: String)] {
    var list: [(String, String, Explanation.Topic, String)] = []
    if passesColor(key) { list.append(("vec4", "v_color", .color, "primary color")) }
    if key.lighting == .vertex && key.isTwoSided {
      list.append(("vec4", "v_backColor", .lighting, "GL_LIGHT_MODEL_TWO_SIDE"))
    }
    if passesNormal(key) {
      list.append(("vec3", "v_normal", .lighting, "normal in eye space"))
    }
    if passesEye(key) { list.append(("vec3", "v_eye", .lighting, "point in eye space")) }
    for (index, unit) in units(key) where unit.coordinates != .point {
      list.append(
        (
          unit.isProjective ? "vec4" : "vec2", "v_coordinate\(index)", .texturing,
          unit.isProjective ? "unit \(index), with q" : "unit \(index)"
        ))
    }
    if key.fog != nil {
      list.append((key.hasHomogeneousPositions ? "vec2" : "float", "v_fog", .fog, "GL_FOG"))
    }
    var left = clipPlanes(key).count
    for vector in 0..<(left + 3) / 4 {
      let types = ["", "float", "vec2", "vec3", "vec4"]
      list.append(
        (types[min(left, 4)], "v_clip\(vector)", .clipPlanes, "distances to the planes"))
      left -= 4
    }
    if key.points?.shape == .disc {
      list.append(("vec2", "v_disc", .points, "GL_POINT_SMOOTH: diameter, side of the square"))
    }
    return list
  }

  static func declareVaryings(_ key: PipelineKey, in stage: inout StageText) {
    for varying in varyings(key) {
      // A single clip distance is a float, which has no `.x`; a vec2 costs no more.
      let type = varying.topic == .clipPlanes && varying.type == "float" ? "vec2" : varying.type
      stage.add("varying \(type) \(varying.name);", varying.topic, varying.cause)
    }
  }

  // MARK: The stage

  private mutating func declare() {
    Self.declareVaryings(key, in: &stage)
    for (index, unit) in Self.units(key) {
      stage.uniform("sampler2D", "u_texture\(index)", .texturing, "GL_TEXTURE_2D, unit \(index)")
      if unit.usesEnvironmentColor {
        stage.uniform(
          "vec4", "u_environmentColor\(index)", .texturing,
          "GL_TEXTURE_ENV_COLOR, unit \(index)")
      }
    }
    if key.reflection != nil {
      stage.uniform("samplerCube", "u_reflection", .reflection, "reflection map")
      stage.uniform("mat3", "u_reflectionMatrix", .reflection, "reflection map")
    }
    if key.fog != nil {
      stage.uniform("vec3", "u_fogColor", .fog, "GL_FOG_COLOR")
    }
    if let test = key.alphaTest, test != .never {
      stage.uniform("float", "u_alphaReference", .alphaTest, "glAlphaFunc")
    }
    if key.lighting == .fragment { LightingText(key: key).declare(in: &stage) }
  }

  private mutating func color() {
    switch key.lighting {
    case .fragment:
      let tint = key.usesColorMaterial ? "v_color.rgb" : "vec3(0.0)"
      let alpha = key.usesColorMaterial ? "v_color.a" : "u_alpha"
      let eye = key.hasPositionalLight ? "v_eye" : "vec3(0.0)"
      stage.add("  vec3 normal = direction(v_normal);", .lighting, "lit by fragment")
      if key.isTwoSided {
        stage.add(
          "  if (!gl_FrontFacing) normal = -normal;", .lighting, "GL_LIGHT_MODEL_TWO_SIDE")
      }
      stage.add(
        "  vec4 color = clamp(vec4(lit(\(eye), normal, \(tint)), \(alpha)), 0.0, 1.0);",
        .lighting, "GL_LIGHTING by fragment")
    case .vertex where key.isTwoSided:
      stage.add(
        "  vec4 color = gl_FrontFacing ? v_color : v_backColor;", .lighting,
        "GL_LIGHT_MODEL_TWO_SIDE")
    default:
      stage.add("  vec4 color = v_color;", .color, "primary color")
    }
    if Self.units(key).contains(where: { $0.unit.usesPrimaryColor }) {
      stage.add("  vec4 primary = color;", .texturing, "GL_PRIMARY_COLOR")
    }
  }

  private mutating func textures() {
    for (index, unit) in Self.units(key) {
      let texel: String
      switch (unit.coordinates, unit.isProjective) {
      case (.point, _): texel = "texture2D(u_texture\(index), gl_PointCoord)"
      case (_, true): texel = "texture2DProj(u_texture\(index), v_coordinate\(index))"
      case (_, false): texel = "texture2D(u_texture\(index), v_coordinate\(index))"
      }
      let cause =
        unit.coordinates == .point ? "GL_COORD_REPLACE_OES, unit \(index)" : "unit \(index)"
      stage.add("  vec4 texel\(index) = \(texel);", .texturing, cause)
      EnvironmentText(index: index, unit: unit).add(to: &stage)
    }
  }

  private mutating func reflection() {
    guard let mode = key.reflection else { return }
    stage.add(
      """
        vec3 mirrored = u_reflectionMatrix * reflect(direction(v_eye), direction(v_normal));
        vec4 reflected = textureCube(u_reflection, mirrored);
      """, .reflection, "the eye's ray mirrored at the normal")
    let join =
      switch mode {
      case .replace: "color = reflected;"
      case .modulate: "color *= reflected;"
      case .decal: "color.rgb = mix(color.rgb, reflected.rgb, reflected.a);"
      }
    stage.add("  \(join)", .reflection, "\(mode.rawValue)")
  }

  private mutating func fog() {
    guard let mode = key.fog else { return }
    stage.add(
      key.hasHomogeneousPositions
        ? "  float away = v_fog.x / v_fog.y;" : "  float away = v_fog;",
      .fog, "distance of the fragment, in the mode's scale")
    switch mode {
    case .linear: stage.add("  float clear = away;", .fog, "GL_LINEAR")
    case .exponential: stage.add("  float clear = exp(-away);", .fog, "GL_EXP")
    case .exponentialSquared: stage.add("  float clear = exp(-away * away);", .fog, "GL_EXP2")
    }
    stage.add(
      "  color.rgb = mix(u_fogColor, color.rgb, clamp(clear, 0.0, 1.0));", .fog,
      "GL_FOG: alpha is not touched")
  }

  private mutating func smoothPoint() {
    guard key.points?.shape == .disc else { return }
    stage.add(
      """
        vec2 offset = abs(gl_PointCoord - 0.5) * v_disc.y;
        float covered = discCoverage(offset, 0.5 * v_disc.x);
        if (covered <= 0.0) discard;
        color.a *= covered;
      """, .points, "GL_POINT_SMOOTH: alpha times coverage")
  }

  private mutating func clip() {
    let planes = Self.clipPlanes(key)
    for (place, index) in planes.enumerated() {
      stage.add(
        "  if (\(Self.clipVarying(place)) < 0.0) discard;", .clipPlanes,
        "GL_CLIP_PLANE\(index)")
    }
  }

  private mutating func alphaTest() {
    guard let test = key.alphaTest, let condition = test.condition else { return }
    let cause = "glAlphaFunc \(test.rawValue)"
    if test != .never {
      stage.add("  float alpha = floor(color.a * 255.0 + 0.5);", .alphaTest, cause)
    }
    stage.add("  if (!(\(condition))) discard;", .alphaTest, cause)
  }

  private mutating func output() {
    switch key.output {
    case .color: stage.add("  gl_FragColor = color;", .program, "fragment stage")
    case .ones:
      stage.add("  gl_FragColor = vec4(1.0);", .logicOp, "glLogicOp, with blending")
    case .inverted:
      stage.add("  gl_FragColor = 1.0 - color;", .logicOp, "glLogicOp GL_COPY_INVERTED")
    }
  }
}
