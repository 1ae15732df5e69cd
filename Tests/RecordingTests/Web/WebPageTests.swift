import GLESKitSupport
import ImageCoding
import Imaging
import TestSupport
import Testing

@testable import Recording

/// The web page as a file; Tests/WebPage/check tests it in a browser.
@Suite struct WebPageTests {
  /// What a job's page holds, and the pages that its pictures are.
  private func page(
    _ shelf: Shelf, title: String = "A title", counts: Bool = true,
    _ change: (inout BookJob) -> Void = { _ in }
  ) throws -> (text: String, pictures: [[UInt8]]) {
    let path = "\(shelf.path)/page.html"
    var job = BookJob(pages: shelf.paths, output: .webPage(path: path, title: title))
    change(&job)
    var done: [Int] = []
    try job.plan().run { done.append($0) }
    // A page that is too large at first is written again.
    if counts { #expect(done == Array(0...job.pages.count)) }
    let text = String(decoding: try Files.read(path), as: UTF8.self)
    let book = text.firstRange(of: "<gleskit-book").map { text[$0.lowerBound...] } ?? ""
    let pictures = try book.split(separator: ";base64,").dropFirst().map { rest in
      // The judge is coreutils' tool.
      try Subprocess(["base64", "--decode"], input: Array(rest.prefix { $0 != "\"" }.utf8)).output
    }
    return (text, pictures)
  }

  @Test func filesOfTheRightShapeAreKeptAsTheyAre() throws {
    let shelf = try Shelf(pages: 3)
    let (text, pictures) = try page(shelf)
    #expect(pictures == (try shelf.paths.map { try Files.read($0) }))
    #expect(
      text.contains(
        #"<img loading="lazy" alt="Picture without a description" width="61" height="83" "#
          + #"data-opaque src="data:image/png;"#
      ))
  }

  /// What is said of a page that is a picture: the author's line, or that it is one.
  @Test func picturesAreDescribed() throws {
    let shelf = try Shelf(pages: 3)
    let lines = "\(shelf.path)/alt.txt"
    func descriptions(_ text: String) throws -> [Substring] {
      try AtomicFile.write(Array(text.utf8), to: lines)
      return try page(shelf) { $0.webPage.descriptions = lines }.text
        .split(separator: " alt=\"").dropFirst().map { $0.prefix { $0 != "\"" } }
    }
    let none: Substring = "Picture without a description"
    #expect(try descriptions("A \"cat\"\r\n \r\nA dog") == ["A &quot;cat&quot;", none, "A dog"])
    #expect(try descriptions("A cat\n") == ["A cat", none, none])
    let error = #expect(throws: RecordingError.self) { try descriptions("1\n2\n3\n4\n") }
    #expect(error?.description.contains("describes 4 pages, but the book has 3 pages") == true)
  }

  /// `tsc` checks the scripts against these names.
  @Test func scriptsKnowTheNamesOfAllSettings() throws {
    let (text, _) = try page(try Shelf(pages: 6)) {
      ($0.layout, $0.cover, $0.style.profile) = (.spread, .hard, .paper)
    }
    let scripts = try text.matches(of: /<script type="application\/json"[^>]*>(.*?)<\/script>/)
      .map { try JSONDocument(String($0.1)).value }
    let settings = try #require(scripts.first)
    let motions = try #require(scripts.first { $0["paper"] != .null })
    let root = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
    let types = String(
      decoding: try Files.read("/\(root)/Sources/Recording/Web/Page/settings.d.ts"), as: UTF8.self)
    for (type, value) in [
      ("BookSettings", settings), ("FoldTable", settings["fold"]),
      ("LookSettings", settings["look"]),
      ("LeafSettings", settings["leaf"]), ("LeafMotions", motions), ("LeafTable", motions["board"]),
    ] {
      let parts = types.split(separator: "interface \(type) {\n")
      let lines = try #require(parts.last).split(separator: "\n}")[0].split(separator: "\n")
      let names = lines.compactMap { $0.wholeMatch(of: /\s+(\w+): .*;/).map { String($0.1) } }
      #expect(names.sorted() == value.members.map(\.name).sorted(), "\(type)")
    }
  }

  @Test func otherPicturesAreMadeToFit() throws {
    let shelf = try Shelf(pages: 2, width: 60, height: 80)
    let turned = "\(shelf.path)/turned.jpg"
    var bytes = try ImageFile.encode(
      Image(width: 80, height: 60, filledWith: [90, 120, 30, 255]), as: .jpeg(JPEGOptions()))
    // EXIF: orientation 6, a quarter turn.
    let header: [UInt8] = [0xFF, 0xE1, 0, 34, 0x45, 0x78, 0x69, 0x66, 0, 0, 0x49, 0x49, 42, 0]
    let entry: [UInt8] = [8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, 6, 0, 0, 0, 0, 0, 0, 0]
    bytes.insert(contentsOf: header + entry, at: 2)
    try AtomicFile.write(bytes, to: turned)
    let wide = "\(shelf.path)/wide.png"
    try ImageFile.write(Image(width: 60, height: 30, filledWith: [0, 0, 0, 255]), to: wide)
    let (text, pictures) = try page(shelf) { $0.pages += [turned, wide] }
    #expect(pictures.count == 4)
    let upright = try ImageFile.decode(pictures[2], name: "upright")
    #expect(PixelSize(upright.width, upright.height) == PixelSize(60, 80))
    #expect(try ImageFile.probe(pictures[2], name: "upright").orientation == .upright)
    #expect(text.contains("data:image/webp;base64,"))
    // White paper above and below.
    let framed = try ImageFile.decode(pictures[3], name: "framed")
    #expect(PixelSize(framed.width, framed.height) == PixelSize(60, 80))
    #expect(framed[30, 5] == [255, 255, 255, 255] && framed[30, 40] == [0, 0, 0, 255])
  }

  @Test func pagesAreReducedToTheSizeThatIsAskedFor() throws {
    let shelf = try Shelf(pages: 2, width: 60, height: 80)
    let (text, pictures) = try page(shelf) { $0.size = PixelSize(60, 40) }
    let small = try ImageFile.decode(pictures[0], name: "small")
    #expect(PixelSize(small.width, small.height) == PixelSize(30, 40))
    #expect(text.contains(#"width="30" height="40""#))
  }

  /// Photos that are encoded again, not line art, which stays lossless.
  @Test func qualityReducesPhotos() throws {
    let shelf = try Shelf(pages: 1, width: 60, height: 80)
    var photo = Image(width: 120, height: 160, filledWith: [0, 0, 0, 255])
    for row in 0..<160 {
      for column in 0..<120 {
        let shade = UInt8((row * row + 3 * column * row) % 251)
        photo[column, row] = [shade, 255 - shade, UInt8(column), 255]
      }
    }
    try ImageFile.write(photo, to: "\(shelf.path)/photo.png")
    var drawing = Image(width: 120, height: 160, filledWith: SIMD4(repeating: 255))
    for row in 40..<80 {
      for column in 20..<60 { drawing[column, row] = [0, 0, 0, 255] }
    }
    try ImageFile.write(drawing, to: "\(shelf.path)/drawing.png")
    func sizes(_ quality: Int) throws -> [Int] {
      let (_, pictures) = try page(shelf) { job in
        job.pages += ["drawing", "photo"].map { "\(shelf.path)/\($0).png" }
        job.size = PixelSize(30, 40)
        job.quality = quality
      }
      return pictures.map(\.count)
    }
    let (small, large) = (try sizes(5), try sizes(95))
    #expect(small[1] == large[1])
    #expect(2 * small[2] < large[2])
  }

  /// Shadows are not drawn where the back hides them.
  @Test func pagesAreMarkedThroughWhichNothingIsSeen() throws {
    let shelf = try Shelf(pages: 1, width: 60, height: 80)
    let clear = "\(shelf.path)/clear.png"
    try ImageFile.write(Image(width: 60, height: 80, filledWith: [9, 9, 9, 99]), to: clear)
    let (text, _) = try page(shelf) { $0.pages.append(clear) }
    let pages = text.split(separator: "<img ").dropFirst().map { $0.contains(" data-opaque ") }
    #expect(pages == [true, false])
  }

  /// What `sound.js` plays: paper that rubs, and lands at the end of its turn if it is bound.
  @Test(arguments: [true, false]) func aTurnIsHeard(lands: Bool) throws {
    let sound = TurnSound(seconds: 1, easing: .linear, lands: lands)
    let bytes = sound.companded.map { Float(Int8(bitPattern: $0)) / 127 }
    let samples = bytes.map { $0 * abs($0) }
    #expect(samples.count == (lands ? 33_600 : 24_000))
    func loudness(_ samples: some Collection<Float>) -> Float {
      samples.reduce(0) { $0 + abs($1) } / Float(samples.count)
    }
    #expect(loudness(samples[11_000..<13_000]) > 3 * loudness(samples[0..<1000]))
    if lands {
      let peak = try #require(samples.indices.max { abs(samples[$0]) < abs(samples[$1]) })
      #expect((24_000..<24_200).contains(peak))
      #expect(loudness(samples[33_000...]) < 0.001)
      // The boom is that of the videos, at half the rate.
      var original: [Float] = []
      sound.synthesize { original += $0.map { Float($0) / 32_767 } }
      for start in stride(from: 24_240, to: 25_000, by: 48) {
        let here = samples[start..<start + 48].reduce(0, +)
        let there = original[2 * start..<2 * start + 96].reduce(0, +)
        #expect(abs(here - there / 2) < 0.05 * 48)
      }
    }
  }

  /// A page without sound has no byte of it.
  @Test func onlyPagesWithSoundHoldIt() throws {
    let shelf = try Shelf(pages: 1)
    let loud = try page(shelf) { $0.hasSound = true }.text
    let quiet = try page(shelf).text
    #expect(loud.contains(#"class="sound">""#) && loud.contains(#""hasSound":true"#))
    #expect(!quiet.contains(#"class="sound""#) && quiet.contains(#""hasSound":false"#))
    #expect(try page(shelf) { $0.hasSound = true }.text == loud)
  }

  /// An element of another document may show the sliders of the lab for any book.
  @Test func allPagesHaveTheSameScript() throws {
    let shelf = try Shelf(pages: 1)
    let scripts = try [WebPageOptions.Controls.reader, .lab].map { controls in
      let text = try page(shelf) { $0.webPage.controls = controls }.text
      return text.split(separator: "<script>")[1].split(separator: "</script>")[0]
    }
    #expect(scripts[0] == scripts[1] && scripts[0].contains("id=\"lab\""))
  }

  /// What is removed from shaders is no code: names, branches and directives stay.
  @Test func shadersLoseTheirCommentsOnly() throws {
    let source = "// a\n#ifdef A  // b\n#define B (1)\n  int x = y - -2;\n\n#endif\nint\n  z;\n"
    #expect(
      WebShaders.bare(source) == "#ifdef A\n#define B (1)\nint x=y- -2;\n#endif\nint z;")
    let script = WebPage.script
    let start = try #require(script.firstRange(of: "const SHADERS = ")?.upperBound)
    let end = try #require(script[start...].firstIndex(of: "\n"))
    #expect(script[start..<end].contains("uniform vec4 u_view;"))
    #expect(!script[start..<end].contains("/*"), "block comments may contain //")
  }

  /// Conditions whose outcome is known are replaced by the branch that is taken.
  @Test func shadersLoseTheBranchesThatNoProgramTakes() {
    let source = """
      #ifdef ON
      a
      #ifdef OFF
      b
      #ifdef MAYBE
      c
      #endif
      #else
      #define INNER
      #ifndef MAYBE
      d
      #else
      e
      #endif
      #endif
      #else
      f
      #endif
      #if defined(ON) || defined(OFF)
      #ifdef INNER
      g
      #endif
      #endif
      """
    let selected = WebShaders.selected(source, always: ["ON"], sometimes: ["MAYBE"])
    #expect(
      selected.split(separator: "\n") == [
        "a", "#define INNER", "#ifndef MAYBE", "d", "#else", "e", "#endif",
        "#if defined(ON) || defined(OFF)", "g", "#endif",
      ])
  }

  /// What readers wait for before the first page, as servers compress it.
  @Test func theScriptIsSmall() throws {
    let size = try Subprocess(["gzip", "-9"], input: Array(WebPage.script.utf8)).output.count
    #expect(size <= 45_000, "the script has \(size) bytes")
  }

  /// The file contains the shaders with what they include, and loads nothing.
  @Test func oneFileHoldsAll() throws {
    let (text, _) = try page(try Shelf(pages: 1))
    for name in ["paper.vert", "fold.frag", "shadow.vert"] {
      #expect(text.contains("\"\(name)\":\""))
    }
    #expect(text.contains("gl_FragColor") && !text.contains("#include"))
    #expect(!text.contains("{{"))
    #expect(text.contains("default-src 'none'; img-src data:"))
    for reference in ["http:", "https:", "@import", "<link rel=\"stylesheet\""] {
      #expect(!text.contains(reference), "\(reference)")
    }
  }

  @Test func aTitleCannotLeaveItsPlace() throws {
    let (text, _) = try page(try Shelf(pages: 1), title: #"</title><script>"&' é"#)
    #expect(text.contains("<title>&lt;/title&gt;&lt;script&gt;&quot;&amp;' é</title>"))
    #expect(text.contains(#""title":"\u003c/title>\u003cscript>\"&' é""#))
  }

  @Test func settingsComeFromTheJob() throws {
    let shelf = try Shelf(pages: 2, width: 60, height: 80)
    let (text, _) = try page(shelf) { job in
      job.layout = .spread
      job.direction = .rightToLeft
      job.style.radius = 15
      job.style.background = [10, 20, 30, 255]
      job.timing.turnFrames = 45
      job.timing.easing = .linear
    }
    for setting in [
      #""layout":"spread""#, #""direction":"rtl""#, #""angle":0.0"#, #""radius":0.25"#,
      #""seconds":1.5"#, #""easing":[0.0,0.0313,0.0625,"#,
      #""background":"rgb(10 20 30 / 1.0)""#,
    ] {
      #expect(text.contains(setting), "\(setting)")
    }
  }

  @Test func aLimitReducesThePages() throws {
    let shelf = try Shelf(pages: 2, width: 400, height: 500)
    let whole = try page(shelf).text.utf8.count
    let limit = whole - 1000
    let (text, pictures) = try page(shelf, counts: false) { $0.webPage.maximumBytes = limit }
    #expect(text.utf8.count <= limit)
    #expect(try ImageFile.probe(pictures[0], name: "reduced").size.width < 400)
    #expect(throws: RecordingError.self) {
      _ = try page(shelf, counts: false) { $0.webPage.maximumBytes = 5000 }
    }
  }

  /// The document then contains neither the pages nor the script.
  @Test func anIndexKeepsItsPagesInAFolder() throws {
    let shelf = try Shelf(pages: 2)
    let title = #"src="gleskit-book/no-file""#
    let plan = try BookJob(
      pages: shelf.paths, output: .webPage(path: "\(shelf.path)/index.html", title: title)
    ).plan()
    try plan.run { _ in }
    let text = String(decoding: try Files.read("\(shelf.path)/index.html"), as: UTF8.self)
    #expect(text.utf8.count < 5000)
    #expect(text.contains(#"src="gleskit-book/0002.png">"#))
    #expect(
      try Files.list("\(shelf.path)/gleskit-book").sorted()
        == ["0001.png", "0002.png", "gleskit-book.d.ts", "gleskit-book.js", "package.json"])
    #expect(try Files.read("\(shelf.path)/gleskit-book/0001.png") == Files.read(shelf.paths[0]))
    #expect(
      plan.outputFiles
        == [
          "index.html", "gleskit-book/package.json", "gleskit-book/gleskit-book.d.ts",
          "gleskit-book/gleskit-book.js", "gleskit-book/0001.png", "gleskit-book/0002.png",
        ].map { "\(shelf.path)/\($0)" })
  }

  /// The first page arrives sooner as a smaller picture, if it is large.
  @Test func aSmallerPictureOfALargePageComesFirst() throws {
    let shelf = try Shelf(pages: 2, width: 1000, height: 1400)
    let (text, pictures) = try page(shelf)
    #expect(pictures.count == 3)
    let sizes = try pictures.map { try ImageFile.probe($0, name: "page").size }
    #expect(sizes == [PixelSize(771, 1079), PixelSize(1000, 1400), PixelSize(1000, 1400)])
    #expect(pictures[1] == (try Files.read(shelf.paths[0])))
    let first = try #require(text.firstRange(of: #"<img slot="first" alt="" src="data:"#))
    let page = try #require(
      text.firstRange(of: #"<img loading="lazy" alt="Picture without a description" "#))
    #expect(first.upperBound < page.lowerBound)
  }

  /// Beside pages that take long to load lie smaller ones, for windows that show no more.
  @Test func aFolderHasSmallerPicturesOfLargePages() throws {
    let paper = Image(width: 1000, height: 1400, filledWith: SIMD4(repeating: 255))
    let shelf = try Shelf([paper, randomImage(1000, 1400, isOpaque: true, seed: 2), paper])
    let path = "\(shelf.path)/index.html"
    let plan = try BookJob(pages: shelf.paths, output: .webPage(path: path, title: "")).plan()
    try plan.run { _ in }
    let text = String(decoding: try Files.read(path), as: UTF8.self)
    let folder = "\(shelf.path)/gleskit-book"
    #expect(
      try Files.list(folder).sorted().prefix(5)
        == ["0001-small.webp", "0001.png", "0002-small.webp", "0002.png", "0003.png"])
    #expect(try ImageFile.probe("\(folder)/0002-small.webp").size == PixelSize(771, 1079))
    #expect(text.contains(#"<img slot="first" alt="" src="gleskit-book/0001-small.webp">"#))
    for name in ["0001", "0002"] {
      #expect(
        text.contains(
          "data-small=\"gleskit-book/\(name)-small.webp\" src=\"gleskit-book/\(name).png\""))
    }
    #expect(
      plan.outputFiles.map { $0.dropFirst(folder.count + 1) }.suffix(5)
        == ["0001-small.webp", "0001.png", "0002-small.webp", "0002.png", "0003.png"])
  }

  struct Stop: Error {}

  /// A page that cannot be read, or an interruption: what stood there stays.
  @Test func aPageIsWholeOrNotThere() throws {
    let shelf = try Shelf(pages: 2)
    let path = "\(shelf.path)/page.html"
    try AtomicFile.write(Array("before".utf8), to: path)
    let job = BookJob(pages: shelf.paths, output: .webPage(path: path, title: ""))
    #expect(throws: Stop.self) { try job.plan().run { if $0 == 1 { throw Stop() } } }
    let plan = try job.plan()
    let damaged = try Files.read(shelf.paths[1]).dropLast(100)
    try AtomicFile.write(Array(damaged), to: shelf.paths[1])
    #expect(throws: RecordingError.self) { try plan.run { _ in } }
    #expect(try Files.read(path) == Array("before".utf8))
    #expect(try Files.list(shelf.path).sorted() == ["page-0.png", "page-1.png", "page.html"])
  }
}
