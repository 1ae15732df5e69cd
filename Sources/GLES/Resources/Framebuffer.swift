import GLESKitCGLES2
import Imaging

/// A framebuffer object: a target other than a window to draw to and read pixels from.
public final class Framebuffer: DrawTarget {
  /// The order of a pixel's four bytes in memory.
  public enum ReadFormat: Hashable, Sendable {
    /// Red first: what ES 2.0 guarantees.
    case rgba
    /// Blue first; needs `GL_EXT_read_format_bgra`.
    case bgra
  }

  /// The GL name of what is drawn to, for calls that this library does not wrap.
  public var name: UInt32 { sampled?.name ?? colorName }
  /// The width in pixels.
  public let width: Int
  /// The height in pixels.
  public let height: Int
  /// The texture that holds the colors.
  public let color: Texture
  /// The samples per pixel; 1 without anti-aliasing.
  public var samples: Int { sampled?.samples ?? 1 }

  /// The framebuffer object of ``color``.
  private let colorName: GLuint
  /// The target that is drawn to instead if there are several samples per pixel.
  private let sampled: SampledTarget?
  private let depthStencil: [GLuint]
  /// Whether there is a depth and a stencil buffer.
  var has: (depth: Bool, stencil: Bool)
  /// What the depth was cleared to last; `nil` if it has no value yet.
  private(set) var clearedDepth: Float?
  /// Whether the stencil values were cleared, or drawn without looking at them.
  private var hasStencilValues = false
  /// ``Context/unwatched`` when it was made.
  private let unwatched: Int
  /// Whether nobody has set the stencil values, for certain.
  var lacksStencilValues: Bool { !hasStencilValues && unwatched == context.unwatched }
  /// The textures besides ``color`` that are drawn into.
  private(set) var attached: [Texture] = []
  private let context: Context

  /// Makes a framebuffer with a new RGBA8 texture for its colors.
  ///
  /// With more than one sample per pixel, edges are anti-aliased. If the driver has ES 3.0's
  /// multisampling functions, which are looked up at run time, it shades each fragment once, for
  /// all samples that the fragment covers. Otherwise, and with `supersamples`, drawing goes to a
  /// larger image with 2×2, 4×4 or 8×8 pixels for each pixel (up to 4, 16 and 64 samples). This
  /// also anti-aliases textures and highlights, but shades that many times more fragments.
  /// `gl_FragCoord`, scissor rectangles, point sizes and line widths then refer to pixels of the
  /// larger image.
  ///
  /// Reading and copying average the samples. Call ``resolve()`` before you use ``color`` in any
  /// other way.
  ///
  /// - Parameters:
  ///   - context: The current context.
  ///   - width: The width in pixels.
  ///   - height: The height in pixels.
  ///   - depth: Whether to add a depth buffer of at least 16 bits. Default: `false`.
  ///   - stencil: Whether to add a stencil buffer of 8 bits. Default: `false`.
  ///   - samples: Samples per pixel, limited to the driver's maximum. Default: 1.
  ///   - supersamples: Whether to supersample even if the driver can multisample. Default: `false`.
  ///   - label: The name in GPU debuggers. Default: the size, as in `framebuffer 640×480`.
  /// - Throws: As ``init(_:color:face:depth:stencil:depthTexture:furtherColors:label:)``, and what
  ///   making a texture throws.
  public convenience init(
    _ context: Context, width: Int, height: Int, depth: Bool = false, stencil: Bool = false,
    samples: Int = 1, supersamples: Bool = false, label: String? = nil
  ) throws(GLESError) {
    let color = try Texture(context, width: width, height: height)
    guard samples > 1 else {
      try self.init(context, color: color, depth: depth, stencil: stencil, label: label)
      return
    }
    let sampled: SampledTarget
    if !supersamples, let functions = context.lookUp(.multisampling) {
      sampled = try MultisampledTarget(
        color, depth: depth, stencil: stencil, samples: samples, functions)
    } else {
      sampled = try SupersampledTarget(color, depth: depth, stencil: stencil, samples: samples)
    }
    try self.init(
      context, color: color, depth: depth, stencil: stencil, sampled: sampled, label: label)
    bind()
  }

  /// Makes a framebuffer that draws into a flat texture or a face of a cube map. It is bound when
  /// this returns.
  ///
  /// The corresponding C functions are `glFramebufferTexture2D`, `glFramebufferRenderbuffer` and
  /// `glCheckFramebufferStatus`.
  ///
  /// - Parameters:
  ///   - context: The current context.
  ///   - color: The texture for the colors.
  ///   - face: The face of a cube map, whose top is at the framebuffer's bottom; `nil` for a flat
  ///     texture.
  ///   - depth: Whether to add a depth buffer of at least 16 bits. Default: `false`.
  ///   - stencil: Whether to add a stencil buffer of 8 bits. Default: `false`.
  ///   - depthTexture: A texture for the depth, of the format `depth24`, instead of a buffer.
  ///   - furtherColors: Textures of the same size for `gl_FragData[1]` and so on; fragment shaders
  ///     need `#extension GL_EXT_draw_buffers : require`. Needs ``Feature/drawBuffers``.
  ///   - label: The name in GPU debuggers. Default: the size, as in `framebuffer 640×480`.
  /// - Throws: ``GLESError/incompleteFramebuffer(reason:)``, ``GLESError/outOfMemory(function:)``,
  ///   and ``GLESError/unsupported(what:remedy:)`` for what the driver lacks.
  public convenience init(
    _ context: Context, color: Texture, face: Texture.CubeFace? = nil, depth: Bool = false,
    stencil: Bool = false, depthTexture: Texture? = nil, furtherColors: [Texture] = [],
    label: String? = nil
  ) throws(GLESError) {
    try self.init(
      context, color: color, face: face, depth: depth, stencil: stencil, sampled: nil, label: label)
    if let depthTexture { try attach(depthTexture, depth: depth) }
    if !furtherColors.isEmpty { try attach(furtherColors) }
    guard depthTexture != nil || !furtherColors.isEmpty else { return }
    attached = furtherColors + [depthTexture].compactMap(\.self)
    if context.onWarning == nil { for texture in attached { texture.isEmpty = false } }
    try Self.checkCompleteness(context)
  }

  private init(
    _ context: Context, color: Texture, face: Texture.CubeFace? = nil, depth: Bool, stencil: Bool,
    sampled: SampledTarget?, label: String?
  ) throws(GLESError) {
    try context.begin("glGenFramebuffers")
    try context.check("color texture", isOf: color.context)
    try color.format.checkIsTarget(in: context)
    guard (color.kind == .cube) == (face != nil) else {
      throw .incompleteFramebuffer(
        reason: face == nil
          ? "of a cube map, one face can hold its colors; name the face, or use a flat texture"
          : "a flat texture has no faces; leave out the face, or use a cube map")
    }
    var name: GLuint = 0
    glGenFramebuffers(1, &name)
    colorName = name
    self.sampled = sampled
    self.color = color
    self.context = context
    width = color.width
    height = color.height
    has = (depth, stencil)
    unwatched = context.unwatched
    let formats = DepthStencilFormat.formats(
      depth: depth && sampled == nil, stencil: stencil && sampled == nil, in: context)
    var renderbuffers = [GLuint](repeating: 0, count: formats.count)
    glGenRenderbuffers(GLsizei(formats.count), &renderbuffers)
    depthStencil = renderbuffers

    glBindFramebuffer(GLenum(GL_FRAMEBUFFER), name)
    context.setViewport(bounds)
    glFramebufferTexture2D(
      GLenum(GL_FRAMEBUFFER), GLenum(GL_COLOR_ATTACHMENT0), face?.target ?? color.target,
      color.name, 0)
    try context.checkErrors(after: "glFramebufferTexture2D")
    for (renderbuffer, format) in zip(renderbuffers, formats) {
      glBindRenderbuffer(GLenum(GL_RENDERBUFFER), renderbuffer)
      glRenderbufferStorage(
        GLenum(GL_RENDERBUFFER), format.name, GLsizei(width), GLsizei(height))
      format.attach(renderbuffer)
    }
    try context.checkErrors(after: "glRenderbufferStorage")
    try Self.checkCompleteness(context)
    let label = label ?? "framebuffer \(width)×\(height)"
    context.label(GL_FRAMEBUFFER, self.name, label)
    if sampled != nil { context.label(GL_FRAMEBUFFER, colorName, "\(label), resolved") }
    context.target = self
    // What is drawn is noted only while warnings are wanted.
    if context.onWarning == nil { (color.isEmpty, hasStencilValues) = (false, true) }
  }

  deinit {
    context.deletions.add(.framebuffer, colorName)
    for renderbuffer in depthStencil { context.deletions.add(.renderbuffer, renderbuffer) }
  }

  /// The region of all pixels.
  public var bounds: PixelRegion { PixelRegion(width: width, height: height) }

  /// Makes this the target of drawing and sets the viewport to all of it.
  /// The corresponding C functions are `glBindFramebuffer` and `glViewport`.
  public func bind() {
    guard context.mayBegin("glBindFramebuffer", asksEGL: true) else { return }
    glBindFramebuffer(GLenum(GL_FRAMEBUFFER), name)
    context.target = self
    context.setViewport(sampled?.bounds ?? bounds)
  }

  /// Averages the samples of each pixel into ``color``; does nothing with one sample. The
  /// framebuffer is bound when this returns.
  ///
  /// Call it after drawing and before you use ``color`` as a texture. The corresponding C function
  /// is `glBlitFramebuffer` of ES 3.0 where the driver multisamples.
  ///
  /// - Throws: The driver's errors.
  public func resolve() throws(GLESError) {
    guard let sampled else { return }
    try context.begin("glBlitFramebuffer")
    try resolve(sampled)
    bind()
  }

  private func resolve(_ sampled: SampledTarget) throws(GLESError) {
    // Scissors, masks and blending are for drawing, not for this.
    let state = context.appliedState
    context.apply(RenderState())
    try sampled.resolve(into: colorName, bounds)
    color.isUnresolved = false
    (color.hasMipmaps, color.isEmpty) = (false, false)
    if let state { context.apply(state) }
  }

  func noteDrawn() {
    if samples > 1 { color.isUnresolved = true }
    for texture in [color] + attached { (texture.hasMipmaps, texture.isEmpty) = (false, false) }
  }

  func noteCleared(depth: Float) {
    clearedDepth = depth
    for texture in attached { texture.isEmpty = false }
  }

  func noteClearedStencil() { hasStencilValues = true }

  /// Binds the pixels of ``color``, for reading; call ``bind()`` afterwards.
  func bindForReading() throws(GLESError) {
    if color.lacksContent {
      context.warn(
        "a framebuffer of \(width)×\(height) pixels is read that nothing was drawn into; bind it "
          + "before drawing, and call invalidateState() after GL calls of your own that draw")
    }
    if let sampled { try resolve(sampled) }
    glBindFramebuffer(GLenum(GL_FRAMEBUFFER), colorName)
    context.target = self
    context.setViewport(bounds)
  }

  /// Reads pixels into the caller's memory, top row first. Waits until drawing is complete. The
  /// framebuffer is bound when this returns.
  ///
  /// The corresponding C function is `glReadPixels`.
  ///
  /// - Parameters:
  ///   - memory: The memory, from the top row's start to the bottom row's end.
  ///   - region: The region to read, from the bottom left. Default: all.
  ///   - bytesPerRow: Bytes from one row's start to the next. Default: 4 per column of the region.
  ///   - format: The byte order. Default: red first.
  /// - Throws: ``GLESError/badPixels(reason:)`` if the region or the memory does not fit,
  ///   ``GLESError/unsupported(what:remedy:)`` if the driver cannot read BGRA, and the driver's
  ///   errors.
  public func readPixels(
    into memory: UnsafeMutableRawBufferPointer, region: PixelRegion? = nil, bytesPerRow: Int? = nil,
    format: ReadFormat = .rgba
  ) throws(GLESError) {
    let region = region ?? bounds
    guard region.lies(within: width, height) else {
      throw .badPixels(reason: "the region to read is not inside \(width)×\(height) pixels")
    }
    if color.format.isFloat {
      throw .badPixels(reason: "the colors are \(color.format); use readFloats()")
    }
    guard region.width > 0 && region.height > 0 else { return }
    let rowBytes = region.width * 4
    let bytesPerRow = bytesPerRow ?? rowBytes
    try Rows.check(memory.count, hold: region.height, of: rowBytes, apart: bytesPerRow)
    if format == .bgra { try context.require(.bgraReading) }
    try context.begin("glReadPixels")
    try bindForReading()
    defer { if sampled != nil { bind() } }
    try Self.checkCompleteness(context)
    // The application may have set 8, with which GL would write beyond the rows' end.
    glPixelStorei(GLenum(GL_PACK_ALIGNMENT), 4)
    context.pixelTransfer.reset()
    // Let the driver reverse the rows if it can.
    let turns = context.extensions.contains("GL_ANGLE_pack_reverse_row_order")
    let spreads = turns && context.extensions.contains("GL_NV_pack_subimage")
    if turns { glPixelStorei(GLenum(GL_PACK_REVERSE_ROW_ORDER_ANGLE), 1) }
    defer { if turns { glPixelStorei(GLenum(GL_PACK_REVERSE_ROW_ORDER_ANGLE), 0) } }
    if bytesPerRow == rowBytes {
      try read(region, format, into: memory)
      if !turns { Rows.turn(memory, rowBytes: rowBytes, rows: region.height) }
    } else if spreads, bytesPerRow % 4 == 0, let length = GLint(exactly: bytesPerRow / 4) {
      let parameter = GLenum(PixelTransfer.packRowLength)
      glPixelStorei(parameter, length)
      defer { glPixelStorei(parameter, 0) }
      try read(region, format, into: memory)
    } else {
      try spread(region, format, bytesPerRow: bytesPerRow, isTurned: turns, into: memory)
    }
  }

  private func read(
    _ region: PixelRegion, _ format: ReadFormat, into memory: UnsafeMutableRawBufferPointer
  ) throws(GLESError) {
    glReadPixels(
      GLint(region.x), GLint(region.y), GLsizei(region.width), GLsizei(region.height),
      GLenum(format == .rgba ? GL_RGBA : GL_BGRA_EXT), GLenum(GL_UNSIGNED_BYTE),
      memory.baseAddress)
    try context.checkErrors(after: "glReadPixels")
    try context.checkReset(after: "glReadPixels")
  }

  /// Reads packed rows and copies each row to its place.
  private func spread(
    _ region: PixelRegion, _ format: ReadFormat, bytesPerRow: Int, isTurned: Bool,
    into memory: UnsafeMutableRawBufferPointer
  ) throws(GLESError) {
    let rowBytes = region.width * 4
    let packed = UnsafeMutableRawBufferPointer.allocate(
      byteCount: rowBytes * region.height, alignment: 16)
    defer { packed.deallocate() }
    try read(region, format, into: packed)
    for row in 0..<region.height {
      let source = (isTurned ? row : region.height - 1 - row) * rowBytes
      let target = row * bytesPerRow
      memory[target..<target + rowBytes].copyBytes(from: packed[source..<source + rowBytes])
    }
  }

  /// Reads all pixels as an image; see ``readPixels(into:region:bytesPerRow:format:)``.
  public func readImage() throws(GLESError) -> Image {
    var pixels = [UInt8](repeating: 0, count: width * height * 4)
    try pixels.withUnsafeMutableBufferPointer { pixels throws(GLESError) in
      try readPixels(into: UnsafeMutableRawBufferPointer(pixels))
    }
    return Image(width: width, height: height, pixels: pixels)
  }

  /// Checks the bound framebuffer. The corresponding C function is `glCheckFramebufferStatus`.
  static func checkCompleteness(_ context: Context) throws(GLESError) {
    let status = glCheckFramebufferStatus(GLenum(GL_FRAMEBUFFER))
    try context.checkErrors(after: "glCheckFramebufferStatus")
    if let reason = Self.fault(status) { throw .incompleteFramebuffer(reason: reason) }
  }

  private static func fault(_ status: GLenum) -> String? {
    switch Int32(bitPattern: status) {
    case GL_FRAMEBUFFER_COMPLETE: nil
    case GL_FRAMEBUFFER_INCOMPLETE_ATTACHMENT:
      "an attachment cannot be drawn to (its format or size does not allow it)"
    case GL_FRAMEBUFFER_INCOMPLETE_MISSING_ATTACHMENT: "nothing is attached to it"
    case GL_FRAMEBUFFER_INCOMPLETE_DIMENSIONS: "its attachments differ in size"
    case GL_FRAMEBUFFER_UNSUPPORTED:
      "this driver cannot draw to this combination of formats; try without depth or stencil"
    default: "status 0x\(String(status, radix: 16))"
    }
  }
}

extension Context {
  /// Makes the context's window the target of drawing and sets the viewport to all of it. Offscreen
  /// contexts have no window: use a ``Framebuffer`` there.
  ///
  /// The corresponding C functions are `glBindFramebuffer`, with the name 0, and `glViewport`.
  ///
  /// - Parameters:
  ///   - width: The window's width in pixels, not in points.
  ///   - height: The window's height in pixels.
  public func bindWindow(width: Int, height: Int) {
    guard mayBegin("glBindFramebuffer", asksEGL: true) else { return }
    glBindFramebuffer(GLenum(GL_FRAMEBUFFER), 0)
    target = nil
    setViewport(PixelRegion(width: width, height: height))
  }
}
