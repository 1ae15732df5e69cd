import GLES
import Imaging

extension RecordingError {
  /// The same error with the page whose size the frame has, if an encoder refuses that.
  ///
  /// - Parameter page: The size of the leaves.
  func naming(theFirstOf pages: [PageSource], of page: PixelSize) -> RecordingError {
    guard case .size(let message) = self, let (name, size) = pages.first(of: page) else {
      return self
    }
    return .size("\(name) has \(size) pixels: " + message + ", or " + .size)
  }

  /// The same error with the page that makes frames of a plan too large for the driver. It has no
  /// advice, so that a worker process can send its text.
  func naming(theLargePageOf plan: FramePlan) -> RecordingError {
    guard case .gles(.textureTooLarge(let width, let height, let limit)) = self,
      let (name, size) = plan.pages.first(of: plan.stage.page), max(size.width, size.height) > limit
    else { return self }
    return .size(
      "\(name) has \(size) pixels: \(width)×\(height) pixels exceed this driver's \(limit) a side; "
        + "use a smaller frame")
  }
}

extension [PageSource] {
  /// The name and the size of the first page of a shape.
  fileprivate func first(of shape: PixelSize) -> (name: String, size: PixelSize)? {
    for page in self {
      guard let name = page.name, let size = try? page.naturalSize(),
        size.hasShape(of: shape, within: Image.shapeTolerance)
      else { continue }
      return (name, size)
    }
    return nil
  }
}
