import GLES

/// The GLSL that joins a texel with the color of the unit before.
struct EnvironmentText {
  let index: Int
  let unit: PipelineKey.UnitKey

  private var texel: String { "texel\(index)" }
  private var constant: String { "u_environmentColor\(index)" }

  func add(to stage: inout StageText) {
    for line in lines { stage.add("  \(line)", .texturing, cause) }
  }

  private var cause: String {
    let mode =
      switch unit.environment {
      case .replace: "GL_REPLACE"
      case .modulate: "GL_MODULATE"
      case .decal: "GL_DECAL"
      case .blend: "GL_BLEND"
      case .add: "GL_ADD"
      case .combine(let combine):
        "GL_COMBINE \(combine.rgb.function.rawValue)/\(combine.alpha.function.rawValue)"
      }
    return "\(mode), unit \(index)"
  }

  private var hasColor: Bool { unit.format != .alpha8 }
  private var hasAlpha: Bool {
    switch unit.format {
    case .rgba8, .srgba8, .rgba16Float, .rgba32Float, .luminanceAlpha8, .alpha8: true
    case .rgb8, .luminance8, .depth24: false
    }
  }

  private var lines: [String] {
    var lines: [String] = []
    switch unit.environment {
    case .replace:
      if hasColor { lines.append("color.rgb = \(texel).rgb;") }
      if hasAlpha { lines.append("color.a = \(texel).a;") }
    case .modulate:
      if hasColor { lines.append("color.rgb *= \(texel).rgb;") }
      if hasAlpha { lines.append("color.a *= \(texel).a;") }
    case .decal:
      switch unit.format {
      case .rgb8: lines.append("color.rgb = \(texel).rgb;")
      case .rgba8, .srgba8, .rgba16Float, .rgba32Float:
        lines.append("color.rgb = mix(color.rgb, \(texel).rgb, \(texel).a);")
      case .luminanceAlpha8, .luminance8, .alpha8, .depth24: break
      }
    case .blend:
      if hasColor { lines.append("color.rgb = mix(color.rgb, \(constant).rgb, \(texel).rgb);") }
      if hasAlpha { lines.append("color.a *= \(texel).a;") }
    case .add:
      if hasColor { lines.append("color.rgb = min(color.rgb + \(texel).rgb, 1.0);") }
      if hasAlpha { lines.append("color.a *= \(texel).a;") }
    case .combine(let combine):
      lines.append(contentsOf: self.lines(combine))
    }
    return lines
  }

  private func lines(_ combine: Combine) -> [String] {
    let rgb = combine.rgb
    let arguments = rgb.arguments.map { value($0, alpha: false) }
    if rgb.function == .dot3RGBA {
      return [
        "float product\(index) = \(dot(arguments));",
        "color = clamp(product\(index) * \(scales(rgb.scale, combine.alpha.scale)), 0.0, 1.0);",
      ]
    }
    let color = "vec3(\(formula(rgb.function, arguments)))"
    let alphaArguments = combine.alpha.arguments.map { value($0, alpha: true) }
    let alpha = formula(combine.alpha.function, alphaArguments)
    let factor = scales(rgb.scale, combine.alpha.scale)
    return ["color = clamp(vec4(\(color), \(alpha)) * \(factor), 0.0, 1.0);"]
  }

  private func scales(_ rgb: Int, _ alpha: Int) -> String {
    "vec4(vec3(\(rgb).0), \(alpha).0)"
  }

  private func value(_ argument: Combine.Argument, alpha: Bool) -> String {
    let source =
      switch argument.source {
      case .texture: texel
      case .constant: constant
      case .primaryColor: "primary"
      case .previous: "color"
      }
    switch argument.operand {
    case .color: return "\(source).rgb"
    case .oneMinusColor: return "(1.0 - \(source).rgb)"
    case .alpha: return alpha ? "\(source).a" : "\(source).aaa"
    case .oneMinusAlpha: return alpha ? "(1.0 - \(source).a)" : "(1.0 - \(source).aaa)"
    }
  }

  private func dot(_ a: [String]) -> String {
    "4.0 * dot(\(a[0]) - 0.5, \(a[1]) - 0.5)"
  }

  private func formula(_ function: Combine.Function, _ a: [String]) -> String {
    switch function {
    case .replace: a[0]
    case .modulate: "\(a[0]) * \(a[1])"
    case .add: "\(a[0]) + \(a[1])"
    case .addSigned: "\(a[0]) + \(a[1]) - 0.5"
    case .interpolate: "mix(\(a[1]), \(a[0]), \(a[2]))"
    case .subtract: "\(a[0]) - \(a[1])"
    case .dot3RGB, .dot3RGBA: dot(a)
    }
  }
}

extension PipelineKey.UnitKey {
  /// Whether the constant is read.
  var usesEnvironmentColor: Bool {
    switch environment {
    case .blend: format != .alpha8
    case .combine(let combine): combine.reads(.constant)
    case .replace, .modulate, .decal, .add: false
    }
  }

  /// Whether the color before the first unit is read.
  var usesPrimaryColor: Bool {
    guard case .combine(let combine) = environment else { return false }
    return combine.reads(.primaryColor)
  }
}

extension Combine {
  fileprivate func reads(_ source: Source) -> Bool {
    [rgb, alpha].contains { formula in
      formula.arguments.prefix(formula.function.argumentCount).contains { $0.source == source }
    }
  }
}
