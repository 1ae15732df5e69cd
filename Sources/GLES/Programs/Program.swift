import GLESKitCGLES2
import GLESKitSupport
import GLSL

/// A linked program: a vertex and a fragment shader, their attributes and uniforms.
///
/// ```swift
/// let program = try Program(gl, vertex: vertexSource, fragment: fragmentSource)
/// try program.set("u_angle", to: 0.5 as Float)
/// ```
public final class Program {
  /// The GL name, for calls that this library does not wrap.
  public let name: UInt32
  /// The name in errors, such as `page-curl`. Default: both shaders' labels.
  public let label: String
  /// The context it was made in.
  public let context: Context
  /// The driver's warnings about the linked program; `nil` if there are none.
  public let log: String?
  /// The active attributes by name, without built-in ones.
  public let attributes: [String: ActiveVariable]
  /// The active uniforms by name without a final `[0]`, and without built-in ones. Members of
  /// structs and of arrays of structs are listed one by one (`u_lights[1].position`).
  public let uniforms: [String: ActiveVariable]

  private let sources: (vertex: String, fragment: String)
  private lazy var declared = DeclaredUniforms(source: sources.vertex, stage: .vertex).names
    .union(DeclaredUniforms(source: sources.fragment, stage: .fragment).names)
  /// The words of the vertex shader's text, by their tags.
  private(set) lazy var vertexWords = Set(Scan(Array(sources.vertex.utf8)).tokens.map(\.tag))
  @exclusivity(unchecked) private(set) var neverSet: Set<String>
  @exclusivity(unchecked) private(set) var samplers: [Sampler] = []
  /// Whether a watcher has made a newer program of its files.
  var isReplaced = false
  /// Whether each sampler with a texture has a unit that no other sampler has.
  var samplersHaveUnits = true

  /// Links two compiled shaders.
  ///
  /// The corresponding C functions are `glAttachShader`, `glBindAttribLocation` and
  /// `glLinkProgram`.
  ///
  /// - Parameters:
  ///   - context: The current context.
  ///   - vertex: The vertex shader; it can be released afterwards.
  ///   - fragment: The fragment shader; it can be released afterwards.
  ///   - attributeLocations: Locations to bind before linking. The linker chooses the others.
  ///   - label: The program's name in errors.
  /// - Throws: ``GLESError/link(label:log:)``, ``GLESError/compilation(_:)`` for a shader that the
  ///   driver compiles only now,
  ///   ``GLESError/attributeLocation(name:location:limit:)`` or, for a location of an attribute
  ///   that the shader does not have, ``GLESError/unknownAttribute(name:program:known:)``.
  public convenience init(
    _ context: Context, vertex: borrowing Shader, fragment: borrowing Shader,
    attributeLocations: [String: Int] = [:], label: String? = nil
  ) throws(GLESError) {
    let label = label ?? "\(vertex.label) + \(fragment.label)"
    let (name, log) = try Self.link(
      vertex, fragment, in: context, attributeLocations: attributeLocations, label: label)
    try self.init(
      context, linked: name, sources: (vertex.source, fragment.source), label: label, log: log)
    try check(attributeLocations)
  }

  /// Checks that the linker found the attributes whose locations were given, and no two of them, or
  /// columns of a matrix, at one location.
  private func check(_ attributeLocations: [String: Int]) throws(GLESError) {
    if attributeLocations.isEmpty { return }
    // An attribute that the shader doesn't use is not active, and may have a location.
    for name in attributeLocations.keys.sorted()
    where attributes[name] == nil && !vertexWords.contains(Word(name).tag) {
      throw .unknownAttribute(
        name: name, program: label, known: attributes.keys.sorted())
    }
    var taken: Set<Int> = []
    for attribute in attributes.values.sorted(by: { $0.location < $1.location }) {
      let first = Int(attribute.location)
      for location in first..<first + attribute.type.columns
      where !taken.insert(location).inserted {
        throw .attributeLocation(
          name: attribute.name, location: first, limit: context.limits.vertexAttributes)
      }
    }
  }

  /// Takes over a program that is linked.
  private init(
    _ context: Context, linked name: GLuint, sources: (vertex: String, fragment: String),
    label: String, log: String?
  ) throws(GLESError) {
    self.context = context
    self.name = name
    self.sources = sources
    self.label = label
    self.log = log
    attributes = ActiveVariable.attributes(of: name)
    uniforms = ActiveVariable.uniforms(of: name)
    neverSet = Set(uniforms.keys)
    samplers = Sampler.all(of: self)
    context.label(GL_PROGRAM_KHR, name, label)
    try context.checkErrors(after: "glLinkProgram")
  }

  private static func link(
    _ vertex: borrowing Shader, _ fragment: borrowing Shader, in context: Context,
    attributeLocations: [String: Int], label: String
  ) throws(GLESError) -> (name: GLuint, log: String?) {
    try context.begin("glCreateProgram")
    let name = glCreateProgram()
    guard name != 0 else { throw GLESError(Context.drainErrors(), after: "glCreateProgram") }
    var taken: Set<Int> = []
    for (attribute, location) in attributeLocations.sorted(by: { $0.key < $1.key }) {
      let limit = context.limits.vertexAttributes
      guard (0..<limit).contains(location), taken.insert(location).inserted else {
        context.deletions.add(.program, name)
        throw .attributeLocation(name: attribute, location: location, limit: limit)
      }
      glBindAttribLocation(name, GLuint(location), attribute)
    }
    glAttachShader(name, vertex.name)
    glAttachShader(name, fragment.name)
    glLinkProgram(name)
    var status: GLint = 0
    glGetProgramiv(name, GLenum(GL_LINK_STATUS), &status)
    let log = infoLog(of: name, from: .program, afterFailure: status != GL_TRUE)
    // An attached shader lives as long as the program; a detached one is deleted with its owner.
    glDetachShader(name, vertex.name)
    glDetachShader(name, fragment.name)
    guard status == GL_TRUE else {
      let late = vertex.lateFailure(in: context) ?? fragment.lateFailure(in: context)
      _ = Context.drainErrors()
      context.deletions.add(.program, name)
      throw late ?? .link(label: label, log: log)
    }
    return (name, log)
  }

  /// Compiles and links two shaders from their sources.
  ///
  /// With `emulating`, they compute on this machine what other hardware computes with `mediump` and
  /// `lowp`. The shaders are then rewritten (section 4.5.2 of the specification of GLSL ES 1.00
  /// says which precision each operation has), and take many times as long to compile and to draw.
  /// Names of attributes and uniforms stay.
  ///
  /// - Throws: ``GLESError/compilation(_:)`` and what
  ///   ``init(_:vertex:fragment:attributeLocations:label:)`` throws; with `emulating` also
  ///   ``GLESError/unsupported(what:remedy:)`` if fragment shaders have no `highp` here, or if a
  ///   shader is in a later version of GLSL, uses an extension that is not known, or has an
  ///   expression of more than 256 operations one in the other.
  public convenience init(
    _ context: Context, vertex: String, fragment: String,
    emulating precision: EmulatedPrecision? = nil, attributeLocations: [String: Int] = [:],
    label: String? = nil
  ) throws(GLESError) {
    let vertexShader = try Shader(
      context, stage: .vertex, source: vertex, emulating: precision,
      label: label.map { "\($0).vert" })
    let fragmentShader = try Shader(
      context, stage: .fragment, source: fragment, emulating: precision,
      label: label.map { "\($0).frag" })
    try self.init(
      context, vertex: vertexShader, fragment: fragmentShader,
      attributeLocations: attributeLocations, label: label)
  }

  deinit { context.deletions.add(.program, name) }

  /// Makes this the current program and binds its textures. Drawing does so automatically.
  /// The corresponding C function is `glUseProgram`.
  public func use() {
    guard context.mayBegin("glUseProgram") else { return }
    makeCurrent()
    bindTextures()
  }

  /// Like ``use()``, after the context was checked.
  func makeCurrent() {
    guard context.bindings.program != name else { return }
    glUseProgram(name)
    context.bindings.program = name
  }

  /// Makes this the current program, binds its textures, and asks the driver whether it can run in
  /// the current GL state.
  ///
  /// The corresponding C function is `glValidateProgram`, which is slow and meant for debugging.
  ///
  /// - Returns: The driver's warnings about the valid program; `nil` if there are none.
  /// - Throws: ``GLESError/validation(label:log:)``.
  @discardableResult
  public func validate() throws(GLESError) -> String? {
    try context.begin("glValidateProgram")
    makeCurrent()
    bindTextures()
    glValidateProgram(name)
    var status: GLint = 0
    glGetProgramiv(name, GLenum(GL_VALIDATE_STATUS), &status)
    let log = infoLog(of: name, from: .program, afterFailure: status != GL_TRUE)
    guard status == GL_TRUE else { throw .validation(label: label, log: log) }
    return log
  }

  /// Sets a uniform and makes the program current.
  ///
  /// - Parameters:
  ///   - uniform: The name; elements and members as in GLSL: `u_lights[1].position`.
  ///   - value: A value of a type that fits; see ``UniformValue``.
  /// - Throws: As ``uniform(_:as:)``.
  public func set<Value: UniformValue>(_ uniform: String, to value: Value) throws(GLESError) {
    let found = try self.uniform(uniform, as: Value.self)
    try context.begin("glUniform", asksEGL: false)
    if let fault = found.fault(of: value) { throw fault }
    found.write(value)
  }

  /// Sets elements of a uniform array, starting with the one that `uniform` names, and makes the
  /// program current.
  ///
  /// - Throws: As ``uniform(_:as:)``, and ``GLESError/uniformCount(name:declared:given:)``.
  public func set<Value: UniformValue>(_ uniform: String, to values: [Value]) throws(GLESError) {
    try self.uniform(uniform, as: Value.self).set(values)
  }

  /// Sets a `float`, `int` or `bool`, or a sampler's unit.
  ///
  /// A float is rounded to the nearest one, and what exceeds an `Int32` is its nearest end.
  ///
  /// - Throws: As ``uniform(_:as:)``.
  public func set(_ uniform: String, to value: Int) throws(GLESError) {
    try set(uniform, to: [value])
  }

  /// Sets elements of an array of `float`, `int` or `bool`, as ``set(_:to:)`` for one value does.
  ///
  /// - Throws: As ``uniform(_:as:)``, and ``GLESError/uniformCount(name:declared:given:)``.
  public func set(_ uniform: String, to values: [Int]) throws(GLESError) {
    if try find(uniform).0.type == .float {
      try set(uniform, to: values.map { Float($0) })
    } else {
      try set(uniform, to: values.map { Int32(clamping: $0) })
    }
  }

  /// Looks up a uniform once, to set it often.
  ///
  /// - Throws: ``GLESError/unknownUniform(name:program:known:)`` for a misspelled name,
  ///   ``GLESError/inactiveUniform(name:program:)`` for a uniform that the linker removed because
  ///   nothing depends on it, ``GLESError/inactiveElement(name:program:active:)`` for an element
  ///   that an array does not have or use,
  ///   ``GLESError/uniformType(name:declared:given:)`` for a wrong type.
  public func uniform<Value: UniformValue>(
    _ uniform: String, as type: Value.Type = Value.self
  ) throws(GLESError) -> Uniform<Value> {
    let (variable, index) = try find(uniform)
    guard Value.fits(variable.type) else {
      throw .uniformType(name: uniform, declared: "\(variable.type)", given: "\(Value.self)")
    }
    if index != 0 { try context.begin("glGetUniformLocation", asksEGL: false) }
    return Uniform(
      program: self, variable: variable, location: variable.location(of: index, in: name),
      room: variable.count - index)
  }

  func find(_ uniform: String) throws(GLESError) -> (ActiveVariable, index: Int) {
    if let variable = uniforms[uniform] { return (variable, 0) }
    if uniform.last == "]", let bracket = uniform.lastIndex(of: "["),
      let index = Int(uniform[bracket...].dropFirst().dropLast()),
      let variable = uniforms[String(uniform[..<bracket])]
    {
      guard (0..<variable.count).contains(index) else {
        throw .inactiveElement(
          name: uniform, program: label,
          active: "\(variable.name)[0]…\(variable.name)[\(variable.count - 1)]")
      }
      return (variable, index)
    }
    let plain = DeclaredUniforms.plain(uniform)
    if declared.contains(plain) {
      let active = uniforms.keys.filter {
        "\(DeclaredUniforms.plain($0)).".hasPrefix("\(plain).")
      }.sorted()
      guard active.isEmpty else {
        throw .inactiveElement(
          name: uniform, program: label, active: active.joined(separator: ", "))
      }
      throw .inactiveUniform(name: uniform, program: label)
    }
    throw .unknownUniform(
      name: uniform, program: label, known: declared.union(uniforms.keys).sorted())
  }

  /// Returns the numbers that a uniform has in the driver, for debugging: those of a matrix by
  /// column, the unit of a sampler, and 0 or 1 for a Boolean.
  ///
  /// The corresponding C functions are `glGetUniformfv` and `glGetUniformiv`.
  ///
  /// - Throws: As ``uniform(_:as:)``.
  public func value(of uniform: String) throws(GLESError) -> [Float] {
    let (variable, index) = try find(uniform)
    try context.begin("glGetUniformfv")
    let location = variable.location(of: index, in: name)
    let type = variable.type
    var values = [GLfloat](repeating: 0, count: 16)
    if type.isFloat {
      glGetUniformfv(name, location, &values)
    } else {
      var integers = [GLint](repeating: 0, count: 16)
      glGetUniformiv(name, location, &integers)
      values = integers.map { GLfloat($0) }
    }
    try context.checkErrors(after: "glGetUniformfv")
    return Array(values[..<type.size])
  }

  /// Whether a shader's text has any of these.
  func mentions(_ texts: [String]) -> Bool {
    texts.contains { sources.vertex.contains($0) || sources.fragment.contains($0) }
  }

  func noteSet(_ uniform: String) {
    if !neverSet.isEmpty { neverSet.remove(uniform) }
  }
}

/// A uniform of a program, looked up and checked once.
public struct Uniform<Value: UniformValue> {
  /// The program it belongs to.
  public let program: Program
  /// The uniform's name, type and size.
  public let variable: ActiveVariable
  /// The location of the requested element.
  public let location: Int32
  let room: Int

  /// Sets the value and makes the program current.
  public func set(_ value: Value) {
    guard program.context.mayBegin("glUniform") else { return }
    if let fault = fault(of: value) { return program.context.postpone(fault) }
    write(value)
  }

  /// Sets a value that was checked.
  fileprivate func write(_ value: Value) {
    program.makeCurrent()
    withUnsafePointer(to: value) {
      Value.upload(UnsafeBufferPointer(start: $0, count: 1), to: location)
    }
    if program.context.onWarning != nil { program.warn(of: value, in: variable.name) }
    noteSet(1)
  }

  /// Sets array elements, starting with this one, and makes the program current.
  ///
  /// - Throws: ``GLESError/uniformCount(name:declared:given:)``.
  public func set(_ values: [Value]) throws(GLESError) {
    guard !values.isEmpty && values.count <= room else {
      throw .uniformCount(name: variable.name, declared: room, given: values.count)
    }
    try program.context.begin("glUniform", asksEGL: false)
    for value in values where variable.type.isSampler {
      if let fault = fault(of: value) { throw fault }
    }
    program.makeCurrent()
    values.withUnsafeBufferPointer { Value.upload($0, to: location) }
    if program.context.onWarning != nil {
      for value in values { program.warn(of: value, in: variable.name) }
    }
    noteSet(values.count)
  }

  /// The error of a sampler's unit that doesn't exist.
  fileprivate func fault(of value: Value) -> GLESError? {
    guard variable.type.isSampler, let unit = value as? Int32 else { return nil }
    return program.context.fault(ofUnit: Int(unit))
  }

  private func noteSet(_ count: Int) {
    program.noteSet(variable.name)
    if variable.type.isSampler {
      let first = variable.count - room
      program.releaseSamplers(variable, first..<first + count)
    }
  }
}
