extension Vendor {
  /// Vivante (i.MX 6 and 8): `(12:0) : error : text`, the line and the source.
  package static let vivante = Vendor(
    "vivante", drivers: ["Vivante"]
  ) { line in vivanteForm.read(line).map(LogLine.message) }

  private static let vivanteForm: LogForm = "({line}:{source}) : {severity} : {text}"
}
