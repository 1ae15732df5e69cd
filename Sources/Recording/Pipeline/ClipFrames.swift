import GLESKitSupport
import Imaging

/// A decoded page.
struct LoadedPage: Sendable {
  let image: Image
  /// Whether all pixels are opaque.
  let isOpaque: Bool

  init(_ image: Image) { self.init(image, isOpaque: image.isOpaque) }

  private init(_ image: Image, isOpaque: Bool) { (self.image, self.isOpaque) = (image, isOpaque) }

  /// The page in another size.
  func resized(to size: PixelSize) -> LoadedPage {
    LoadedPage(image.resized(to: size), isOpaque: isOpaque)
  }
}

/// The frames of a video page, which one process decodes in order. A frame before the last one that
/// was asked for starts another process.
final class ClipFrames {
  private var reader: ClipPageReader?
  /// The number of the frame that comes next, and that with which the process started.
  private var (next, start) = (0, 0)
  /// The frame that was decoded last.
  private var latest: LoadedPage?
  /// The first frame in the least size, in which it stands for the page where it isn't seen.
  private var opening: LoadedPage?
  /// The number of frames, once the end has been reached.
  private var count: Int?

  private let page: ClipPage
  private let size: PixelSize
  private let least: PixelSize
  private let fit: PageFit
  private let rate: FrameRate
  /// Frames that are skipped are decoded in any case. Of more than these, not even their pixels are
  /// converted.
  private static let mostSkipped = 30

  /// - Parameters:
  ///   - size: The size in which frames are decoded.
  ///   - least: The size of a page without a camera.
  ///   - rate: The frame rate of the job.
  init(_ page: ClipPage, size: PixelSize, least: PixelSize, _ fit: PageFit, rate: FrameRate) {
    self.page = page
    self.size = size
    self.least = least
    self.fit = fit
    self.rate = rate
  }

  /// A frame at the rate of the job, in some size; after the end, the last one.
  ///
  /// - Throws: ``RecordingError/clip(_:)``, ``RecordingError/program(_:)``.
  func frame(_ number: Int, for wanted: PixelSize) throws(RecordingError) -> LoadedPage {
    if number == 0, wanted == least, let opening { return opening }
    return try decoded(number).resized(to: wanted)
  }

  /// A frame in the size in which frames are decoded.
  private func decoded(_ number: Int) throws(RecordingError) -> LoadedPage {
    if let latest, number == next - 1 || count.map({ number >= $0 && next == $0 }) == true {
      return latest
    }
    if reader == nil || number < next || number > next + Self.mostSkipped {
      try start(at: number)
    }
    while true {
      let image: Image?
      do throws(RecordingError) {
        image = try reader?.next()
      } catch {
        // The file may say that it lasts longer than its frames do.
        guard start > 0, Interruption.pending == nil else { throw error }
        try start(at: 0)
        continue
      }
      guard let image else {
        reader = nil
        guard let latest else {
          throw .clip("'\(page.path)' has no frames; use another video")
        }
        count = next
        return latest
      }
      let loaded = LoadedPage(image)
      latest = loaded
      if next == 0 { opening = loaded.resized(to: least) }
      next += 1
      if next > number { return loaded }
    }
  }

  private func start(at number: Int) throws(RecordingError) {
    reader = try ClipPageReader(page, size, fit, rate: rate, from: number)
    (next, start) = (number, number)
  }
}
