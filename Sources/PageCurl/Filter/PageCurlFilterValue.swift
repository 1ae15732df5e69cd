import Imaging

/// A value of a ``PageCurlFilter``.
public enum PageCurlFilterValue: Hashable, Sendable {
  /// A time, an angle in radians, a length in page pixels or a fraction.
  case number(Double)
  /// A switch.
  case flag(Bool)
  /// Red, green, blue and alpha, not premultiplied, each 0…1.
  case color(SIMD4<Double>)
  /// A rectangle of page space in page pixels: x and y of its lower left corner, width and height.
  case rectangle(SIMD4<Double>)
  /// An image.
  case image(Image)

  /// The value's kind, for messages.
  var kind: String {
    switch self {
    case .number: "a number"
    case .flag: "a flag"
    case .color: "a color"
    case .rectangle: "a rectangle"
    case .image: "an image"
    }
  }

  var isFinite: Bool {
    switch self {
    case .number(let number): number.isFinite
    case .color(let four), .rectangle(let four): (0..<4).allSatisfy { four[$0].isFinite }
    case .flag, .image: true
    }
  }
}

extension PageCurlFilterValue: Codable {
  private enum Key: String, CodingKey { case number, flag, color, rectangle, width, height, pixels }

  /// Encodes the value under the name of its kind; an image as width, height and pixels.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    switch self {
    case .number(let number): try container.encode(number, forKey: .number)
    case .flag(let flag): try container.encode(flag, forKey: .flag)
    case .color(let color): try container.encode(color, forKey: .color)
    case .rectangle(let rectangle): try container.encode(rectangle, forKey: .rectangle)
    case .image(let image):
      try container.encode(image.width, forKey: .width)
      try container.encode(image.height, forKey: .height)
      try container.encode(image.pixels, forKey: .pixels)
    }
  }

  /// Decodes what ``encode(to:)`` encoded.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    if let number = try container.decodeIfPresent(Double.self, forKey: .number) {
      self = .number(number)
    } else if let flag = try container.decodeIfPresent(Bool.self, forKey: .flag) {
      self = .flag(flag)
    } else if let color = try container.decodeIfPresent(SIMD4<Double>.self, forKey: .color) {
      self = .color(color)
    } else if let four = try container.decodeIfPresent(SIMD4<Double>.self, forKey: .rectangle) {
      self = .rectangle(four)
    } else {
      let width = try container.decode(Int.self, forKey: .width)
      let height = try container.decode(Int.self, forKey: .height)
      let pixels = try container.decode([UInt8].self, forKey: .pixels)
      guard (1...65536).contains(width), (1...65536).contains(height),
        pixels.count == width * height * 4
      else {
        throw DecodingError.dataCorruptedError(
          forKey: .pixels, in: container,
          debugDescription: "\(pixels.count) bytes are not a \(width)×\(height) RGBA image")
      }
      self = .image(Image(width: width, height: height, pixels: pixels))
    }
  }
}
