/// Languages like GLSL ES 1.00 that allow what a finding is about.
package struct Dialects: OptionSet, Hashable, Sendable {
  package let rawValue: UInt8

  package init(rawValue: UInt8) { self.rawValue = rawValue }

  /// GLSL ES 3.00.
  package static let es3 = Dialects(rawValue: 1)
  /// GLSL 1.20, which takes an int for a float.
  package static let desktop = Dialects(rawValue: 2)
  /// GLSL ES 1.00 in WebGL.
  package static let webgl = Dialects(rawValue: 4)
}
