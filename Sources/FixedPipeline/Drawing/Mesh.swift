import GLES

/// The vertices of ES 1.1's client arrays, ready to be drawn with any ``FixedState``.
///
/// Making a mesh copies arrays to the driver's memory: make it once and draw it often.
public final class Mesh {
  /// The vertex indices of a mesh.
  public enum Indices {
    /// Indices of 8 bits.
    case bytes([UInt8])
    /// Indices of 16 bits.
    case shorts([UInt16])
    /// Indices of up to 32 bits; above 65,535 they need `GL_OES_element_index_uint`.
    case ints([UInt32])
    /// Indices in the driver's memory, which flat shading cannot use.
    case buffer(IndexBuffer)
  }

  let context: Context
  private let data: [VertexRole: VertexData]
  private let indexList: [Int]?
  private let indexBuffer: IndexBuffer?
  private let attributes: [VertexRole: VertexAttribute]
  /// The inputs of programs, which they keep alive.
  private var arrays: [ObjectIdentifier: VertexInput] = [:]
  private var lastArray: VertexInput?
  private var lastFlat: (mode: Primitive, range: Range<Int>, mesh: Mesh)?

  /// Makes a mesh. All arrays except the positions are optional; their values then come from the
  /// state.
  ///
  /// The corresponding ES 1.1 functions are `glVertexPointer`, `glNormalPointer`, `glColorPointer`,
  /// `glTexCoordPointer` and `glPointSizePointerOES` with `glEnableClientState`.
  ///
  /// - Parameters:
  ///   - context: The current context.
  ///   - positions: 2 to 4 components, byte, short, fixed or float.
  ///   - normals: 3 components, byte, short (−1…1), fixed or float.
  ///   - colors: 4 components, unsigned byte (0…1), fixed or float.
  ///   - coordinates: An array or `nil` for each texture unit; 2 to 4 components as for positions.
  ///   - pointSizes: 1 component, fixed or float, in pixels.
  ///   - indices: The vertex indices. Default: none.
  /// - Throws: ``FixedPipelineError/badArray(name:reason:)`` for arrays that ES 1.1 does not allow.
  public convenience init(
    _ context: Context, positions: VertexData, normals: VertexData? = nil,
    colors: VertexData? = nil, coordinates: [VertexData?] = [], pointSizes: VertexData? = nil,
    indices: Indices? = nil
  ) throws(FixedPipelineError) {
    guard coordinates.count <= FixedState.textureUnitCount else {
      throw .badArray(
        name: "texture coordinate \(coordinates.count - 1)",
        reason: "has no texture unit; there are \(FixedState.textureUnitCount)")
    }
    var data: [VertexRole: VertexData] = [.position: positions]
    data[.normal] = normals
    data[.color] = colors
    data[.pointSize] = pointSizes
    for (unit, array) in coordinates.enumerated() { data[.textureCoordinate(unit)] = array }
    for (role, array) in data { try role.check(array) }
    if context.onWarning != nil, let value = colors?.byteValue {
      context.warn(
        "the colors of a mesh have a component of \(value), and floats are 0…1; divide by 255, or "
          + "give [UInt8] and component: .unsignedByte")
    }
    if indices == nil, let count = positions.vertexCount {
      for (role, array) in data {
        guard let own = array.vertexCount, own < count else { continue }
        throw .badArray(
          name: role.name, reason: "has \(own) vertices, and the positions have \(count)")
      }
    }
    try self.init(context, data: data, indices: indices)
  }

  private init(
    _ context: Context, data: [VertexRole: VertexData], indices: Indices?
  ) throws(FixedPipelineError) {
    self.context = context
    self.data = data
    switch indices {
    case nil:
      indexList = nil
      indexBuffer = nil
    case .bytes(let bytes):
      indexList = bytes.map { Int($0) }
      indexBuffer = try wrapped { () throws(GLESError) in try IndexBuffer(context, bytes) }
    case .shorts(let shorts):
      indexList = shorts.map { Int($0) }
      indexBuffer = try wrapped { () throws(GLESError) in try IndexBuffer(context, shorts) }
    case .ints(let ints):
      indexList = ints.map { Int($0) }
      indexBuffer = try wrapped { () throws(GLESError) in try IndexBuffer(context, ints) }
    case .buffer(let buffer):
      indexList = nil
      indexBuffer = buffer
    }
    var attributes: [VertexRole: VertexAttribute] = [:]
    for (role, array) in data {
      let buffer: Buffer
      switch array.storage {
      case .buffer(let given): buffer = given
      case .memory(let bytes, let element, let stride):
        buffer = try wrapped { () throws(GLESError) in
          try Buffer(context, bytes, of: element, stride: stride)
        }
      }
      attributes[role] = VertexAttribute(
        role.attribute, in: buffer, component: array.component, components: array.components,
        normalized: role.isNormalized, stride: array.stride, offset: array.offset)
    }
    self.attributes = attributes
    layout = MeshLayout(
      hasNormals: data[.normal] != nil, hasColors: data[.color] != nil,
      hasPointSizes: data[.pointSize] != nil,
      hasHomogeneousPositions: data[.position]?.components == 4,
      coordinateCounts: SIMD4(
        (0..<4).map { UInt8(data[.textureCoordinate($0)]?.components ?? 0) }))
  }

  let layout: MeshLayout

  /// The number of vertices or indices of a complete draw.
  var elementCount: Int {
    if let indexBuffer { return indexBuffer.count }
    return attributes.values.map(\.vertexCount).min() ?? 0
  }

  func draw(
    _ mode: Primitive, _ range: Range<Int>?, with program: Program
  ) throws(FixedPipelineError) {
    let array = try array(for: program)
    // No closure, because it would be allocated for every draw.
    do {
      if let indexBuffer {
        try array.draw(
          mode, indices: indexBuffer, first: range?.lowerBound ?? 0, count: range?.count)
      } else {
        try array.draw(
          mode, first: range?.lowerBound ?? 0, count: range?.count ?? array.vertexCount)
      }
    } catch {
      throw .gl(error)
    }
  }

  private func array(for program: Program) throws(FixedPipelineError) -> VertexInput {
    if let lastArray, lastArray.program === program { return lastArray }
    let array: VertexInput
    if let known = arrays[ObjectIdentifier(program)] {
      array = known
    } else {
      let used = attributes.values.filter { program.attributes[$0.name] != nil }
      array = try wrapped { () throws(GLESError) in try VertexInput(program, used) }
      if arrays.count == Self.mostArrays { arrays.removeAll() }
      arrays[ObjectIdentifier(program)] = array
    }
    lastArray = array
    return array
  }

  /// The most programs whose inputs are kept: a mesh may outlive pipelines that drew it.
  private static let mostArrays = 16

  /// Returns the same primitives without shared vertices. Each vertex has the normal, the color
  /// and (as ``VertexRole/litPosition``) the position of the primitive's last vertex. Draw it with
  /// ``Deindexer/plainMode(of:)``.
  func flattened(_ mode: Primitive, _ range: Range<Int>) throws(FixedPipelineError) -> Mesh {
    if let last = lastFlat, last.mode == mode, last.range == range { return last.mesh }
    let what = indexBuffer == nil ? "vertices" : "indices"
    try wrapped { () throws(GLESError) in
      try GLESError.check(range.count, from: range.lowerBound, within: elementCount, what)
    }
    let all: [Int]
    if indexBuffer == nil {
      all = Array(range)
    } else if let indexList {
      all = Array(indexList[range])
    } else {
      throw .unsupported(
        what: "flat shading with indices in a buffer",
        remedy: "pass the indices as .bytes, .shorts or .ints")
    }
    let order = Deindexer(mode, all)
    var flat: [VertexRole: VertexData] = [:]
    for (role, array) in data {
      let isLit = role == .normal || role == .color
      flat[role] = try gather(isLit ? order.provoking : order.vertices, role, array)
      if role == .position { flat[.litPosition] = try gather(order.provoking, role, array) }
    }
    let mesh = try Mesh(context, data: flat, indices: nil)
    lastFlat = (mode, range, mesh)
    return mesh
  }

  private func gather(
    _ order: [Int], _ role: VertexRole, _ array: VertexData
  ) throws(FixedPipelineError) -> VertexData {
    if let gathered = array.gathered(order) { return gathered }
    guard let count = array.vertexCount else {
      throw .unsupported(
        what: "flat shading with a \(role.name) array in a buffer",
        remedy: "pass the array from memory")
    }
    throw .gl(
      .outsideBuffer(wanted: (order.max() ?? 0) + 1, available: count, what: "vertices"))
  }
}
