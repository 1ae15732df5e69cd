/// The functions in GLSL that ``PrecisionEmulation`` calls. All parameters and results are rounded,
/// but for the second parameters of assignments.
package enum HalfFunctions {
  /// Built-in functions that are replaced by `half_` and their name, with rounded steps.
  static let replaced: Set<String> = [
    "cross", "distance", "dot", "length", "mix", "mod", "normalize", "pow", "reflect", "refract",
    "smoothstep",
  ]

  /// Built-in functions whose results need no rounding.
  static let exact: Set<String> = [
    "abs", "ceil", "clamp", "faceforward", "floor", "max", "min", "sign", "step",
  ]

  /// Returns all functions. `half_` rounds `mediump`, and `low_` fixed-point `lowp`.
  ///
  /// - Parameter keepsSubnormals: Whether numbers below 2⁻¹⁴ are rounded instead of replaced by 0.
  package static func text(
    _ lowp: PrecisionEmulation.Lowp, keepsSubnormals: Bool = false
  ) -> String {
    (keepsSubnormals ? halfWithSubnormals : half) + (lowp == .half ? "" : fixed)
  }

  private static let half = half(keepsSubnormals: false)
  private static let halfWithSubnormals = half(keepsSubnormals: true)

  private static func half(keepsSubnormals: Bool) -> String {
    // The shader's own default precisions follow.
    var text = ""
    for type in ["float"] + vectors { text += rounding(type, keepsSubnormals) }
    for (matrix, vector) in zip(matrices, vectors) { text += product(matrix, vector) }
    for type in ["float"] + vectors { text += geometry(type) + steps(type) }
    for type in vectors { text += mixed(type) }
    text += """
      vec3 half_cross(vec3 a, vec3 b) {
        return half_(half_(a.yzx * b.zxy) - half_(a.zxy * b.yzx));
      }

      """
    return text + assignments("half_")
  }

  private static let fixed: String = {
    var text = ""
    for type in ["float"] + vectors {
      text += """
        \(type) low_(\(type) x) {
          return floor(clamp(x, -2.0, 1.99609375) * 256.0 + 0.5) * 0.00390625;
        }

        """
    }
    for (index, matrix) in matrices.enumerated() {
      let columns = (0..<(index + 2)).map { "low_(x[\($0)])" }.joined(separator: ", ")
      text += "\(matrix) low_(\(matrix) x) { return \(matrix)(\(columns)); }\n"
    }
    return text + assignments("low_")
  }()

  private static let vectors = ["vec2", "vec3", "vec4"]
  private static let matrices = ["mat2", "mat3", "mat4"]

  /// The assignments with an operation whose results `round` rounds.
  private static func assignments(_ round: String) -> String {
    let all = ["float"] + vectors + matrices
    var text = ""
    for type in all { text += compound(type, type, round) }
    for type in vectors + matrices { text += compound(type, "float", round) }
    for (matrix, vector) in zip(matrices, vectors) {
      for type in [vector, matrix] { text += products(type, matrix, round) }
    }
    for type in all { text += increments(type, round) }
    return text
  }

  /// Rounds to 11 significant bits, ties to even.
  ///
  /// Numbers are scaled to 1…2 by powers of 2, because ES 2.0 has no access to a float's bits, and
  /// because drivers simplify shorter ways such as `(x + big) - big`. They also replace `a * 0.0`
  /// by 0.0, and compute `a * (1.0 - b)` as `a - a * b`, a NaN for an infinite `a`. So what is not
  /// finite is chosen at the end. Only that is done for each component, because functions of one
  /// component would make compilers several times as slow.
  private static func rounding(_ type: String, _ keepsSubnormals: Bool) -> String {
    func whether(_ function: String, _ x: String, _ y: String) -> String {
      if type != "float" { return "\(type)(\(function)(\(x), \(type)(\(y))))" }
      return "float(\(x) \(["lessThan": "<", "greaterThan": ">"][function] ?? ">=") \(y))"
    }
    var text = """
      \(type) half_(\(type) x) {
        \(type) size = abs(x);
        \(type) y = min(size, 65536.0) * 16384.0;
        \(type) scale = \(type)(1.0 / 16777216.0);
        \(type) large;

      """
    for exponent in [16, 8, 4, 2, 1] {
      let power = Double(1 << exponent)
      text += """
          large = \(whether("greaterThanEqual", "y", "\(power)"));
          y *= 1.0 - \(1 - 1 / power) * large;
          scale *= 1.0 + \(power - 1) * large;

        """
    }
    func choice(_ part: String) -> String {
      "size\(part) < 65520.0 ? whole\(part) : x\(part) * 1e38"
    }
    let parts = type == "float" ? [""] : "xyzw".prefix(Int(type.suffix(1)) ?? 2).map { ".\($0)" }
    let flush =
      keepsSubnormals ? "" : "  whole *= 1.0 - \(whether("lessThan", "whole", "1024.0"));\n"
    return text + """
        y *= 1024.0;
        \(type) whole = floor(y);
        \(type) odd = whole - 2.0 * floor(0.5 * whole);
        whole += \(whether("greaterThan", "y - whole + odd / 16777216.0", "0.5"));
      \(flush)  whole *= scale * (1.0 - 2.0 * \(whether("lessThan", "x", "0.0")));
        return \(type)(\(parts.map(choice).joined(separator: ", ")));
      }

      """
  }

  /// Rounds a matrix, and multiplies it with vectors and matrices.
  private static func product(_ matrix: String, _ vector: String) -> String {
    let columns = (0..<(Int(matrix.suffix(1)) ?? 0)).map(String.init)
    func join(_ part: (String) -> String) -> String { columns.map(part).joined(separator: ", ") }
    // A sum is rounded after each term.
    func sum(_ parts: [String]) -> String {
      parts.dropFirst().reduce(parts.first ?? "") { "half_(\($0) + \($1))" }
    }
    return """
      \(matrix) half_(\(matrix) x) { return \(matrix)(\(join { "half_(x[\($0)])" })); }
      \(vector) half_times(\(matrix) a, \(vector) b) {
        return \(sum(columns.map { "half_(a[\($0)] * b[\($0)])" }));
      }
      \(vector) half_times(\(vector) a, \(matrix) b) {
        return half_times(
          \(matrix)(\(columns.map { row in join { "b[\($0)][\(row)]" } }
            .joined(separator: ", "))), a);
      }
      \(matrix) half_times(\(matrix) a, \(matrix) b) {
        return \(matrix)(\(join { "half_times(a, b[\($0)])" }));
      }

      """
  }

  private static func geometry(_ type: String) -> String {
    let names = Array("xyzw".prefix(type == "float" ? 1 : Int(type.suffix(1)) ?? 1)).map(
      String.init)
    let product = names.dropFirst().reduce("p.x") { "half_(\($0) + p.\($1))" }
    return """
      float half_dot(\(type) a, \(type) b) {
        \(type) p = half_(a * b);
        return \(type == "float" ? "p" : product);
      }
      float half_length(\(type) x) {
        return \(type == "float" ? "abs(x)" : "half_(sqrt(half_dot(x, x)))");
      }
      float half_distance(\(type) a, \(type) b) { return half_length(half_(a - b)); }
      \(type) half_normalize(\(type) x) {
        return \(type == "float" ? "sign(x)" : "half_(x * half_(inversesqrt(half_dot(x, x))))");
      }
      \(type) half_reflect(\(type) i, \(type) n) {
        return half_(i - half_(half_(2.0 * half_dot(n, i)) * n));
      }
      \(type) half_refract(\(type) i, \(type) n, float eta) {
        float d = half_dot(n, i);
        float k = half_(1.0 - half_(half_(eta * eta) * half_(1.0 - half_(d * d))));
        return k < 0.0 ? \(type)(0.0) : half_(
          half_(eta * i) - half_(half_(half_(eta * d) + half_(sqrt(k))) * n));
      }

      """
  }

  private static func steps(_ type: String) -> String {
    """
    \(type) half_mix(\(type) x, \(type) y, \(type) a) {
      return half_(half_(x * half_(1.0 - a)) + half_(y * a));
    }
    \(type) half_mod(\(type) x, \(type) y) {
      return half_(x - half_(y * floor(half_(x / y))));
    }
    \(type) half_pow(\(type) x, \(type) y) {
      return half_(exp2(half_(y * half_(log2(x)))));
    }
    \(type) half_smoothstep(\(type) low, \(type) high, \(type) x) {
      \(type) t = clamp(half_(half_(x - low) / half_(high - low)), 0.0, 1.0);
      return half_(half_(t * t) * half_(3.0 - half_(2.0 * t)));
    }

    """
  }

  private static func increments(_ type: String, _ round: String) -> String {
    """
    \(type) \(round)increment(inout \(type) x) { return x = \(round)(x + 1.0); }
    \(type) \(round)decrement(inout \(type) x) { return x = \(round)(x - 1.0); }
    \(type) \(round)incrementAfter(inout \(type) x) {
      \(type) before = x;
      x = \(round)(x + 1.0);
      return before;
    }
    \(type) \(round)decrementAfter(inout \(type) x) {
      \(type) before = x;
      x = \(round)(x - 1.0);
      return before;
    }

    """
  }

  /// The forms of functions that take a vector and a float.
  private static func mixed(_ type: String) -> String {
    """
    \(type) half_mix(\(type) x, \(type) y, float a) { return half_mix(x, y, \(type)(a)); }
    \(type) half_mod(\(type) x, float y) { return half_mod(x, \(type)(y)); }
    \(type) half_smoothstep(float low, float high, \(type) x) {
      return half_smoothstep(\(type)(low), \(type)(high), x);
    }

    """
  }

  /// Assignments with an operation of each component.
  private static func compound(_ type: String, _ other: String, _ round: String) -> String {
    func function(_ name: String, _ operation: String) -> String {
      "\(type) \(round)\(name)(inout \(type) x, \(other) y) "
        + "{ return x = \(round)(x \(operation) y); }\n"
    }
    let isMatrix = type.hasPrefix("mat") && other == type
    return function("addTo", "+") + function("subtractFrom", "-") + function("divideBy", "/")
      + (isMatrix ? "" : function("multiplyBy", "*"))
  }

  /// Assignments of a product with a matrix, computed in half precision or with `highp`.
  private static func products(_ type: String, _ matrix: String, _ round: String) -> String {
    let product = round == "half_" ? "half_times(x, y)" : "\(round)(half_times(x, y))"
    return """
      \(type) \(round)multiplyBy(inout \(type) x, \(matrix) y) { return x = \(product); }
      \(type) \(round)multiplyHighBy(inout \(type) x, \(matrix) y) { return x = \(round)(x * y); }

      """
  }
}
