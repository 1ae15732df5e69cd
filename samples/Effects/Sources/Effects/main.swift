import Glibc
import ImageCoding

/// Shows each effect beside the original, on a checked background.
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

do {
  let card = card()
  try ImageFile.write(pair(card, card.highlighted()), to: "highlighted.png")
  try ImageFile.write(pair(card, card.tinted([255, 140, 140])), to: "tinted.png")
  try ImageFile.write(pair(card, card.rounded(corners: 24)), to: "rounded.png")
  try ImageFile.write(pair(card, card.rounded(corners: 24).withShadow()), to: "shadow.png")
} catch {
  print("Effects: \(error)")
  exit(1)
}
