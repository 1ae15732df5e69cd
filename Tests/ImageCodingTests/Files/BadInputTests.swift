import GLESKitSupport
import Glibc
import Imaging
import TestSupport
import Testing

@testable import ImageCoding

/// The error that decoding `bytes` ends with; `nil` when it gives a picture.
private func failure(
  _ bytes: [UInt8], options: DecodingOptions = DecodingOptions()
) -> ImageError? {
  do throws(ImageError) {
    _ = try ImageFile.decode(bytes, name: "x", options: options)
    return nil
  } catch {
    return error
  }
}

private let sampleNames = [
  "png-2-8-23x19.png", "png-6-16-adam7-23x19.png", "png-3-4-trns-23x19.png", "png-pieces.png",
  "jpeg-444.jpg", "jpeg-420-progressive.jpg", "jpeg-grey.jpg", "jpeg-cmyk-adobe.jpg",
  "jpeg-exif-6.jpg", "webp-lossy.webp", "webp-lossless-alpha.webp", "webp-exif-6.webp",
]

@Test func cutShortAtEveryEighthIsTruncated() throws {
  for name in sampleNames {
    let bytes = try Judge.bytes(of: name)
    let format = try #require(ImageFormat(extensionOf: name))
    #expect(failure(bytes) == nil)
    for eighth in 1..<8 {
      #expect(
        failure(Array(bytes.prefix(bytes.count * eighth / 8)))
          == .truncated(name: "x", format: format), "\(name) \(eighth)/8")
    }
    for missing in 1...min(40, bytes.count - 1) {
      #expect(failure(bytes.dropLast(missing)) == .truncated(name: "x", format: format))
    }
    for length in 1..<60 {
      #expect(failure(Array(bytes.prefix(length))) == .truncated(name: "x", format: format))
    }
  }
  #expect(failure([]) == .empty(name: "x"))
}

/// A piece missing in the middle of the pixels, everything around it whole.
@Test func missingPixelsAreAnError() throws {
  let jpeg = try Judge.bytes(of: "jpeg-444.jpg")
  guard case .corrupt(_, .jpeg, let reason)? = failure(jpeg.dropLast(400) + [0xFF, 0xD9]) else {
    Issue.record("not refused")
    return
  }
  #expect(reason.contains("premature end"))
  // Two rows of one gray pixel, of which the deflate stream (stored) has only one.
  let short = png(1, 2, data: [0x78, 0x01, 1, 2, 0, 0xFD, 0xFF, 0, 7, 0, 0x0F, 0, 8])
  guard case .corrupt(_, .png, _)? = failure(short) else {
    Issue.record("not refused")
    return
  }
}

@Test func flippedBitsGiveAnErrorOrAPictureAndNeverAnythingElse() throws {
  var random = SeededGenerator(seed: 12)
  for name in sampleNames {
    let bytes = try Judge.bytes(of: name)
    for _ in Sweep(short: 30, sample: 150, full: 1_000).numbers {
      var damaged = bytes
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        let bit = UInt8(1) << UInt8.random(in: 0..<8, using: &random)
        damaged[Int.random(in: 0..<bytes.count, using: &random)] ^= bit
      }
      let options = DecodingOptions(maximumPixels: 1 << 20, fitting: PixelSize(30, 30))
      if let error = failure(damaged, options: options) {
        #expect(!"\(error)".contains("\n"))
        #expect("\(error)".contains("'x'"))
      }
    }
  }
}

/// Every chunk of a PNG that matters has a checksum: no single flipped bit goes unnoticed there.
@Test func aFlippedBitInPNGPixelsIsNoticed() throws {
  let bytes = try Judge.bytes(of: "png-2-8-23x19.png")
  let start = try #require(
    bytes.indices.first { bytes[$0...].starts(with: Array("IDAT".utf8)) })
  for position in stride(from: start, to: bytes.count - 12, by: 7) {
    var damaged = bytes
    damaged[position] ^= 4
    #expect(failure(damaged) != nil, "byte \(position)")
  }
}

@Test func declaredSizesAreCheckedBeforeMemoryIsTaken() throws {
  let tiny: [UInt8] = [0x78, 0x01, 3, 0, 0, 0, 0, 1]
  #expect(
    failure(png(100_000, 100_000, data: tiny))
      == .tooLarge(name: "x", width: 100_000, height: 100_000, maximumPixels: 200_000_000))
  #expect(
    failure(png(Int(UInt32.max), Int(UInt32.max), data: tiny))
      == .tooLarge(
        name: "x", width: Int(UInt32.max), height: Int(UInt32.max), maximumPixels: 200_000_000))
  #expect(failure(png(0, 5, data: tiny)) == .noPixels(name: "x", format: .png, width: 0, height: 5))
  #expect(failure(png(5, 0, data: tiny)) == .noPixels(name: "x", format: .png, width: 5, height: 0))
  // Its bits overflow an Int.
  let side = Int(Int32.max)
  var boundless = DecodingOptions(maximumPixels: .max)
  boundless.maximumMemory = .max
  #expect(
    failure(png(side, side, data: tiny, depth: 16), options: boundless)
      == .truncated(name: "x", format: .png))
  // Within the limit, but eight bytes of deflate cannot make 100 million pixels.
  #expect(failure(png(10_000, 10_000, data: tiny)) == .truncated(name: "x", format: .png))

  var jpeg = try Judge.bytes(of: "jpeg-grey.jpg")
  let frame = try #require(jpeg.indices.first { jpeg[$0] == 0xFF && jpeg[$0 + 1] == 0xC0 })
  jpeg.replaceSubrange(frame + 5..<frame + 9, with: [0xFF, 0xDC, 0xFF, 0xDC])
  #expect(
    failure(jpeg)
      == .tooLarge(name: "x", width: 65_500, height: 65_500, maximumPixels: 200_000_000))
  jpeg.replaceSubrange(frame + 5..<frame + 9, with: [0x30, 0, 0x30, 0])
  #expect(failure(jpeg) == .truncated(name: "x", format: .jpeg), "3 kB for 150 million pixels")
  jpeg.replaceSubrange(frame + 5..<frame + 9, with: [0, 0, 0, 9])
  #expect(failure(jpeg) == .noPixels(name: "x", format: .jpeg, width: 9, height: 0))
  jpeg.replaceSubrange(frame + 4..<frame + 5, with: [12])
  #expect("\(try #require(failure(jpeg)))".contains("12 bits"))

  let small = DecodingOptions(maximumPixels: 23 * 19 - 1)
  let whole = try Judge.bytes(of: "png-2-8-23x19.png")
  #expect(
    failure(whole, options: small)
      == .tooLarge(name: "x", width: 23, height: 19, maximumPixels: 23 * 19 - 1))
  #expect(failure(whole, options: DecodingOptions(maximumPixels: 23 * 19)) == nil)
}

/// A small file may need gigabytes: what can be scaled row by row takes little, and the rest is
/// refused before any memory is taken.
@Test func memoryIsBoundedByTheHeader() throws {
  func memory(_ file: [UInt8], _ options: DecodingOptions) throws -> Int {
    try ImageDecoding(file, name: "x", options: options).memory
  }
  let small = DecodingOptions(fitting: PixelSize(60, 80))
  for isInterlaced in [false, true] {
    let square = png(
      14_000, 14_000, data: [0], depth: 16, colorType: 6, isInterlaced: isInterlaced)
    #expect(try memory(square, small) < 16 << 20)
    #expect(try memory(square, DecodingOptions()) < 1 << 30)
    #expect(try memory(png(1, 199_999_999, data: [0], isInterlaced: isInterlaced), small) < 1 << 20)
  }
  let wide = png(199_999_999, 1, data: [0], depth: 1)
  guard case .tooMuchMemory("x", let needed, 1 << 30)? = failure(wide, options: small) else {
    Issue.record("not refused")
    return
  }
  #expect(needed > 8 << 30)
  var larger = small
  larger.maximumMemory = needed
  #expect(failure(wide, options: larger) == .truncated(name: "x", format: .png))
}

/// The check above must not refuse what is merely easy to compress.
@Test func aLargeFlatPictureIsNoForgery() throws {
  let flat = Image(width: 1200, height: 900, filledWith: SIMD4(9, 9, 9, 255))
  for encoding in [
    ImageEncoding.png(PNGOptions(compressionLevel: 9)),
    .jpeg(JPEGOptions(quality: 1, isProgressive: true)),
  ] {
    let file = try ImageFile.encode(flat, as: encoding)
    #expect(try ImageFile.decode(file, name: "x").width == 1200)
  }
}

@Test func aRowOf100000PixelsIsAPicture() throws {
  for size in [PixelSize(100_000, 1), PixelSize(1, 100_000)] {
    let image = randomImage(size.width, size.height, isOpaque: true, seed: 13)
    let file = try ImageFile.encode(image, as: .png(PNGOptions()))
    #expect(try ImageFile.decode(file, name: "x") == image)
    let options = DecodingOptions(fitting: PixelSize(50, 50))
    let thumbnail = try ImageFile.decode(file, name: "x", options: options)
    #expect(max(thumbnail.width, thumbnail.height) == 50)
  }
}

/// A text chunk that inflates to 200 MB is not looked at, nor are damaged ones that do not matter.
@Test func chunksBesideThePictureAreLeftOut() throws {
  let whole = try Judge.bytes(of: "png-2-8-23x19.png")
  // Deflate by hand: fixed Huffman codes, one zero byte, then "258 times the last byte" 800,000
  // times (code 285 = 11000101, distance code 0 = 00000).
  var bits: [UInt8] = [1, 1, 0] + [0, 0, 1, 1, 0, 0, 0, 0]
  for _ in 0..<16 { bits += [1, 1, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0] }
  bits += [0, 0, 0, 0, 0, 0, 0]
  let deflated = stride(from: 0, to: bits.count, by: 8).map { start in
    bits[start..<min(start + 8, bits.count)].reversed().reduce(0) { $0 << 1 | $1 }
  }
  // Eight codes are 13 bytes.
  let many = (0..<100_000).flatMap { _ in deflated[2..<15] }
  let bomb = Array("note\0\0\u{78}\u{01}".utf8) + deflated[..<2] + many + deflated[15...]
  let header = Signature.png.count + 25
  let wanted = try ImageFile.decode(whole, name: "x")
  for extra in [
    chunk("zTXt", bomb), chunk("gAMA", []) + chunk("gAMA", [1, 2, 3, 4]),
    chunk("iCCP", [1, 2, 3]).dropLast(4) + [0, 0, 0, 0], chunk("eXIf", []), chunk("prVt", [7]),
  ] {
    let bytes = Array(whole[..<header] + extra + whole[header...])
    #expect(try ImageFile.decode(bytes, name: "x") == wanted)
  }
  let critical = Array(whole[..<header] + chunk("FOOo", [7]) + whole[header...])
  #expect(failure(critical) != nil, "a critical chunk that nobody knows")
}

@Test func otherFormatsAreCalledByTheirNames() {
  let zip = Array("PK\u{3}\u{4}".utf8) + [UInt8](repeating: 0, count: 26)
  let formats: [(String, [UInt8])] = [
    ("GIF", Array("GIF89a".utf8)),
    ("PDF", Array("%PDF-1.7\n".utf8)), ("TIFF", [0x49, 0x49, 0x2A, 0, 8, 0, 0, 0]),
    ("TIFF", [0x4D, 0x4D, 0, 0x2A, 0, 0, 0, 8]), ("BMP", Array("BM123456".utf8)),
    ("AVIF", [0, 0, 0, 0x20] + Array("ftypavif".utf8)),
    ("HEIC", [0, 0, 0, 0x18] + Array("ftypheic".utf8)),
    ("JPEG XL", [0xFF, 0x0A, 0, 0]), ("SVG", Array("<svg xmlns=".utf8)),
    ("EPUB", zip + Array("mimetypeapplication/epub+zip".utf8)),
    ("Microsoft Office", zip + Array("[Content_Types].xml".utf8)),
    ("ZIP", zip + Array("page-1.png".utf8)),
    ("RAR", Array("Rar!\u{1A}\u{7}".utf8)), ("7-Zip", [0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C]),
  ]
  for (format, bytes) in formats {
    #expect(failure(bytes) == .unsupportedFormat(name: "x", format: format))
    #expect(
      failure(bytes)?.description == "'x' has the format \(format); convert it to PNG, JPEG or WebP"
    )
  }
  for bytes: [UInt8] in [
    [0], Array("hello\n".utf8), Array("RIFF\u{1}\u{2}\u{3}\0AVI LIST".utf8),
    [UInt8](repeating: 0, count: 999), [0xFF, 0xFF],
  ] {
    #expect(failure(bytes) == .notAnImage(name: "x"))
  }
}

@Test func kindsThatTheCodecsLackAreNamed() throws {
  let iPhone =
    Signature.png + chunk("CgBI", [0x50, 0, 0x20, 2]) + chunk("IHDR", big32(1) + big32(1))
  #expect("\(try #require(failure(iPhone)))".contains("PNG for iPhones"))
  let jpeg = try Judge.bytes(of: "jpeg-grey.jpg")
  let frame = try #require(jpeg.indices.first { jpeg[$0] == 0xFF && jpeg[$0 + 1] == 0xC0 })
  for (marker, kind) in [(0xC3, "lossless JPEG"), (0xC5, "hierarchical JPEG")] {
    var other = jpeg
    other[frame + 1] = UInt8(marker)
    #expect(failure(other) == .unsupportedKind(name: "x", format: .jpeg, kind: kind))
  }
  var twoChannels = jpeg
  twoChannels[frame + 9] = 2
  #expect(
    failure(twoChannels)
      == .unsupportedKind(name: "x", format: .jpeg, kind: "JPEG with 2 channels"))
}

/// A header that says nothing of the alpha that the pixels have.
@Test func alphaThatIsNotAnnouncedIsAlphaAllTheSame() throws {
  let glass = Image(width: 8, height: 8, filledWith: [64, 32, 0, 128])
  let plain = try ImageFile.encode(glass, as: .webp(WebPOptions(isLossless: true)))
  // "RIFF", the length and "WEBP"; then a chunk with flags and the canvas instead of none.
  let extended = Array("VP8X".utf8) + [10, 0, 0, 0] + [0, 0, 0, 0] + [7, 0, 0] + [7, 0, 0]
  let length = plain.count - 8 + extended.count
  let file =
    plain[..<4] + (0..<4).map { UInt8(truncatingIfNeeded: length >> (8 * $0)) } + plain[8..<12]
    + extended + plain[12...]
  #expect(try ImageFile.decode(Array(file), name: "x") == glass)
}

@Test func animatedPicturesAreNamed() throws {
  let flags: [UInt8] = [2, 0, 0, 0] + [8, 0, 0] + [8, 0, 0]
  let header = Array("RIFF".utf8) + [40, 0, 0, 0] + Array("WEBPVP8X".utf8) + [10, 0, 0, 0] + flags
  let animation = header + Array("ANIM".utf8) + [6, 0, 0, 0, 0, 0, 0, 0, 0, 0] + [0, 0, 0, 0]
  #expect(
    failure(animation) == .unsupportedKind(name: "x", format: .webp, kind: "animated WebP"))
}

@Test func theNameSaysNothingAboutTheFormat() throws {
  let folder = try TemporaryFolder()
  let path = "\(folder.path)/really-a.jpg"
  try AtomicFile.write(try Judge.bytes(of: "png-exif.png"), to: path)
  #expect(
    try ImageFile.probe(path)
      == ImageHeader(format: .png, storedSize: PixelSize(40, 30), orientation: .turned90))
  #expect(try ImageFile.probe(path).size == PixelSize(30, 40))
}

/// The header of a JPEG file is read from its start, if it is there.
@Test func headersOfLargeFiles() throws {
  let folder = try TemporaryFolder()
  var random = SeededGenerator(seed: 1)
  let picture = Image(
    width: 300, height: 200,
    pixels: (0..<60_000).flatMap { _ in
      [UInt8.random(in: 0...255, using: &random), .random(in: 0...255, using: &random), 0, 255]
    })
  let bytes = try ImageFile.encode(picture, as: .jpeg(JPEGOptions(quality: 95)))
  #expect(bytes.count > 70_000)
  // Two comments of 60,000 bytes before the rest move the header beyond the start.
  let comment: [UInt8] = [0xFF, 0xFE, 0xEA, 0x62] + [UInt8](repeating: 0x20, count: 60_000)
  let commented = Array(bytes[..<2] + comment + comment + bytes[2...])
  for (name, file) in [("plain", bytes), ("commented", commented)] {
    let path = "\(folder.path)/\(name).jpg"
    try AtomicFile.write(file, to: path)
    #expect(try ImageFile.probe(path).storedSize == PixelSize(300, 200))
    #expect(throws: ImageError.self) {
      try ImageFile.probe(path, options: DecodingOptions(maximumBytes: file.count - 1))
    }
  }
}

@Test func filesThatCannotBeReadAreNamed() throws {
  let folder = try TemporaryFolder()
  #expect(throws: ImageError.file(FileError(.read, folder.path, code: EISDIR))) {
    try ImageFile.read(folder.path)
  }
  #expect(throws: ImageError.file(FileError(.read, "\(folder.path)/no", code: ENOENT))) {
    try ImageFile.read("\(folder.path)/no")
  }
  try AtomicFile.write([], to: "\(folder.path)/empty")
  #expect(throws: ImageError.empty(name: "\(folder.path)/empty")) {
    try ImageFile.read("\(folder.path)/empty")
  }
  let options = DecodingOptions(maximumBytes: 1 << 20)
  #expect(throws: ImageError.file(FileError(.read, "/dev/zero", code: EFBIG))) {
    try ImageFile.read("/dev/zero", options: options)
  }
}

/// No other test of this process reads standard input, so it can be put elsewhere for a moment.
@Test func aDashIsStandardInput() throws {
  let folder = try TemporaryFolder()
  let path = "\(folder.path)/in"
  let bytes = try Judge.bytes(of: "png-2-8-23x19.png")
  let usual = dup(STDIN_FILENO)
  defer {
    dup2(usual, STDIN_FILENO)
    close(usual)
  }
  func redirectInput(to bytes: [UInt8]) throws {
    try AtomicFile.write(bytes, to: path)
    let file = open(path, O_RDONLY)
    dup2(file, STDIN_FILENO)
    close(file)
  }
  try redirectInput(to: bytes)
  #expect(try ImageFile.read("-") == ImageFile.decode(bytes, name: "-"))
  try redirectInput(to: [])
  #expect(throws: ImageError.empty(name: "-")) { try ImageFile.read("-") }
}

@Test func badEXIFBlocksAreIgnored() {
  let good: [UInt8] = [0x49, 0x49, 42, 0, 8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, 6, 0, 0, 0]
  #expect(EXIF.orientation(inTIFF: good[...]) == .turned90)
  for length in 0..<20 { #expect(EXIF.orientation(inTIFF: good[..<length]) == nil) }
  var random = SeededGenerator(seed: 14)
  for _ in 0..<2000 {
    var block = good
    block[.random(in: 0..<block.count, using: &random)] = .random(in: 0...255, using: &random)
    // Anything but a crash.
    _ = EXIF.orientation(inTIFF: block[...])
  }
  var far = good
  far.replaceSubrange(4..<8, with: [0xFF, 0xFF, 0xFF, 0xFF])
  #expect(EXIF.orientation(inTIFF: far[...]) == nil)
  var many = good
  many.replaceSubrange(8..<12, with: [0xFF, 0xFF, 0, 0])
  #expect(EXIF.orientation(inTIFF: many[...]) == nil)
}

@Test func everyErrorIsOneLineWithTheFileAndARemedy() {
  let errors: [ImageError] = [
    .file(FileError(.read, "a.png", code: ENOENT)), .empty(name: "a.png"),
    .notAnImage(name: "a.png"), .unsupportedFormat(name: "a.png", format: "GIF"),
    .unsupportedKind(name: "a.png", format: .jpeg, kind: "lossless JPEG"),
    .truncated(name: "a.png", format: .png),
    .noPixels(name: "a.png", format: .png, width: 0, height: 0),
    .tooLarge(name: "a.png", width: 9, height: 9, maximumPixels: 80),
    .tooMuchMemory(name: "a.png", needed: 2 << 30, maximumMemory: 1 << 30),
    .corrupt(name: "a.png", format: .png, reason: "r"), .unknownExtension(path: "a.png"),
  ]
  for error in errors {
    let line = "\(error)"
    #expect(line.contains("'a.png'") && !line.contains("\n"))
    #expect(line.contains(";") || line.contains("("), "has a remedy: \(line)")
  }
}
