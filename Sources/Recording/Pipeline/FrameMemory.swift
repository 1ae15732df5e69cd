import GLESKitFrameKernels
import Imaging

/// What the processes of a job share: pages, references of turns, and encoded frames.
struct FrameMemory: Sendable {
  let pages: SharedMemory
  let references: SharedMemory?
  let frames: SharedMemory

  /// The bytes before a page's pixels: its width, its height, and whether it is opaque.
  private static let pageHeader = 64
  /// The largest copy of a frame for the contact sheet, in bytes; see ``BookContactSheet``.
  private static let thumbnail = 4 * 400 * 400

  /// - Parameters:
  ///   - workers: The number of workers. Each has a frame to draw and one that comes next, and
  ///     frames wait for those before them.
  ///   - hasReferences: Whether turns have references.
  init(_ plan: FramePlan, workers: Int, hasReferences: Bool) throws(RecordingError) {
    let size = plan.stage.frame
    let frameCount = 3 * workers + 2
    // Pages of the turns under way and of the next one, and frames of those that are videos.
    pages = try SharedMemory(
      slots: 2 * frameCount + 8, of: Self.pageHeader + Self.largestPage(of: plan))
    frames = try SharedMemory(
      slots: frameCount, of: 10 * size.width * size.height + Self.thumbnail + 1 << 20)
    references =
      hasReferences
      ? try SharedMemory(
        slots: 3 + frameCount / TurnsWithReferences.fewestPictures, of: ReferencesView.size(size))
      : nil
  }

  /// The bytes of the largest picture of a page.
  private static func largestPage(of plan: FramePlan) -> Int {
    let columns = plan.allPictures.reduce(plan.stage.page.width) {
      max($0, plan.columns(at: $1.moment))
    }
    return plan.pages.indices.reduce(4 * plan.stage.page.width * plan.stage.page.height) {
      let page = plan.size(of: $1, columns: columns)
      return max($0, 4 * page.width * page.height)
    }
  }

  /// The bytes that one more worker takes: its context, the frames that it draws and encodes, and
  /// pages as textures and as what they are made from. A film of 1080 rows takes 95 MB, and one
  /// with a camera 510 to 550.
  static func bytesPerWorker(of plan: FramePlan) -> Int {
    let frame = plan.stage.frame
    let samples = plan.allPictures.reduce(1) { max($0, plan.samples(at: $1.moment)) }
    return 64 << 20 + 6 * largestPage(of: plan)
      + (30 + 8 * samples * samples) * frame.width * frame.height
  }

  /// The end of a frame's slot, for its pixels before they are encoded.
  func pixels(of slot: Int, _ size: PixelSize) -> UnsafeMutableRawBufferPointer {
    let memory = frames[slot]
    return UnsafeMutableRawBufferPointer(
      rebasing: memory[(memory.count - 4 * size.width * size.height)...])
  }

  /// Writes a decoded page into a slot.
  func store(_ image: Image, isOpaque: Bool, in slot: Int) {
    let memory = pages[slot]
    memory.storeBytes(of: image.width, as: Int.self)
    memory.storeBytes(of: image.height, toByteOffset: 8, as: Int.self)
    memory.storeBytes(of: isOpaque ? 1 : 0, toByteOffset: 16, as: Int.self)
    image.pixels.withUnsafeBytes { pixels in
      UnsafeMutableRawBufferPointer(rebasing: memory[Self.pageHeader...])
        .copyMemory(from: pixels)
    }
  }

  /// The page in a slot.
  func page(in slot: Int) -> PageView {
    let memory = UnsafeRawBufferPointer(pages[slot])
    let size = PixelSize(memory.load(as: Int.self), memory.load(fromByteOffset: 8, as: Int.self))
    return PageView(
      size: size, isOpaque: memory.load(fromByteOffset: 16, as: Int.self) == 1,
      pixels: UnsafeRawBufferPointer(
        rebasing: memory[Self.pageHeader..<(Self.pageHeader + 4 * size.width * size.height)]))
  }
}

/// The pixels of a decoded page, which somebody else keeps.
struct PageView {
  var size: PixelSize
  /// Whether all pixels are opaque.
  var isOpaque: Bool
  /// Premultiplied RGBA, top row first.
  var pixels: UnsafeRawBufferPointer

  /// A copy.
  var image: Image { Image(width: size.width, height: size.height, pixels: Array(pixels)) }
}
