/// A PDF after ISO 32000, section 7.5, of these objects, the first of which is the catalog.
func pdfFile(of objects: [String], trailer: String = "") -> [UInt8] {
  var text = "%PDF-1.4\n"
  var places = ""
  for (index, object) in objects.enumerated() {
    let digits = String(text.utf8.count)
    places += String(repeating: "0", count: 10 - digits.count) + digits + " 00000 n \n"
    text += "\(index + 1) 0 obj\n\(object)\nendobj\n"
  }
  let start = text.utf8.count
  text += "xref\n0 \(objects.count + 1)\n0000000000 65535 f \n" + places
  text += "trailer << /Size \(objects.count + 1) /Root 1 0 R \(trailer) >>\n"
  return Array("\(text)startxref\n\(start)\n%%EOF\n".utf8)
}

/// A stream of a PDF.
func pdfStream(_ content: String, _ entries: String = "") -> String {
  "<< /Length \(content.utf8.count) \(entries) >>\nstream\n\(content)\nendstream"
}
