import GLESKitCGLES2
import Imaging

extension Texture {
  /// A face of a cube map, in GL's order.
  public enum CubeFace: Int, Hashable, Sendable, CaseIterable {
    /// The face in the direction of an axis, or in the opposite one.
    case positiveX, negativeX, positiveY, negativeY, positiveZ, negativeZ

    var target: GLenum { GLenum(GL_TEXTURE_CUBE_MAP_POSITIVE_X) + GLenum(rawValue) }
  }

  /// Makes a flat texture from an image for each mipmap level. Updating the texture later makes the
  /// mipmaps from the full image.
  ///
  /// The corresponding C function is `glTexImage2D`.
  ///
  /// - Parameters:
  ///   - context: The current context.
  ///   - levels: The full image, and images of half the width and height of the one before, rounded
  ///     down, until a last one of 1×1.
  ///   - sampling: How to sample it. Default: linear, between two levels.
  /// - Throws: ``GLESError/badPixels(reason:)`` for other sizes, and what making a texture throws.
  public convenience init(
    _ context: Context, levels: [Image], sampling: Sampling = Sampling(mipmaps: .linear)
  ) throws(GLESError) {
    let (width, height) = (levels.first?.width ?? 0, levels.first?.height ?? 0)
    try self.init(context, width: width, height: height, sampling: sampling)
    let sizes = Self.levelSizes(width, height)
    let given = levels.map { PixelSize($0.width, $0.height) }
    guard given == sizes else { throw Self.levelError(sizes, given.map(\.description)) }
    for (level, image) in levels.enumerated() {
      if level > 0 {
        try context.begin("glTexImage2D")
        bind()
        context.pixelTransfer.reset()
        Self.define(
          target, level: level, width: image.width, height: image.height,
          format.transfer(in: context))
      }
      let region = PixelRegion(width: image.width, height: image.height)
      try image.pixels.withUnsafeBufferPointer { bytes throws(GLESError) in
        try replace(
          UnsafeRawBufferPointer(bytes), region: region, bytesPerRow: image.width * 4, level: level)
      }
    }
    hasMipmaps = true
  }

  /// The sizes of all mipmap levels.
  static func levelSizes(_ width: Int, _ height: Int) -> [PixelSize] {
    var sizes = [PixelSize(width, height)]
    while let last = sizes.last, max(last.width, last.height) > 1 {
      sizes.append(PixelSize(max(last.width / 2, 1), max(last.height / 2, 1)))
    }
    return sizes
  }

  static func levelError(_ sizes: [PixelSize], _ given: [String]) -> GLESError {
    .badPixels(
      reason: "the mipmap levels are \(given.joined(separator: ", ")); use levels of "
        + sizes.map(\.description).joined(separator: ", "))
  }
}
