import GLESKitShaders

/// The GLSL of lighting, for whichever stage it is computed in.
struct LightingText {
  let key: PipelineKey

  /// Uniforms and the function `vec3 lit(vec3 eye, vec3 normal, vec3 tint)`: the sum before
  /// clamping.
  func declare(in stage: inout StageText) {
    if !key.usesColorMaterial {
      stage.uniform("float", "u_alpha", .lighting, "alpha of GL_DIFFUSE")
    }
    if key.lights != .zero {
      stage.add(Shaders.lighting, .lighting, "GL_LIGHTING: shaders/lighting/lighting.glsl")
    }
    if key.usesColorMaterial {
      stage.uniform("vec3", "u_emission", .lighting, "GL_EMISSION")
      stage.uniform("vec3", "u_sceneAmbient", .lighting, "GL_LIGHT_MODEL_AMBIENT")
    } else {
      stage.uniform("vec3", "u_sceneColor", .lighting, "GL_EMISSION, GL_AMBIENT × scene")
    }
    let lights = (0..<FixedState.lightCount).filter { key.light($0).contains(.enabled) }
    if lights.contains(where: { key.light($0).contains(.specular) }) {
      stage.uniform("float", "u_shininess", .lighting, "GL_SHININESS")
    }
    for light in lights { declare(light, in: &stage) }

    stage.add("vec3 lit(vec3 eye, vec3 normal, vec3 tint) {", .lighting, "GL_LIGHTING")
    if key.usesColorMaterial {
      stage.add("  vec3 sum = u_emission + tint * u_sceneAmbient;", .lighting, "GL_COLOR_MATERIAL")
    } else {
      stage.add("  vec3 sum = u_sceneColor;", .lighting, "GL_LIGHT_MODEL_AMBIENT")
    }
    if !lights.isEmpty {
      stage.add("  vec3 path, toLight;\n  float strength;", .lighting, "GL_LIGHTING")
    }
    for light in lights { add(light, to: &stage) }
    stage.add("  return sum;\n}", .lighting, "GL_LIGHTING")
  }

  private func declare(_ index: Int, in stage: inout StageText) {
    let light = key.light(index)
    let cause = "GL_LIGHT\(index)"
    stage.uniform("vec3", "u_light\(index)_position", .lighting, "\(cause) GL_POSITION")
    stage.uniform("vec3", "u_light\(index)_ambient", .lighting, "\(cause) GL_AMBIENT")
    stage.uniform("vec3", "u_light\(index)_diffuse", .lighting, "\(cause) GL_DIFFUSE")
    if light.contains(.specular) {
      stage.uniform("vec3", "u_light\(index)_specular", .lighting, "\(cause) GL_SPECULAR")
    }
    if light.contains(.attenuated) {
      stage.uniform("vec3", "u_light\(index)_attenuation", .lighting, "\(cause) attenuation")
    }
    if light.contains(.spot) {
      stage.uniform("vec3", "u_light\(index)_axis", .lighting, "\(cause) GL_SPOT_DIRECTION")
      stage.uniform("vec2", "u_light\(index)_spot", .lighting, "\(cause) cutoff, exponent")
    }
  }

  private func add(_ index: Int, to stage: inout StageText) {
    let light = key.light(index)
    let name = "u_light\(index)"
    let cause = "GL_LIGHT\(index)"
    if light.contains(.positional) {
      stage.add(
        "  path = \(name)_position - eye;\n  toLight = lightDirection(path);", .lighting,
        "\(cause) is positional")
    } else {
      stage.add("  toLight = \(name)_position;", .lighting, "\(cause) is directional")
    }
    stage.add(
      light.contains(.attenuated)
        ? "  strength = lightAttenuation(\(name)_attenuation, lightDistance(path));"
        : "  strength = 1.0;", .lighting, "\(cause) attenuation")
    if light.contains(.spot) {
      stage.add(
        "  strength *= lightSpot(toLight, \(name)_axis, \(name)_spot.x, \(name)_spot.y);",
        .lighting, "\(cause) GL_SPOT_CUTOFF")
    }
    let tint = key.usesColorMaterial ? " * tint" : ""
    stage.add(
      "  sum += strength * (\(name)_ambient\(tint)"
        + " + lightDiffuse(normal, toLight) * \(name)_diffuse\(tint));",
      .lighting, "\(cause) GL_AMBIENT, GL_DIFFUSE")
    if light.contains(.specular) {
      stage.add(
        "  sum += strength * lightSpecular(normal, toLight, u_shininess) * \(name)_specular;",
        .lighting, "\(cause) GL_SPECULAR")
    }
  }
}
