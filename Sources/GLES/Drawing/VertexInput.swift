import GLESKitCGLES2
import GLESKitSupport

/// Where one attribute's values lie in a buffer.
public struct VertexAttribute {
  /// How a component is stored. Fixed-point is 16.16 bits.
  public enum Component: Hashable, Sendable {
    /// Integers of 8 and 16 bits, floating point of 32, and fixed point.
    case byte, unsignedByte, short, unsignedShort, float, fixed

    var glType: GLenum {
      switch self {
      case .byte: GLenum(GL_BYTE)
      case .unsignedByte: GLenum(GL_UNSIGNED_BYTE)
      case .short: GLenum(GL_SHORT)
      case .unsignedShort: GLenum(GL_UNSIGNED_SHORT)
      case .float: GLenum(GL_FLOAT)
      case .fixed: GLenum(GL_FIXED)
      }
    }

    var size: Int {
      switch self {
      case .byte, .unsignedByte: 1
      case .short, .unsignedShort: 2
      case .float, .fixed: 4
      }
    }
  }

  /// The attribute's name in the vertex shader.
  public let name: String
  /// Where the values lie.
  public let buffer: Buffer
  /// How a component is stored.
  public let component: Component
  /// Components a vertex, 1…4; those that the shader has beyond them are 0, 0, 1.
  public let count: Int
  /// Whether integers stand for 0…1 (unsigned) or −1…1 (signed).
  public let normalized: Bool
  /// Bytes from one vertex to the next; 0 where they follow one another without a gap.
  public let stride: Int
  /// Bytes before the first vertex.
  public let offset: Int

  /// Describes an attribute; the defaults are packed floats from the buffer's start.
  public init(
    _ name: String, in buffer: Buffer, component: Component = .float, count: Int,
    normalized: Bool = false, stride: Int = 0, offset: Int = 0
  ) {
    precondition((1...4).contains(count), "an attribute has 1 to 4 components")
    precondition(stride >= 0 && offset >= 0, "strides and offsets are not negative")
    self.name = name
    self.buffer = buffer
    self.component = component
    self.count = count
    self.normalized = normalized
    self.stride = stride
    self.offset = offset
  }

  /// Whole vertices that the buffer holds.
  public var vertexCount: Int {
    guard offset <= buffer.size, valueSize <= buffer.size - offset else { return 0 }
    return (buffer.size - offset - valueSize) / (stride == 0 ? valueSize : stride) + 1
  }

  /// The bytes of one value.
  private var valueSize: Int { component.size * count }

  /// The columns of a matrix attribute, which lie one after the other in memory and take a location
  /// each; of any other attribute this one alone.
  func columns(of type: GLSLType) -> [VertexAttribute] {
    let columns = type.columns
    return (0..<columns).map {
      VertexAttribute(
        name, in: buffer, component: component, count: count, normalized: normalized,
        stride: stride == 0 ? columns * valueSize : stride, offset: offset + $0 * valueSize)
    }
  }
}

/// The kinds of primitive that vertices make.
public enum Primitive: Hashable, Sendable {
  /// By the names of OpenGL; strips, loops and fans share vertices between neighbours.
  case points, lines, lineStrip, lineLoop, triangles, triangleStrip, triangleFan

  var glValue: GLenum {
    switch self {
    case .points: GLenum(GL_POINTS)
    case .lines: GLenum(GL_LINES)
    case .lineStrip: GLenum(GL_LINE_STRIP)
    case .lineLoop: GLenum(GL_LINE_LOOP)
    case .triangles: GLenum(GL_TRIANGLES)
    case .triangleStrip: GLenum(GL_TRIANGLE_STRIP)
    case .triangleFan: GLenum(GL_TRIANGLE_FAN)
    }
  }
}

/// The vertices of a mesh, matched by name to the attributes of one program.
///
/// ```swift
/// let corners = try Buffer(gl, [-1, -1, 1, -1, 0, 1] as [Float])
/// let triangle = try VertexInput(program, [VertexAttribute("a_position", in: corners, count: 2)])
/// try triangle.draw(.triangles, count: 3)
/// ```
public final class VertexInput {
  /// The program whose attributes these are.
  public let program: Program
  /// Whole vertices in the shortest of the buffers, at most what GL can count; draws are checked with
  /// it. Asked anew each time: replacing a buffer's bytes changes its size.
  public var vertexCount: Int {
    var count = Int(GLint.max)
    // A loop, as `reduce` allocates memory in a debug build, and a draw is to allocate none.
    for index in streams.indices { count = min(count, streams[index].attribute.vertexCount) }
    return count
  }

  private let streams: [(location: GLuint, attribute: VertexAttribute)]
  private let constants: [(location: GLuint, value: SIMD4<Float>)]
  private let locations: UInt32
  private let serial: Int

  /// Matches attributes to a program's.
  ///
  /// - Parameters:
  ///   - program: The program that draws these vertices.
  ///   - attributes: One for each attribute of the program, but for the `constants`. A matrix's
  ///     columns follow one another, each of the attribute's ``VertexAttribute/count``.
  ///   - constants: Attributes that have one value for all vertices; a matrix has it in each column.
  /// - Throws: ``GLESError/unknownAttribute(name:program:suggestion:)`` for a name that the program
  ///   does not have or does not use, ``GLESError/missingAttribute(name:program:)`` for one that it
  ///   uses and nothing was given for, ``GLESError/unsupported(what:remedy:)`` for a stride beyond the
  ///   driver's limit.
  public init(
    _ program: Program, _ attributes: [VertexAttribute], constants: [String: SIMD4<Float>] = [:]
  ) throws(GLESError) {
    var missing = Set(program.attributes.keys)
    func find(_ name: String) throws(GLESError) -> ActiveVariable {
      guard let variable = program.attributes[name] else {
        throw .unknownAttribute(
          name: name, program: program.label,
          suggestion: Spelling.closest(to: name, in: program.attributes.keys.sorted()))
      }
      missing.remove(name)
      return variable
    }
    var streams: [(GLuint, VertexAttribute)] = []
    for attribute in attributes {
      precondition(
        attribute.buffer.context === program.context, "buffer and program are of one context")
      // Where GL refuses a pointer, the one that was set before would be drawn with.
      let limit = program.context.vertexStrideLimit
      guard attribute.stride <= limit else {
        throw .unsupported(
          what: "room for \(attribute.stride) bytes from one vertex to the next",
          remedy: "use at most \(limit)")
      }
      let variable = try find(attribute.name)
      for (index, column) in attribute.columns(of: variable.type).enumerated() {
        streams.append((GLuint(variable.location) + GLuint(index), column))
      }
    }
    var values: [(GLuint, SIMD4<Float>)] = []
    for (name, value) in constants {
      let variable = try find(name)
      for index in 0..<variable.type.columns {
        values.append((GLuint(variable.location) + GLuint(index), value))
      }
    }
    if let name = missing.min() { throw .missingAttribute(name: name, program: program.label) }
    self.program = program
    self.streams = streams
    self.constants = values
    locations = streams.reduce(0) { $0 | 1 << $1.0 }
    serial = program.context.bindings.nextSerial()
  }

  /// Draws vertices in their order. The corresponding C function is `glDrawArrays`.
  ///
  /// - Throws: ``GLESError/outsideBuffer(wanted:available:what:)``, and the driver's errors while
  ///   ``Context/checksDraws`` is on.
  public func draw(_ mode: Primitive, first: Int = 0, count: Int) throws(GLESError) {
    precondition(first >= 0 && count >= 0, "first and count are not negative")
    try GLESError.check(count, from: first, within: vertexCount, "vertices")
    prepare()
    glDrawArrays(mode.glValue, GLint(first), GLsizei(count))
    if program.context.checksDraws { try program.context.checkErrors(after: "glDrawArrays") }
  }

  /// Draws vertices in the order of `indices`, or of a part of them.
  /// The corresponding C function is `glDrawElements`.
  ///
  /// - Throws: As ``draw(_:first:count:)``.
  public func draw(
    _ mode: Primitive, indices: IndexBuffer, first: Int = 0, count: Int? = nil
  ) throws(GLESError) {
    precondition(
      indices.context === program.context, "index buffer and program are of one context")
    let count = count ?? max(indices.count - first, 0)
    precondition(first >= 0 && count >= 0, "first and count are not negative")
    try GLESError.check(count, from: first, within: indices.count, "indices")
    try GLESError.check(indices.largest + 1, from: 0, within: vertexCount, "vertices")
    prepare()
    program.context.bindings.bindIndices(indices.name)
    glDrawElements(
      mode.glValue, GLsizei(count), indices.glType,
      UnsafeRawPointer(bitPattern: first * indices.stride))
    if program.context.checksDraws { try program.context.checkErrors(after: "glDrawElements") }
  }

  private func prepare() {
    let context = program.context
    context.deleteDroppedObjects()
    program.warnOfUnsetUniforms()
    program.use()
    // The pointers stay with the context until another vertex array sets its own.
    guard context.bindings.vertexArray != serial else { return }
    context.bindings.vertexArray = serial
    for (location, attribute) in streams {
      glBindBuffer(GLenum(GL_ARRAY_BUFFER), attribute.buffer.name)
      glVertexAttribPointer(
        location, GLint(attribute.count), attribute.component.glType,
        GLboolean(attribute.normalized ? 1 : 0), GLsizei(attribute.stride),
        UnsafeRawPointer(bitPattern: attribute.offset))
    }
    for (location, value) in constants {
      glVertexAttrib4f(location, value.x, value.y, value.z, value.w)
    }
    context.enableAttributes(locations)
  }
}

extension Context {
  /// The most bytes from one vertex to the next: without limit before ES 3.1.
  var vertexStrideLimit: Int {
    // GL_MAX_VERTEX_ATTRIB_STRIDE, which ES 2.0's header lacks.
    var limit: GLint = 0
    if Self.majorVersion >= 3 {
      glGetIntegerv(0x82E5, &limit)
      // ES 3.0 does not know the name and says so.
      if limit == 0 { _ = Self.drainErrors() }
    }
    return limit > 0 ? Int(limit) : Int(GLint.max)
  }

  /// Enables exactly the attribute arrays of the bits in `locations`.
  func enableAttributes(_ locations: UInt32) {
    let changed = enabledAttributes.map { $0 ^ locations } ?? .max
    enabledAttributes = locations
    guard changed != 0 else { return }
    for location in 0..<min(UInt32(limits.vertexAttributes), 32) where changed & 1 << location != 0
    {
      if locations & 1 << location != 0 {
        glEnableVertexAttribArray(location)
      } else {
        glDisableVertexAttribArray(location)
      }
    }
  }
}
