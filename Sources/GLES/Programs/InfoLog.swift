import GLESKitCGLES2

/// The pair of C functions that read the info log of one kind of object.
///
/// Calling a program's functions with a shader's name raises `GL_INVALID_OPERATION` (0x502) and the
/// log is lost. Keeping both functions in one value prevents mixing them up.
public struct InfoLogSource: Sendable {
  /// Returns the length of the log.
  let getParameter: @convention(c) (GLuint, GLenum, UnsafeMutablePointer<GLint>?) -> Void
  /// Copies the log.
  let getLog:
    @convention(c) (
      GLuint, GLsizei, UnsafeMutablePointer<GLsizei>?, UnsafeMutablePointer<GLchar>?
    ) -> Void

  /// Pairs two C functions that take the same kind of name, such as `glGetShaderiv` and
  /// `glGetShaderInfoLog`.
  public init(
    getParameter: @escaping @convention(c) (GLuint, GLenum, UnsafeMutablePointer<GLint>?) -> Void,
    getLog:
      @escaping @convention(c) (
        GLuint, GLsizei, UnsafeMutablePointer<GLsizei>?, UnsafeMutablePointer<GLchar>?
      ) -> Void
  ) {
    self.getParameter = getParameter
    self.getLog = getLog
  }

  /// Shaders: `glGetShaderiv` and `glGetShaderInfoLog`.
  public static let shader = InfoLogSource(
    getParameter: glGetShaderiv, getLog: glGetShaderInfoLog)
  /// Programs, after linking and after validation: `glGetProgramiv` and `glGetProgramInfoLog`.
  public static let program = InfoLogSource(
    getParameter: glGetProgramiv, getLog: glGetProgramInfoLog)
}

/// Returns the info log of a shader or program, or `nil` if it is empty.
///
/// This is the only function that reads a log. It trusts no length that a driver reports. The
/// announced `INFO_LOG_LENGTH` (0 or 1 for an empty log, garbage or negative on some drivers)
/// determines the buffer's initial size and, after success, whether there is a log. A log that
/// fills the buffer is read again into a larger one. The written length is clamped to the buffer,
/// the text ends at its first NUL, and invalid UTF-8 is replaced by U+FFFD.
///
/// - Parameters:
///   - name: The object's GL name, of the kind that `source` reads.
///   - source: ``InfoLogSource/shader`` or ``InfoLogSource/program``.
///   - afterFailure: Whether the object failed to compile, link or validate. The log is then read
///     even if the driver announces none, and up to the first NUL whatever it says to have written.
///     Some drivers always say 0 for either. Default: `false`.
/// - Returns: The driver's text; `nil` if it is empty or only white space.
public func infoLog(
  of name: GLuint, from source: InfoLogSource, afterFailure: Bool = false
) -> String? {
  var announced: GLint = 0
  source.getParameter(name, GLenum(GL_INFO_LOG_LENGTH), &announced)
  guard afterFailure || announced != 0 && announced != 1 else { return nil }

  let longest = 1 << 26
  // Two more than announced, because drivers disagree on whether the closing NUL counts.
  var capacity = (2..<longest).contains(Int(announced)) ? Int(announced) + 2 : 1 << 16
  while true {
    var buffer = [UInt8](repeating: 0, count: capacity)
    var written: GLsizei = 0
    buffer.withUnsafeMutableBytes {
      source.getLog(
        name, GLsizei(capacity), &written, $0.baseAddress?.assumingMemoryBound(to: GLchar.self))
    }
    let end = afterFailure ? buffer.firstIndex(of: 0) ?? capacity : Int(written)
    let count = min(max(end, 0), capacity)
    if count >= capacity - 1 && capacity < longest {
      capacity *= 4
      continue
    }
    let text = String(decoding: buffer.prefix(count).prefix { $0 != 0 }, as: UTF8.self)
    return text.allSatisfy(\.isWhitespace) ? nil : text
  }
}
