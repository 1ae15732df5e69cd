import GLMath
import TestSupport
import Testing

@Suite struct OrbitCameraTests {
  private func random(_ numbers: inout SeededGenerator) -> OrbitCamera {
    OrbitCamera(
      target: SIMD3.random(in: -5...5, using: &numbers),
      distance: .random(in: 0.5...20, using: &numbers),
      yaw: .random(in: -4...4, using: &numbers), pitch: .random(in: -1.5...1.5, using: &numbers))
  }

  @Test func theViewIsThatOfLookAt() {
    var numbers = SeededGenerator(seed: 1)
    for _ in 0..<200 {
      let camera = random(&numbers)
      let expected = Matrix4.lookAt(eye: camera.position, center: camera.target, up: [0, 1, 0])
      for (a, b) in zip(camera.view.elements, expected.elements) { #expect(abs(a - b) < 2e-4) }
      #expect(abs(camera.position.distance(to: camera.target) - camera.distance) < 1e-4)
    }
    // Straight from above, where looking at a point leaves the up direction open.
    let above = OrbitCamera(distance: 3, yaw: 0, pitch: .pi / 2)
    #expect(above.view.transform(point: [0, 0, 0]).distance(to: [0, 0, -3]) < 1e-5)
    #expect(above.view.transform(point: [0, 0, -1]).distance(to: [0, 1, -3]) < 1e-5)
  }

  /// Where a point of the world appears, in view heights from the view's middle.
  private func place(_ point: SIMD3<Float>, _ camera: OrbitCamera) -> SIMD2<Float> {
    let seen = camera.projection(aspectRatio: 1).project(point: camera.view.transform(point: point))
    return SIMD2(seen.x, seen.y) / 2
  }

  @Test func pannedPointsFollowThePointer() {
    var numbers = SeededGenerator(seed: 2)
    for _ in 0..<100 {
      var camera = random(&numbers)
      let point = camera.target
      let drag = SIMD2<Float>.random(in: -0.5...0.5, using: &numbers)
      camera.pan(by: drag)
      #expect(place(point, camera).distance(to: drag) < 1e-3)
    }
  }

  @Test func draggedSidesFollowThePointer() {
    var camera = OrbitCamera(yaw: 0, pitch: 0)
    // The side that faces the camera, and its top.
    let front = SIMD3<Float>(0, 0, 1)
    camera.orbit(by: [0.1, 0])
    #expect(place(front, camera).x > 0)
    camera.orbit(by: [-0.1, 0.1])
    #expect(place(front, camera).y > 0)
    camera.orbit(by: [1, 5])
    #expect(camera.pitch == -.pi / 2 && abs(abs(camera.yaw) - .pi) < 1e-5)
    camera.orbit(by: [0, -50])
    #expect(camera.pitch == .pi / 2)
  }

  @Test func zoomsInProportion() {
    var camera = OrbitCamera(distance: 6)
    camera.zoom(by: 2)
    #expect(camera.distance == 3)
    camera.zoom(by: 0)
    camera.zoom(by: -1)
    camera.zoom(by: .nan)
    #expect(camera.distance == 3)
  }

  @Test func showsAllOfABox() {
    var numbers = SeededGenerator(seed: 3)
    for _ in 0..<100 {
      let a = SIMD3<Float>.random(in: -5...5, using: &numbers)
      let b = a + SIMD3<Float>.random(in: 0.1...5, using: &numbers)
      let aspectRatio = Float.random(in: 0.3...3, using: &numbers)
      let camera = OrbitCamera(showing: a, b, aspectRatio: aspectRatio)
      for corner in 0..<8 {
        let point = SIMD3(
          corner & 1 == 0 ? a.x : b.x, corner & 2 == 0 ? a.y : b.y, corner & 4 == 0 ? a.z : b.z)
        let seen = camera.projection(aspectRatio: aspectRatio).project(
          point: camera.view.transform(point: point))
        #expect(abs(seen.x) <= 1.001 && abs(seen.y) <= 1.001 && abs(seen.z) <= 1)
      }
    }
  }
}
