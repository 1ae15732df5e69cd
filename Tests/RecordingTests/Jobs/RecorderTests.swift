import GLESKitSupport
import Glibc
import ImageCoding
import Imaging
import TestSupport
import Testing

@testable import Recording

/// The recorder as an app uses and misuses it.
@Suite struct RecorderTests {
  private let picture = quarters(16, 12)
  private let dark = Image(width: 16, height: 12, filledWith: [10, 20, 30, 255])
  private let size = PixelSize(16, 12)

  /// The frames of a raw file.
  private func frames(_ path: String) throws -> [Image] {
    Decoded.images(try Files.read(path), size)
  }

  @Test func picturesAreSeenUntilTheNextOnesMoment() throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/a.rgba"
    let third = Image(width: 16, height: 12, filledWith: [200, 100, 0, 255])
    var recorder = try Recorder(to: path, size: size, rate: FrameRate(10))
    try recorder.append(dark, at: 0.12)
    // Falls on the frame of the one before, and takes its place.
    try recorder.append(picture, at: 0.04)
    try recorder.append(dark, at: 0.3)
    try recorder.append(third, for: 2)
    #expect(recorder.frameCount == 6)
    try recorder.finish(at: 0.8)
    #expect(try frames(path) == [picture, picture, picture, dark, third, third, third, third])
  }

  @Test func misuseIsAnErrorThatStays() throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/a.y4m"
    let rate = FrameRate(10)
    for (misuse, words) in [
      (
        { (recorder: inout Recorder) in try recorder.append(quarters(12, 16)) },
        "12×16 doesn't fit a recording of 16×12"
      ),
      ({ try $0.append(quarters(16, 12), for: 0) }, "0 frames for an image"),
      ({ try $0.append(quarters(16, 12), at: -1) }, "is outside the recording"),
      ({ try $0.append(quarters(16, 12), at: .nan) }, "is outside the recording"),
      ({ try $0.append(quarters(16, 12), at: 0.2) }, "append images in order"),
    ] as [((inout Recorder) throws -> Void, String)] {
      var recorder = try Recorder(to: path, size: size, rate: rate)
      try recorder.append(picture)
      try recorder.append(picture, at: 0.5)
      #expect { try misuse(&recorder) } throws: { "\($0)".contains(words) }
      #expect { try recorder.append(picture) } throws: { "\($0)".contains(words) }
      do {
        try recorder.finish()
        Issue.record("finished in spite of: \(words)")
      } catch {
        #expect("\(error)".contains(words))
      }
      #expect(try Files.list(folder.path) == [])
    }
    for (path, words) in [
      ("\(folder.path)/a.avi", "unknown output type"), ("\(folder.path)/a.png", "%04d"),
      ("\(folder.path)/%04d.png/", "unknown output type"),
      ("\(folder.path)/none/a.mp4", "No such file"),
      ("\(folder.path)/%d.gif", ".png, .jpg"),
    ] {
      #expect { _ = try Recorder(to: path, size: size, rate: rate) } throws: {
        "\($0)".contains(words) && "\($0)".contains(path.split(separator: "/").last ?? "")
      }
    }
    #expect(throws: RecordingError.self) {
      _ = try Recorder(to: path, size: PixelSize(0, 4), rate: rate)
    }
    #expect {
      try Recorder(to: path, size: size, rate: rate).finish()
    } throws: { "\($0)".contains("nothing was recorded") }
    #expect(try Files.list(folder.path) == [])
  }

  @Test(arguments: VideoFormat.allCases.map(\.fileExtension) + ["%03d.png"])
  func whatIsGivenUpIsGone(ending: String) throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/new/a.\(ending)"
    if !ending.hasPrefix("%") { try Files.createFolders("\(folder.path)/new") }
    let before = try Files.list(folder.path)
    var recorder = try Recorder(to: path, size: size, rate: FrameRate(10))
    for number in 0..<5 { try recorder.append(number % 2 == 0 ? picture : dark) }
    recorder.cancel()
    #expect(try Files.list(folder.path) == before)
    do {
      var dropped = try Recorder(to: path, size: size, rate: FrameRate(10))
      try dropped.append(picture)
      try dropped.append(picture)
    }
    #expect(try Files.list(folder.path) == before)
    #expect(before.isEmpty == ending.hasPrefix("%"))
  }

  /// A full disk is an error at the latest at the end.
  @Test(arguments: VideoFormat.allCases)
  func aFullDisk(format: VideoFormat) throws {
    var options = Recorder.Options()
    options.format = format
    do {
      var recorder = try Recorder(
        to: "/dev/full", size: size, rate: FrameRate(10), options: options)
      for _ in 0..<3 { try recorder.append(picture) }
      try recorder.finish()
      Issue.record("written to a full disk")
    } catch {
      #expect("\(error)".contains("/dev/full") && "\(error)".contains("No space left"))
    }
  }

  /// Into a pipe goes the same file, but for MP4, whose parts stand in another order.
  @Test(.long, arguments: VideoFormat.allCases)
  func aPipe(format: VideoFormat) throws {
    let folder = try TemporaryFolder()
    let pipe = "\(folder.path)/pipe"
    try #require(mkfifo(pipe, 0o600) == 0)
    var options = Recorder.Options()
    options.format = format
    let copy = "\(folder.path)/copy"
    let reader = try TestSupport.Thread { try AtomicFile.write(try Files.read(pipe), to: copy) }
    for path in [pipe, "\(folder.path)/file"] {
      var recorder = try Recorder(to: path, size: size, rate: FrameRate(10), options: options)
      for number in 0..<6 { try recorder.append(number % 2 == 0 ? picture : dark) }
      try recorder.finish()
    }
    try reader.join()
    switch format {
    case .mp4, .mov, .mkv, .webm: #expect(try Decoded(copy).frames.count == 6)
    default: #expect(try Files.read(copy) == Files.read("\(folder.path)/file"))
    }
  }

  /// A reader that leaves is an error with its number, not a signal.
  @Test(.long, arguments: VideoFormat.allCases)
  func aReaderThatLeaves(format: VideoFormat) throws {
    let folder = try TemporaryFolder()
    let pipe = "\(folder.path)/pipe"
    try #require(mkfifo(pipe, 0o600) == 0)
    var options = Recorder.Options()
    options.format = format
    let reader = try TestSupport.Thread { close(open(pipe, O_RDONLY)) }
    // Noise, since what fits into a pipe can be written before the reader leaves.
    var random = SeededGenerator(seed: 3)
    let bytes = (0..<400 * 400).flatMap { _ in
      [UInt8.random(in: 0 ... .max, using: &random), 0, 99, 255]
    }
    let big = Image(width: 400, height: 400, pixels: bytes)
    var failure: RecordingError?
    do throws(RecordingError) {
      var recorder = try Recorder(
        to: pipe, size: PixelSize(400, 400), rate: FrameRate(10), options: options)
      for _ in 0..<40 { try recorder.append(big) }
      try recorder.finish()
    } catch {
      failure = error
    }
    try reader.join()
    guard case .file(let error)? = failure else {
      Issue.record("\(String(describing: failure))")
      return
    }
    #expect(error.code == EPIPE && error.path == pipe)
  }
}
