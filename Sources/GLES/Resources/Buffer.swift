import GLESKitCGLES2

/// Vertex data in the driver's memory. The corresponding C function is `glBufferData`.
public final class Buffer {
  /// How often the data changes: a hint for the driver.
  public enum Usage: Hashable, Sendable {
    /// Written once and drawn often: `GL_STATIC_DRAW`.
    case `static`
    /// Written and drawn often: `GL_DYNAMIC_DRAW`.
    case dynamic
    /// Written once and drawn a few times: `GL_STREAM_DRAW`.
    case stream
  }

  /// The GL name, for calls that this library does not wrap.
  public let name: UInt32
  /// The size in bytes.
  @exclusivity(unchecked) public private(set) var size: Int
  /// The bytes from one element to the next: what an attribute without a stride uses.
  private(set) var elementStride = 1
  /// Whether the data is elements of ``elementStride`` bytes, and not raw bytes.
  private(set) var hasElements = false
  /// Whether the elements are single numbers, which attributes may read in any way.
  private(set) var holdsScalars = false
  /// The type of the elements' numbers, or of the elements if they are structs.
  private(set) var scalar: Any.Type = UInt8.self
  /// Whether an attribute of floats would misread the numbers. Bytes may be anything.
  /// Each draw asks, and looking the type up takes as long as a tenth of a draw.
  private(set) var holdsOthers = false
  /// The type of the elements, as in Swift: `SIMD3<Float>`.
  private(set) var elementType: Any.Type = UInt8.self
  /// The numbers of an element, without its padding; 0 if elements are no vectors.
  private(set) var vectorSize = 0
  private let usage: Usage
  let context: Context

  /// Makes a buffer of floats, such as a literal.
  public convenience init(
    _ context: Context, _ elements: [Float], usage: Usage = .static
  ) throws(GLESError) {
    try self.init(context, elements: elements, usage: usage)
  }

  /// Makes a buffer with the bytes of `elements` in Swift's memory layout.
  ///
  /// - Throws: ``GLESError/badArgument(reason:)`` for numbers of 64 bits, such as `Double` and
  ///   `Int`, which no attribute can read.
  @_disfavoredOverload
  public convenience init<Element: BitwiseCopyable>(
    _ context: Context, _ elements: [Element], usage: Usage = .static
  ) throws(GLESError) {
    try self.init(context, elements: elements, usage: usage)
  }

  private init<Element: BitwiseCopyable>(
    _ context: Context, elements: [Element], usage: Usage
  ) throws(GLESError) {
    name = try context.makeBufferName()
    self.usage = usage
    self.context = context
    size = 0
    try replace(elements)
  }

  /// Makes a buffer with the bytes of elements of a type.
  package convenience init(
    _ context: Context, _ bytes: [UInt8], of element: Any.Type, stride: Int
  ) throws(GLESError) {
    try self.init(context, elements: [] as [UInt8], usage: .static)
    try bytes.withUnsafeBufferPointer { bytes throws(GLESError) in
      try replace(UnsafeRawBufferPointer(bytes), of: element, stride: stride)
    }
  }

  deinit { context.deletions.add(.buffer, name) }

  /// Replaces all data, with any size. Use this to stream data: the driver need not wait for draws
  /// that still read the old data. The corresponding C function is `glBufferData`.
  ///
  /// - Throws: ``GLESError/outOfMemory(function:)``; the buffer is then empty.
  ///   ``GLESError/badArgument(reason:)`` for numbers of 64 bits.
  public func replace<Element: BitwiseCopyable>(_ elements: [Element]) throws(GLESError) {
    try elements.withUnsafeBufferPointer { elements throws(GLESError) in
      try replace(
        UnsafeRawBufferPointer(elements), of: Element.self, stride: MemoryLayout<Element>.stride)
    }
  }

  /// Replaces all data with the bytes of elements of a type.
  private func replace(
    _ bytes: UnsafeRawBufferPointer, of element: Any.Type, stride: Int
  ) throws(GLESError) {
    let (scalar, vectorSize) = try Self.numbers(of: element)
    try replace(bytes)
    elementStride = stride
    self.scalar = scalar
    self.vectorSize = vectorSize
    hasElements = true
    holdsScalars = element is any BinaryInteger.Type || element is any BinaryFloatingPoint.Type
    elementType = element
    holdsOthers =
      scalar is any BinaryInteger.Type && (scalar != UInt8.self || vectorSize > 0)
      || scalar == Bool.self || scalar == Float16.self
  }

  /// Replaces all data with raw bytes.
  ///
  /// - Throws: ``GLESError/outOfMemory(function:)``; the buffer is then empty.
  public func replace(_ bytes: UnsafeRawBufferPointer) throws(GLESError) {
    let hint =
      switch usage {
      case .static: GL_STATIC_DRAW
      case .dynamic: GL_DYNAMIC_DRAW
      case .stream: GL_STREAM_DRAW
      }
    try context.begin("glBufferData")
    glBindBuffer(GLenum(GL_ARRAY_BUFFER), name)
    glBufferData(GLenum(GL_ARRAY_BUFFER), bytes.count, bytes.baseAddress, GLenum(hint))
    // No draw may use the data until the driver has accepted it.
    size = 0
    (holdsOthers, hasElements, vectorSize) = (false, false, 0)
    try context.checkErrors(after: "glBufferData")
    size = bytes.count
  }

  /// Replaces part of the data, starting at byte `offset`.
  /// The corresponding C function is `glBufferSubData`.
  ///
  /// - Throws: ``GLESError/outsideBuffer(wanted:available:what:)``;
  ///   ``GLESError/badArgument(reason:)`` for numbers of 64 bits.
  public func update<Element: BitwiseCopyable>(
    _ elements: [Element], at offset: Int
  ) throws(GLESError) {
    _ = try Self.numbers(of: Element.self)
    let count = elements.count * MemoryLayout<Element>.stride
    let alignment = min(MemoryLayout<Element>.alignment, 4)
    if offset % alignment != 0 {
      context.warn(
        "a buffer is updated with \(Element.self) at byte \(offset), which is no multiple of "
          + "\(alignment); count bytes, not elements")
    }
    try GLESError.check(count, from: offset, within: size, "bytes")
    try context.begin("glBufferSubData")
    glBindBuffer(GLenum(GL_ARRAY_BUFFER), name)
    elements.withUnsafeBytes {
      glBufferSubData(GLenum(GL_ARRAY_BUFFER), offset, count, $0.baseAddress)
    }
    try context.checkErrors(after: "glBufferSubData")
  }
}

extension Buffer {
  /// The type of an element's numbers, and their number if it is a vector.
  private static func numbers(of element: Any.Type) throws(GLESError) -> (Any.Type, Int) {
    func numbers<Vector: SIMD>(of vector: Vector.Type) -> (Any.Type, Int) {
      (Vector.Scalar.self, Vector.scalarCount)
    }
    let (type, count) = (element as? any SIMD.Type).map { numbers(of: $0) } ?? (element, 0)
    for wide: Any.Type in [Double.self, Int.self, UInt.self, Int64.self, UInt64.self]
    where type == wide {
      throw .badArgument(reason: "no attribute can read a buffer of \(element); use Float")
    }
    return (type, count)
  }
}

/// Vertex indices in the driver's memory.
public final class IndexBuffer {
  /// The GL name, for calls that this library does not wrap.
  public let name: UInt32
  /// The number of indices.
  public let count: Int
  /// The largest index, or −1 if there are none. Draws are checked against it.
  package let largest: Int
  let glType: GLenum
  let stride: Int
  let context: Context

  /// Makes indices of 8 bits.
  @_disfavoredOverload
  public convenience init(_ context: Context, _ indices: [UInt8]) throws(GLESError) {
    try self.init(context, elements: indices, type: GL_UNSIGNED_BYTE)
  }

  /// Makes indices of 16 bits, such as those of a literal.
  public convenience init(_ context: Context, _ indices: [UInt16]) throws(GLESError) {
    try self.init(context, elements: indices, type: GL_UNSIGNED_SHORT)
  }

  /// Makes indices of 32 bits, which need `GL_OES_element_index_uint`. If all fit 16 bits they are
  /// stored in 16 bits, which needs no extension.
  ///
  /// - Throws: ``GLESError/unsupported(what:remedy:)``.
  @_disfavoredOverload
  public convenience init(_ context: Context, _ indices: [UInt32]) throws(GLESError) {
    if indices.allSatisfy({ $0 <= UInt16.max }) {
      try self.init(context, indices.map { UInt16($0) })
    } else {
      try context.require(.indices32)
      try self.init(context, elements: indices, type: GL_UNSIGNED_INT)
    }
  }

  private init<Index: FixedWidthInteger & BitwiseCopyable>(
    _ context: Context, elements: [Index], type: Int32
  ) throws(GLESError) {
    name = try context.makeBufferName()
    self.context = context
    count = elements.count
    largest = elements.max().map { Int($0) } ?? -1
    glType = GLenum(type)
    stride = MemoryLayout<Index>.stride
    context.bindings.bindIndices(name)
    elements.withUnsafeBytes {
      glBufferData(
        GLenum(GL_ELEMENT_ARRAY_BUFFER), $0.count, $0.baseAddress, GLenum(GL_STATIC_DRAW))
    }
    try context.checkErrors(after: "glBufferData")
  }

  deinit { context.deletions.add(.buffer, name) }
}

extension Context {
  /// Makes a buffer name. The corresponding C function is `glGenBuffers`.
  fileprivate func makeBufferName() throws(GLESError) -> GLuint {
    try begin("glGenBuffers")
    var name: GLuint = 0
    glGenBuffers(1, &name)
    return name
  }
}
