import GLESKitCGLES2
@_exported import GLMath

// ES 2.0 takes matrices column by column and never transposed (`transpose` must be GL_FALSE), which
// is how GLMath stores them.

extension Matrix2: UniformValue {
  /// `mat2`.
  public static func fits(_ type: GLSLType) -> Bool { type == .mat2 }
  /// The corresponding C function is `glUniformMatrix2fv`.
  public static func upload(_ values: UnsafeBufferPointer<Matrix2>, to location: Int32) {
    let floats = UnsafeRawBufferPointer(values).bindMemory(to: Float.self)
    glUniformMatrix2fv(location, GLsizei(values.count), GLboolean(GL_FALSE), floats.baseAddress)
  }
}

extension Matrix3: UniformValue {
  /// `mat3`.
  public static func fits(_ type: GLSLType) -> Bool { type == .mat3 }
  /// Packed from Swift's columns of 16 bytes to GL's of 12.
  /// The corresponding C function is `glUniformMatrix3fv`.
  public static func upload(_ values: UnsafeBufferPointer<Matrix3>, to location: Int32) {
    withUnsafeTemporaryAllocation(of: Float.self, capacity: values.count * 9) { packed in
      var next = 0
      for matrix in values {
        matrix.withUnsafeElements { elements in
          for element in elements {
            packed.initializeElement(at: next, to: element)
            next += 1
          }
        }
      }
      glUniformMatrix3fv(location, GLsizei(values.count), GLboolean(GL_FALSE), packed.baseAddress)
    }
  }
}

extension Matrix4: UniformValue {
  /// `mat4`.
  public static func fits(_ type: GLSLType) -> Bool { type == .mat4 }
  /// The corresponding C function is `glUniformMatrix4fv`.
  public static func upload(_ values: UnsafeBufferPointer<Matrix4>, to location: Int32) {
    let floats = UnsafeRawBufferPointer(values).bindMemory(to: Float.self)
    glUniformMatrix4fv(location, GLsizei(values.count), GLboolean(GL_FALSE), floats.baseAddress)
  }
}
