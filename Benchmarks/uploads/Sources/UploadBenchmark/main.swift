import Glibc
import Offscreen

/// The processor time of this thread, in milliseconds. Wall time would include the work of other
/// programs, and of llvmpipe's threads, which draw the frame before.
func now() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) * 1e3 + Double(time.tv_nsec) / 1e6
}

let budget = 2.0  // milliseconds
let offscreen = try OffscreenContext()
let gl = offscreen.gl
let target = try Framebuffer(gl, width: 320, height: 240)

/// Uploads images for 1,000 frames and prints the times of the frames' uploads.
@MainActor func measure(_ title: String, size: Int, replaces: Bool, mipmaps: Bool) throws {
  let image = Image(width: size, height: size, filledWith: [1, 2, 3, 255])
  let sampling = Texture.Sampling(mipmaps: mipmaps ? .linear : nil)
  // As an app does that shows large images: the texture is made before the first frame.
  let old = replaces ? try Texture(gl, image, sampling: sampling) : nil
  let uploader = TextureUploader(gl)
  var times: [Double] = []
  var complete = 0
  for _ in 0..<1000 {
    if uploader.pendingCount == 0 {
      if let old {
        uploader.upload(image, to: old) { _ in complete += 1 }
      } else {
        uploader.upload(image, sampling: sampling) { _ in complete += 1 }
      }
    }
    let start = now()
    uploader.advance(for: budget / 1e3)
    times.append(now() - start)
    target.bind()
    gl.clear(color: [0, 0, 1, 1])
    gl.finish()
  }
  times.sort()
  func text(_ value: Double) -> String { "\((value * 100).rounded() / 100)" }
  print(
    "\(title): \(complete) images; upload per frame: median \(text(times[500])), p99 "
      + "\(text(times[990])), longest \(text(times[999])) ms; "
      + "\(times.filter { $0 > budget + 1 }.count) frames above \(budget + 1) ms")
}

try measure("1 megapixel, new textures", size: 1024, replaces: false, mipmaps: false)
try measure("1 megapixel, new textures, mipmaps", size: 1024, replaces: false, mipmaps: true)
try measure("12 megapixels, replaced", size: 3464, replaces: true, mipmaps: false)
try measure("12 megapixels, new textures", size: 3464, replaces: false, mipmaps: false)
