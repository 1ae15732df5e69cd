import GLESKitCommandLine
import Recording

extension TurnOptions {
  /// Whether the output is a web page.
  var isWebPage: Bool {
    format == "html" || format == nil && Self.isWebPage(output ?? "")
  }

  /// Whether a path has the extension of a web page.
  static func isWebPage(_ path: String) -> Bool {
    [".html", ".htm"].contains { path.lowercased().hasSuffix($0) }
  }

  private var hasBackdrop: Bool {
    if case .backdrop = background { true } else { false }
  }

  /// The web page output.
  ///
  /// - Throws: ``UsageError`` for options that web pages do not support.
  func webPage(_ output: String) throws(UsageError) -> BookJob.Output {
    let misfits = [
      ("--time", time != nil), ("--hold", hold != nil), ("--margin", (margin ?? 0) != 0),
      ("--cover \(cover.rawValue)", cover != .auto), ("--contact-sheet", contactSheet != nil),
      ("--script", script != nil), ("--background with a gradient or an image", hasBackdrop),
      ("--stats", showsStatistics), ("--set trace", trace != nil), ("--loop", loop != nil),
      ("--set overlap", overlap != 0),
      ("--set turn", turn != nil), ("--set binding", binding != nil),
      ("--profile cone", profile == .cone), ("--set body", hasStacks != nil),
      ("--corner", corner != nil), ("--set drag", drag != nil), ("--set release", releases),
      ("--set perspective", eye != nil),
    ]
    if let (name, _) = misfits.first(where: { $0.1 }) {
      throw UsageError(
        "\(name) does not apply to web pages (.html), where readers turn the pages; omit it"
      )
    }
    if profile == .paper, controls == .lab {
      throw UsageError("the sliders of --controls lab turn folds; omit it or --profile paper")
    }
    if profile == .paper, layout != .spread {
      throw UsageError(
        "loose sheets of web pages fold over; omit --profile paper, or set --layout spread")
    }
    if case .angles = angle {
      throw UsageError(
        "web pages (.html) do not support several directions; set --angle to one")
    }
    return .webPage(path: output, title: title ?? "")
  }
}
