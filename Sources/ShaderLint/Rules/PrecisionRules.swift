import CompilerLogs
import GLSL

extension ProgramRule {
  /// Uniforms in both stages must have the same type and precision, including members.
  static let uniforms = ProgramRule { vertex, fragment in
    var found: [Diagnostic] = []
    for ours in vertex.declarations.variables where ours.storage == .uniform {
      guard let theirs = fragment.declarations.variable(ours.name), theirs.storage == .uniform
      else { continue }
      let places = (
        vertex.assembly.location(of: ours.site), fragment.assembly.location(of: theirs.site)
      )
      let related = [RelatedLocation(places.0, "\(ours.type.text) in the vertex shader")]
      if !ours.type.agrees(with: theirs.type, inPrecision: false) {
        found.append(
          Diagnostic(
            .uniformTypeMismatch,
            "uniform '\(ours.name)' is \(difference(theirs.type, ours.type)) in the vertex shader",
            at: places.1, related: related, hint: "use the same type in both stages"))
      } else if !ours.type.agrees(with: theirs.type, inPrecision: true) {
        found.append(
          Diagnostic(
            .uniformPrecisionMismatch,
            severity: ours.isUsed && theirs.isUsed ? .error : .warning,
            "uniform '\(ours.name)' is \(difference(theirs.type, ours.type)) in the vertex shader",
            at: places.1, related: related,
            hint: "write the same precision in both declarations",
            lack: ours.type.hasDefault(.vertex) && theirs.type.hasDefault(.fragment)
              ? .intPrecision : nil))
      }
    }
    return found
  }

  /// Returns the first difference of two types, such as `mediump float here and highp float`.
  private static func difference(
    _ here: Declarations.TypeUse, _ there: Declarations.TypeUse
  ) -> String {
    if here.text != there.text { return "\(here.text) here and \(there.text)" }
    let names = (here.name.isEmpty ? "a structure" : here.name)
    for (a, b) in zip(here.members, there.members) where a != b {
      if a.name != b.name {
        return "\(names) with member '\(a.name)' here and '\(b.name)'"
      }
      if a.type.text == b.type.text { return difference(a.type, b.type) }
      return "\(names) with \(a.type.text) \(a.name) here and \(b.type.text) \(b.name)"
    }
    return "\(names) with \(here.members.count) members here and \(there.members.count)"
  }
}

extension Declarations.TypeUse {
  /// Returns whether it is an int with the precision that ints have in a stage by default.
  fileprivate func hasDefault(_ stage: ShaderStage) -> Bool {
    precision == (stage == .vertex ? .highp : .mediump)
      && (name == "int" || name.hasPrefix("ivec"))
  }

  /// Returns whether two types are equal, with or without regard to precision.
  func agrees(with other: Self, inPrecision: Bool) -> Bool {
    // A type that is not declared is reported where it stands.
    let unknown = "\(ValueType.error)"
    if name == unknown || other.name == unknown { return true }
    guard name == other.name, sizesAgree(other), members.count == other.members.count,
      !inPrecision || precision == nil || other.precision == nil || precision == other.precision
    else { return false }
    return zip(members, other.members).allSatisfy {
      $0.name == $1.name && $0.type.agrees(with: $1.type, inPrecision: inPrecision)
    }
  }

  /// Returns whether array sizes agree; an unknown size agrees with every size.
  private func sizesAgree(_ other: Self) -> Bool {
    (array == nil) == (other.array == nil)
      && (array == other.array || array == 0 || other.array == 0)
  }
}
