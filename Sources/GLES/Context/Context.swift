import GLESKitCGLES2
@_exported import Profiling

/// A current OpenGL ES 2.0 context, made by `Offscreen`, SDL, GTK or any other toolkit.
///
/// ```swift
/// // After the window's own context has been made current on this thread:
/// let gl = try Context()
/// let program = try Program(gl, vertex: vertexSource, fragment: fragmentSource)
/// ```
///
/// A context belongs to one thread at a time and is therefore not `Sendable`. Use an object that
/// was made with it only while the context is current: otherwise calls throw
/// ``GLESError/notCurrent(function:context:current:)``. Calls that can't throw, such as setting a
/// uniform, then do nothing, and the next call that can throws their error. An object may be
/// *released* on any thread: its GL name is queued here and deleted when the context is next used.
/// There is one `Context` for each GL context; keep it for that context's lifetime.
///
/// GLESKit sets the GL state that a call needs and leaves it set: making or updating a texture
/// binds it to unit 0, making or reading a framebuffer binds the framebuffer. Pixel-store state
/// (`GL_UNPACK_ALIGNMENT`, `GL_PACK_ALIGNMENT` and their ES 3 relatives) has GL's defaults after
/// every pixel transfer. If your own code calls GL in between, call ``invalidateState()``
/// afterwards. In an ES 3 context also unbind your vertex array object, or drawing changes it.
public final class Context {
  // Draws read this and a few other properties, one after another. Swift's check of exclusive
  // access takes 77 instructions for each, a third of what a draw of this library does.

  /// Whether draw calls check for GL errors, at the cost of one `glGetError` each. Default:
  /// `true`. Calls that make objects always check.
  @exclusivity(unchecked) public var checksDraws = true

  /// Called with a warning when a draw is legal but probably a mistake, once for each text.
  /// Default: `nil`, which drops warnings.
  ///
  /// There are warnings of uniforms that were never set or are not a number, matrices that are not
  /// finite, samplers without a texture, a texture that is drawn into and sampled at once, samples
  /// that were not resolved, mipmaps that don't show what was drawn into their texture, a depth or
  /// stencil test without such a buffer, depth and stencil values that were never cleared, depth to
  /// which nothing compares, lines and points wider than the driver's, numbers beyond 0…1, masks
  /// that keep a part from being cleared, vertices that form no primitive, strides and offsets that
  /// count no bytes or mix values up, textures that were never filled, texture units without a
  /// fitting texture, colors of 0…255, shaders without a position or a point size, parts of a
  /// `FixedState` without an effect, and errors of earlier calls: those that your own GL calls
  /// left, or draws while ``checksDraws`` was off. Calls of this library take them out of GL, and
  /// don't throw them as their own. Call ``checkErrors(after:)`` right after your calls to get them
  /// thrown instead.
  @exclusivity(unchecked) public var onWarning: ((_ warning: String) -> Void)? {
    didSet { if onWarning == nil { unwatched += 1 } }
  }

  /// Whether the driver's extensions are ignored, to test the plain ES 2.0 path. Default: `false`.
  public let ignoresExtensions: Bool

  /// The driver's vendor, renderer and versions.
  public let driver: Driver

  /// The name in errors. Default: `context` and a number.
  public let label: String

  let deletions = DeletionQueue()
  private lazy var resetStatus = lookUp(.resetReports).map {
    unsafeBitCast($0[0], to: (@convention(c) () -> GLenum).self)
  }
  /// Measures spans of the GPU; `nil` without `GL_EXT_disjoint_timer_query`.
  lazy var timerQueries = TimerQueries(self)
  let pixelTransfer: PixelTransfer
  /// The last applied state; `nil` if it is unknown.
  var appliedState: RenderState?
  /// The enabled attribute arrays, one bit per location; `nil` if they are unknown.
  var enabledAttributes: UInt32?
  /// The attribute locations whose values advance by instances, one bit each.
  var dividedAttributes: UInt32 = 0
  /// The bound objects, so that binding one again costs no call.
  @exclusivity(unchecked) var bindings = Bindings()
  /// The framebuffer that was bound last; `nil` for a window or if it is unknown.
  weak var target: (any DrawTarget)?
  private var warnings: Set<String> = []
  /// How often draws began that nothing is noted of: other code's, and those without warnings.
  private(set) var unwatched = 0
  /// The error of a call that can't throw; the next call that can throws it.
  var postponed: GLESError?
  let serial: Int
  /// The major version: 3 for `OpenGL ES 3.2 Mesa 22.3.6`; 2 if the text has another form.
  let majorVersion: Int
  /// EGL's handle; 0 for a context of GLX.
  let handle: UInt
  private let procAddress: ((_ name: String) -> UnsafeMutableRawPointer?)?
  /// What must live as long as this object: the EGL context of an offscreen context.
  private let owner: AnyObject?

  /// The driver's description of itself.
  public struct Driver: Hashable, Sendable {
    /// `GL_VENDOR`, such as `Mesa`.
    public let vendor: String
    /// `GL_RENDERER`, such as `llvmpipe (LLVM 15.0.6, 256 bits)`.
    public let renderer: String
    /// `GL_VERSION`, such as `OpenGL ES 3.2 Mesa 22.3.6`; a higher version serves ES 2.0 too.
    public let version: String
    /// `GL_SHADING_LANGUAGE_VERSION`, such as `OpenGL ES GLSL ES 3.20`.
    public let shadingLanguageVersion: String
  }

  /// Adopts the context that is current on this thread.
  ///
  /// - Parameters:
  ///   - label: The name in errors. Default: `context` and a number.
  ///   - ignoresExtensions: Whether to ignore the driver's extensions. Default: `false`.
  ///   - procAddress: Finds an extension's C function by name, as `eglGetProcAddress` does; without
  ///     it none are used.
  /// - Throws: ``GLESError/noCurrentContext``; ``GLESError/contextInUse(label:)`` if the GL context
  ///   has a `Context`.
  public convenience init(
    label: String? = nil, ignoresExtensions: Bool = false,
    procAddress: ((_ name: String) -> UnsafeMutableRawPointer?)? = nil
  ) throws(GLESError) {
    try self.init(
      label: label, ignoresExtensions: ignoresExtensions, owner: nil, procAddress: procAddress)
  }

  /// Adopts the current context, and keeps its owner.
  package init(
    label: String?, ignoresExtensions: Bool, owner: AnyObject?,
    procAddress: ((_ name: String) -> UnsafeMutableRawPointer?)?
  ) throws(GLESError) {
    guard let version = Self.string(GL_VERSION) else { throw .noCurrentContext }
    handle = CurrentContexts.handle
    (serial, self.label) = try CurrentContexts.add(handle, label: label)
    self.owner = owner
    let words = version.split(separator: " ")
    majorVersion = words.count > 2 && words[1] == "ES" ? Int(words[2].prefix(1)) ?? 2 : 2
    self.ignoresExtensions = ignoresExtensions
    self.procAddress = procAddress
    driver = Driver(
      vendor: Self.string(GL_VENDOR) ?? "", renderer: Self.string(GL_RENDERER) ?? "",
      version: version, shadingLanguageVersion: Self.string(GL_SHADING_LANGUAGE_VERSION) ?? "")
    let names = Set((Self.string(GL_EXTENSIONS) ?? "").split(separator: " ").map(String.init))
    extensions = ignoresExtensions ? [] : names
    limits = .read()
    pixelTransfer = PixelTransfer(extensions: names, isES3: majorVersion >= 3)
    packsDepthStencil = majorVersion >= 3 || names.contains("GL_OES_packed_depth_stencil")
  }

  deinit { if handle != 0 { CurrentContexts.remove(handle) } }

  /// The names in `GL_EXTENSIONS`; empty if ``ignoresExtensions`` is set.
  public let extensions: Set<String>

  /// The driver's limits.
  public let limits: Limits

  /// Whether depth and stencil can share a buffer, even if ``ignoresExtensions`` is set: a driver
  /// may have no other form.
  let packsDepthStencil: Bool

  /// The functions of features that were looked up; `nil` for those that the driver lacks.
  var features: [Feature: [UnsafeMutableRawPointer]?] = [:]

  /// Reports a warning, each text once.
  package func warn(_ text: String) {
    if let onWarning, warnings.insert(text).inserted { onWarning(text) }
  }

  /// Returns the address of an extension's function, or `nil` if the context was made without
  /// `procAddress`.
  public func address(of function: String) -> UnsafeMutableRawPointer? {
    ignoresExtensions ? nil : procAddress?(function)
  }

  /// Deletes the objects that were released since the last use. Making an object and drawing do
  /// this automatically; call it in a loop that does neither.
  public func deleteDroppedObjects() {
    if mayBegin("glDelete…") { deleteDropped() }
  }

  func deleteDropped() {
    // GL unbinds a deleted object and may reuse its name.
    if deletions.drain(in: self) { bindings.forgetObjects() }
  }

  /// Forgets the known GL state after other code changed it. The next draw and the next
  /// ``apply(_:)`` set all of it again.
  public func invalidateState() {
    appliedState = nil
    target = nil
    enabledAttributes = nil
    unwatched += 1
    bindings.forgetAll()
  }

  /// Waits until the driver has completed all calls. The corresponding C function is `glFinish`.
  public func finish() { if mayBegin("glFinish", asksEGL: true) { glFinish() } }

  /// Passes all calls on to the driver, and does not wait for them. The corresponding C function is
  /// `glFlush`.
  public func flush() { if mayBegin("glFlush", asksEGL: true) { glFlush() } }

  /// Checks whether the GPU was reset, which a driver need not report by `glGetError`. Reading
  /// pixels checks this automatically.
  ///
  /// The corresponding C function is `glGetGraphicsResetStatusEXT` (`GL_EXT_robustness`) or
  /// `glGetGraphicsResetStatusKHR` (`GL_KHR_robustness`). Without either extension nothing is
  /// checked.
  ///
  /// - Parameter function: The C function that the error names.
  /// - Throws: ``GLESError/contextLost(function:)``.
  public func checkReset(after function: String) throws(GLESError) {
    if let resetStatus, resetStatus() != GLenum(GL_NO_ERROR) {
      throw .contextLost(function: function)
    }
  }

  /// Reads and clears all pending GL errors.
  ///
  /// - Parameter function: The C function that the error names, such as `glDrawArrays`.
  /// - Throws: ``GLESError/contextLost(function:)``, ``GLESError/outOfMemory(function:)`` or
  ///   ``GLESError/invalidCall(function:errors:)``, in this order of precedence.
  public func checkErrors(after function: String) throws(GLESError) {
    if let postponed {
      self.postponed = nil
      throw postponed
    }
    guard let first = Self.nextError() else { return }
    throw GLESError([first] + Self.drainErrors(), after: function)
  }

  /// Returns and clears one pending error. Each draw asks, so there is no array without errors.
  @inline(__always)
  static func nextError() -> GLErrorCode? {
    let code = glGetError()
    return code == GL_NO_ERROR ? nil : GLErrorCode(rawValue: code)
  }

  /// Returns all pending errors, oldest first. A driver may hold several at once, hence the loop; a
  /// lost context may repeat its error forever, hence the limit.
  static func drainErrors() -> [GLErrorCode] {
    var errors: [GLErrorCode] = []
    while errors.count < 16, let error = nextError() { errors.append(error) }
    return errors
  }

  static func string(_ name: Int32) -> String? {
    glGetString(GLenum(name)).map { String(cString: $0) }
  }

  static func integer(_ name: Int32) -> Int {
    var value: GLint = 0
    glGetIntegerv(GLenum(name), &value)
    return Int(value)
  }
}

/// A framebuffer that is drawn to.
protocol DrawTarget: AnyObject {
  /// Notes that it was drawn to or cleared, while warnings are wanted.
  func noteDrawn()
  /// Notes to what its depth was cleared.
  func noteCleared(depth: Float)
  /// Notes that its stencil values were cleared.
  func noteClearedStencil()
}
