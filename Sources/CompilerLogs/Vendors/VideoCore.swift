extension Vendor {
  /// Broadcom's driver of the Raspberry Pi 1 to 3: `ERROR:PREPROCESSOR-1 (fragment shader, line 1)
  /// text`.
  package static let videoCore = Vendor(
    "videocore", drivers: ["VideoCore"],
    headings: ["compiled"],
    // The linker writes `(line -1)`.
    forms: ["{severity}:{phase} ([{stage} shader[, line {line}]][line {line}]) {text}"]
  ) { line in
    guard var message = assemblerForm.read(line) else { return nil }
    message.stage = line.first == UInt8(ascii: "v") ? .vertex : .fragment
    return .message(message)
  }

  /// `fs 0 (ln 4): text`: the stage, the source and the line.
  private static let assemblerForm: LogForm = "[v][f]s {source} (ln {line}): [{severity}: ]{text}"
}
