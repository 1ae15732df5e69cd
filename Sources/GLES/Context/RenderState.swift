import GLESKitCGLES2

/// The fixed-function state that ES 2.0 kept, as one value with GL's defaults.
///
/// Apply it with ``Context/apply(_:)``, which calls GL only for what differs from the last applied
/// state.
public struct RenderState: Hashable, Sendable {
  /// How a fragment's color is blended with the framebuffer's; `nil` replaces it.
  public var blending: Blending?
  /// Which faces are culled; `nil` draws both.
  public var culledFace: Face?
  /// The winding on screen of front faces.
  public var frontFace: Winding = .counterClockwise
  /// The depth comparison that a fragment must pass; `nil` disables the test.
  public var depthTest: Comparison?
  /// Whether passing fragments write their depth. GL writes depth only while the test is enabled.
  /// `clear` clears depth in any case.
  public var writesDepth = true
  /// The depths of the near and the far plane in the depth buffer, 0…1; the first may be the larger
  /// one.
  public var depthRange = SIMD2<Float>(0, 1)
  /// The stencil test; `nil` disables it, and `clear` then clears all bits.
  public var stencil: StencilTest?
  /// The stencil test of back faces; `nil` tests them like front faces. Has an effect while
  /// ``stencil`` is not `nil`.
  public var backStencil: StencilTest?
  /// Which of red, green, blue and alpha are written.
  public var colorMask = ColorMask.all
  /// The pixels that drawing may change; `nil` means all.
  public var scissor: PixelRegion?
  /// The fraction of a pixel's samples that fragments cover at most, 0…1; `nil` means all. Has an
  /// effect on targets that multisample, as ``alphaToCoverage`` has.
  public var sampleCoverage: Float?
  /// Whether fragments cover the other samples than ``sampleCoverage`` says.
  public var invertsSampleCoverage = false
  /// Whether a fragment covers the fraction of samples that its alpha says.
  public var alphaToCoverage = false
  /// Whether colors are dithered where the target has fewer bits. Default: `true`, as in GL.
  public var dithers = true
  /// The depth offset of polygons; `nil` disables it.
  public var polygonOffset: PolygonOffset?
  /// The width of lines in pixels, within ``Limits/lineWidth``. Values that are not positive count
  /// as 1.
  public var lineWidth: Float = 1

  /// GL's defaults.
  public init() {}

  /// A face of a triangle. The raw values are GL's.
  public enum Face: UInt32, Hashable, Sendable {
    /// The front face as ``RenderState/frontFace`` defines it, the back face, or both.
    case front = 0x0404, back, frontAndBack = 0x0408
  }

  /// The order of a triangle's corners. The raw values are GL's.
  public enum Winding: UInt32, Hashable, Sendable {
    /// The order as seen in the window.
    case clockwise = 0x0900, counterClockwise
  }

  /// A comparison of an incoming value with the stored one. The raw values are GL's.
  public enum Comparison: UInt32, Hashable, Sendable {
    /// The relation of the incoming value to the stored one that passes.
    case never = 0x0200, less, equal, lessOrEqual, greater, notEqual, greaterOrEqual, always
  }

  /// The two arguments of `glPolygonOffset`.
  public struct PolygonOffset: Hashable, Sendable {
    /// The factor of the polygon's largest depth slope.
    public var factor: Float
    /// The factor of the smallest resolvable depth step.
    public var units: Float

    /// Makes an offset.
    public init(factor: Float, units: Float) {
      self.factor = factor
      self.units = units
    }
  }

  /// The channels that drawing writes.
  public struct ColorMask: OptionSet, Hashable, Sendable {
    /// One bit per channel.
    public let rawValue: UInt8
    /// Wraps the bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// Red.
    public static let red = ColorMask(rawValue: 1)
    /// Green.
    public static let green = ColorMask(rawValue: 2)
    /// Blue.
    public static let blue = ColorMask(rawValue: 4)
    /// Alpha.
    public static let alpha = ColorMask(rawValue: 8)
    /// All four.
    public static let all: ColorMask = [.red, .green, .blue, .alpha]
  }
}

/// How a fragment's color (source) is blended with the framebuffer's (destination).
/// The corresponding C functions are `glBlendFuncSeparate`, `glBlendEquationSeparate` and
/// `glBlendColor`.
public struct Blending: Hashable, Sendable {
  /// A factor of `glBlendFunc`. The raw values are GL's.
  public enum Factor: UInt32, Hashable, Sendable {
    /// 0 and 1 in each channel.
    case zero, one
    /// The source's color and alpha in each channel, and 1 minus them.
    case sourceColor = 0x0300, oneMinusSourceColor, sourceAlpha, oneMinusSourceAlpha
    /// The destination's alpha and color in each channel, and 1 minus them.
    case destinationAlpha, oneMinusDestinationAlpha, destinationColor, oneMinusDestinationColor
    /// min(source alpha, 1 − destination alpha); for the source factor only.
    case sourceAlphaSaturate
    /// The constant color, its alpha, and 1 minus them.
    case constantColor = 0x8001, oneMinusConstantColor, constantAlpha, oneMinusConstantAlpha
  }

  /// How the two products are combined. The raw values are GL's.
  public enum Equation: UInt32, Hashable, Sendable {
    /// Source + destination, source − destination, destination − source.
    case add = 0x8006, subtract = 0x800A, reverseSubtract
  }

  /// The source's factor for red, green and blue.
  public var source: Factor
  /// The destination's factor for red, green and blue.
  public var destination: Factor
  /// The source's factor for alpha.
  public var sourceAlpha: Factor
  /// The destination's factor for alpha.
  public var destinationAlpha: Factor
  /// The equation for red, green and blue.
  public var equation: Equation = .add
  /// The equation for alpha.
  public var alphaEquation: Equation = .add
  /// The color that the `constant…` factors use.
  public var constant: SIMD4<Float> = .zero

  /// The same factors for color and alpha.
  public init(_ source: Factor, _ destination: Factor) {
    self.source = source
    self.destination = destination
    sourceAlpha = source
    destinationAlpha = destination
  }

  /// Source over destination for premultiplied colors, such as this library's images.
  public static let premultiplied = Blending(.one, .oneMinusSourceAlpha)
  /// Source over destination for colors that are not premultiplied.
  public static let straight: Blending = {
    var blending = Blending(.sourceAlpha, .oneMinusSourceAlpha)
    blending.sourceAlpha = .one
    return blending
  }()
  /// Source plus destination.
  public static let additive = Blending(.one, .one)
}

extension Context {
  /// Sets GL's state to `state`, calling GL only for differences from the last applied state.
  ///
  /// A scissor box with a negative side is an error, which the next call that can throw throws.
  public func apply(_ state: RenderState) {
    guard mayBegin("glEnable") else { return }
    let old = appliedState
    guard old != state else { return }
    if let box = state.scissor, box.width < 0 || box.height < 0 {
      return postpone(
        .badArgument(reason: "a scissor box can't have \(box.width)×\(box.height) pixels"))
    }
    appliedState = state
    func differs<T: Equatable>(_ part: KeyPath<RenderState, T>) -> Bool {
      old.map { $0[keyPath: part] != state[keyPath: part] } ?? true
    }
    func enable(_ capability: Int32, _ on: Bool) {
      if on { glEnable(GLenum(capability)) } else { glDisable(GLenum(capability)) }
    }
    if differs(\.blending) {
      enable(GL_BLEND, state.blending != nil)
      if let blending = state.blending {
        warn(of: blending.constant, in: "the constant of the blending")
        Self.apply(blending)
      }
    }
    if differs(\.culledFace) {
      enable(GL_CULL_FACE, state.culledFace != nil)
      if let face = state.culledFace { glCullFace(face.rawValue) }
    }
    if differs(\.frontFace) { glFrontFace(state.frontFace.rawValue) }
    if differs(\.depthTest) {
      enable(GL_DEPTH_TEST, state.depthTest != nil)
      if let test = state.depthTest { glDepthFunc(test.rawValue) }
    }
    if differs(\.depthRange) {
      if state.depthRange.max() > 1 {
        warn(
          "the depth range ends at \(state.depthRange.max()), and GL limits it to 0…1; it isn't "
            + "the near and the far plane of a projection")
      }
      glDepthRangef(state.depthRange.x, state.depthRange.y)
    }
    if differs(\.stencil) || differs(\.backStencil) {
      enable(GL_STENCIL_TEST, state.stencil != nil)
      if let test = state.stencil {
        test.apply(to: GL_FRONT)
        (state.backStencil ?? test).apply(to: GL_BACK)
      } else {
        glStencilMask(.max)
      }
    }
    if differs(\.sampleCoverage) || differs(\.invertsSampleCoverage) {
      enable(GL_SAMPLE_COVERAGE, state.sampleCoverage != nil)
      if let coverage = state.sampleCoverage {
        if coverage > 1 {
          warn("a sample coverage of \(coverage) is limited to 1; it is a fraction, 0…1")
        }
        glSampleCoverage(coverage, GLboolean(state.invertsSampleCoverage ? 1 : 0))
      }
    }
    if differs(\.alphaToCoverage) { enable(GL_SAMPLE_ALPHA_TO_COVERAGE, state.alphaToCoverage) }
    if differs(\.lineWidth) { glLineWidth(state.lineWidth > 0 ? state.lineWidth : 1) }
    if differs(\.writesDepth) { glDepthMask(GLboolean(state.writesDepth ? 1 : 0)) }
    if differs(\.colorMask) { state.colorMask.apply() }
    if differs(\.scissor) {
      enable(GL_SCISSOR_TEST, state.scissor != nil)
      if let box = state.scissor {
        glScissor(
          GLint(clamping: box.x), GLint(clamping: box.y), GLsizei(clamping: box.width),
          GLsizei(clamping: box.height))
      }
    }
    if differs(\.dithers) { enable(GL_DITHER, state.dithers) }
    if differs(\.polygonOffset) {
      enable(GL_POLYGON_OFFSET_FILL, state.polygonOffset != nil)
      if let offset = state.polygonOffset { glPolygonOffset(offset.factor, offset.units) }
    }
  }

  private static func apply(_ blending: Blending) {
    glBlendFuncSeparate(
      blending.source.rawValue, blending.destination.rawValue,
      blending.sourceAlpha.rawValue, blending.destinationAlpha.rawValue)
    glBlendEquationSeparate(blending.equation.rawValue, blending.alphaEquation.rawValue)
    let constant = blending.constant
    glBlendColor(constant.x, constant.y, constant.z, constant.w)
  }

  /// Sets the region of the target, in pixels from the bottom left, that normalized device
  /// coordinates −1…1 map to. The corresponding C function is `glViewport`.
  ///
  /// A region with a negative side is an error, which the next call that can throw throws.
  public func setViewport(_ region: PixelRegion) {
    guard mayBegin("glViewport"), bindings.viewport != region else { return }
    guard region.width >= 0, region.height >= 0 else {
      return postpone(
        .badArgument(reason: "a viewport can't have \(region.width)×\(region.height) pixels"))
    }
    bindings.viewport = region
    glViewport(
      GLint(clamping: region.x), GLint(clamping: region.y), GLsizei(clamping: region.width),
      GLsizei(clamping: region.height))
  }

  /// The current viewport. The corresponding C function is `glGetIntegerv`, which is called only if
  /// other code may have changed the viewport.
  public var viewport: PixelRegion {
    guard mayBegin("glGetIntegerv") else { return PixelRegion(width: 0, height: 0) }
    if let viewport = bindings.viewport { return viewport }
    var box: [GLint] = [0, 0, 0, 0]
    glGetIntegerv(GLenum(GL_VIEWPORT), &box)
    let viewport = PixelRegion(
      x: Int(box[0]), y: Int(box[1]), width: Int(box[2]), height: Int(box[3]))
    bindings.viewport = viewport
    return viewport
  }
}
