import Imaging

/// The header of an image file.
public struct ImageHeader: Hashable, Sendable {
  /// The format.
  public let format: ImageFormat
  /// The size as stored, before the orientation is applied. Either side may be zero in a bad file.
  package let storedSize: PixelSize
  /// How the stored image is turned to be upright.
  public let orientation: Orientation

  /// The size of the upright image.
  public var size: PixelSize { orientation.swapsAxes ? storedSize.swapped : storedSize }
}
