import GLESKitCQPDF
import Glibc

/// A copy of a PDF whose crop boxes are other boxes of its pages. poppler draws, and finds text and
/// links, within the crop box only.
struct PageBoxes {
  /// The copy. It has the same password, and stays in memory until the process ends.
  let bytes: UnsafeBufferPointer<UInt8>

  private let file: qpdf_data

  /// Makes the copy. A page that doesn't have the box, or has one of less than a point inside its
  /// media box, keeps its crop box.
  ///
  /// - Parameter name: `trim`, `bleed` or `media`.
  init(_ name: String, ofFileAt path: String, password: String?) throws(PDFServer.Failure) {
    guard let file = qpdf_init() else { throw PDFServer.Failure(reason: "out of memory") }
    self.file = file
    qpdf_silence_errors(file)
    qpdf_set_suppress_warnings(file, QPDF_TRUE)
    try Self.check(qpdf_read(file, path, password), of: file)
    let keys = ["trim": "/TrimBox", "bleed": "/BleedBox", "media": "/MediaBox"]
    let count = qpdf_get_num_pages(file)
    for number in 0..<max(0, Int(count)) {
      let page = qpdf_get_page_n(file, number)
      if let key = keys[name], let media = Self.box("/MediaBox", of: page, in: file),
        let box = Self.box(key, of: page, in: file).map({ $0.intersection(media) }),
        (box.high - box.low).min() >= 1
      {
        let array = qpdf_oh_new_array(file)
        for value in [box.low.x, box.low.y, box.high.x, box.high.y] {
          qpdf_oh_append_item(file, array, qpdf_oh_new_real_from_double(file, value, 5))
        }
        qpdf_oh_replace_key(file, page, "/CropBox", array)
      }
      qpdf_oh_release_all(file)
    }
    try Self.check(qpdf_init_write_memory(file), of: file)
    qpdf_set_stream_data_mode(file, qpdf_s_preserve)
    try Self.check(qpdf_write(file), of: file)
    bytes = UnsafeBufferPointer(
      start: qpdf_get_buffer(file), count: qpdf_get_buffer_length(file))
  }

  /// Two opposite corners, in points.
  private struct Box {
    var low: SIMD2<Double>
    var high: SIMD2<Double>

    func intersection(_ other: Box) -> Box {
      Box(low: pointwiseMax(low, other.low), high: pointwiseMin(high, other.high))
    }
  }

  /// The deepest tree of pages.
  private static let deepest = 64

  /// A box of a page, or of the folder of pages that it is in; `nil` if there is none.
  private static func box(_ key: String, of page: qpdf_oh, in file: qpdf_data) -> Box? {
    var node = page
    for _ in 0..<deepest where qpdf_oh_is_dictionary(file, node) != 0 {
      let array = qpdf_oh_get_key(file, node, key)
      if qpdf_oh_is_array(file, array) != 0 {
        guard qpdf_oh_get_array_n_items(file, array) == 4 else { return nil }
        let sides = (0..<4).map {
          qpdf_oh_get_numeric_value(file, qpdf_oh_get_array_item(file, array, $0))
        }
        let (one, other) = (SIMD2(sides[0], sides[1]), SIMD2(sides[2], sides[3]))
        return Box(low: pointwiseMin(one, other), high: pointwiseMax(one, other))
      }
      node = qpdf_oh_get_key(file, node, "/Parent")
    }
    return nil
  }

  private static func check(_ code: QPDF_ERROR_CODE, of file: qpdf_data) throws(PDFServer.Failure) {
    // The other bit says that there were warnings.
    guard code & 2 != 0 else { return }
    let error = qpdf_get_error(file)
    let text = qpdf_get_error_message_detail(file, error).map { String(cString: $0) } ?? ""
    throw PDFServer.Failure(reason: "its boxes cannot be changed: \(text)")
  }
}
