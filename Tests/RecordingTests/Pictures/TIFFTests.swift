import GLESKitSupport
import ImageCoding
import Imaging
import TestSupport
import Testing

@testable import Recording

/// TIFFs of several pages and of unusual kinds. Pillow writes them, and is the judge of their
/// pixels.
@Suite final class TIFFTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Runs a script with Pillow, which finds `folder` and pictures `a` … `d` of different sizes and
  /// kinds.
  func python(_ script: String) throws {
    let run = try Subprocess([
      "/usr/bin/python3", "-c",
      """
      import random, struct, sys
      from PIL import Image
      folder = sys.argv[1] + "/"
      random.seed(3)
      def noise(mode, width, height, count):
          data = bytes(random.randrange(256) for _ in range(count))
          return Image.frombytes(mode, (width, height), data)
      a, b = noise("RGB", 24, 16, 24 * 16 * 3), noise("L", 30, 41, 30 * 41)
      c, d = noise("1", 51, 20, 7 * 20), noise("RGBA", 9, 70, 9 * 70 * 4)
      def expect(name, *images):
          for number, image in enumerate(images):
              data = image.convert("RGBA").tobytes()
              open(f"{folder}{name}-{number + 1}.rgba", "wb").write(data)
      def write(name, tags, data):
          file = struct.pack("<2sHIH", b"II", 42, 8, len(tags))
          file += b"".join(struct.pack("<HHII", *tag) for tag in tags)
          open(folder + name, "wb").write(file + bytes(4) + data)
      \(script)
      """, folder.path,
    ])
    try #require(run.status == 0, "is the Debian package python3-pil installed?")
  }

  func pages(_ name: String) throws -> [PageSource] {
    try PageSource.pages(at: ["\(folder.path)/\(name)"]).pages
  }

  @Test(arguments: ["raw", "tiff_lzw", "tiff_adobe_deflate", "packbits"])
  func eachPageIsAPage(_ compression: String) throws {
    try python(
      """
      options = {"append_images": [b, c], "compression": "\(compression)"}
      a.save(folder + "book.tiff", save_all=True, **options)
      expect("book", a, b, c)
      """)
    let pages = try pages("book.tiff")
    try #require(pages.count == 3)
    for (index, size) in [PixelSize(24, 16), PixelSize(30, 41), PixelSize(51, 20)].enumerated() {
      #expect(try pages[index].naturalSize() == size)
      let judge = try Files.read("\(folder.path)/book-\(index + 1).rgba")
      #expect(try pages[index].picture(for: size).pixels == judge, "\(index)")
    }
  }

  /// In both byte orders, in strips that follow each other in any order, and behind a smaller
  /// version of a page, which is not a page.
  @Test func pagesAreReadHoweverTheyAreStored() throws {
    try python(
      """
      def tiff(pages, order):
          out = bytearray((b"MM" if order == ">" else b"II") + struct.pack(order + "HI", 42, 0))
          link = 4
          for image, kind in pages:
              width, height = image.size
              rows = [(y, min(y + 5, height)) for y in range(0, height, 5)]
              strips = [image.crop((0, low, width, high)).tobytes() for low, high in rows]
              places = []
              for strip in reversed(strips):
                  places.insert(0, len(out))
                  out += strip
              def many(form, values):
                  nonlocal out
                  place = len(out)
                  out += b"".join(struct.pack(order + form, value) for value in values)
                  return place
              count = len(strips)
              sizes, places = many("H", map(len, strips)), many("I", places)
              bits = many("H", (8, 8, 8))
              tags = [(254, 4, 1, kind), (256, 4, 1, width), (257, 4, 1, height)]
              tags += [(258, 3, 3, bits), (259, 4, 1, 1), (262, 4, 1, 2), (273, 4, count, places)]
              tags += [(277, 4, 1, 3), (278, 4, 1, 5), (279, 3, count, sizes)]
              struct.pack_into(order + "I", out, link, len(out))
              out += struct.pack(order + "H", len(tags))
              out += b"".join(struct.pack(order + "HHII", *tag) for tag in tags)
              link = len(out)
              out += bytes(4)
          return bytes(out)
      big = noise("RGB", 37, 43, 37 * 43 * 3)
      small = big.resize((9, 11))
      for order, name in (("<", "little"), (">", "big")):
          pages = [(a, 2), (big, 2), (small, 3), (big, 0)]
          open(f"{folder}{name}.tif", "wb").write(tiff(pages, order))
          judge = Image.open(f"{folder}{name}.tif")
          for number, image in enumerate((a, big, small, big)):
              judge.seek(number)
              assert judge.convert("RGB").tobytes() == image.tobytes()
          expect(name, a, big, big)
      open(folder + "one.tif", "wb").write(tiff([(a, 0), (small, 1)], "<"))
      """)
    #expect(try pages("one.tif").count == 1)
    for name in ["little", "big"] {
      let pages = try pages("\(name).tif")
      try #require(pages.count == 3)
      for (index, size) in [(0, PixelSize(24, 16)), (1, PixelSize(37, 43)), (2, PixelSize(37, 43))]
      {
        let judge = try Files.read("\(folder.path)/\(name)-\(index + 1).rgba")
        #expect(try pages[index].picture(for: size).pixels == judge, "\(name) \(index)")
      }
    }
  }

  /// The pixels of a fax are not square.
  @Test func faxesAreStretched() throws {
    try python(
      """
      options = {"dpi": (204, 98), "compression": "group4"}
      c.save(folder + "fax.tiff", save_all=True, append_images=[c], **options)
      """)
    let fax = try pages("fax.tiff")
    #expect(fax.count == 2)
    // 51 · 98 / 204.
    for page in fax { #expect(try page.naturalSize() == PixelSize(25, 20)) }
    #expect(try fax[1].picture(for: PixelSize(25, 20)).width == 25)
  }

  /// Tiles, and JPEG in strips and tiles, of which `ffmpeg` 5.1 makes wrong pictures: alone and
  /// among others. tiffcp writes them.
  @Test(.long)
  func libtiffConvertsWhatFFmpegCannotRead() throws {
    let kinds = [
      ("a", "-t -w 16 -l 16", 0), ("b", "-t -w 32 -l 16 -c lzw", 0),
      ("a", "-B -t -w 16 -l 32 -c zip:2", 0), ("b", "-t -w 16 -l 16", 0),
      ("d", "-t -w 16 -l 16", 0), ("smooth", "-c jpeg:95 -r 16", 12),
      ("smooth", "-t -w 32 -l 32 -c jpeg:95", 12), ("smooth", "-t -w 16 -l 16 -c zstd", 0),
      // tiffcp doesn't join this one with others.
      ("smooth", "-t -w 16 -l 16 -c lzw -p separate", 0),
    ]
    let rows = kinds.enumerated().map { index, kind in
      """
      convert("\(kind.1)", "\(kind.0)", "kind\(index)")
      expect("kind\(index)", named["\(kind.0)"])
      """
    }
    try python(
      """
      import subprocess
      smooth = Image.linear_gradient("L").resize((50, 40)).convert("RGB")
      named = {"a": a, "b": b, "d": d, "smooth": smooth}
      for name, image in named.items():
          image.save(folder + name + ".tif")
      def convert(options, name, target):
          ends = [folder + name + ".tif", folder + target + ".tif"]
          subprocess.run(["tiffcp", *options.split(), *ends], check=True)
      \(rows.joined(separator: "\n"))
      files = [f"{folder}kind{number}.tif" for number in range(\(kinds.count - 1))]
      tiles = ["tiffcp", "-t", "-w", "16", "-l", "16"]
      subprocess.run([*tiles, *files, folder + "all.tif"], check=True)
      """)
    let all = try pages("all.tif")
    try #require(all.count == kinds.count - 1)
    for (index, kind) in kinds.enumerated() {
      let judge = try Files.read("\(folder.path)/kind\(index)-1.rgba")
      for page in try pages("kind\(index).tif") + all.dropFirst(index).prefix(1) {
        guard case .sheet = page else {
          Issue.record("\(kind) is left to ffmpeg")
          continue
        }
        let picture = try page.picture(for: try page.naturalSize())
        let expected = Decoded.images(judge, PixelSize(picture.width, picture.height)).first
        let differences = zip(picture.pixels, try #require(expected).pixels).map {
          abs(Int($0) - Int($1))
        }
        #expect(differences.max() ?? 255 <= kind.2, "\(kind)")
      }
    }
  }

  /// A page is turned as its tag says.
  @Test(arguments: Orientation.allCases) func pagesAreUpright(_ orientation: Orientation) throws {
    try python(
      """
      a.save(folder + "a.tif", tiffinfo={274: \(orientation.rawValue)})
      # Pillow turns it when it is read.
      expect("a", Image.open(folder + "a.tif"))
      """)
    let page = try pages("a.tif")[0]
    let size = orientation.swapsAxes ? PixelSize(16, 24) : PixelSize(24, 16)
    #expect(try page.naturalSize() == size)
    let judge = try Files.read("\(folder.path)/a-1.rgba")
    #expect(try page.picture(for: size).pixels == judge)
  }

  /// A gradient of gray of few bits, with the bits of each byte in either order (FillOrder).
  @Test(arguments: [1, 2, 4], [1, 2])
  func bitsInEitherOrder(bits: Int, order: Int) throws {
    try python(
      """
      bits, order = \(bits), \(order)
      top = (1 << bits) - 1
      values = [[(x + y) % (top + 1) for x in range(16)] for y in range(4)]
      digits = "".join(format(value, f"0{bits}b") for row in values for value in row)
      step = 1 if order == 1 else -1
      data = bytes(int(digits[at:at + 8][::step], 2) for at in range(0, len(digits), 8))
      tags = [(256, 16), (257, 4), (258, bits), (259, 1), (262, 1), (266, order), (273, 134),
              (277, 1), (278, 4), (279, len(data))]
      write("bits.tiff", [(tag, 4, 1, value) for tag, value in tags], data)
      """)
    let page = try #require(try pages("bits.tiff").first)
    let picture = try page.picture(for: try page.naturalSize())
    let top = (1 << bits) - 1
    for y in 0..<4 {
      for x in 0..<16 { #expect(Int(picture[x, y].x) == (x + y) % (top + 1) * 255 / top) }
    }
  }

  /// Samples and colors of which `ffmpeg` 5.1 makes wrong pictures, and LZW as before TIFF 5.0.
  @Test(arguments: ["multiplied", "unspecified", "YCbCr", "planes", "LZW"])
  func unusualSamples(_ kind: String) throws {
    try python(
      """
      values = {256: (3, 1, 8), 257: (3, 1, 4), 258: (3, 1, 8), 259: (3, 1, 1), 262: (3, 1, 1),
                277: (3, 1, 1), 278: (3, 1, 4)}
      kind, data, image = "\(kind)", bytes(range(32)), Image.new("RGB", (8, 4), (200, 100, 0))
      if kind in ("multiplied", "unspecified"):
          # Half of the colors of an alpha of a half, or what is no alpha.
          values |= {277: (3, 1, 4), 262: (3, 1, 2), 338: (3, 1, int(kind == "multiplied"))}
          data = bytes([100, 50, 0, 128]) * 32
          image = Image.new("RGBA", (8, 4), (199, 100, 0, 128))
          if kind == "unspecified":
              image = Image.new("RGB", (8, 4), (100, 50, 0))
      elif kind == "YCbCr":
          values |= {277: (3, 1, 3), 262: (3, 1, 6), 530: (3, 2, 1 | 1 << 16)}
          data = image.convert("YCbCr").tobytes()
      elif kind == "planes":
          values |= {277: (3, 1, 3), 262: (3, 1, 2), 284: (3, 1, 2)}
          data = b"".join(bytes([value, value]) * 32 for value in (200, 100, 0))
      else:
          codes = [256, *data, 257]
          bits = sum(code << 9 * index for index, code in enumerate(codes))
          data, image = bits.to_bytes(40, "little"), Image.frombytes("L", (8, 4), data)
          values[259] = (3, 1, 5)
      samples = values[277][2]
      count, size = (3, len(data) // 3) if kind == "planes" else (1, len(data))
      start = 10 + 12 * (len(values) + 2) + 4
      extra = struct.pack(f"<{samples}H", *[16 if kind == "planes" else 8] * samples)
      if samples > 2:
          values[258] = (3, samples, start)
      else:
          extra = b""
      first = start + len(extra) + 8 * (count > 1) * count
      places = [first + size * index for index in range(count)]
      if count > 1:
          values[273] = (4, count, start + len(extra))
          values[279] = (4, count, start + len(extra) + 4 * count)
          extra += struct.pack(f"<{count}I", *places) + struct.pack(f"<{count}I", *[size] * count)
      else:
          values[273], values[279] = (4, 1, first), (4, 1, size)
      write("a.tiff", [(tag, *value) for tag, value in sorted(values.items())], extra + data)
      expect("a", image)
      """)
    let page = try #require(try pages("a.tiff").first)
    let picture = try page.picture(for: try page.naturalSize())
    let judge = try Files.read("\(folder.path)/a-1.rgba")
    let expected = try #require(Decoded.images(judge, PixelSize(8, 4)).first)
    let differences = zip(picture.pixels, expected.pixels).map { abs(Int($0) - Int($1)) }
    #expect(differences.count == judge.count && differences.max() ?? 255 <= 3, "\(picture[3, 2])")
  }

  /// What is wrong with one page is said of it, and the others are read.
  @Test func damagedFilesAreNamed() throws {
    try python(
      """
      a.save(folder + "cut.tiff", save_all=True, append_images=[b])
      whole = bytearray(open(folder + "cut.tiff", "rb").read())
      first, = struct.unpack("<I", whole[4:8])
      count, = struct.unpack("<H", whole[first:first + 2])
      link = first + 2 + 12 * count
      second, = struct.unpack("<I", whole[link:link + 4])
      # Strips beyond the end.
      count, = struct.unpack("<H", whole[second:second + 2])
      for entry in range(second + 2, second + 2 + 12 * count, 12):
          if struct.unpack("<H", whole[entry:entry + 2])[0] == 273:
              struct.pack_into("<I", whole, entry + 8, 1 << 30)
      open(folder + "cut.tiff", "wb").write(whole)
      # A circle, and one with a page too many.
      a.save(folder + "circle.tiff", save_all=True, append_images=[b])
      circle = bytearray(open(folder + "circle.tiff", "rb").read())
      last = second + 2 + 12 * count
      struct.pack_into("<I", circle, last, first)
      open(folder + "circle.tiff", "wb").write(circle)
      many = bytearray(struct.pack("<2sHI", b"II", 42, 8))
      for number in range(10_001):
          many += struct.pack("<HHHIIHHIII", 2, 256, 4, 1, 1, 257, 4, 1, 1, len(many) + 30)
      open(folder + "many.tiff", "wb").write(many)
      """)
    let cut = try pages("cut.tiff")
    try #require(cut.count == 2)
    #expect(try cut[0].picture(for: PixelSize(24, 16)).width == 24)
    let error = #expect(throws: RecordingError.self) {
      _ = try cut[1].picture(for: PixelSize(30, 41))
    }
    let text = error?.description ?? ""
    #expect(text.contains("page 2 of '") && text.contains("cut.tiff"), "\(text)")
    #expect(try pages("circle.tiff").count == 2)
    let many = #expect(throws: RecordingError.self) { _ = try self.pages("many.tiff") }
    let words = many?.description ?? ""
    #expect(words.contains("many.tiff") && words.contains("more than 10000 pages"), "\(words)")
    // A job that blanks bad pages goes on.
    let tried = try PageSource.tried(cut, .blank)
    #expect(tried.pages.count == 2 && tried.bad.count == 1 && tried.pages[1].isBlank)
  }
}
