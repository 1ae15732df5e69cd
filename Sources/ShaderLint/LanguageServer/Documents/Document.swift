import GLESKitSupport
import GLSL

/// An open document.
struct Document {
  let uri: String
  private(set) var version: Int
  private(set) var text: SourceText

  /// Opens a document from the parameters of `textDocument/didOpen`.
  init(_ item: JSON) throws(RequestError) {
    guard let uri = item["uri"].string, let text = item["text"].string else {
      throw RequestError(.invalidParameters, "a document needs a URI and a text")
    }
    self.uri = uri
    version = item["version"].integer ?? 0
    self.text = SourceText(path: FileURI.path(uri), bytes: Array(text.utf8))
  }

  var path: String { text.path }

  /// Applies the changes of `textDocument/didChange` in order.
  mutating func apply(_ changes: [JSON], version: Int?) throws(RequestError) {
    self.version = version ?? self.version + 1
    for change in changes {
      guard let new = change["text"].string else {
        throw RequestError(.invalidParameters, "a change needs a text")
      }
      guard case .object = change["range"] else {
        text = SourceText(path: path, bytes: Array(new.utf8))
        continue
      }
      let start = text.offset(of: try TextPosition(change["range"]["start"]))
      let end = text.offset(of: try TextPosition(change["range"]["end"]))
      guard start <= end else {
        throw RequestError(.invalidParameters, "the range of a change ends before it begins")
      }
      var bytes = text.bytes
      bytes.replaceSubrange(start..<end, with: new.utf8)
      text = SourceText(path: path, bytes: bytes)
    }
  }
}
