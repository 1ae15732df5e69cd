/// How a texture unit combines its texel with the color of the previous unit.
///
/// The corresponding ES 1.1 function is `glTexEnvi` with `GL_TEXTURE_ENV_MODE`. The result is
/// clamped to 0…1 after each unit, and depends on the channels of the texture's format (ES 1.1
/// specification, tables 3.15 and 3.16).
public enum TextureEnvironment: Hashable, Sendable {
  /// The texel. `GL_REPLACE`.
  case replace
  /// The product; the default. `GL_MODULATE`.
  case modulate
  /// The texel over the color, by the texel's alpha. Formats other than RGB and RGBA, undefined in
  /// ES 1.1, change nothing. `GL_DECAL`.
  case decal
  /// Interpolates from the color to ``TextureUnit/environmentColor`` by the texel. `GL_BLEND`.
  case blend
  /// The sum. `GL_ADD`.
  case add
  /// A custom formula. `GL_COMBINE`.
  case combine(Combine)
}

/// The formula of ``TextureEnvironment/combine(_:)``, for color and for alpha.
public struct Combine: Hashable, Sendable {
  /// The function of the arguments a₀, a₁, a₂. The corresponding names are `GL_COMBINE_RGB` and
  /// `GL_COMBINE_ALPHA`.
  public enum Function: String, Hashable, Sendable, CaseIterable {
    /// a₀.
    case replace
    /// a₀·a₁.
    case modulate
    /// a₀ + a₁.
    case add
    /// a₀ + a₁ − ½.
    case addSigned
    /// a₀·a₂ + a₁·(1 − a₂).
    case interpolate
    /// a₀ − a₁.
    case subtract
    /// 4·Σ(a₀ − ½)(a₁ − ½) for red, green and blue; only for the color.
    case dot3RGB
    /// 4·Σ(a₀ − ½)(a₁ − ½) for all four channels; only for the color. Of the alpha formula only
    /// the scale is then used.
    case dot3RGBA

    /// The number of arguments that it uses.
    var argumentCount: Int {
      switch self {
      case .replace: 1
      case .interpolate: 3
      default: 2
      }
    }
  }

  /// The source of an argument. `GL_SRC0_RGB` and its like.
  public enum Source: String, Hashable, Sendable, CaseIterable {
    /// This unit's texel. `GL_TEXTURE`.
    case texture
    /// ``TextureUnit/environmentColor``. `GL_CONSTANT`.
    case constant
    /// The color before the first unit. `GL_PRIMARY_COLOR`.
    case primaryColor
    /// The color of the previous unit. `GL_PREVIOUS`.
    case previous
  }

  /// The part of the source that is used. `GL_OPERAND0_RGB` and its like.
  public enum Operand: String, Hashable, Sendable, CaseIterable {
    /// The color; for a color argument only.
    case color
    /// One minus the color; for a color argument only.
    case oneMinusColor
    /// The alpha.
    case alpha
    /// One minus the alpha.
    case oneMinusAlpha
  }

  /// An argument.
  public struct Argument: Hashable, Sendable {
    /// The source of the argument.
    public var source: Source
    /// The part of the source that is used.
    public var operand: Operand

    /// An argument.
    public init(_ source: Source, _ operand: Operand) {
      self.source = source
      self.operand = operand
    }
  }

  /// A function with its arguments and the factor of its result.
  public struct Formula: Hashable, Sendable {
    /// The function.
    public var function: Function
    /// a₀.
    public var argument0: Argument
    /// a₁.
    public var argument1: Argument
    /// a₂.
    public var argument2: Argument
    /// The factor of the result: 1, 2 or 4. `GL_RGB_SCALE` and `GL_ALPHA_SCALE`.
    public var scale: Int

    /// A formula. Leave out arguments that its function doesn't use.
    public init(
      _ function: Function, _ argument0: Argument,
      _ argument1: Argument = Argument(.previous, .alpha),
      _ argument2: Argument = Argument(.constant, .alpha), scale: Int = 1
    ) {
      self.function = function
      self.argument0 = argument0
      self.argument1 = argument1
      self.argument2 = argument2
      self.scale = scale
    }

    var arguments: [Argument] { [argument0, argument1, argument2] }
  }

  /// The formula for red, green and blue.
  public var rgb: Formula
  /// The formula for alpha.
  public var alpha: Formula

  /// ES 1.1's defaults: modulate the texture with the color of the previous unit; the third
  /// argument is the constant's alpha.
  public init(
    rgb: Formula = Formula(
      .modulate, Argument(.texture, .color), Argument(.previous, .color),
      Argument(.constant, .alpha)),
    alpha: Formula = Formula(
      .modulate, Argument(.texture, .alpha), Argument(.previous, .alpha),
      Argument(.constant, .alpha))
  ) {
    self.rgb = rgb
    self.alpha = alpha
  }

  /// Throws unless ES 1.1 takes these formulas.
  func validate() throws(FixedPipelineError) {
    for (name, scale) in [("GL_RGB_SCALE", rgb.scale), ("GL_ALPHA_SCALE", alpha.scale)]
    where ![1, 2, 4].contains(scale) {
      throw .outOfRange(name: name, value: Float(scale), allowed: "1, 2 or 4")
    }
    if alpha.function == .dot3RGB || alpha.function == .dot3RGBA {
      throw .outOfRange(
        name: "GL_COMBINE_ALPHA", value: 0, allowed: "another function than a dot product")
    }
    for argument in alpha.arguments
    where argument.operand == .color || argument.operand == .oneMinusColor {
      // GL_SRC_COLOR or GL_ONE_MINUS_SRC_COLOR.
      throw .outOfRange(
        name: "GL_OPERAND_ALPHA", value: argument.operand == .color ? 0x300 : 0x301,
        allowed: ".alpha or .oneMinusAlpha instead of a color")
    }
  }
}
