import GLES
import GLESKitSupport

/// How both shader stages compute, for a report.
struct PrecisionReport: Sendable {
  private let stages: [(stage: ShaderStage, precisions: [Entry])]
  /// Whether fragment shaders see the macro `GL_FRAGMENT_PRECISION_HIGH`. NVIDIA 580.159.04 has
  /// `highp` there without defining it.
  private let definesHighp: Bool

  private typealias Numbers = (leastExponent: Int, greatestExponent: Int, fractionBits: Int)
  private typealias Entry = (precision: ShaderPrecision, numbers: Numbers?)

  /// Asks the context, which is current.
  init(of gl: Context) {
    stages = [ShaderStage.vertex, .fragment].map { stage in
      (stage, ShaderPrecision.allCases.map { ($0, gl.precision(of: $0, in: stage)) })
    }
    definesHighp = Self.compiles(
      """
      #ifndef GL_FRAGMENT_PRECISION_HIGH
      #error not defined
      #endif
      void main() {}
      """, gl)
  }

  private static func compiles(_ source: String, _ gl: Context) -> Bool {
    do {
      _ = try Shader(gl, stage: .fragment, source: source)
      return true
    } catch {
      return false
    }
  }

  /// Rows of text.
  var rows: [(name: String, value: String)] {
    stages.flatMap { stage, precisions in
      precisions.map { ("\(stage) \($0.precision.rawValue)", Self.text($0.numbers)) }
    } + [("GL_FRAGMENT_PRECISION_HIGH", definesHighp ? "defined" : "not defined")]
  }

  private static func text(_ numbers: Numbers?) -> String {
    guard let numbers else { return "not supported" }
    let range = "−2^\(numbers.leastExponent)…2^\(numbers.greatestExponent)"
    return numbers.fractionBits > 0 ? "\(range), \(numbers.fractionBits) bits" : range
  }

  /// The report as JSON, with `null` for formats that a stage lacks.
  var json: JSON {
    .object(
      stages.map { stage, precisions in
        JSON.Member("\(stage)", .object(precisions.map(Self.member)))
      } + [JSON.Member("definesFragmentHighp", .bool(definesHighp))])
  }

  private static func member(_ entry: Entry) -> JSON.Member {
    JSON.Member(
      "\(entry.precision)",
      entry.numbers.map {
        [
          "leastExponent": .integer($0.leastExponent),
          "greatestExponent": .integer($0.greatestExponent),
          "fractionBits": .integer($0.fractionBits),
        ]
      } ?? .null)
  }
}
