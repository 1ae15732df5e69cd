import GLESKitCQPDF

/// The language that a PDF states for its text, which poppler-glib 22.12 does not tell.
enum DocumentLanguage {
  /// Returns the entry `Lang` of the catalog; `nil` if there is none, or if the file is
  /// damaged.
  static func read(fromFileAt path: String, password: String?) -> String? {
    var data = qpdf_init()
    guard let file = data else { return nil }
    defer { qpdf_cleanup(&data) }
    qpdf_silence_errors(file)
    qpdf_set_suppress_warnings(file, QPDF_TRUE)
    // Recovery reads all of a damaged file.
    qpdf_set_attempt_recovery(file, QPDF_FALSE)
    // The other bit says that there were warnings.
    guard qpdf_read(file, path, password) & 2 == 0 else { return nil }
    let entry = qpdf_oh_get_key(file, qpdf_get_root(file), "/Lang")
    guard qpdf_oh_is_string(file, entry) != 0 else { return nil }
    return qpdf_oh_get_utf8_value(file, entry).map { String(cString: $0) }
  }
}
