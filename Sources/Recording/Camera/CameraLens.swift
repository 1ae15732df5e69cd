import GLMath
import Glibc
import Imaging
import PageCurl

/// The picture of a camera that looks at the desk from the side, made from the picture that its eye
/// sees in the plane of the desk.
///
/// The camera from above is an eye and, in the plane of the desk, the rectangle that it shows. A
/// tilt turns both around the rectangle's middle. Leaves, stacks and shadows are drawn as the eye
/// sees them in the plane of the desk, wherever it is; from there to the turned rectangle, lines of
/// sight give a projective map. So nothing is approximated but the blur of leaves in the air, which
/// are as far from the focus as the desk below them.
struct CameraLens: Hashable, Sendable {
  /// Where the camera is, in pixels of the frame.
  let eye: SIMD3<Double>
  /// The map from places in the picture, 0…1 from its lower left corner, to places in the
  /// rectangle that is drawn; columns of homogeneous coordinates. The third one is the inverse of
  /// the distance along the camera's axis, where that of the middle is 1.
  private(set) var columns: [SIMD3<Double>]
  /// The third coordinate of what is sharp.
  let focus: Double
  /// The radius of the blur in heights of the picture for a difference of 1 from the focus.
  let blur: Double

  /// The radius with a blur of 1 at the upper edge of the picture, in half heights, if the camera
  /// looks along the desk and the middle is sharp.
  private static let mostBlur = 0.12

  /// - Parameters:
  ///   - view: What the camera shows from above.
  ///   - above: Where it is from above, in pixels of the frame.
  fileprivate init(_ view: CameraView, from above: SIMD3<Double>, in frame: SIMD2<Double>) {
    let pose = view.pose
    let size = frame / view.zoom
    let middle = view.origin + size / 2
    let (tilt, orbit) = (pose.tilt * .pi / 180, pose.orbit * .pi / 180)
    func turned(_ way: SIMD3<Double>) -> SIMD3<Double> {
      let leaning = SIMD3(
        way.x, way.y * cos(tilt) - way.z * sin(tilt), way.y * sin(tilt) + way.z * cos(tilt))
      return SIMD3(
        leaning.x * cos(orbit) - leaning.y * sin(orbit),
        leaning.x * sin(orbit) + leaning.y * cos(orbit), leaning.z)
    }
    let center = SIMD3(middle, 0)
    let eye = center + turned(above - center)
    self.eye = eye
    // The turned rectangle, and where lines of sight through it meet the desk.
    let (right, up) = (turned(SIMD3(size.x, 0, 0)), turned(SIMD3(0, size.y, 0)))
    func onDesk(_ way: SIMD3<Double>) -> SIMD3<Double> {
      SIMD3(way.x - eye.x * way.z / eye.z, way.y - eye.y * way.z / eye.z, -way.z / eye.z)
    }
    let corner = center - right / 2 - up / 2
    columns = [
      onDesk(right), onDesk(up), onDesk(SIMD3(corner.x, corner.y, corner.z)) + SIMD3(0, 0, 1),
    ]
    focus = 1 - pose.focus * up.z / 2 / eye.z
    // As if its aperture grew with the enlargement.
    blur = pose.blur * Self.mostBlur * eye.z / size.y
  }

  /// The place of a point of the picture.
  private func place(_ point: SIMD2<Double>) -> SIMD2<Double> {
    let seen = columns[0] * point.x + columns[1] * point.y + columns[2]
    return SIMD2(seen.x, seen.y) / seen.z
  }

  /// The map for shaders.
  var matrix: Matrix3 {
    Matrix3(
      columns: SIMD3<Float>(columns[0]), SIMD3<Float>(columns[1]), SIMD3<Float>(columns[2]))
  }

  /// The smallest rectangle of the frame's shape with all that the camera shows of the frame. The
  /// map then leads to places in it.
  fileprivate mutating func rectangle(in frame: SIMD2<Double>) -> (low: SIMD2<Double>, zoom: Double)
  {
    let corners = [SIMD2(0.0, 0.0), SIMD2(1, 0), SIMD2(0, 1), SIMD2(1, 1)].map { place($0) }
    let first = pointwiseMin(pointwiseMax(corners[0], .zero), frame)
    var (low, high) = (first, first)
    for corner in corners {
      let inside = pointwiseMin(pointwiseMax(corner, .zero), frame)
      (low, high) = (pointwiseMin(low, inside), pointwiseMax(high, inside))
    }
    let share = min(((high - low) / frame).max(), 1)
    let size = frame * share
    low = pointwiseMin(pointwiseMax((low + high - size) / 2, .zero), frame - size)
    for index in columns.indices {
      let column = columns[index]
      let place = (SIMD2(column.x, column.y) - low * column.z) / size
      columns[index] = SIMD3(place, column.z)
    }
    return (low, 1 / share)
  }
}

extension CameraView {
  /// Returns the view with its lens, if the camera does not look from straight above.
  ///
  /// - Parameter eye: Where the camera is from above, in pixels of the frame; `nil` is far away.
  func resolved(from eye: SIMD3<Double>?, in frame: PixelSize) -> CameraView {
    guard !pose.isVertical else { return self }
    let size = frame.vector
    var lens = CameraLens(self, from: eye ?? SIMD3(size / 2, 8 * size.max()), in: size)
    let (low, zoom) = lens.rectangle(in: size)
    var view = CameraView(origin: low, zoom: zoom, pose: pose)
    view.lens = lens
    return view
  }
}
