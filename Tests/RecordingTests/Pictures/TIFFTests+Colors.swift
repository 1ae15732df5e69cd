import GLESKitSupport
import Imaging
import Testing

@testable import Recording

/// The colors of TIFFs.
extension TIFFTests {
  /// CMYK has the colors of its profile, however it is stored, and without one those of the formula
  /// for JPEGs.
  @Test(arguments: [
    ("contig", "none", 8, true), ("contig", "lzw", 8, false), ("separate", "lzw", 8, true),
    ("contig", "jpeg", 8, true), ("contig", "none", 16, true),
  ])
  func inksAreThoseOfTheProfile(
    planes: String, compression: String, bits: Int, hasProfile: Bool
  ) throws {
    let folderOfTests = "\(#filePath)".split(separator: "/").dropLast(3).joined(separator: "/")
    try python(
      """
      import subprocess
      sys.dont_write_bytecode = True
      sys.path.insert(0, "/\(folderOfTests)/TestSupport")
      import profiles
      profile = profiles.inks() if \(hasProfile ? 1 : 0) else None
      inks = {"c": (255, 0, 0, 0), "m": (0, 255, 0, 0), "y": (0, 0, 255, 0), "": (0, 0, 0, 0)}
      image, judge = Image.new("CMYK", (64, 16)), Image.new("RGB", (64, 16))
      for index, (name, ink) in enumerate(inks.items()):
          place = (16 * index, 0, 16 * index + 16, 16)
          image.paste(ink, place)
          plain = tuple(255 - part for part in ink[:3])
          judge.paste(profiles.from_lab(profiles.INKS[name]) if profile else plain, place)
      expect("inks", judge)
      if \(bits) == 8:
          image.save(folder + "k.tif", icc_profile=profile)
          options = ["-p", "\(planes)", "-c", "\(compression)", "-r", "8"]
          subprocess.run(["tiffcp", *options, folder + "k.tif", folder + "inks.tif"], check=True)
      else:
          # The second byte of each number is the more significant one.
          data = b"".join(bytes([99, byte]) for byte in image.tobytes())
          start = 10 + 12 * 11 + 4
          place = start + 8 + len(profile)
          tags = [(256, 3, 1, 64), (257, 3, 1, 16), (258, 3, 4, start), (259, 3, 1, 1),
                  (262, 3, 1, 5), (273, 4, 1, place), (277, 3, 1, 4), (278, 3, 1, 16),
                  (279, 4, 1, len(data)), (332, 3, 1, 1), (34675, 7, len(profile), start + 8)]
          write("inks.tif", tags, struct.pack("<4H", *[16] * 4) + profile + data)
      """)
    let page = try #require(try pages("inks.tif").first)
    #expect(try page.naturalSize() == PixelSize(64, 16))
    let picture = try page.picture(for: PixelSize(64, 16))
    let judge = try Files.read("\(folder.path)/inks-1.rgba")
    #expect(picture.pixels.count == judge.count)
    for (index, pair) in zip(picture.pixels, judge).enumerated() where index / 4 % 16 == 8 {
      let limit = compression == "jpeg" ? 8 : 2
      #expect(abs(Int(pair.0) - Int(pair.1)) <= limit, "\(index): \(pair)")
    }
  }

  /// Colors that neither reads right are named.
  @Test(arguments: [
    ("inks other than CMYK of 8 or 16 bits", "RGB"), ("signed or fractional numbers", "16 bits"),
    ("prediction of other numbers than of 8 or 16 bits", "without prediction"),
    ("a palette and transparency", "transparency"), ("L*a*b* colors", "RGB"),
    ("JPEG of the old style", "tiff2rgba"),
  ])
  func strangeColorsAreRefused(colors: String, remedy: String) throws {
    try python(
      """
      tags = [(256, 3, 1, 1), (257, 3, 1, 1), (258, 3, 4, 122), (259, 3, 1, 1), (262, 3, 1, 5),
              (273, 4, 1, 130), (277, 3, 1, 4), (278, 3, 1, 1), (279, 4, 1, 8)]
      if "signed" in "\(colors)":
          tags[4:] = [(262, 3, 1, 2), *tags[5:8], (279, 4, 1, 8), (339, 3, 1, 2)]
      elif "inks" in "\(colors)":
          tags[6] = (277, 3, 1, 3)
      elif "prediction" in "\(colors)":
          tags[2], tags[4], tags[6] = (258, 3, 1, 12), (262, 3, 1, 1), (277, 3, 1, 1)
          tags += [(317, 3, 1, 2)]
      elif "L*a*b*" in "\(colors)":
          tags[4], tags[6] = (262, 3, 1, 8), (277, 3, 1, 3)
      elif "palette" in "\(colors)":
          tags[2], tags[4], tags[6] = (258, 3, 2, 8 << 16 | 8), (262, 3, 1, 3), (277, 3, 1, 2)
      elif "old" in "\(colors)":
          tags[3], tags[4], tags[6] = (259, 3, 1, 6), (262, 3, 1, 6), (277, 3, 1, 3)
      write("colors.tiff", tags, struct.pack("<8H", *[16] * 4 + [9] * 4))
      """)
    let error = #expect(throws: RecordingError.self) { _ = try self.pages("colors.tiff") }
    let text = error?.description ?? ""
    #expect(text.contains("colors.tiff' is a TIFF with \(colors)"), "\(text)")
    #expect(text.hasSuffix(remedy), "\(text)")
  }
}
