import GLES
import Imaging

extension RecordingError {
  /// The same error with the page whose size the frame has, if a frame of no given size is too
  /// large for an encoder or the driver.
  ///
  /// - Parameters:
  ///   - given: The frame size that the job states.
  ///   - page: The size of a page in the frame.
  func naming(
    theFirstOf pages: [PageSource], of page: PixelSize, given: PixelSize?
  ) -> RecordingError {
    let reason: RecordingMessage
    switch self {
    case .size(let message): reason = message + ", or "
    case .gles(.textureTooLarge(let width, let height, let limit)):
      reason = "a frame of \(width)×\(height) pixels exceeds this driver's \(limit) a side; "
    default: return self
    }
    guard given == nil,
      let source = pages.first(where: {
        (try? $0.naturalSize().hasShape(of: page, within: Image.shapeTolerance)) == true
      }), let name = source.name, let size = try? source.naturalSize()
    else { return self }
    return .size("\(name) has \(size) pixels: " + reason + .size)
  }
}
