import Imaging

/// The decoding of one file in steps, so that a caller can stop between them.
package struct ImageDecoding {
  private let bytes: [UInt8]
  private let name: String
  private let structure: ImageStructure
  /// The size to scale to, in the stored orientation; `nil` keeps the decoded size.
  private let target: PixelSize?
  /// The eighths of its size at which a JPEG is decoded.
  private let eighths: Int

  /// Reads the structure. The start of the file is enough if it contains the header, but not for
  /// ``decode()``.
  package init(_ bytes: [UInt8], name: String, options: DecodingOptions) throws(ImageError) {
    var structure = try ImageStructure(bytes, name: name)
    if options.isUprightPNG, case .png(var png) = structure {
      png.orientation = .upright
      structure = .png(png)
    }
    let header = structure.header
    try options.checkSize(header.storedSize, of: name, format: header.format)
    self.bytes = bytes
    self.name = name
    self.structure = structure
    let upright = options.target(for: header.size)
    let target = header.orientation.swapsAxes ? upright?.swapped : upright
    self.target = target == header.storedSize ? nil : target
    eighths =
      header.format == .jpeg
      ? target.map { JPEGDecoder.smallestEighths(of: header.storedSize, atLeast: $0) } ?? 8 : 8
    guard memory <= options.maximumMemory else {
      throw .tooMuchMemory(name: name, needed: memory, maximumMemory: options.maximumMemory)
    }
  }

  /// The first step: decodes the pixels, a JPEG perhaps at a reduced size, a PNG at the final one.
  ///
  /// - Parameter stepCapacity: The least capacity in bytes of pixels that the other steps replace.
  package func decode(stepCapacity: Int = 0) throws(ImageError) -> Image {
    let capacity = isResultDecoded ? 0 : stepCapacity
    return switch structure {
    case .png(let structure):
      try PNGDecoder.decode(
        bytes, name: name, structure: structure, target: target, capacity: capacity)
    case .jpeg(let structure):
      try JPEGDecoder.decode(
        bytes, name: name, structure: structure, eighths: eighths, capacity: capacity)
    case .webp(let structure):
      try WebPDecoder.decode(bytes, name: name, structure: structure, capacity: capacity)
    }
  }

  /// Whether the decoded image is the result, as it is neither scaled afterwards nor turned.
  private var isResultDecoded: Bool {
    (target == nil || isScaledWhileDecoding) && structure.header.orientation == .upright
  }

  private var isScaledWhileDecoding: Bool { if case .png = structure { true } else { false } }

  /// The second step: scales the decoded image, still in the stored orientation, because a smaller
  /// image is cheaper to turn.
  package func scale(_ image: Image) -> Image {
    guard let target, !isScaledWhileDecoding else { return image }
    let scale = Double(eighths) / 8
    let stored = structure.header.storedSize
    return image.resized(
      to: target, covering: (Double(stored.width) * scale, Double(stored.height) * scale))
  }

  /// The last step: turns the scaled image upright.
  package func turn(_ image: Image) -> Image { image.upright(from: structure.header.orientation) }

  /// The most bytes that the images and the codec take at a time, without the file's bytes.
  package var memory: Int {
    let header = structure.header
    let stored = header.storedSize
    // A header may declare anything within the options' limit: don't overflow.
    let texels = min(stored.width * stored.height, 1 << 56)
    let decoded = JPEGDecoder.scaled(stored, eighths: eighths)
    let decodedBytes = min(decoded.width * decoded.height, 1 << 56) * 4
    let result = target.map { $0.width * $0.height * 4 } ?? decodedBytes
    let turnedBytes = header.orientation == .upright ? 0 : result
    let codecBytes: Int
    switch structure {
    case .png(let png): return result + max(png.workingBytes(isScaled: target != nil), turnedBytes)
    // All coefficients, of 16 bits, at most one for each channel of a pixel.
    case .jpeg(let jpeg): codecBytes = jpeg.isProgressive ? texels * jpeg.components * 2 : 0
    // A lossless image is decoded into a second buffer.
    case .webp: codecBytes = texels * 4
    }
    let scaledBytes = target == nil ? 0 : result
    return max(decodedBytes + max(codecBytes, scaledBytes), result + turnedBytes)
  }
}

/// A file's structure.
enum ImageStructure {
  case png(PNGStructure)
  case jpeg(JPEGStructure)
  case webp(WebPStructure)

  init(_ bytes: [UInt8], name: String) throws(ImageError) {
    if bytes.isEmpty { throw .empty(name: name) }
    switch Signature(of: bytes) {
    case .image(.png): self = .png(try PNGStructure(bytes, name: name))
    case .image(.jpeg): self = .jpeg(try JPEGStructure(bytes, name: name))
    case .image(.webp): self = .webp(try WebPStructure(bytes, name: name))
    case .other(let format): throw .unsupportedFormat(name: name, format: format)
    case .beginning(let format): throw .truncated(name: name, format: format)
    case .unknown: throw .notAnImage(name: name)
    }
  }

  var header: ImageHeader {
    switch self {
    case .png(let png):
      ImageHeader(format: .png, storedSize: png.size, orientation: png.orientation)
    case .jpeg(let jpeg):
      ImageHeader(format: .jpeg, storedSize: jpeg.size, orientation: jpeg.orientation)
    case .webp(let webp):
      ImageHeader(format: .webp, storedSize: webp.size, orientation: webp.orientation)
    }
  }
}
