import GLESKitSupport
import Imaging
import TestSupport
import Testing

@testable import Recording

/// A folder with a file of each of many formats: each is a page, or is named.
@Suite final class FormatFolderTests {
  private let folder: TemporaryFolder

  /// How a file of a format is treated.
  enum Fate {
    case pages(Int)
    /// A page with several frames.
    case moving
    /// A video, which may be a film of the book.
    case video
    /// Not a picture that can be read.
    case refused
  }

  static let formats: [(name: String, fate: Fate)] = [
    ("png", .pages(1)), ("jpg", .pages(1)), ("webp", .pages(1)), ("gif", .pages(1)),
    ("bmp", .pages(1)), ("tif", .pages(1)), ("tiff", .pages(2)), ("ppm", .pages(1)),
    ("pgm", .pages(1)), ("pbm", .pages(1)), ("pam", .pages(1)), ("jp2", .pages(1)),
    ("dds", .pages(1)), ("psd", .pages(1)), ("qoi", .pages(1)), ("avif", .pages(1)),
    ("heic", .pages(1)), ("jxl", .pages(1)), ("pdf", .pages(1)), ("moving.gif", .moving),
    ("moving.webp", .moving), ("moving.png", .moving), ("moving.avif", .moving), ("mp4", .video),
    ("mkv", .video), ("ico", .refused), ("tga", .refused),
    ("pcx", .refused), ("sgi", .refused), ("eps", .refused), ("svg", .refused), ("exr", .refused),
    ("txt", .refused),
  ]

  /// The files by their names, made once per process.
  private static let files = Result { try makeFiles() }

  init() throws {
    folder = try TemporaryFolder()
    for (name, bytes) in try Self.files.get() {
      try AtomicFile.write(bytes, to: "\(folder.path)/\(name)")
    }
  }

  private static func makeFiles() throws -> [(name: String, bytes: [UInt8])] {
    let folder = try TemporaryFolder()
    let run = try Subprocess([
      "/usr/bin/python3", "-c",
      """
      import struct, subprocess, sys
      from PIL import Image
      folder = sys.argv[1] + "/"
      image = Image.linear_gradient("L").resize((24, 16)).convert("RGB")
      image.paste((10, 20, 200), (12, 0, 24, 16))
      other = image.rotate(180)
      for name in "png jpg webp gif bmp tif ppm jp2 dds ico tga pcx sgi eps pdf".split():
          image.save(folder + "file." + name)
      image.convert("L").save(folder + "file.pgm")
      image.convert("1").save(folder + "file.pbm")
      image.save(folder + "file.tiff", save_all=True, append_images=[other])
      for name in ("gif", "webp", "png"):
          path = folder + "moving." + name
          image.save(path, save_all=True, append_images=[other] * 3, duration=200)
      def write(name, *parts):
          open(folder + "file." + name, "wb").write(b"".join(parts))
      header = struct.pack(">H6xHIIHH", 1, 3, 16, 24, 8, 3)
      planes = b"".join(band.tobytes() for band in image.split())
      write("psd", b"8BPS", header, bytes(14), planes)
      words = b"P7 WIDTH=24 HEIGHT=16 DEPTH=3 MAXVAL=255 TUPLTYPE=RGB ENDHDR "
      write("pam", words.replace(b" ", b"\\n").replace(b"=", b" "), image.tobytes())
      write("svg", b'<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>')
      write("txt", b"a note")
      def ffmpeg(name, *options):
          command = ["ffmpeg", "-v", "error", "-i", folder + "file.png", *options]
          subprocess.run([*command, folder + "file." + name], check=True)
      ffmpeg("qoi")
      ffmpeg("exr")
      ffmpeg("jxl")
      ffmpeg("avif", "-c:v", "libaom-av1", "-still-picture", "1", "-cpu-used", "8")
      ffmpeg("moving.avif", "-vf", "loop=3:1,noise=alls=20:allf=t", "-cpu-used", "8")
      subprocess.run(["mv", folder + "file.moving.avif", folder + "moving.avif"], check=True)
      ffmpeg("mp4", "-pix_fmt", "yuv420p")
      ffmpeg("mkv", "-pix_fmt", "yuv420p")
      image.resize((96, 64)).save(folder + "big.png")
      command = ["heif-enc", folder + "big.png", "-o", folder + "file.heic"]
      subprocess.run(command, check=True, stdout=-3)
      subprocess.run(["rm", folder + "big.png"], check=True)
      """, folder.path,
    ])
    try #require(run.status == 0, "are python3-pil, ffmpeg and libheif-examples installed?")
    return try Files.list(folder.path).map { ($0, try Files.read("\(folder.path)/\($0)")) }
  }

  private func file(_ format: String) -> String {
    format.hasPrefix("moving") ? "\(folder.path)/\(format)" : "\(folder.path)/file.\(format)"
  }

  /// How many pages come from each file.
  private func pages(_ paths: [String]) throws -> [String: Int] {
    let pages = try PageSource.pages(at: paths).pages
    for page in pages { _ = try page.picture(for: PixelSize(24, 16)) }
    return Dictionary(
      pages.map { page in
        switch page {
        case .picture(let path): (path, 1)
        case .pdf(let file, _): (file.path, 1)
        case .sheet(let file, _): (file.path, 1)
        case .clip(let clip): (clip.path, 1)
        default: ("", 1)
        }
      }, uniquingKeysWith: +)
  }

  @Test func eachFileIsAPageOrIsNamed() throws {
    let pages = try pages([folder.path])
    let skipped = PageSource.skipped(inFoldersOf: [folder.path])
    for (format, fate) in Self.formats {
      let path = file(format)
      switch fate {
      case .pages(let count): #expect(pages[path] == count, "\(format)")
      case .moving: #expect(pages[path] == 1, "\(format)")
      case .video: #expect(skipped.videos.contains(path) && pages[path] == nil, "\(format)")
      case .refused: #expect(skipped.others.contains(path) && pages[path] == nil, "\(format)")
      }
    }
    #expect(pages.count + skipped.videos.count + skipped.others.count == Self.formats.count)
  }

  /// Named alone, what can't be read is an error that names it, and videos are moving pages.
  @Test(.long) func eachFileAloneIsAPageOrAnError() throws {
    for (format, fate) in Self.formats {
      let path = file(format)
      func read() throws -> [PageSource] {
        let found = try PageSource.pages(at: [path]).pages
        for page in found { _ = try page.picture(for: PixelSize(24, 16)) }
        return found
      }
      switch fate {
      case .pages(let count): #expect(try read().count == count, "\(format)")
      case .moving, .video: #expect(try read()[0].video != nil, "\(format)")
      case .refused:
        let error = #expect(throws: RecordingError.self, "\(format)") { _ = try read() }
        #expect(error?.description.contains(path) == true, "\(format)")
      }
    }
  }

  /// Under the name of a PNG or a JPEG, files are what they are.
  @Test func namesMayBeWrong() throws {
    let names = ["png", "jpg", "tif", "bmp", "webp"]
    for (index, (format, fate)) in Self.formats.enumerated() {
      let name = names[index % names.count]
      let path = "\(folder.path)/wrong.\(name)"
      try AtomicFile.write(try Files.read(file(format)), to: path)
      let found: [PageSource]
      do {
        found = try PageSource.pages(at: [path]).pages
        for page in found { _ = try page.picture(for: PixelSize(24, 16)) }
      } catch {
        #expect("\(error)".contains(path), "\(format): \(error)")
        // By its content, ffmpeg doesn't recognize this one.
        if case .pages = fate, format != "pam" {
          Issue.record("\(format) as \(name): \(error)")
        }
        continue
      }
      switch fate {
      case .pages(let count): #expect(found.count == count, "\(format)")
      case .moving: #expect(found.count == 1 && found[0].video != nil, "\(format)")
      case .video, .refused: Issue.record("\(format) as \(name) was read")
      }
    }
  }
}
