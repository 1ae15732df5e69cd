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
  ///   - size: The size of a frame.
  ///   - largestPage: The bytes of the largest picture of a page.
  ///   - workers: The number of workers. Each has a frame to draw and one that comes next, and
  ///     frames wait for those before them.
  ///   - hasReferences: Whether turns have references.
  init(
    _ size: PixelSize, largestPage: Int, workers: Int, hasReferences: Bool
  ) throws(RecordingError) {
    let frameCount = 3 * workers + 2
    // Pages of the turns under way and of the next one, and frames of those that are videos.
    pages = try SharedMemory(
      slots: 2 * frameCount + 8, of: Self.pageHeader + largestPage)
    frames = try SharedMemory(
      slots: frameCount, of: 10 * size.width * size.height + Self.thumbnail + 1 << 20)
    references =
      hasReferences
      ? try SharedMemory(
        slots: 3 + frameCount / TurnsWithReferences.fewestPictures, of: ReferencesView.size(size))
      : nil
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

/// The most memory that the moments of a film need.
struct FrameNeeds: Sendable {
  /// The bytes of the largest picture of a page.
  let largestPage: Int
  /// The bytes that one more worker takes: its context, the frames that it draws and encodes, and
  /// pages as textures and as what they are made from. A film of 1080 rows takes 95 MB, and one
  /// with a camera 510 to 550.
  let bytesPerWorker: Int

  /// Looks at all pictures of a film.
  init(of plan: FramePlan) {
    let columns = plan.mostColumns
    let samples = plan.allPictures.reduce(1) { most, picture in
      picture.moment.view.isWhole ? most : max(most, plan.samples(at: picture.moment))
    }
    let (page, frame) = (plan.stage.page, plan.stage.frame)
    largestPage = plan.pages.indices.reduce(4 * page.width * page.height) {
      let page = plan.size(of: $1, columns: columns)
      return max($0, 4 * page.width * page.height)
    }
    bytesPerWorker =
      64 << 20 + 6 * largestPage + (30 + 8 * samples * samples) * frame.width * frame.height
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
