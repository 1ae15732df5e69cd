/// The meaning of a vector's missing fourth component in a transform.
public enum VectorKind: Hashable, Sendable {
  /// `w` is 0, so the translation has no effect.
  case direction
  /// `w` is 1, and the result's `w` is ignored; for affine matrices.
  case point
  /// `w` is 1, and the result is divided by its `w`; for projections.
  case projectedPoint
}

extension Matrix4 {
  /// Returns the images of homogeneous vectors, in order.
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

  /// Replaces homogeneous vectors with their images.
  @inlinable
  public func transform(_ vectors: inout [SIMD4<Float>]) {
    vectors.withUnsafeMutableBufferPointer { buffer in
      for index in 0..<buffer.count { buffer[index] = self * buffer[index] }
    }
  }

  /// Replaces vectors of the given kind with their images.
  @inlinable
  public func transform(_ vectors: inout [SIMD3<Float>], as kind: VectorKind) {
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

  /// Transforms vectors of three floats in an interleaved vertex buffer in place.
  ///
  /// - Parameters:
  ///   - bytes: The vertex buffer, with any alignment.
  ///   - offset: Bytes before the first vector.
  ///   - stride: Bytes from one vector to the next, at least 12.
  ///   - count: The number of vectors.
  ///   - kind: The kind of vector.
  /// - Precondition: The vectors lie inside `bytes`, and `stride` is at least 12.
  @inlinable
  public func transform(
    _ bytes: UnsafeMutableRawBufferPointer, offset: Int = 0, stride: Int = 12, count: Int,
    as kind: VectorKind
  ) {
    let end = lastByte(offset: offset, stride: stride, count: count, size: 12)
    precondition(end <= bytes.count, "\(count) vectors end at \(end) of \(bytes.count) bytes")
    guard count > 0, let start = bytes.baseAddress.map({ $0 + offset }) else { return }
    let input = UnsafeRawPointer(start)
    switch kind {
    case .direction: each(input, stride, start, stride, count) { transform(direction: $0) }
    case .point: each(input, stride, start, stride, count) { transform(point: $0) }
    case .projectedPoint: each(input, stride, start, stride, count) { project(point: $0) }
    }
  }

  /// Transforms vectors of three floats from one vertex buffer to another.
  ///
  /// - Parameters:
  ///   - source: The vectors, with any alignment.
  ///   - sourceStride: Bytes from one vector to the next in `source`, at least 12.
  ///   - target: The buffer for the images, which must not overlap `source`.
  ///   - targetStride: Bytes from one image to the next in `target`, at least 12.
  ///   - count: The number of vectors.
  ///   - kind: The kind of vector.
  /// - Precondition: The vectors lie inside both buffers, and both strides are at least 12.
  @inlinable
  public func transform(
    from source: UnsafeRawBufferPointer, sourceStride: Int = 12,
    to target: UnsafeMutableRawBufferPointer, targetStride: Int = 12, count: Int,
    as kind: VectorKind
  ) {
    let sourceEnd = lastByte(offset: 0, stride: sourceStride, count: count, size: 12)
    let targetEnd = lastByte(offset: 0, stride: targetStride, count: count, size: 12)
    precondition(
      sourceEnd <= source.count && targetEnd <= target.count, "the vectors lie inside both buffers")
    guard count > 0, let input = source.baseAddress, let output = target.baseAddress else { return }
    // One loop per kind, because a branch in the loop costs more than the arithmetic.
    switch kind {
    case .direction:
      each(input, sourceStride, output, targetStride, count) { transform(direction: $0) }
    case .point: each(input, sourceStride, output, targetStride, count) { transform(point: $0) }
    case .projectedPoint:
      each(input, sourceStride, output, targetStride, count) { project(point: $0) }
    }
  }

  @inlinable @inline(__always)
  func each(
    _ source: UnsafeRawPointer, _ sourceStride: Int, _ target: UnsafeMutableRawPointer,
    _ targetStride: Int, _ count: Int, _ image: (SIMD3<Float>) -> SIMD3<Float>
  ) {
    var (input, output) = (source, target)
    for _ in 0..<count {
      let v = SIMD3(
        input.loadUnaligned(as: Float.self),
        input.loadUnaligned(fromByteOffset: 4, as: Float.self),
        input.loadUnaligned(fromByteOffset: 8, as: Float.self))
      let w = image(v)
      // Two stores instead of three.
      output.storeBytes(of: SIMD2(w.x, w.y), as: SIMD2<Float>.self)
      output.storeBytes(of: w.z, toByteOffset: 8, as: Float.self)
      input += sourceStride
      output += targetStride
    }
  }
}

extension Matrix3 {
  /// Replaces vectors with their images, such as normals by a normal matrix.
  @inlinable
  public func transform(_ vectors: inout [SIMD3<Float>]) {
    vectors.withUnsafeMutableBufferPointer { buffer in
      for index in 0..<buffer.count { buffer[index] = self * buffer[index] }
    }
  }
}

extension Matrix4 {
  /// Replaces homogeneous vectors with their images.
  @available(*, deprecated, renamed: "transform(_:)")
  public func transform(inPlace vectors: inout [SIMD4<Float>]) { transform(&vectors) }

  /// Replaces vectors of the given kind with their images.
  @available(*, deprecated, renamed: "transform(_:as:)")
  public func transform(inPlace vectors: inout [SIMD3<Float>], as kind: VectorKind) {
    transform(&vectors, as: kind)
  }

  /// Transforms vectors of three floats in an interleaved vertex buffer in place.
  @available(*, deprecated, renamed: "transform(_:offset:stride:count:as:)")
  public func transform(
    inPlace bytes: UnsafeMutableRawBufferPointer, offset: Int = 0, stride: Int = 12, count: Int,
    as kind: VectorKind
  ) {
    transform(bytes, offset: offset, stride: stride, count: count, as: kind)
  }
}

extension Matrix3 {
  /// Replaces vectors with their images.
  @available(*, deprecated, renamed: "transform(_:)")
  public func transform(inPlace vectors: inout [SIMD3<Float>]) { transform(&vectors) }
}

/// Returns the offset behind the last vector, and checks the arguments.
@usableFromInline
func lastByte(offset: Int, stride: Int, count: Int, size: Int) -> Int {
  precondition(offset >= 0 && count >= 0, "offset and count are not negative")
  precondition(stride >= size, "vectors of \(size) bytes overlap at a stride of \(stride)")
  return count == 0 ? offset : offset + stride * (count - 1) + size
}
