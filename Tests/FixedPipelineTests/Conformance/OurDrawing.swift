import ES1
import FixedPipeline
import GLES
import GLMath

extension Scene.Array {
  var vertexData: VertexData { VertexData(bytes, component: component, components: count) }
}

/// Draws scenes with `FixedPipeline`.
final class OurDrawing {
  let pipeline: FixedPipeline
  let target: Framebuffer
  private var gl: Context { pipeline.context }

  init(_ gl: Context, size: Int) throws {
    pipeline = FixedPipeline(gl)
    target = try Framebuffer(gl, width: size, height: size, depth: true, stencil: true)
  }

  /// The state with textures, lights and clip planes as the scene says.
  func state(_ scene: Scene) throws -> FixedState {
    var state = scene.state
    let modelview = state.modelview.top
    state.modelview.load(scene.lightView)
    for (index, light) in scene.lights.enumerated() { state.setLight(light, at: index) }
    state.modelview.load(scene.clipView)
    for (index, plane) in scene.clipPlanes.enumerated() {
      if let plane { state.setClipPlane(plane, at: index) }
    }
    state.modelview.load(modelview)
    for (index, picture) in scene.pictures.enumerated() {
      guard let picture else { continue }
      let texture = try Texture(
        gl, width: picture.size, height: picture.size, format: picture.format,
        sampling: picture.sampling)
      let rowBytes = picture.size * picture.format.bytesPerTexel
      // The scene's rows begin at the bottom; `update` takes the top one first.
      let rows = stride(from: picture.size - 1, through: 0, by: -1).flatMap {
        picture.bytes[$0 * rowBytes..<($0 + 1) * rowBytes]
      }
      try rows.withUnsafeBytes {
        try texture.update(
          $0, region: PixelRegion(width: picture.size, height: picture.size),
          bytesPerRow: rowBytes)
      }
      state.units[index].texture = texture
    }
    return state
  }

  func mesh(_ scene: Scene) throws -> Mesh {
    try Mesh(
      gl, positions: scene.positions.vertexData, normals: scene.normals?.vertexData,
      colors: scene.colors?.vertexData, coordinates: scene.coordinates.map { $0?.vertexData },
      pointSizes: scene.pointSizes?.vertexData, indices: scene.indices.map { .shorts($0) })
  }

  /// RGBA, bottom row first, as ES 1.1 reads it back.
  func draw(_ scene: Scene, patch: ((Explanation) -> StageReplacement)? = nil) throws -> [UInt8] {
    try draw([scene], patch: patch)
  }

  /// Scenes one over the other on the background of the first.
  ///
  /// - Parameter change: Changes the state and the mesh of the last scene; without a mesh, it isn't
  ///   drawn.
  func draw(
    _ scenes: [Scene], patch: ((Explanation) -> StageReplacement)? = nil,
    change: (inout FixedState, inout Mesh?) throws -> Void = { _, _ in }
  ) throws -> [UInt8] {
    target.bind()
    gl.apply(RenderState())
    gl.clear(
      color: scenes.first?.background ?? .zero, depth: scenes.first?.backgroundDepth ?? 1,
      stencil: 0)
    for (index, scene) in scenes.enumerated() {
      var changed: Mesh? = try self.mesh(scene)
      var state = try state(scene)
      if index == scenes.count - 1 { try change(&state, &changed) }
      guard let mesh = changed else { continue }
      if let patch {
        state.replacement = patch(pipeline.explain(scene.mode, mesh, with: state))
      }
      try pipeline.draw(scene.mode, mesh, with: state)
    }
    let image = try target.readImage()
    let rowBytes = image.width * 4
    return stride(from: image.height - 1, through: 0, by: -1).flatMap {
      image.pixels[$0 * rowBytes..<($0 + 1) * rowBytes]
    }
  }
}
