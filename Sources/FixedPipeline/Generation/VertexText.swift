/// Writes the vertex stage for a key.
struct VertexText {
  private let key: PipelineKey
  private var stage = StageText()
  private(set) var attributes: [String] = []

  static func generate(_ key: PipelineKey) -> (stage: StageText, attributes: [String]) {
    var writer = VertexText(key: key)
    writer.declare()
    writer.stage.add("void main() {", .program, "vertex stage")
    writer.transform()
    writer.color()
    writer.coordinates()
    writer.distances()
    writer.points()
    writer.stage.add("}", .program, "vertex stage")
    return (writer.stage, writer.attributes)
  }

  private init(key: PipelineKey) { self.key = key }

  private var needsEye: Bool {
    key.needsEyePoint || key.fog != nil || key.clipPlanes != 0
  }

  /// Whether `eye` is the place of the lit vertex rather than of this one.
  private var litEye: String { key.hasLitPositions ? "litEye" : "eyePoint" }

  private mutating func attribute(
    _ type: String, _ name: String, _ topic: Explanation.Topic, _ cause: String
  ) {
    attributes.append(name)
    stage.add("attribute \(type) \(name);", topic, cause)
  }

  private mutating func declare() {
    attribute("vec4", "a_position", .transformation, "glVertexPointer")
    stage.uniform(
      "mat4", "u_modelviewProjection", .transformation, "GL_PROJECTION × GL_MODELVIEW")
    if needsEye { stage.uniform("mat4", "u_modelview", .transformation, "GL_MODELVIEW") }
    if key.needsNormal {
      stage.uniform("mat3", "u_normalMatrix", .transformation, "inverse of GL_MODELVIEW")
      if key.hasNormals {
        attribute("vec3", "a_normal", .transformation, "glNormalPointer")
      } else {
        stage.uniform("vec3", "u_normal", .transformation, "glNormal3f")
      }
    }
    if key.lighting == nil || key.usesColorMaterial {
      if key.hasColors {
        attribute("vec4", "a_color", .color, "glColorPointer")
      } else {
        stage.uniform("vec4", "u_color", .color, "glColor4f")
      }
    }
    if key.hasLitPositions {
      attribute("vec4", "a_litPosition", .lighting, "GL_FLAT: the last vertex is lit")
    }
    for (index, unit) in FragmentText.units(key) where unit.coordinates != .point {
      if unit.coordinates == .array {
        attribute("vec4", "a_coordinate\(index)", .texturing, "glTexCoordPointer, unit \(index)")
      } else {
        stage.uniform(
          "vec4", "u_coordinate\(index)", .texturing, "glMultiTexCoord4f, unit \(index)")
      }
      if unit.hasMatrix {
        stage.uniform("mat4", "u_textureMatrix\(index)", .texturing, "GL_TEXTURE, unit \(index)")
      }
    }
    for index in FragmentText.clipPlanes(key) {
      stage.uniform("vec4", "u_clipPlane\(index)", .clipPlanes, "GL_CLIP_PLANE\(index)")
    }
    if let fog = key.fog {
      stage.uniform(
        "vec2", "u_fog", .fog, fog == .linear ? "GL_FOG_START, GL_FOG_END" : "GL_FOG_DENSITY")
    }
    if let points = key.points { declare(points) }
    FragmentText.declareVaryings(key, in: &stage)
    if key.lighting == .vertex { LightingText(key: key).declare(in: &stage) }
  }

  private mutating func declare(_ points: PipelineKey.PointKey) {
    if points.hasSizes { attribute("float", "a_pointSize", .points, "glPointSizePointerOES") }
    stage.uniform("vec3", "u_pointSize", .points, "glPointSize, GL_POINT_SIZE_MIN and _MAX")
    if points.isAttenuated {
      stage.uniform("vec3", "u_pointAttenuation", .points, "GL_POINT_DISTANCE_ATTENUATION")
    }
    if points.shape == .square {
      stage.uniform("vec2", "u_viewport", .points, "glViewport, for points on whole pixels")
    }
  }

  private mutating func transform() {
    stage.add(
      "  gl_Position = u_modelviewProjection * a_position;", .transformation, "glVertexPointer")
    if needsEye {
      stage.add("  vec4 eye = u_modelview * a_position;", .transformation, "GL_MODELVIEW")
    }
    if key.needsEyePoint {
      stage.add(
        key.hasHomogeneousPositions
          ? "  vec3 eyePoint = eye.xyz / eye.w;" : "  vec3 eyePoint = eye.xyz;",
        .transformation, "positions of four components are divided by w")
    }
    if key.hasLitPositions {
      stage.add("  vec4 lit4 = u_modelview * a_litPosition;", .lighting, "GL_FLAT")
      stage.add(
        key.hasHomogeneousPositions
          ? "  vec3 litEye = lit4.xyz / lit4.w;" : "  vec3 litEye = lit4.xyz;", .lighting,
        "GL_FLAT")
    }
    if key.needsNormal {
      stage.add(
        "  vec3 normal = u_normalMatrix * \(key.hasNormals ? "a_normal" : "u_normal");",
        .transformation, "normals by the transposed inverse of GL_MODELVIEW")
      if key.normalizes {
        stage.add("  normal = normalize(normal);", .transformation, "GL_NORMALIZE")
      }
    }
  }

  private mutating func color() {
    let color = key.hasColors ? "a_color" : "u_color"
    switch key.lighting {
    case nil:
      stage.add("  v_color = clamp(\(color), 0.0, 1.0);", .color, "GL_LIGHTING is off")
    case .vertex:
      let tint = key.usesColorMaterial ? "\(color).rgb" : "vec3(0.0)"
      let alpha = key.usesColorMaterial ? "\(color).a" : "u_alpha"
      let eye = key.hasPositionalLight ? litEye : "vec3(0.0)"
      let normal = key.lights != .zero ? "normal" : "vec3(0.0)"
      stage.add(
        "  v_color = clamp(vec4(lit(\(eye), \(normal), \(tint)), \(alpha)), 0.0, 1.0);",
        .lighting, "GL_LIGHTING, clamped after the sum")
      if key.isTwoSided {
        stage.add(
          "  v_backColor = clamp(vec4(lit(\(eye), -\(normal), \(tint)), \(alpha)), 0.0, 1.0);",
          .lighting, "GL_LIGHT_MODEL_TWO_SIDE")
      }
    case .fragment:
      if key.usesColorMaterial {
        stage.add("  v_color = \(color);", .lighting, "GL_COLOR_MATERIAL, lit by fragment")
      }
    }
    if FragmentText.passesNormal(key) {
      stage.add("  v_normal = normal;", .lighting, "for the fragment stage")
    }
    if FragmentText.passesEye(key) {
      stage.add("  v_eye = eyePoint;", .lighting, "for the fragment stage")
    }
  }

  private mutating func coordinates() {
    for (index, unit) in FragmentText.units(key) where unit.coordinates != .point {
      let cause = "unit \(index)"
      var value =
        unit.coordinates == .array ? "a_coordinate\(index)" : "u_coordinate\(index)"
      if unit.hasMatrix { value = "(u_textureMatrix\(index) * \(value))" }
      stage.add(
        "  v_coordinate\(index) = \(value)\(unit.isProjective ? "" : ".xy");", .texturing,
        unit.hasMatrix ? "GL_TEXTURE matrix, \(cause)" : cause)
    }
  }

  private mutating func distances() {
    if let fog = key.fog {
      let cause = "GL_FOG: the distance is |z| in eye space"
      let isHomogeneous = key.hasHomogeneousPositions
      stage.add(
        isHomogeneous
          ? "  vec2 depth = vec2(abs(eye.z), eye.w);" : "  float depth = abs(eye.z);", .fog, cause)
      // With mediump, the fragment stage has neither large distances nor small factors.
      let (distance, end) = isHomogeneous ? ("depth.x", "u_fog.x * depth.y") : ("depth", "u_fog.x")
      let value =
        fog == .linear ? "(\(end) - \(distance)) * u_fog.y" : "u_fog.x * \(distance)"
      // Where w differs between vertices, z/w is linear on the primitive only as a quotient.
      stage.add(
        isHomogeneous ? "  v_fog = vec2(\(value), depth.y);" : "  v_fog = \(value);", .fog, cause)
    }
    for (place, index) in FragmentText.clipPlanes(key).enumerated() {
      stage.add(
        "  \(FragmentText.clipVarying(place)) = dot(u_clipPlane\(index), eye);", .clipPlanes,
        "GL_CLIP_PLANE\(index)")
    }
  }

  private mutating func points() {
    guard let points = key.points else { return }
    stage.add(
      "  float size = \(points.hasSizes ? "a_pointSize" : "u_pointSize.x");", .points,
      points.hasSizes ? "glPointSizePointerOES" : "glPointSize")
    if points.isAttenuated {
      stage.add(
        """
          float away = length(eyePoint);
          size *= inversesqrt(dot(u_pointAttenuation, vec3(1.0, away, away * away)));
        """, .points, "GL_POINT_DISTANCE_ATTENUATION")
    }
    stage.add(
      "  size = clamp(size, u_pointSize.y, u_pointSize.z);", .points,
      "GL_POINT_SIZE_MIN, GL_POINT_SIZE_MAX")
    switch points.shape {
    case .square:
      // ES 1.1, 3.3: whole sizes, odd ones about a pixel's center and even ones about a corner.
      stage.add(
        """
          size = max(floor(size + 0.5), 1.0);
          vec2 place = (gl_Position.xy / gl_Position.w * 0.5 + 0.5) * u_viewport;
          float center = 0.5 * mod(size, 2.0);
          place = (floor(place + 0.5 - center) + center) / u_viewport * 2.0 - 1.0;
        """, .points, "points without GL_POINT_SMOOTH lie on whole pixels")
    case .disc:
      stage.add("  v_disc = vec2(size, \(DiscText.square));", .points, "GL_POINT_SMOOTH")
    case .sprite: break
    }
    // ES 2.0 drivers differ in whether they keep the visible part of such a point.
    stage.add(
      """
        if (any(greaterThan(abs(gl_Position.xyz), vec3(gl_Position.w)))) {
          gl_Position = vec4(2.0, 2.0, 2.0, 1.0);
        }
      """, .points, "ES 1.1 drops points whose center is outside the view")
    if points.shape == .square {
      stage.add(
        "  else { gl_Position.xy = place * gl_Position.w; }", .points, "points on whole pixels")
    }
    stage.add(
      "  gl_PointSize = \(points.shape == .disc ? "v_disc.y" : "size");", .points, "GL_POINTS")
  }
}
