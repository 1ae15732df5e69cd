import GLESKitSupport
import GLSL

/// `textDocument/signatureHelp`: the function whose arguments are being typed.
enum SignatureHelp {
  static func answer(_ parameters: JSON, _ workspace: Workspace, hasOffsets: Bool)
    throws(RequestError)
    -> JSON
  {
    let cursor = try Cursor(parameters, workspace)
    guard let offset = cursor.bodyOffset, let call = call(at: offset, cursor.unit) else {
      return .null
    }
    let found = signatures(call.name, cursor.unit)
    guard !found.isEmpty else { return .null }
    // The first form that takes as many arguments.
    let active = found.firstIndex { $0.parameters.count > call.argument } ?? 0
    return [
      "signatures": .array(found.map { json($0, hasOffsets: hasOffsets) }),
      "activeSignature": .integer(active), "activeParameter": .integer(call.argument),
    ]
  }

  /// Returns the function before the innermost open parenthesis, and the number of the argument.
  private static func call(at offset: Int, _ unit: CheckedUnit) -> (name: Token, argument: Int)? {
    let tokens = unit.assembly.scan.tokens
    var index = unit.tokenIndex(from: offset) - 1
    var depth = 0
    var argument = 0
    while index > 0 {
      let token = tokens[index]
      if token.is(")") || token.is("]") { depth += 1 }
      if token.is("[") { depth -= 1 }
      if token.is("(") {
        if depth == 0 {
          guard tokens[index - 1].kind == .identifier else { return nil }
          return (tokens[index - 1], argument)
        }
        depth -= 1
      }
      if token.is(",") && depth == 0 { argument += 1 }
      if token.is(";") || token.is("{") || token.is("}") { return nil }
      index -= 1
    }
    return nil
  }

  private static func signatures(_ name: Token, _ unit: CheckedUnit) -> [Declaration.Signature] {
    let tree = unit.checked.tree
    let text = unit.assembly.string(name)
    let own = tree.functions.indices.filter { tree.functions[$0].name == text }
      .map { Declaration.signature(Int32($0), unit) }
    let builtIn = (BuiltInFunction.byTag[name.tag] ?? []).map { BuiltInFunction.all[$0] }
      .filter { ($0.stage ?? unit.facts.stage) == unit.facts.stage }
    return own
      + builtIn.map {
        Declaration.Signature(
          text: $0.text, parameters: $0.parameterTexts,
          documentation: BuiltInMeaning.sentence($0.name))
      }
  }

  private static func json(_ signature: Declaration.Signature, hasOffsets: Bool) -> JSON {
    var start = (signature.text.firstIndex(of: "(") ?? signature.text.startIndex)
    var parameters: [JSON] = []
    for parameter in signature.parameters {
      guard let range = signature.text[start...].firstRange(of: parameter) else { continue }
      func units(_ index: String.Index) -> JSON {
        .integer(signature.text[..<index].utf16.count)
      }
      let label: JSON =
        hasOffsets ? [units(range.lowerBound), units(range.upperBound)] : .string(parameter)
      parameters.append(["label": label])
      start = range.upperBound
    }
    var json: JSON = ["label": .string(signature.text), "parameters": .array(parameters)]
    json.add("documentation", signature.documentation.map(JSON.string))
    return json
  }
}
