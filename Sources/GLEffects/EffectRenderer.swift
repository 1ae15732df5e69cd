@_exported import GLES
import GLESKitShaders
import Imaging

/// Draws pictures with effects.
///
/// ```swift
/// let effects = EffectRenderer(gl)
/// let photo = Image(width: 64, height: 48, filledWith: [90, 140, 220, 255])
/// let soft = try effects.image([.blur(deviation: 3), .edges(strength: 4)], of: photo)
/// ```
///
/// An array of effects is only a description: they are drawn here, one after another, and targets
/// between them are reused. Drawing applies GL's default state and leaves the target bound. A
/// program keeps the textures of its last draw.
///
/// On drivers without `highp` in fragment shaders, pictures of up to 1,000 texels a side are drawn
/// exactly; in larger ones, places are rounded to other texels.
public final class EffectRenderer {
  private let context: Context
  private var programs = VariantCache<String, VertexInput>()
  private var curves = VariantCache<ToneCurve, Texture>()
  /// Targets that can be drawn to, the last used one last.
  private var pool: [Framebuffer] = []

  /// Makes a renderer. It compiles programs when they are needed.
  ///
  /// - Parameter context: The current context.
  public init(_ context: Context) { self.context = context }

  /// Draws a texture with effects, and replaces all pixels of the target.
  ///
  /// - Parameters:
  ///   - effects: The effects, in order.
  ///   - texture: The picture, a flat texture.
  ///   - target: The target, which may hold the texture. If it has another size, the result is
  ///     scaled.
  /// - Throws: `GLESError.badArgument` for a number out of its range, and what making
  ///   textures and drawing throw.
  public func draw(
    _ effects: [TextureEffect], of texture: Texture, into target: Framebuffer
  ) throws(GLESError) {
    try context.begin("glDrawArrays")
    try context.check("target", isOf: target.color.context)
    context.apply(RenderState())
    let size = PixelSize(texture.width, texture.height)
    var passes: [[EffectPass]] = []
    for effect in effects { passes.append(try EffectPass.all(of: effect, size)) }
    // A pass can't sample what it draws into.
    if passes.isEmpty || PixelSize(target.width, target.height) != size
      || texture === target.color || Self.samples(target.color, effects)
    {
      passes.append([EffectPass(fragment: Shaders.copyFragment)])
    }
    var drawn = (color: texture, pooled: Framebuffer?.none)
    for (index, effect) in passes.enumerated() {
      let input = drawn
      for (number, pass) in effect.enumerated() {
        let isLast = index == passes.count - 1 && number == effect.count - 1
        let output = isLast ? target : try take(size)
        try draw(pass, of: drawn.color, input: input.color, into: output)
        if number > 0 { giveBack(drawn.pooled) }
        drawn = (output.color, isLast ? nil : output)
      }
      giveBack(input.pooled)
    }
  }

  /// Returns an image with effects.
  ///
  /// - Parameters:
  ///   - effects: The effects, in order.
  ///   - image: The picture, at most of `Limits.textureSize`.
  /// - Throws: As ``draw(_:of:into:)``, and what reading pixels throws.
  public func image(_ effects: [TextureEffect], of image: Image) throws(GLESError) -> Image {
    let texture = try Texture(context, image)
    let target = try take(PixelSize(image.width, image.height))
    try draw(effects, of: texture, into: target)
    giveBack(target)
    return try target.readImage()
  }

  /// Whether a layer, or a layer of its effects, is a texture.
  private static func samples(_ texture: Texture, _ effects: [TextureEffect]) -> Bool {
    effects.contains { effect in
      guard case .blend(let layer, _, let effects) = effect else { return false }
      return layer === texture || samples(texture, effects)
    }
  }

  private func draw(
    _ pass: EffectPass, of picture: Texture, input: Texture, into target: Framebuffer
  ) throws(GLESError) {
    var exact = [picture]
    var other: (sampler: String, texture: Texture)?
    var drawnLayer: Framebuffer?
    switch pass.other {
    case .input:
      other = ("u_input", input)
      exact.append(input)
    case .curve(let curve):
      other = ("u_curve", try texture(of: curve))
    case .layer(var layer, let effects):
      if !effects.isEmpty {
        let drawn = try take(PixelSize(layer.width, layer.height))
        try draw(effects, of: layer, into: drawn)
        layer = drawn.color
        drawnLayer = drawn
      }
      other = ("u_layer", layer)
      exact.append(layer)
    case nil: break
    }
    let triangle = try programs.value(for: pass.fragment) { () throws(GLESError) in
      let program = try Program(
        context, vertex: Shaders.effectVertex, fragment: pass.fragment, label: "effect")
      let corners = try Buffer(context, [-1, -1, 3, -1, -1, 3])
      return try VertexInput(program, [VertexAttribute("a_corner", in: corners, components: 2)])
    }
    let program = triangle.program
    try program.set("u_picture", to: picture)
    if let other { try program.set(other.sampler, to: other.texture) }
    for uniform in pass.uniforms { try program.set(uniform.name, to: uniform.value) }
    if !pass.weights.isEmpty { try program.set("u_weights", to: pass.weights) }
    target.bind()
    // Where a texel is a pixel, half precision does not find its exact middle.
    exact.removeAll { $0.width != target.width || $0.height != target.height }
    for texture in exact { texture.sample(with: Texture.Sampling(.nearest)) }
    defer { for texture in exact { texture.sample(with: texture.sampling) } }
    try triangle.draw(.triangles, count: 3)
    giveBack(drawnLayer)
  }

  private func texture(of curve: ToneCurve) throws(GLESError) -> Texture {
    // Curves may be animated; the textures of all would fill the memory.
    if curves.count >= 64 { curves = VariantCache() }
    return try curves.value(for: curve) { () throws(GLESError) in
      let table = Image(width: 256, height: 1, pixels: curve.bytes)
      return try Texture(context, table, sampling: Texture.Sampling(.nearest))
    }
  }

  private func take(_ size: PixelSize) throws(GLESError) -> Framebuffer {
    if let index = pool.lastIndex(where: { PixelSize($0.width, $0.height) == size }) {
      return pool.remove(at: index)
    }
    return try Framebuffer(context, width: size.width, height: size.height)
  }

  private func giveBack(_ target: Framebuffer?) {
    guard let target else { return }
    pool.append(target)
    // Targets of sizes that are no longer drawn leave first.
    if pool.count > Self.poolSize { pool.removeFirst() }
  }

  /// No effect holds more than three targets of a size at once, and its layer as many.
  private static let poolSize = 6
}
