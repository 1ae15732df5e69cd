import GLESKitCommandLine
import GLESKitSupport
import Recording

/// What the options of the pages and the layout say, but for properties of the job.
struct BookValues: Sendable {
  /// A password, and the file that it was read from.
  struct Password: Hashable, Sendable {
    var text: String
    var path: String?
  }

  /// `nil` is the usual layout for the pages.
  var layout: BookLayout?
  /// Whether the usual layout shows one page at a time because the pages are slides.
  var showsSlides = false
  var password: Password?
}

extension BookArguments {
  static let bookGroup = OptionGroup<BookArguments>(
    "Book",
    [
      .optional(
        \.job.selection, "pages", short: "p", selection,
        help: "Use only these pages, counted from 1. With --cover auto, an excerpt of a spread "
          + "starts and ends as the book lies open: --pages 5-8 also shows pages 4 and 9. A video "
          + "or still of one opening starts at the opening before it: --pages 4-5 also shows pages "
          + "2 and 3."
      ).essential("Use only these pages, such as 1-20 or 3,5-."),
      .optional(
        \.job.pdf.dpi, "dpi", .number("DPI", in: 1...2400, unit: "dots per inch"),
        help: "Resolution of PDF pages without --size. Default: each page is 1080 pixels high."
      ).means(spread: true) { situation in
        if !situation.hasPDFPages { return ": no page is from a PDF" }
        return situation.arguments.job.size != nil ? ": --size overrides it" : nil
      },
      .value(
        \.job.pdf.box, "box", .choice("BOX"),
        help:
          "Part of each PDF page to show. crop: what viewers show. trim: the finished page, "
          + "without the bleed that is cut off. bleed: the page with its bleed. media: the whole "
          + "sheet, with printer's marks. Pages that don't state the box show their crop box."
      ).key().means { $0.hasPDFPages ? nil : ": no page is from a PDF" },
      .optional(
        \.book.password, "password", secret,
        help:
          "Password of encrypted PDFs, or @FILE for the first line of a file. Default: the "
          + "environment variable PAGECURL_PASSWORD."
      ).means(hashed: false) { $0.hasPDFPages ? nil : ": no page is from a PDF" },
      .value(
        \.job.onBadPage, "on-error", .choice("ACTION"),
        help:
          "Action for a page that cannot be read. stop: fail. skip: leave the page out. blank: "
          + "show white paper. skip and blank check all pages first and report each unreadable "
          + "one; a page that becomes unreadable later stops the job."
      ).means(hashed: false),
      .optional(
        \.book.layout, "layout", short: "l", .choice("LAYOUT"),
        help:
          "Book layout. spread: an open book with two pages side by side. sheets: loose sheets, "
          + "fronts and backs alternate. pages: loose sheets, fronts only. Default: spread for a "
          + "PDF, a folder or more than three images; pages for two images, so that the first "
          + "reveals the second; else sheets."
      ).essential("Book layout: spread, sheets or pages."),
      .value(
        \.job.cover, "cover", .choice("COVER"),
        help:
          "How a spread starts. auto: the first page lies alone, as a cover does; an excerpt that "
          + "starts with an even page, such as --pages 4-9, starts with an open book. none: the "
          + "first two pages lie side by side. hard: the first page lies alone, and turns as a "
          + "stiff board, as does the back cover; with --set body=stacks, the boards are larger "
          + "than the pages, in the color in which the cover's picture ends. soft: the cover turns "
          + "like paper, as in a magazine. With --set body=stacks, auto acts as hard, but an "
          + "excerpt has only those covers that are the first and the last page of the book."
      ).essential("Cover of the book: auto, none, hard or soft.").means(
        web: .refused { $0.job.cover != .auto }, spread: true
      ) { $0.layout == .spread ? nil : ": pages are loose sheets" },
      .flag(
        \.job.isEndless, "endless",
        help:
          "Turn from the last page to the first again, so that an animation repeats without a "
          + "jump. A spread then has no cover."
      ).key().means(spread: true),
      .value(
        \.job.split, "split", .choice("WHEN"),
        help:
          "Which double pages, such as scans of an open book, become two pages. auto: in a spread, "
          + "those that are as wide as two single pages of the book, as high, and begin an "
          + "opening. on: all pages that are wider than high. off: none."
      ).key().means(spread: true, hashed: false),
      .value(
        \.job.mixed, "mixed", .choice("FIT"),
        help:
          "How to place pages and photos whose shape differs from that of most, such as "
          + "upright photos among wide ones. fit: whole, on paper that goes on in the colors of "
          + "smooth edges, or with a margin; only photos that nearly fit are cropped. fill: scaled "
          + "to cover the leaf, and cropped."
      ),
      .value(
        \.job.direction, "direction", directions,
        help: "Reading direction, left to right or right to left."
      ).essential("Reading direction: ltr or rtl.").means(
        clips: .same, perTurn: true, spread: true),
      .first(
        "script", .path("FILE", completion: .files(["json"])),
        help:
          "Read options and a list of turns from a JSON file ('pagecurl schema' prints its "
          + "schema). The command line overrides options that the file sets for all turns.",
        set: { path, arguments throws(UsageError) in
          if let first = arguments.script {
            throw UsageError("two scripts, '\(first.path)' and '\(path)'; join them in one file")
          }
          arguments.script = try TurnScript(path, settingOptionsOf: &arguments)
        }
      ).means(
        web: .refused("with turns or moves of the camera") {
          $0.script?.listsTurns == true || $0.hasMoves
        }, hashed: false),
    ])

  private static let directions = ValueKind<ReadingDirection>.choice(
    "ORDER", ReadingDirection.allCases.map { Choice($0.rawValue, $0) },
    alsoCalled: [
      Choice("left-to-right", .leftToRight), Choice("right-to-left", .rightToLeft),
    ])

  private static let secret = ValueKind<BookValues.Password>(
    "TEXT", expectation: "a password, or @ and a file that can be read",
    schema: ["type": "string"],
    read: { text throws(ValueError) in
      guard text.hasPrefix("@") else { return BookValues.Password(text: text) }
      let path = String(text.dropFirst())
      guard let bytes = try? Files.read(path, limit: 1 << 16) else {
        throw ValueError("cannot be read")
      }
      return BookValues.Password(
        text: String(decoding: bytes.prefix { $0 != 0x0A && $0 != 0x0D }, as: UTF8.self),
        path: path)
    }, write: { _ in "" })

  private static let selection = ValueKind<PageSelection>(
    "PAGES", expectation: "pages such as 3-9, 1,4-6 or 12-",
    read: { text throws(ValueError) in
      if text.split(whereSeparator: { !$0.isNumber }).contains(where: { Int($0) == 0 }) {
        throw ValueError("has page 0, but pages start at 1")
      }
      guard let selection = PageSelection(text) else {
        let ends = text.split(separator: "-").compactMap { Int($0) }
        if ends.count == 2, ends[0] > ends[1] {
          throw ValueError("counts backward", suggestion: "\(ends[1])-\(ends[0])")
        }
        throw ValueError("is not a list of pages and ascending ranges")
      }
      return selection
    }, write: { $0.description })
}
