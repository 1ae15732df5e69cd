extension PrecisionEmulation {
  /// What rounds the value of a parameter when the function begins, and when it has returned.
  private struct Rounding {
    var first: String?
    var last: String?
  }

  /// Calls another function instead of one whose `out` and `inout` parameters have another
  /// precision than the variables that are passed: it rounds what goes in and comes out.
  mutating func roundParameters(of function: Function, _ operands: ArraySlice<NodeID>) {
    let roundings = zip(function.parameters, operands).map { parameter, operand -> Rounding in
      guard parameter.direction != .in, Self.isFloat(parameter.type) else { return Rounding() }
      let (inside, outside) = (parameter.precision, precisions[operand])
      return Rounding(
        first: parameter.direction == .inout && rounds(outside, to: inside) ? prefix(inside) : nil,
        last: rounds(inside, to: outside) ? prefix(outside) : nil)
    }
    guard roundings.contains(where: { $0.first != nil || $0.last != nil }),
      let operand = operands.first
    else { return }
    let name = "half_\(addedFunctions)_\(function.name)"
    addedFunctions += 1
    instead[tree[expression: operand].first - 2] = name
    let start = shader.preprocessed.start(ofDeclaration: caller)
    before[start, default: ""] += text(of: function, named: name, roundings)
  }

  private func text(of function: Function, named name: String, _ roundings: [Rounding]) -> String {
    let names = function.parameters.indices.map { "half_a\($0)" }
    let parameters = zip(function.parameters, names).map { parameter, name in
      let direction = parameter.direction == .in ? "" : "\(parameter.direction.rawValue) "
      let size = parameter.type.isArray ? "[\(parameter.type.elements)]" : ""
      return "\(direction)\(self.name(of: parameter.type)) \(name)\(size)"
    }
    func round(_ part: KeyPath<Rounding, String?>) -> String {
      zip(roundings, names).map { rounding, name in
        rounding[keyPath: part].map { "\(name) = \($0)(\(name)); " } ?? ""
      }.joined()
    }
    let type = self.name(of: function.result)
    let call = "\(function.name)(\(names.joined(separator: ", "))); "
    let isVoid = type == "void"
    return "\(type) \(name)(\(parameters.joined(separator: ", "))) { \(round(\.first))"
      + (isVoid ? call : "\(type) result = \(call)") + round(\.last)
      + (isVoid ? "}\n" : "return result; }\n")
  }

  private func name(of type: ValueType) -> String {
    type.basic == .structure ? tree.structures[Int(type.structure)].name : type.basic.name
  }
}
