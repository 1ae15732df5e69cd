import CompilerLogs
import GLES
import GLSL
import Offscreen
import TestSupport
import Testing

/// Random expressions that `PrecisionEmulation` rewrites, against `Float16`.
@Suite struct HalfExpressionTests {
  /// An expression in GLSL, and what hardware with half-precision floats makes of it.
  private struct Term {
    var text: String
    /// The value of a constant expression, which compilers compute with all bits.
    var constant: Float?
    var value: @Sendable ([Float]) -> Float

    /// An operation: what it computes of operands, with what rounds the results of its steps.
    init(
      _ text: String, _ a: Term, _ b: Term,
      _ compute: @escaping @Sendable (_ x: Float, _ y: Float, _ round: (Float) -> Float) -> Float
    ) {
      self.text = text
      if let x = a.constant, let y = b.constant {
        let constant = compute(x, y) { $0 }
        self.constant = constant
        value = { _ in half(constant) }
      } else {
        value = { [x = a.value, y = b.value] in compute(x($0), y($0), half) }
      }
    }

    init(_ text: String, constant: Float? = nil, value: @escaping @Sendable ([Float]) -> Float) {
      (self.text, self.constant, self.value) = (text, constant, value)
    }
  }

  /// Rounds as hardware does that replaces subnormal numbers by 0.
  ///
  /// What is not finite at any step is beside the point: drivers treat it in their own ways.
  private static func half(_ value: Float) -> Float {
    let half = Float16(value)
    return !half.isFinite ? .nan : half.isSubnormal ? 0 : Float(half)
  }

  private static func random(_ depth: Int, using random: inout SeededGenerator) -> Term {
    if depth == 0 || Int.random(in: 0..<8, using: &random) == 0 {
      let index = Int.random(in: 0..<6, using: &random)
      if index < 4 { return Term(["p.x", "p.y", "p.z", "p.w"][index]) { $0[index] } }
      let constant = Float(Int.random(in: 1..<4000, using: &random)) / 64
      return Term("\(constant)", constant: constant) { _ in half(constant) }
    }
    let a = Self.random(depth - 1, using: &random)
    let b = Self.random(depth - 1, using: &random)
    let (x, y) = (a.text, b.text)
    switch Int.random(in: 0..<11, using: &random) {
    case 0, 1: return Term("(\(x) + \(y))", a, b) { $2($0 + $1) }
    case 2: return Term("(\(x) - \(y))", a, b) { $2($0 - $1) }
    case 3, 4: return Term("(\(x) * \(y))", a, b) { $2($0 * $1) }
    case 5: return Term("(\(x) / \(y))", a, b) { $2($0 / $1) }
    case 6: return Term("max(-\(x), \(y))", a, b) { x, y, _ in (x + y).isNaN ? .nan : max(-x, y) }
    case 7: return Term("abs(\(x))", a, a) { x, _, _ in abs(x) }
    case 8: return Term("floor(\(x))", a, a) { x, _, _ in x.rounded(.down) }
    case 9:
      return Term("dot(vec2(\(x), \(y)), vec2(0.25, 0.5))", a, b) { x, y, round in
        round(round(x * 0.25) + round(y * 0.5))
      }
    default:
      return Term("mix(\(x), \(y), 0.25)", a, b) { x, y, round in
        round(round(x * 0.75) + round(y * 0.25))
      }
    }
  }

  /// 10,000 expressions in a full sweep.
  private static let sweep = Sweep(short: 25, sample: 100, full: 2500)

  /// Four expressions are compared in one shader, for 64 inputs. No operand is in a text twice:
  /// drivers would compile the same expressions many times, some for minutes.
  @Test func expressionsAreComputedAsHardwareDoes() throws {
    let gl = try OffscreenContext().gl
    let target = try Framebuffer(gl, width: 64, height: 1)
    let places = (0..<64).map { SIMD2<Float>((Float($0) + 0.5) / 32 - 1, 0) }
    let placeBuffer = try Buffer(gl, places)
    var compared = 0
    for number in Self.sweep.numbers {
      var random = SeededGenerator(seed: UInt64(number))
      let terms = (0..<4).map { _ in Self.random(4, using: &random) }
      let inputs = (0..<64).map { _ in
        SIMD4<Float>(
          (0..<4).map { _ in
            let scale = Float(
              sign: .plus, exponent: Int.random(in: -8...6, using: &random), significand: 1)
            return Self.half(Float.random(in: -1...1, using: &random) * scale)
          })
      }
      let unknown: Float = 1e30
      let wanted = inputs.map { input in
        SIMD4<Float>(
          terms.map { term in
            let value = term.value((0..<4).map { input[$0] })
            return value.isFinite ? value : unknown
          })
      }
      let text = """
        precision mediump float;
        attribute highp vec2 a_place; attribute vec4 a_input; attribute highp vec4 a_wanted;
        varying vec4 v_is;
        void main() {
          gl_Position = vec4(a_place, 0.0, 1.0);
          gl_PointSize = 1.0;
          vec4 p = a_input;
          vec4 found = vec4(\(terms.map(\.text).joined(separator: ",\n    ")));
          v_is = vec4(
            a_wanted.x > 1e29 || found.x == a_wanted.x, a_wanted.y > 1e29 || found.y == a_wanted.y,
            a_wanted.z > 1e29 || found.z == a_wanted.z, a_wanted.w > 1e29 || found.w == a_wanted.w);
        }
        """
      let bytes = Array(text.utf8)
      let vertex = try #require(
        PrecisionEmulation.text(of: CheckedShader(bytes, Scan(bytes), stage: .vertex)))
      let program = try Program(
        gl, vertex: vertex,
        fragment: "varying mediump vec4 v_is; void main() { gl_FragColor = v_is; }")
      let input = try VertexInput(
        program,
        [
          VertexAttribute("a_place", in: placeBuffer, components: 2),
          VertexAttribute("a_input", in: try Buffer(gl, inputs), components: 4),
          VertexAttribute("a_wanted", in: try Buffer(gl, wanted), components: 4),
        ])
      try input.draw(.points, count: 64)
      gl.deleteDroppedObjects()
      let image = try target.readImage()
      for (index, term) in terms.enumerated() {
        compared += (0..<64).filter { wanted[$0][index] != unknown }.count
        if let wrong = (0..<64).first(where: { image[$0, 0][index] != 255 }) {
          Issue.record(
            "\(number): \(term.text) of \(inputs[wrong]) is not \(wanted[wrong][index])")
        }
      }
    }
    // Most results are finite.
    #expect(compared > Self.sweep.count * 128)
  }
}
