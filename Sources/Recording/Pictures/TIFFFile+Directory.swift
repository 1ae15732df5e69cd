import GLESKitSupport

extension TIFFFile {
  /// How the numbers of a file are stored.
  struct ByteOrder {
    let isLittleEndian: Bool

    func number(_ bytes: some Collection<UInt8>) -> Int {
      isLittleEndian ? bytes.littleEndianNumber : bytes.bigEndianNumber
    }

    func bytes(_ number: Int, count: Int) -> [UInt8] {
      let bytes = (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
      return isLittleEndian ? bytes : bytes.reversed()
    }
  }

  /// A list of a TIFF's tags.
  struct Directory {
    struct Entry {
      let tag: Int
      var type: Int
      var count: Int
      /// The value, or where it is in the file.
      let field: [UInt8]

      /// The bytes of a value of each type of TIFF 6.0.
      private static let sizes = [0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4]
      /// The longest value, which the places of a page's strips or its color profile are.
      private static let longest = 64 << 20

      /// The value's bytes; `nil` if the file ends before them.
      func value(of path: String, _ order: ByteOrder) throws(RecordingError) -> [UInt8]? {
        guard Self.sizes.indices.contains(type) else { return nil }
        let length = Self.sizes[type] * count
        guard length > 4 else { return Array(field[..<length]) }
        guard length <= Self.longest else { return nil }
        let bytes = try TIFFFile.part(of: path, at: order.number(field), count: length)
        return bytes.count == length ? bytes : nil
      }

      /// The numbers of a value of whole numbers, or the numerators and denominators of fractions.
      func numbers(in value: [UInt8], _ order: ByteOrder) -> [Int] {
        let size = min(Self.sizes[type], 4)
        return stride(from: 0, to: value.count, by: max(size, 1)).map {
          order.number(value[$0..<$0 + size])
        }
      }
    }

    let entries: [Entry]
    /// Where the next one is; 0 if this is the last.
    let next: Int
    private let path: String
    private let order: ByteOrder

    /// Reads the one at a place of a file; `nil` if the file ends before it does.
    init?(_ path: String, at place: Int, _ order: ByteOrder) throws(RecordingError) {
      (self.path, self.order) = (path, order)
      let count = order.number(try TIFFFile.part(of: path, at: place, count: 2))
      let bytes = try TIFFFile.part(of: path, at: place + 2, count: 12 * count + 4)
      guard bytes.count == 12 * count + 4 else { return nil }
      entries = (0..<count).map {
        let entry = bytes[12 * $0..<12 * $0 + 12]
        return Entry(
          tag: order.number(entry.prefix(2)), type: order.number(entry.dropFirst(2).prefix(2)),
          count: order.number(entry.dropFirst(4).prefix(4)), field: Array(entry.suffix(4)))
      }
      next = order.number(bytes.suffix(4))
    }

    /// Colors of which ffmpeg 5.1 makes wrong pictures, and how to convert them; `nil` for others.
    var unknownColors: (name: String, remedy: String)? {
      switch numbers(262).first {  // PhotometricInterpretation
      // Signed numbers and fractions are read as others.
      case _ where (numbers(339).first ?? 1) > 1 && numbers(339).first != 4:
        ("signed or fractional numbers", "to 8 or 16 bits")
      case 5 where !hasInks: ("inks other than CMYK of 8 or 16 bits", "to RGB")
      case 3 where numbers(277).first ?? 1 > 1:
        ("a palette and transparency", "remove transparency")
      // ffmpeg adds bytes, and libtiff refuses it.
      case _ where numbers(317).first == 2 && !numbers(258).allSatisfy({ $0 == 8 || $0 == 16 }):
        ("prediction of other numbers than of 8 or 16 bits", "without prediction")
      // libtiff leaves the white of the paper yellow.
      case 8: ("L*a*b* colors", "to RGB")
      // It leads to tables elsewhere in the file.
      case 6 where numbers(259).first == 6: ("JPEG of the old style", "with tiff2rgba")
      default: nil
      }
    }

    /// Whether the colors are cyan, magenta, yellow and black (InkSet), of 8 or 16 bits.
    private var hasInks: Bool {
      let bits = numbers(258)
      return (numbers(332).first ?? 1) == 1 && numbers(277).first ?? 1 >= 4
        && (bits.allSatisfy { $0 == 8 } || bits.allSatisfy { $0 == 16 })
    }

    /// Whether its first strip has LZW with the order of bits before TIFF 5.0, which ffmpeg doesn't
    /// know and libtiff recognizes by its first code.
    var hasOldLZW: Bool {
      guard numbers(259).first == 5, let entry = entries.first(where: { $0.tag == 273 }),
        entry.type == 3 || entry.type == 4
      else { return false }
      let size = entry.type == 3 ? 2 : 4
      let field =
        entry.count * size > 4
        ? try? TIFFFile.part(of: path, at: order.number(entry.field), count: size)
        : Array(entry.field[..<size])
      guard let field, let start = try? TIFFFile.part(of: path, at: order.number(field), count: 2),
        start.count == 2
      else { return false }
      return start[0] == 0 && start[1] & 1 == 1
    }

    /// The numbers of a tag; empty if there is none.
    func numbers(_ tag: Int) -> [Int] {
      guard let entry = entries.first(where: { $0.tag == tag }), entry.count <= 8,
        let value = try? entry.value(of: path, order)
      else { return [] }
      return entry.numbers(in: value, order)
    }
  }
}
