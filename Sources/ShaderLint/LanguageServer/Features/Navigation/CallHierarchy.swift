import CompilerLogs
import GLESKitSupport
import GLSL

/// `textDocument/prepareCallHierarchy`, `callHierarchy/incomingCalls` and
/// `callHierarchy/outgoingCalls`: which functions call which, through includes.
enum CallHierarchy {
  static func prepare(_ parameters: JSON, _ workspace: Workspace) throws(RequestError) -> JSON {
    let cursor = try Cursor(parameters, workspace)
    guard case .function(let id) = cursor.entry?.use.target,
      let item = item(id, cursor.unit, workspace)
    else { return .null }
    return [item]
  }

  static func incoming(_ parameters: JSON, _ workspace: Workspace) throws(RequestError) -> JSON {
    try answer(parameters, "from", workspace) { id, unit in
      unit.checked.tree.functions.enumerated().map { caller, function in
        (Int32(caller), function.calls.filter { $0.callee == id }.map(\.item))
      }
    }
  }

  static func outgoing(_ parameters: JSON, _ workspace: Workspace) throws(RequestError) -> JSON {
    try answer(parameters, "to", workspace) { id, unit in
      Dictionary(grouping: unit.checked.tree[function: id].calls, by: \.callee)
        .sorted { $0.key < $1.key }.map { ($0.key, $0.value.map(\.item)) }
    }
  }

  /// Returns the functions that `calls` gives for the function of a request, and the places of the
  /// calls. All shaders that contain it are asked.
  private static func answer(
    _ parameters: JSON, _ role: String, _ workspace: Workspace,
    _ calls: (Int32, CheckedUnit) -> [(function: Int32, items: [Int32])]
  ) throws(RequestError) -> JSON {
    guard let uri = parameters["item"]["uri"].string else {
      throw RequestError(.invalidParameters, "the request names no function")
    }
    let path = FileURI.path(uri)
    let wanted = parameters["item"]["selectionRange"]
    var order: [JSON] = []
    var ranges: [JSON: [TextRange]] = [:]
    for unit in workspace.units(containing: path, where: { _ in true }) {
      for id in unit.checked.tree.functions.indices.map(Int32.init)
      where Outline.entry(ofFunction: id, unit, path)?.selection.json == wanted {
        for (function, items) in calls(id, unit) where !items.isEmpty {
          guard let item = item(function, unit, workspace) else { continue }
          if ranges[item] == nil { order.append(item) }
          for place in items.compactMap(unit.location(ofItem:)) {
            guard let range = unit.file(place.file)?.range(of: place) else { continue }
            if ranges[item]?.contains(range) != true { ranges[item, default: []].append(range) }
          }
        }
      }
    }
    return .array(
      order.map { item in
        .object([JSON.Member(role, item)])
          + ["fromRanges": .array(ranges[item, default: []].map(\.json))]
      })
  }

  private static func item(_ id: Int32, _ unit: CheckedUnit, _ workspace: Workspace) -> JSON? {
    let function = unit.checked.tree[function: id]
    let item = function.definition >= 0 ? function.definition : function.item
    guard let path = unit.location(ofItem: item)?.file else { return nil }
    return Outline.entry(ofFunction: id, unit, path)?.call(in: workspace.uri(path))
  }
}
