// GLKit's names, so that whoever types one is told ours. `Documentation/glkit-maths.md` has examples.

/// GLKit's name.
@available(*, unavailable, message: "write Vector2(1, 2)")
public func GLKVector2Make(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write Vector2(floats[..<2])")
public func GLKVector2MakeWithArray(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write -v2")
public func GLKVector2Negate(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write v2 + v2")
public func GLKVector2Add(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write v2 - v2")
public func GLKVector2Subtract(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write v2 * v2")
public func GLKVector2Multiply(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write v2 / v2")
public func GLKVector2Divide(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write v2 + x")
public func GLKVector2AddScalar(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write v2 - x")
public func GLKVector2SubtractScalar(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write v2 * x")
public func GLKVector2MultiplyScalar(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write v2 / x")
public func GLKVector2DivideScalar(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write pointwiseMax(v2, v2)")
public func GLKVector2Maximum(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write pointwiseMin(v2, v2)")
public func GLKVector2Minimum(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write v2 == v2")
public func GLKVector2AllEqualToVector2(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write v2.isEqual(to: x)")
public func GLKVector2AllEqualToScalar(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write v2.isGreater(than: v2)")
public func GLKVector2AllGreaterThanVector2(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write v2.isGreater(than: x)")
public func GLKVector2AllGreaterThanScalar(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write v2.isAtLeast(v2)")
public func GLKVector2AllGreaterThanOrEqualToVector2(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write v2.isAtLeast(x)")
public func GLKVector2AllGreaterThanOrEqualToScalar(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write v2.normalized")
public func GLKVector2Normalize(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write v2.dot(v2)")
public func GLKVector2DotProduct(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write v2.length")
public func GLKVector2Length(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write v2.distance(to: v2)")
public func GLKVector2Distance(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write v2.mixed(with: v2, x)")
public func GLKVector2Lerp(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write v2.projected(onto: v2)")
public func GLKVector2Project(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write Vector3(1, 2, 3)")
public func GLKVector3Make(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write Vector3(floats[..<3])")
public func GLKVector3MakeWithArray(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write -v3")
public func GLKVector3Negate(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write v3 + v3")
public func GLKVector3Add(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write v3 - v3")
public func GLKVector3Subtract(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write v3 * v3")
public func GLKVector3Multiply(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write v3 / v3")
public func GLKVector3Divide(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write v3 + x")
public func GLKVector3AddScalar(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write v3 - x")
public func GLKVector3SubtractScalar(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write v3 * x")
public func GLKVector3MultiplyScalar(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write v3 / x")
public func GLKVector3DivideScalar(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write pointwiseMax(v3, v3)")
public func GLKVector3Maximum(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write pointwiseMin(v3, v3)")
public func GLKVector3Minimum(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write v3 == v3")
public func GLKVector3AllEqualToVector3(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write v3.isEqual(to: x)")
public func GLKVector3AllEqualToScalar(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write v3.isGreater(than: v3)")
public func GLKVector3AllGreaterThanVector3(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write v3.isGreater(than: x)")
public func GLKVector3AllGreaterThanScalar(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write v3.isAtLeast(v3)")
public func GLKVector3AllGreaterThanOrEqualToVector3(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write v3.isAtLeast(x)")
public func GLKVector3AllGreaterThanOrEqualToScalar(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write v3.normalized")
public func GLKVector3Normalize(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write v3.dot(v3)")
public func GLKVector3DotProduct(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write v3.length")
public func GLKVector3Length(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write v3.distance(to: v3)")
public func GLKVector3Distance(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write v3.mixed(with: v3, x)")
public func GLKVector3Lerp(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write v3.projected(onto: v3)")
public func GLKVector3Project(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write v3.cross(v3)")
public func GLKVector3CrossProduct(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write Vector4(1, 2, 3, 4)")
public func GLKVector4Make(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write Vector4(floats[..<4])")
public func GLKVector4MakeWithArray(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write Vector4(v3, w: 1)")
public func GLKVector4MakeWithVector3(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write -v4")
public func GLKVector4Negate(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write v4 + v4")
public func GLKVector4Add(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write v4 - v4")
public func GLKVector4Subtract(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write v4 * v4")
public func GLKVector4Multiply(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write v4 / v4")
public func GLKVector4Divide(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write v4 + x")
public func GLKVector4AddScalar(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write v4 - x")
public func GLKVector4SubtractScalar(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write v4 * x")
public func GLKVector4MultiplyScalar(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write v4 / x")
public func GLKVector4DivideScalar(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write pointwiseMax(v4, v4)")
public func GLKVector4Maximum(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write pointwiseMin(v4, v4)")
public func GLKVector4Minimum(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write v4 == v4")
public func GLKVector4AllEqualToVector4(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write v4.isEqual(to: x)")
public func GLKVector4AllEqualToScalar(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write v4.isGreater(than: v4)")
public func GLKVector4AllGreaterThanVector4(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write v4.isGreater(than: x)")
public func GLKVector4AllGreaterThanScalar(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write v4.isAtLeast(v4)")
public func GLKVector4AllGreaterThanOrEqualToVector4(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write v4.isAtLeast(x)")
public func GLKVector4AllGreaterThanOrEqualToScalar(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write v4.normalized")
public func GLKVector4Normalize(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write v4.dot(v4)")
public func GLKVector4DotProduct(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write v4.length")
public func GLKVector4Length(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write v4.distance(to: v4)")
public func GLKVector4Distance(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write v4.mixed(with: v4, x)")
public func GLKVector4Lerp(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write v4.projected(onto: v4)")
public func GLKVector4Project(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write v4.cross(v4)")
public func GLKVector4CrossProduct(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write Matrix3(columns: v3, v3, v3)")
public func GLKMatrix3Make(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write Matrix3(rows: v3, v3, v3)")
public func GLKMatrix3MakeAndTranspose(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write Matrix3(elements: floats[..<9])")
public func GLKMatrix3MakeWithArray(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write Matrix3(elements: floats[..<9]).transpose")
public func GLKMatrix3MakeWithArrayAndTranspose(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write Matrix3(rows: v3, v3, v3)")
public func GLKMatrix3MakeWithRows(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write Matrix3(columns: v3, v3, v3)")
public func GLKMatrix3MakeWithColumns(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write Matrix3(q)")
public func GLKMatrix3MakeWithQuaternion(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write Matrix3.scale(v3)")
public func GLKMatrix3MakeScale(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write Matrix3.rotation(angle: x, axis: v3)")
public func GLKMatrix3MakeRotation(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write Matrix3.rotationX(x)")
public func GLKMatrix3MakeXRotation(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write Matrix3.rotationY(x)")
public func GLKMatrix3MakeYRotation(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write Matrix3.rotationZ(x)")
public func GLKMatrix3MakeZRotation(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write m3.upperLeft")
public func GLKMatrix3GetMatrix2(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write m3[row: 1]")
public func GLKMatrix3GetRow(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write m3[column: 1]")
public func GLKMatrix3GetColumn(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write m3[row: 1] = v3")
public func GLKMatrix3SetRow(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write m3[column: 1] = v3")
public func GLKMatrix3SetColumn(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write m3.transpose")
public func GLKMatrix3Transpose(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write m3.inverse")
public func GLKMatrix3Invert(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write m3.inverse?.transpose")
public func GLKMatrix3InvertAndTranspose(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write m3 * m3")
public func GLKMatrix3Multiply(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write m3.scaled(by: [1, 2, 3])")
public func GLKMatrix3Scale(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write m3.scaled(by: v3)")
public func GLKMatrix3ScaleWithVector3(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write m3.scaled(by: v4.xyz)")
public func GLKMatrix3ScaleWithVector4(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write m3.rotated(by: x, about: [1, 2, 3])")
public func GLKMatrix3Rotate(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write m3.rotated(by: x, about: v3)")
public func GLKMatrix3RotateWithVector3(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write m3.rotated(by: x, about: v4.xyz)")
public func GLKMatrix3RotateWithVector4(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write m3 * .rotationX(x)")
public func GLKMatrix3RotateX(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write m3 * .rotationY(x)")
public func GLKMatrix3RotateY(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write m3 * .rotationZ(x)")
public func GLKMatrix3RotateZ(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write m3 + m3")
public func GLKMatrix3Add(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write m3 - m3")
public func GLKMatrix3Subtract(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write Matrix4(columns: v4, v4, v4, v4)")
public func GLKMatrix4Make(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write Matrix4(rows: v4, v4, v4, v4)")
public func GLKMatrix4MakeAndTranspose(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write Matrix4(elements: floats[..<16])")
public func GLKMatrix4MakeWithArray(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write Matrix4(elements: floats[..<16]).transpose")
public func GLKMatrix4MakeWithArrayAndTranspose(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write Matrix4(rows: v4, v4, v4, v4)")
public func GLKMatrix4MakeWithRows(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write Matrix4(columns: v4, v4, v4, v4)")
public func GLKMatrix4MakeWithColumns(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write Matrix4(q)")
public func GLKMatrix4MakeWithQuaternion(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write Matrix4.translation(x: 1, y: 2, z: 3)")
public func GLKMatrix4MakeTranslation(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write Matrix4.scale(v3)")
public func GLKMatrix4MakeScale(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write Matrix4.rotation(angle: x, axis: v3)")
public func GLKMatrix4MakeRotation(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write Matrix4.rotationX(x)")
public func GLKMatrix4MakeXRotation(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write Matrix4.rotationY(x)")
public func GLKMatrix4MakeYRotation(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write Matrix4.rotationZ(x)")
public func GLKMatrix4MakeZRotation(_ arguments: Any...) {}

/// GLKit's name.
@available(
  *, unavailable,
  message: "write Matrix4.perspective(verticalFieldOfView: x, aspectRatio: 1.5, near: 1, far: 9)"
)
public func GLKMatrix4MakePerspective(_ arguments: Any...) {}

/// GLKit's name.
@available(
  *, unavailable,
  message: "write Matrix4.frustum(left: -1, right: 1, bottom: -1, top: 1, near: 1, far: 9)"
)
public func GLKMatrix4MakeFrustum(_ arguments: Any...) {}

/// GLKit's name.
@available(
  *, unavailable,
  message: "write Matrix4.ortho(left: -1, right: 1, bottom: -1, top: 1, near: 1, far: 9)"
)
public func GLKMatrix4MakeOrtho(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write Matrix4.lookAt(eye: v3, center: v3, up: v3)")
public func GLKMatrix4MakeLookAt(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write m4.upperLeft")
public func GLKMatrix4GetMatrix3(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write m4.upperLeft.upperLeft")
public func GLKMatrix4GetMatrix2(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write m4[row: 1]")
public func GLKMatrix4GetRow(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write m4[column: 1]")
public func GLKMatrix4GetColumn(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write m4[row: 1] = v4")
public func GLKMatrix4SetRow(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write m4[column: 1] = v4")
public func GLKMatrix4SetColumn(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write m4.transpose")
public func GLKMatrix4Transpose(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write m4.inverse")
public func GLKMatrix4Invert(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write m4.inverse?.transpose")
public func GLKMatrix4InvertAndTranspose(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write m4 * m4")
public func GLKMatrix4Multiply(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write m4.translated(by: [1, 2, 3])")
public func GLKMatrix4Translate(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write m4.translated(by: v3)")
public func GLKMatrix4TranslateWithVector3(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write m4.translated(by: v4.xyz)")
public func GLKMatrix4TranslateWithVector4(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write m4.scaled(by: [1, 2, 3])")
public func GLKMatrix4Scale(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write m4.scaled(by: v3)")
public func GLKMatrix4ScaleWithVector3(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write m4.scaled(by: v4.xyz)")
public func GLKMatrix4ScaleWithVector4(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write m4.rotated(by: x, about: [1, 2, 3])")
public func GLKMatrix4Rotate(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write m4.rotated(by: x, about: v3)")
public func GLKMatrix4RotateWithVector3(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write m4.rotated(by: x, about: v4.xyz)")
public func GLKMatrix4RotateWithVector4(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write m4 * .rotationX(x)")
public func GLKMatrix4RotateX(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write m4 * .rotationY(x)")
public func GLKMatrix4RotateY(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write m4 * .rotationZ(x)")
public func GLKMatrix4RotateZ(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write m4 + m4")
public func GLKMatrix4Add(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write m4 - m4")
public func GLKMatrix4Subtract(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write m3 * v3")
public func GLKMatrix3MultiplyVector3(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write m3.transform(inPlace: &list3)")
public func GLKMatrix3MultiplyVector3Array(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write m4 * v4")
public func GLKMatrix4MultiplyVector4(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write m4.transform(inPlace: &list4)")
public func GLKMatrix4MultiplyVector4Array(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write m4.transform(direction: v3)")
public func GLKMatrix4MultiplyVector3(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write m4.transform(point: v3)")
public func GLKMatrix4MultiplyVector3WithTranslation(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write m4.project(point: v3)")
public func GLKMatrix4MultiplyAndProjectVector3(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write m4.transform(inPlace: &list3, as: .direction)")
public func GLKMatrix4MultiplyVector3Array(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write m4.transform(inPlace: &list3, as: .point)")
public func GLKMatrix4MultiplyVector3ArrayWithTranslation(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write m4.transform(inPlace: &list3, as: .projectedPoint)")
public func GLKMatrix4MultiplyAndProjectVector3Array(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write Quaternion(x: 0, y: 0, z: 0, w: 1)")
public func GLKQuaternionMake(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write Quaternion(imaginary: v3, real: x)")
public func GLKQuaternionMakeWithVector3(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write Quaternion(Vector4(floats[..<4]))")
public func GLKQuaternionMakeWithArray(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write Quaternion(angle: x, axis: [0, 0, 1])")
public func GLKQuaternionMakeWithAngleAndAxis(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write Quaternion(angle: x, axis: v3)")
public func GLKQuaternionMakeWithAngleAndVector3Axis(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write Quaternion(m3)")
public func GLKQuaternionMakeWithMatrix3(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write Quaternion(m4)")
public func GLKQuaternionMakeWithMatrix4(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write q.angle")
public func GLKQuaternionAngle(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write q.axis")
public func GLKQuaternionAxis(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write q + q")
public func GLKQuaternionAdd(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write q - q")
public func GLKQuaternionSubtract(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write q * q")
public func GLKQuaternionMultiply(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write q.slerp(to: q, x)")
public func GLKQuaternionSlerp(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write q.length")
public func GLKQuaternionLength(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write q.conjugate")
public func GLKQuaternionConjugate(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write q.inverse")
public func GLKQuaternionInvert(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write q.normalized")
public func GLKQuaternionNormalize(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write q.rotate(v3)")
public func GLKQuaternionRotateVector3(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write q.rotate(v4)")
public func GLKQuaternionRotateVector4(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write q.rotate(&list3)")
public func GLKQuaternionRotateVector3Array(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write list4 = list4.map { q.rotate($0) }")
public func GLKQuaternionRotateVector4Array(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write MatrixStack()")
public func GLKMatrixStackCreate(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write stack.count")
public func GLKMatrixStackSize(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write try stack.push()")
public func GLKMatrixStackPush(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write try stack.pop()")
public func GLKMatrixStackPop(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write stack.top")
public func GLKMatrixStackGetMatrix4(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write stack.top.upperLeft")
public func GLKMatrixStackGetMatrix3(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write stack.top.upperLeft.upperLeft")
public func GLKMatrixStackGetMatrix2(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write stack.top.inverse")
public func GLKMatrixStackGetMatrix4Inverse(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write stack.top.inverse?.transpose")
public func GLKMatrixStackGetMatrix4InverseTranspose(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write stack.top.upperLeft.inverse")
public func GLKMatrixStackGetMatrix3Inverse(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write stack.top.normalMatrix")
public func GLKMatrixStackGetMatrix3InverseTranspose(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write stack.load(m4)")
public func GLKMatrixStackLoadMatrix4(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write stack.multiply(by: m4)")
public func GLKMatrixStackMultiplyMatrix4(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write stack.multiply(by: stack)")
public func GLKMatrixStackMultiplyMatrixStack(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write stack.translate(by: [1, 2, 3])")
public func GLKMatrixStackTranslate(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write stack.translate(by: v3)")
public func GLKMatrixStackTranslateWithVector3(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write stack.translate(by: v4.xyz)")
public func GLKMatrixStackTranslateWithVector4(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write stack.scale(by: [1, 2, 3])")
public func GLKMatrixStackScale(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write stack.scale(by: v3)")
public func GLKMatrixStackScaleWithVector3(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write stack.scale(by: v4.xyz)")
public func GLKMatrixStackScaleWithVector4(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write stack.rotate(by: x, about: [0, 0, 1])")
public func GLKMatrixStackRotate(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write stack.rotate(by: x, about: v3)")
public func GLKMatrixStackRotateWithVector3(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write stack.rotate(by: x, about: v4.xyz)")
public func GLKMatrixStackRotateWithVector4(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write stack.rotate(by: x, about: [1, 0, 0])")
public func GLKMatrixStackRotateX(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write stack.rotate(by: x, about: [0, 1, 0])")
public func GLKMatrixStackRotateY(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write stack.rotate(by: x, about: [0, 0, 1])")
public func GLKMatrixStackRotateZ(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write radians(fromDegrees: 90)")
public func GLKMathDegreesToRadians(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write degrees(fromRadians: x)")
public func GLKMathRadiansToDegrees(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write viewport.project(v3, modelview: m4, projection: m4)")
public func GLKMathProject(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write viewport.unproject(v3, modelview: m4, projection: m4)")
public func GLKMathUnproject(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write \"\\(m3.upperLeft)\"")
public func NSStringFromGLKMatrix2(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write \"\\(m3)\"")
public func NSStringFromGLKMatrix3(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write \"\\(m4)\"")
public func NSStringFromGLKMatrix4(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write \"\\(v2)\"")
public func NSStringFromGLKVector2(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write \"\\(v3)\"")
public func NSStringFromGLKVector3(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write \"\\(v4)\"")
public func NSStringFromGLKVector4(_ arguments: Any...) {}

/// GLKit's name.
@available(*, unavailable, message: "write \"\\(q)\"")
public func NSStringFromGLKQuaternion(_ arguments: Any...) {}
