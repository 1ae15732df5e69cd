import FixedPipeline
import GLES
import GLMath

/// Something to draw, described so that ES 1.1 and `FixedPipeline` can both draw it.
public struct Scene {
  /// A client array in memory.
  public struct Array {
    /// How a component is stored.
    public var component: VertexData.Component
    /// Components a vertex.
    public var count: Int
    /// The packed bytes.
    public var bytes: [UInt8]

    /// Packs numbers.
    public init<Number: BitwiseCopyable>(
      _ numbers: [Number], _ component: VertexData.Component, count: Int
    ) {
      self.component = component
      self.count = count
      bytes = numbers.withUnsafeBytes { [UInt8]($0) }
    }
  }

  /// A picture for a texture unit.
  public struct Picture {
    /// What a texel holds.
    public var format: Texture.Format
    /// Texels a side, a power of two.
    public var size: Int
    /// Rows, the bottom one first, packed.
    public var bytes: [UInt8]
    /// How it is sampled.
    public var sampling: Texture.Sampling

    /// A picture.
    public init(format: Texture.Format, size: Int, bytes: [UInt8], sampling: Texture.Sampling) {
      self.format = format
      self.size = size
      self.bytes = bytes
      self.sampling = sampling
    }
  }

  /// What the vertices make.
  public var mode = Primitive.triangles
  /// The order of vertices; `nil` is theirs.
  public var indices: [UInt16]?
  /// The positions.
  public var positions = Array([Float](), .float, count: 3)
  /// The normals.
  public var normals: Array?
  /// The colors.
  public var colors: Array?
  /// Coordinates for each unit.
  public var coordinates: [Array?] = [nil, nil, nil, nil]
  /// Sizes of points.
  public var pointSizes: Array?
  /// The picture of each unit; units with one are enabled.
  public var pictures: [Picture?] = [nil, nil, nil, nil]
  /// All state but lights, clip planes and textures, which are set when the scene is drawn. Of
  /// ``FixedState/render`` depth writes, culling, a depth test of `.less`, and blending, additive
  /// or by the source's alpha, count.
  public var state = FixedState()
  /// The lights in the object space of ``lightView``.
  public var lights: [Light] = [.light0] + (1..<8).map { _ in Light() }
  /// The modelview matrix at the moment when the lights are set.
  public var lightView = Matrix4.identity
  /// The clip planes in the object space of ``clipView``.
  public var clipPlanes: [SIMD4<Float>?] = .init(repeating: nil, count: 6)
  /// The modelview matrix at the moment when the clip planes are set.
  public var clipView = Matrix4.identity
  /// What the framebuffer is cleared to.
  public var background = SIMD4<Float>(0, 0, 0, 1)

  /// What the depths are cleared to, 0…1.
  public var backgroundDepth: Float = 1

  /// A shape, with its coordinates for the first `units` texture units.
  public init(_ shape: Shape, units: Int = 1) {
    func floats(_ vectors: [SIMD3<Float>]) -> Array {
      Array(vectors.flatMap { [$0.x, $0.y, $0.z] }, .float, count: 3)
    }
    positions = floats(shape.positions)
    normals = floats(shape.normals)
    for unit in 0..<units { coordinates[unit] = Array(shape.coordinates, .float, count: 2) }
    indices = shape.indices.map { UInt16($0) }
  }

  /// An empty scene with ES 1.1's defaults.
  public init() {}

  /// How many vertices there are.
  public var vertexCount: Int {
    let bytes =
      switch positions.component {
      case .byte, .unsignedByte: 1
      case .short, .unsignedShort: 2
      case .float, .fixed: 4
      }
    return positions.bytes.count / (bytes * positions.count)
  }
}
