import GLES
import GLMath
import Glibc

/// The shadow of paper on a cylinder or a cone on the page plane: the paper projected along many
/// directions of the light.
///
/// The shadow of an area light is the mean of the shadows of many of its points. Four of them are
/// drawn at a time, each into its own channel, and then added up.
struct ProjectedShadow {
  /// The number of points of the light: one more or less changes 0.45 (the default strength) / 128
  /// of the color, which is less than a step of 8-bit color (1/255).
  private static let points = 128
  /// The longest side of the shadow's picture in texels. It is scaled up to the page; the penumbra
  /// hides that. A page of 1,440 pixels has texels of 3 pixels.
  private static let longest = 480

  private let context: Context
  private let layer: LayerProgram
  private var masks: Framebuffer?
  private var sum: Framebuffer?

  init(_ context: Context, _ layer: LayerProgram) {
    self.context = context
    self.layer = layer
  }

  /// Draws the shadow of a shape into `target`.
  ///
  /// - Parameters:
  ///   - isOpaque: Whether the target is opaque.
  ///   - outline: Draws the paper, with a matrix from page space to clip space, in the state that
  ///     is set.
  mutating func draw(
    _ shape: CurlShape, _ shadow: CurlShadow, view: CurlView, into target: Framebuffer,
    isOpaque: Bool,
    outline: (Matrix4) throws(GLESError) -> Void
  ) throws(GLESError) {
    let strength = shadow.strength(for: shape)
    let bounds = shadow.bounds ?? PageRect(low: .zero, high: shape.page)
    let scissor = view.region(of: bounds, in: target)
    guard strength > 0, scissor.width > 0, scissor.height > 0 else { return }
    // A view of the part of the target that may become darker.
    let share = 1 / Self.coarseness(of: SIMD2(Double(scissor.width), Double(scissor.height)))
    let size = SIMD2(
      Int((Double(scissor.width) * share).rounded(.up)),
      Int((Double(scissor.height) * share).rounded(.up)))
    let part = CurlView(
      origin: view.origin + SIMD2(Double(scissor.x), Double(scissor.y)) / view.scale,
      scale: view.scale * share)
    let (masks, sum) = try pictures(size)
    sum.bind()
    context.apply(RenderState())
    context.clear(color: .zero)
    let channels: [RenderState.ColorMask] = [.red, .green, .blue, .alpha]
    for first in stride(from: 0, to: Self.points, by: channels.count) {
      masks.bind()
      context.apply(RenderState())
      context.clear(color: .zero)
      for (index, channel) in channels.enumerated() {
        // Paper over paper hides the light only once: the sum is clamped to 1.
        context.apply(.sum(channel))
        try outline(
          part.shadowMatrix(
            slope: Self.slope(first + index, of: shadow), width: size.x, height: size.y))
      }
      sum.bind()
      context.apply(.sum())
      let all = SIMD4<Float>(repeating: 1 / Float(Self.points))
      try layer.draw(
        masks.color, size: size, to: sum.bounds, of: size,
        channels: Matrix4(columns: all, all, all, all))
    }
    target.bind()
    context.apply(.shadow(scissor: scissor, coversGround: shadow.bounds != nil && !isOpaque))
    let tint = SIMD3<Float>(shadow.color) * Float(strength)
    try layer.draw(
      sum.color, size: size, to: scissor, of: SIMD2(target.width, target.height), samples: 4,
      channels: Matrix4(
        columns: SIMD4(tint.x, tint.y, tint.z, Float(strength)), .zero, .zero, .zero))
  }

  /// Returns the size of a texel of the shadow's picture in pixels, for a part of the target of
  /// `size` pixels.
  static func coarseness(of size: SIMD2<Double>) -> Double {
    max(1, size.max() / Double(longest))
  }

  /// Returns a point of the light. The points lie on a spiral, evenly by their share of the light.
  private static func slope(_ index: Int, of shadow: CurlShadow) -> SIMD2<Double> {
    let share = (Double(index) + 0.5) / Double(points)
    // In a normal distribution in two dimensions this share lies nearer to the middle.
    let reach = shadow.spread * (-2 * log(1 - share)).squareRoot()
    // Steps of the golden angle spread the points evenly.
    let turn = Double(index) * .pi * (3 - 5.0.squareRoot())
    return shadow.slope + reach * SIMD2(cos(turn), sin(turn))
  }

  private mutating func pictures(
    _ size: SIMD2<Int>
  ) throws(GLESError) -> (masks: Framebuffer, sum: Framebuffer) {
    if let masks, let sum, masks.width == size.x, masks.height == size.y { return (masks, sum) }
    let made = (
      try Framebuffer(context, width: size.x, height: size.y),
      try Framebuffer(context, width: size.x, height: size.y)
    )
    (masks, sum) = made
    return made
  }
}
