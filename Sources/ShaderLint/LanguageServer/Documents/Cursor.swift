import GLESKitSupport
import GLSL

/// Where a request points: a byte of a document, and the same place in the text of a unit.
struct Cursor {
  let document: Document
  /// The offset in the document.
  let offset: Int
  let unit: CheckedUnit
  /// The offset in the body of the unit; `nil` if the line is not part of it.
  let bodyOffset: Int?

  /// Reads `textDocument` and `position` of a request.
  init(_ parameters: JSON, _ workspace: Workspace) throws(RequestError) {
    let document = try workspace.document(parameters)
    let offset = document.text.offset(of: try TextPosition(parameters["position"]))
    let units = workspace.units(showing: document.path).filter { $0.contains(offset) }
    // A line can be switched off in some permutations.
    let live = units.first { unit in
      unit.bodyOffset(of: offset, in: document.path).map { unit.names.entry(at: $0) != nil }
        ?? false
    }
    guard let unit = live ?? units.first else {
      throw RequestError(.failed, "the document is too large: \(document.path)")
    }
    self.document = document
    self.offset = offset
    self.unit = unit
    bodyOffset = unit.bodyOffset(of: offset, in: document.path)
  }

  /// The name at the cursor, if the front end knows it.
  var entry: NameIndex.Entry? { bodyOffset.flatMap { unit.names.entry(at: $0) } }

  /// The word at the cursor.
  var identifier: Token? { bodyOffset.flatMap { unit.identifier(at: $0) } }

  /// The last definition of a macro before the cursor.
  func macro(_ tag: UInt64) -> MacroDefinition? {
    guard let bodyOffset else { return nil }
    return MacroDefinition.all(in: unit).last { $0.name.tag == tag && $0.name.start <= bodyOffset }
  }
}

/// A `#define` line.
struct MacroDefinition {
  let name: Token
  /// The text from `#define` to the end of the line.
  let text: String

  static func all(in unit: CheckedUnit) -> [MacroDefinition] {
    let tokens = unit.assembly.scan.tokens
    let body = unit.assembly.body
    return tokens.indices.compactMap { index in
      guard tokens[index].startsLine, tokens[index].is("#"), index + 2 < tokens.count,
        tokens[index + 1].is(.define), tokens[index + 2].kind == .identifier
      else { return nil }
      var last = index + 2
      while last + 1 < tokens.count, !tokens[last + 1].startsLine { last += 1 }
      let range = Int(tokens[index].start)..<tokens[last].range.upperBound
      return MacroDefinition(
        name: tokens[index + 2], text: String(decoding: body[range], as: UTF8.self))
    }
  }
}

extension Workspace {
  /// Returns the open document that a request names.
  func document(_ parameters: JSON) throws(RequestError) -> Document {
    guard let uri = parameters["textDocument"]["uri"].string else {
      throw RequestError(.invalidParameters, "the request names no document")
    }
    guard let document = documents[FileURI.path(uri)] else {
      throw RequestError(.invalidParameters, "the document is not open: \(uri)")
    }
    return document
  }

  /// Returns whether a request points to a program's own text, which other servers know.
  func isOutsideShaders(_ parameters: JSON) throws(RequestError) -> Bool {
    guard parameters["position"] != .null else { return false }
    let document = try document(parameters)
    guard shaders(in: document.path).isProgram else { return false }
    let offset = document.text.offset(of: try TextPosition(parameters["position"]))
    return !units(showing: document.path).contains { $0.contains(offset) }
  }

  /// Returns the URI of a file, as the editor writes it.
  func uri(_ path: String) -> String { documents[path]?.uri ?? FileURI.uri(path) }

  /// Returns a `Location` for a place in a unit.
  func json(_ location: Location, in unit: CheckedUnit) -> JSON {
    unit.file(location.file).map { json(location, in: $0) } ?? .null
  }

  /// Returns a `Location` for a place in a text.
  func json(_ location: Location, in text: SourceText) -> JSON {
    ["uri": .string(uri(text.path)), "range": text.range(of: location).json]
  }
}
