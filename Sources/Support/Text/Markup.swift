/// Characters that HTML and XML write as entities, between tags and in quoted attributes.
package enum Markup {
  package static let entities: [Unicode.Scalar: String] = [
    "&": "&amp;", "<": "&lt;", ">": "&gt;", "\"": "&quot;",
  ]

  /// Returns a text with these entities.
  package static func escaped(_ text: String) -> String {
    text.unicodeScalars.reduce(into: "") { $0 += entities[$1] ?? String($1) }
  }
}
