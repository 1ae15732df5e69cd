import GLESKitCPoppler
import GLESKitSupport
import Glibc

/// Answers requests about one PDF, which is open at descriptor 5. The pixels of pages go to shared
/// memory at descriptor 4.
///
/// poppler may crash, hang or exhaust memory on a hostile file. In a process of its own, this only
/// ends one request. Each request is an object:
///
/// | member | answer |
/// |---|---|
/// | `open`: the password or `null`; `box`: what is shown | `{}` |
/// | `pages` | the sizes of all pages or why they have none, their labels, the title |
/// | `language` | the language that the file states, or `null` |
/// | `outline` | its entries |
/// | `figures` | those that the tags describe |
/// | `text`: a page, counted from 1 | lines, links and pictures: `PageText` |
/// | `draw`: a page; `width`, `height` | `{}`, when it is drawn |
///
/// What fails is answered with `{"error": …}`.
struct PDFServer {
  private static let memory: Int32 = 4
  private static let file: Int32 = 5

  /// Why there is no answer.
  struct Failure: Error {
    let reason: String
  }

  private static let path = "/proc/self/fd/\(file)"

  private var document: OpaquePointer?
  private var password: String?

  /// Serves requests until the other end is closed.
  mutating func run() -> Never {
    while let request = MessageSocket.receive(from: MessageSocket.descriptor) {
      let answer: JSON
      do throws(Failure) { answer = try self.answer(request) } catch {
        answer = ["error": .string(error.reason)]
      }
      guard MessageSocket.send(answer, to: MessageSocket.descriptor) else { break }
    }
    // Without poppler's cleanup, which takes longer for large files.
    _exit(0)
  }

  private mutating func answer(_ request: JSON) throws(Failure) -> JSON {
    if request.has("open") {
      return try open(password: request["open"].string, box: request["box"].string ?? "crop")
    }
    guard let document else { throw Failure(reason: "no file is open") }
    if request.has("pages") { return pages(of: document) }
    if request.has("language") {
      let language = DocumentLanguage.read(fromFileAt: Self.path, password: password)
      return ["language": language.map(JSON.string) ?? .null]
    }
    if request.has("outline") { return .array(Outline.entries(of: document)) }
    if request.has("figures") { return .array(Figures.entries(of: document)) }
    if let number = request["text"].integer {
      return try withPage(number) { PageText($0, of: document).json }
    }
    if let number = request["draw"].integer, let width = request["width"].integer,
      let height = request["height"].integer
    {
      return try draw(number, width, height)
    }
    throw Failure(reason: "unknown request")
  }

  /// The corresponding C function is `poppler_document_new_from_file`. Given the descriptor
  /// instead, poppler 22.12 frees a file that it still reads if the password is wrong.
  private mutating func open(password: String?, box: String) throws(Failure) -> JSON {
    self.password = password
    var error: UnsafeMutablePointer<GError>?
    document = poppler_document_new_from_file("file://\(Self.path)", password, &error)
    if document != nil, box != "crop" {
      // poppler has opened the file, so the password is right.
      g_object_unref(document.map { UnsafeMutableRawPointer($0) })
      document = nil
      let copy = try PageBoxes(box, ofFileAt: Self.path, password: password)
      let bytes = g_bytes_new_static(copy.bytes.baseAddress, gsize(copy.bytes.count))
      document = poppler_document_new_from_bytes(bytes, password, &error)
    }
    if document != nil { return [:] }
    defer { g_clear_error(&error) }
    guard let error = error?.pointee else { throw Failure(reason: "unknown error") }
    let isEncrypted =
      error.domain == poppler_error_quark() && error.code == Int32(POPPLER_ERROR_ENCRYPTED.rawValue)
    throw Failure(
      reason: isEncrypted ? "encrypted" : error.message.map { String(cString: $0) } ?? "")
  }

  /// Sizes are runs of equal ones: a book has few, and may have 200,000 pages. A page that can't be
  /// shown has a reason instead.
  private func pages(of document: OpaquePointer) -> JSON {
    var runs: [(count: Int, size: [JSON])] = []
    for number in 0..<max(0, poppler_document_get_n_pages(document)) {
      let size: [JSON]
      do throws(Failure) { size = try self.size(Int(number) + 1) } catch {
        size = [.string(error.reason)]
      }
      if runs.last?.size == size {
        runs[runs.count - 1].count += 1
      } else {
        runs.append((1, size))
      }
    }
    let title = poppler_document_get_title(document)
    defer { g_free(title) }
    return [
      "sizes": .array(runs.map { .array([.integer($0.count)] + $0.size) }),
      "title": title.map { .string(String(cString: $0)) } ?? .null,
      "labels": .array(labels(of: document)),
    ]
  }

  /// Longer labels are no page numbers. poppler makes a million letters of the number 26,000,000.
  private static let longestLabel = 64
  /// After so many of them, no further labels are read.
  private static let mostLongLabels = 16

  /// What the file calls its pages, such as "iii", empty for a page without a label; no labels if
  /// it numbers its pages from 1 on.
  private func labels(of document: OpaquePointer) -> [JSON] {
    var labels: [JSON] = []
    var areNumbers = true
    var longLabels = 0
    for number in 0..<max(0, poppler_document_get_n_pages(document)) {
      let text =
        longLabels < Self.mostLongLabels
        ? try? withPage(Int(number) + 1) { poppler_page_get_label($0) } : nil
      defer { g_free(text) }
      let isLong = text.map { strnlen($0, Self.longestLabel + 1) > Self.longestLabel } ?? false
      if isLong { longLabels += 1 }
      let label = isLong ? "" : text.map { String(cString: $0) } ?? ""
      if label != "\(number + 1)" { areNumbers = false }
      labels.append(.string(label))
    }
    return areNumbers ? [] : labels
  }

  /// The width and height of a page in points.
  private func size(_ number: Int) throws(Failure) -> [JSON] {
    var (width, height) = (0.0, 0.0)
    try withPage(number) { poppler_page_get_size($0, &width, &height) }
    guard width > 0, height > 0 else {
      throw Failure(reason: "it is \(width) by \(height) points; correct its MediaBox")
    }
    return [.number(width), .number(height)]
  }

  private func withPage<Result>(
    _ number: Int, _ body: (OpaquePointer) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    guard let page = poppler_document_get_page(document, Int32(clamping: number - 1)) else {
      throw Failure(reason: "poppler does not find it in the file")
    }
    defer { g_object_unref(UnsafeMutableRawPointer(page)) }
    return try body(page)
  }

  /// Draws a page on white, as `pdftocairo` does.
  private func draw(_ number: Int, _ width: Int, _ height: Int) throws(Failure) -> JSON {
    // cairo's limit is 32,767.
    guard (1...32_767).contains(width), (1...32_767).contains(height) else {
      throw Failure(reason: "\(width)×\(height) pixels are not possible")
    }
    let count = 4 * width * height
    guard
      let pixels = mmap(nil, count, PROT_READ | PROT_WRITE, MAP_SHARED, Self.memory, 0),
      pixels != MAP_FAILED
    else { throw Failure(reason: CError(code: errno).reason) }
    defer { munmap(pixels, count) }
    memset(pixels, 0, count)
    let surface = cairo_image_surface_create_for_data(
      pixels.assumingMemoryBound(to: UInt8.self), CAIRO_FORMAT_ARGB32, Int32(width), Int32(height),
      Int32(4 * width))
    defer { cairo_surface_destroy(surface) }
    try withPage(number) { page throws(Failure) in
      var (ownWidth, ownHeight) = (0.0, 0.0)
      poppler_page_get_size(page, &ownWidth, &ownHeight)
      let cairo = cairo_create(surface)
      defer { cairo_destroy(cairo) }
      cairo_save(cairo)
      cairo_scale(cairo, Double(width) / ownWidth, Double(height) / ownHeight)
      poppler_page_render(page, cairo)
      // After an error, such as too deep a nesting, cairo draws nothing, and the page stays black.
      let status = cairo_status(cairo)
      guard status == CAIRO_STATUS_SUCCESS else {
        let text = cairo_status_to_string(status).map { String(cString: $0) } ?? "error"
        throw Failure(reason: "cairo cannot draw it (\(text))")
      }
      cairo_restore(cairo)
      cairo_set_operator(cairo, CAIRO_OPERATOR_DEST_OVER)
      cairo_set_source_rgb(cairo, 1, 1, 1)
      cairo_paint(cairo)
    }
    cairo_surface_flush(surface)
    return [:]
  }
}
