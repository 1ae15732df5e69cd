extension Vendor {
  /// Skia (SkSL in Flutter and Chrome): `error: 13: text`, and the line of the source below it.
  package static let skia = Vendor("skia") { line in
    // An app's "ERROR: 12: text" is another form.
    guard line.starts(with: "error: ".utf8), let message = skiaForm.read(line) else { return nil }
    return message.text.first?.isNumber ?? true ? nil : .message(message)
  }

  private static let skiaForm: LogForm = "error: {line}: {text}"
}
