import GLESKitSupport
import GLMath
import TestSupport
import Testing

/// Each row of `Documentation/glkit-math.md`, whose replacement is compared with what GLKit's
/// documentation says, in double precision.
///
/// A row's text contains that of the guide: the last test compares them. A variable of the guide
/// has another value each time that a row uses it.
@Suite final class GLKitTableTests {
  private var uses: [Int: Int] = [:]
  private var changed: (any Numbers)?
  private var names: [String] = []
  let x = Float(GLKitReference.x)

  /// The next value of a vector or matrix of so many numbers.
  private func next(_ count: Int) -> [Float] {
    defer { uses[count, default: 0] += 1 }
    return GLKitReference.operand(count, uses[count, default: 0]).map { Float($0) }
  }

  private var floats: [Float] { next(17) }
  private var v2: Vector2 { Vector2(next(2)) }
  private var v3: Vector3 { Vector3(next(3)) }
  private var v4: Vector4 { Vector4(next(4)) }
  // The only quaternions are of five numbers, one too many.
  private var q: Quaternion { Quaternion(Vector4(next(5)[..<4])) }
  private var m3: Matrix3 {
    get { Matrix3(elements: next(9)) }
    set { changed = newValue }
  }
  private var m4: Matrix4 {
    get { Matrix4(elements: next(16)) }
    set { changed = newValue }
  }
  private var list3: [Vector3] {
    get { [v3, v3] }
    set { changed = newValue }
  }
  private var list4: [Vector4] {
    get { [v4, v4] }
    set { changed = newValue }
  }
  private var stack: MatrixStack {
    get {
      var stack = MatrixStack()
      stack.load(m4)
      _ = try? stack.push()
      stack.load(m4)
      return stack
    }
    set { changed = newValue }
  }
  private let viewport = Viewport(x: 10, y: 20, width: 300, height: 200)

  private func check(_ name: String, _ numbers: [Double]?) throws {
    names.append(name)
    let numbers = try #require(numbers, "\(name)")
    let expected = try #require(GLKitReference.all[name], "\(name)")
    try #require(numbers.count == expected.count, "\(name)")
    for (number, exact) in zip(numbers, expected) {
      #expect(abs(number - exact) <= 1e-5 * max(abs(exact), 1), "\(name): \(numbers) \(expected)")
    }
  }

  /// Compares a value.
  private func row(_ name: String, _ value: @autoclosure () throws -> (any Numbers)?) throws {
    uses = [:]
    try check(name, value()?.numbers)
  }

  /// Compares what a statement assigns.
  private func row(_ name: String, statement: () throws -> Void) throws {
    (uses, changed) = ([:], nil)
    try statement()
    try check(name, changed?.numbers)
  }

  private func vectorsOfTwo() throws {
    try row("GLKVector2Make", Vector2(1, 2))
    try row("GLKVector2MakeWithArray", Vector2(floats[..<2]))
    try row("GLKVector2Negate", -v2)
    try row("GLKVector2Add", v2 + v2)
    try row("GLKVector2Subtract", v2 - v2)
    try row("GLKVector2Multiply", v2 * v2)
    try row("GLKVector2Divide", v2 / v2)
    try row("GLKVector2AddScalar", v2 + x)
    try row("GLKVector2SubtractScalar", v2 - x)
    try row("GLKVector2MultiplyScalar", v2 * x)
    try row("GLKVector2DivideScalar", v2 / x)
    try row("GLKVector2Maximum", pointwiseMax(v2, v2))
    try row("GLKVector2Minimum", pointwiseMin(v2, v2))
    try row("GLKVector2AllEqualToVector2", v2 == v2)
    try row("GLKVector2AllEqualToScalar", v2.isEqual(to: x))
    try row("GLKVector2AllGreaterThanVector2", v2.isGreater(than: v2))
    try row("GLKVector2AllGreaterThanScalar", v2.isGreater(than: x))
    try row("GLKVector2AllGreaterThanOrEqualToVector2", v2.isAtLeast(v2))
    try row("GLKVector2AllGreaterThanOrEqualToScalar", v2.isAtLeast(x))
    try row("GLKVector2Normalize", v2.normalized)
    try row("GLKVector2DotProduct", v2.dot(v2))
    try row("GLKVector2Length", v2.length)
    try row("GLKVector2Distance", v2.distance(to: v2))
    try row("GLKVector2Lerp", v2.mixed(with: v2, x))
    try row("GLKVector2Project", v2.projected(onto: v2))
  }

  private func vectorsOfThree() throws {
    try row("GLKVector3Make", Vector3(1, 2, 3))
    try row("GLKVector3MakeWithArray", Vector3(floats[..<3]))
    try row("GLKVector3Negate", -v3)
    try row("GLKVector3Add", v3 + v3)
    try row("GLKVector3Subtract", v3 - v3)
    try row("GLKVector3Multiply", v3 * v3)
    try row("GLKVector3Divide", v3 / v3)
    try row("GLKVector3AddScalar", v3 + x)
    try row("GLKVector3SubtractScalar", v3 - x)
    try row("GLKVector3MultiplyScalar", v3 * x)
    try row("GLKVector3DivideScalar", v3 / x)
    try row("GLKVector3Maximum", pointwiseMax(v3, v3))
    try row("GLKVector3Minimum", pointwiseMin(v3, v3))
    try row("GLKVector3AllEqualToVector3", v3 == v3)
    try row("GLKVector3AllEqualToScalar", v3.isEqual(to: x))
    try row("GLKVector3AllGreaterThanVector3", v3.isGreater(than: v3))
    try row("GLKVector3AllGreaterThanScalar", v3.isGreater(than: x))
    try row("GLKVector3AllGreaterThanOrEqualToVector3", v3.isAtLeast(v3))
    try row("GLKVector3AllGreaterThanOrEqualToScalar", v3.isAtLeast(x))
    try row("GLKVector3Normalize", v3.normalized)
    try row("GLKVector3DotProduct", v3.dot(v3))
    try row("GLKVector3Length", v3.length)
    try row("GLKVector3Distance", v3.distance(to: v3))
    try row("GLKVector3Lerp", v3.mixed(with: v3, x))
    try row("GLKVector3Project", v3.projected(onto: v3))
    try row("GLKVector3CrossProduct", v3.cross(v3))
  }

  private func vectorsOfFour() throws {
    try row("GLKVector4Make", Vector4(1, 2, 3, 4))
    try row("GLKVector4MakeWithArray", Vector4(floats[..<4]))
    try row("GLKVector4MakeWithVector3", Vector4(v3, w: 1))
    try row("GLKVector4Negate", -v4)
    try row("GLKVector4Add", v4 + v4)
    try row("GLKVector4Subtract", v4 - v4)
    try row("GLKVector4Multiply", v4 * v4)
    try row("GLKVector4Divide", v4 / v4)
    try row("GLKVector4AddScalar", v4 + x)
    try row("GLKVector4SubtractScalar", v4 - x)
    try row("GLKVector4MultiplyScalar", v4 * x)
    try row("GLKVector4DivideScalar", v4 / x)
    try row("GLKVector4Maximum", pointwiseMax(v4, v4))
    try row("GLKVector4Minimum", pointwiseMin(v4, v4))
    try row("GLKVector4AllEqualToVector4", v4 == v4)
    try row("GLKVector4AllEqualToScalar", v4.isEqual(to: x))
    try row("GLKVector4AllGreaterThanVector4", v4.isGreater(than: v4))
    try row("GLKVector4AllGreaterThanScalar", v4.isGreater(than: x))
    try row("GLKVector4AllGreaterThanOrEqualToVector4", v4.isAtLeast(v4))
    try row("GLKVector4AllGreaterThanOrEqualToScalar", v4.isAtLeast(x))
    try row("GLKVector4Normalize", v4.normalized)
    try row("GLKVector4DotProduct", v4.dot(v4))
    try row("GLKVector4Length", v4.length)
    try row("GLKVector4Distance", v4.distance(to: v4))
    try row("GLKVector4Lerp", v4.mixed(with: v4, x))
    try row("GLKVector4Project", v4.projected(onto: v4))
    try row("GLKVector4CrossProduct", v4.cross(v4))
  }

  private func matricesOfThree() throws {
    try row("GLKMatrix3Make", Matrix3(columns: v3, v3, v3))
    try row("GLKMatrix3MakeAndTranspose", Matrix3(rows: v3, v3, v3))
    try row("GLKMatrix3MakeWithArray", Matrix3(elements: floats[..<9]))
    try row("GLKMatrix3MakeWithArrayAndTranspose", Matrix3(elements: floats[..<9]).transpose)
    try row("GLKMatrix3MakeWithRows", Matrix3(rows: v3, v3, v3))
    try row("GLKMatrix3MakeWithColumns", Matrix3(columns: v3, v3, v3))
    try row("GLKMatrix3MakeWithQuaternion", Matrix3(q))
    try row("GLKMatrix3MakeScale", Matrix3.scale(v3))
    try row("GLKMatrix3MakeRotation", Matrix3.rotation(angle: x, axis: v3))
    try row("GLKMatrix3MakeXRotation", Matrix3.rotationX(x))
    try row("GLKMatrix3MakeYRotation", Matrix3.rotationY(x))
    try row("GLKMatrix3MakeZRotation", Matrix3.rotationZ(x))
    try row("GLKMatrix3GetMatrix2", m3.upperLeft)
    try row("GLKMatrix3GetRow", m3[row: 1])
    try row("GLKMatrix3GetColumn", m3[column: 1])
    try row("GLKMatrix3SetRow") { m3[row: 1] = v3 }
    try row("GLKMatrix3SetColumn") { m3[column: 1] = v3 }
    try row("GLKMatrix3Transpose", m3.transpose)
    try row("GLKMatrix3Invert", m3.inverse)
    try row("GLKMatrix3InvertAndTranspose", m3.inverse?.transpose)
    try row("GLKMatrix3Multiply", m3 * m3)
    try row("GLKMatrix3Scale", m3.scaled(by: [1, 2, 3]))
    try row("GLKMatrix3ScaleWithVector3", m3.scaled(by: v3))
    try row("GLKMatrix3ScaleWithVector4", m3.scaled(by: v4.xyz))
    try row("GLKMatrix3Rotate", m3.rotated(by: x, about: [1, 2, 3]))
    try row("GLKMatrix3RotateWithVector3", m3.rotated(by: x, about: v3))
    try row("GLKMatrix3RotateWithVector4", m3.rotated(by: x, about: v4.xyz))
    try row("GLKMatrix3RotateX", m3 * .rotationX(x))
    try row("GLKMatrix3RotateY", m3 * .rotationY(x))
    try row("GLKMatrix3RotateZ", m3 * .rotationZ(x))
    try row("GLKMatrix3Add", m3 + m3)
    try row("GLKMatrix3Subtract", m3 - m3)
    try row("GLKMatrix3MultiplyVector3", m3 * v3)
    try row("GLKMatrix3MultiplyVector3Array") { m3.transform(&list3) }
  }

  private func matricesOfFour() throws {
    try row("GLKMatrix4Make", Matrix4(columns: v4, v4, v4, v4))
    try row("GLKMatrix4MakeAndTranspose", Matrix4(rows: v4, v4, v4, v4))
    try row("GLKMatrix4MakeWithArray", Matrix4(elements: floats[..<16]))
    try row("GLKMatrix4MakeWithArrayAndTranspose", Matrix4(elements: floats[..<16]).transpose)
    try row("GLKMatrix4MakeWithRows", Matrix4(rows: v4, v4, v4, v4))
    try row("GLKMatrix4MakeWithColumns", Matrix4(columns: v4, v4, v4, v4))
    try row("GLKMatrix4MakeWithQuaternion", Matrix4(q))
    try row("GLKMatrix4MakeTranslation", Matrix4.translation(x: 1, y: 2, z: 3))
    try row("GLKMatrix4MakeScale", Matrix4.scale(v3))
    try row("GLKMatrix4MakeRotation", Matrix4.rotation(angle: x, axis: v3))
    try row("GLKMatrix4MakeXRotation", Matrix4.rotationX(x))
    try row("GLKMatrix4MakeYRotation", Matrix4.rotationY(x))
    try row("GLKMatrix4MakeZRotation", Matrix4.rotationZ(x))
    try row(
      "GLKMatrix4MakePerspective",
      Matrix4.perspective(verticalFieldOfView: x, aspectRatio: 1.5, near: 1, far: 9))
    try row(
      "GLKMatrix4MakeFrustum",
      Matrix4.frustum(left: -1, right: 1, bottom: -1, top: 1, near: 1, far: 9))
    try row(
      "GLKMatrix4MakeOrtho", Matrix4.ortho(left: -1, right: 1, bottom: -1, top: 1, near: 1, far: 9))
    try row("GLKMatrix4MakeLookAt", Matrix4.lookAt(eye: v3, center: v3, up: v3))
    try row("GLKMatrix4GetMatrix3", m4.upperLeft)
    try row("GLKMatrix4GetMatrix2", m4.upperLeft.upperLeft)
    try row("GLKMatrix4GetRow", m4[row: 1])
    try row("GLKMatrix4GetColumn", m4[column: 1])
    try row("GLKMatrix4SetRow") { m4[row: 1] = v4 }
    try row("GLKMatrix4SetColumn") { m4[column: 1] = v4 }
    try row("GLKMatrix4Transpose", m4.transpose)
    try row("GLKMatrix4Invert", m4.inverse)
    try row("GLKMatrix4InvertAndTranspose", m4.inverse?.transpose)
    try row("GLKMatrix4Multiply", m4 * m4)
    try row("GLKMatrix4Translate", m4.translated(by: [1, 2, 3]))
    try row("GLKMatrix4TranslateWithVector3", m4.translated(by: v3))
    try row("GLKMatrix4TranslateWithVector4", m4.translated(by: v4.xyz))
    try row("GLKMatrix4Scale", m4.scaled(by: [1, 2, 3]))
    try row("GLKMatrix4ScaleWithVector3", m4.scaled(by: v3))
    try row("GLKMatrix4ScaleWithVector4", m4.scaled(by: v4.xyz))
    try row("GLKMatrix4Rotate", m4.rotated(by: x, about: [1, 2, 3]))
    try row("GLKMatrix4RotateWithVector3", m4.rotated(by: x, about: v3))
    try row("GLKMatrix4RotateWithVector4", m4.rotated(by: x, about: v4.xyz))
    try row("GLKMatrix4RotateX", m4 * .rotationX(x))
    try row("GLKMatrix4RotateY", m4 * .rotationY(x))
    try row("GLKMatrix4RotateZ", m4 * .rotationZ(x))
    try row("GLKMatrix4Add", m4 + m4)
    try row("GLKMatrix4Subtract", m4 - m4)
    try row("GLKMatrix4MultiplyVector4", m4 * v4)
    try row("GLKMatrix4MultiplyVector4Array") { m4.transform(&list4) }
    try row("GLKMatrix4MultiplyVector3", m4.transform(direction: v3))
    try row("GLKMatrix4MultiplyVector3WithTranslation", m4.transform(point: v3))
    try row("GLKMatrix4MultiplyAndProjectVector3", m4.project(point: v3))
    try row("GLKMatrix4MultiplyVector3Array") { m4.transform(&list3, as: .direction) }
    try row("GLKMatrix4MultiplyVector3ArrayWithTranslation") {
      m4.transform(&list3, as: .point)
    }
    try row("GLKMatrix4MultiplyAndProjectVector3Array") {
      m4.transform(&list3, as: .projectedPoint)
    }
  }

  private func quaternions() throws {
    try row("GLKQuaternionMake", Quaternion(x: 0, y: 0, z: 0, w: 1))
    try row("GLKQuaternionMakeWithVector3", Quaternion(imaginary: v3, real: x))
    try row("GLKQuaternionMakeWithArray", Quaternion(Vector4(floats[..<4])))
    try row("GLKQuaternionMakeWithAngleAndAxis", Quaternion(angle: x, axis: [0, 0, 1]))
    try row("GLKQuaternionMakeWithAngleAndVector3Axis", Quaternion(angle: x, axis: v3))
    try row("GLKQuaternionMakeWithMatrix3", Quaternion(m3))
    try row("GLKQuaternionMakeWithMatrix4", Quaternion(m4))
    try row("GLKQuaternionAngle", q.angle)
    try row("GLKQuaternionAxis", q.axis)
    try row("GLKQuaternionAdd", q + q)
    try row("GLKQuaternionSubtract", q - q)
    try row("GLKQuaternionMultiply", q * q)
    try row("GLKQuaternionSlerp", q.slerp(to: q, x))
    try row("GLKQuaternionLength", q.length)
    try row("GLKQuaternionConjugate", q.conjugate)
    try row("GLKQuaternionInvert", q.inverse)
    try row("GLKQuaternionNormalize", q.normalized)
    try row("GLKQuaternionRotateVector3", q.rotate(v3))
    try row("GLKQuaternionRotateVector4", q.rotate(v4))
    try row("GLKQuaternionRotateVector3Array") { q.rotate(&list3) }
    try row("GLKQuaternionRotateVector4Array") { list4 = list4.map { q.rotate($0) } }
  }

  private func stacks() throws {
    try row("GLKMatrixStackCreate", MatrixStack())
    try row("GLKMatrixStackSize", stack.count)
    try row("GLKMatrixStackPush") { try stack.push() }
    try row("GLKMatrixStackPop") { try stack.pop() }
    try row("GLKMatrixStackGetMatrix4", stack.top)
    try row("GLKMatrixStackGetMatrix3", stack.top.upperLeft)
    try row("GLKMatrixStackGetMatrix2", stack.top.upperLeft.upperLeft)
    try row("GLKMatrixStackGetMatrix4Inverse", stack.top.inverse)
    try row("GLKMatrixStackGetMatrix4InverseTranspose", stack.top.inverse?.transpose)
    try row("GLKMatrixStackGetMatrix3Inverse", stack.top.upperLeft.inverse)
    try row("GLKMatrixStackGetMatrix3InverseTranspose", stack.top.normalMatrix)
    try row("GLKMatrixStackLoadMatrix4") { stack.load(m4) }
    try row("GLKMatrixStackMultiplyMatrix4") { stack.multiply(by: m4) }
    try row("GLKMatrixStackMultiplyMatrixStack") { stack.multiply(by: stack) }
    try row("GLKMatrixStackTranslate") { stack.translate(by: [1, 2, 3]) }
    try row("GLKMatrixStackTranslateWithVector3") { stack.translate(by: v3) }
    try row("GLKMatrixStackTranslateWithVector4") { stack.translate(by: v4.xyz) }
    try row("GLKMatrixStackScale") { stack.scale(by: [1, 2, 3]) }
    try row("GLKMatrixStackScaleWithVector3") { stack.scale(by: v3) }
    try row("GLKMatrixStackScaleWithVector4") { stack.scale(by: v4.xyz) }
    try row("GLKMatrixStackRotate") { stack.rotate(by: x, about: [0, 0, 1]) }
    try row("GLKMatrixStackRotateWithVector3") { stack.rotate(by: x, about: v3) }
    try row("GLKMatrixStackRotateWithVector4") { stack.rotate(by: x, about: v4.xyz) }
    try row("GLKMatrixStackRotateX") { stack.rotate(by: x, about: [1, 0, 0]) }
    try row("GLKMatrixStackRotateY") { stack.rotate(by: x, about: [0, 1, 0]) }
    try row("GLKMatrixStackRotateZ") { stack.rotate(by: x, about: [0, 0, 1]) }
  }

  private func functions() throws {
    try row("GLKMathDegreesToRadians", Float.degrees(90))
    try row("GLKMathRadiansToDegrees", x.inDegrees)
    try row("GLKMathProject", viewport.project(v3, modelview: m4, projection: m4))
    try row("GLKMathUnproject", viewport.unproject(v3, modelview: m4, projection: m4))
  }

  private func texts() throws {
    try row("NSStringFromGLKMatrix2", "\(m3.upperLeft)")
    try row("NSStringFromGLKMatrix3", "\(m3)")
    try row("NSStringFromGLKMatrix4", "\(m4)")
    try row("NSStringFromGLKVector2", "\(v2)")
    try row("NSStringFromGLKVector3", "\(v3)")
    try row("NSStringFromGLKVector4", "\(v4)")
    try row("NSStringFromGLKQuaternion", "\(q)")
  }

  @Test func everyRowDoesTheSame() throws {
    try vectorsOfTwo()
    try vectorsOfThree()
    try vectorsOfFour()
    try matricesOfThree()
    try matricesOfFour()
    try quaternions()
    try stacks()
    try functions()
    try texts()
    let rows = try SwiftSnippets.rows(of: "glkit-math.md", prefix: "")
    #expect(rows.count == 219)
    #expect(rows.map { $0[0] }.sorted() == names.sorted())
    func plain(_ code: some StringProtocol) -> String {
      String(code).filter { !$0.isWhitespace }
    }
    let text = plain(String(decoding: try Files.read(#filePath), as: UTF8.self))
    for row in rows {
      let found =
        text.contains(plain("row(\"\(row[0])\", \(row[1]))"))
        || text.contains(plain("row(\"\(row[0])\") { \(row[1]) }"))
      #expect(found, "\(row[0]): \(row[1])")
    }
  }
}

/// What a row compares.
private protocol Numbers {
  var numbers: [Double] { get }
}

extension Numbers where Self: SIMD, Scalar == Float {
  var numbers: [Double] { indices.map { Double(self[$0]) } }
}

extension SIMD2: Numbers where Scalar == Float {}
extension SIMD3: Numbers where Scalar == Float {}
extension SIMD4: Numbers where Scalar == Float {}
extension Float: Numbers { var numbers: [Double] { [Double(self)] } }
extension Int: Numbers { var numbers: [Double] { [Double(self)] } }
extension Bool: Numbers { var numbers: [Double] { [self ? 1 : 0] } }
extension Matrix2: Numbers { var numbers: [Double] { elements.map { Double($0) } } }
extension Matrix3: Numbers { var numbers: [Double] { elements.map { Double($0) } } }
extension Matrix4: Numbers { var numbers: [Double] { elements.map { Double($0) } } }
extension Quaternion: Numbers { var numbers: [Double] { vector.numbers } }
extension MatrixStack: Numbers { var numbers: [Double] { [Double(count)] + top.numbers } }
extension Array: Numbers where Element: Numbers {
  var numbers: [Double] { flatMap(\.numbers) }
}
extension String: Numbers {
  var numbers: [Double] {
    // The digits of a vector's type are no numbers of it.
    replacing(/SIMD\d<Float>/, with: "").split { !"0123456789.-e".contains($0) }
      .compactMap { Double($0) }
  }
}
