import GLESKitCGLES2

/// Reads a framebuffer's pixels again and again, several readbacks at a time.
///
/// With the pixel-pack buffers of ES 3.0, which are looked up at run time, no call waits for
/// drawing: the driver copies the pixels when it is done, and the memory is mapped later. On plain
/// ES 2.0, `glReadPixels` waits until the frame is drawn.
///
/// The pixels of a slot may be read on another thread, until the slot is given back. Rows are in
/// GL's order, bottom first. ``start()`` binds the framebuffer.
package final class ReadbackRing {
  /// How many newer readbacks the driver has got when a readback counts as complete. Drivers let
  /// an app run about two frames ahead, so mapping the buffer then waits for nothing.
  private static let delay = 2
  // Constants of gl3.h.
  private static let packBuffer: GLenum = 0x88EB
  private static let streamRead: GLenum = 0x88E1
  private static let readAccess: GLbitfield = 1

  /// The framebuffer.
  package let source: Framebuffer
  private let context: Context
  private let functions: [UnsafeMutableRawPointer]?
  /// The pixel-pack buffers, or memory of this object.
  private let buffers: [GLuint]
  private let memory: [UnsafeMutableRawBufferPointer]
  /// Whether each slot is neither being read nor taken.
  private var isFree: [Bool]
  /// The slots that are being read, oldest first.
  private var underWay: [Int] = []

  /// Makes a ring. The context of the framebuffer must be current.
  ///
  /// - Parameters:
  ///   - source: The framebuffer to read.
  ///   - count: The number of slots, at least 4: three for the driver, and one to be taken.
  package init(_ source: Framebuffer, count: Int) throws(GLESError) {
    self.source = source
    context = source.color.context
    isFree = [Bool](repeating: true, count: count)
    functions = context.lookUp(.pixelBuffers)
    let byteCount = source.width * source.height * 4
    try context.begin("glGenBuffers")
    guard functions != nil else {
      buffers = []
      memory = (0..<count).map { _ in .allocate(byteCount: byteCount, alignment: 64) }
      return
    }
    memory = []
    var names = [GLuint](repeating: 0, count: count)
    glGenBuffers(GLsizei(count), &names)
    buffers = names
    for name in names {
      glBindBuffer(Self.packBuffer, name)
      glBufferData(Self.packBuffer, byteCount, nil, Self.streamRead)
    }
    glBindBuffer(Self.packBuffer, 0)
    try context.checkErrors(after: "glBufferData")
  }

  deinit {
    for name in buffers { context.deletions.add(.buffer, name) }
    for bytes in memory { bytes.deallocate() }
  }

  /// Whether a readback can start.
  package var hasFreeSlot: Bool { isFree.contains(true) }

  /// Starts to read the framebuffer. Does nothing without a free slot.
  package func start() throws(GLESError) {
    guard let slot = isFree.firstIndex(of: true) else { return }
    try context.begin("glReadPixels")
    try source.bindForReading()
    defer { if source.samples > 1 { source.bind() } }
    try Framebuffer.checkCompleteness(context)
    glPixelStorei(GLenum(GL_PACK_ALIGNMENT), 4)
    context.pixelTransfer.reset()
    if !buffers.isEmpty { glBindBuffer(Self.packBuffer, buffers[slot]) }
    glReadPixels(
      0, 0, GLsizei(source.width), GLsizei(source.height), GLenum(GL_RGBA),
      GLenum(GL_UNSIGNED_BYTE), buffers.isEmpty ? memory[slot].baseAddress : nil)
    context.pixelTransfer.reset()
    try context.checkErrors(after: "glReadPixels")
    try context.checkReset(after: "glReadPixels")
    isFree[slot] = false
    underWay.append(slot)
  }

  /// Takes the oldest readback.
  ///
  /// - Parameter waits: Whether to take it even if the driver may still be busy with it.
  /// - Returns: Its slot and pixels; `nil` without a complete readback.
  package func take(waits: Bool) throws(GLESError) -> (slot: Int, pixels: UnsafeRawBufferPointer)? {
    guard let slot = underWay.first else { return nil }
    guard let functions else {
      underWay.removeFirst()
      return (slot, UnsafeRawBufferPointer(memory[slot]))
    }
    guard waits || underWay.count > Self.delay else { return nil }
    let byteCount = source.width * source.height * 4
    try context.begin("glMapBufferRange")
    glBindBuffer(Self.packBuffer, buffers[slot])
    let address = unsafeBitCast(functions[0], to: PFNGLMAPBUFFERRANGEEXTPROC.self)(
      Self.packBuffer, 0, byteCount, Self.readAccess)
    glBindBuffer(Self.packBuffer, 0)
    try context.checkErrors(after: "glMapBufferRange")
    guard let address else {
      try context.checkReset(after: "glMapBufferRange")
      throw .outOfMemory(function: "glMapBufferRange")
    }
    underWay.removeFirst()
    return (slot, UnsafeRawBufferPointer(start: address, count: byteCount))
  }

  /// Gives back a slot that was taken. Its pixels are no longer valid.
  package func giveBack(_ slot: Int) {
    isFree[slot] = true
    guard let functions, context.mayBegin("glUnmapBuffer") else { return }
    glBindBuffer(Self.packBuffer, buffers[slot])
    // The result only tells of memory that was lost after the pixels were copied.
    _ = unsafeBitCast(functions[1], to: PFNGLUNMAPBUFFEROESPROC.self)(Self.packBuffer)
    glBindBuffer(Self.packBuffer, 0)
  }
}
