/// Paths and `file` URIs (RFC 8089).
enum FileURI {
  /// Returns the path in a URI; the URI itself if it names no file, such as a new document.
  static func path(_ uri: String) -> String {
    guard uri.hasPrefix("file://") else { return uri }
    let rest = uri.dropFirst(7)
    guard let slash = rest.firstIndex(of: "/") else { return uri }
    var bytes: [UInt8] = []
    var text = rest[slash...].utf8
    while let byte = text.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard text.count >= 2, let value = UInt8(String(text.prefix(2)) ?? "", radix: 16) else {
        return uri
      }
      bytes.append(value)
      text = text.dropFirst(2)
    }
    return String(validating: bytes, as: UTF8.self) ?? uri
  }

  /// Returns the URI of an absolute path; other texts, such as URIs, as they are.
  static func uri(_ path: String) -> String {
    path.hasPrefix("/") ? LintReport.uri(path) : path
  }
}
