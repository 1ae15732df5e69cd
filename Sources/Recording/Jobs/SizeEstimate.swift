import ImageCoding
import Imaging

extension BookPlan {
  /// The order of magnitude of the number of bytes that will be written, from trials with pages of
  /// text and pictures.
  package var estimatedBytes: Int {
    let pixels = Double(frameSize.width * frameSize.height)
    let (shown, moving) = (Double(frameCount), Double(frames.pictures.count))
    let bytes =
      switch job.output {
      case .still(let path, _, let format):
        pixels * Self.bytesPerPixel(format ?? ImageFormat(extensionOf: path))
      case .frames(_, let name):
        pixels * Self.bytesPerPixel(ImageFormat(extensionOf: name)) * shown
      case .video(_, let format):
        switch format {
        case .mp4, .webm: pixels * moving * 0.03 + shown * 40
        case .mov: pixels * shown * 0.5
        case .mkv: pixels * shown * 0.4
        case .gif: pixels * moving * 0.4
        case .apng: pixels * moving * Self.bytesPerPixel(.png)
        case .webp: pixels * moving * 0.12
        case .y4m: pixels * shown * 1.5
        case .raw: pixels * shown * 4
        }
      case .webPage:
        Double(pageSize.width * pageSize.height * pageCount) * Self.bytesPerPixel(.webp) + 140_000
      }
    return Int(bytes)
  }

  private static func bytesPerPixel(_ format: ImageFormat?) -> Double {
    switch format {
    case .jpeg: 0.15
    case .webp: 0.1
    case .png, nil: 0.6
    }
  }
}
