extension Vendor {
  /// ARM Mali: `0:23: S0001: text`, the source and the line; `L0001 text` of the linker.
  package static let mali = Vendor(
    "mali", drivers: ["Mali", "ARM"],
    errors: ["no default precision defined for", "{stage} shader uses a varying {any} that has"]
  ) { line in
    for (index, form) in maliForms.enumerated() {
      guard var message = form.read(line) else { continue }
      if let code = message.code {
        // "W0506 07:08:09 text" is a date; only the linker leaves out the colon.
        guard code.utf8.count == 5, "SPLWMIF".contains(code.prefix(1)),
          code.first == "L" || index < 3
        else { continue }
        if code.first == "W" { message.severity = .warning }
      } else {
        // Two digits may be a time, and GCC writes lower case: `sky.c:3:9: warning: text`.
        guard message.source.map({ $0 < 10 }) ?? false,
          [": Warning: ", ": Error: "].contains(where: { line.firstRange(of: $0.utf8) != nil })
        else { continue }
      }
      return .message(message)
    }
    return nil
  }

  private static let maliForms: [LogForm] = [
    "{source}:{line}: {code}: {text}", "{source}:{line}: {severity}: {text}", "{code}: {text}",
    "{code} {text}",
  ]
}
