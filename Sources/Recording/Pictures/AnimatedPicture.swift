import GLESKitSupport
import ImageCoding
import Imaging

/// The formats of pictures that can have several frames, which are shown like videos.
enum AnimatedPicture {
  case gif, png, avif, webP

  /// The format of a file of several frames, by its content; `nil` for any other file.
  init?(_ path: String) {
    guard let format = Self(startOf: path) else { return nil }
    switch format {
    case .gif:
      guard let bytes = try? Files.read(path, limit: DecodingOptions().maximumBytes),
        GIFBlocks.haveSeveralImages(bytes)
      else { return nil }
    case .png where !Self.isAnimated(png: path): return nil
    case .png, .avif, .webP: break
    }
    self = format
  }

  /// The format of a file that may have several frames, by its first bytes alone.
  init?(startOf path: String) {
    guard Files.kind(of: path) == .regular,
      let start = try? Files.part(of: path, at: 0, count: 21)
    else { return nil }
    func starts(_ place: Int, _ text: String) -> Bool {
      start.dropFirst(place).starts(with: text.utf8)
    }
    if starts(4, "ftypavis") {
      self = .avif
    } else if starts(0, "RIFF"), starts(8, "WEBPVP8X"), start.count > 20, start[20] & 2 != 0 {
      self = .webP
    } else if starts(0, "GIF8") {
      self = .gif
    } else if starts(1, "PNG\r\n") {
      self = .png
    } else {
      return nil
    }
  }

  /// The most chunks of a PNG before its pixels that are looked at. A hostile file has millions.
  private static let mostChunks = 4096

  /// Whether a PNG has the chunk of animations, which precedes the pixels, and several frames.
  private static func isAnimated(png path: String) -> Bool {
    var place = 8
    for _ in 0..<mostChunks {
      guard let head = try? Files.part(of: path, at: place, count: 12), head.count == 12 else {
        break
      }
      let name = head[4..<8]
      if name.elementsEqual("acTL".utf8) { return head[8...].bigEndianNumber > 1 }
      if name.elementsEqual("IDAT".utf8) { return false }
      place += head[..<4].bigEndianNumber + 12
    }
    return false
  }
}

/// The frames of an animated WebP at a constant rate, which `ffmpeg` before version 8 doesn't read.
struct WebPFrames {
  private let animation: WebPAnimation
  private let rate: FrameRate
  /// The number of the next frame at the rate, and of frames that have been decoded.
  private var (number, decoded) = (0, 0)
  private var image: Image?

  init(_ path: String, rate: FrameRate, from first: Int = 0) throws(RecordingError) {
    animation = try Self.animation(path)
    (self.rate, number) = (rate, first)
  }

  /// Reads the structure of a file.
  static func animation(_ path: String) throws(RecordingError) -> WebPAnimation {
    let limits = DecodingOptions()
    let bytes = try filing { () throws(FileError) in
      try Files.read(path, limit: limits.maximumBytes)
    }
    return try imaging { () throws(ImageError) in
      try WebPAnimation(bytes, name: path, maximumPixels: limits.maximumPixels)
    }
  }

  /// The next frame; `nil` at the end, and where a damaged file ends.
  mutating func next() throws(RecordingError) -> Image? {
    func frame(_ milliseconds: Int) -> Int {
      Int((Double(milliseconds) / 1000 * rate.value).rounded())
    }
    guard number == 0 || number < frame(animation.ends[animation.ends.count - 1]) else {
      return nil
    }
    while decoded == 0 || decoded < animation.ends.count,
      decoded == 0 || frame(animation.ends[decoded - 1]) <= number
    {
      do {
        image = try animation.next() ?? image
      } catch {
        guard decoded > 0 else { throw .image(error) }
        return nil
      }
      decoded += 1
    }
    number += 1
    return image
  }
}
