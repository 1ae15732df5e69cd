import GLESKitSupport
import ImageCoding
import Imaging
import TestSupport
import Testing

@testable import Recording

/// The boxes of PDF pages. The judge is a file whose crop box is the box that is expected, drawn by
/// `pdftocairo` and read as any other.
@Suite final class PDFBoxTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A page of 400×600 points with a word, a link and a picture, and color everywhere.
  private func file(_ name: String, _ entries: String) throws -> String {
    var drawing = "q 0.1 0.3 0.8 rg 0 0 200 300 re f 0.9 0.8 0.2 rg 200 300 200 300 re f "
    for place in stride(from: 5, to: 600, by: 37) {
      drawing += "0 0 0 RG 0.7 w 0 \(place) m 400 \(600 - place) l S "
    }
    drawing += "q 60 0 0 80 130 210 cm BI /W 3 /H 2 /CS /G /BPC 8 ID 123456 EI Q "
    drawing += "BT /F 30 Tf 120 320 Td (Words) Tj ET Q"
    let path = "\(folder.path)/\(name).pdf"
    try AtomicFile.write(
      pdfFile(of: [
        "<< /Type /Catalog /Pages 2 0 R >>", "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        "<< /Type /Page /Parent 2 0 R /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> "
          + "/Annots [6 0 R] \(entries) >>",
        pdfStream(drawing), "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
        "<< /Type /Annot /Subtype /Link /Rect [120 310 220 350] /Border [0 0 0] "
          + "/A << /S /URI /URI (https://example.com/) >> >>",
      ]), to: path)
    return path
  }

  private func read(_ path: String, _ box: PDFBox) throws -> PDFFile {
    var options = PDFOptions()
    options.box = box
    return try PDFFile(path, options)
  }

  private static let media = "0 0 400 600"
  private static let boxes: [(media: String, entries: String, box: PDFBox, expected: String)] = [
    (media, "/TrimBox [30 40 370 560] /BleedBox [20 30 380 570]", .crop, "0 0 400 600"),
    (media, "/TrimBox [30 40 370 560] /BleedBox [20 30 380 570]", .trim, "30 40 370 560"),
    (media, "/TrimBox [30 40 370 560] /BleedBox [20 30 380 570]", .bleed, "20 30 380 570"),
    (media, "/CropBox [50 60 350 500] /TrimBox [70 90 330 470]", .media, "0 0 400 600"),
    (media, "/CropBox [50 60 350 500] /TrimBox [70 90 330 470]", .trim, "70 90 330 470"),
    // Larger than what viewers show.
    (media, "/CropBox [50 60 350 500] /BleedBox [20 30 370 590]", .bleed, "20 30 370 590"),
    // Without the box, it is the crop box.
    (media, "/CropBox [50 60 350 500]", .trim, "50 60 350 500"),
    (media, "", .bleed, "0 0 400 600"),
    // Any two opposite corners.
    (media, "/TrimBox [370 560 30 40]", .trim, "30 40 370 560"),
    ("400 600 0 0", "/TrimBox [370 40 30 560]", .trim, "30 40 370 560"),
    // Partly, and wholly, outside the media box.
    (media, "/TrimBox [-50 40 370 900]", .trim, "0 40 370 600"),
    (media, "/CropBox [50 60 350 500] /TrimBox [500 700 900 900]", .trim, "50 60 350 500"),
    (media, "/CropBox [50 60 350 500] /TrimBox [100 100 100 300]", .trim, "50 60 350 500"),
    ("-20 -30 380 570", "/TrimBox [10 40 370 520]", .trim, "10 40 370 520"),
  ]

  @Test(arguments: Sweep.pairs(Array(boxes.indices), [0, 90, 180, 270]))
  func aBoxIsShownAsIfItWasTheCropBox(_ index: Int, _ rotation: Int) throws {
    let (sheet, entries, box, expected) = Self.boxes[index]
    let media = "/MediaBox [\(sheet)] /Rotate \(rotation)"
    let path = try file("boxes", "\(media) \(entries)")
    let judge = try file("judge", "\(media) /CropBox [\(expected)]")
    let (page, same) = (try read(path, box), try read(judge, .crop))
    #expect(page.points(of: 1) == same.points(of: 1))
    let points = page.points(of: 1)
    let size = PixelSize(Int(points.x), Int(points.y))

    let run = try Subprocess([
      "pdftocairo", "-png", "-singlefile", "-cropbox", "-r", "72", judge, "-",
    ])
    let drawn = try ImageFile.decode(run.output, name: "pdftocairo")
    let picture = try page.picture(of: 1, for: size)
    try #require(PixelSize(drawn.width, drawn.height) == size)
    #expect(difference(picture, drawn).largest <= 1)

    let (text, judged) = (try page.text(of: 1), try same.text(of: 1))
    func places(_ boxes: [PDFText.Box]) -> [SIMD4<Double>] {
      boxes.map { SIMD4(lowHalf: $0.corner, highHalf: $0.size) }
    }
    func agree(_ one: [PDFText.Box], _ other: [PDFText.Box]) -> Bool {
      one.count == other.count
        && zip(places(one), places(other)).allSatisfy { abs($0 - $1).max() < 1.5 }
    }
    #expect(text.lines.map(\.text) == ["Words"])
    #expect(agree(text.lines.map(\.box), judged.lines.map(\.box)))
    #expect(text.links.map(\.text) == judged.links.map(\.text))
    #expect(agree(text.links.map(\.box), judged.links.map(\.box)))
    #expect(agree(text.pictures, judged.pictures))
  }

  /// Sizes of frames and of leaves follow from the box.
  @Test func aBookIsAsLargeAsItsBox() throws {
    let path = try file("book", "/MediaBox [\(Self.media)] /TrimBox [50 50 350 450]")
    let output = BookJob.Output.frames(folder: "\(folder.path)/frames", name: "%d.png")
    var job = BookJob(pages: [path, path], output: output)
    job.layout = .pages
    #expect(try job.plan().frameSize == PixelSize(720, 1080))
    job.pdf.box = .trim
    #expect(try job.plan().frameSize == PixelSize(810, 1080))
  }
}

/// The magnitude of each element.
private func abs(_ vector: SIMD4<Double>) -> SIMD4<Double> {
  vector.replacing(with: -vector, where: vector .< 0)
}
