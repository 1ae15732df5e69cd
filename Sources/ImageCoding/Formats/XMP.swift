import GLESKitSupport

/// Reads the orientation from XMP.
enum XMP {
  /// How the data of a PNG's `iTXt` chunk with XMP begins: the keyword, and that it is not
  /// compressed.
  static let keyword = Array("XML:com.adobe.xmp\0\0".utf8)

  /// Returns the orientation in a text, an attribute or an element; `nil` if there is none.
  static func orientation(in text: ArraySlice<UInt8>) -> Orientation? {
    let name = Array("tiff:Orientation".utf8)
    var rest = text
    while let place = rest.firstRange(of: name) {
      rest = rest[place.upperBound...]
      for start in ["=\"", ">"] where rest.starts(with: start.utf8) {
        let digit = rest.dropFirst(start.utf8.count).first.map { Int($0) - 0x30 }
        return digit.flatMap(Orientation.init(rawValue:))
      }
    }
    return nil
  }
}
