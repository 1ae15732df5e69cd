import GLESKitCGLES2

/// A compressed image with its mipmap levels: what KTX files hold.
///
/// Layouts: Khronos' KTX File Format Specification, versions 1.0 and 2.0.
struct KTXImage {
  /// GL's number of the format.
  var format: UInt32
  let width: Int
  let height: Int
  /// The levels of each face, from the full image on; one face, or six.
  var faces: [[ArraySlice<UInt8>]]

  init(format: UInt32, width: Int, height: Int, faces: [[ArraySlice<UInt8>]]) {
    (self.format, self.width, self.height, self.faces) = (format, width, height, faces)
  }

  /// Reads a file of either version.
  init(_ file: [UInt8]) throws(GLESError) {
    let identifier: [UInt8] = [0xAB, 0x4B, 0x54, 0x58, 0x20]
    let end: [UInt8] = [0xBB, 0x0D, 0x0A, 0x1A, 0x0A]
    if file.starts(with: identifier + [0x31, 0x31] + end) {
      self = try Self.version1(Reader(bytes: file))
    } else if file.starts(with: identifier + [0x32, 0x30] + end) {
      self = try Self.version2(Reader(bytes: file))
    } else {
      throw .badPixels(reason: "these bytes are not a KTX file of version 1 or 2")
    }
  }

  /// Numbers and parts of a file.
  private struct Reader {
    let bytes: [UInt8]
    var isBigEndian = false

    func number(at place: Int, bytes count: Int = 4) throws(GLESError) -> Int {
      let part = try part(place, count)
      let ordered = isBigEndian ? Array(part) : part.reversed()
      let value = ordered.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      guard let number = Int(exactly: value) else { throw Self.end }
      return number
    }

    func part(_ place: Int, _ count: Int) throws(GLESError) -> ArraySlice<UInt8> {
      guard place >= 0, count >= 0, place <= bytes.count, count <= bytes.count - place else {
        throw Self.end
      }
      return bytes[place..<place + count]
    }

    private static var end: GLESError {
      .badPixels(reason: "the KTX file ends before its data; make it again")
    }
  }

  /// Checks the fields that both versions have, and returns the numbers of faces and levels.
  private static func check(
    depth: Int, layers: Int, faces: Int, levels: Int
  ) throws(GLESError) -> (faces: Int, levels: Int) {
    guard depth == 0, layers == 0, faces == 1 || faces == 6, levels <= 32 else {
      throw .badPixels(
        reason: "the KTX file has a depth of \(depth), \(layers) layers, \(faces) faces and "
          + "\(levels) levels; use a flat image or a cube map")
    }
    // 0 asks for mipmaps to be made, which compressed textures can't.
    return (faces, max(levels, 1))
  }

  private static func version1(_ start: Reader) throws(GLESError) -> KTXImage {
    var reader = start
    reader.isBigEndian = try reader.number(at: 12) != 0x0403_0201
    func field(_ index: Int) throws(GLESError) -> Int { try reader.number(at: 16 + 4 * index) }
    guard try field(0) == 0, let format = UInt32(exactly: try field(3)) else {
      throw .badPixels(reason: "the texels of the KTX file are not compressed; use an Image")
    }
    let count = try check(
      depth: field(7), layers: field(8), faces: field(9), levels: field(10))
    var faces = [[ArraySlice<UInt8>]](repeating: [], count: count.faces)
    var place = 64 + (try field(11))
    for _ in 0..<count.levels {
      let size = try reader.number(at: place)
      place += 4
      for face in faces.indices {
        faces[face].append(try reader.part(place, size))
        place += (size + 3) / 4 * 4
      }
    }
    return KTXImage(
      format: format, width: try field(5), height: try field(6), faces: faces)
  }

  private static func version2(_ reader: Reader) throws(GLESError) -> KTXImage {
    func field(_ index: Int) throws(GLESError) -> Int { try reader.number(at: 12 + 4 * index) }
    let scheme = try field(8)
    guard scheme == 0 else {
      throw .badPixels(
        reason: "the KTX file is supercompressed by scheme \(scheme); store it without")
    }
    let number = try field(0)
    guard let format = format(ofVulkan: number) else {
      throw .badPixels(
        reason: "the KTX file has Vulkan's format \(number), which is not one of ETC2, EAC, BC or "
          + "ASTC; convert it to one of Limits.compressedTextureFormats")
    }
    let count = try check(
      depth: field(4), layers: field(5), faces: field(6), levels: field(7))
    var faces = [[ArraySlice<UInt8>]](repeating: [], count: count.faces)
    for level in 0..<count.levels {
      let entry = 80 + 24 * level
      let place = try reader.number(at: entry, bytes: 8)
      // All faces of a level, one after another.
      let size = try reader.number(at: entry + 8, bytes: 8) / count.faces
      _ = try reader.part(place, size * count.faces)
      for face in faces.indices { faces[face].append(try reader.part(place + face * size, size)) }
    }
    return KTXImage(
      format: format, width: try field(2), height: try field(3), faces: faces)
  }

  /// GL's number of a format of Vulkan: BC1 to BC7, ETC2, EAC and ASTC, as `vulkan_core.h` counts
  /// them.
  private static func format(ofVulkan number: Int) -> UInt32? {
    let blocks: [UInt32] = [
      0x83F0, 0x8C4C, 0x83F1, 0x8C4D, 0x83F2, 0x8C4E, 0x83F3, 0x8C4F, 0x8DBB, 0x8DBC, 0x8DBD,
      0x8DBE, 0x8E8F, 0x8E8E, 0x8E8C, 0x8E8D,
      0x9274, 0x9275, 0x9276, 0x9277, 0x9278, 0x9279, 0x9270, 0x9271, 0x9272, 0x9273,
    ]
    switch number {
    case 131..<157: return blocks[number - 131]
    // Of 14 sizes of blocks, linear and sRGB in turn.
    case 157..<185:
      let size = UInt32(number - 157) / 2
      return (number % 2 == 1 ? 0x93B0 : 0x93D0) + size
    default: return nil
    }
  }

  /// Replaces ETC1 by ETC2 if a driver lists only that. Each block of ETC1 is one of ETC2, with the
  /// same texels (OpenGL ES 3.0 specification, appendix C.1).
  mutating func choose(from formats: [UInt32]) {
    if format == GL_ETC1_RGB8_OES, !formats.contains(format) { format = 0x9274 }
  }

  /// The channels of the format, as far as texture environments tell them apart.
  var channels: Texture.Format {
    switch format {
    // ETC1 and ETC2, BC1, BC4 to BC6 and EAC without alpha.
    case 0x8D64, 0x9270...0x9275, 0x83F0, 0x8C4C, 0x8DBB...0x8DBE, 0x8E8E, 0x8E8F: .rgb8
    default: .rgba8
    }
  }
}
