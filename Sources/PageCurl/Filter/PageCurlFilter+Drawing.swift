import GLES
import Imaging

extension PageCurlFilter {
  /// Returns the shape that the values describe, of a page of the size of `inputImage`.
  ///
  /// - Throws: ``PageCurlFilterError/noImage`` or ``PageCurlFilterError/curl(_:)``.
  package func geometry() throws(PageCurlFilterError) -> CurlGeometry {
    guard let image = image("inputImage") else { throw .noImage }
    do throws(PageCurlError) {
      return try CurlGeometry(
        width: Double(image.width), height: Double(image.height),
        time: enabled ? number("inputTime") : 0, angle: number("inputAngle"),
        radius: number("inputRadius"), fold: .cylinder)
    } catch {
      throw .curl(error)
    }
  }

  /// The look that the values describe.
  ///
  /// `inputFrontColor` and `inputBackColor` tint their sides. `inputShadowSize` is the shadow's
  /// softness and `inputShadowAmount` its strength. `inputShadowExtent`, or else
  /// `inputShadowBounds`, is the area on which it may fall. `inputShadingImage` is a lit sphere
  /// that replaces the light.
  package var look: CurlLook {
    var look = CurlLook()
    let (front, back) = (color("inputFrontColor"), color("inputBackColor"))
    look.frontTint = SIMD3(front.x, front.y, front.z)
    look.backTint = SIMD3(back.x, back.y, back.z)
    look.drawsFront = flag("inputFrontEnabled")
    look.drawsBack = flag("inputBackEnabled")
    look.shading = image("inputShadingImage").map { CurlShading(sphere: $0) }
    let shade = color("inputShadowColor")
    var shadow = CurlShadow(
      softness: number("inputShadowSize"), strength: number("inputShadowAmount") * shade.w,
      color: SIMD3(shade.x, shade.y, shade.z))
    if let box = rectangle("inputShadowExtent") ?? rectangle("inputShadowBounds") {
      shadow.bounds = PageRect(
        low: SIMD2(box.x, box.y), high: SIMD2(box.x + box.z, box.y + box.w))
    }
    look.shadow = shadow
    return look
  }

  /// Draws what the values describe into a new image, which shows `inputExtent` of page space or,
  /// without that, the page.
  ///
  /// - Parameter renderer: The renderer, whose context is current.
  /// - Throws: ``PageCurlFilterError``.
  public func outputImage(_ renderer: PageRenderer) throws(PageCurlFilterError) -> Image {
    let curl = try geometry()
    guard let front = image("inputImage") else { throw .noImage }
    let extent = rectangle("inputExtent") ?? SIMD4(0, 0, curl.width, curl.height)
    do throws(GLESError) {
      let context = renderer.context
      var pages = CurlPages(front: try page(front, "inputImage", context))
      if let back = image("inputBacksideImage") {
        pages.back = try page(back, "inputBacksideImage", context)
      }
      if let below = image("inputTargetImage") {
        pages.below = try page(below, "inputTargetImage", context)
      }
      let target = try Framebuffer(
        context, width: max(Int(extent.z.rounded()), 1), height: max(Int(extent.w.rounded()), 1))
      target.bind()
      context.apply(RenderState())
      context.clear(color: .zero)
      try renderer.draw(
        [CurlLeaf(.fold(curl), pages: pages, look: look)],
        view: CurlView(origin: SIMD2(extent.x, extent.y)), into: target)
      return try target.readImage()
    } catch {
      throw .drawing(error)
    }
  }

  private func page(
    _ image: Image, _ key: String, _ context: Context
  ) throws(GLESError) -> CurlPage {
    if let known = cachedPages[key], known.image == image, known.page.texture.context === context {
      return known.page
    }
    let page = CurlPage(try Texture(context, image), isOpaque: image.isOpaque)
    if cachesInputImage { cachedPages[key] = (image, page) }
    return page
  }

  private func number(_ key: String) -> Double {
    if case .number(let number) = self[key] { number } else { 0 }
  }

  private func flag(_ key: String) -> Bool {
    if case .flag(let flag) = self[key] { flag } else { true }
  }

  private func color(_ key: String) -> SIMD4<Double> {
    if case .color(let color) = self[key] { color } else { SIMD4(repeating: 1) }
  }

  private func rectangle(_ key: String) -> SIMD4<Double>? {
    if case .rectangle(let rectangle) = self[key] { rectangle } else { nil }
  }

  private func image(_ key: String) -> Image? {
    if case .image(let image) = self[key] { image } else { nil }
  }
}
