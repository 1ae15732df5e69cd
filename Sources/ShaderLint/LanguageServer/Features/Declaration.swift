import CompilerLogs
import GLSL

/// The declaration of a name, as hover and completion show it.
enum Declaration {
  /// Returns the declaration of a variable or structure in GLSL.
  static func text(_ symbol: Symbol, _ unit: CheckedUnit) -> String {
    let tree = unit.checked.tree
    if symbol.kind == .structure { return structure(symbol.type, tree) }
    var words: [String] = []
    if symbol.isInvariant { words.append("invariant") }
    switch symbol.storage {
    case .attribute, .varying, .uniform, .const: words.append(symbol.storage.rawValue)
    case .parameter where symbol.isReadOnly: words.append("const")
    default: break
    }
    words.append(variable(symbol.name, symbol.type, symbol.precision, tree))
    var text = words.joined(separator: " ")
    if symbol.storage == .const, symbol.value >= 0 {
      text += " = \(value(tree.values[Int(symbol.value)], symbol.type))"
    }
    return text
  }

  static func variable(
    _ name: String, _ type: ValueType, _ precision: Precision?, _ tree: SyntaxTree
  ) -> String {
    let size = type.isArray ? "[\(type.elements > 0 ? "\(type.elements)" : "")]" : ""
    let precision = precision.map { "\($0.rawValue) " } ?? ""
    return "\(precision)\(tree.text(type.element)) \(name)\(size)"
  }

  private static func structure(_ type: ValueType, _ tree: SyntaxTree) -> String {
    guard type.structure >= 0 else { return "struct" }
    let structure = tree.structures[Int(type.structure)]
    let members = structure.members.map {
      "  \(variable($0.name, $0.type, $0.precision, tree));\n"
    }
    return "struct \(structure.name) {\n\(members.joined())}"
  }

  private static func value(_ value: ConstantValue, _ type: ValueType) -> String {
    let components = value.components.map { number -> String in
      switch type.basic.component {
      case .bool: number == 0 ? "false" : "true"
      case .int: Int(exactly: number).map(String.init) ?? "\(number)"
      default: "\(number)"
      }
    }
    return components.count == 1
      ? components[0] : "\(type.basic.name)(\(components.joined(separator: ", ")))"
  }

  /// A function's declaration, and its parameters as they occur in it.
  struct Signature {
    var text: String
    var parameters: [String]
    /// What it does; `nil` if it is not known.
    var documentation: String?
  }

  /// Returns the declaration of a function with the names of its parameters.
  static func signature(_ id: Int32, _ unit: CheckedUnit) -> Signature {
    let tree = unit.checked.tree
    let function = tree[function: id]
    let names = parameterNames(function, unit)
    let parameters = function.parameters.enumerated().map { index, parameter in
      var words: [String] = []
      if parameter.isConst { words.append("const") }
      if parameter.direction != .in { words.append(parameter.direction.rawValue) }
      let name = index < names.count ? names[index] : ""
      words.append(variable(name, parameter.type, parameter.precision, tree))
      return words.joined(separator: " ").trimmed
    }
    let precision = function.resultPrecision.map { "\($0.rawValue) " } ?? ""
    let head = "\(precision)\(tree.text(function.result)) \(function.name)"
    return Signature(text: "\(head)(\(parameters.joined(separator: ", ")))", parameters: parameters)
  }

  /// The names between the parentheses after a function's name: the last identifier of each part.
  private static func parameterNames(_ function: Function, _ unit: CheckedUnit) -> [String] {
    let items = unit.checked.preprocessed.items
    let start = Int(function.definition >= 0 ? function.definition : function.item) + 1
    guard start < items.count, items[start].token.is("(") else { return [] }
    var names: [String] = []
    var words: [Int] = []
    var depth = 0
    for index in (start + 1)..<items.count {
      let token = items[index].token
      if token.is("[") { depth += 1 }
      if token.is("]") { depth -= 1 }
      if token.is(",") || token.is(")") {
        names.append(words.count > 1 ? unit.checked.preprocessed.text(words[words.count - 1]) : "")
        words = []
        if token.is(")") { break }
      } else if token.kind == .identifier && depth == 0 {
        words.append(index)
      }
    }
    return names
  }

  /// Returns the comment right above the line of a place, without its marks; `nil` for none.
  static func comment(above location: Location, _ unit: CheckedUnit) -> String? {
    guard let file = unit.file(location.file) else { return nil }
    var lines: [String] = []
    var line = location.line - 1
    var isBlock = false
    while line >= 1, lines.count < 40 {
      let text = String(decoding: file.line(line), as: UTF8.self).trimmed
      if isBlock || text.hasSuffix("*/") {
        isBlock = !text.hasPrefix("/*")
      } else if !text.hasPrefix("//") || text.contains("shaderlint:") {
        break
      }
      lines.insert(text.trimming { "/* ".contains($0) }, at: 0)
      line -= 1
    }
    // A block that has no start is code.
    let text = lines.joined(separator: "\n").trimmed
    return isBlock || text.isEmpty ? nil : text
  }
}

extension String {
  func trimming(_ isTrimmed: (Character) -> Bool) -> String {
    guard let first = firstIndex(where: { !isTrimmed($0) }),
      let last = lastIndex(where: { !isTrimmed($0) })
    else { return "" }
    return String(self[first...last])
  }

  var trimmed: String { trimming(\.isWhitespace) }
}
