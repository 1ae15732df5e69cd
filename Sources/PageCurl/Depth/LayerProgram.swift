import GLES
import GLESKitShaders

/// `layer.vert` and `layer.frag`: draws a separate picture on the current target, scaled down.
struct LayerProgram {
  private let array: VertexInput
  private let frame: Uniform<SIMD4<Float>>
  private let part: Uniform<SIMD4<Float>>
  private let layer: Uniform<Int32>
  private let reach: Uniform<SIMD2<Float>>

  init(_ context: Context) throws(GLESError) {
    let program = try Program(
      context, vertex: Shaders.layerVertex, fragment: Shaders.layerFragment, label: "layer")
    let corners = try Buffer(
      context, [SIMD2<Float>(0, 0), SIMD2(1, 0), SIMD2(0, 1), SIMD2(1, 1)])
    array = try VertexInput(program, [VertexAttribute("a_corner", in: corners, components: 2)])
    frame = try program.uniform("u_frame")
    part = try program.uniform("u_part")
    layer = try program.uniform("u_layer")
    reach = try program.uniform("u_reach")
  }

  /// Draws the lower left part of a layer.
  ///
  /// - Parameters:
  ///   - texture: The layer's picture.
  ///   - size: The part's size in texels.
  ///   - region: The pixels of the target to draw on.
  ///   - target: The target's size in pixels.
  ///   - samples: Texels per pixel in each direction: 1, 2 or 4. 4 softens layers that have fewer.
  func draw(
    _ texture: Texture, size: SIMD2<Int>, to region: PixelRegion, of target: SIMD2<Int>,
    samples: Int
  ) throws(GLESError) {
    try texture.bind(sampling: Texture.Sampling(.linear))
    layer.set(0)
    let unit = 2 / SIMD2<Float>(Float(target.x), Float(target.y))
    frame.set(
      SIMD4(
        Float(region.x) * unit.x - 1, Float(region.y) * unit.y - 1, Float(region.width) * unit.x,
        Float(region.height) * unit.y))
    let texel = 1 / SIMD2<Float>(Float(texture.width), Float(texture.height))
    part.set(SIMD4(0, 0, Float(size.x) * texel.x, Float(size.y) * texel.y))
    // Each sample lies between texels, so bilinear filtering makes it the mean of four.
    reach.set(samples == 4 ? texel : .zero)
    try array.draw(.triangleStrip, first: 0, count: 4)
  }
}
