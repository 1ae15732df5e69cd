/// libFuzzer's entry point. Reports of pdfinfo and of pdftohtml must be read without a crash.
/// Pages must have sizes, and boxes must be numbers.
///
/// The two reports are separated by a form feed; without one, two pages have usual sizes.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  let parts = bytes.split(separator: 12, maxSplits: 1, omittingEmptySubsequences: false)
  var sizes = [SIMD2(612.0, 792), SIMD2(842, 595)]
  if parts.count == 2 {
    guard let info = PDFInfo(Array(parts[0])) else { return 0 }
    precondition(!info.pages.isEmpty && info.title != "")
    sizes = info.pages
  }
  for size in sizes { precondition(size.x > 0 && size.y > 0 && size.x < 1e6 && size.y < 1e6) }
  let text = PDFText(Array(parts.last ?? []), pageSizes: sizes)
  for (number, page) in text.pages {
    precondition(sizes.indices.contains(number - 1) && page.size.min() > 0)
    for box in page.lines.map(\.box) + page.links.map(\.box) {
      precondition(abs(box.corner.x + box.corner.y + box.size.x + box.size.y) < 1e7)
    }
    for line in page.lines { precondition(line.text.contains { !$0.isWhitespace }) }
    for link in page.links { precondition(!link.text.isEmpty) }
  }
  for entry in text.outline { precondition(entry.depth >= 0) }
  return 0
}
