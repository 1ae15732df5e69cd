import ImageCoding
import Imaging
import Recording
import TestSupport
import Testing

/// The sample pages, as a person turns them: at their own size the first frame is the front page
/// and the last the page below, byte for byte as the files decode, whichever way the page turns.
@Test(arguments: [180.0, 0, 90, -20, 135])
func sampleTurnsBeginAndEndWithTheirPages(degrees: Double) throws {
  let pages = repositoryFile("samples/pages")
  let folder = try TemporaryFolder()
  var job = BookJob(
    pages: (1...3).map { "\(pages)/page-\($0).png" },
    output: .frames(folder: "\(folder.path)/out", name: "%d.png"))
  job.timing.turnFrames = 2
  job.style.motion = .angle(degrees * .pi / 180)
  try job.plan().run { _ in }
  let front = try ImageFile.read(job.pages[0])
  let next = try ImageFile.read(job.pages[2])
  #expect(front != next)
  #expect(try ImageFile.read("\(folder.path)/out/0.png") == front)
  #expect(try ImageFile.read("\(folder.path)/out/1.png") == next)
}
