import Glibc

/// A camera that orbits a point, as in viewers of 3D models: drag to orbit, drag with a second
/// button or two fingers to pan, scroll or pinch to zoom.
///
/// Drags are in view heights, x to the right and y upwards: divide pixels by the view's height, and
/// negate y if the window's y axis points down.
public struct OrbitCamera: Hashable, Sendable {
  /// The point that the camera looks at.
  public var target: SIMD3<Float>
  /// The distance from the target, above 0.
  public var distance: Float
  /// The angle around the vertical axis in radians; at 0 the camera looks along −z.
  public var yaw: Float
  /// The angle above the horizontal in radians, −π/2…π/2.
  public var pitch: Float
  /// The vertical field of view in radians. Default: 0.8, which is 46°.
  public var fieldOfView: Float = 0.8

  /// Makes a camera that looks at `target` from a little above and to the side.
  public init(
    target: SIMD3<Float> = .zero, distance: Float = 5, yaw: Float = 0.6, pitch: Float = 0.4
  ) {
    self.target = target
    self.distance = distance
    self.yaw = yaw
    self.pitch = pitch
  }

  /// Makes a camera that shows all of a box from its default direction.
  ///
  /// - Parameters:
  ///   - minimum: The box's smallest coordinates.
  ///   - maximum: Its largest coordinates.
  ///   - aspectRatio: Width over height of the view. Default: 1.
  public init(
    showing minimum: SIMD3<Float>, _ maximum: SIMD3<Float>, aspectRatio: Float = 1
  ) {
    self.init(target: (minimum + maximum) / 2)
    let half = atan(tan(fieldOfView / 2) * min(aspectRatio, 1))
    distance = max((maximum - minimum).length / 2, .leastNormalMagnitude) / sin(half)
  }

  /// Orbits the camera around its target: a drag over the whole height is half a turn. The scene
  /// follows the pointer. The camera stops directly above and below the target.
  public mutating func orbit(by drag: SIMD2<Float>) {
    yaw = (yaw - drag.x * .pi).remainder(dividingBy: 2 * .pi)
    pitch = min(max(pitch - drag.y * .pi, -.pi / 2), .pi / 2)
  }

  /// Moves the target across the view: a point at the target's distance follows the pointer.
  public mutating func pan(by drag: SIMD2<Float>) {
    let height = 2 * distance * tan(fieldOfView / 2)
    let (right, up) = axes
    let shift: SIMD3<Float> = right * drag.x + up * drag.y
    target -= shift * height
  }

  /// Divides the distance by `factor`: 2 shows the target at twice the size. Factors that are not
  /// above 0 are ignored.
  public mutating func zoom(by factor: Float) {
    guard factor > 0, factor.isFinite else { return }
    distance = min(max(distance / factor, .leastNormalMagnitude), .greatestFiniteMagnitude)
  }

  /// The camera's position.
  public var position: SIMD3<Float> { target + direction * distance }

  /// The view matrix: from world space to eye space.
  public var view: Matrix4 {
    // Not `lookAt`, which has no up direction where the camera looks straight down.
    let (right, up) = axes
    let place = position
    return Matrix4(
      rows: SIMD4(right, w: -right.dot(place)), SIMD4(up, w: -up.dot(place)),
      SIMD4(direction, w: -direction.dot(place)), SIMD4(0, 0, 0, 1))
  }

  /// Returns the projection matrix, with near and far planes at 1/100 and 100 times the distance.
  ///
  /// - Parameter aspectRatio: Width over height of the view.
  public func projection(aspectRatio: Float) -> Matrix4 {
    .perspective(
      verticalFieldOfView: fieldOfView, aspectRatio: aspectRatio, near: distance / 100,
      far: distance * 100)
  }

  /// From the target to the camera.
  private var direction: SIMD3<Float> {
    SIMD3(sin(yaw) * cos(pitch), sin(pitch), cos(yaw) * cos(pitch))
  }

  private var axes: (right: SIMD3<Float>, up: SIMD3<Float>) {
    let right = SIMD3(cos(yaw), 0, -sin(yaw))
    return (right, direction.cross(right))
  }
}
