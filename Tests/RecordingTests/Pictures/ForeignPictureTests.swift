import GLESKitSupport
import ImageCoding
import Imaging
import TestSupport
import Testing

@testable import Recording

/// Pictures that other programs decode. Pillow writes most of them.
@Suite struct ForeignPictureTests {
  private static let size = PixelSize(24, 16)

  /// Makes a folder with pictures whose left half is red and whose right half is blue.
  private func pictures() throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    let run = try Subprocess([
      "/usr/bin/python3", "-c",
      """
      import subprocess, sys
      from PIL import Image
      folder = sys.argv[1] + "/"
      image = Image.new("RGB", (24, 16), (200, 20, 10))
      image.paste((10, 20, 200), (12, 0, 24, 16))
      other = Image.new("RGB", (24, 16), (0, 255, 0))
      for name in ("a.bmp", "a.tiff", "a.gif", "a.ppm", "a.dds", "wrong.png", "wrong.jpg"):
          form = {"wrong.png": "BMP", "wrong.jpg": "TIFF"}.get(name)
          image.save(folder + name, form)
      exif = image.getexif()
      exif[0x112] = 6
      image.resize((96, 64), Image.NEAREST).save(folder + "big.jpg", exif=exif)
      image.save(folder + "a.jp2", irreversible=False)
      image.save(folder + "a.j2k", irreversible=False)
      # sYCC with colors of half the size, which opj_compress writes from planes.
      planes = image.convert("YCbCr").split()
      planes = [planes[0], *(plane.resize((12, 8), Image.BOX) for plane in planes[1:])]
      open(folder + "sycc.raw", "wb").write(b"".join(plane.tobytes() for plane in planes))
      command = ["opj_compress", "-i", folder + "sycc.raw", "-o", folder + "sycc.jp2"]
      subprocess.run([*command, "-F", "24,16,3,8,u@1x1:2x2:2x2", "-n", "3"], check=True)
      open(folder + "cut.jp2", "wb").write(open(folder + "a.jp2", "rb").read()[:-60])
      open(folder + "short.jp2", "wb").write(open(folder + "a.jp2", "rb").read()[:60])
      # 32 bits without masks: the fourth byte has no meaning.
      faint = image.convert("RGBA")
      faint.putalpha(9)
      faint.save(folder + "faint.bmp")
      clear = image.resize((96, 64), Image.NEAREST).convert("RGBA")
      clear.paste((0, 0, 0, 0), (48, 0, 96, 64))
      clear.save(folder + "clear.png")
      # Its pixels begin where its palette does.
      image.quantize(16).save(folder + "overlap.bmp")
      overlap = bytearray(open(folder + "overlap.bmp", "rb").read())
      overlap[10:14] = (54).to_bytes(4, "little")
      open(folder + "overlap.bmp", "wb").write(overlap)
      # A DDS with the header of DirectX 10 and the format R8G8B8A8.
      dds = bytearray(open(folder + "a.dds", "rb").read())
      dds[80:92] = (4).to_bytes(4, "little") + b"DX10" + bytes(4)
      dds[128:] = b"".join(n.to_bytes(4, "little") for n in (28, 3, 0, 1, 0))
      open(folder + "rgba.dds", "wb").write(dds + faint.tobytes())
      pixels = " ".join(str(part) for pixel in image.getdata() for part in pixel)
      open(folder + "text.ppm", "w").write("P3 24 16 255 " + pixels + "\\n")
      image.save(folder + "moving.gif", save_all=True, append_images=[other] * 3, duration=200)
      open(folder + "cut.bmp", "wb").write(open(folder + "a.bmp", "rb").read()[:40])
      """, folder.path,
    ])
    try #require(run.status == 0, "are python3-pil and libopenjp2-tools installed?")
    return folder
  }

  @Test(
    .long,
    arguments: [
      "a.bmp", "a.tiff", "a.gif", "a.ppm", "text.ppm", "a.jp2", "a.j2k", "sycc.jp2", "a.dds",
      "wrong.png", "wrong.jpg", "faint.bmp",
    ])
  func picturesAreRead(name: String) throws {
    let folder = try pictures()
    let page = PageSource.picture(path: "\(folder.path)/\(name)")
    #expect(try page.naturalSize() == Self.size)
    let image = try page.picture(for: Self.size)
    for (x, color) in [(3, SIMD4<UInt8>(200, 20, 10, 255)), (20, SIMD4(10, 20, 200, 255))] {
      let pixel = image[x, 8]
      #expect((0..<4).allSatisfy { abs(Int(pixel[$0]) - Int(color[$0])) <= 3 }, "\(pixel)")
    }
    // Web pages get a format that browsers read.
    let web = try page.webPicture(
      filling: Self.size, within: Self.size, .fit, compression: .fast)
    #expect(try ImageFile.decode(web.bytes, name: name).width == Self.size.width)
  }

  /// A phone's picture, which libheif decodes. What EXIF says of its orientation does not count.
  @Test func picturesOfPhonesAreRead() throws {
    let folder = try pictures()
    let path = "\(folder.path)/a.HEIC"
    let run = try Subprocess(["heif-enc", "-q", "90", "\(folder.path)/big.jpg", "-o", path])
    try #require(run.status == 0, "is the Debian package libheif-examples installed?")
    let page = PageSource.picture(path: path)
    #expect(try page.naturalSize() == PixelSize(96, 64))
    let image = try page.picture(for: PixelSize(96, 64))
    for (x, color) in [(12, SIMD4<UInt8>(200, 20, 10, 255)), (80, SIMD4(10, 20, 200, 255))] {
      let pixel = image[x, 32]
      #expect((0..<4).allSatisfy { abs(Int(pixel[$0]) - Int(color[$0])) <= 4 }, "\(pixel)")
    }
    #expect(try PageSource.files(at: [folder.path]).contains(path))
    // A damaged one is named.
    try AtomicFile.write(Array(try Files.read(path).prefix(200)), to: path)
    let error = #expect(throws: RecordingError.self) { _ = try page.naturalSize() }
    #expect(error?.description.contains("a.HEIC") == true)
  }

  /// libheif decodes an AVIF, with its transparency.
  @Test(.long) func stillsOfAVIFAreRead() throws {
    let folder = try pictures()
    let path = "\(folder.path)/a.avif"
    let run = try Subprocess(["heif-enc", "-A", "-q", "90", "\(folder.path)/clear.png", "-o", path])
    try #require(run.status == 0, "is the Debian package libheif-examples installed?")
    let page = PageSource.picture(path: path)
    #expect(try page.naturalSize() == PixelSize(96, 64))
    let image = try page.picture(for: PixelSize(96, 64))
    let red = SIMD4<UInt8>(200, 20, 10, 255)
    #expect((0..<4).allSatisfy { abs(Int(image[12, 32][$0]) - Int(red[$0])) <= 4 })
    #expect(image[80, 32].w == 0)
  }

  /// What can't be read is named with a remedy, instead of a part of it being shown.
  @Test(arguments: [
    ("cut.bmp", "convert it to PNG"), ("overlap.bmp", "overlap its palette"),
    ("rgba.dds", "R8G8B8A8"), ("cut.jp2", "convert it to PNG"), ("short.jp2", "copy or download"),
  ])
  func othersAreRefused(name: String, words: String) throws {
    let folder = try pictures()
    let page = PageSource.picture(path: "\(folder.path)/\(name)")
    let error = #expect(throws: RecordingError.self) {
      _ = try page.naturalSize()
      _ = try page.picture(for: Self.size)
    }
    let text = error?.description ?? ""
    #expect(text.contains(name) && text.contains(words), "\(text)")
  }

  /// All pictures of a folder are pages, and animations play.
  @Test func foldersHaveThemToo() throws {
    let folder = try pictures()
    let files = try PageSource.files(at: [folder.path])
    let names = files.map { $0.split(separator: "/").last.map(String.init) ?? "" }
    #expect(Set(names).isSuperset(of: ["a.tiff", "a.gif", "a.dds", "moving.gif"]))
    #expect(PageSource.skipped(inFoldersOf: [folder.path]).videos.isEmpty)
    let gifs = ["a.gif", "moving.gif"].map { "\(folder.path)/\($0)" }
    let pages = try PageSource.pages(at: gifs).pages
    #expect(pages[0].video == nil)
    #expect(try abs(#require(pages[1].video).seconds - 0.8) < 0.01)
  }
}
