import GLEffects
import Glibc
import ImageCoding
import Offscreen

/// Shows an effect beside the original, on a checked background.
func pair(_ original: Image, _ changed: Image) -> Image {
  let (width, height) = (2 * 200, 200)
  var picture = Image(width: width, height: height, filledWith: [235, 235, 235, 255])
  let square = Image(width: 10, height: 10, filledWith: [215, 215, 215, 255])
  for y in 0..<height / 10 {
    for x in 0..<width / 10 where (x + y) % 2 == 0 {
      picture.draw(square, left: x * 10, top: y * 10)
    }
  }
  for (index, image) in [original, changed].enumerated() {
    picture.draw(
      image, left: 200 * index + (200 - image.width) / 2, top: (200 - image.height) / 2)
  }
  return picture
}

/// A card with a disc on it, drawn by nothing but effects.
func card() -> Image {
  var card = Image(width: 140, height: 120, filledWith: [236, 196, 92, 255])
  let disc = Image(width: 72, height: 72, filledWith: [255, 255, 255, 255]).rounded(corners: 36)
  card.draw(disc.tinted([64, 96, 190]).withShadow(blur: 6, y: 2), left: 23, top: 13)
  return card
}

/// Returns the middle of the picture of the sample Lantern.
func street() throws -> Image {
  let samples = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
  let picture = try ImageFile.read("/\(samples)/Lantern/lantern.jpg")
  var pixels: [UInt8] = []
  for row in 70..<230 {
    let start = (row * picture.width + 300) * 4
    pixels += picture.pixels[start..<start + 180 * 4]
  }
  return Image(width: 180, height: 160, pixels: pixels)
}

/// Draws the effects of `GLEffects`.
func drawTextureEffects() throws {
  let gl = try OffscreenContext().gl
  let effects = EffectRenderer(gl)
  let street = try street()
  let card = card().withShadow(blur: 8)
  var screen = Image(width: 180, height: 160, filledWith: [30, 190, 60, 255])
  screen.draw(card, left: (180 - card.width) / 2, top: (160 - card.height) / 2)
  let behind = try Texture(gl, street)
  let glow = try Texture(gl, Image(width: 8, height: 8, filledWith: [60, 90, 160, 255]))

  let luma = SIMD4<Float>(0.2126, 0.7152, 0.0722, 0)
  for (name, original, look) in [
    ("blur", street, [TextureEffect.blur(deviation: 4)]),
    ("bloom", street, [.bloom(threshold: 0.7, deviation: 9, strength: 1.2)]),
    ("matrix", street, [.colorMatrix(Matrix4(rows: luma, luma, luma, [0, 0, 0, 1]))]),
    ("curve", street, [.toneCurve([[0, 0], [0.2, 0.35], [0.6, 0.85], [1, 1]])]),
    ("edges", street, [.edges(strength: 2)]),
    ("unsharp", street, [.unsharpMask(deviation: 2, amount: 1.5)]),
    ("key", screen, [.chromaKey([0.12, 0.75, 0.24], tolerance: 0.12, softness: 0.2)]),
    ("blend", street, [.blend(glow, .screen), .blend(behind, .overlay)]),
  ] {
    try ImageFile.write(
      pair(original, effects.image(look, of: original)), to: "\(name).jpg")
  }
}

do {
  let card = card()
  try ImageFile.write(pair(card, card.highlighted()), to: "highlighted.png")
  try ImageFile.write(pair(card, card.tinted([255, 140, 140])), to: "tinted.png")
  try ImageFile.write(pair(card, card.rounded(corners: 24)), to: "rounded.png")
  try ImageFile.write(pair(card, card.rounded(corners: 24).withShadow()), to: "shadow.png")
  try drawTextureEffects()
} catch {
  print("Effects: \(error)")
  exit(1)
}
