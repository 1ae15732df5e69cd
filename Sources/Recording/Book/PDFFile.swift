import GLESKitSupport
import Glibc
import ImageCoding
import Imaging

/// How PDFs are read.
public struct PDFOptions: Hashable, Sendable {
  /// The resolution in dots per inch; `nil` makes each page 1080 pixels high. It determines the
  /// frame size if ``BookJob/size`` is `nil`.
  public var dpi: Double?
  /// The password of encrypted files. While a page is drawn, users of the same machine can read it
  /// in the list of processes, because poppler takes it as an argument.
  public var password: String?

  /// The defaults above.
  public init() {}
}

/// A PDF, read by two programs of poppler-utils: `pdfinfo` counts and measures the pages,
/// `pdftocairo` draws them.
struct PDFFile: Sendable {
  let path: String
  private let options: PDFOptions
  /// The pages' sizes in points (1/72 inch), after rotation.
  private let pages: [SIMD2<Double>]
  /// The title that the file states; `nil` if it states none.
  let title: String?

  /// The number of pages.
  var count: Int { pages.count }

  /// Whether a resolution was asked for.
  var hasResolution: Bool { options.dpi != nil }

  /// Whether a file starts with the PDF signature; false if it cannot be read.
  static func isPDF(_ path: String) -> Bool {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    var start = [UInt8](repeating: 0, count: 5)
    // Not `read`, which would consume the bytes of a pipe.
    return pread(descriptor, &start, start.count, 0) == start.count && start == Array("%PDF-".utf8)
  }

  /// Counts and measures the pages.
  ///
  /// - Throws: ``RecordingError/program(_:)`` if the programs are missing,
  ///   ``RecordingError/pages(_:)`` for a file that they cannot read.
  init(_ path: String, _ options: PDFOptions = PDFOptions()) throws(RecordingError) {
    self.path = path
    self.options = options
    let output = try Self.run(
      "pdfinfo", ["-f", "1", "-l", "-1", Self.safe(path)], for: path, options)
    guard let info = PDFInfo(output) else {
      throw .pages("'\(path)': pdfinfo reports no page sizes; export the PDF again")
    }
    (pages, title) = (info.pages, info.title)
  }

  /// The size of a page, counted from 1.
  func naturalSize(of page: Int) -> PixelSize {
    let size = pages[page - 1]
    if let dpi = options.dpi {
      func pixels(_ points: Double) -> Int {
        Int(min(max((points * dpi / 72).rounded(), 1), 16_384))
      }
      return PixelSize(pixels(size.x), pixels(size.y))
    }
    let width = min(max((size.x / size.y * 1080).rounded(), 1), 16_384)
    return PixelSize(Int(width), 1080)
  }

  /// The height of a page, counted from 1, in millimeters.
  func millimeters(of page: Int) -> Double { pages[page - 1].y * 25.4 / 72 }

  /// Draws a page, counted from 1, as large as fits into `box`.
  ///
  /// A side that is a pixel short is stretched by it here. Scaling the picture would blur its text.
  func picture(of page: Int, for box: PixelSize) throws(RecordingError) -> Image {
    let points = pages[page - 1]
    let scale = min(Double(box.width) / points.x, Double(box.height) / points.y)
    let fitted = PixelSize(
      max(1, Int((points.x * scale).rounded())), max(1, Int((points.y * scale).rounded())))
    let size =
      box.width - fitted.width <= 1 && box.height - fitted.height <= 1 ? box : fitted
    let number = String(page)
    let output = try Self.run(
      "pdftocairo",
      [
        "-png", "-singlefile", "-cropbox", "-f", number, "-l", number, "-scale-to-x",
        String(size.width), "-scale-to-y", String(size.height), Self.safe(path), "-",
      ], for: path, options)
    let name = "\(path), page \(page)"
    let picture = try imaging { () throws(ImageError) in
      try ImageFile.decode(output, name: name)
    }
    // pdftocairo rounds sizes up: at 566×800, an A4 page of 595.276×841.89 points has 801 rows, the
    // last of them white.
    return picture.cut(to: size)
  }

  /// The text, links and outline. Nothing if `pdftohtml` reports an error, as for a file whose text
  /// must not be copied.
  var text: PDFText {
    let arguments = ["-xml", "-i", "-stdout", Self.safe(path), PDFText.markupName]
    let markup = (try? Self.run("pdftohtml", arguments, for: path, options)) ?? []
    return PDFText(markup, pageSizes: pages)
  }

  /// The path for a command line: one that starts with a dash would be read as an option.
  private static func safe(_ path: String) -> String { path.hasPrefix("-") ? "./\(path)" : path }

  private static func run(
    _ program: String, _ arguments: [String], for path: String, _ options: PDFOptions
  ) throws(RecordingError) -> [UInt8] {
    let password = options.password.map { ["-upw", $0] } ?? []
    let (output, ending): ([UInt8], ChildProcess.Ending)
    do throws(CError) {
      // A small PDF may describe a picture that takes hours and all memory.
      (output, ending) = try ChildProcess.output(
        of: [program] + password + arguments, limit: 1 << 30, memory: 2 << 30, patience: 120)
    } catch {
      throw .program(
        error.code == ENOENT
          ? "cannot read '\(path)': \(program) is not installed (apt-get install poppler-utils)"
          : "cannot read '\(path)' with \(program): \(error.reason)")
    }
    guard ending.status == 0 else {
      if Files.kind(of: path) == nil { throw .image(.file(FileError(.read, path, code: ENOENT))) }
      if ending.complaint.contains("password") {
        throw .pages(
          options.password == nil
            ? "'\(path)' is encrypted; \(RecordingError.Advice.password)"
            : "wrong password for '\(path)'")
      }
      throw .pages(
        "cannot read '\(path)': \(program) \(ending.sentence); export the PDF again")
    }
    return output
  }
}
