import CompilerLogs
import GLSL

extension FileRule {
  /// Checks `#version`: missing, not version 100, or not first.
  static let versionLine = FileRule { facts in
    let assembly = facts.assembly
    let tokens = assembly.scan.tokens
    func judge(_ number: String, _ profile: String?, at location: Location) -> [Diagnostic] {
      guard number != "100" || profile != nil else { return [] }
      let asked = [number, profile].compactMap { $0 }.joined(separator: " ")
      return [
        Diagnostic(
          .wrongVersion, "#version \(asked) is not GLSL ES 1.00", at: location,
          hint: "write #version 100")
      ]
    }
    if let origin = assembly.prefixOrigin {
      let words = assembly.movedVersion
      guard words.count > 1 else { return [noVersionNumber(at: origin)] }
      return judge(words[1], words.count > 2 ? words[2] : nil, at: origin)
    }
    let place = assembly.scan.hashes.first {
      $0 + 1 < tokens.count && tokens[$0 + 1].is(.version) && !tokens[$0 + 1].startsLine
    }
    guard let place else {
      // A program or an engine adds the directive to a part of a file.
      guard !tokens.isEmpty, !assembly.isPart else { return [] }
      return [
        Diagnostic(
          .missingVersion, "no #version directive; version 100 is assumed", at: assembly.start)
      ]
    }
    guard place + 2 < tokens.count, !tokens[place + 2].startsLine else {
      return [noVersionNumber(at: assembly.location(of: tokens[place]))]
    }
    let number = tokens[place + 2]
    let next = place + 3 < tokens.count ? tokens[place + 3] : nil
    let profile = next.flatMap { $0.line == number.line ? assembly.string($0) : nil }
    var found = judge(assembly.string(number), profile, at: assembly.location(of: number))
    if place > 0 {
      found.append(
        Diagnostic(
          .versionNotFirst, "#version must precede all code",
          at: assembly.location(of: tokens[place]),
          related: [RelatedLocation(assembly.location(of: tokens[0]), "the first code")]))
    }
    return found
  }

  private static func noVersionNumber(at location: Location) -> Diagnostic {
    Diagnostic(
      .wrongVersion, "#version needs a number", at: location, hint: "write #version 100")
  }

  /// Checks that there is code.
  static let empty = FileRule.single { facts in
    // What is no text has been reported.
    guard !facts.hasCode,
      !facts.assembly.diagnostics.contains(where: { [.nulByte, .byteOrderMark].contains($0.rule) })
    else { return nil }
    let tokens = facts.assembly.scan.tokens
    return Diagnostic(
      .emptyFile,
      tokens.isEmpty ? "the file contains no code" : "no code remains after preprocessing",
      at: facts.assembly.start)
  }

  /// Checks that a shader outside a program has `main`; without it, it compiles but does not link.
  /// After an error, `main` may be in what was not understood.
  static let missingMain = FileRule.single { facts in
    guard facts.standsAlone, facts.isRead, facts.isValid, !facts.preprocessed.items.isEmpty,
      !facts.declarations.hasMain
    else { return nil }
    return Diagnostic(
      .missingMain, severity: .warning,
      "no main(); a program with this shader does not link",
      at: facts.assembly.start)
  }

  /// Checks that a valid shader writes what the next stage reads.
  static let noOutput = FileRule.single { facts in
    guard facts.isJudged, facts.isValid, facts.declarations.lacksOutput,
      !facts.assembly.lacksInclude,
      let main = facts.declarations.functions.first(where: { $0.name == "main" })
    else { return nil }
    return Diagnostic(
      .noOutput,
      facts.stage == .vertex ? "gl_Position is never written" : "no color is ever written",
      at: facts.assembly.location(of: main.site))
  }
}
