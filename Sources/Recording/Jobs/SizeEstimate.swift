import ImageCoding
import Imaging

extension BookPlan {
  /// About how many bytes will be written: by what pages of text and pictures took in trials, so no
  /// more than the order of magnitude.
  public var estimatedBytes: Int {
    let pixels = Double(frameSize.width * frameSize.height)
    let (frames, moving) = (Double(frameCount), Double(pictures.count))
    let bytes =
      switch job.output {
      case .still(let path, _, let format):
        pixels * Self.bytesPerPixel(format ?? ImageFormat(extensionOf: path))
      case .frames(_, let name):
        pixels * Self.bytesPerPixel(ImageFormat(extensionOf: name)) * frames
      case .video(_, let format):
        switch format {
        case .mp4, .webm: pixels * moving * 0.03 + frames * 40
        case .gif: pixels * moving * 0.4
        case .apng: pixels * moving * Self.bytesPerPixel(.png)
        case .webp: pixels * moving * 0.12
        case .y4m: pixels * frames * 1.5
        case .raw: pixels * frames * 4
        }
      case .webPage:
        Double(pageSize.width * pageSize.height * pageCount) * Self.bytesPerPixel(.png) + 80_000
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
