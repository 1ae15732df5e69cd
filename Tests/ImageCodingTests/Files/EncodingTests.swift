import GLESKitSupport
import Glibc
import Imaging
import TestSupport
import Testing

@testable import ImageCoding

@Test(arguments: [true, false], [PNGOptions(), PNGOptions(compressionLevel: 9, filters: .all)])
func pngComesBackTheSame(isOpaque: Bool, options: PNGOptions) throws {
  let image = randomImage(131, 67, isOpaque: isOpaque, seed: 3)
  let file = try ImageFile.encode(image, as: .png(options))
  #expect(try ImageFile.decode(file, name: "ours") == image)
  let judged = try Judge.decode(file)
  #expect(judged.kind == (isOpaque ? "PNG RGB" : "PNG RGBA"))
  #expect(judged.image == image)
}

@Test(arguments: [PNGOptions.Filters.fast, .all, .none], [0, 1, 6])
func pngSettingsLoseNothing(filters: PNGOptions.Filters, level: Int) throws {
  for (width, height) in [(1, 1), (1, 300), (300, 1), (64, 64)] {
    let image = randomImage(width, height, isOpaque: level == 1, seed: 4)
    let options = PNGOptions(compressionLevel: level, filters: filters)
    let file = try ImageFile.encode(image, as: .png(options))
    #expect(try ImageFile.decode(file, name: "ours") == image)
  }
}

/// The frames of an animation have one format.
@Test func pngKeepsAlphaOnRequest() throws {
  let image = randomImage(9, 7, isOpaque: true, seed: 6)
  let file = try ImageFile.encode(image, as: .png(PNGOptions(keepsAlpha: true)))
  let judged = try Judge.decode(file)
  #expect(judged.kind == "PNG RGBA" && judged.image == image)
}

@Test func pngSaysThatItIsSRGB() throws {
  let file = try ImageFile.encode(Image(width: 2, height: 2), as: .png(PNGOptions()))
  let chunk: [UInt8] = [0, 0, 0, 1] + Array("sRGB".utf8) + [0]
  #expect(file.indices.contains { file[$0...].starts(with: chunk) })
}

@Test func jpegIsCloseToThePictureAndReadByTheJudgeAlike() throws {
  let image = try ImageFile.decode(try Judge.bytes(of: "jpeg-444.jpg"), name: "photo")
  var sizes: [Int] = []
  for quality in [30, 75, 100] {
    let options = JPEGOptions(quality: quality, chroma: .full, isProgressive: quality == 75)
    let file = try ImageFile.encode(image, as: .jpeg(options))
    sizes.append(file.count)
    let back = try ImageFile.decode(file, name: "ours")
    #expect(difference(back, image).mean < (quality == 100 ? 0.6 : 9))
    let judged = try Judge.decode(file)
    #expect(judged.kind == "JPEG RGB")
    #expect(judged.image == back)
  }
  #expect(sizes == sizes.sorted())
  let chromas = try [JPEGOptions.Chroma.quarter, .half, .full].map {
    try ImageFile.encode(image, as: .jpeg(JPEGOptions(chroma: $0))).count
  }
  #expect(chromas == chromas.sorted() && Set(chromas).count == 3)
}

@Test func jpegShowsTheBackgroundThroughTransparentPixels() throws {
  let clear = Image(width: 16, height: 16)
  let options = JPEGOptions(quality: 100, background: SIMD3(10, 200, 30))
  let back = try ImageFile.decode(try ImageFile.encode(clear, as: .jpeg(options)), name: "ours")
  let wanted = Image(width: 16, height: 16, filledWith: SIMD4(10, 200, 30, 255))
  #expect(difference(back, wanted).largest <= 2)
  let half = Image(width: 16, height: 16, filledWith: SIMD4(64, 0, 0, 128))
  let file = try ImageFile.encode(half, as: .jpeg(JPEGOptions(quality: 100)))
  let pink = Image(width: 16, height: 16, filledWith: SIMD4(191, 127, 127, 255))
  #expect(difference(try ImageFile.decode(file, name: "ours"), pink).largest <= 2)
}

@Test func jpegRefusesSidesBeyondItsLimit() throws {
  let long = Image(width: 65_501, height: 1)
  #expect {
    try ImageFile.encode(long, as: .jpeg(JPEGOptions()))
  } throws: {
    "\($0)".contains("65501×1") && "\($0)".contains("use PNG")
  }
  let png = try ImageFile.encode(long, as: .png(PNGOptions()))
  #expect(try ImageFile.decode(png, name: "ours") == long)
}

@Test(arguments: [true, false])
func webpComesBackTheSame(isOpaque: Bool) throws {
  for (width, height) in [(1, 1), (3, 5), (131, 67)] {
    let image = randomImage(width, height, isOpaque: isOpaque, seed: 8)
    let file = try ImageFile.encode(image, as: .webp(WebPOptions(isLossless: true)))
    #expect(try ImageFile.decode(file, name: "ours") == image)
    let judged = try Judge.decode(file)
    #expect(judged.kind == (isOpaque ? "WEBP RGB" : "WEBP RGBA"))
    #expect(judged.image == image)
  }
}

@Test func webpIsCloseToThePicture() throws {
  let photo = try ImageFile.decode(try Judge.bytes(of: "jpeg-444.jpg"), name: "photo")
  var sizes: [Int] = []
  for quality in [30, 75, 100] {
    let file = try ImageFile.encode(photo, as: .webp(WebPOptions(quality: quality)))
    sizes.append(file.count)
    let back = try ImageFile.decode(file, name: "ours")
    #expect(difference(back, photo).mean < 12)
    #expect(try Judge.decode(file).image == back)
  }
  #expect(sizes == sizes.sorted())
  // Alpha is lossless where colors are not.
  let half = Image(width: 40, height: 30, filledWith: [90, 40, 20, 100])
  let back = try ImageFile.decode(
    try ImageFile.encode(half, as: .webp(WebPOptions())), name: "ours")
  #expect(back[20, 20].w == 100 && difference(back, half).largest <= 2)
  let best = try ImageFile.encode(photo, as: .webp(WebPOptions(effort: 6)))
  #expect(try best.count < ImageFile.encode(photo, as: .webp(WebPOptions(effort: 0))).count)
}

@Test func webpRefusesSidesBeyondItsLimit() throws {
  #expect {
    try ImageFile.encode(Image(width: 16_384, height: 1), as: .webp(WebPOptions()))
  } throws: {
    "\($0)".contains("16384×1") && "\($0)".contains("use PNG")
  }
}

@Test func theCallersMemoryIsReused() throws {
  var bytes: [UInt8] = []
  let image = randomImage(60, 60, isOpaque: true, seed: 5)
  bytes.reserveCapacity(40_000)
  try ImageFile.encode(image, as: .png(PNGOptions()), into: &bytes)
  let first = bytes
  // Writing to it gives the array memory that it does not share with the copy.
  bytes[0] = 0
  let address = bytes.withUnsafeBytes { $0.baseAddress }
  try ImageFile.encode(image, as: .png(PNGOptions()), into: &bytes)
  #expect(bytes == first)
  #expect(bytes.withUnsafeBytes { $0.baseAddress } == address)
}

@Test func filesAreWrittenAsTheirNamesSay() throws {
  let folder = try TemporaryFolder()
  let image = randomImage(9, 7, isOpaque: true, seed: 6)
  for (name, format) in [
    ("a.png", ImageFormat.png), ("b.JPG", .jpeg), ("c.Jpeg", .jpeg), ("e.webp", .webp),
  ] {
    let path = "\(folder.path)/\(name)"
    try ImageFile.write(image, to: path)
    #expect(try ImageFile.probe(path).format == format)
  }
  #expect(try ImageFile.read("\(folder.path)/a.png") == image)
  #expect(throws: ImageError.unknownExtension(path: "\(folder.path)/d.gif")) {
    try ImageFile.write(image, to: "\(folder.path)/d.gif")
  }
  try ImageFile.write(image, to: "\(folder.path)/d", as: .png(PNGOptions()))
  #expect(try ImageFile.read("\(folder.path)/d") == image)
  #expect(throws: ImageError.file(FileError(.write, "/dev/full", code: ENOSPC))) {
    try ImageFile.write(image, to: "/dev/full", as: .png(PNGOptions()))
  }
  #expect(try Files.list(folder.path) == ["a.png", "b.JPG", "c.Jpeg", "d", "e.webp"])
}
