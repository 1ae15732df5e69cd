import GLESKitSupport
import ImageCoding
import Imaging
import TestSupport

@testable import Recording

/// Pages in a scratch folder, and a place for frames of them.
final class Shelf {
  private let folder: TemporaryFolder
  let pages: [Image]
  let paths: [String]

  init(_ pages: [Image]) throws {
    let folder = try TemporaryFolder()
    let path = folder.path
    paths = pages.indices.map { "\(path)/page-\($0).png" }
    for (page, path) in zip(pages, paths) { try ImageFile.write(page, to: path) }
    self.pages = pages
    self.folder = folder
  }

  /// Pages on which every pixel differs from its neighbors and that no mirror image equals.
  convenience init(pages count: Int, width: Int = 61, height: Int = 83) throws {
    try self.init(
      (1...count).map { seed in
        var pixels: [UInt8] = []
        for y in 0..<height {
          for x in 0..<width {
            pixels.append(UInt8(truncatingIfNeeded: x &* 73 &+ y &* 151 &+ seed &* 199))
            pixels.append(UInt8(truncatingIfNeeded: x &+ seed &* 40))
            pixels.append(UInt8(truncatingIfNeeded: y))
            pixels.append(255)
          }
        }
        return Image(width: width, height: height, pixels: pixels)
      })
  }

  var path: String { folder.path }
  var out: String { "\(path)/out" }
  /// Frames in ``out``, named by two digits.
  var frames: BookJob.Output { .frames(folder: out, name: "%02d.png") }

  func frame(_ number: Int) throws -> Image {
    try ImageFile.read("\(out)/\(number < 10 ? "0" : "")\(number).png")
  }

  /// One moment of a job.
  func still(_ job: BookJob, at time: Double) throws -> Image {
    var job = job
    job.output = .still(path: "\(path)/still.png", time: time)
    try job.plan().run { _ in }
    return try ImageFile.read("\(path)/still.png")
  }
}
