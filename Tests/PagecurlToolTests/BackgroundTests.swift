import ImageCoding
import Imaging
import TestSupport
import Testing

/// What lies behind the pages: a gradient, or an image.
@Suite struct BackgroundTests {
  private let page = Pagecurl.page("page-1.png")

  private func still(_ background: String, _ options: [String] = []) throws -> Image {
    let scratch = try TemporaryFolder()
    let path = "\(scratch.path)/a.png"
    let run = try Pagecurl(
      [page, page, "-t", "0.5", "-s", "200x160", "--margin", "20", "-b", background, "-o", path]
        + options)
    #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
    return try ImageFile.read(path)
  }

  @Test func aGradientRunsFromTopToBottom() throws {
    let image = try still("#204060,white")
    #expect(image.isOpaque)
    for (row, red) in [(0, 0x20), (80, 0x90), (159, 0xFF)] {
      #expect(abs(Int(image[0, row].x) - red) <= 2, "\(image[0, row])")
    }
    // The page hides it as it hides a plain color.
    let plain = try still("#204060")
    #expect(image[100, 80] == plain[100, 80])
  }

  /// The desk that videos have by default, on request in a PNG.
  @Test func aDeskIsBeige() throws {
    #expect(try still("desk", ["--margin", "0"])[2, 2] == [0xCF, 0xC9, 0xBE, 255])
    for layout in ["pages", "spread"] {
      let desk = try still("desk", ["--layout", layout])
      #expect(desk[2, 2].x < desk[2, 80].x && desk.isOpaque, "\(layout)")
    }
  }

  /// The desk's grain has no direction: neighbors differ as much across as down.
  @Test func aDeskHasNoStreaks() throws {
    let desk = try still("desk", ["-s", "600x600", "--margin", "200"])
    func change(_ step: SIMD2<Int>) -> Double {
      var sum = 0.0
      for y in 8..<180 {
        for x in 8..<590 {
          let near = [-1, 0, 1].map { Double(desk[x + $0 * step.x, y + $0 * step.y].x) }
          // The second difference leaves out the slow change of the light.
          let bend = near[0] + near[2] - 2 * near[1]
          sum += bend * bend
        }
      }
      return (sum / (172 * 582)).squareRoot()
    }
    let (across, down) = (change([8, 0]), change([0, 8]))
    #expect(across > 1 && down > 1 && abs(across / down - 1) < 0.2, "\(across), \(down)")
  }

  @Test func anImageCoversTheFrame() throws {
    let scratch = try TemporaryFolder()
    var picture = Image(width: 20, height: 40, filledWith: [200, 100, 50, 255])
    for x in 0..<20 { for y in 20..<40 { picture[x, y] = [10, 120, 30, 255] } }
    let path = "\(scratch.path)/desk.png"
    try ImageFile.write(picture, to: path)
    let image = try still(path)
    #expect(image[2, 2] == [200, 100, 50, 255] && image[197, 157] == [10, 120, 30, 255])
    let over = try Pagecurl([page, "-t", "0.5", "-b", path, "-o", path])
    #expect(over.status == 2 && over.errors.contains("would overwrite the input"), "\(over.errors)")
  }

  /// Frames that reuse compressed rows have the same pixels.
  @Test(.long) func framesOfATurnShowIt() throws {
    let scratch = try TemporaryFolder()
    let job = [page, page, "-s", "100x80", "--margin", "10", "-n", "26", "-b", "navy,gold"]
    for options in [["-o", "\(scratch.path)/a"], ["-o", "\(scratch.path)/b", "-c", "small"]] {
      let run = try Pagecurl(job + options)
      #expect(run.status == 0, "\(run.errors)")
    }
    for frame in ["0000", "0013", "0025"] {
      let name = "frame-\(frame).png"
      let frames = try ["a", "b"].map { try ImageFile.read("\(scratch.path)/\($0)/\(name)") }
      #expect(frames[0] == frames[1] && frames[0][0, 0].z > 90)
    }
  }

  @Test(arguments: ["white,", "white,gray,black", "white,#12345678", "nowhere.png", "whit"])
  func nonsenseIsOneLine(background: String) throws {
    let run = try Pagecurl([page, "-t", "0.5", "-b", background, "-o", "x.png"])
    #expect(run.status != 0 && run.complainsInOneLine, "\(run.errors)")
  }
}
