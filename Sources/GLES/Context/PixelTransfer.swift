import GLESKitCGLES2

/// The state beside ES 2.0's own that decides where GL reads and writes a picture in memory.
///
/// ES 3, which a driver may hand out for an ES 2 request, and some extensions let an application
/// leave a row length, rows and pixels to skip, or a buffer object that stands for memory. With any
/// of them GL would go beyond the memory that a caller of this library gave.
struct PixelTransfer {
  private let parameters: [GLenum]
  private let bufferTargets: [GLenum]

  // Of GL_NV_pack_subimage and ES 3; Debian's ES 2.0 headers lack them.
  static let packRowLength: Int32 = 0x0D02
  private static let packSkipRows: Int32 = 0x0D03
  private static let packSkipPixels: Int32 = 0x0D04

  /// Asks the driver what it has, whatever a ``Context`` pretends.
  init() {
    let isES3 = Context.majorVersion >= 3
    let extensions = (Context.string(GL_EXTENSIONS) ?? "").split(separator: " ")
    func choose(_ names: [Int32], where name: Substring) -> [GLenum] {
      isES3 || extensions.contains(name) ? names.map { GLenum($0) } : []
    }
    parameters =
      choose(
        [GL_UNPACK_ROW_LENGTH_EXT, GL_UNPACK_SKIP_ROWS_EXT, GL_UNPACK_SKIP_PIXELS_EXT],
        where: "GL_EXT_unpack_subimage")
      + choose(
        [Self.packRowLength, Self.packSkipRows, Self.packSkipPixels], where: "GL_NV_pack_subimage")
      // No version of ES has it: only the extension's name tells.
      + (extensions.contains("GL_ANGLE_pack_reverse_row_order")
        ? [GLenum(GL_PACK_REVERSE_ROW_ORDER_ANGLE)] : [])
    bufferTargets = choose(
      [GL_PIXEL_PACK_BUFFER_NV, GL_PIXEL_UNPACK_BUFFER_NV], where: "GL_NV_pixel_buffer_object")
  }

  /// Puts all of it back to GL's defaults. The corresponding C functions are `glPixelStorei` and
  /// `glBindBuffer`.
  func reset() {
    for parameter in parameters { glPixelStorei(parameter, 0) }
    for target in bufferTargets { glBindBuffer(target, 0) }
  }
}
