import GLES
import GLESKitSupport

/// How both shader stages compute, for a report.
struct PrecisionReport: Sendable {
  private let stages: [(stage: ShaderStage, precisions: [Entry])]
  /// Whether fragment shaders see the macro `GL_FRAGMENT_PRECISION_HIGH`. NVIDIA 580.159.04 has
  /// `highp` there without defining it.
  private let definesHighp: Bool

  private typealias Entry = (format: ShaderPrecision.Format, precision: ShaderPrecision)

  /// Asks the context, which is current.
  init(of gl: Context) {
    stages = [ShaderStage.vertex, .fragment].map { stage in
      (stage, ShaderPrecision.Format.allCases.map { ($0, gl.precision(of: $0, in: stage)) })
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
      precisions.map { ("\(stage) \($0.format.rawValue)", Self.text($0.precision)) }
    } + [("GL_FRAGMENT_PRECISION_HIGH", definesHighp ? "defined" : "not defined")]
  }

  private static func text(_ precision: ShaderPrecision) -> String {
    guard precision.exists else { return "not supported" }
    let range = "−2^\(precision.leastExponent)…2^\(precision.greatestExponent)"
    return precision.fractionBits > 0 ? "\(range), \(precision.fractionBits) bits" : range
  }

  /// The report as JSON, with `null` for formats that a stage lacks.
  var json: JSON {
    .object(
      stages.map { stage, precisions in
        JSON.Member("\(stage)", .object(precisions.map(Self.member)))
      } + [JSON.Member("definesFragmentHighp", .bool(definesHighp))])
  }

  private static func member(_ entry: Entry) -> JSON.Member {
    let (format, precision) = entry
    return JSON.Member(
      "\(format)",
      precision.exists
        ? [
          "leastExponent": .integer(precision.leastExponent),
          "greatestExponent": .integer(precision.greatestExponent),
          "fractionBits": .integer(precision.fractionBits),
        ] : .null)
  }
}
