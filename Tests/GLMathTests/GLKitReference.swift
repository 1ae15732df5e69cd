import Glibc

/// What the functions of GLKit's math library return, by its documentation, in double precision.
/// Written from the definitions, with nothing in common with the library's formulas.
enum GLKitReference {
  /// Numbers by column, or of one vector.
  typealias Numbers = [Double]

  static let x = Double(0.4 as Float)
  /// The rotation of ``operand(_:_:)``'s first matrices: a quaternion of length 1.
  private static let rotation: Numbers = [0.1, 0.7, 0.5, 0.5].map { Double($0 as Float) }

  /// The value of a variable of the guide when a row uses it for the time `use`. A quaternion has
  /// five numbers, the last of which does not count, and `floats` has 17.
  static func operand(_ count: Int, _ use: Int) -> Numbers {
    switch (count, use) {
    case (2...4, _):
      let vectors: [Numbers] = [
        [1.5, -2, 0.75, 3], [0.5, 1.25, -1, 2], [-0.25, 0.5, 1.75, -1.5], [2.5, 0.625, -0.5, 1],
      ]
      return Numbers(vectors[use][..<count])
    case (5, 0): return rotation + [0]
    case (5, _): return [0.6, 0, 0, 0.8, 0].map { Double($0 as Float) }
    // A rotation, as a function that makes a quaternion of it needs.
    case (9, 0): return matrix3(rotation)
    case (16, 0):
      var m: Numbers = [0, 0, 0, 0.125, 0, 0, 0, -0.25, 0, 0, 0, 0.5, 2, -3, 4, 1.25]
      for (index, element) in matrix3(rotation).enumerated() {
        m[index / 3 * 4 + index % 3] = element
      }
      return m
    default:
      return (0..<count).map { index -> Double in
        let mixed = (index * 7 + use * 5 + 3) % 11
        return Double(mixed) / 4 - 1
      }
    }
  }

  private static func zip(
    _ a: Numbers, _ b: Numbers, _ combine: (Double, Double) -> Double
  ) -> Numbers {
    a.indices.map { combine(a[$0], b[$0]) }
  }

  private static func dot(_ a: Numbers, _ b: Numbers) -> Double { zip(a, b, *).reduce(0, +) }
  private static func length(_ a: Numbers) -> Double { dot(a, a).squareRoot() }
  private static func unit(_ a: Numbers) -> Numbers { a.map { $0 / length(a) } }

  private static func cross(_ a: Numbers, _ b: Numbers) -> Numbers {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
  }

  private static func side(_ m: Numbers) -> Int { m.count == 4 ? 2 : m.count == 9 ? 3 : 4 }

  /// A matrix by column and row.
  private static func matrix(_ n: Int, _ element: (_ column: Int, _ row: Int) -> Double) -> Numbers
  {
    (0..<n * n).map { element($0 / n, $0 % n) }
  }

  private static func product(_ a: Numbers, _ b: Numbers) -> Numbers {
    let n = side(a)
    return matrix(n) { column, row in
      (0..<n).reduce(0) { $0 + a[$1 * n + row] * b[column * n + $1] }
    }
  }

  private static func image(_ m: Numbers, _ v: Numbers) -> Numbers {
    let n = side(m)
    return (0..<n).map { row in (0..<n).reduce(0) { $0 + m[$1 * n + row] * v[$1] } }
  }

  private static func transpose(_ m: Numbers) -> Numbers {
    matrix(side(m)) { m[$1 * side(m) + $0] }
  }

  /// The matrix without a row and a column.
  private static func minor(_ m: Numbers, _ column: Int, _ row: Int) -> Numbers {
    let n = side(m)
    return m.indices.filter { $0 / n != column && $0 % n != row }.map { m[$0] }
  }

  private static func determinant(_ m: Numbers) -> Double {
    if m.count == 1 { return m[0] }
    let n = side(m)
    return (0..<n).reduce(0) {
      $0 + ($1 % 2 == 0 ? 1 : -1) * m[$1 * n] * determinant(minor(m, $1, 0))
    }
  }

  /// Cramer's rule.
  private static func inverse(_ m: Numbers) -> Numbers {
    matrix(side(m)) { column, row in
      ((column + row) % 2 == 0 ? 1 : -1) * determinant(minor(m, row, column)) / determinant(m)
    }
  }

  private static func corner(_ m: Numbers, _ n: Int) -> Numbers {
    matrix(n) { m[$0 * side(m) + $1] }
  }

  private static func identity(_ n: Int) -> Numbers { matrix(n) { $0 == $1 ? 1 : 0 } }

  private static func scale(_ factors: Numbers, _ n: Int) -> Numbers {
    matrix(n) { $0 == $1 ? ($0 < 3 ? factors[$0] : 1) : 0 }
  }

  private static func translation(_ v: Numbers) -> Numbers {
    matrix(4) { $0 == $1 ? 1 : $0 == 3 ? v[$1] : 0 }
  }

  /// Rodrigues' formula.
  private static func turn(_ angle: Double, _ axis: Numbers, _ n: Int) -> Numbers {
    let u = unit(Numbers(axis[..<3]))
    let skew: Numbers = [0, u[2], -u[1], -u[2], 0, u[0], u[1], -u[0], 0]
    return matrix(n) { column, row in
      if column == 3 || row == 3 { return column == row ? 1 : 0 }
      return (column == row ? cos(angle) : 0) + sin(angle) * skew[column * 3 + row]
        + (1 - cos(angle)) * u[column] * u[row]
    }
  }

  /// Hamilton's product.
  private static func hamilton(_ a: Numbers, _ b: Numbers) -> Numbers {
    let (u, v) = (Numbers(a[..<3]), Numbers(b[..<3]))
    let c = cross(u, v)
    return (0..<3).map { a[3] * v[$0] + b[3] * u[$0] + c[$0] } + [a[3] * b[3] - dot(u, v)]
  }

  private static func conjugate(_ q: Numbers) -> Numbers { [-q[0], -q[1], -q[2], q[3]] }

  private static func rotate(_ q: Numbers, _ v: Numbers) -> Numbers {
    Numbers(hamilton(hamilton(q, Numbers(v[..<3]) + [0]), conjugate(q))[..<3]) + v[3...]
  }

  /// The images of the axes.
  private static func matrix3(_ q: Numbers) -> Numbers {
    rotate(q, [1, 0, 0]) + rotate(q, [0, 1, 0]) + rotate(q, [0, 0, 1])
  }

  private static func projected(_ v: Numbers) -> Numbers { (0..<3).map { v[$0] / v[3] } }

  /// The results by the function's name.
  static let all: [String: Numbers] = {
    var all: [String: Numbers] = [:]
    for n in 2...4 { addVectors(n, &all) }
    for n in 3...4 { addMatrices(n, &all) }
    addTransforms(&all)
    addQuaternions(&all)
    addStacks(&all)
    addRest(&all)
    return all
  }()

  private static func addVectors(_ n: Int, _ all: inout [String: Numbers]) {
    let (a, b) = (operand(n, 0), operand(n, 1))
    func add(_ name: String, _ result: Numbers) { all["GLKVector\(n)\(name)"] = result }
    add("Make", (1...n).map { Double($0) })
    add("MakeWithArray", Numbers(operand(17, 0)[..<n]))
    add("Negate", a.map { -$0 })
    add("Add", zip(a, b, +))
    add("Subtract", zip(a, b, -))
    add("Multiply", zip(a, b, *))
    add("Divide", zip(a, b, /))
    add("AddScalar", a.map { $0 + x })
    add("SubtractScalar", a.map { $0 - x })
    add("MultiplyScalar", a.map { $0 * x })
    add("DivideScalar", a.map { $0 / x })
    add("Maximum", zip(a, b) { max($0, $1) })
    add("Minimum", zip(a, b) { min($0, $1) })
    for (name, holds) in [
      ("Equal", { $0 == $1 }), ("Greater", { $0 > $1 }), ("GreaterThanOrEqual", { $0 >= $1 }),
    ] as [(String, (Double, Double) -> Bool)] {
      let word = name == "Greater" ? "Than" : "To"
      add("All\(name)\(word)Vector\(n)", [zip(a, b) { holds($0, $1) ? 1 : 0 }.min() ?? 0])
      add("All\(name)\(word)Scalar", [a.map { holds($0, x) ? 1 : 0 }.min() ?? 0])
    }
    add("Normalize", unit(a))
    add("DotProduct", [dot(a, b)])
    add("Length", [length(a)])
    add("Distance", [length(zip(a, b, -))])
    add("Lerp", zip(a, b) { $0 * (1 - x) + $1 * x })
    add("Project", b.map { $0 * dot(a, b) / dot(b, b) })
    if n >= 3 { add("CrossProduct", cross(a, b) + (n == 4 ? [0] : [])) }
    if n == 4 { add("MakeWithVector3", operand(3, 0) + [1]) }
  }

  private static func addMatrices(_ n: Int, _ all: inout [String: Numbers]) {
    let (a, b) = (operand(n * n, 0), operand(n * n, 1))
    let columns = (0..<n).flatMap { operand(n, $0) }
    let v = operand(3, 0)
    func add(_ name: String, _ result: Numbers) { all["GLKMatrix\(n)\(name)"] = result }
    add("Make", columns)
    add("MakeAndTranspose", transpose(columns))
    add("MakeWithArray", Numbers(operand(17, 0)[..<(n * n)]))
    add("MakeWithArrayAndTranspose", transpose(Numbers(operand(17, 0)[..<(n * n)])))
    add("MakeWithRows", transpose(columns))
    add("MakeWithColumns", columns)
    let turned = matrix3(operand(5, 0))
    add(
      "MakeWithQuaternion", matrix(n) { $0 < 3 && $1 < 3 ? turned[$0 * 3 + $1] : $0 == $1 ? 1 : 0 })
    add("MakeScale", scale(v, n))
    add("MakeRotation", turn(x, v, n))
    for (name, axis) in [("X", [1, 0, 0]), ("Y", [0, 1, 0]), ("Z", [0, 0, 1])]
      as [(String, Numbers)]
    {
      add("Make\(name)Rotation", turn(x, axis, n))
      add("Rotate\(name)", product(a, turn(x, axis, n)))
    }
    add("GetMatrix2", corner(a, 2))
    add("GetMatrix3", corner(a, 3))
    add("GetRow", (0..<n).map { a[$0 * n + 1] })
    add("GetColumn", Numbers(a[n..<2 * n]))
    add("SetRow", matrix(n) { $1 == 1 ? operand(n, 0)[$0] : a[$0 * n + $1] })
    add("SetColumn", matrix(n) { $0 == 1 ? operand(n, 0)[$1] : a[$0 * n + $1] })
    add("Transpose", transpose(a))
    add("Invert", inverse(a))
    add("InvertAndTranspose", transpose(inverse(a)))
    add("Multiply", product(a, b))
    add("Scale", product(a, scale([1, 2, 3], n)))
    add("ScaleWithVector3", product(a, scale(v, n)))
    add("ScaleWithVector4", product(a, scale(v, n)))
    add("Rotate", product(a, turn(x, [1, 2, 3], n)))
    add("RotateWithVector3", product(a, turn(x, v, n)))
    add("RotateWithVector4", product(a, turn(x, v, n)))
    add("Add", zip(a, b, +))
    add("Subtract", zip(a, b, -))
  }

  private static func addTransforms(_ all: inout [String: Numbers]) {
    let (m3, m4, v3, v4) = (operand(9, 0), operand(16, 0), operand(3, 0), operand(4, 0))
    let next = operand(3, 1)
    all["GLKMatrix4MakeTranslation"] = translation([1, 2, 3])
    all["GLKMatrix4Translate"] = product(m4, translation([1, 2, 3]))
    all["GLKMatrix4TranslateWithVector3"] = product(m4, translation(v3))
    all["GLKMatrix4TranslateWithVector4"] = product(m4, translation(v4))
    // Near 1 and far 9, as in the guide.
    let cotangent = 1 / tan(x / 2)
    all["GLKMatrix4MakePerspective"] = [
      cotangent / 1.5, 0, 0, 0, 0, cotangent, 0, 0, 0, 0, -10.0 / 8, -1, 0, 0, -18.0 / 8, 0,
    ]
    all["GLKMatrix4MakeFrustum"] = [
      1, 0, 0, 0, 0, 1, 0, 0, 0, 0, -10.0 / 8, -1, 0, 0, -18.0 / 8, 0,
    ]
    all["GLKMatrix4MakeOrtho"] = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, -2.0 / 8, 0, 0, 0, -10.0 / 8, 1]
    let forward = unit(zip(next, v3, -))
    let right = unit(cross(forward, operand(3, 2)))
    let axes = [right, cross(right, forward), forward.map { -$0 }]
    all["GLKMatrix4MakeLookAt"] = matrix(4) { column, row in
      if row == 3 { return column == 3 ? 1 : 0 }
      return column == 3 ? -dot(axes[row], v3) : axes[row][column]
    }
    func direction(_ v: Numbers) -> Numbers { Numbers(image(m4, v + [0])[..<3]) }
    func point(_ v: Numbers) -> Numbers { Numbers(image(m4, v + [1])[..<3]) }
    func project(_ v: Numbers) -> Numbers { projected(image(m4, v + [1])) }
    all["GLKMatrix3MultiplyVector3"] = image(m3, v3)
    all["GLKMatrix3MultiplyVector3Array"] = image(m3, v3) + image(m3, next)
    all["GLKMatrix4MultiplyVector4"] = image(m4, v4)
    all["GLKMatrix4MultiplyVector4Array"] = image(m4, v4) + image(m4, operand(4, 1))
    all["GLKMatrix4MultiplyVector3"] = direction(v3)
    all["GLKMatrix4MultiplyVector3WithTranslation"] = point(v3)
    all["GLKMatrix4MultiplyAndProjectVector3"] = project(v3)
    all["GLKMatrix4MultiplyVector3Array"] = direction(v3) + direction(next)
    all["GLKMatrix4MultiplyVector3ArrayWithTranslation"] = point(v3) + point(next)
    all["GLKMatrix4MultiplyAndProjectVector3Array"] = project(v3) + project(next)
  }

  private static func addQuaternions(_ all: inout [String: Numbers]) {
    let (a, b) = (Numbers(operand(5, 0)[..<4]), Numbers(operand(5, 1)[..<4]))
    let (v3, v4) = (operand(3, 0), operand(4, 0))
    func about(_ axis: Numbers) -> Numbers { unit(axis).map { $0 * sin(x / 2) } + [cos(x / 2)] }
    func add(_ name: String, _ result: Numbers) { all["GLKQuaternion\(name)"] = result }
    add("Make", [0, 0, 0, 1])
    add("MakeWithVector3", v3 + [x])
    add("MakeWithArray", Numbers(operand(17, 0)[..<4]))
    add("MakeWithAngleAndAxis", about([0, 0, 1]))
    add("MakeWithAngleAndVector3Axis", about(v3))
    add("MakeWithMatrix3", a)
    add("MakeWithMatrix4", a)
    add("Angle", [2 * acos(a[3])])
    add("Axis", unit(Numbers(a[..<3])))
    add("Add", zip(a, b, +))
    add("Subtract", zip(a, b, -))
    add("Multiply", hamilton(a, b))
    let angle = acos(dot(a, b))
    add("Slerp", zip(a, b) { (sin((1 - x) * angle) * $0 + sin(x * angle) * $1) / sin(angle) })
    add("Length", [length(a)])
    add("Conjugate", conjugate(a))
    add("Invert", conjugate(a).map { $0 / dot(a, a) })
    add("Normalize", unit(a))
    add("RotateVector3", rotate(a, v3))
    add("RotateVector4", rotate(a, v4))
    add("RotateVector3Array", rotate(a, v3) + rotate(a, operand(3, 1)))
    // The guide's closure reads the quaternion for each vector.
    add("RotateVector4Array", rotate(a, v4) + rotate(b, operand(4, 1)))
  }

  private static func addStacks(_ all: inout [String: Numbers]) {
    // The stacks have two matrices, the second of which is on top.
    let (first, top) = (operand(16, 0), operand(16, 1))
    let (v3, next) = (operand(3, 0), operand(16, 2))
    func add(_ name: String, _ result: Numbers) { all["GLKMatrixStack\(name)"] = result }
    add("Create", [1] + identity(4))
    add("Size", [2])
    add("Push", [3] + top)
    add("Pop", [1] + first)
    add("GetMatrix4", top)
    add("GetMatrix3", corner(top, 3))
    add("GetMatrix2", corner(top, 2))
    add("GetMatrix4Inverse", inverse(top))
    add("GetMatrix4InverseTranspose", transpose(inverse(top)))
    add("GetMatrix3Inverse", inverse(corner(top, 3)))
    add("GetMatrix3InverseTranspose", transpose(inverse(corner(top, 3))))
    add("LoadMatrix4", [2] + first)
    add("MultiplyMatrix4", [2] + product(next, first))
    add("MultiplyMatrixStack", [2] + product(operand(16, 3), top))
    for (name, v) in [("", [1, 2, 3]), ("WithVector3", v3), ("WithVector4", v3)] {
      add("Translate\(name)", [2] + product(top, translation(v)))
      add("Scale\(name)", [2] + product(top, scale(v, 4)))
      add("Rotate\(name)", [2] + product(top, turn(x, name.isEmpty ? [0, 0, 1] : v, 4)))
    }
    add("RotateX", [2] + product(top, turn(x, [1, 0, 0], 4)))
    add("RotateY", [2] + product(top, turn(x, [0, 1, 0], 4)))
    add("RotateZ", [2] + product(top, turn(x, [0, 0, 1], 4)))
  }

  private static func addRest(_ all: inout [String: Numbers]) {
    let (m, p, v) = (operand(16, 0), operand(16, 1), operand(3, 0))
    all["GLKMathDegreesToRadians"] = [Double.pi / 2]
    all["GLKMathRadiansToDegrees"] = [x * 180 / .pi]
    // The viewport is at (10, 20) and has 300×200 pixels.
    let unitCube = projected(image(p, image(m, v + [1])))
    all["GLKMathProject"] = [
      10 + (unitCube[0] + 1) / 2 * 300, 20 + (unitCube[1] + 1) / 2 * 200, (unitCube[2] + 1) / 2,
    ]
    let window = [(v[0] - 10) / 300, (v[1] - 20) / 200, v[2]].map { $0 * 2 - 1 }
    all["GLKMathUnproject"] = projected(image(inverse(product(p, m)), window + [1]))
    all["NSStringFromGLKMatrix2"] = transpose(corner(operand(9, 0), 2))
    all["NSStringFromGLKMatrix3"] = transpose(operand(9, 0))
    all["NSStringFromGLKMatrix4"] = transpose(m)
    for n in 2...4 { all["NSStringFromGLKVector\(n)"] = operand(n, 0) }
    all["NSStringFromGLKQuaternion"] = Numbers(operand(5, 0)[..<4])
  }
}
