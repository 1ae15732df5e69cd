extension Program {
  /// Warns about vertex layouts that a driver takes, and that are probably not meant.
  func warnOfLayout(_ attributes: [VertexAttribute]) {
    let places = attributes.map {
      VertexPlace($0, columns: self.attributes[$0.name]?.type.columns ?? 1)
    }.sorted { $0.attribute.offset < $1.attribute.offset }
    for place in places {
      guard let doubt = place.doubt ?? byteDoubt(of: place.attribute) else { continue }
      context.warn("attribute '\(place.attribute.name)' of \(label) \(doubt)")
    }
    for (index, first) in places.enumerated() {
      for second in places[(index + 1)...]
      where first.attribute.buffer === second.attribute.buffer {
        guard let doubt = first.doubt(of: second) else { continue }
        let names = "'\(first.attribute.name)' and '\(second.attribute.name)'"
        context.warn("attributes \(names) of \(label) \(doubt)")
      }
    }
  }
}

extension Program {
  /// Why bytes of a color are probably not meant to be 0…255; `nil` if a shader may divide them.
  fileprivate func byteDoubt(of attribute: VertexAttribute) -> String? {
    let name = attribute.name.lowercased()
    guard attribute.component == .unsignedByte, !attribute.normalized, attribute.components >= 3,
      name.contains("color") || name.contains("colour"), !name.contains("ind"),
      !mentions(["255", "256", ".00", "0xff", "0xFF", "e-3", "e-2"])
    else { return nil }
    return "reads bytes as 0…255; set normalized: true for 0…1"
  }
}

/// Where an attribute's values are in its buffer.
private struct VertexPlace {
  let attribute: VertexAttribute
  /// The bytes of a value, and from one to the next.
  let size: Int
  let stride: Int

  init(_ attribute: VertexAttribute, columns: Int) {
    self.attribute = attribute
    size = attribute.valueSize * columns
    stride = attribute.step(over: size)
  }

  /// Why this layout is probably not meant; `nil` if it may be.
  var doubt: String? {
    let (offset, stride, component) = (attribute.offset, attribute.stride, attribute.component)
    if stride % component.size != 0 || offset % component.size != 0 {
      return "has a stride of \(stride) and an offset of \(offset) bytes, which are no multiples "
        + "of its components' \(component.size)"
    }
    if (1..<attribute.valueSize).contains(stride) {
      return "has a stride of \(stride) bytes, less than the \(attribute.valueSize) of a vertex; "
        + "count bytes"
    }
    // Scalars may be laid out in any way; vectors and structs are what a vertex has.
    let element = attribute.buffer.elementStride
    guard attribute.buffer.hasElements, !attribute.buffer.holdsScalars, element > component.size
    else { return nil }
    let type = "the \(attribute.buffer.elementType) of its buffer have \(element)"
    if self.stride % element != 0 {
      // A struct of several vertices, one after another.
      return element % self.stride == 0
        ? nil : "has a stride of \(self.stride) bytes, and \(type); use stride: \(element)"
    }
    let start = offset % element
    guard start + size > element, start != 0 || size % element != 0 else { return nil }
    return "reads \(size) bytes from byte \(start) on, and \(type); use the offset and the "
      + "components of a member"
  }

  /// Why this layout and another one in the buffer, which begins at the same place or later, are
  /// probably not meant together; `nil` if they may be.
  func doubt(of other: VertexPlace) -> String? {
    let distance = other.attribute.offset - attribute.offset
    let isSame = size == other.size && attribute.component == other.attribute.component
    if distance == size, size == stride, !isSame {
      // Else these are an array of one vertex and the next array.
      guard min(attribute.vertexCount, other.attribute.vertexCount) > 1 else { return nil }
      return "overlap: the second begins where the first ends, and the stride of the first is "
        + "\(stride) bytes; the stride is the bytes of all attributes of a vertex"
    }
    guard stride == other.stride, distance < min(size, stride) else { return nil }
    // The same numbers may be two attributes, or a part of them another one.
    let isPart = distance + other.size <= size || distance == 0
    if isPart, attribute.component == other.attribute.component { return nil }
    return
      "overlap: one has the bytes \(attribute.offset)..<\(attribute.offset + size) of a vertex, "
      + "and the other begins at \(other.attribute.offset); count bytes"
  }
}
