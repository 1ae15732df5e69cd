import GLESKitCommandLine

extension TurnOptions {
  /// Options for the frame around the pages.
  static let frameGroup = OptionGroup<TurnOptions>(
    "Frame",
    [
      .optional(
        \.size, "size", short: "s", .size(in: 1...longestSide),
        help:
          "Frame size. Pages are scaled to fit. Default: the first page's size plus the margin; "
          + "a PDF page is 1080 pixels high."),
      .value(
        \.margin, "margin", .integer("PIXELS", in: 0...longestSide / 2, unit: "pixels"),
        help: "Space around the pages, into which the curl may extend."),
      .value(
        \.background, "background", short: "b", .color(),
        help: "Background color. Formats without transparency show white where it is transparent."),
    ])
}
