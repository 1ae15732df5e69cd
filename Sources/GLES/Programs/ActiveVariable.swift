import GLESKitCGLES2

/// An attribute or uniform that contributes to a linked program's result.
public struct ActiveVariable: Hashable, Sendable {
  /// The name as declared; for arrays without `[0]`.
  public let name: String
  /// The declared type; for arrays the type of an element.
  public let type: GLSLType
  /// For arrays the number of elements in use, counted from the first; 1 otherwise.
  public let count: Int
  /// The location; for arrays the first element's.
  public let location: Int32

  /// Returns the location of an element of an array.
  func location(of element: Int, in program: GLuint) -> Int32 {
    element == 0 ? location : glGetUniformLocation(program, "\(name)[\(element)]")
  }

  /// The active attributes of a program, without the built-in ones.
  /// The corresponding C function is `glGetActiveAttrib`.
  static func attributes(of program: GLuint) -> [String: ActiveVariable] {
    all(
      of: program, count: GL_ACTIVE_ATTRIBUTES, nameLength: GL_ACTIVE_ATTRIBUTE_MAX_LENGTH,
      read: glGetActiveAttrib, locate: glGetAttribLocation)
  }

  /// The active uniforms of a program, without the built-in ones.
  /// The corresponding C function is `glGetActiveUniform`.
  static func uniforms(of program: GLuint) -> [String: ActiveVariable] {
    all(
      of: program, count: GL_ACTIVE_UNIFORMS, nameLength: GL_ACTIVE_UNIFORM_MAX_LENGTH,
      read: glGetActiveUniform, locate: glGetUniformLocation)
  }

  private typealias Read = (
    GLuint, GLuint, GLsizei, UnsafeMutablePointer<GLsizei>?, UnsafeMutablePointer<GLint>?,
    UnsafeMutablePointer<GLenum>?, UnsafeMutablePointer<GLchar>?
  ) -> Void

  private static func all(
    of program: GLuint, count countName: Int32, nameLength: Int32, read: Read,
    locate: (GLuint, UnsafePointer<GLchar>?) -> GLint
  ) -> [String: ActiveVariable] {
    var count: GLint = 0
    var longest: GLint = 0
    glGetProgramiv(program, GLenum(countName), &count)
    glGetProgramiv(program, GLenum(nameLength), &longest)
    var found: [String: ActiveVariable] = [:]
    for index in 0..<max(count, 0) {
      var buffer = [GLchar](repeating: 0, count: Int(max(longest, 0)) + 2)
      var size: GLint = 0
      var type: GLenum = 0
      read(program, GLuint(index), GLsizei(buffer.count), nil, &size, &type, &buffer)
      let written = String(
        decoding: buffer.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
      let location = locate(program, written)
      guard location >= 0 else { continue }
      let name = written.hasSuffix("[0]") ? String(written.dropLast(3)) : written
      found[name] = ActiveVariable(
        name: name, type: GLSLType(glType: type), count: Int(size), location: location)
    }
    return found
  }
}
