import GLESKitSupport
import Glibc
import Imaging
import Offscreen
import TestSupport
import Testing

@testable import Recording

/// Recording of an app that runs.
@Suite struct FrameRecorderTests {
  private static let size = PixelSize(48, 32)

  /// An app whose frames differ, and have an upper and a lower half.
  private final class App {
    let offscreen: OffscreenContext
    let target: Framebuffer

    init(_ size: PixelSize = size, ignoresExtensions: Bool = false, samples: Int = 1) throws {
      offscreen = try OffscreenContext(ignoresExtensions: ignoresExtensions)
      target = try Framebuffer(
        offscreen.gl, width: size.width, height: size.height, samples: samples)
    }

    func draw(_ number: Int) {
      target.bind()
      var state = RenderState()
      offscreen.gl.apply(state)
      offscreen.gl.clear(color: [Float(number % 256) / 255, 0, 0, 1])
      state.scissor = PixelRegion(width: target.width, height: target.height / 2)
      offscreen.gl.apply(state)
      offscreen.gl.clear(color: [0, 0, Float(number % 256) / 255, 1])
    }

    func picture(_ number: Int) -> Image {
      let shade = UInt8(number % 256)
      var image = Image(
        width: target.width, height: target.height, filledWith: [0, 0, shade, 255])
      image.draw(
        Image(width: target.width, height: target.height / 2, filledWith: [shade, 0, 0, 255]),
        left: 0, top: 0)
      return image
    }
  }

  /// The frames of a raw file, which are opaque.
  private func images(_ bytes: [UInt8], _ size: PixelSize) -> [Image] {
    let count = size.width * size.height * 4
    return stride(from: 0, to: bytes.count - count + 1, by: count).map { start in
      Image(width: size.width, height: size.height, pixels: Array(bytes[start..<start + count]))
    }
  }

  @Test(arguments: [(false, 1), (false, 4), (true, 1)])
  func fixedStepLosesNothing(ignoresExtensions: Bool, samples: Int) throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/a.rgba"
    let app = try App(ignoresExtensions: ignoresExtensions, samples: samples)
    let recorder = try FrameRecorder(of: app.target, to: path, timing: .fixedStep)
    for number in 0..<600 {
      app.draw(number)
      try recorder.capture()
    }
    try recorder.stop()
    #expect(recorder.droppedCount == 0)
    let frames = images(try Files.read(path), Self.size)
    #expect(frames.count == 600)
    #expect(frames.enumerated().allSatisfy { $1 == app.picture($0) })
  }

  @MainActor @Test func realTimeShowsAFrameUntilTheNext() async throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/a.rgba"
    let app = try App()
    let start = ContinuousClock.now
    let recorder = try FrameRecorder(of: app.target, to: path, rate: FrameRate(20))
    app.draw(50)
    try recorder.capture()
    usleep(300_000)
    app.draw(90)
    try recorder.capture()
    // Usually within the same frame of the file, so this picture is usually dropped.
    app.draw(120)
    try recorder.capture()
    usleep(200_000)
    try await recorder.stop()
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    let frames = images(try Files.read(path), Self.size)
    // No more than fit into the time from before the first to after the last, however slow we are.
    #expect(Double(frames.count) <= 20 * seconds + 1)
    let first = frames.prefix { $0 == app.picture(50) }.count
    #expect(first >= 6)
    #expect(frames.count - first >= 4)
    let second = frames[first...].prefix { $0 == app.picture(90) }
    #expect(!second.isEmpty)
    #expect(frames[second.endIndex...].allSatisfy { $0 == app.picture(120) })
    // Without effect.
    try recorder.capture()
    recorder.stop { if case .failure(let error) = $0 { Issue.record(error) } }
  }

  /// The reader of the pipe does not read until frames were dropped.
  @Test func realTimeDropsWhatCannotBeWritten() throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/a.rgba"
    try #require(mkfifo(path, 0o600) == 0)
    let pipe = open(path, O_RDWR | O_NONBLOCK)
    defer { close(pipe) }
    let size = PixelSize(512, 512)
    let app = try App(size)
    let recorder = try FrameRecorder(of: app.target, to: path, rate: FrameRate(240))
    for number in 0... {
      app.draw(number)
      try recorder.capture()
      if recorder.droppedCount == 3 { break }
      usleep(2000)
    }
    let result = Monitor<Result<Void, RecordingError>?>(nil)
    recorder.stop { output in result.update { $0 = output } }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 1 << 20)
    while true {
      let isDone = result.update { $0 != nil }
      let count = read(pipe, &chunk, chunk.count)
      if count > 0 { bytes += chunk.prefix(count) } else if isDone { break } else { usleep(1000) }
    }
    try result.wait { $0 }.get()
    #expect(recorder.droppedCount == 3)
    let frames = images(bytes, size)
    #expect(frames.count > 3)
    #expect(frames[0] == app.picture(0))
    let shades = frames.map { $0[0, 0].x }
    #expect(zip(shades, shades.dropFirst()).allSatisfy { $0 <= $1 })
  }

  @Test func anErrorOfWritingStays() throws {
    var options = Recorder.Options()
    options.format = .raw
    let app = try App(PixelSize(512, 512))
    let recorder = try FrameRecorder(
      of: app.target, to: "/dev/full", timing: .fixedStep, options: options)
    let isFull = { (error: any Error) in "\(error)".contains("/dev/full") }
    #expect {
      for number in 0... {
        app.draw(number)
        try recorder.capture()
      }
    } throws: { isFull($0) }
    #expect { try recorder.capture() } throws: { isFull($0) }
    #expect { try recorder.stop() } throws: { isFull($0) }
  }

  @Test func wrongPathsAreRefusedAtTheStart() throws {
    let app = try App()
    #expect { try FrameRecorder(of: app.target, to: "a.xyz") } throws: {
      "\($0)".contains("unknown output type")
    }
    #expect { try FrameRecorder(of: app.target, to: "/dev/null/a.y4m") } throws: {
      "\($0)".contains("/dev/null/a.y4m")
    }
  }

  @Test func nothingIsLeftOfADroppedOrEmptyRecording() throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/a.mp4"
    let app = try App()
    var recorder: FrameRecorder? = try FrameRecorder(of: app.target, to: path)
    app.draw(1)
    try recorder?.capture()
    recorder = nil
    let empty = try FrameRecorder(of: app.target, to: path)
    #expect { try empty.stop() } throws: { "\($0)".contains("nothing was recorded") }
    #expect(try Files.list(folder.path).isEmpty)
  }

  @Test func aVideoHasTheTimesOfItsFrames() throws {
    let folder = try TemporaryFolder()
    let path = "\(folder.path)/a.mp4"
    let app = try App(PixelSize(47, 31))
    let recorder = try FrameRecorder(
      of: app.target, to: path, rate: FrameRate(25), timing: .fixedStep)
    for number in 0..<50 {
      app.draw(4 * number)
      try recorder.capture()
    }
    try recorder.stop()
    let decoded = try Decoded(path)
    #expect(decoded.facts["nb_read_frames"] == "50")
    #expect(decoded.facts["duration"] == "2.000000")
    #expect(decoded.facts["width"] == "48")
  }
}
