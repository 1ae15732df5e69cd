import GLESKitCGLES2

/// Vertex data in the driver's memory. The corresponding C function is `glBufferData`.
public final class Buffer {
  /// How often the data will change: a hint about where to keep it.
  public enum Usage: Hashable, Sendable {
    /// Written once, drawn often: `GL_STATIC_DRAW`.
    case `static`
    /// Written and drawn often: `GL_DYNAMIC_DRAW`.
    case dynamic
    /// Written once, drawn a few times: `GL_STREAM_DRAW`.
    case stream
  }

  /// The GL name, for calls that this library does not wrap.
  public let name: UInt32
  /// Bytes.
  public private(set) var size: Int
  private let usage: Usage
  let context: Context

  /// Makes a buffer with the bytes of `elements`, as Swift lays them out.
  ///
  /// Mind the layout: a `SIMD3<Float>` takes 16 bytes, not 12; that is the stride to draw it with.
  public init<Element: BitwiseCopyable>(
    _ context: Context, _ elements: [Element], usage: Usage = .static
  ) throws(GLESError) {
    name = try context.makeBufferName()
    self.usage = usage
    self.context = context
    size = 0
    try replace(elements)
  }

  deinit { context.deletions.add(.buffer, name) }

  /// Replaces all of the data, of any length: the way to stream, since the driver need not wait for
  /// draws that still read the old data. The corresponding C function is `glBufferData`.
  ///
  /// - Throws: ``GLESError/outOfMemory(function:)``; the buffer is then empty.
  public func replace<Element: BitwiseCopyable>(_ elements: [Element]) throws(GLESError) {
    let result: Result<Void, GLESError> = elements.withUnsafeBytes { bytes in
      Result { () throws(GLESError) in try replace(bytes) }
    }
    try result.get()
  }

  /// Replaces all of the data by raw bytes; the other `replace` takes an array.
  ///
  /// - Throws: ``GLESError/outOfMemory(function:)``; the buffer is then empty.
  public func replace(_ bytes: UnsafeRawBufferPointer) throws(GLESError) {
    let hint =
      switch usage {
      case .static: GL_STATIC_DRAW
      case .dynamic: GL_DYNAMIC_DRAW
      case .stream: GL_STREAM_DRAW
      }
    glBindBuffer(GLenum(GL_ARRAY_BUFFER), name)
    glBufferData(GLenum(GL_ARRAY_BUFFER), bytes.count, bytes.baseAddress, GLenum(hint))
    // Until the driver has said that the data is there, no draw may reach for it.
    size = 0
    try context.checkErrors(after: "glBufferData")
    size = bytes.count
  }

  /// Replaces a part of the data, from byte `offset` on.
  /// The corresponding C function is `glBufferSubData`.
  ///
  /// - Throws: ``GLESError/outsideBuffer(wanted:available:what:)``.
  public func update<Element: BitwiseCopyable>(
    _ elements: [Element], at offset: Int
  ) throws(GLESError) {
    let count = elements.count * MemoryLayout<Element>.stride
    precondition(offset >= 0, "an offset is not negative")
    try GLESError.check(count, from: offset, within: size, "bytes")
    glBindBuffer(GLenum(GL_ARRAY_BUFFER), name)
    elements.withUnsafeBytes {
      glBufferSubData(GLenum(GL_ARRAY_BUFFER), offset, count, $0.baseAddress)
    }
    try context.checkErrors(after: "glBufferSubData")
  }
}

/// The order in which vertices are drawn, in the driver's memory.
public final class IndexBuffer {
  /// The GL name, for calls that this library does not wrap.
  public let name: UInt32
  /// How many indices there are.
  public let count: Int
  /// The largest index, −1 where there are none: what draws are checked with.
  public let largest: Int
  let glType: GLenum
  let stride: Int
  let context: Context

  /// Indices up to 255.
  public convenience init(_ context: Context, _ indices: [UInt8]) throws(GLESError) {
    try self.init(context, elements: indices, type: GL_UNSIGNED_BYTE)
  }

  /// Indices up to 65,535.
  public convenience init(_ context: Context, _ indices: [UInt16]) throws(GLESError) {
    try self.init(context, elements: indices, type: GL_UNSIGNED_SHORT)
  }

  /// Larger indices, where the driver has `GL_OES_element_index_uint`; indices that fit 16 bits are
  /// stored so, everywhere.
  ///
  /// - Throws: ``GLESError/unsupported(what:remedy:)``.
  public convenience init(_ context: Context, _ indices: [UInt32]) throws(GLESError) {
    if indices.allSatisfy({ $0 <= UInt16.max }) {
      try self.init(context, indices.map { UInt16($0) })
    } else if context.extensions.contains("GL_OES_element_index_uint") {
      try self.init(context, elements: indices, type: GL_UNSIGNED_INT)
    } else {
      throw .unsupported(
        what: "32-bit indices (GL_OES_element_index_uint)",
        remedy: "split the mesh into parts of at most 65,536 vertices")
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
  /// A new buffer's name. The corresponding C function is `glGenBuffers`.
  fileprivate func makeBufferName() throws(GLESError) -> GLuint {
    deleteDroppedObjects()
    var name: GLuint = 0
    glGenBuffers(1, &name)
    guard name != 0 else { throw .noCurrentContext }
    return name
  }
}
