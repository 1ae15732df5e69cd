/// What an analysis of the whole tree finds in a valid shader.
extension Checker {
  /// Reports variables that are read before they have a value.
  func checkInitialization() {
    let analysis = Initialization(tree, stage: stage)
    for use in analysis.uses {
      let name =
        use.isWhole
        ? tree[symbol: use.symbol].name : analysis.slots.name(of: use.slot, in: use.symbol)
      let symbol = tree[symbol: use.symbol]
      report(
        .uninitialized,
        "'\(name)' \(use.isCertain ? "is" : "may be") read before it has a value",
        severity: profile == .webgl1 || !use.isCertain ? .note : .warning, of: use.node,
        related: declaration(of: symbol, "declared here without a value"))
    }
  }
}
