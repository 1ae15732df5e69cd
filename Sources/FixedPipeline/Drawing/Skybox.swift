import GLES
import GLESKitShaders
import GLMath

/// The sky around a scene, from a cube map, like GLKit's skybox effect.
///
/// ```swift
/// try pipeline.draw(Skybox(texture), with: state)
/// ```
///
/// The box stands in the object space of ``FixedState/modelview``, so the sky turns with the view.
/// Only the matrices and ``FixedState/render`` of the state apply: lights, fog, texture units and
/// clip planes do not affect it. Regardless of its size, it lies at the far plane and writes no
/// depth. With a depth test, it fills only the pixels that nothing has covered, so it is cheapest
/// to draw it last. Without a depth test, draw it first.
///
/// Directions look up the cube map as OpenGL ES defines it (ES 2.0 specification, 3.7.5), as in
/// ``ReflectionMap``, so reflections match the sky. In that definition, the faces are seen from
/// outside the cube. For six images seen from the center of the cube (right, left, above, below,
/// ahead at −z, and behind, in this order), set ``matrix`` to `.scale([1, 1, -1])`. The images
/// above and below are then those that a camera sees when it tilts up and down from the view ahead.
public struct Skybox {
  /// The sky: a texture of kind `.cube`.
  public var texture: Texture
  /// The center of the box in object space. `nil` is the position of the eye, which makes the sky
  /// infinitely far away. With any other center, the box is a room that the eye can move through.
  public var center: SIMD3<Float>?
  /// Width, height and depth in object space. If ``center`` is `nil`, only the proportions
  /// matter.
  public var size: SIMD3<Float>
  /// The matrix from the box's axes to the cube map's.
  public var matrix: Matrix3

  /// A sky. Drawing throws if `texture` is not a cube map.
  public init(
    _ texture: Texture, center: SIMD3<Float>? = nil, size: SIMD3<Float> = SIMD3(repeating: 1),
    matrix: Matrix3 = .identity
  ) {
    self.texture = texture
    self.center = center
    self.size = size
    self.matrix = matrix
  }

  /// From the cube with corners at ±1 to clip space.
  func boxMatrix(_ modelview: Matrix4, _ projection: Matrix4) -> Matrix4 {
    let placed = center.map { modelview.translated(by: $0) } ?? Matrix4(modelview.upperLeft)
    return projection * placed.scaled(by: size / 2)
  }
}

/// What draws a ``Skybox``.
final class SkyboxProgram {
  /// A cube as one strip of triangles.
  private static let corners: [Float] = [
    -1, 1, 1, 1, 1, 1, -1, -1, 1, 1, -1, 1, 1, -1, -1, 1, 1, 1, 1, 1, -1, -1, 1, 1, -1, 1, -1,
    -1, -1, 1, -1, -1, -1, 1, -1, -1, -1, 1, -1, 1, 1, -1,
  ]

  /// What the uniforms are made of.
  private struct Values: Equatable {
    var box: Matrix4
    var lookup: Matrix3
    var far: Float
  }

  private let context: Context
  private let cube: VertexInput
  private let box: Uniform<Matrix4>
  private let lookup: Uniform<Matrix3>
  private let far: Uniform<Float>
  private let sky: Sampler
  private var last: Values?

  init(_ context: Context) throws(FixedPipelineError) {
    self.context = context
    do {
      let program = try Program(
        context, vertex: Shaders.skyboxVertex, fragment: Shaders.skyboxFragment, label: "skybox")
      let corners = try Buffer(context, Self.corners)
      cube = try VertexInput(program, [VertexAttribute("a_corner", in: corners, components: 3)])
      box = try program.uniform("u_box")
      lookup = try program.uniform("u_lookup")
      far = try program.uniform("u_far")
      sky = try program.sampler("u_sky")
    } catch {
      throw .gl(error)
    }
  }

  func draw(_ skybox: Skybox, with state: FixedState) throws(FixedPipelineError) {
    // First, because deleting dropped objects later would unbind what has just been bound.
    do { try context.begin("glDrawArrays", asksEGL: false) } catch { throw .gl(error) }
    let projection = state.projection.top
    // Depth grows toward −z in eye space but for a reversed projection.
    let isReversed = projection.column2.z > 0
    var render = state.render
    render.culledFace = nil
    render.writesDepth = false
    if render.depthTest != nil { render.depthTest = isReversed ? .greaterOrEqual : .lessOrEqual }
    context.apply(render)
    let values = Values(
      box: skybox.boxMatrix(state.modelview.top, projection), lookup: skybox.matrix,
      far: isReversed ? -1 : 1)
    if last != values {
      last = values
      box.set(values.box)
      lookup.set(values.lookup)
      far.set(values.far)
    }
    try wrapped { () throws(GLESError) in
      try sky.set(skybox.texture)
      try cube.draw(.triangleStrip, count: 14)
    }
  }
}
