/// An error of a ``MatrixStack``, which stays unchanged, as in ES 1.1.
public enum MatrixStackError: Error, Hashable, Sendable, CustomStringConvertible {
  /// A push onto a full stack. ES 1.1 reports `GL_STACK_OVERFLOW`.
  case overflow(depthLimit: Int)
  /// A pop of the last matrix. ES 1.1 reports `GL_STACK_UNDERFLOW`.
  case underflow

  /// One sentence: what failed and what to do.
  public var description: String {
    switch self {
    case .overflow(let limit):
      "the matrix stack is full (\(limit) matrices): pop as often as you push"
    case .underflow: "the last matrix of a stack cannot be popped: push before you pop"
    }
  }
}

/// A stack of matrices with a depth limit. The top is the current matrix.
public struct MatrixStack: Hashable, Sendable {
  private var matrices: [Matrix4]

  /// The maximum number of matrices, including the current one.
  public let depthLimit: Int

  /// Makes a stack with one identity matrix. ES 1.1 requires a limit of at least 16 for the
  /// modelview and 2 for the other modes.
  ///
  /// - Parameter depthLimit: ``depthLimit``. Less than 1 counts as 1.
  public init(depthLimit: Int = 32) {
    self.depthLimit = max(depthLimit, 1)
    matrices = [.identity]
    // A caller's limit may be no limit at all.
    matrices.reserveCapacity(min(self.depthLimit, 32))
  }

  /// The number of matrices, at least 1.
  public var count: Int { matrices.count }

  /// The current matrix. Set it to load one; the corresponding ES 1.1 function is `glLoadMatrixf`.
  public var top: Matrix4 {
    get { matrices[matrices.count - 1] }
    set { matrices[matrices.count - 1] = newValue }
  }

  /// Copies the top. The corresponding ES 1.1 function is `glPushMatrix`.
  public mutating func push() throws(MatrixStackError) {
    guard matrices.count < depthLimit else { throw .overflow(depthLimit: depthLimit) }
    matrices.append(top)
  }

  /// Removes the top. The corresponding ES 1.1 function is `glPopMatrix`.
  public mutating func pop() throws(MatrixStackError) {
    guard matrices.count > 1 else { throw .underflow }
    matrices.removeLast()
  }

  /// Replaces the top by `matrix`. The corresponding ES 1.1 function is `glLoadMatrixf`.
  public mutating func load(_ matrix: Matrix4) { top = matrix }

  /// Replaces the top by the identity. The corresponding ES 1.1 function is `glLoadIdentity`.
  public mutating func loadIdentity() { top = .identity }

  /// Multiplies the top from the right. The corresponding ES 1.1 function is `glMultMatrixf`.
  public mutating func multiply(by matrix: Matrix4) { top = top * matrix }

  /// Multiplies the top by another stack's top from the right.
  public mutating func multiply(by stack: MatrixStack) { multiply(by: stack.top) }

  /// Multiplies the top by a translation. The corresponding ES 1.1 function is `glTranslatef`.
  public mutating func translate(by offset: SIMD3<Float>) { top = top.translated(by: offset) }

  /// Multiplies the top by a scale. The corresponding ES 1.1 function is `glScalef`.
  public mutating func scale(by factors: SIMD3<Float>) { top = top.scaled(by: factors) }

  /// Multiplies the top by a rotation by `angle` radians. The corresponding ES 1.1 function is
  /// `glRotatef`, which takes degrees.
  public mutating func rotate(by angle: Float, about axis: SIMD3<Float>) {
    top = top.rotated(by: angle, about: axis)
  }
}

extension MatrixStack: CustomStringConvertible {
  /// The depth and the current matrix.
  public var description: String { "\(count) of \(depthLimit) matrices, the top:\n\(top)" }
}

extension MatrixStack: Codable {
  private enum CodingKeys: String, CodingKey { case depthLimit, matrices }

  /// Reads the limit and the matrices, bottom first; between 1 and `depthLimit` of them are valid.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    depthLimit = try container.decode(Int.self, forKey: .depthLimit)
    matrices = try container.decode([Matrix4].self, forKey: .matrices)
    guard !matrices.isEmpty && matrices.count <= depthLimit else {
      throw DecodingError.dataCorruptedError(
        forKey: .matrices, in: container,
        debugDescription: "a stack holds between 1 and \(depthLimit) matrices")
    }
  }
}
