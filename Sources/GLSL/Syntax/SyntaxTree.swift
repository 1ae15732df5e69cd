/// The typed tree of a shader. Nodes refer to each other by index, so that no depth of nesting
/// overflows the stack when the tree is freed.
package struct SyntaxTree: Sendable {
  package var expressions: [Expression] = []
  package var operands: [NodeID] = []
  package var statements: [Statement] = []
  package var values: [ConstantValue] = []
  package var structures: [Structure] = []
  package var symbols: [Symbol] = []
  package var functions: [Function] = []
  /// The names in the text, in the order in which the parser read them.
  package var uses: [Use] = []

  /// Returns an operand of an expression.
  package func operand(_ index: Int, of expression: Expression) -> NodeID {
    operands[Int(expression.operandStart) + index]
  }

  /// Returns the operands of an expression.
  package func operands(of expression: Expression) -> ArraySlice<NodeID> {
    operands[Int(expression.operandStart)..<Int(expression.operandStart + expression.operandCount)]
  }

  package subscript(expression id: NodeID) -> Expression { expressions[Int(id)] }
  package subscript(statement id: NodeID) -> Statement { statements[Int(id)] }
  package subscript(symbol id: Int32) -> Symbol { symbols[Int(id)] }
  package subscript(function id: Int32) -> Function { functions[Int(id)] }

  /// Returns the value of a constant expression; `nil` if it is not constant or not known.
  package func value(of id: NodeID) -> ConstantValue? {
    let index = expressions[Int(id)].value
    return index < 0 ? nil : values[Int(index)]
  }

  /// Returns the symbol of the variable that an expression is, or is a part of; `nil` for others.
  // Inlined, because the checker calls it often: before a call all arrays of the tree are retained.
  @inline(__always)
  package func rootVariable(of id: NodeID) -> Int32? {
    var id = id
    while true {
      let expression = self[expression: id]
      switch expression.kind {
      case .variable: return expression.reference
      case .index, .member, .swizzle: id = operand(0, of: expression)
      default: return nil
      }
    }
  }

  /// The functions, callees before callers, and the calls of functions that call themselves,
  /// directly or through others. There are none in a valid shader.
  var callOrder: (functions: [Int], cycles: [(caller: Int32, call: Function.Call)]) {
    var order: [Int] = []
    var cycles: [(caller: Int32, call: Function.Call)] = []
    /// 0: not visited, 1: on the path, 2: done.
    var state = [UInt8](repeating: 0, count: functions.count)
    for start in functions.indices where state[start] == 0 {
      var path: [(function: Int, next: Int)] = [(start, 0)]
      state[start] = 1
      while let top = path.last {
        let calls = functions[top.function].calls
        guard top.next < calls.count else {
          state[top.function] = 2
          order.append(top.function)
          path.removeLast()
          continue
        }
        path[path.count - 1].next += 1
        let callee = Int(calls[top.next].callee)
        if state[callee] == 1 {
          cycles.append((Int32(top.function), calls[top.next]))
        } else if state[callee] == 0 {
          state[callee] = 1
          path.append((callee, 0))
        }
      }
    }
    return (order, cycles)
  }

  /// Returns a type in GLSL, such as `vec3[4]`.
  package func text(_ type: ValueType) -> String {
    var text = type.basic.name
    if type.basic == .structure, type.structure >= 0 {
      let name = structures[Int(type.structure)].name
      text = name.isEmpty ? "struct" : name
    }
    return type.isArray ? "\(text)[\(type.elements > 0 ? "\(type.elements)" : "")]" : text
  }
}
