import CompilerLogs
import GLESKitSupport
import GLSL

/// `textDocument/inlayHint`: the precision of variables that don't name one, in fragment shaders,
/// which is that of a `precision` statement.
enum InlayHints {
  static func answer(_ parameters: JSON, _ workspace: Workspace) throws(RequestError) -> JSON {
    let document = try workspace.document(parameters)
    let start = try TextPosition(parameters["range"]["start"])
    let end = try TextPosition(parameters["range"]["end"])
    var hints: [TextPosition: String] = [:]
    for unit in workspace.units(showing: document.path) where unit.checked.stage == .fragment {
      for symbol in unit.checked.tree.symbols {
        guard symbol.kind == .variable, symbol.item >= 0, let precision = symbol.precision,
          symbol.type.basic.component == .float, !isExplicit(symbol, unit),
          let place = unit.location(ofItem: symbol.item), place.file == document.path
        else { continue }
        let position = document.text.range(of: place).start
        if position >= start, position <= end { hints[position] = precision.rawValue }
      }
    }
    return .array(
      hints.sorted { $0.key < $1.key }.map { position, precision in
        ["position": position.json, "label": .string(precision), "paddingRight": true]
      })
  }

  /// Whether the declaration of a variable names its precision.
  private static func isExplicit(_ symbol: Symbol, _ unit: CheckedUnit) -> Bool {
    let items = unit.checked.preprocessed.items
    var index = Int(symbol.item) - 1
    while index >= 0 {
      let token = items[index].token
      if precisions.contains(where: { token.is($0) }) { return true }
      if token.is(";") || token.is("{") || token.is("}") || token.is("(") { return false }
      // Variables share a precision, parameters don't.
      if symbol.storage == .parameter, token.is(",") { return false }
      index -= 1
    }
    return false
  }

  private static let precisions = [Word("lowp"), Word("mediump"), Word("highp")]
}
