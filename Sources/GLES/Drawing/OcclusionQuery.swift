import GLESKitCGLES2

/// Asks whether anything of what was drawn passed the depth and stencil tests.
///
/// ```swift
/// let gl = try OffscreenContext().gl
/// let query = try OcclusionQuery(gl)
/// try query.measure { gl.clear(color: .zero) }
/// print(query.wait())  // false: clearing draws nothing
/// ```
///
/// The GPU answers later: draw a bounding box in one frame, and use ``isVisible`` in the next.
public final class OcclusionQuery {
  private let context: Context
  private let name: GLuint
  private let functions: [UnsafeMutableRawPointer]
  private var isMeasured = false

  /// Makes a query. The corresponding C function is `glGenQueriesEXT`.
  ///
  /// - Throws: ``GLESError/unsupported(what:remedy:)`` without
  ///   `GL_EXT_occlusion_query_boolean` or ES 3.0.
  public init(_ context: Context) throws(GLESError) {
    functions = try context.require(.occlusionQueries)
    try context.begin("glGenQueries")
    self.context = context
    var name: GLuint = 0
    unsafeBitCast(functions[0], to: PFNGLGENQUERIESEXTPROC.self)(1, &name)
    self.name = name
  }

  deinit { context.deletions.add(.query, name) }

  /// Measures what `draw` draws. The corresponding C functions are `glBeginQueryEXT` and
  /// `glEndQueryEXT`.
  ///
  /// - Throws: What `draw` throws, and ``GLESError/invalidCall(function:errors:)`` inside another
  ///   query.
  public func measure(_ draw: () throws -> Void) throws {
    let target = GLenum(GL_ANY_SAMPLES_PASSED_EXT)
    try context.begin("glBeginQuery")
    unsafeBitCast(functions[2], to: PFNGLBEGINQUERYEXTPROC.self)(target, name)
    try context.checkErrors(after: "glBeginQuery")
    isMeasured = true
    defer { unsafeBitCast(functions[3], to: PFNGLENDQUERYEXTPROC.self)(target) }
    try draw()
  }

  /// Whether a sample passed; `nil` before ``measure(_:)``, and while the GPU has not answered yet.
  public var isVisible: Bool? { value(GL_QUERY_RESULT_AVAILABLE_EXT) == 0 ? nil : wait() }

  /// Waits for the GPU, and returns whether a sample passed; `false` before ``measure(_:)``. The
  /// corresponding C function is `glGetQueryObjectuivEXT`.
  public func wait() -> Bool { value(GL_QUERY_RESULT_EXT) != 0 }

  private func value(_ kind: Int32) -> GLuint {
    var result: GLuint = 0
    guard isMeasured, context.mayBegin("glGetQueryObjectuiv", asksEGL: true) else { return 0 }
    unsafeBitCast(functions[4], to: PFNGLGETQUERYOBJECTUIVEXTPROC.self)(
      name, GLenum(kind), &result)
    return result
  }
}

extension Context {
  /// Deletes a query's name. The corresponding C function is `glDeleteQueriesEXT`.
  func deleteQuery(_ name: GLuint) {
    var name = name
    if let functions = lookUp(.occlusionQueries) {
      unsafeBitCast(functions[1], to: PFNGLDELETEQUERIESEXTPROC.self)(1, &name)
    }
  }
}
