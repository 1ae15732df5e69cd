import GLES

/// One of ES 1.1's client arrays, in memory or in a buffer.
public struct VertexData {
  /// The type of a component.
  public typealias Component = VertexAttribute.Component

  enum Storage {
    case memory([UInt8], of: Any.Type, stride: Int)
    case buffer(Buffer)
  }

  let storage: Storage
  /// The type of a component.
  public let component: Component
  /// Components per vertex.
  public let components: Int
  /// Bytes from one vertex to the next. 0 is the size of the elements or, if an element is smaller
  /// than a vertex's value, means packed vertices.
  public let stride: Int
  /// Bytes before the first vertex.
  public let offset: Int

  /// Describes an array in memory, which is copied.
  ///
  /// - Parameters:
  ///   - elements: Numbers, vectors or structs of them.
  ///   - component: The type of a component. Default: float.
  ///   - components: Components per vertex.
  ///   - stride: Bytes from one vertex to the next. Default: 0, the size of an element or, if that
  ///     is smaller than a vertex's value, packed vertices.
  ///   - offset: Bytes before the first vertex.
  public init<Element: BitwiseCopyable>(
    _ elements: [Element], component: Component = .float, components: Int, stride: Int = 0,
    offset: Int = 0
  ) {
    let bytes = elements.withUnsafeBytes { [UInt8]($0) }
    self.init(
      .memory(bytes, of: Element.self, stride: MemoryLayout<Element>.stride), component, components,
      stride, offset)
  }

  /// Describes an array in a buffer, which flat shading cannot use: see ``ShadeModel/flat``.
  public init(
    _ buffer: Buffer, component: Component = .float, components: Int, stride: Int = 0,
    offset: Int = 0
  ) {
    self.init(.buffer(buffer), component, components, stride, offset)
  }

  private init(
    _ storage: Storage, _ component: Component, _ components: Int, _ stride: Int, _ offset: Int
  ) {
    self.storage = storage
    self.component = component
    self.components = components
    self.stride = stride
    self.offset = offset
  }

  /// Describes positions without their padding.
  public static func positions(_ positions: [SIMD3<Float>]) -> VertexData {
    VertexData(positions, components: 3, stride: 16)
  }

  var bytesPerVertex: Int { component.size * components }

  var step: Int {
    guard stride == 0, case .memory(_, _, let element) = storage else { return stride }
    return max(element, bytesPerVertex)
  }

  /// The number of whole vertices in memory; `nil` for a buffer.
  var vertexCount: Int? {
    guard case .memory(let bytes, _, _) = storage else { return nil }
    guard offset <= bytes.count, bytesPerVertex <= bytes.count - offset else { return 0 }
    return (bytes.count - offset - bytesPerVertex) / step + 1
  }

  /// A float that is probably one of 0…255. Colors that lights brighten stay below 16.
  var byteValue: Int? {
    guard case .memory(let bytes, _, _) = storage, component == .float, components == 4 else {
      return nil
    }
    return bytes.withUnsafeBytes { bytes in
      (0..<(vertexCount ?? 0)).lazy.compactMap {
        bytes.loadUnaligned(fromByteOffset: offset + $0 * step, as: SIMD4<Float>.self)
          .byteValue(above: 15)
      }.first
    }
  }

  /// Returns the vertices of `order`, packed; `nil` for a buffer or a missing vertex.
  func gathered(_ order: [Int]) -> VertexData? {
    guard case .memory(let bytes, _, _) = storage, let available = vertexCount else { return nil }
    var packed: [UInt8] = []
    packed.reserveCapacity(order.count * bytesPerVertex)
    for vertex in order {
      guard vertex < available else { return nil }
      let start = offset + vertex * step
      packed += bytes[start..<start + bytesPerVertex]
    }
    return VertexData(.memory(packed, of: UInt8.self, stride: 1), component, components, 0, 0)
  }
}

extension VertexData {
  /// Describes an array in memory, which is copied.
  @available(*, deprecated, message: "Name the number of components components.")
  public init<Element: BitwiseCopyable>(
    _ elements: [Element], component: Component = .float, count: Int, stride: Int = 0,
    offset: Int = 0
  ) {
    self.init(elements, component: component, components: count, stride: stride, offset: offset)
  }

  /// Describes an array in a buffer.
  @available(*, deprecated, message: "Name the number of components components.")
  public init(
    _ buffer: Buffer, component: Component = .float, count: Int, stride: Int = 0, offset: Int = 0
  ) {
    self.init(buffer, component: component, components: count, stride: stride, offset: offset)
  }

  /// Components per vertex.
  @available(*, deprecated, renamed: "components")
  public var count: Int { components }
}

/// The client arrays of a mesh, and the types that ES 1.1 allows for each.
enum VertexRole: Hashable {
  case position, normal, color, pointSize
  case textureCoordinate(Int)
  /// For flat shading: the position of the primitive's last vertex.
  case litPosition

  var name: String {
    switch self {
    case .position: "position"
    case .normal: "normal"
    case .color: "color"
    case .pointSize: "point size"
    case .textureCoordinate(let unit): "texture coordinate \(unit)"
    case .litPosition: "lit position"
    }
  }

  /// The attribute's name in generated programs.
  var attribute: String {
    switch self {
    case .position: "a_position"
    case .normal: "a_normal"
    case .color: "a_color"
    case .pointSize: "a_pointSize"
    case .textureCoordinate(let unit): "a_coordinate\(unit)"
    case .litPosition: "a_litPosition"
    }
  }

  /// Whether integers are mapped to 0…1 or −1…1.
  var isNormalized: Bool { self == .normal || self == .color }

  /// The component counts and types of ES 1.1 (specification, table 2.4).
  var allowed: (counts: ClosedRange<Int>, components: Set<VertexData.Component>) {
    switch self {
    case .position, .litPosition, .textureCoordinate: (2...4, [.byte, .short, .fixed, .float])
    case .normal: (3...3, [.byte, .short, .fixed, .float])
    case .color: (4...4, [.unsignedByte, .fixed, .float])
    case .pointSize: (1...1, [.fixed, .float])
    }
  }

  func check(_ data: VertexData) throws(FixedPipelineError) {
    guard data.stride >= 0, data.offset >= 0 else {
      throw .badArray(name: name, reason: "has a negative stride or offset; use 0 or more")
    }
    let allowed = self.allowed
    guard allowed.counts.contains(data.components) else {
      let range = allowed.counts
      throw .badArray(
        name: name,
        reason: "has \(data.components) components per vertex; ES 1.1 allows "
          + (range.count == 1
            ? "\(range.lowerBound)" : "\(range.lowerBound) to \(range.upperBound)"))
    }
    guard allowed.components.contains(data.component) else {
      let types = allowed.components.map { "\($0)" }.sorted().joined(separator: ", ")
      throw .badArray(
        name: name, reason: "has the type \(data.component); ES 1.1 allows \(types)")
    }
    if data.stride == 0, case .memory(let bytes, _, _) = data.storage,
      data.step == data.bytesPerVertex
    {
      let rest = max(bytes.count - data.offset, 0) % data.bytesPerVertex
      guard rest == 0 else {
        throw .badArray(
          name: name,
          reason: "ends within a vertex: \(bytes.count - data.offset) bytes are no whole number of "
            + "vertices of \(data.bytesPerVertex)")
      }
    }
  }
}
