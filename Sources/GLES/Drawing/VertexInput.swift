import GLESKitCGLES2
import GLESKitSupport

/// The layout of one attribute's values in a buffer.
public struct VertexAttribute {
  /// The type of a component. Fixed point has 16.16 bits. The raw values are GL's.
  public enum Component: UInt32, Hashable, Sendable {
    /// Integers of 8 and 16 bits, floating point and fixed point of 32.
    case byte = 0x1400, unsignedByte, short, unsignedShort, float = 0x1406, fixed = 0x140C

    package var size: Int {
      switch self {
      case .byte, .unsignedByte: 1
      case .short, .unsignedShort: 2
      case .float, .fixed: 4
      }
    }
  }

  /// The attribute's name in the vertex shader.
  public let name: String
  /// The buffer that holds the values.
  public let buffer: Buffer
  /// The type of a component.
  public let component: Component
  /// Components per vertex, 1…4; missing components are 0, and the fourth is 1.
  public let components: Int
  /// Whether integers are mapped to 0…1 (unsigned) or −1…1 (signed).
  public let normalized: Bool
  /// Bytes from one vertex to the next. 0 is the size of the buffer's elements or, if an element is
  /// smaller than a vertex's value, means packed vertices.
  public let stride: Int
  /// Bytes before the first vertex.
  public let offset: Int
  /// How many instances a value is for; 0 for a value for each vertex.
  public let divisor: Int

  /// Describes an attribute. By default, it is the start of each element of the buffer:
  ///
  /// ```swift
  /// let normals = try Buffer(gl, [[0, 0, 1], [0, 1, 0]] as [SIMD3<Float>])
  /// let attribute = VertexAttribute("a_normal", in: normals, components: 3)  // 16 bytes apart
  /// ```
  ///
  /// A buffer of scalars holds packed values.
  public init(
    _ name: String, in buffer: Buffer, component: Component = .float, components: Int,
    normalized: Bool = false, stride: Int = 0, offset: Int = 0, divisor: Int = 0
  ) {
    self.name = name
    self.buffer = buffer
    self.component = component
    self.components = components
    self.normalized = normalized
    self.stride = stride
    self.offset = offset
    self.divisor = divisor
  }

  /// The number of whole vertices in the buffer.
  public var vertexCount: Int {
    guard fault == nil, offset <= buffer.size, valueSize <= buffer.size - offset else { return 0 }
    return (buffer.size - offset - valueSize) / step(over: valueSize) + 1
  }

  /// Why no driver takes the layout; `nil` if it does.
  var fault: String? {
    if !(1...4).contains(components) { return "has \(components) components; use 1 to 4" }
    if stride < 0 || offset < 0 || divisor < 0 {
      return "has a negative stride, offset or divisor; use 0 or more"
    }
    if component == .float && buffer.holdsOthers {
      return "reads floats from a buffer of \(buffer.scalar); use Float, or name the component"
        + (buffer.scalar == UInt8.self ? ": component: .unsignedByte, normalized: true" : "")
    }
    if stride == 0 || stride == buffer.elementStride, buffer.vectorSize > 0,
      components > buffer.vectorSize,
      components % buffer.vectorSize != 0
    {
      return "reads \(components) components from a buffer of vectors of \(buffer.vectorSize); "
        + "use components: \(buffer.vectorSize)"
    }
    return nil
  }

  /// The bytes from one vertex to the next, of which the attribute takes `size`.
  func step(over size: Int) -> Int {
    stride != 0 ? stride : buffer.elementStride >= size ? buffer.elementStride : size
  }

  /// The size of one value in bytes.
  var valueSize: Int { component.size * components }

  /// Returns the columns of a matrix attribute, which are adjacent in memory and take one location
  /// each; for any other type this attribute alone.
  func columns(of type: GLSLType) -> [VertexAttribute] {
    let columns = type.columns
    return (0..<columns).map { column in
      let (start, overflow) = offset.addingReportingOverflow(column * valueSize)
      return VertexAttribute(
        name, in: buffer, component: component, components: components, normalized: normalized,
        stride: step(over: columns * valueSize), offset: overflow ? .max : start, divisor: divisor)
    }
  }
}

extension VertexAttribute {
  /// Describes an attribute.
  @available(*, deprecated, message: "Name the number of components components.")
  public init(
    _ name: String, in buffer: Buffer, component: Component = .float, count: Int,
    normalized: Bool = false, stride: Int = 0, offset: Int = 0, divisor: Int = 0
  ) {
    self.init(
      name, in: buffer, component: component, components: count, normalized: normalized,
      stride: stride, offset: offset, divisor: divisor)
  }

  /// Components per vertex.
  @available(*, deprecated, renamed: "components")
  public var count: Int { components }
}

/// The vertices of a mesh, matched by name to the attributes of one program.
///
/// ```swift
/// let corners = try Buffer(gl, [-1, -1, 1, -1, 0, 1] as [Float])
/// let triangle = try VertexInput(
///   program, [VertexAttribute("a_position", in: corners, components: 2)])
/// try triangle.draw(.triangles, count: 3)
/// ```
public final class VertexInput {
  /// The program whose attributes these are.
  public let program: Program
  /// The number of whole vertices in the shortest buffer, limited to what GL can count. Draws are
  /// checked against it. It changes when a buffer's data is replaced.
  public var vertexCount: Int {
    var count = Int(GLint.max)
    // A loop, because `reduce` allocates memory in debug builds and a draw must not.
    for index in streams.indices where streams[index].attribute.divisor == 0 {
      count = min(count, streams[index].attribute.vertexCount)
    }
    return count
  }

  /// The number of instances that the attributes with a divisor have values for.
  private var instanceCount: Int {
    var count = Int(GLint.max)
    for (_, attribute) in streams where attribute.divisor > 0 {
      let (all, overflow) = attribute.vertexCount.multipliedReportingOverflow(by: attribute.divisor)
      count = min(count, overflow ? .max : all)
    }
    return count
  }

  private let streams: [(location: GLuint, attribute: VertexAttribute)]
  private let constants: [(location: GLuint, value: SIMD4<Float>)]
  private let locations: UInt32
  /// Whether attributes have a divisor.
  private let isDivided: Bool
  private let serial: Int

  /// Matches attributes to those of a program.
  ///
  /// - Parameters:
  ///   - program: The program that draws these vertices.
  ///   - attributes: One for each attribute of the program except the `constants`. A matrix's
  ///     columns are adjacent, each with the attribute's number of components.
  ///   - constants: Attributes with one value for all vertices; a matrix has it in each column.
  /// - Throws: ``GLESError/unknownAttribute(name:program:known:)`` for an attribute that the
  ///   program does not have or does not use, ``GLESError/missingAttribute(name:program:)`` for one
  ///   that it uses and that is not given, ``GLESError/unsupported(what:remedy:)`` for a stride
  ///   beyond the driver's limit, ``GLESError/badArgument(reason:)`` for a layout that no driver
  ///   takes, ``GLESError/otherContext(object:context:needed:)`` for a buffer of another context.
  public init(
    _ program: Program, _ attributes: [VertexAttribute], constants: [String: SIMD4<Float>] = [:]
  ) throws(GLESError) {
    var missing = Set(program.attributes.keys)
    func find(_ name: String) throws(GLESError) -> ActiveVariable {
      guard let variable = program.attributes[name] else {
        throw .unknownAttribute(
          name: name, program: program.label, known: program.attributes.keys.sorted())
      }
      missing.remove(name)
      return variable
    }
    var streams: [(GLuint, VertexAttribute)] = []
    var given: Set<String> = []
    for attribute in attributes {
      guard given.insert(attribute.name).inserted, constants[attribute.name] == nil else {
        throw .badArgument(
          reason: "attribute '\(attribute.name)' is given twice; list each one once")
      }
      try program.context.check("buffer of '\(attribute.name)'", isOf: attribute.buffer.context)
      if let fault = attribute.fault {
        throw .badArgument(reason: "attribute '\(attribute.name)' \(fault)")
      }
      if attribute.divisor > 0 { try program.context.require(.instancing) }
      // If GL refuses a pointer, a draw would use the previous one.
      let limit = program.context.vertexStrideLimit
      guard attribute.stride <= limit else {
        throw .unsupported(
          what: "vertex stride of \(attribute.stride) bytes",
          remedy: "use at most \(limit)")
      }
      let variable = try find(attribute.name)
      program.context.label(GL_BUFFER_KHR, attribute.buffer.name, attribute.name)
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
    if program.context.onWarning != nil { program.warnOfLayout(attributes) }
    self.program = program
    self.streams = streams
    self.constants = values
    locations = streams.reduce(0) { $0 | 1 << $1.0 }
    isDivided = streams.contains { $0.1.divisor > 0 }
    serial = program.context.bindings.nextSerial()
  }

  /// Draws vertices in their order. The corresponding C functions are `glDrawArrays` and
  /// `glDrawArraysInstancedEXT`.
  ///
  /// - Parameters:
  ///   - mode: The primitives.
  ///   - first: The first vertex.
  ///   - count: The number of vertices.
  ///   - instances: How many times to draw them; attributes with a divisor advance in between. Any
  ///     number but 1 needs ``Feature/instancing``. Default: 1.
  /// - Throws: ``GLESError/outsideBuffer(wanted:available:what:)``, and the driver's errors while
  ///   ``Context/checksDraws`` is on.
  public func draw(
    _ mode: Primitive, first: Int = 0, count: Int, instances: Int = 1
  ) throws(GLESError) {
    try GLESError.check(count, from: first, within: vertexCount, "vertices")
    let instancing = instances == 1 && !isDivided ? nil : try instancing(instances)
    try prepare("glDrawArrays", mode, count)
    if let instancing {
      unsafeBitCast(instancing[0], to: PFNGLDRAWARRAYSINSTANCEDEXTPROC.self)(
        mode.rawValue, GLint(first), GLsizei(count), GLsizei(instances))
    } else {
      glDrawArrays(mode.rawValue, GLint(first), GLsizei(count))
    }
    if program.context.checksDraws { try checkErrors(after: "glDrawArrays") }
  }

  /// Draws vertices in the order of `indices`, or part of it.
  /// The corresponding C functions are `glDrawElements` and `glDrawElementsInstancedEXT`.
  ///
  /// - Throws: As ``draw(_:first:count:instances:)``.
  public func draw(
    _ mode: Primitive, indices: IndexBuffer, first: Int = 0, count: Int? = nil, instances: Int = 1
  ) throws(GLESError) {
    try program.context.check("index buffer", isOf: indices.context)
    let count = count ?? max(indices.count - max(first, 0), 0)
    try GLESError.check(count, from: first, within: indices.count, "indices")
    try GLESError.check(indices.largest + 1, from: 0, within: vertexCount, "vertices")
    let instancing = instances == 1 && !isDivided ? nil : try instancing(instances)
    try prepare("glDrawElements", mode, count)
    program.context.bindings.bindIndices(indices.name)
    let start = UnsafeRawPointer(bitPattern: first * indices.stride)
    if let instancing {
      unsafeBitCast(instancing[1], to: PFNGLDRAWELEMENTSINSTANCEDEXTPROC.self)(
        mode.rawValue, GLsizei(count), indices.glType, start, GLsizei(instances))
    } else {
      glDrawElements(mode.rawValue, GLsizei(count), indices.glType, start)
    }
    if program.context.checksDraws { try checkErrors(after: "glDrawElements") }
  }

  /// Throws a draw's error. The program knows best why it was refused.
  private func checkErrors(after function: String) throws(GLESError) {
    do {
      try program.context.checkErrors(after: function)
    } catch {
      if case .invalidCall(_, [.invalidOperation]) = error { try program.validate() }
      throw error
    }
  }

  /// Returns the functions of instancing, after checking the number of instances.
  private func instancing(_ instances: Int) throws(GLESError) -> [UnsafeMutableRawPointer] {
    try GLESError.check(instances, from: 0, within: instanceCount, "instances")
    return try program.context.require(.instancing)
  }

  private func prepare(_ function: String, _ mode: Primitive, _ count: Int) throws(GLESError) {
    let context = program.context
    try context.begin(function, asksEGL: false)
    if context.checksDraws { try context.reportEarlierErrors(before: function) }
    if context.onWarning != nil { program.warnOfDraw(mode, count: count) }
    program.makeCurrent()
    program.bindTextures()
    // The pointers stay in the context until another vertex input sets its own.
    guard context.bindings.vertexInput != serial else { return }
    context.bindings.vertexInput = serial
    for (location, attribute) in streams {
      glBindBuffer(GLenum(GL_ARRAY_BUFFER), attribute.buffer.name)
      glVertexAttribPointer(
        location, GLint(attribute.components), attribute.component.rawValue,
        GLboolean(attribute.normalized ? 1 : 0), GLsizei(attribute.stride),
        UnsafeRawPointer(bitPattern: attribute.offset))
      context.divide(location, by: attribute.divisor)
    }
    for (location, value) in constants {
      glVertexAttrib4f(location, value.x, value.y, value.z, value.w)
    }
    context.enableAttributes(locations)
  }
}

extension Context {
  /// The largest stride of a vertex attribute; not limited before ES 3.1.
  var vertexStrideLimit: Int {
    // GL_MAX_VERTEX_ATTRIB_STRIDE, which ES 2.0's header lacks.
    var limit: GLint = 0
    if majorVersion >= 3 {
      glGetIntegerv(0x82E5, &limit)
      // ES 3.0 does not know the name and raises an error.
      if limit == 0 { _ = Self.drainErrors() }
    }
    return limit > 0 ? Int(limit) : Int(GLint.max)
  }

  /// Sets how many instances a value of an attribute is for. The corresponding C function is
  /// `glVertexAttribDivisorEXT`.
  func divide(_ location: GLuint, by divisor: Int) {
    let bit = location < 32 ? UInt32(1) << location : 0
    guard divisor > 0 || dividedAttributes & bit != 0, let functions = lookUp(.instancing) else {
      return
    }
    unsafeBitCast(functions[2], to: PFNGLVERTEXATTRIBDIVISOREXTPROC.self)(
      location, GLuint(clamping: divisor))
    dividedAttributes = divisor > 0 ? dividedAttributes | bit : dividedAttributes & ~bit
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
