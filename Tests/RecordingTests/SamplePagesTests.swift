import Imaging
import Offscreen
import Recording
import TestSupport
import Testing

/// The sample pages, as a person turns them: at their own size the first frame is the front page and
/// the last the page below, byte for byte as the files decode, whichever way the page turns.
@Test(arguments: [180.0, 0, 90, -20, 135])
func sampleTurnsBeginAndEndWithTheirPages(degrees: Double) throws {
  let root = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
  let pages = "/\(root)/samples/pages"
  let folder = try TemporaryFolder()
  var job = TurnJob(
    front: "\(pages)/page-1.png", back: "\(pages)/page-2.png", next: "\(pages)/page-3.png",
    output: .frames(
      folder: "\(folder.path)/out", name: "%d.png", count: 2, contactSheet: nil))
  job.angle = degrees * .pi / 180
  let offscreen = try OffscreenContext()
  try job.run(try job.load(), in: offscreen.gl) { _ in }
  let front = try ImageFile.read(job.front)
  let next = try ImageFile.read("\(pages)/page-3.png")
  #expect(front != next)
  #expect(try ImageFile.read("\(folder.path)/out/0.png") == front)
  #expect(try ImageFile.read("\(folder.path)/out/1.png") == next)
}
