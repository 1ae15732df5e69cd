import GLES
import GLESKitCEGL
import GLESKitSupport
import Imaging
import Offscreen
import TestSupport
import Testing

/// Contexts on many threads: on llvmpipe, no two that are current share a display.
@Suite struct OneContextPerDisplayTests {
  /// A red square in a green one, copied from one texture to another and read back.
  private static func picture(_ gl: Context, _ side: Int) throws -> Image {
    let source = try Framebuffer(gl, width: 32, height: 32)
    gl.clear(color: [0, 1, 0, 1])
    var state = RenderState()
    state.scissor = PixelRegion(x: 4, y: 4, width: side, height: side)
    gl.apply(state)
    gl.clear(color: [1, 0, 0, 1])
    gl.apply(RenderState())
    let target = try Framebuffer(gl, width: 32, height: 32)
    try target.color.copy(from: source, region: source.bounds, toX: 0, y: 0)
    return try target.readImage()
  }

  @Test func contextsOfManyThreadsDrawWhatOneDraws() throws {
    let expected: [Image]
    do {
      let offscreen = try OffscreenContext()
      expected = try (0..<8).map { try Self.picture(offscreen.gl, $0) }
    }
    struct InUse {
      var displays: [UInt] = []
      var (wasShared, most) = (false, 0)
    }
    let inUse = Monitor(InUse())
    var threads: [ThreadBox] = []
    for number in 0..<8 {
      threads.append(
        ThreadBox(
          try Thread {
            let offscreen = try OffscreenContext()
            let isLlvmpipe = offscreen.gl.driver.renderer.hasPrefix("llvmpipe")
            offscreen.releaseCurrent()
            for round in 0..<40 {
              try offscreen.makeCurrent()
              let display = UInt(bitPattern: eglGetCurrentDisplay())
              inUse.update { state in
                if isLlvmpipe, state.displays.contains(display) { state.wasShared = true }
                state.displays.append(display)
                state.most = max(state.most, state.displays.count)
              }
              let side = (number + round) % 8
              let image = try Self.picture(offscreen.gl, side)
              inUse.update { state in
                if let index = state.displays.firstIndex(of: display) {
                  state.displays.remove(at: index)
                }
              }
              offscreen.releaseCurrent()
              #expect(image == expected[side])
            }
          }))
    }
    for thread in threads { try thread.join() }
    let used = inUse.update { $0 }
    #expect(!used.wasShared)
    #expect(used.most > 1, "threads drew at the same time")
  }

  /// Threads that want a display get that of a context during the probe, which takes it back.
  @Test func probesOfManyThreadsKeepTheirContexts() throws {
    var threads: [ThreadBox] = []
    for _ in 0..<6 {
      threads.append(
        ThreadBox(
          try Thread {
            for _ in 0..<4 {
              let offscreen = try OffscreenContext()
              let context = eglGetCurrentContext()
              _ = OffscreenContext.probe(.only(.surfaceless))
              #expect(eglGetCurrentContext() == context)
              _ = try Self.picture(offscreen.gl, 3)
            }
          }))
    }
    for thread in threads { try thread.join() }
  }

  @Test func aThirdContextOfARouteWaits() throws {
    guard try OffscreenContext(.only(.surfaceless)).gl.driver.renderer.hasPrefix("llvmpipe") else {
      return
    }
    struct Progress { var opened = 0; var isReleased = false }
    let progress = Monitor(Progress())
    // The two displays of one route, and a third context.
    var threads: [ThreadBox] = []
    for _ in 0..<2 {
      threads.append(
        ThreadBox(
          try Thread {
            let offscreen = try OffscreenContext(.only(.surfaceless))
            progress.update { $0.opened += 1 }
            progress.wait { $0.isReleased ? () : nil }
            offscreen.gl.clear(color: .zero)
          }))
    }
    progress.wait { $0.opened == 2 ? () : nil }
    threads.append(
      ThreadBox(
        try Thread {
          _ = try OffscreenContext(.only(.surfaceless))
          #expect(progress.update { $0.isReleased }, "no display was free before")
        }))
    // Long enough for a third context that doesn't wait; one that waits passes in any case.
    for _ in 0..<3 { _ = try OffscreenContext(.only(.device(0))) }
    progress.update { $0.isReleased = true }
    for thread in threads { try thread.join() }
  }
}
