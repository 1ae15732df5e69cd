/// What an engine, or shaderlint's rules, say about a shader or a program.
struct Verdict {
  /// The engine; `nil` for the rules, which need none.
  var engine: KnownEngine?
  /// Whether the engine accepts it; `nil` if it does not judge it.
  var accepts: Bool?
  /// What is wrong, also where the engine is mistaken.
  var findings: [Diagnostic] = []
}
