import GLESKitCGLES2

/// A current OpenGL ES 2.0 context, whoever made it: `Offscreen`, SDL, GTK, a Wayland window.
///
/// ```swift
/// // After the window's own context has been made current on this thread:
/// let gl = try Context()
/// let program = try Program(gl, vertex: vertexSource, fragment: fragmentSource)
/// ```
///
/// A context belongs to one thread at a time and so is not `Sendable`. Every object made with it
/// must be used while that context is current; it may be *dropped* anywhere, because its GL name is
/// queued here and deleted at the context's next use. Make one `Context` for each GL context and
/// keep it as long as that lives.
///
/// GLESKit sets the state that a call of its own needs and leaves it set, as GL programs do: making
/// or updating a texture binds it to unit 0, making or reading a framebuffer binds that. What decides
/// how GL walks through memory (`GL_UNPACK_ALIGNMENT`, `GL_PACK_ALIGNMENT` and what ES 3 has beside
/// them) is at GL's defaults after every transfer of pixels. Code that calls GL itself in between
/// tells the context with ``invalidateState()``; in an ES 3 context it also unbinds its vertex array
/// object, or drawing would change that.
public final class Context {
  /// Finds an extension's C function by name; the corresponding C function is `eglGetProcAddress`.
  public typealias ProcAddress = (_ name: String) -> UnsafeMutableRawPointer?

  /// Whether draw calls look for GL errors, at the cost of one `glGetError` each. Default: `true`.
  /// Calls that make objects always do.
  public var checksDraws = true

  /// Switches the debug mode on: called with a sentence when a draw does what is legal but hardly
  /// meant, such as using a uniform that was never set (once for each program). Default: `nil`.
  public var onWarning: ((_ warning: String) -> Void)?

  /// Pretend that the driver has no extensions, to try the plain ES 2.0 path. Default: `false`.
  public let ignoresExtensions: Bool

  /// Who made the driver, which GPU it drives, and what it speaks.
  public let driver: Driver

  /// Where programs that are made of sources are kept for later runs. Default: `nil`, nowhere.
  public var programCache: ProgramCache?

  let deletions = DeletionQueue()
  private lazy var resetStatus = resetStatusFunction()
  private(set) lazy var pixelTransfer = PixelTransfer()
  private(set) lazy var programBinaries = ProgramBinaries(self)
  // Every draw asks for these several times. No access to them runs other code, so that Swift's check for
  // overlapping ones, which costs as much as the rest of it, finds nothing.
  /// The state as last applied; `nil` where it is unknown.
  @exclusivity(unchecked) var appliedState: RenderState?
  /// The attribute arrays that are enabled, a bit a location; `nil` where that is unknown.
  var enabledAttributes: UInt32?
  /// What is bound, so that binding it again costs no call.
  @exclusivity(unchecked) var bindings = Bindings()
  private let procAddress: ProcAddress?

  /// The driver's own words about itself.
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
  ///   - ignoresExtensions: Pretend that there are none, to try the plain ES 2.0 path.
  ///   - procAddress: Finds extension functions; without it none are used.
  /// - Throws: ``GLESError/noCurrentContext`` where there is none.
  public init(
    ignoresExtensions: Bool = false, procAddress: ProcAddress? = nil
  ) throws(GLESError) {
    guard let version = Self.string(GL_VERSION) else { throw .noCurrentContext }
    self.ignoresExtensions = ignoresExtensions
    self.procAddress = procAddress
    driver = Driver(
      vendor: Self.string(GL_VENDOR) ?? "", renderer: Self.string(GL_RENDERER) ?? "",
      version: version, shadingLanguageVersion: Self.string(GL_SHADING_LANGUAGE_VERSION) ?? "")
  }

  /// The names in `GL_EXTENSIONS`; empty where ``ignoresExtensions`` is set.
  public private(set) lazy var extensions: Set<String> =
    ignoresExtensions
    ? [] : Set((Self.string(GL_EXTENSIONS) ?? "").split(separator: " ").map(String.init))

  /// What this driver can do at most.
  public private(set) lazy var limits = Limits()

  /// The address of an extension's function, or `nil` where the context was made without a way to
  /// find it.
  public func address(of function: String) -> UnsafeMutableRawPointer? {
    ignoresExtensions ? nil : procAddress?(function)
  }

  /// Deletes the objects that have been dropped since the last use. Making an object and drawing do
  /// this by themselves; call it in a loop that does neither.
  public func deleteDroppedObjects() {
    // GL unbinds what it deletes, and gives the name to the next object that is made.
    if deletions.drain() { bindings.forgetObjects() }
  }

  /// Tells the context that other code has changed GL state, so that the next draw and the next
  /// ``apply(_:)`` set all of it again.
  public func invalidateState() {
    appliedState = nil
    enabledAttributes = nil
    bindings.forgetAll()
  }

  /// Waits until the driver has done all that was asked. The corresponding C function is `glFinish`.
  public func finish() { glFinish() }

  /// Asks whether the GPU was reset, which a driver need not report by `glGetError`. Reading pixels
  /// does this by itself.
  ///
  /// The corresponding C function is `glGetGraphicsResetStatusEXT` (`GL_EXT_robustness`), or its
  /// `GL_KHR_robustness` twin; a driver that has neither is taken to be well.
  ///
  /// - Parameter function: The call to blame.
  /// - Throws: ``GLESError/contextLost(function:)``.
  public func checkReset(after function: String) throws(GLESError) {
    if let resetStatus, resetStatus() != GLenum(GL_NO_ERROR) {
      throw .contextLost(function: function)
    }
  }

  private typealias ResetStatus = @convention(c) () -> GLenum

  private func resetStatusFunction() -> ResetStatus? {
    for suffix in ["EXT", "KHR"] where extensions.contains("GL_\(suffix)_robustness") {
      if let address = address(of: "glGetGraphicsResetStatus\(suffix)") {
        return unsafeBitCast(address, to: ResetStatus.self)
      }
    }
    return nil
  }

  /// Reads and clears every GL error that is pending.
  ///
  /// - Parameter function: The call to blame, such as `glDrawArrays`.
  /// - Throws: ``GLESError/outOfMemory(function:)``, ``GLESError/contextLost(function:)`` or
  ///   ``GLESError/invalidCall(function:errors:)``, in this order of weight.
  public func checkErrors(after function: String) throws(GLESError) {
    let errors = Self.drainErrors()
    if !errors.isEmpty { throw GLESError(errors, after: function) }
  }

  /// Every pending error, oldest first. GL may hold several at once, one for each part of a driver,
  /// hence the loop; a lost context may repeat its error for ever, hence its end.
  static func drainErrors() -> [GLErrorCode] {
    var errors: [GLErrorCode] = []
    while errors.count < 16 {
      let code = glGetError()
      if code == GL_NO_ERROR { break }
      errors.append(GLErrorCode(rawValue: code))
    }
    return errors
  }

  /// 3 of `OpenGL ES 3.2 Mesa 22.3.6`; 2 where the driver words its version otherwise.
  static var majorVersion: Int {
    let words = (string(GL_VERSION) ?? "").split(separator: " ")
    guard words.count > 2, words[1] == "ES" else { return 2 }
    return Int(words[2].prefix { $0.isNumber }) ?? 2
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
