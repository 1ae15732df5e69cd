import GLESKitCommandLine

extension TurnOptions {
  /// The options on the picture that the pages lie in.
  static let frameGroup = OptionGroup<TurnOptions>(
    "Frame",
    [
      .optional(
        \.size, "size", short: "s", .size(in: 1...longestSide),
        help: "The frame; the pages fill it as far as their shape allows. "
          + "Default: the first page and the margin; a PDF's page is 1080 high."),
      .value(
        \.margin, "margin", .integer("PIXELS", in: 0...longestSide / 2, unit: "pixels"),
        help: "Room round the pages for the curl to hang over."),
      .value(
        \.background, "background", short: "b", .color(),
        help: "What lies behind the pages; white shines through where the format has no "
          + "transparency."),
    ])
}
