import CompilerLogs
import GLESKitCGLES2
import GLESKitSupport
import GLSL

extension ShaderStage {
  var glType: GLenum {
    switch self {
    case .vertex: GLenum(GL_VERTEX_SHADER)
    case .fragment: GLenum(GL_FRAGMENT_SHADER)
    }
  }
}

/// A compiled shader: the single owner of one GL shader object.
///
/// A linked program no longer needs its shaders, so they can be released.
///
/// Write GLSL ES 1.00. In contexts of ES 3, drivers take `#version 300 es`, too, which no ES 2.0
/// device does; elsewhere, and where a ``Context`` ignores extensions, it is an error.
///
/// In a fragment shader, write `precision highp float;`. Where ``Limits/fragmentHighFloatBits`` is
/// 0, each `highp` is compiled as `mediump`. Don't test the macro `GL_FRAGMENT_PRECISION_HIGH`:
/// NVIDIA's driver has `highp` without defining it (580.159.04, `#version 100`), and its `mediump`
/// has 11 significant bits.
public struct Shader: ~Copyable {
  /// The GL name, for calls that this library does not wrap.
  public let name: UInt32
  /// The stage it was compiled for.
  public let stage: ShaderStage
  /// The name in errors: the file's path, or `vertex shader`.
  public let label: String
  /// The source: all its strings joined, as the compiler sees them.
  public let source: String
  /// The driver's warnings about the compiled shader; `nil` if there are none.
  public let log: String?

  private let deletions: DeletionQueue

  /// Compiles a shader from several strings, which the compiler joins.
  ///
  /// The corresponding C functions are `glShaderSource` and `glCompileShader`.
  ///
  /// - Parameters:
  ///   - context: The current context.
  ///   - stage: The shader's stage.
  ///   - sources: The source in parts, such as a prelude and a body. Each is passed with its
  ///     length, so a NUL does not end it early.
  ///   - label: The name in errors. Default: the stage, as in `vertex shader`.
  /// - Throws: ``GLESError/compilation(_:)`` with the driver's log.
  public init(
    _ context: Context, stage: ShaderStage, sources: [String], label: String? = nil
  ) throws(GLESError) {
    try self.init(
      context, stage: stage, portable: sources.map { Array($0.utf8) }, label: label)
  }

  /// Compiles a shader from one string; see ``init(_:stage:sources:label:)``.
  public init(
    _ context: Context, stage: ShaderStage, source: String, label: String? = nil
  ) throws(GLESError) {
    try self.init(context, stage: stage, sources: [source], label: label)
  }

  /// Compiles a shader from a file. Without `stage`, the file name's extension determines the
  /// stage.
  ///
  /// - Throws: ``GLESError/file(_:)``, ``GLESError/unknownStage(path:)`` or
  ///   ``GLESError/compilation(_:)``.
  public init(_ context: Context, path: String, stage: ShaderStage? = nil) throws(GLESError) {
    // Do everything that can fail first: a noncopyable value cannot be partly initialized.
    try self.init(
      context, stage: Self.stage(stage, of: path), portable: [Self.read(path)], label: path)
  }

  private static func stage(
    _ stage: ShaderStage?, of path: String
  ) throws(GLESError) -> ShaderStage {
    guard let stage = stage ?? ShaderStage(path: path) else { throw .unknownStage(path: path) }
    return stage
  }

  private static func read(_ path: String) throws(GLESError) -> [UInt8] {
    do { return try Files.read(path, limit: 1 << 26) } catch { throw .file(error) }
  }

  /// Compiles a shader from bytes in any encoding, unchanged: `highp` stays, too.
  ///
  /// - Throws: ``GLESError/compilation(_:)`` with the driver's log.
  public init(
    _ context: Context, stage: ShaderStage, bytes: [[UInt8]], label: String? = nil
  ) throws(GLESError) {
    try self.init(context, stage: stage, bytes, compiled: bytes, label: label)
  }

  /// Compiles a shader without the precision that its stage lacks.
  private init(
    _ context: Context, stage: ShaderStage, portable bytes: [[UInt8]], label: String?
  ) throws(GLESError) {
    let hasHighp = stage == .vertex || context.limits.fragmentHighFloatBits > 0
    try self.init(
      context, stage: stage, bytes,
      compiled: hasHighp ? bytes : bytes.map(Self.withoutHighp), label: label)
  }

  /// Compiles bytes instead of those that errors show.
  init(
    _ context: Context, stage: ShaderStage, _ bytes: [[UInt8]], compiled: [[UInt8]],
    label: String?
  ) throws(GLESError) {
    let label = label ?? "\(stage) shader"
    let source = bytes.map { String(decoding: $0, as: UTF8.self) }.joined()
    let result = try Self.compile(compiled, source, stage: stage, label: label, in: context)
    name = result.name
    log = result.log
    self.stage = stage
    self.label = label
    self.source = source
    deletions = context.deletions
  }

  /// Returns a shader with `mediump` instead of `highp`.
  ///
  /// Words are replaced, instead of a macro defined, because a line before the text would have to
  /// follow `#version` and would change the line numbers in logs.
  private static func withoutHighp(_ bytes: [UInt8]) -> [UInt8] {
    var result = bytes
    for token in Scan(bytes).tokens.reversed() where token.is(Word("highp")) {
      result.replaceSubrange(token.range, with: "mediump".utf8)
    }
    return result
  }

  deinit { deletions.add(.shader, name) }

  private static func compile(
    _ pieces: [[UInt8]], _ source: String, stage: ShaderStage, label: String, in context: Context
  ) throws(GLESError) -> (name: GLuint, log: String?) {
    try context.begin("glCreateShader")
    let name = glCreateShader(stage.glType)
    guard name != 0 else { throw GLESError(Context.drainErrors(), after: "glCreateShader") }
    upload(pieces + [StageMark.mark(of: stage, for: context.driver)], to: name)
    glCompileShader(name)
    var status: GLint = 0
    glGetShaderiv(name, GLenum(GL_COMPILE_STATUS), &status)
    let log = infoLog(of: name, from: .shader, afterFailure: status != GL_TRUE)
    context.label(GL_SHADER_KHR, name, label)
    do {
      try context.checkErrors(after: "glCompileShader")
    } catch {
      context.deletions.add(.shader, name)
      throw error
    }
    guard status == GL_TRUE else {
      context.deletions.add(.shader, name)
      throw failure(stage, label, source, log, in: context)
    }
    if context.majorVersion < 3 || context.ignoresExtensions,
      let version = laterVersion(of: source)
    {
      context.deletions.add(.shader, name)
      throw .unsupported(
        what: "GLSL \(version), in which \(label) is written, in a context of OpenGL ES 2.0",
        remedy: "write GLSL ES 1.00, without '#version \(version)'")
    }
    return (name, log)
  }

  /// The version that a source names; `nil` for GLSL ES 1.00.
  private static func laterVersion(of source: String) -> String? {
    let bytes = Array(source.utf8)
    let tokens = Scan(bytes).tokens
    let words = tokens.prefix { $0.logicalLine == tokens.first?.logicalLine }.map {
      String(decoding: bytes[$0.range], as: UTF8.self)
    }
    guard words.count >= 3, words[..<2] == ["#", "version"], words[2] != "100" else { return nil }
    return words[2...].joined(separator: " ")
  }

  private static func failure(
    _ stage: ShaderStage, _ label: String, _ source: String, _ log: String?, in context: Context
  ) -> GLESError {
    let driver = context.driver
    return .compilation(
      CompilationFailure(
        stage: stage, label: label, source: source, log: log,
        vendor: Vendor.of(driver: "\(driver.vendor) \(driver.renderer) \(driver.version)")))
  }

  /// Returns the error of a shader that was found wrong only when its program was linked.
  ///
  /// Mesa 22.3.6 takes a text that it has on disk as compiled, and compiles it while linking if the
  /// program is new. That fails if the text was compiled with extensions that this context lacks.
  borrowing func lateFailure(in context: Context) -> GLESError? {
    var status: GLint = 0
    glGetShaderiv(name, GLenum(GL_COMPILE_STATUS), &status)
    if status == GL_TRUE { return nil }
    let log = infoLog(of: name, from: .shader, afterFailure: true)
    return Self.failure(stage, label, source, log, in: context)
  }

  private static func upload(_ pieces: [[UInt8]], to name: GLuint) {
    // One block of memory for all pieces keeps every pointer valid during the call.
    // Not `joined()`, which copies byte by byte without optimization.
    let all = (pieces + [[0]]).reduce(into: [], +=)
    all.withUnsafeBytes { bytes in
      let start = bytes.baseAddress?.assumingMemoryBound(to: GLchar.self)
      var strings: [UnsafePointer<GLchar>?] = []
      var offset = 0
      for piece in pieces {
        strings.append(start?.advanced(by: offset))
        offset += piece.count
      }
      glShaderSource(name, GLsizei(pieces.count), strings, pieces.map { GLint($0.count) })
    }
  }
}
