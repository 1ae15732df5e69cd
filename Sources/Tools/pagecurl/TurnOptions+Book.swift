import GLESKitCommandLine
import GLESKitSupport
import Recording

extension TurnOptions {
  /// The options on which pages are shown, and how they lie.
  static let bookGroup = OptionGroup<TurnOptions>(
    "Book",
    [
      .optional(
        \.selection, "pages", short: "p", selection,
        help: "Only these of the pages, counted from 1."),
      .value(
        \.onBadPage, "on-error", .choice("WHAT"),
        help:
          "What becomes of a page that cannot be read. skip: left out, as if it had not been given. "
          + "blank: white paper. Both try every page first, and name each bad one; a page that "
          + "vanishes later stops the job all the same."),
      .value(
        \.layout, "layout", short: "l", .choice("LAYOUT"),
        help:
          "sheets: fronts and backs by turns. pages: only fronts. spread: an open book, two "
          + "pages side by side, the first alone as its cover."),
      .value(
        \.direction, "direction", .choice("DIRECTION"),
        help: "Left to right or right to left, as the book is read."),
      .file(
        "script", .path("FILE", completion: .files(["json"])),
        help:
          "A turn list in JSON: options by their names, and what each turn has of its own; what "
          + "the command line says counts before what it says for all turns.",
        read: { path, options throws(UsageError) in
          options.script = try TurnScript(path, settingOptionsOf: &options)
        }),
    ])

  private static let selection = ValueKind<PageSelection>(
    "PAGES", expectation: "pages such as 3-9, 1,4-6 or 12-",
    read: { text throws(ValueError) in
      guard let selection = PageSelection(text) else { throw ValueError("is no list of pages") }
      return selection
    }, write: { $0.description })
}
