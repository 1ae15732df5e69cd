extension Vendor {
  /// Vivante (i.MX 6 and 8): `(12:0) : error : text`, the line and the source.
  package static let vivante = Vendor(
    "vivante", drivers: ["Vivante"], forms: ["({line}:{source}) : {severity} : {text}"])
}
