/// How the image on the back of a page is flipped, so that it is not mirrored on the turned page.
public enum BackFlip: String, Hashable, Sendable, CaseIterable {
  /// Flipped about its vertical center line, like a leaf of a book.
  case sideways
  /// Flipped about its horizontal center line, like a sheet of a notepad.
  case upwards

  /// Makes the flip that is closer to the curl's direction of travel.
  package init(for geometry: CurlGeometry) {
    self = abs(geometry.lift.x) >= abs(geometry.lift.y) ? .sideways : .upwards
  }

  /// Makes the flip of a leaf that turns over its spine.
  package init(for binding: Binding) {
    switch binding {
    case .left, .right: self = .sideways
    case .top, .bottom: self = .upwards
    }
  }
}
