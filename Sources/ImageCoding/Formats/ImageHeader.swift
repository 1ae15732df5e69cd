import Imaging

/// What a file's header says.
public struct ImageHeader: Hashable, Sendable {
  /// The format, by the first bytes.
  public let format: ImageFormat
  /// The size as stored, before the orientation is applied. Either side may be zero in a bad file.
  public let storedSize: PixelSize
  /// How the stored picture is turned to be upright.
  public let orientation: Orientation

  /// The size of the upright picture.
  public var size: PixelSize { orientation.swapsAxes ? storedSize.swapped : storedSize }
}
