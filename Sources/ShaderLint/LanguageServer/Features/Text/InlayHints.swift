import CompilerLogs
import GLESKitSupport
import GLSL

/// `textDocument/inlayHint`: the precision of variables that don't name one, in fragment shaders,
/// which is that of a `precision` statement, and the stage of a file whose text tells it.
enum InlayHints {
  static func answer(_ parameters: JSON, _ workspace: Workspace) throws(RequestError) -> JSON {
    let document = try workspace.document(parameters)
    let start = try TextPosition(parameters["range"]["start"])
    let end = try TextPosition(parameters["range"]["end"])
    var hints: [TextPosition: String] = [:]
    for unit in workspace.units(showing: document.path) where unit.checked.stage == .fragment {
      for symbol in unit.checked.tree.symbols {
        guard symbol.kind == .variable, symbol.item >= 0, let precision = symbol.precision,
          symbol.type.basic.component == .float, !symbol.namesPrecision,
          let place = unit.location(ofItem: symbol.item), place.file == document.path
        else { continue }
        let position = document.text.range(of: place).start
        if position >= start, position <= end { hints[position] = precision.rawValue }
      }
    }
    let top = TextPosition(line: 0, character: 0)
    if start == top, let stage = workspace.impliedStage(of: document.path) {
      hints[top] = "\(stage.rawValue) shader"
    }
    return .array(
      hints.sorted { $0.key < $1.key }.map { position, precision in
        ["position": position.json, "label": .string(precision), "paddingRight": true]
      })
  }
}

extension Workspace {
  /// Returns the stage of a file that neither its extension nor the configuration or a `#pragma`
  /// names; `nil` for others.
  fileprivate func impliedStage(of path: String) -> ShaderStage? {
    let configuration = configuration(for: path)
    guard !HostCode.isHost(path), ShaderName(path).certainStage == nil,
      configuration.kind(ofFile: path)?.content == nil,
      !configuration.programs.contains(where: { [$0.vertex, $0.fragment].contains(path) }),
      let text = text(path), ShaderNames.stage(inPragmasOf: Scan(text.bytes)) == nil
    else { return nil }
    return shaders(in: path).shaders.first?.stage
  }
}
