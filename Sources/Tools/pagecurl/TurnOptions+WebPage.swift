import GLESKitCommandLine
import Recording

extension TurnOptions {
  /// Whether a page for the browser is asked for.
  var isWebPage: Bool {
    let name = (output ?? "").lowercased()
    return format == "html" || format == nil && (name.hasSuffix(".html") || name.hasSuffix(".htm"))
  }

  /// A page for the browser.
  ///
  /// - Throws: ``UsageError`` for options that only frames have a use for.
  func webPage(_ output: String) throws(UsageError) -> BookJob.Output {
    let misfits = [
      ("--time", time != nil), ("--hold", hold != nil), ("--margin", margin != 0),
      ("--contact-sheet", contactSheet != nil), ("--script", script != nil),
      ("--stats", showsStatistics), ("--loop", loop != nil), ("--overlap", overlap != 0),
      ("--turn", turn != nil), ("--binding", binding != nil), ("--curl", form != .cylinder),
      ("--corner", corner != nil), ("--drag", drag != nil), ("--release", releases),
      ("--perspective", eye != nil),
    ]
    if let (name, _) = misfits.first(where: { $0.1 }) {
      throw UsageError(
        "\(name) is for frames; in a page for the browser (.html) the hand turns the pages: leave it out"
      )
    }
    if case .angles = angle {
      throw UsageError(
        "--angle changes on its way; give one angle for a page for the browser (.html)")
    }
    let name = output.split(separator: "/").last?.split(separator: ".").first ?? "-"
    return .webPage(path: output, title: title ?? (name == "-" ? "A book" : String(name)))
  }
}
