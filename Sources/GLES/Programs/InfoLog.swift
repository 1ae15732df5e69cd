import GLESKitCGLES2

/// The pair of C functions that read one kind of object's info log.
///
/// Shader and program names are different namespaces to these functions: a program's functions
/// called with a shader's name raise `GL_INVALID_OPERATION` (0x502) and the log is lost. Keeping the
/// two functions together in one value makes that mix-up impossible to write by accident.
public struct InfoLogSource: Sendable {
  /// The type of `glGetShaderiv` and `glGetProgramiv`.
  public typealias Parameter =
    @convention(c) (GLuint, GLenum, UnsafeMutablePointer<GLint>?) -> Void
  /// The type of `glGetShaderInfoLog` and `glGetProgramInfoLog`.
  public typealias Log =
    @convention(c) (
      GLuint, GLsizei, UnsafeMutablePointer<GLsizei>?, UnsafeMutablePointer<GLchar>?
    ) -> Void

  /// Answers how long the log is.
  public let parameter: Parameter
  /// Writes the log.
  public let log: Log

  /// Pairs two C functions that take the same kind of name.
  public init(parameter: @escaping Parameter, log: @escaping Log) {
    self.parameter = parameter
    self.log = log
  }

  /// Shaders: `glGetShaderiv` and `glGetShaderInfoLog`.
  public static let shader = InfoLogSource(parameter: glGetShaderiv, log: glGetShaderInfoLog)
  /// Programs, after linking and after validation: `glGetProgramiv` and `glGetProgramInfoLog`.
  public static let program = InfoLogSource(parameter: glGetProgramiv, log: glGetProgramInfoLog)
}

/// The info log of a shader or program, or `nil` where the driver has nothing to say.
///
/// This is the only function that reads a log. It trusts no length that a driver reports: the
/// announced `INFO_LOG_LENGTH` (0 or 1 for an empty log, garbage or negative on some drivers) only
/// chooses the buffer's first size; a log that fills the buffer is read again into a larger one; the
/// written length is clamped to the buffer; the text ends at its first NUL; bytes that are not UTF-8
/// become U+FFFD.
///
/// - Parameters:
///   - name: The object's GL name, of the kind that `source` reads.
///   - source: ``InfoLogSource/shader`` or ``InfoLogSource/program``.
/// - Returns: The text as the driver wrote it; `nil` where it is empty or white space only.
public func infoLog(of name: GLuint, from source: InfoLogSource) -> String? {
  var announced: GLint = 0
  source.parameter(name, GLenum(GL_INFO_LOG_LENGTH), &announced)
  guard announced != 0 && announced != 1 else { return nil }

  let longest = 1 << 26
  // Two more than announced: drivers disagree whether the closing NUL is counted.
  var capacity = (2..<longest).contains(Int(announced)) ? Int(announced) + 2 : 1 << 16
  while true {
    var buffer = [UInt8](repeating: 0, count: capacity)
    var written: GLsizei = 0
    buffer.withUnsafeMutableBytes {
      source.log(
        name, GLsizei(capacity), &written, $0.baseAddress?.assumingMemoryBound(to: GLchar.self))
    }
    let count = min(max(Int(written), 0), capacity)
    if count >= capacity - 1 && capacity < longest {
      capacity *= 4
      continue
    }
    let text = String(decoding: buffer.prefix(count).prefix { $0 != 0 }, as: UTF8.self)
    return text.allSatisfy(\.isWhitespace) ? nil : text
  }
}
