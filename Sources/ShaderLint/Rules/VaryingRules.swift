import GLSL

extension ProgramRule {
  /// Varyings that the fragment shader reads must have the same type in the vertex shader.
  static let varyings = ProgramRule { vertex, fragment in
    var found: [Diagnostic] = []
    for theirs in fragment.declarations.variables where theirs.storage == .varying {
      let place = fragment.assembly.location(of: theirs.site)
      let declared = vertex.declarations.variable(theirs.name)
      guard let ours = declared, ours.storage == .varying else {
        guard theirs.isUsed else { continue }
        found.append(
          Diagnostic(
            .varyingNotWritten,
            "varying '\(theirs.name)' is read here, but the vertex shader does not declare it",
            at: place,
            related: declared.map {
              let what = $0.storage == .plain ? "variable" : $0.storage.rawValue
              return [
                RelatedLocation(
                  vertex.assembly.location(of: $0.site), "\(what) in the vertex shader")
              ]
            } ?? [],
            hint: "declare it and assign it in \(vertex.assembly.files[0].path)"))
        continue
      }
      let other = vertex.assembly.location(of: ours.site)
      if !ours.type.agrees(with: theirs.type, inPrecision: false) {
        let here = theirs.type.withoutPrecision
        let there = ours.type.withoutPrecision
        found.append(
          Diagnostic(
            .varyingTypeMismatch,
            "varying '\(theirs.name)' is \(here) here and \(there) in the vertex shader", at: place,
            related: [RelatedLocation(other, "\(there) in the vertex shader")],
            hint: "use the same type in both stages"))
      } else if (ours.invariant || vertex.preprocessed.isAllInvariant) != theirs.invariant {
        let here = theirs.invariant
        found.append(
          Diagnostic(
            .invarianceMismatch,
            "varying '\(theirs.name)' is \(here ? "" : "not ")invariant here and "
              + "\(here ? "not " : "")invariant in the vertex shader", at: place,
            related: [RelatedLocation(other, "the vertex shader's declaration")],
            hint: ours.invariant || here
              ? "declare it invariant in both stages or in neither"
              : "#pragma STDGL invariant(all) makes outputs invariant, not inputs"))
      }
    }
    return found
  }

  /// What the fragment shader reads is as invariant as what the vertex shader writes (§4.6.4).
  static let invariantBuiltIns = ProgramRule { vertex, fragment in
    guard !vertex.preprocessed.isAllInvariant else { return [] }
    return [("gl_FragCoord", "gl_Position"), ("gl_PointCoord", "gl_PointSize")].compactMap {
      guard let site = fragment.declarations.invariantBuiltIns[$0.0],
        vertex.declarations.invariantBuiltIns[$0.1] == nil
      else { return nil }
      return Diagnostic(
        .invarianceMismatch,
        "\($0.0) is invariant here, and \($0.1) is not invariant in the vertex shader",
        at: fragment.assembly.location(of: site),
        hint: "write 'invariant \($0.1);' in \(vertex.assembly.files[0].path)")
    }
  }

  /// Varyings that the vertex shader writes should be read, with the precision they are written.
  static let unreadVaryings = ProgramRule { vertex, fragment in
    vertex.declarations.variables.compactMap { ours -> Diagnostic? in
      guard ours.storage == .varying, ours.isUsed else { return nil }
      let place = vertex.assembly.location(of: ours.site)
      guard let theirs = fragment.declarations.variable(ours.name), theirs.isUsed else {
        return Diagnostic(
          .unreadVarying,
          "varying '\(ours.name)' is written, but the fragment shader does not read it",
          at: place)
      }
      guard ours.type.precision == .highp,
        theirs.type.precision == .mediump
          || theirs.type.precision == .lowp
      else { return nil }
      let precision = theirs.type.precision?.rawValue ?? ""
      return Diagnostic(
        .varyingPrecision,
        "varying '\(ours.name)' is highp in the vertex shader and only \(precision) here",
        at: fragment.assembly.location(of: theirs.site),
        related: [RelatedLocation(place, "the vertex shader's declaration")])
    }
  }
}

extension Declarations.TypeUse {
  fileprivate var withoutPrecision: String {
    var bare = self
    bare.precision = nil
    return bare.text
  }
}
