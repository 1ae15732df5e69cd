import GLESKitSupport
import ImageCoding
import Imaging
import TestSupport
import Testing

@testable import Recording

/// Animated pictures as pages, compared with what Pillow shows.
@Suite struct AnimatedPictureTests {
  /// Writes six frames of a disk that moves over nothing, shown for different times.
  private func picture(_ name: String, in folder: borrowing TemporaryFolder) throws -> String {
    let path = "\(folder.path)/\(name)"
    let run = try Subprocess([
      "/usr/bin/python3", "-c",
      """
      import sys
      from PIL import Image, ImageDraw
      frames = []
      for number in range(6):
          image = Image.new("RGBA", (40, 30))
          color = (40 * number, 30, 255 - 40 * number, 255 if number % 2 else 128)
          ImageDraw.Draw(image).rectangle((5 * number, 3, 5 * number + 12, 20), color)
          frames.append(image)
      options = {"gif": {"disposal": 2}, "apng": {"disposal": 1}, "webp": {"lossless": True}}
      kind = sys.argv[1].rsplit(".")[-1]
      frames[0].save(
          sys.argv[1], "PNG" if kind == "apng" else kind, save_all=True, append_images=frames[1:],
          duration=[100, 300, 50, 700, 200, 150], loop=0, **options[kind])
      """, path,
    ])
    try #require(run.status == 0, "is the Debian package python3-pil installed?")
    return path
  }

  @Test(arguments: ["moving.gif", "moving.apng", "moving.webp"], [20, 7])
  func framesAreThoseOfPillow(name: String, rate: Int) throws {
    let folder = try TemporaryFolder()
    let path = try picture(name, in: folder)
    let expected = try Decoded(animation: path)
    let page = try ClipPage(path)
    try #require(expected.milliseconds == [100, 300, 50, 700, 200, 150])
    #expect(page.size == PixelSize(40, 30) && page.seconds == 1.5)
    var ends: [Int] = []
    var time = 0.0
    for duration in expected.milliseconds {
      time += duration
      ends.append(Int((time / 1000 * Double(rate)).rounded()))
    }
    for first in [0, 3] {
      var reader = try ClipPageReader(
        page, page.size, .fit, rate: FrameRate(rate), from: first)
      for number in first..<page.frameCount(FrameRate(rate)) {
        let index = try #require(ends.firstIndex { $0 > number })
        let image = try #require(try reader.next(), "\(number)")
        let own = expected.frames[index]
        var paper = Image(width: 40, height: 30, filledWith: [255, 255, 255, 255])
        paper.draw(own, left: 0, top: 0)
        var shown = Image(width: 40, height: 30, filledWith: [255, 255, 255, 255])
        shown.draw(image, left: 0, top: 0)
        let difference = zip(shown.pixels, paper.pixels).map { abs(Int($0) - Int($1)) }.max()
        #expect(difference ?? 255 <= 1, "frame \(number)")
      }
      #expect(try reader.next() == nil)
    }
  }

  /// Frames that state no delay are shown, too.
  @Test func aGIFMayLackDelays() throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/fast.gif"
    let run = try Subprocess([
      "/usr/bin/python3", "-c",
      """
      import sys
      from PIL import Image
      frames = [Image.new("RGB", (8, 8), color) for color in ("red", "blue")]
      frames[0].save(sys.argv[1], save_all=True, append_images=frames[1:])
      """, path,
    ])
    try #require(run.status == 0, "is the Debian package python3-pil installed?")
    let page = try ClipPage(path)
    #expect(page.seconds > 0 && page.frameCount(FrameRate(30)) > 0)
    let first = try page.firstPicture(for: PixelSize(8, 8), .fit)[4, 4]
    #expect(first.x > 250 && first.z < 5)
  }

  /// What fills the page is cut off evenly.
  @Test func aWebPFillsAPage() throws {
    let folder = try TemporaryFolder()
    let page = try ClipPage(try picture("moving.webp", in: folder))
    let whole = try page.firstPicture(for: PixelSize(40, 30), .fit)
    let filled = try page.firstPicture(for: PixelSize(20, 30), .fill)
    #expect(filled == whole.middle(PixelSize(20, 30)))
    let fitted = try page.firstPicture(for: PixelSize(40, 60), .fit)
    #expect(fitted[20, 5] == [255, 255, 255, 255] && fitted.height == 60)
  }

  /// One that ends early is named.
  @Test(arguments: [20, 60, 100, 200]) func damagedWebPsAreNamed(length: Int) throws {
    let folder = try TemporaryFolder()
    let path = try picture("moving.webp", in: folder)
    try AtomicFile.write(Array(try Files.read(path).prefix(length)), to: path)
    let error = #expect(throws: RecordingError.self) {
      for page in try PageSource.pages(at: [path]).pages {
        _ = try page.picture(for: PixelSize(40, 30))
      }
    }
    #expect(error?.description.contains("moving.webp") == true, "\(error?.description ?? "")")
  }

  /// A film of a single page ends when the page is gone: nobody looks at an empty desk.
  @Test func aSinglePageIsPlayedAndLiftedOff() throws {
    let folder = try TemporaryFolder()
    let path = try picture("moving.gif", in: folder)
    for (pages, frames) in [([path], 15 + 5), ([path, path], 15 + 1 + 15)] {
      var job = BookJob(pages: pages, output: .video(path: "\(folder.path)/a.mp4", format: .mp4))
      job.layout = .pages
      job.timing.rate = FrameRate(10)
      (job.timing.turnFrames, job.timing.holdFrames) = (5, 10)
      // The second one starts to play when the first frame of the turn shows it.
      let count = try job.plan().frameCount
      #expect(abs(count - frames) <= 1, "\(count)")
    }
  }

  /// A file that ends anywhere, as on a full disk, is not whole.
  @Test func gifsThatAreCutOffAreRefused() {
    let file: [UInt8] =
      Array("GIF89a".utf8) + [1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 255, 255, 255]
      + [0x21, 0xF9, 4, 1, 0, 0, 0, 0] + [0x2C, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x4C, 1, 0]
      + [0x3B]
    for count in 0..<file.count {
      var part = Array(file[..<count])
      #expect(!GIFBlocks.clearAll(&part), "\(count)")
    }
    var whole = file
    #expect(GIFBlocks.clearAll(&whole) && whole[22] == 1 | 2 << 2)
  }
}
