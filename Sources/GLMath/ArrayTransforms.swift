/// What the fourth component of a transformed vector is taken to be, and what becomes of it.
public enum VectorKind: Hashable, Sendable {
  /// `w` = 0: the translation does not act.
  case direction
  /// `w` = 1, dropped afterwards: for affine matrices.
  case point
  /// `w` = 1, and the result is divided by the new `w`: for projections.
  case projectedPoint
}

extension Matrix4 {
  /// The images of homogeneous vectors, in order.
  @inlinable
  public func transform(_ vectors: [SIMD4<Float>]) -> [SIMD4<Float>] {
    [SIMD4<Float>](unsafeUninitializedCapacity: vectors.count) { output, count in
      vectors.withUnsafeBufferPointer { input in
        for index in 0..<input.count {
          output.initializeElement(at: index, to: self * input[index])
        }
      }
      count = vectors.count
    }
  }

  /// Replaces homogeneous vectors by their images.
  @inlinable
  public func transform(inPlace vectors: inout [SIMD4<Float>]) {
    vectors.withUnsafeMutableBufferPointer { buffer in
      for index in 0..<buffer.count { buffer[index] = self * buffer[index] }
    }
  }

  /// Replaces vectors by their images, as `kind` says.
  @inlinable
  public func transform(inPlace vectors: inout [SIMD3<Float>], as kind: VectorKind) {
    vectors.withUnsafeMutableBufferPointer { buffer in
      switch kind {
      case .direction:
        for index in 0..<buffer.count { buffer[index] = transform(direction: buffer[index]) }
      case .point:
        for index in 0..<buffer.count { buffer[index] = transform(point: buffer[index]) }
      case .projectedPoint:
        for index in 0..<buffer.count { buffer[index] = project(point: buffer[index]) }
      }
    }
  }

  /// Transforms three-float vectors of an interleaved vertex buffer in place, as `kind` says.
  ///
  /// - Parameters:
  ///   - bytes: The vertex buffer; alignment is not needed.
  ///   - offset: Bytes before the first vector.
  ///   - stride: Bytes from one vector to the next, at least 12.
  ///   - count: How many vectors.
  ///   - kind: What the vectors are: points, directions, normals and so on.
  /// - Precondition: The vectors lie inside `bytes`, and `stride` is at least 12.
  @inlinable
  public func transform(
    inPlace bytes: UnsafeMutableRawBufferPointer, offset: Int = 0, stride: Int = 12, count: Int,
    as kind: VectorKind
  ) {
    let end = lastByte(offset: offset, stride: stride, count: count, size: 12)
    precondition(end <= bytes.count, "\(count) vectors end at \(end) of \(bytes.count) bytes")
    guard count > 0, var vector = bytes.baseAddress.map({ $0 + offset }) else { return }
    for _ in 0..<count {
      let v = SIMD3(
        vector.loadUnaligned(as: Float.self),
        vector.loadUnaligned(fromByteOffset: 4, as: Float.self),
        vector.loadUnaligned(fromByteOffset: 8, as: Float.self))
      let image: SIMD3<Float>
      switch kind {
      case .direction: image = transform(direction: v)
      case .point: image = transform(point: v)
      case .projectedPoint: image = project(point: v)
      }
      vector.storeBytes(of: image.x, as: Float.self)
      vector.storeBytes(of: image.y, toByteOffset: 4, as: Float.self)
      vector.storeBytes(of: image.z, toByteOffset: 8, as: Float.self)
      vector += stride
    }
  }

  /// Transforms homogeneous four-float vectors of an interleaved vertex buffer in place.
  ///
  /// The parameters are those of the three-float form; `stride` is at least 16.
  ///
  /// - Precondition: The vectors lie inside `bytes`, and `stride` is at least 16.
  @inlinable
  public func transformHomogeneous(
    inPlace bytes: UnsafeMutableRawBufferPointer, offset: Int = 0, stride: Int = 16, count: Int
  ) {
    let end = lastByte(offset: offset, stride: stride, count: count, size: 16)
    precondition(end <= bytes.count, "\(count) vectors end at \(end) of \(bytes.count) bytes")
    guard count > 0, var vector = bytes.baseAddress.map({ $0 + offset }) else { return }
    for _ in 0..<count {
      let image = self * vector.loadUnaligned(as: SIMD4<Float>.self)
      vector.storeBytes(of: image, as: SIMD4<Float>.self)
      vector += stride
    }
  }
}

extension Matrix3 {
  /// Replaces vectors by their images: normals by a normal matrix.
  @inlinable
  public func transform(inPlace vectors: inout [SIMD3<Float>]) {
    vectors.withUnsafeMutableBufferPointer { buffer in
      for index in 0..<buffer.count { buffer[index] = self * buffer[index] }
    }
  }
}

/// The offset just past the last vector, checked against misuse.
@usableFromInline
func lastByte(offset: Int, stride: Int, count: Int, size: Int) -> Int {
  precondition(offset >= 0 && count >= 0, "offset and count are not negative")
  precondition(stride >= size, "vectors of \(size) bytes overlap at a stride of \(stride)")
  return count == 0 ? offset : offset + stride * (count - 1) + size
}
