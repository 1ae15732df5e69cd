import GLESKitCGLES2

/// Pixel-store state beyond ES 2.0 that changes where GL reads and writes an image in memory.
///
/// A driver may return an ES 3 context for an ES 2 request. ES 3 and some extensions add a row
/// length, skipped rows and pixels, and pixel buffer objects. If an application leaves one of them
/// set, GL would read or write beyond the memory that a caller passed to this library.
struct PixelTransfer {
  private let parameters: [GLenum]
  private let bufferTargets: [GLenum]

  // Of GL_NV_pack_subimage and ES 3; Debian's ES 2.0 headers lack them.
  static let packRowLength: Int32 = 0x0D02
  private static let packSkipRows: Int32 = 0x0D03
  private static let packSkipPixels: Int32 = 0x0D04

  /// Asks the driver which state it has, even where ``Context/ignoresExtensions`` is set.
  init(extensions: Set<String>, isES3: Bool) {
    func choose(_ names: [Int32], where name: String) -> [GLenum] {
      isES3 || extensions.contains(name) ? names.map { GLenum($0) } : []
    }
    parameters =
      choose(
        [GL_UNPACK_ROW_LENGTH_EXT, GL_UNPACK_SKIP_ROWS_EXT, GL_UNPACK_SKIP_PIXELS_EXT],
        where: "GL_EXT_unpack_subimage")
      + choose(
        [Self.packRowLength, Self.packSkipRows, Self.packSkipPixels], where: "GL_NV_pack_subimage")
      // No ES version includes this, so only the extension's name tells.
      + (extensions.contains("GL_ANGLE_pack_reverse_row_order")
        ? [GLenum(GL_PACK_REVERSE_ROW_ORDER_ANGLE)] : [])
    bufferTargets = choose(
      [GL_PIXEL_PACK_BUFFER_NV, GL_PIXEL_UNPACK_BUFFER_NV], where: "GL_NV_pixel_buffer_object")
  }

  /// Resets the state to GL's defaults. The corresponding C functions are `glPixelStorei` and
  /// `glBindBuffer`.
  func reset() {
    for parameter in parameters { glPixelStorei(parameter, 0) }
    for target in bufferTargets { glBindBuffer(target, 0) }
  }
}
